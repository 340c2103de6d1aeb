package record

import (
	"strings"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/ingest"
	"github.com/quarrykb/quarry/ingest/doc"
)

// Tree returns a document that is nothing but a value of a text.
func Tree(text *ingest.Text, v Value) doc.Document {
	return doc.Document{Blocks: []doc.Block{&doc.Record{Value: Doc(text, v)}}}
}

// Doc returns a value of a text as a document holds it: scalars and keys without what
// stands behind them on their line, and comments there as notes.
func Doc(text *ingest.Text, v Value) doc.Value {
	s := shower{text: text, pieces: ingest.NewPieces(text), kinds: [...]doc.Kind{
		Null: doc.Null, Text: doc.String, Number: doc.Number, Boolean: doc.Boolean, List: doc.Sequence, Object: doc.Object,
	}}
	return s.value(v)
}

// shower turns values into those of a document.
type shower struct {
	text   *ingest.Text
	pieces *ingest.Pieces
	kinds  [6]doc.Kind
}

func (s *shower) value(v Value) doc.Value {
	shown := doc.Value{Kind: s.kinds[v.Kind], Text: v.Text, Span: v.Span}
	if v.Kind != List && v.Kind != Object {
		shown.Span = s.written(v.Span, v.Text)
		return shown
	}
	shown.Items, shown.Fields = make([]doc.Value, len(v.Items)), make([]doc.Field, len(v.Fields))
	for i, item := range v.Items {
		shown.Items[i] = s.value(item)
	}
	for i, field := range v.Fields {
		shown.Fields[i] = doc.Field{Name: field.Name, Key: s.written(field.Key, field.Name), Value: s.value(field.Value), Note: s.note(field)}
	}
	return shown
}

// note returns the comment behind a field on its line, or behind the key of what
// stands below.
func (s *shower) note(of Field) doc.Text {
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
func (s *shower) written(span quarry.Span, says string) quarry.Span {
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
	if length == len(inside) {
		return span
	}
	return s.text.Span(span.ByteStart, span.ByteStart+length)
}

// quoted returns the length of a text in quotes, in which a mark comes before what
// does not end it. Three quotes in a row begin a text of several lines: all of it.
func quoted(text string, escape byte) int {
	if len(text) > 2 && text[1] == text[0] && text[2] == text[0] {
		return len(text)
	}
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
