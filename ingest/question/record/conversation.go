package record

import (
	"strings"

	"github.com/quarrykb/quarry/ingest/doc"
)

// conversation reads a list of turns, each with who speaks and what is said: what a person asks
// and an assistant says next are question and answer. It returns nothing where the list is none.
func (r *Reader) conversation(items []doc.Value) []Record {
	var found []Record
	var asked Record
	for _, item := range items {
		var who string
		var said doc.Value
		for _, field := range item.Fields {
			switch name := folded(field.Name); {
			case r.cues["speaker_fields"].Has(name):
				who = strings.ToLower(field.Value.Text)
			case r.cues["speech_fields"].Has(name):
				said = field.Value
			}
		}
		switch {
		case r.cues["asking_speakers"].Has(who):
			asked = Record{Span: item.Span, Fields: []doc.Field{{Name: "question", Value: said}}}
		case r.cues["answering_speakers"].Has(who):
			if len(asked.Fields) > 0 {
				asked.Span.ByteEnd, asked.Span.LineEnd = item.Span.ByteEnd, item.Span.LineEnd
				asked.Fields = append(asked.Fields, doc.Field{Name: "answer", Value: said})
				found = append(found, asked)
			}
			asked = Record{}
		case !r.cues["other_speakers"].Has(who):
			return nil
		}
	}
	return found
}
