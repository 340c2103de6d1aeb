package fact

import (
	"slices"
	"strings"
	"sync"

	"github.com/quarrykb/quarry/ingest/phrase"
	"github.com/quarrykb/quarry/internal/lexicon"
	"github.com/quarrykb/quarry/internal/text"
)

// Reader finds definitions and names with the help of a lexicon.
type Reader struct {
	lexicon *lexicon.Lexicon
	cues    lexicon.Cues
	english *text.Language
	phrases *phrase.Reader
	names   func() *nameWords
}

// NewReader returns a reader. What is dear to make of a lexicon is made with the first
// text that needs it: a program has a reader for each layout, and meets few of them.
func NewReader(lexicon *lexicon.Lexicon) *Reader {
	return &Reader{
		lexicon: lexicon, cues: lexicon.Cues(), english: lexicon.Language("en"), phrases: phrase.New(lexicon),
		names: sync.OnceValue(func() *nameWords { return newNameWords(lexicon) }),
	}
}

// is reports whether a word in lower case signals one of some things, in the singular or
// the plural.
func (r *Reader) is(word string, cues ...lexicon.Cue) bool {
	singular := strings.TrimSuffix(word, "s")
	return slices.ContainsFunc(cues, func(cue lexicon.Cue) bool { return r.cues[cue].HasAny(word, singular) })
}

// has reports whether a word of a text signals one of some things.
func (r *Reader) has(written string, cues ...lexicon.Cue) bool {
	return slices.ContainsFunc(wordsOf(written), func(word string) bool { return r.is(word, cues...) })
}

// isAttribute reports whether a noun names an attribute, in the singular or the plural:
// "1 mantissa bit" has mantissa bits.
func (r *Reader) isAttribute(noun string) bool {
	return slices.ContainsFunc([]string{noun, noun + "s", strings.TrimSuffix(noun, "s")}, func(name string) bool {
		return len(r.lexicon.FindAttributes(name)) > 0
	})
}

// wordsOf returns the words of a text in lower case, without the marks between them.
func wordsOf(written string) []string { return strings.Split(text.SlugWith(written, ' '), " ") }
