package mochi

import (
	"context"
	"regexp"
	"strings"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/ingest"
	"github.com/quarrykb/quarry/ingest/question/card"
	"github.com/quarrykb/quarry/ingest/question/phrase"
	"github.com/quarrykb/quarry/internal/lexicon"
)

// Parser reads decks.
type Parser struct {
	lexicon     *lexicon.Lexicon
	phrases     *phrase.Reader
	cards       *card.Reader
	key, hiding *regexp.Regexp
}

// New returns a parser that knows the lexicon's grade words.
func New(lexicon *lexicon.Lexicon) *Parser {
	return &Parser{
		lexicon: lexicon, phrases: phrase.New(lexicon), cards: card.NewReader(lexicon), key: keys(), hiding: hiding(),
	}
}

// Format names the layout.
func (*Parser) Format() ingest.Format { return ingest.Format{Name: "mochi", Version: 2} }

// Recognise is certain of cards with a head of their own each.
func (p *Parser) Recognise(text *ingest.Text) ingest.Confidence { return p.deckOf(text).sure }

// Parse returns a question for every card. What stands before the first card is
// a title or kept as prose.
func (p *Parser) Parse(ctx context.Context, text *ingest.Text) (ingest.Extraction, error) {
	page := ingest.NewPage(ctx, text)
	d := p.deckOf(text)
	for n := text.Next(0); n > 0 && !d.begins(n); n = text.Next(n) {
		if title, ok := p.phrases.Heading(text.Line(n)); ok && text.StandsApart(n) {
			page.Title(n, title)
			continue
		}
		page.Prose(n, n)
	}
	found := page.Found()
	cards := make([]card.Card, min(len(d.cards), ingest.MaxEntries))
	for i := range cards {
		cards[i] = p.card(text, d.cards[i], page.Titles())
	}
	p.cards.Add(ctx, &found, text, cards)
	for _, line := range d.marks {
		found.Marks = append(found.Marks, ingest.Structure(line, line, "separator"))
	}
	for _, head := range d.heads {
		found.Marks = append(found.Marks, ingest.Structure(head.first, head.last, "front matter"))
	}
	return found, nil
}

// begins reports whether a line is where the cards and the marks between them begin.
func (d deck) begins(line int) bool {
	return len(d.marks) > 0 && line >= d.marks[0] || len(d.cards) > 0 && line >= d.cards[0].front.first
}

func (p *Parser) card(text *ingest.Text, c sides, titles []string) card.Card {
	one := card.Card{Front: c.front.text(text), Grade: p.grade(text, c.head)}
	one.Source.Span, one.Source.Heading = text.LineSpan(c.front.first, c.last()), titles
	for _, back := range c.backs {
		one.Backs = append(one.Backs, back.text(text))
	}
	if len(c.backs) == 0 && p.hides(one.Front) {
		one.Front = p.hiding.ReplaceAllString(one.Front, "{{c1::$1}}")
	}
	return one
}

// grade returns the difficulty that a card's head states.
func (p *Parser) grade(text *ingest.Text, head block) quarry.Grade {
	const fields lexicon.Cue = "grade_keys"
	for n := max(head.first, 1); n <= head.last; n++ { // an empty head has no lines
		key, value, _ := strings.Cut(text.Line(n), ":")
		if p.lexicon.Cues()[fields].Has(strings.ToLower(strings.TrimSpace(key))) {
			if difficulty, ok := p.lexicon.GradeOf(strings.Trim(value, " \t\"'")); ok {
				return quarry.StatedGrade(difficulty)
			}
		}
	}
	return quarry.NoGrade()
}
