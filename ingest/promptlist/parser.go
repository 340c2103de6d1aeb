package promptlist

import (
	"context"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/ingest"
	"github.com/quarrykb/quarry/ingest/phrase"
)

// Parser reads lists of prompts.
type Parser struct{ lexicon *quarry.Lexicon }

// New returns a parser that knows the lexicon's grade words.
func New(lexicon *quarry.Lexicon) *Parser { return &Parser{lexicon: lexicon} }

// Format names the layout.
func (*Parser) Format() ingest.Format { return ingest.Format{Name: "promptlist", Version: 1} }

// A list has at least two prompts, and next to nothing else: at most one line
// in ten, such as a title.
const (
	fewestPrompts = 2
	oneIn         = 10
)

// Recognise counts the lines that ask something. Once there are too many others
// for the whole text, the rest is not looked at.
func (*Parser) Recognise(text *ingest.Text) ingest.Confidence {
	asking, others := 0, 0
	for n := 1; n <= text.Lines() && others*oneIn <= text.Lines(); n++ {
		switch {
		case text.Blank(n):
		case phrase.IsQuestion(text.Line(n)):
			asking++
		default:
			others++
		}
	}
	if asking < fewestPrompts || others*oneIn > asking+others {
		return ingest.NotMine
	}
	return ingest.Likely
}

// Parse returns a question for every line that asks; other lines are titles.
func (p *Parser) Parse(_ context.Context, text *ingest.Text) (ingest.Extraction, error) {
	var found ingest.Extraction
	var heading []string
	for n := 1; n <= text.Lines() && len(found.Questions) <= ingest.MaxEntries; n++ {
		line := text.Line(n)
		switch {
		case text.Blank(n):
		case phrase.IsQuestion(line):
			found.Questions = append(found.Questions, p.question(text, n, heading))
		default:
			heading = []string{phrase.Strip(line)}
			found.Marks = append(found.Marks, ingest.Structure(n, n, "title"))
			if found.Title == "" {
				found.Title = heading[0]
			}
		}
	}
	return found, nil
}

func (p *Parser) question(text *ingest.Text, line int, heading []string) quarry.Question {
	asked := phrase.Strip(text.Line(line))
	q := quarry.Question{Text: asked, Style: phrase.Style(asked, heading...)}
	if bare, grade, ok := p.lexicon.TrailingGrade(asked); ok {
		q.Text, q.Grade = bare, quarry.StatedGrade(grade)
	}
	q.Source.Span = text.LineSpan(line, line)
	q.Source.Heading = append(q.Source.Heading, heading...)
	return q
}
