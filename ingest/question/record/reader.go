package record

import (
	"context"
	"slices"
	"strings"

	"github.com/quarrykb/quarry/ingest"
	"github.com/quarrykb/quarry/ingest/question/phrase"
	"github.com/quarrykb/quarry/internal/lexicon"
	"github.com/quarrykb/quarry/internal/quantity"
)

// Reader reads records with the help of a lexicon.
type Reader struct {
	lexicon  *lexicon.Lexicon
	cues     lexicon.Cues
	promises map[string]promise // of names, by their words
	numerals quantity.Numerals
	phrases  *phrase.Reader
}

// NewReader returns a reader.
func NewReader(lexicon *lexicon.Lexicon) *Reader {
	cues := lexicon.Cues()
	return &Reader{
		lexicon: lexicon, cues: cues, promises: promisesOf(cues), numerals: lexicon.Numerals(),
		phrases: phrase.New(lexicon),
	}
}

// Extract decides on the schema of some records and reads every one. Those that
// have no field for the question that the others ask are read among
// themselves. A record that cannot be read is left out: there is a warning that
// names its line, and its lines are marked. What is read when the context ends is not all.
func (r *Reader) Extract(ctx context.Context, records []Record) ingest.Extraction {
	var found ingest.Extraction
	counted := newTally()
	for kind := 0; ; kind++ {
		flat := r.flattened(records)
		schema := r.infer(flat, counted.count(r, flat))
		if !schema.Asks() || kind == mostKinds {
			return joined(found, r.stated(schema, flat))
		}
		covered, others := schema.part(records)
		for _, record := range covered {
			if ctx.Err() != nil {
				return found
			}
			r.Read(schema, record, &found)
		}
		if len(covered) == 0 || len(others) == 0 {
			return found
		}
		counted.forget(r.flattened(covered))
		records = others
	}
}

// part returns the records that have a place for the question, and the others.
func (s Schema) part(records []Record) ([]Record, []Record) {
	var covered, others []Record
	for _, record := range records {
		if s.covers(record) {
			covered = append(covered, record)
		} else {
			others = append(others, record)
		}
	}
	return covered, others
}

// mostKinds is how many kinds of records that ask are told apart in one place: what
// is left over asks nothing.
const mostKinds = 8

// stated reads records that ask nothing, and that are flat.
func (r *Reader) stated(schema Schema, flat []Record) ingest.Extraction {
	var found ingest.Extraction
	for _, record := range flat {
		r.state(schema, record, &found)
	}
	return found
}

// covers reports whether a record has a place for the question, filled or not.
// One that has none is of another kind.
func (s Schema) covers(record Record) bool {
	return slices.ContainsFunc(record.Fields, func(f Field) bool {
		return slices.ContainsFunc(s.questions, func(name string) bool {
			return f.Name == name || strings.HasPrefix(name, f.Name+pathMark)
		})
	})
}

// joined puts what was found of further records behind the rest.
func joined(found, more ingest.Extraction) ingest.Extraction {
	found.Questions = append(found.Questions, more.Questions...)
	found.Facts = append(found.Facts, more.Facts...)
	found.Passages = append(found.Passages, more.Passages...)
	found.Warnings = append(found.Warnings, more.Warnings...)
	found.Marks = append(found.Marks, more.Marks...)
	return found
}
