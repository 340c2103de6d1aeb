package alternating

import (
	"context"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/ingest"
	"github.com/quarrykb/quarry/ingest/phrase"
)

// Parser reads alternating lines.
type Parser struct{ lexicon *quarry.Lexicon }

// New returns a parser that knows the lexicon's grade words.
func New(lexicon *quarry.Lexicon) *Parser { return &Parser{lexicon: lexicon} }

// Format names the layout.
func (*Parser) Format() ingest.Format { return ingest.Format{Name: "alternating", Version: 1} }

// How the lines of the layout look: nearly all first lines of a pair ask, and
// nearly no second ones.
const (
	fewestPairs    = 2
	shareAsking    = 0.9
	shareAnswering = 0.8
)

// Recognise pairs the lines that are not blank and counts.
func (*Parser) Recognise(text *ingest.Text) ingest.Confidence {
	lines := written(text)
	pairs := len(lines) / 2
	if pairs < fewestPairs || len(lines)%2 != 0 {
		return ingest.NotMine
	}
	asking, answering := 0, 0
	for i := 0; i < len(lines); i += 2 {
		if phrase.IsQuestion(text.Line(lines[i])) {
			asking++
		}
		if !phrase.IsQuestion(text.Line(lines[i+1])) {
			answering++
		}
	}
	if float64(asking) < shareAsking*float64(pairs) || float64(answering) < shareAnswering*float64(pairs) {
		return ingest.NotMine
	}
	return ingest.Likely
}

// Parse returns a question for every pair.
func (p *Parser) Parse(_ context.Context, text *ingest.Text) (ingest.Extraction, error) {
	var found ingest.Extraction
	lines := written(text)
	for i := 0; i+1 < len(lines) && len(found.Questions) <= ingest.MaxEntries; i += 2 {
		found.Questions = append(found.Questions, p.question(text, lines[i], lines[i+1]))
	}
	return found, nil
}

func (p *Parser) question(text *ingest.Text, asking, answering int) quarry.Question {
	asked := phrase.Strip(text.Line(asking))
	q := quarry.Question{Text: asked, Style: phrase.Style(asked)}
	if bare, grade, ok := p.lexicon.TrailingGrade(asked); ok {
		q.Text, q.Grade = bare, quarry.StatedGrade(grade)
	}
	answer, labelled := phrase.CutAnswerLabel(text.Line(answering))
	if !labelled {
		answer = text.Line(answering)
	}
	if !phrase.IsPlaceholder(answer) {
		q.Answer = answer
	}
	q.Source.Span = text.LineSpan(asking, answering)
	return q
}

// written returns the lines that are not blank.
func written(text *ingest.Text) []int {
	lines := make([]int, 0, text.Lines())
	for n := 1; n <= text.Lines(); n++ {
		if !text.Blank(n) {
			lines = append(lines, n)
		}
	}
	return lines
}
