package separated

import (
	"cmp"
	"slices"
	"strings"

	"github.com/quarrykb/quarry/ingest"
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

// split cuts a text at the ends of its cards, and behind a title that stands apart at
// its head, and returns the pieces that hold something.
func (p *Parser) split(text *ingest.Text, marks []mark, side, end string) []piece {
	var found []piece
	at, now := 0, piece{}
	for _, stop := range p.stops(text, marks, side, end) {
		if stop.kind == side {
			if now.sides == 0 {
				now.side = stop
			}
			now.sides++
			continue
		}
		if span := text.Span(at, stop.start); strings.TrimSpace(text.Cut(span)) != "" {
			now.start, now.end = span.ByteStart, span.ByteEnd
			found = append(found, now)
		}
		at, now = stop.end, piece{}
	}
	return found
}

// stops returns the marks between sides, and the ends of cards, in their order.
func (p *Parser) stops(text *ingest.Text, marks []mark, side, end string) []mark {
	var all []mark
	stop := func(offset int) { all = append(all, mark{kind: end, start: offset, end: offset}) }
	if n := text.Next(0); n > 0 && text.StandsApart(n) {
		if _, ok := p.phrases.Heading(text.Line(n)); ok {
			stop(text.LineEnd(n))
		}
	}
	for n := 1; n < text.Lines(); n++ {
		if end == lineBreak || end == blankLine && text.Blank(n) {
			stop(text.LineEnd(n))
		}
	}
	stop(len(text.Bytes))
	for _, one := range marks {
		if one.kind == end || (one.kind == side && one.parts()) {
			all = append(all, one)
		}
	}
	slices.SortStableFunc(all, func(a, b mark) int { return cmp.Compare(a.start, b.start) })
	return all
}
