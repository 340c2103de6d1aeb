package claim

import "github.com/quarrykb/quarry"

// Reader reads claims with the help of a lexicon.
type Reader struct{ lexicon *quarry.Lexicon }

// NewReader returns a reader.
func NewReader(lexicon *quarry.Lexicon) *Reader { return &Reader{lexicon: lexicon} }

// Found is what was read.
type Found struct {
	Facts    []quarry.Fact
	Specs    []quarry.Spec
	Warnings []string
}
