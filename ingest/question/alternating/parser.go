package alternating

import (
	"context"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/quarrykb/quarry/ingest"
	"github.com/quarrykb/quarry/ingest/question/phrase"
	"github.com/quarrykb/quarry/internal/lexicon"
)

// Parser reads alternating lines.
type Parser struct{ phrases *phrase.Reader }

// New returns a parser that knows the lexicon's grade words.
func New(lexicon *lexicon.Lexicon) *Parser { return &Parser{phrases: phrase.New(lexicon)} }

// Format names the layout.
func (*Parser) Format() ingest.Format { return ingest.Format{Name: "alternating", Version: 3} }

// How the lines of the layout look: of the first lines of the pairs at most one
// in ten does not ask, of the second ones at most one in five does.
const (
	fewestPairs    = 2
	silentOneIn    = 10
	askingOneIn    = 5
	linesOfOnePair = 2
)

// Recognise pairs the lines that are not blank and counts, up to where too many
// pairs do not look like a question and its answer.
func (p *Parser) Recognise(text *ingest.Text) ingest.Confidence {
	lines := written(text)
	pairs := len(lines) / linesOfOnePair
	if pairs < fewestPairs || len(lines)%linesOfOnePair != 0 {
		return ingest.NotMine
	}
	if marked(text, lines) {
		return ingest.NotMine
	}
	silent, asking := 0, 0 // first lines that do not ask, and second ones that do
	for i := 0; i < len(lines); i += linesOfOnePair {
		if !p.phrases.IsQuestion(text.Line(lines[i])) {
			silent++
		}
		if p.phrases.IsQuestion(text.Line(lines[i+1])) {
			asking++
		}
		if silent*silentOneIn > pairs || asking*askingOneIn > pairs {
			return ingest.NotMine
		}
	}
	return ingest.Likely
}

// marked reports whether marks tell questions from answers, of Markdown or of
// any other kind: such a text is for parsers that know them. The label
// "Question:" is none, for lines that have it alternate with lines that do not.
func marked(text *ingest.Text, lines []int) bool {
	marks := 0
	labels := map[string]int{}
	for i, n := range lines {
		line := strings.TrimSpace(text.Line(n))
		first, _ := utf8.DecodeRuneInString(line)
		if phrase.IsMarked(line) || phrase.IsBullet(line) || unicode.IsSymbol(first) {
			marks++
		}
		if i%linesOfOnePair == 0 {
			labels[dashedLabel(line)]++
		}
	}
	delete(labels, "")
	for _, count := range labels {
		if 2*count*linesOfOnePair > len(lines) {
			return true
		}
	}
	return marks*silentOneIn > len(lines)
}

// dashedLabel returns the word that a dash parts from the rest of a line, "Q"
// of "Q – What…", or "".
func dashedLabel(line string) string {
	word, rest, _ := strings.Cut(line, " ")
	mark, _, found := strings.Cut(rest, " ")
	if !found || !strings.Contains("- – — = -> → |", mark) {
		return ""
	}
	return word
}

// Parse returns a question for every pair.
func (p *Parser) Parse(ctx context.Context, text *ingest.Text) (ingest.Extraction, error) {
	page := ingest.NewPage(ctx, text)
	labels := p.phrases.LabelsOf(text.Each())
	lines := written(text)
	for i := 0; i+1 < len(lines) && !page.Full(); i += 2 {
		q := p.phrases.Asked(text.Line(lines[i]))
		if answer, _ := labels.CutAnswer(text.Line(lines[i+1])); !p.phrases.IsPlaceholder(answer) {
			q.Answer = answer
		}
		page.Question(lines[i], lines[i+1], q)
	}
	return page.Found(), nil
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
