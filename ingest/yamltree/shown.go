package yamltree

import (
	"strings"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/ingest"
	"github.com/quarrykb/quarry/ingest/doc"
	"github.com/quarrykb/quarry/ingest/record"
)

// Doc returns a value as a document holds it: scalars and keys without what stands
// behind them on their line, and comments there as notes.
func Doc(text *ingest.Text, value record.Value) doc.Value {
	s := shower{text: text, pieces: ingest.NewPieces(text)}
	return s.value(value, value.Doc())
}

type shower struct {
	text   *ingest.Text
	pieces *ingest.Pieces
}

func (s shower) value(from record.Value, v doc.Value) doc.Value {
	if from.Kind != record.Object && from.Kind != record.List {
		v.Span = s.written(v.Span, v.Text)
	}
	for i := range v.Items {
		v.Items[i] = s.value(from.Items[i], v.Items[i])
	}
	for i, field := range from.Fields {
		shown := &v.Fields[i]
		shown.Key, shown.Note = s.written(shown.Key, shown.Name), s.note(field)
		shown.Value = s.value(field.Value, shown.Value)
	}
	return v
}

// note returns the comment behind a field on its line, or behind the key of what
// stands below.
func (s shower) note(of record.Field) doc.Text {
	if of.Note == "" {
		return doc.Text{}
	}
	from, end := of.Key.ByteStart, s.text.LineEnd(max(of.Key.LineEnd, of.Value.Span.LineEnd, 1))
	at := strings.Index(s.text.Cut(quarry.Span{ByteStart: from, ByteEnd: max(from, end)}), of.Note)
	if at < 0 {
		return doc.Text{}
	}
	return s.pieces.Piece(strings.TrimSpace(strings.TrimLeft(of.Note, "#")), from+at, from+at+len(of.Note))
}

// written returns the span of a scalar without what follows it: a comment, a colon or
// the end of what holds it.
func (s shower) written(span quarry.Span, says string) quarry.Span {
	inside := s.text.Cut(span)
	length := len(inside)
	switch {
	case inside == "":
		return span
	case inside[0] == '"':
		length = quoted(inside, '\\')
	case inside[0] == '\'':
		length = quoted(inside, '\'')
	case says != "" && strings.HasPrefix(inside, says):
		length = len(says)
	}
	return s.text.Span(span.ByteStart, span.ByteStart+length)
}

// quoted returns the length of a text in quotes, in which a mark comes before what
// does not end it.
func quoted(text string, escape byte) int {
	for at := 1; at < len(text); at++ {
		switch {
		case text[at] == escape && at+1 < len(text) && (escape != text[0] || text[at+1] == escape):
			at++
		case text[at] == text[0]:
			return at + 1
		}
	}
	return len(text)
}
