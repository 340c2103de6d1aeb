package record

import (
	"context"
	"slices"
	"strings"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/ingest"
	"github.com/quarrykb/quarry/ingest/doc"
	"github.com/quarrykb/quarry/ingest/question/card"
	"github.com/quarrykb/quarry/ingest/question/phrase"
	"github.com/quarrykb/quarry/internal/lexicon"
	"github.com/quarrykb/quarry/internal/text"
)

// Record is one record of a file, its fields in their order.
type Record struct {
	Fields []doc.Field
	// Span holds the whole record and is what its entries point at.
	Span quarry.Span
	// Headings are what it stands under, outermost first.
	Headings []Heading
	// Context names further places that its entries rest on, such as the
	// header row that the names of its fields stand in.
	Context []quarry.Context
}

// Heading is what a record stands under. Its place becomes context, where it is known.
type Heading struct {
	Text string
	Span quarry.Span
}

// Reader reads records with the help of a lexicon.
type Reader struct {
	lexicon  *lexicon.Lexicon
	cues     lexicon.Cues
	promises map[string]promise // of names, by their words
	phrases  *phrase.Reader
	cards    *card.Reader
}

// NewReader returns a reader that knows what a lexicon and phrases know.
func NewReader(lexicon *lexicon.Lexicon, phrases *phrase.Reader) *Reader {
	cues := lexicon.Cues()
	return &Reader{lexicon: lexicon, cues: cues, promises: promisesOf(cues), phrases: phrases, cards: card.NewReader(phrases)}
}

// mostKinds is how many kinds of records that ask are told apart in one place: what
// is left over asks nothing.
const mostKinds = 3

// Extract decides on the schema of some records, reads every one and adds what it finds.
// Those that have no field for the question that the others ask, filled or not, are read
// among themselves. A record that cannot be read is left out: there is a warning that
// names its line, and its lines are marked. What is read when the context ends is not all.
func (r *Reader) Extract(ctx context.Context, records []Record, found *ingest.Extraction) {
	r.extract(ctx, records, false, found)
}

// extract is Extract for records that may stand aside from the lists of a file: what asks there
// and has no answer is a program's own, "start": "Shall we begin?".
func (r *Reader) extract(ctx context.Context, records []Record, isAside bool, found *ingest.Extraction) {
	records = slices.Clone(records)
	for i, record := range records {
		records[i].Fields = r.flatten(record.Fields)
	}
	for kind := 0; len(records) > 0; kind++ {
		schema := r.Infer(records)
		asks := schema.Asks() && kind < mostKinds && (!isAside || schema.Told && schema.answered())
		stating := schema
		stating.question = nil
		var others []Record
		for _, record := range records {
			hasQuestion := func(f doc.Field) bool { return f.Name == schema.Question() }
			switch {
			case ctx.Err() != nil:
				return
			case !asks || schema.isNote(record):
				r.state(stating, record, found)
			case slices.ContainsFunc(record.Fields, hasQuestion):
				r.Read(schema, record, found)
			default:
				others = append(others, record)
			}
		}
		records = others
	}
}

// plain returns what a scalar says, entities resolved.
func plain(v doc.Value) string { return strings.TrimSpace(text.Resolved(v.Text)) }
