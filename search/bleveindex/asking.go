package bleveindex

import (
	"slices"

	"github.com/quarrykb/quarry/internal/lexicon"
)

// askingWeight is how much a word counts that only says that something is asked, against
// one of what is asked about.
const askingWeight = 0.1

// askingWords are words that say what the reader is to do with a subject, and
// nothing of the subject: "explain", "please".
type askingWords struct {
	always  map[string]bool
	aspects []lexicon.Aspect // whose words only ask behind others: "works" behind "how"
}

func askingWordsOf(lexicon *lexicon.Lexicon) askingWords {
	words := askingWords{always: map[string]bool{}}
	if lexicon == nil {
		return words
	}
	known := lexicon.Asking()
	for _, word := range slices.Concat(known.Instructions, known.Courtesies) {
		words.always[word] = true
	}
	for _, aspect := range lexicon.Aspects() {
		if len(aspect.Behind) > 0 {
			words.aspects = append(words.aspects, aspect)
		}
	}
	return words
}

// in returns those of a query's words that only ask.
func (a askingWords) in(words []string) []string {
	asking := slices.DeleteFunc(slices.Clone(words), func(word string) bool { return !a.always[word] })
	for _, aspect := range a.aspects {
		asking = append(asking, aspect.In(words)...)
	}
	return asking
}

// asking returns the terms of a query that only ask, of all of its terms. Nothing
// else works like "work", but behind "how" it only asks, too. A query of nothing
// else asks about these words.
func (s *schema) asking(text string, terms []string) map[string]bool {
	var words []string
	for _, word := range s.analyzer.words(text) {
		words = append(words, string(word.Term))
	}
	light := map[string]bool{}
	for _, word := range s.asks.in(words) {
		light[s.stemOf(word)] = true
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
