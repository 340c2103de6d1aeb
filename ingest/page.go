package ingest

import (
	"context"
	"slices"

	"github.com/quarrykb/quarry"
)

// Page collects what is found in a layout of lines, from the first to the
// last: every line is a question's, a title, furniture or prose, and nothing is
// lost on the way.
type Page struct {
	ctx     context.Context //nolint:containedctx // of the reading that the page is filled by
	text    *Text
	found   Extraction
	section string
	prose   quarry.LineRange // lines that no passage has yet; LineStart is 0 while there are none
}

// NewPage returns the page of a text, with nothing found in it yet.
func NewPage(ctx context.Context, text *Text) *Page { return &Page{ctx: ctx, text: text} }

// Titles returns the titles that the next line stands under.
func (p *Page) Titles() []string {
	if p.section == "" {
		return nil
	}
	return []string{p.section}
}

// Title takes a line for a section's title. The first of them is the
// document's too.
func (p *Page) Title(line int, title string) {
	p.Name(line, title)
	p.section = title
}

// Name takes a line for a title that no section goes by: the document's, if it
// is the first.
func (p *Page) Name(line int, title string) {
	p.closePassage()
	p.found.Marks = append(p.found.Marks, Structure(line, line, "title"))
	if p.found.Title == "" {
		p.found.Title = title
	}
}

// Question keeps a question whose words and answer stand on some lines.
func (p *Page) Question(first, last int, q quarry.Question) {
	p.closePassage()
	q.Source.Span = p.text.LineSpan(first, last)
	p.found.Questions = append(p.found.Questions, q)
}

// proseBytes is the length at which prose is cut into passages, between lines.
const proseBytes = 1800

// Prose keeps lines that are nothing else, for a passage.
func (p *Page) Prose(first, last int) {
	start := p.prose.LineStart
	if start > 0 && p.text.LineEnd(last)-p.text.LineStart(start) > proseBytes {
		p.closePassage()
	}
	if p.prose.LineStart == 0 {
		p.prose.LineStart = first
	}
	p.prose.LineEnd = last
}

func (p *Page) closePassage() {
	if p.prose.LineStart == 0 {
		return
	}
	span := p.text.LineSpan(p.prose.LineStart, p.prose.LineEnd)
	passage := quarry.Passage{Text: p.text.Cut(span)}
	passage.Source.Span, passage.Source.Heading = span, slices.Clone(p.Titles())
	p.found.Passages = append(p.found.Passages, passage)
	p.prose = quarry.LineRange{}
}

// Full reports whether there is no use in going on: more was found than one document
// may yield, or the context has ended.
func (p *Page) Full() bool {
	return len(p.found.Questions)+len(p.found.Passages) > MaxEntries || p.ctx.Err() != nil
}

// Found returns what was found.
func (p *Page) Found() Extraction {
	p.closePassage()
	return p.found
}
