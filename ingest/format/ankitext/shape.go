package ankitext

import (
	"bytes"
	"slices"
	"strings"
	"unicode"

	"github.com/quarrykb/quarry/ingest"
	"github.com/quarrykb/quarry/ingest/doc"
	"github.com/quarrykb/quarry/ingest/format/delimited"
	"github.com/quarrykb/quarry/ingest/format/htmltext"
	"github.com/quarrykb/quarry/ingest/question/record"
)

// shape is what the records of a text are like.
type shape struct {
	head

	delimited.Dialect

	sample []delimited.Record // the first with as many fields as most
}

// mostSampled is how many records tell what the fields hold.
const mostSampled = 400

// longestFront is the longest side, in bytes, that is taken for a front where nothing else tells.
const longestFront = 400

// shapeOf looks at a text. One that neither announces cards nor has anything
// that parts them is seen through at once.
func shapeOf(text []byte) shape {
	s := shape{head: readHead(text)}
	if !s.announced && bytes.IndexByte(text[s.end:], s.separator) < 0 {
		return s
	}
	s.Dialect = delimited.Sniff(text, s.end, string(s.separator))
	for scanner := delimited.NewScanner(text, s.end, s.separator); len(s.sample) < mostSampled; {
		next, ok := scanner.Next()
		if !ok {
			return s
		}
		if next.Columns == s.Columns && !next.Comment() {
			s.sample = append(s.sample, next)
		}
	}
	return s
}

// asks reports whether a front asks something, whatever else stands on it.
func (p *Parser) asks(front string) bool {
	return p.phrases.IsQuestion(front) || p.phrases.EndsAsking(front) || p.cards.HasCloze(front)
}

// announced is more than a reader of other tables is sure of, to whom header lines are comments.
const announced ingest.Confidence = 0.97

// Of the records of a file without headers one in ten may lack a front; of pairs that do
// not ask there are at least three.
const (
	oneInSilent = 10
	fewestPairs = 3
)

// confidence returns how sure it is that the text is one of cards. Header lines
// announce them. Else most lines have the same number of fields between tabs, and most ask,
// or hold HTML; or all have two fields, and the first holds words.
func (p *Parser) confidence(s shape) ingest.Confidence {
	if s.announced {
		return announced
	}
	all := len(s.sample)
	blank := delimited.Count(s.sample, func(next delimited.Record) bool { return next.Text(0) == "" })
	if s.separator != '\t' || !s.Ragged() || oneInSilent*blank > all {
		return ingest.NotMine
	}
	asking := delimited.Count(s.sample, func(next delimited.Record) bool { return p.asks(next.Text(0)) })
	wordy := delimited.Count(s.sample, func(next delimited.Record) bool {
		return len(next.Text(0)) <= longestFront && strings.ContainsFunc(next.Text(0), unicode.IsLetter)
	})
	switch {
	case 2*asking > all, 2*delimited.Count(s.sample, isHTML) > all:
		return ingest.Certain
	case s.Table() && s.Columns == 2 && all >= fewestPairs && oneInSilent*(all-wordy) <= all:
		return ingest.Likely
	}
	return ingest.NotMine
}

// isHTML reports whether a field of a record has a tag.
func isHTML(next delimited.Record) bool {
	return slices.ContainsFunc(next.Fields, func(f delimited.Field) bool { return htmltext.HasMarkup(f.Text) })
}

// tagColumn returns the column of the tags, from 1, 0 for none. Old exports put
// them last, and do not say so: most of them have levels.
func (s *shape) tagColumn() int {
	if column := s.columns["tags"]; column > 0 {
		return column
	}
	for column := range s.names {
		if strings.EqualFold(s.name(column+1), "tags") {
			return column + 1
		}
	}
	last := s.Columns - 1
	levels := delimited.Count(s.sample, func(next delimited.Record) bool { return strings.Contains(next.Text(last), "::") })
	if !s.announced && s.Columns > 2 && 2*levels > len(s.sample) {
		return s.Columns
	}
	return 0
}

// named returns records by the names of their fields, none where the head does not give them.
func (s *shape) named(records []delimited.Record, text *ingest.Text) []record.Record {
	if len(s.names) == 0 {
		return nil
	}
	all := make([]record.Record, len(records))
	for n, one := range records {
		all[n].Span = text.Span(one.Start, one.End)
		for i, field := range one.Fields {
			if name := s.name(i + 1); name != "" && !s.isMeta(i+1) {
				value := doc.Value{Kind: doc.String, Text: field.Text, Span: text.Span(field.Start, field.End)}
				all[n].Fields = append(all[n].Fields, doc.Field{Name: name, Value: value})
			}
		}
	}
	return all
}
