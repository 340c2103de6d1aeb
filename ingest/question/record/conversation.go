package record

import (
	"strings"

	"github.com/quarrykb/quarry"
)

// conversation reads a list of turns, each with who speaks and what is said:
// what a person asks and an assistant says next are question and answer. It
// returns nothing where the list is none.
func (r *Reader) conversation(items []Value) []Record {
	var found []Record
	var asked *turn
	for _, item := range items {
		one, ok := r.turnOf(item)
		if !ok {
			return nil
		}
		switch {
		case one.asks:
			asked = &one
		case one.answers && asked != nil:
			span := asked.span
			span.ByteEnd, span.LineEnd = one.span.ByteEnd, one.span.LineEnd
			found = append(found, Record{Span: span, Fields: []Field{
				{Name: "question", Value: asked.said}, {Name: "answer", Value: one.said},
			}})
			asked = nil
		}
	}
	return found
}

type turn struct {
	asks    bool
	answers bool
	said    Value
	span    quarry.Span
}

func (r *Reader) turnOf(v Value) (turn, bool) {
	one := turn{span: v.Span}
	who := ""
	for _, field := range v.Fields {
		switch name := folded(field.Name); {
		case r.cues["speaker_fields"].Has(name):
			who = strings.ToLower(field.Value.Text)
		case r.cues["speech_fields"].Has(name):
			one.said = field.Value
		}
	}
	one.asks, one.answers = r.cues["asking_speakers"].Has(who), r.cues["answering_speakers"].Has(who)
	known := one.asks || one.answers || r.cues["other_speakers"].Has(who)
	return one, known && (one.said.Kind == Text || !one.asks)
}
