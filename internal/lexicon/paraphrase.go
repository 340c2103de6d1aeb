package lexicon

// Paraphrase is what people say in everyday words, and what a field calls that.
type Paraphrase struct {
	Said  []string // expressions: a text has one that has all of its words
	Meant []string // words and phrases of the field
}

// Paraphrases returns what is said for what is meant. It does not go the other way about.
func (l *Lexicon) Paraphrases() []Paraphrase { return l.data.Paraphrases }

// paraphrase is Paraphrase as a file has it.
type paraphrase struct {
	Said  []scalar `yaml:"said"`
	Meant []scalar `yaml:"meant"`
}

func (p paraphrase) value() Paraphrase {
	return Paraphrase{Said: values(p.Said), Meant: values(p.Meant)}
}

// checkParaphrases wants something said and something meant.
func checkParaphrases(all []paraphrase) error {
	for _, p := range all {
		switch {
		case len(p.Said) > 0 && len(p.Meant) == 0:
			return p.Said[0].at.errorf("paraphrase %q lacks what is meant", p.Said[0].value)
		case len(p.Meant) > 0 && len(p.Said) == 0:
			return p.Meant[0].at.errorf("paraphrase %q lacks what is said", p.Meant[0].value)
		}
	}
	return nil
}
