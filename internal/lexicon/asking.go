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
