package datatree

import (
	"strings"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/ingest/doc"
)

// note returns the comment behind a field on its line, or behind the key of what
// stands below; nothing where there is none.
func (s *source) note(of doc.Field, comment string) doc.Text {
	from, end := of.Key.ByteStart, s.text.LineEnd(max(of.Key.LineEnd, of.Value.Span.LineEnd, 1))
	at := strings.Index(s.text.Cut(quarry.Span{ByteStart: from, ByteEnd: max(from, end)}), comment)
	if comment == "" || at < 0 {
		return doc.Text{}
	}
	return s.pieces.Piece(strings.TrimSpace(strings.TrimLeft(comment, "#")), from+at, from+at+len(comment))
}

// written returns the span of a scalar without what follows it: a comment, a colon or
// the end of what holds it.
func (s *source) written(span quarry.Span, says string) quarry.Span {
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
