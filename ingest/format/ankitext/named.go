package ankitext

import (
	"github.com/quarrykb/quarry/ingest"
	"github.com/quarrykb/quarry/ingest/format/delimited"
	"github.com/quarrykb/quarry/ingest/question/record"
)

// sample returns the first records with the names of their fields, none where
// the head does not give them.
func (s *shape) sample(text *ingest.Text) []record.Record {
	if len(s.names) == 0 {
		return nil
	}
	var all []record.Record
	for scanner := delimited.NewScanner(text.Bytes, s.end, s.separator); len(all) < mostSampled; {
		next, ok := scanner.Next()
		if !ok {
			break
		}
		if !isComment(next) {
			all = append(all, s.namedRecord(next, text))
		}
	}
	return all
}

func (s *shape) namedRecord(next delimited.Record, text *ingest.Text) record.Record {
	one := record.Record{Span: text.Span(next.Start, next.End)}
	for i, field := range next.Fields {
		if s.name(i+1) == "" || s.isMeta(i+1) {
			continue
		}
		one.Fields = append(one.Fields, record.Field{Name: s.name(i + 1), Value: record.Value{
			Kind: record.Text, Text: field.Text, Span: text.Span(field.Start, field.End),
		}})
	}
	return one
}
