package bleveindex

import (
	_ "embed"
	"slices"
	"strings"
)

// askingWeight is how much a word counts that only says that somebody asks, against
// one of what is asked about.
const askingWeight = 0.1

// askingWords are words that say what the reader is to do with a subject, and
// nothing of the subject: "explain", "please".
//
//go:embed asking.txt
var askingWords string

// asking returns the terms of a query that only ask, of all of its terms. Nothing
// else works like "work", but behind "how" it only asks, too. A query of nothing
// else asks about these words.
func (s *schema) asking(text string, terms []string) map[string]bool {
	light, how := map[string]bool{}, false
	for _, word := range s.analyzer.words(text) {
		written := string(word.Term)
		how = how || written == "how"
		if asksOnly(written) || how && (written == "work" || written == "works") {
			light[s.stemOf(written)] = true
		}
	}
	if !slices.ContainsFunc(terms, func(term string) bool { return !light[term] }) {
		return nil
	}
	return light
}

// stemOf returns the stem of one word.
func (s *schema) stemOf(word string) string {
	if stems := s.analyzer.stems(word); len(stems) == 1 {
		return stems[0]
	}
	return word
}

// asksOnly reports whether a word says nothing of any subject.
func asksOnly(word string) bool {
	return slices.Contains(strings.Fields(askingWords), word)
}
