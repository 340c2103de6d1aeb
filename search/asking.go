package search

import (
	"slices"

	"github.com/quarrykb/quarry/internal/lexicon"
	"github.com/quarrykb/quarry/internal/text"
)

// Asking knows the words by which people ask, in lower case.
type Asking interface {
	Asking() lexicon.AskingWords
	Aspects() []lexicon.Aspect
}

// askingWords are words by which people ask, for look-ups.
type askingWords struct {
	instructions map[string]bool // what tells the reader what to do, and what stands before a subject
	courtesies   map[string]bool // what only says that something is asked
	fillers      map[string]bool
	definitions  [][]string // beginnings of questions that ask what something is
	explaining   []string   // words of titles under which that is told
	aspects      []lexicon.Aspect
}

// newAskingWords reads what a lexicon knows; nil knows nothing.
func newAskingWords(known Asking) askingWords {
	if known == nil {
		return askingWords{}
	}
	words := known.Asking()
	read := askingWords{
		instructions: text.SetOf(words.Instructions, words.Placeholders), courtesies: text.SetOf(words.Courtesies), fillers: text.SetOf(words.Fillers),
		explaining: words.Explaining, aspects: known.Aspects(),
	}
	for _, beginning := range words.Definitions {
		read.definitions = append(read.definitions, text.Words(beginning))
	}
	return read
}

// asksWhatIs reports whether a question asks what something is.
func (a askingWords) asksWhatIs(words []string) bool {
	return slices.ContainsFunc(a.definitions, func(beginning []string) bool {
		return len(words) >= len(beginning) && slices.Equal(words[:len(beginning)], beginning)
	})
}

// mostSubject is of how many words the name of a thing is.
const mostSubject = 4

// subjectOf returns the words of what a question asks about, nil where that is more
// than the name of one thing.
func (a askingWords) subjectOf(words []string) []string {
	subject := slices.DeleteFunc(slices.Clone(words), func(word string) bool { return a.fillers[word] || a.instructions[word] })
	if len(subject) > mostSubject {
		return nil
	}
	return subject
}
