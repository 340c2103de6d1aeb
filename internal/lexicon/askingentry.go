package lexicon

// asking are the words by which people ask.
type asking struct {
	Instructions []scalar `yaml:"instructions"`
	Courtesies   []scalar `yaml:"courtesies"`
	Placeholders []scalar `yaml:"placeholders"`
	Fillers      []scalar `yaml:"fillers"`
	Definitions  []scalar `yaml:"definitions"`
	Explaining   []scalar `yaml:"explaining"`
}

// under lays the words of a later file over these.
func (a asking) under(later asking) asking {
	return asking{
		Instructions: union(a.Instructions, later.Instructions), Courtesies: union(a.Courtesies, later.Courtesies),
		Placeholders: union(a.Placeholders, later.Placeholders), Fillers: union(a.Fillers, later.Fillers),
		Definitions: union(a.Definitions, later.Definitions), Explaining: union(a.Explaining, later.Explaining),
	}
}

func (a asking) check() error {
	for _, words := range [][]scalar{a.Instructions, a.Courtesies, a.Placeholders, a.Fillers, a.Explaining} {
		if err := checkWords("asking word", words); err != nil {
			return err
		}
	}
	return checkSearched("beginning of a question", a.Definitions)
}

func (a asking) value() AskingWords {
	return AskingWords{
		Instructions: folded(a.Instructions), Courtesies: folded(a.Courtesies), Placeholders: folded(a.Placeholders),
		Fillers: folded(a.Fillers), Definitions: folded(a.Definitions), Explaining: folded(a.Explaining),
	}
}
