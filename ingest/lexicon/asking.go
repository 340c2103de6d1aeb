package lexicon

import "github.com/quarrykb/quarry"

// asking are the words by which people ask.
type asking struct {
	Instructions []text `yaml:"instructions"`
	Courtesies   []text `yaml:"courtesies"`
	Placeholders []text `yaml:"placeholders"`
	Small        []text `yaml:"small"`
	Definitions  []text `yaml:"definitions"`
	Explaining   []text `yaml:"explaining"`
}

// under lays the words of a later file over these.
func (a asking) under(later asking) asking {
	return asking{
		Instructions: union(a.Instructions, later.Instructions), Courtesies: union(a.Courtesies, later.Courtesies),
		Placeholders: union(a.Placeholders, later.Placeholders), Small: union(a.Small, later.Small),
		Definitions: union(a.Definitions, later.Definitions), Explaining: union(a.Explaining, later.Explaining),
	}
}

func (a asking) check() error {
	for _, words := range [][]text{a.Instructions, a.Courtesies, a.Placeholders, a.Small, a.Definitions, a.Explaining} {
		if err := checkSearched("asking word", words); err != nil {
			return err
		}
	}
	return nil
}

func (a asking) value() quarry.AskingWords {
	return quarry.AskingWords{
		Instructions: folded(a.Instructions), Courtesies: folded(a.Courtesies), Placeholders: folded(a.Placeholders),
		Small: folded(a.Small), Definitions: folded(a.Definitions), Explaining: folded(a.Explaining),
	}
}
