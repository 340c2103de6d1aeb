package record

import (
	"strings"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/ingest/doc"
)

// conversation reads a list of turns, each with who speaks and what is said:
// what a person asks and an assistant says next are question and answer. It
// returns nothing where the list is none.
func (r *Reader) conversation(items []doc.Value) []Record {
	var found []Record
	var asked *doc.Value
	var span quarry.Span
	for _, item := range items {
		who, said := r.turn(item)
		asks, answers := r.cues["asking_speakers"].Has(who), r.cues["answering_speakers"].Has(who)
		switch {
		case asks && said.Kind == doc.String:
			asked, span = &said, item.Span
		case asks, !answers && !r.cues["other_speakers"].Has(who):
			return nil
		case answers && asked != nil:
			span.ByteEnd, span.LineEnd = item.Span.ByteEnd, item.Span.LineEnd
			found = append(found, Record{Span: span, Fields: []doc.Field{{Name: "question", Value: *asked}, {Name: "answer", Value: said}}})
			asked = nil
		}
	}
	return found
}

// turn returns who speaks and what is said.
func (r *Reader) turn(v doc.Value) (string, doc.Value) {
	var who string
	var said doc.Value
	for _, field := range v.Fields {
		switch name := folded(field.Name); {
		case r.cues["speaker_fields"].Has(name):
			who = strings.ToLower(field.Value.Text)
		case r.cues["speech_fields"].Has(name):
			said = field.Value
		}
	}
	return who, said
}
