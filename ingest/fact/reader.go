package fact

import (
	"github.com/quarrykb/quarry/ingest/question/phrase"
	"github.com/quarrykb/quarry/internal/lexicon"
)

// Reader finds definitions and names with the help of a lexicon.
type Reader struct {
	lexicon *lexicon.Lexicon
	cues    lexicon.Cues
	phrases *phrase.Reader
}

// NewReader returns a reader.
func NewReader(lexicon *lexicon.Lexicon) *Reader {
	return &Reader{lexicon: lexicon, cues: lexicon.Cues(), phrases: phrase.New(lexicon)}
}
