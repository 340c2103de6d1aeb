package coloncards

import (
	"context"
	"strings"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/ingest"
	"github.com/quarrykb/quarry/ingest/phrase"
)

// Parser reads cards.
type Parser struct{}

// New returns a parser.
func New() *Parser { return &Parser{} }

// Format names the layout. Raise the version when the same text would come out
// differently: every document is then read again.
func (*Parser) Format() ingest.Format { return ingest.Format{Name: "coloncards", Version: 1} }

// A deck has at least two cards, and little else.
const (
	fewestCards = 2
	shareOfAll  = 0.8
)

// Recognise counts the lines that are cards.
func (*Parser) Recognise(text *ingest.Text) ingest.Confidence {
	cards, all := 0, 0
	for n := 1; n <= text.Lines(); n++ {
		if text.Blank(n) {
			continue
		}
		all++
		if _, _, ok := card(text.Line(n)); ok {
			cards++
		}
	}
	if cards < fewestCards || float64(cards) < shareOfAll*float64(all) {
		return ingest.NotMine
	}
	return ingest.Certain
}

// Parse returns a question for every card. Any other line is the title of the
// cards below it: a line that nothing accounts for would be a fault.
func (*Parser) Parse(_ context.Context, text *ingest.Text) (ingest.Extraction, error) {
	var found ingest.Extraction
	var heading []string
	for n := 1; n <= text.Lines(); n++ {
		front, back, ok := card(text.Line(n))
		switch {
		case text.Blank(n):
		case ok:
			q := quarry.Question{Text: front, Answer: back, Style: phrase.Style(front)}
			q.Source.Span = text.LineSpan(n, n)
			q.Source.Heading = append(q.Source.Heading, heading...)
			found.Questions = append(found.Questions, q)
		default:
			heading = []string{phrase.Strip(text.Line(n))}
			found.Marks = append(found.Marks, ingest.Structure(n, n, "title"))
		}
	}
	return found, nil
}

// card splits a line into its two sides.
func card(line string) (string, string, bool) {
	front, back, ok := strings.Cut(line, ":: ")
	front, back = phrase.Strip(front), strings.TrimSpace(back)
	return front, back, ok && front != "" && back != ""
}
