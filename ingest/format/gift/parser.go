package gift

import (
	"bytes"
	"context"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/ingest"
	"github.com/quarrykb/quarry/ingest/question/phrase"
	"github.com/quarrykb/quarry/internal/lexicon"
)

// Parser reads question banks.
type Parser struct{ phrases *phrase.Reader }

// New returns a parser that knows the lexicon's grade words.
func New(lexicon *lexicon.Lexicon) *Parser { return &Parser{phrases: phrase.New(lexicon)} }

// Format names the layout.
func (*Parser) Format() ingest.Format { return ingest.Format{Name: "gift", Version: 1} }

// sure is a little more than certain: the name of a question looks like a card of one line.
const sure ingest.Confidence = 0.96

// Recognise is sure of a text that is mostly questions with braces, of which at
// least one has options, a number or a name.
func (*Parser) Recognise(text *ingest.Text) ingest.Confidence {
	if !bytes.Contains(text.Bytes, []byte("}")) {
		return ingest.NotMine // most texts are told by little
	}
	asked, strong, others := 0, 0, 0
	for n := 1; n <= text.Lines(); n++ {
		line := text.Line(n)
		if text.Blank(n) || isComment(line) || isCategory(line) {
			continue
		}
		one := entryAt(text, n)
		switch _, sure := read(one); {
		case sure == noAnswer:
			others++
		case sure == surely || one.name:
			strong++
			asked++
		default:
			asked++
		}
		n = one.last
	}
	if strong == 0 || asked <= others {
		return ingest.NotMine
	}
	return sure
}

// Parse returns the questions under their categories. What is none is kept as prose.
func (p *Parser) Parse(ctx context.Context, text *ingest.Text) (ingest.Extraction, error) {
	page := ingest.NewPage(ctx, text)
	var comments []ingest.Mark
	for n := 1; n <= text.Lines() && !page.Full(); n++ {
		line := text.Line(n)
		switch {
		case text.Blank(n):
			continue
		case isComment(line):
			comments = append(comments, ingest.Structure(n, n, "comment"))
			continue
		case isCategory(line):
			page.Title(n, phrase.Short(category(line)))
			continue
		}
		one := entryAt(text, n)
		if q, sure := read(one); sure > noAnswer && q.Text != "" {
			page.Question(one.first, one.last, p.graded(q, page.Titles()))
		} else {
			page.Prose(one.first, one.last)
		}
		n = one.last
	}
	found := page.Found()
	found.Marks = append(found.Marks, comments...)
	return found, nil
}

// graded puts a question under its titles, with the grade that it or they state.
func (p *Parser) graded(q quarry.Question, titles []string) quarry.Question {
	asked := p.phrases.Asked(q.Text, titles...)
	q.Grade, q.Source.Heading = asked.Grade, asked.Source.Heading
	if asked.Grade.Source == quarry.DifficultyStated && asked.Text != "" {
		q.Text = asked.Text
	}
	if q.Style == quarry.StyleOpen {
		q.Style = p.phrases.StyleOf(q.Text, q.Answer, titles...)
	}
	if p.phrases.IsPlaceholder(q.Answer) {
		q.Answer = ""
	}
	return q
}
