package markdown

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/yuin/goldmark/ast"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/ingest"
	"github.com/quarrykb/quarry/ingest/doc"
)

// find asks every finder for the questions among the lines from body on, and
// blanks what they take out of the source: the Markdown around it is read as if
// it were not there.
func (r *reader) find(ctx context.Context, body int, masked []masked) []ingest.Found {
	lines := ingest.NewLines(r.text)
	lines.Take(1, body-1)
	for _, m := range masked {
		lines.Take(m.lines.LineStart, m.lines.LineEnd)
	}
	var all []ingest.Found
	for _, finder := range r.parser.finders {
		if ctx.Err() != nil {
			return nil
		}
		for _, found := range finder.Find(lines) {
			for _, own := range append(found.Elsewhere, found.Lines) {
				lines.Take(own.LineStart, own.LineEnd)
				r.blankLines(own)
			}
			all = append(all, found)
		}
	}
	if len(all) >= fewestOfPage {
		r.dropFurniture(lines)
	}
	slices.SortFunc(all, func(a, b ingest.Found) int { return cmp.Compare(a.Lines.LineStart, b.Lines.LineStart) })
	return all
}

// fewestOfPage is how many questions make a text a page of them, around which there is
// furniture.
const fewestOfPage = 3

// dropFurniture takes out of the source what belongs to the page and not to its content.
func (r *reader) dropFurniture(lines *ingest.Lines) {
	fences := lines.Fences()
	for n := 1; n <= lines.Lines(); n++ {
		if !lines.Free(n) || fences[n] {
			continue
		}
		if rule := r.parser.phrases.Furniture(lines.Line(n)); rule != "" {
			r.blankLines(quarry.LineRange{LineStart: n, LineEnd: n})
			r.found.Marks = append(r.found.Marks, ingest.Furniture(n, n, rule))
		}
	}
}

func (r *reader) blankLines(lines quarry.LineRange) {
	start, end := r.text.LineStart(lines.LineStart), r.text.LineEnd(lines.LineEnd)
	blank(r.source, min(start, len(r.source)), min(end, len(r.source)))
}

// keepFound keeps the questions, in their order, with the titles that they
// stand under and with what those say of all below them.
func (r *reader) keepFound(all []ingest.Found, sections []doc.Section) {
	titles, title := titleWalk{sections: sections}, ""
	for _, found := range all {
		q := found.Question
		q.Text = r.plainText(q.Text)
		q.Source.Heading = slices.Clone(titles.above(found.Lines.LineStart, found.Level))
		if found.Title != "" {
			title = found.Title
			r.found.Title = cmp.Or(r.found.Title, title)
		}
		if title != "" {
			q.Source.Heading = append(q.Source.Heading, title)
		}
		if q.Grade.Source != quarry.DifficultyStated {
			q.Grade = r.parser.phrases.GradeUnder(q.Source.Heading...)
		}
		if q.Style == "" || q.Style == quarry.StyleOpen {
			q.Style = r.parser.phrases.StyleOf(q.Text, q.Answer, q.Source.Heading...)
		}
		r.found.Questions = append(r.found.Questions, q)
		r.found.Marks = append(r.found.Marks, found.Marks...)
		for _, further := range found.Elsewhere {
			r.found.Marks = append(r.found.Marks, ingest.Mark{Lines: further, State: quarry.LineEntry})
		}
	}
}

// titleWalk goes down the sections and knows which are open.
type titleWalk struct {
	sections []doc.Section // still to come
	open     []doc.Section // of rising levels
}

// above returns the titles that a line stands under, and a heading of some
// level on it; 0 for no heading. Lines may only grow from call to call.
func (w *titleWalk) above(line, level int) []string {
	for len(w.sections) > 0 && (w.sections[0].Heading == nil || w.sections[0].Heading.First < line) {
		next := w.sections[0]
		w.sections = w.sections[1:]
		for len(w.open) > 0 && w.open[len(w.open)-1].Level() >= next.Level() {
			w.open = w.open[:len(w.open)-1]
		}
		w.open = append(w.open, next)
	}
	for _, s := range slices.Backward(w.open) {
		if level == 0 || s.Level() < level {
			return s.Titles
		}
	}
	return nil
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
