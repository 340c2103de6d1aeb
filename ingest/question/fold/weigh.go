package fold

import (
	"strings"

	"github.com/quarrykb/quarry/internal/text"
)

// family is what is known of all folds of one kind.
type family struct {
	titles int
	asking int // that ask by their mark or their words
}

// What makes a family regular, so that a title in it asks which only states
// something.
const (
	fewestAsking = 2
	shareAsking  = 0.6
)

func (f family) isRegular() bool {
	return f.asking >= fewestAsking && float64(f.asking) >= shareAsking*float64(f.titles)
}

// families counts in every family how many titles ask.
func (f *Finder) families(folds []fold) map[string]family {
	all := map[string]family{}
	for _, one := range folds {
		if f.senseOf(one.title) != ofItself {
			continue
		}
		of := all[one.family]
		of.titles++
		if f.phrases.IsQuestion(one.title) && !f.isRhetorical(one.title) {
			of.asking++
		}
		all[one.family] = of
	}
	return all
}

// asks reports whether a title ends in a question mark, its grade aside.
func (f *Finder) asks(title string) bool {
	return f.phrases.EndsAsking(f.phrases.Asked(title).Text)
}

// isRhetorical reports whether a title addresses its reader and asks nothing.
func (f *Finder) isRhetorical(title string) bool {
	return f.cues[rhetoricalOpenings].Prefix(strings.Join(text.WordsPlain(title), " ")) != ""
}

// isDeclared reports whether a fold says by its kind that it holds a question:
// "FAQItem", "callout-question".
func (f *Finder) isDeclared(one fold) bool {
	return f.cues[questionElements].Has(one.kind[strings.LastIndexByte(one.kind, ' ')+1:])
}

// asked returns the question that a fold asks and its answer, "" where it asks
// nothing. A title may only name a question that the body begins with: "Exercise 3".
func (s *search) asked(i int) (string, string) {
	f, one := s.finder, s.folds[i]
	if f.isDeclared(one) && f.senseOf(one.title) == ofNothing {
		if question, answer, _ := strings.Cut(one.body, "\n"); f.phrases.EndsAsking(question) {
			return question, answer
		}
	}
	if s.titleAsks(one) {
		return one.title, one.body
	}
	return "", ""
}

// titleAsks reports whether the title of a fold asks by itself, or stands for a
// question that it only states: its kind says so, or others of its kind ask. It
// has an answer then.
func (s *search) titleAsks(one fold) bool {
	f := s.finder
	switch {
	case f.senseOf(one.title) != ofItself || f.isRhetorical(one.title):
		return false
	case f.asks(one.title):
		return true
	}
	return one.body != "" && (f.isDeclared(one) || s.families[one.family].isRegular())
}
