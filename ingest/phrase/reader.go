package phrase

import "github.com/quarrykb/quarry/internal/lexicon"

// Reader knows the words by which people write questions, labels and titles. It is safe
// for several goroutines.
type Reader struct {
	lexicon *lexicon.Lexicon
}

// New returns a reader that knows the lexicon's words.
func New(lexicon *lexicon.Lexicon) *Reader { return &Reader{lexicon: lexicon} }
