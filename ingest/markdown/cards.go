package markdown

import (
	"strings"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/ingest/claim"
)

// cardMark stands between the two sides of a card on one line.
const cardMark = " :: "

// card reads the number of a card on one line, "capacity of a B200 :: 192 GB": its
// front says whose the number is and what it is of, or asks for just that.
func (r *reader) card(q quarry.Question) {
	span := q.Source.Span
	if span.LineStart != span.LineEnd || q.Style == quarry.StyleChoice || q.Style == quarry.StyleCloze {
		return
	}
	front, back, ok := strings.Cut(r.text.Line(span.LineStart), cardMark)
	if !ok {
		return
	}
	place := claim.Place{Headings: q.Source.Heading, Numbers: r.numbers}
	item := claim.Item{Key: strings.TrimLeft(front, "-*+# "), Value: strings.TrimSpace(back), Span: span, Place: place}
	r.keep(claim.Found{Specs: r.parser.claims.Card(item)})
}
