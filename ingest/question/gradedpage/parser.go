package gradedpage

import (
	"context"

	"github.com/quarrykb/quarry/ingest"
	"github.com/quarrykb/quarry/ingest/question/phrase"
	"github.com/quarrykb/quarry/internal/lexicon"
)

// Parser reads graded pages.
type Parser struct {
	lexicon *lexicon.Lexicon
	phrases *phrase.Reader
}

// New returns a parser that knows the lexicon's grade words.
func New(lexicon *lexicon.Lexicon) *Parser {
	return &Parser{lexicon: lexicon, phrases: phrase.New(lexicon)}
}

// Format names the layout.
func (*Parser) Format() ingest.Format { return ingest.Format{Name: "gradedpage", Version: 4} }

// fewestQuestions is how many graded lines make a page of this layout: one or
// two may be a coincidence of words.
const fewestQuestions = 3

// Recognise counts the lines that stand alone and end in a grade word. As many
// lines with Markdown's marks are for another parser.
func (p *Parser) Recognise(text *ingest.Text) ingest.Confidence {
	graded, marked := 0, 0
	for _, b := range blocksOf(text) {
		switch {
		case p.isQuestion(text, b):
			graded++
		case phrase.IsMarked(text.Line(b.first)):
			marked++
		}
	}
	if graded < fewestQuestions || marked >= graded {
		return ingest.NotMine
	}
	return ingest.Certain
}

// Parse walks the page block by block, a block being what stands between
// blank lines.
func (p *Parser) Parse(ctx context.Context, text *ingest.Text) (ingest.Extraction, error) {
	walk := reader{parser: p, text: text, page: ingest.NewPage(ctx, text)}
	blocks := blocksOf(text)
	for i, b := range blocks {
		if walk.page.Full() {
			break
		}
		walk.atStart, walk.atEnd = i == 0, i+1 == len(blocks)
		walk.read(b)
	}
	walk.closeQuestion()
	return walk.page.Found(), nil
}

// block is a run of lines without a blank one.
type block struct{ first, last int }

func (b block) single() bool { return b.first == b.last }

func blocksOf(text *ingest.Text) []block {
	var blocks []block
	for n := 1; n <= text.Lines(); n++ {
		if text.Blank(n) {
			continue
		}
		if last := len(blocks) - 1; last >= 0 && blocks[last].last == n-1 {
			blocks[last].last = n
			continue
		}
		blocks = append(blocks, block{n, n})
	}
	return blocks
}

// isQuestion reports whether a block is one line that ends in a grade word. A
// line with Markdown's marks is for the parser that reads them.
func (p *Parser) isQuestion(text *ingest.Text, b block) bool {
	if !b.single() || phrase.IsBullet(text.Line(b.first)) || phrase.IsMarked(text.Line(b.first)) {
		return false
	}
	_, _, graded := p.lexicon.TrailingGrade(p.phrases.Strip(text.Line(b.first)))
	return graded
}
