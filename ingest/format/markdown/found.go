package markdown

import (
	"cmp"
	"context"
	"strings"

	"github.com/yuin/goldmark/ast"

	"github.com/quarrykb/quarry/ingest"
)

// find returns the questions among the lines from body on, and blanks what they and
// the page around them take out of the source: the Markdown between is read as if
// they were not there.
func (r *reader) find(ctx context.Context, body int, masked []masked) []ingest.Found {
	lines := ingest.NewLines(r.text)
	lines.Take(1, body-1)
	for _, m := range masked {
		lines.Take(m.lines.LineStart, m.lines.LineEnd)
	}
	all, furniture := r.parser.questions.Find(ctx, lines)
	r.found.Marks = append(r.found.Marks, furniture...)
	for n := body; n <= r.last; n++ {
		if !lines.Free(n) {
			r.blankLine(n)
		}
	}
	for i := range all {
		all[i].Question.Text = r.plainText(all[i].Question.Text)
	}
	return all
}

func (r *reader) blankLine(n int) {
	blank(r.source, min(r.text.LineStart(n), len(r.source)), min(r.text.LineEnd(n), len(r.source)))
}

// plainText takes the markup off a question that stands on a line of its own.
// What is no paragraph stays as it is.
func (r *reader) plainText(written string) string {
	if !strings.ContainsAny(written, "*_[<&\\") {
		return written
	}
	source := []byte(written)
	root := r.parse(source)
	paragraph, ok := root.FirstChild().(*ast.Paragraph)
	if !ok || paragraph.NextSibling() != nil {
		return written
	}
	one := reader{source: source}
	shown := one.show(paragraph)
	shown.Text.Text = strings.ReplaceAll(shown.Text.Text, "\n", " ")
	return cmp.Or(strings.TrimSpace(shown.Marked().Text), written)
}
