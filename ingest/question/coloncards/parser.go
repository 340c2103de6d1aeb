package coloncards

import (
	"context"
	"strings"

	"github.com/quarrykb/quarry/ingest"
	"github.com/quarrykb/quarry/ingest/question/phrase"
	"github.com/quarrykb/quarry/internal/lexicon"
)

// Parser reads cards.
type Parser struct{ phrases *phrase.Reader }

// New returns a parser that knows the lexicon's grade words.
func New(lexicon *lexicon.Lexicon) *Parser { return &Parser{phrases: phrase.New(lexicon)} }

// Format names the layout. Raise the version when the same text would come out
// differently: every document is then read again.
func (*Parser) Format() ingest.Format { return ingest.Format{Name: "coloncards", Version: 4} }

// A deck has at least two cards, and little else.
const (
	fewestCards = 2
	shareOfAll  = 0.8
)

// Recognise counts the lines that are cards.
func (p *Parser) Recognise(text *ingest.Text) ingest.Confidence {
	cards, all := 0, 0
	for n := 1; n <= text.Lines(); n++ {
		if text.Blank(n) {
			continue
		}
		all++
		if _, _, ok := p.card(text.Line(n)); ok {
			cards++
		}
	}
	if cards < fewestCards || float64(cards) < shareOfAll*float64(all) {
		return ingest.NotMine
	}
	return ingest.Certain
}

// Parse returns a question for every card. A title stands apart, or right above a
// card; any other line is kept as prose, so that nothing is lost.
func (p *Parser) Parse(ctx context.Context, text *ingest.Text) (ingest.Extraction, error) {
	page := ingest.NewPage(ctx, text)
	for n := 1; n <= text.Lines() && !page.Full(); n++ {
		front, back, isCard := p.card(text.Line(n))
		title, isTitle := p.heading(text, n)
		switch {
		case text.Blank(n):
		case isCard:
			q := p.phrases.Asked(front, page.Titles()...)
			q.Answer = back
			page.Question(n, n, q)
		case isTitle:
			page.Title(n, title)
		default:
			page.Prose(n, n)
		}
	}
	return page.Found(), nil
}

// heading returns the title of the cards below a line.
func (p *Parser) heading(text *ingest.Text, line int) (string, bool) {
	title, ok := p.phrases.Heading(text.Line(line))
	if !ok {
		return "", false
	}
	next := text.Next(line)
	if next == 0 {
		return "", false
	}
	_, _, above := p.card(text.Line(next))
	return title, above || text.StandsApart(line)
}

// card splits a line into its two sides.
func (p *Parser) card(line string) (string, string, bool) {
	front, back, ok := strings.Cut(line, ":: ")
	front, back = p.phrases.Strip(front), strings.TrimSpace(back)
	return front, back, ok && front != "" && back != ""
}
