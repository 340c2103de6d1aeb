package separated

import (
	"context"
	"strings"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/ingest"
	"github.com/quarrykb/quarry/ingest/format/htmltext"
	"github.com/quarrykb/quarry/ingest/question/card"
	"github.com/quarrykb/quarry/ingest/question/phrase"
	"github.com/quarrykb/quarry/internal/lexicon"
)

// Parser reads cards that two marks part.
type Parser struct {
	phrases *phrase.Reader
	cards   *card.Reader
	cues    lexicon.Cues
}

// New returns a parser that knows the lexicon's words.
func New(lexicon *lexicon.Lexicon) *Parser {
	phrases := phrase.New(lexicon)
	return &Parser{phrases: phrases, cards: card.NewReader(phrases), cues: lexicon.Cues()}
}

// Format names the layout.
func (*Parser) Format() ingest.Format { return ingest.Format{Name: "separated", Version: 2} }

// Recognise looks for marks that part all of the text regularly.
func (p *Parser) Recognise(text *ingest.Text) ingest.Confidence {
	if _, ok := p.shapeOf(text); !ok {
		return ingest.NotMine
	}
	return ingest.Likely
}

// Parse returns a question for every card. Of what has one side, a line that
// reads like one is the title of what follows, and all else is prose.
func (p *Parser) Parse(ctx context.Context, text *ingest.Text) (ingest.Extraction, error) {
	var found ingest.Extraction
	shaped, _ := p.shapeOf(text)
	all := string(text.Bytes)
	var cards []card.Card
	var titles []string
	for _, one := range shaped.pieces {
		span := text.Span(one.start, one.end)
		if shaped.isCard(all, one) {
			cards = append(cards, cardOf(one, all, span, titles))
			continue
		}
		title, ok := p.phrases.Heading(text.Cut(span))
		if !ok || span.LineStart != span.LineEnd {
			found.Passages = append(found.Passages, quarry.Passage{Text: text.Cut(span), Source: quarry.Source{Span: span}})
			continue
		}
		titles = []string{phrase.Short(title)}
		found.Marks = append(found.Marks, ingest.Structure(span.LineStart, span.LineEnd, "title"))
		if found.Title == "" {
			found.Title = title
		}
	}
	p.cards.Add(ctx, &found, text, cards)
	found.Marks = append(found.Marks, shaped.lone(text)...)
	return found, nil
}

func cardOf(one piece, text string, span quarry.Span, titles []string) card.Card {
	front, back := one.front(text), one.back(text)
	made := card.Card{
		Front: front, Backs: []string{back}, HTML: isHTML(front + back), Grade: quarry.NoGrade(),
	}
	made.Source.Span, made.Source.Heading = span, titles
	return made
}

// lone returns the lines between cards that hold nothing but their end.
func (s *shape) lone(text *ingest.Text) []ingest.Mark {
	var marks []ingest.Mark
	for n := 1; n <= text.Lines(); n++ {
		if strings.TrimSpace(text.Line(n)) == s.end {
			marks = append(marks, ingest.Structure(n, n, "separator"))
		}
	}
	return marks
}

// isHTML reports whether the sides of a card are written in HTML: they have its
// tags, and no line breaks, which are nothing in HTML.
func isHTML(sides string) bool { return htmltext.HasMarkup(sides) && !strings.Contains(sides, "\n") }
