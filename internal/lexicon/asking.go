package lexicon

import "slices"

// AskingWords are words by which people ask, in lower case.
type AskingWords struct {
	Instructions []string // say what the reader is to do, and nothing of a subject: "explain"
	Courtesies   []string // other words that only say that something is asked: "please", "versus"
	Placeholders []string // stand before a subject and name none: "concept"
	Fillers      []string // stand everywhere and name nothing: "the"
	Definitions  []string // how questions begin that ask what something is: "what is"
	Explaining   []string // words of titles under which that is told: "overview"
}

// Aspect is something that questions ask of a subject, beside what it is.
type Aspect struct {
	ID     string
	Asked  []string // words that ask for it
	Behind []string // words behind one of which these ask, and elsewhere do not; none where they always ask
	Titles []string // words of titles under which it is told
}

// Asking returns the words by which people ask. The caller changes none of them.
func (l *Lexicon) Asking() AskingWords { return l.data.Asking }

// Aspects returns what questions ask of a subject. The caller changes none of it.
func (l *Lexicon) Aspects() []Aspect { return l.data.Aspects }

// In returns which of a question's words, which are in lower case, ask for the
// aspect.
func (a Aspect) In(words []string) []string {
	var asking []string
	asks := len(a.Behind) == 0
	for _, word := range words {
		if asks && slices.Contains(a.Asked, word) {
			asking = append(asking, word)
		}
		asks = asks || slices.Contains(a.Behind, word)
	}
	return asking
}

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

type aspect struct {
	ID        scalar   `yaml:"id"`
	Asked     []scalar `yaml:"asked"`
	Behind    []scalar `yaml:"behind"`
	Titles    []scalar `yaml:"titles"`
	ToldUnder []scalar `yaml:"told_under"` // aspects under whose titles it is told, too
	Replace   bool     `yaml:"replace"`
}

func (a aspect) key() scalar    { return a.ID }
func (a aspect) replaces() bool { return a.Replace }

func (a aspect) extendedBy(later aspect) aspect {
	a.Asked, a.Behind = union(a.Asked, later.Asked), union(a.Behind, later.Behind)
	a.Titles, a.ToldUnder = union(a.Titles, later.Titles), union(a.ToldUnder, later.ToldUnder)
	return a
}

// checkAspects wants words that ask for every aspect, and known ones under whose
// titles it is told.
func checkAspects(aspects []aspect) error {
	for _, one := range aspects {
		if err := one.ID.idOf("aspect", '-'); err != nil {
			return err
		}
		if len(one.Asked) == 0 {
			return one.ID.at.errorf("aspect %q has no words that ask for it", one.ID.value)
		}
		for _, other := range one.ToldUnder {
			if !slices.ContainsFunc(aspects, func(a aspect) bool { return a.ID.value == other.value }) {
				return other.at.errorf("aspect %q: there is no aspect %q", one.ID.value, other.value)
			}
		}
		if err := checkWords("word of an aspect", slices.Concat(one.Asked, one.Behind, one.Titles)); err != nil {
			return err
		}
	}
	return nil
}

// ownTitles are the words of titles that an aspect says itself.
func (a aspect) ownTitles() []scalar {
	if len(a.Titles)+len(a.ToldUnder) > 0 {
		return a.Titles
	}
	return a.Asked
}

// valuesOfAspects returns what they say, with the titles of those that they name.
func valuesOfAspects(aspects []aspect) []Aspect {
	titles := map[string][]scalar{}
	for _, one := range aspects {
		titles[one.ID.value] = one.ownTitles()
	}
	var all []Aspect
	for _, one := range aspects {
		told := titles[one.ID.value]
		for _, other := range one.ToldUnder {
			told = union(told, titles[other.value])
		}
		all = append(all, Aspect{
			ID: one.ID.value, Asked: folded(one.Asked), Behind: folded(one.Behind), Titles: folded(told),
		})
	}
	return all
}
