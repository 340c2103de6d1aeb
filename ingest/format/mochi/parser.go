package mochi

import (
	"context"
	"regexp"
	"slices"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/ingest"
	"github.com/quarrykb/quarry/ingest/question/card"
	"github.com/quarrykb/quarry/ingest/question/phrase"
	"github.com/quarrykb/quarry/internal/lexicon"
)

// Parser reads decks.
type Parser struct {
	phrases     *phrase.Reader
	cards       *card.Reader
	key, hiding *regexp.Regexp
}

// New returns a parser that knows the lexicon's grade words.
func New(lexicon *lexicon.Lexicon) *Parser {
	phrases := phrase.New(lexicon)
	return &Parser{phrases: phrases, cards: card.NewReader(phrases), key: keys(), hiding: hiding()}
}

// Format names the layout.
func (*Parser) Format() ingest.Format { return ingest.Format{Name: "mochi", Version: 3} }

// Recognise is certain of cards with a head of their own each.
func (p *Parser) Recognise(text *ingest.Text) ingest.Confidence { return p.deckOf(text).sure }

// Parse returns a question for every card. What stands before the first card is
// a title or kept as prose.
func (p *Parser) Parse(ctx context.Context, text *ingest.Text) (ingest.Extraction, error) {
	page := ingest.NewPage(ctx, text)
	d := p.deckOf(text)
	for n := text.Next(0); n > 0 && (len(d.cards) == 0 || n < d.cards[0].head.first); n = text.Next(n) {
		if _, isMark := slices.BinarySearch(d.marks, n); isMark {
			continue
		}
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
	for _, c := range d.cards {
		found.Marks = append(found.Marks, ingest.Structure(c.head.first, c.head.last, "front matter"))
	}
	return found, nil
}

func (p *Parser) card(text *ingest.Text, c sides, titles []string) card.Card {
	one := card.Card{Front: c.below[0].text(text), Grade: p.grade(text, c.head)}
	one.Source.Span = text.LineSpan(c.below[0].first, c.below[len(c.below)-1].last)
	one.Source.Heading = titles
	for _, back := range c.below[1:] {
		one.Backs = append(one.Backs, back.text(text))
	}
	if front, hides := p.hidden(one.Front); hides && len(one.Backs) == 0 {
		one.Front = front
	}
	return one
}

// grade returns the difficulty that a card's head states.
func (p *Parser) grade(text *ingest.Text, head block) quarry.Grade {
	for n := head.first; n <= head.last; n++ {
		if difficulty, ok := p.phrases.GradeLine(text.Line(n)); ok {
			return quarry.StatedGrade(difficulty)
		}
	}
	return quarry.NoGrade()
}
