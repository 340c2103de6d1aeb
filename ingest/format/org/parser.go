package org

import (
	"bytes"
	"cmp"
	"context"
	"slices"
	"sort"
	"strings"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/ingest"
	"github.com/quarrykb/quarry/ingest/question/phrase"
	"github.com/quarrykb/quarry/internal/lexicon"
)

// Markdown reads the text that an outline is written over to.
type Markdown interface {
	Parse(ctx context.Context, text *ingest.Text) (ingest.Extraction, error)
}

// Parser reads outlines.
type Parser struct {
	lexicon  *lexicon.Lexicon
	phrases  *phrase.Reader
	markdown Markdown
}

// New returns a parser that knows the lexicon's grade words and leaves the
// reading to a parser of Markdown.
func New(lexicon *lexicon.Lexicon, markdown Markdown) *Parser {
	return &Parser{lexicon: lexicon, phrases: phrase.New(lexicon), markdown: markdown}
}

// Format names the layout.
func (*Parser) Format() ingest.Format { return ingest.Format{Name: "org", Version: 2} }

// Recognise is certain of a text with org's own keywords or drawers, and less
// so of one that only has headings of stars with text below them.
func (*Parser) Recognise(text *ingest.Text) ingest.Confidence {
	seen := look(text)
	switch {
	case seen.own > 0 && seen.own+seen.stars > 1 && seen.own+seen.stars > seen.markdown:
		return ingest.Certain
	case seen.nested > 1 && seen.top > 0 && seen.markdown == 0 && 3*seen.bodies >= seen.stars:
		return ingest.Likely
	}
	return ingest.NotMine
}

// Parse reads the cards of programs that quiz, and leaves all else to the
// parser of Markdown.
func (p *Parser) Parse(ctx context.Context, text *ingest.Text) (ingest.Extraction, error) {
	w := rewrite(p.lexicon.Cues(), text)
	w.readGrades(p.lexicon)
	cards, aside := p.cards(w)
	found, err := p.markdown.Parse(ctx, ingest.NewText(w.out))
	if err != nil {
		return ingest.Extraction{}, err
	}
	found.Questions = append(found.Questions, cards...)
	slices.SortStableFunc(found.Questions, func(a, b quarry.Question) int {
		return cmp.Compare(a.Source.ByteStart, b.Source.ByteStart)
	})
	found.Passages = append(found.Passages, aside...)
	slices.SortStableFunc(found.Passages, func(a, b quarry.Passage) int {
		return cmp.Compare(a.Source.ByteStart, b.Source.ByteStart)
	})
	for i, q := range found.Questions {
		found.Questions[i].Answer = w.restored(q.Answer, q.Source.Span)
		if q.Grade == quarry.NoGrade() || q.Grade == (quarry.Grade{}) {
			found.Questions[i].Grade = w.gradeAt(q.Source.LineStart)
		}
	}
	for i, passage := range found.Passages {
		found.Passages[i].Text = w.restored(passage.Text, passage.Source.Span)
		found.Passages[i].Source.Span = w.whole(passage.Source.Span)
	}
	found.Marks = append(found.Marks, w.marks...)
	found.Title, found.Metadata = cmp.Or(w.title, found.Title), w.metadata
	return found, nil
}

// whole returns a span up to the end of its last line where that was written
// over: the words that stand at its end now may have moved.
func (w *rewriter) whole(span quarry.Span) quarry.Span {
	start, end := w.text.LineStart(span.LineEnd), w.text.LineEnd(span.LineEnd)
	if bytes.Equal(w.text.Bytes[start:end], w.out[start:end]) {
		return span
	}
	return w.text.Span(span.ByteStart, end)
}

// restored returns a text from within a span without padding, and with its
// headings as the outline has them: what is told from a title where a heading
// stands above a section is a part of the text where it stands in one.
func (w *rewriter) restored(text string, span quarry.Span) string {
	first := sort.Search(len(w.headings), func(i int) bool { return w.headings[i].line >= span.LineStart })
	written := map[string][]heading{}
	for _, h := range w.headings[first:] {
		if h.line > span.LineEnd {
			break
		}
		key := withoutPadding(h.written)
		written[key] = append(written[key], h)
	}
	lines := strings.Split(withoutPadding(text), "\n")
	for i, line := range lines {
		if same := written[line]; len(same) > 0 {
			lines[i], written[line] = same[0].said(w.text), same[1:]
		}
	}
	return strings.Join(lines, "\n")
}

// said returns all that a heading says, as a heading of Markdown.
func (h heading) said(text *ingest.Text) string {
	words := []byte(strings.TrimSpace(strings.TrimLeft(text.Line(h.line), "*")))
	inline(words)
	return strings.Repeat("#", min(h.level, deepest)) + " " + strings.TrimSpace(string(words))
}

// withoutPadding takes away the spaces that lines end with since they were
// written over.
func withoutPadding(text string) string {
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		lines[i] = strings.TrimRight(line, " \r")
	}
	return strings.Join(lines, "\n")
}

// evidence counts what speaks for an outline, and against it.
type evidence struct {
	own      int // keywords, drawers, rules of tables
	top      int // headings of one star
	nested   int // of more
	stars    int // of any number
	bodies   int // headings with text below them
	markdown int // what Markdown alone has
}

func look(text *ingest.Text) evidence {
	var seen evidence
	fenced := text.Fences()
	for n := 1; n <= text.Lines(); n++ {
		line := text.Line(n)
		switch {
		case fenced[n] || isMarkdownHeading(line) || isMarkdownRule(line):
			seen.markdown++
		case levelOf(line) > 0:
			seen.heading(levelOf(line))
			if n < text.Lines() && !text.Blank(n+1) && levelOf(text.Line(n+1)) == 0 {
				seen.bodies++
			}
		case isKeyword(line) || isDrawer(line) || isTableRule(line):
			seen.own++
		}
	}
	return seen
}

func (e *evidence) heading(level int) {
	e.stars++
	if level == 1 {
		e.top++
		return
	}
	e.nested++
}
