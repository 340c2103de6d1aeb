package separated

import (
	"strings"

	"github.com/quarrykb/quarry/ingest"
)

// Ends of cards that are no marks.
const (
	lineBreak = "\n"
	blankLine = "\n\n"
)

// piece is what stands between two ends of cards.
type piece struct {
	start, end int  // offsets, without white space
	side       mark // the first mark between sides
	sides      int  // how many of them
}

// front returns the first side of a card.
func (p piece) front(text string) string {
	return strings.TrimSpace(text[p.start:max(p.start, p.side.start)])
}

// back returns the second side. A tab without one is white space at the end.
func (p piece) back(text string) string {
	return strings.TrimSpace(text[min(p.side.end, p.end):p.end])
}

// split cuts a text at the ends of its cards, and returns the pieces that hold
// something.
func (p *Parser) split(text *ingest.Text, marks []mark, side, end string) []piece {
	all := string(text.Bytes)
	var found []piece
	at, now := 0, piece{}
	add := func(until int) {
		span := text.Span(at, until)
		now.start, now.end = span.ByteStart, span.ByteEnd
		if strings.TrimSpace(all[now.start:now.end]) != "" {
			found = append(found, now)
		}
		now = piece{}
	}
	for _, stop := range stops(text, marks, side, end) {
		if stop.kind == side {
			if now.sides == 0 {
				now.side = stop
			}
			now.sides++
			continue
		}
		add(stop.start)
		at = stop.end
	}
	add(len(all))
	return p.titled(text, found)
}

// titled parts a title, which stands apart, from the card that a text begins
// with.
func (p *Parser) titled(text *ingest.Text, pieces []piece) []piece {
	if len(pieces) == 0 {
		return pieces
	}
	one := pieces[0]
	line := text.LineOf(one.start)
	_, ok := p.phrases.Heading(text.Line(line))
	next := text.Next(line)
	if !ok || next < line+2 || one.sides == 0 || one.side.start < text.LineStart(next) {
		return pieces
	}
	span := text.LineSpan(line, line)
	pieces[0].start = text.LineSpan(next, next).ByteStart
	return append([]piece{{start: span.ByteStart, end: span.ByteEnd}}, pieces...)
}

// stops returns the marks between sides, and the ends of cards, in their order.
func stops(text *ingest.Text, marks []mark, side, end string) []mark {
	var all []mark
	for _, one := range marks {
		if one.kind == end || (one.kind == side && one.parts()) {
			all = append(all, one)
		}
	}
	if end != lineBreak && end != blankLine {
		return all
	}
	var breaks []mark
	for n := 1; n < text.Lines(); n++ {
		if offset := text.LineEnd(n); end == lineBreak || text.Blank(n) {
			breaks = append(breaks, mark{kind: end, start: offset, end: offset})
		}
	}
	return merged(all, breaks)
}

// merged returns marks and the ends of lines in the order of the text.
func merged(marks, breaks []mark) []mark {
	all := make([]mark, 0, len(marks)+len(breaks))
	for _, one := range breaks {
		for len(marks) > 0 && marks[0].start < one.start {
			all, marks = append(all, marks[0]), marks[1:]
		}
		all = append(all, one)
	}
	return append(all, marks...)
}
