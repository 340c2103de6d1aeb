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
// something; and how many words make a title ask by its mark alone.
const (
	fewestAsking = 2
	shareAsking  = 0.6
	fewestWords  = 3
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
		if f.asks(one.title) || f.phrases.IsQuestion(one.title) && !f.isRhetorical(one.title) {
			of.asking++
		}
		all[one.family] = of
	}
	return all
}

// asks reports whether a title ends in a question mark, its grade aside.
func (f *Finder) asks(title string) bool {
	return f.phrases.EndsAsking(f.phrases.Asked(title).Text) && !f.isRhetorical(title)
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
	if f.isDeclared(one) && f.senseOf(one.title) == ofAsking {
		if question, answer, _ := strings.Cut(one.body, "\n"); f.phrases.EndsAsking(question) {
			return question, answer
		}
	}
	if s.titleAsks(one) && (one.asked || f.asks(one.title) || !s.isGroup(i)) {
		return one.title, one.body
	}
	return "", ""
}

// titleAsks reports whether the title of a fold asks by itself, or stands for a
// question that it only states: its kind says so, or others of its kind ask. It
// has an answer then, and opens no list of what the page holds.
func (s *search) titleAsks(one fold) bool {
	f, words := s.finder, text.WordsPlain(one.title)
	switch {
	case one.asked || f.senseOf(one.title) != ofItself:
		return one.asked
	case f.asks(one.title) && (len(words) >= fewestWords || strings.ContainsFunc(one.title, text.IsUnspaced)):
		return true
	}
	mayAsk := s.families[one.family].isRegular() || f.isDeclared(one) && one.kind != "help"
	return mayAsk && one.body != "" && !f.isRhetorical(one.title) && !f.cues[contentsTitles].Has(strings.Join(words, " "))
}

// isGroup reports whether a fold holds another that asks, right behind its title.
func (s *search) isGroup(i int) bool {
	return i+1 < len(s.folds) && s.folds[i+1].start < s.folds[i].end && s.titleAsks(s.folds[i+1])
}
