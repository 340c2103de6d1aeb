package record

import (
	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/ingest"
	"github.com/quarrykb/quarry/ingest/claim"
)

// Reader reads records with the help of a lexicon.
type Reader struct {
	lexicon *quarry.Lexicon
	claims  *claim.Reader
}

// NewReader returns a reader.
func NewReader(lexicon *quarry.Lexicon) *Reader {
	return &Reader{lexicon: lexicon, claims: claim.NewReader(lexicon)}
}

// Extract decides on the schema of some records, all of one shape, and reads
// every one. A record that cannot be read is left out: there is a warning that
// names its line, and its lines are marked.
func (r *Reader) Extract(records []Record) ingest.Extraction {
	schema := r.Infer(records)
	var found ingest.Extraction
	for _, record := range records {
		r.Read(schema, record, &found)
	}
	return found
}
