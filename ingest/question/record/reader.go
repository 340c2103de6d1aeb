package record

import (
	"context"
	"slices"

	"github.com/quarrykb/quarry/ingest"
	"github.com/quarrykb/quarry/ingest/doc"
	"github.com/quarrykb/quarry/ingest/question/phrase"
	"github.com/quarrykb/quarry/internal/lexicon"
)

// Reader reads records with the help of a lexicon.
type Reader struct {
	lexicon  *lexicon.Lexicon
	cues     lexicon.Cues
	promises map[string]promise // of names, by their words
	phrases  *phrase.Reader
}

// NewReader returns a reader.
func NewReader(lexicon *lexicon.Lexicon) *Reader {
	cues := lexicon.Cues()
	return &Reader{lexicon: lexicon, cues: cues, promises: promisesOf(cues), phrases: phrase.New(lexicon)}
}

// mostKinds is how many kinds of records that ask are told apart in one place: what
// is left over asks nothing.
const mostKinds = 3

// Extract decides on the schema of some records, reads every one and adds what it finds.
// Those that have no field for the question that the others ask are read among
// themselves. A record that cannot be read is left out: there is a warning that
// names its line, and its lines are marked. What is read when the context ends is not all.
func (r *Reader) Extract(ctx context.Context, records []Record, found *ingest.Extraction) {
	records = r.flatten(records)
	for kind := 0; len(records) > 0; kind++ {
		schema := r.Infer(records)
		if !schema.Asks() || kind == mostKinds {
			for _, record := range records {
				r.state(schema, record, found)
			}
			return
		}
		others := records[:0:0]
		for _, record := range records {
			switch {
			case ctx.Err() != nil:
				return
			case schema.covers(record):
				r.Read(schema, record, found)
			default:
				others = append(others, record)
			}
		}
		records = others
	}
}

// covers reports whether a record has a place for the question, filled or not.
// One that has none is of another kind.
func (s Schema) covers(record Record) bool {
	return slices.ContainsFunc(record.Fields, func(f doc.Field) bool { return f.Name == s.Question() })
}
