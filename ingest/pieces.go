package ingest

import (
	"unicode/utf8"

	"github.com/quarrykb/quarry/ingest/doc"
)

// Pieces makes the pieces of a document's tree. It counts the columns of a line on
// from the piece before, so that long lines cost no more than short ones.
type Pieces struct {
	text             *Text
	line, at, column int // of the piece before
}

// NewPieces returns a maker of pieces of a text.
func NewPieces(t *Text) *Pieces { return &Pieces{text: t} }

// Piece returns what is shown of start..end, and where that stands.
func (p *Pieces) Piece(shown string, start, end int) doc.Text {
	span := p.text.SpanNear(p.line, start, end)
	if span.LineStart != p.line || span.ByteStart < p.at {
		p.line, p.at, p.column = span.LineStart, span.ByteStart, 0
		if span.LineStart > 0 {
			p.at = p.text.LineStart(span.LineStart)
		}
	}
	p.column += utf8.RuneCountInString(p.text.text[p.at:span.ByteStart])
	p.at = span.ByteStart
	return doc.Text{Text: shown, Span: span, Column: p.column}
}

// Line is Piece for what keeps the white space at its ends.
func (p *Pieces) Line(shown string, start, end int) doc.Text {
	one := p.Piece(shown, start, start)
	one.Span.ByteEnd = max(start, end)
	return one
}
