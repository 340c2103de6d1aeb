package markdown

import (
	"strconv"
	"strings"

	"github.com/yuin/goldmark/ast"
	xast "github.com/yuin/goldmark/extension/ast"

	"github.com/quarrykb/quarry/ingest/claim"
)

// notes returns the footnotes among a section's blocks: paragraphs that begin
// with a mark, and what stands in italics or behind a lone bullet right below a
// table, which is how "*Estimated." comes out of Markdown.
func (r *reader) notes(s *section) claim.Footnotes {
	notes := r.footnotes
	for i, b := range s.blocks {
		for _, line := range r.noteLines(b) {
			mark, text := claim.Footnote(line.Text)
			line.Text = text
			notes = notes.With(mark, line)
		}
		if i == 0 || !isTable(s.blocks[i-1].node) {
			continue
		}
		notes = r.numbered(notes, b)
		if text, ok := r.starred(b); ok {
			notes = notes.With("*", claim.Label{Text: text, Span: r.span(b.first, b.last)})
		}
	}
	return notes
}

// numbered adds the items of a numbered list right below a table, to which marks
// like "²" and "[2]" point.
func (r *reader) numbered(notes claim.Footnotes, b block) claim.Footnotes {
	list, ok := b.node.(*ast.List)
	if !ok || !list.IsOrdered() {
		return notes
	}
	for i, item := range r.blocksOf(list, b.first, b.last) {
		if paragraph := item.node.FirstChild(); paragraph != nil && item.node.ChildCount() == 1 {
			text := strings.TrimSpace(r.render(paragraph).text)
			note := claim.Label{Text: text, Span: r.span(item.first, item.last)}
			mark := strconv.Itoa(list.Start + i)
			notes = notes.With(mark, note).With("["+mark+"]", note)
		}
	}
	return notes
}

// noteLines returns the lines of a paragraph; none of any other block.
func (r *reader) noteLines(b block) []claim.Label {
	paragraph, ok := b.node.(*ast.Paragraph)
	if !ok {
		return nil
	}
	var lines []claim.Label
	for i, children := range keyedChildren(paragraph) {
		if i < paragraph.Lines().Len() {
			line := paragraph.Lines().At(i)
			if !mayBeNote(strings.TrimSpace(string(line.Value(r.source)))) {
				continue
			}
			text := strings.TrimSpace(r.renderNodes(children).text)
			lines = append(lines, claim.Label{Text: text, Span: r.text.Span(line.Start, line.Stop)})
		}
	}
	return lines
}

// mayBeNote reports whether a line may begin with a note's mark: with no letter
// and no digit of the Latin alphabet.
func mayBeNote(line string) bool {
	return line != "" && (line[0] >= 0x80 || strings.IndexByte("*[\\", line[0]) >= 0)
}

func isTable(node ast.Node) bool {
	_, ok := node.(*xast.Table)
	return ok
}

// starred returns a note whose star Markdown has read as a mark of its own.
func (r *reader) starred(b block) (string, bool) {
	switch node := b.node.(type) {
	case *ast.Paragraph:
		text := strings.TrimSpace(r.render(node).text)
		return text, emphasisOf(node) == 2 && !strings.HasSuffix(text, ":")
	case *ast.List:
		item := node.FirstChild()
		if node.Marker != '*' || node.ChildCount() != 1 || item.ChildCount() != 1 {
			return "", false
		}
		return strings.TrimSpace(r.render(item.FirstChild()).text), true
	}
	return "", false
}

// footnotesOf returns the footnotes that Markdown knows as such, by the marks that
// marksOf gives what points to them.
func (r *reader) footnotesOf(document ast.Node) claim.Footnotes {
	list, ok := document.LastChild().(*xast.FootnoteList)
	if !ok {
		return nil
	}
	var notes claim.Footnotes
	for node := list.FirstChild(); node != nil; node = node.NextSibling() {
		note, isNote := node.(*xast.Footnote)
		paragraph, isPlain := node.FirstChild().(*ast.Paragraph)
		if !isNote || !isPlain || node.ChildCount() != 1 || paragraph.Lines().Len() == 0 {
			continue
		}
		lines := paragraph.Lines()
		span := r.text.Span(lines.At(0).Start, lines.At(lines.Len()-1).Stop)
		notes = notes.With(markOf(note.Index), claim.Label{Text: strings.TrimSpace(r.render(paragraph).text), Span: span})
	}
	return notes
}

// markOf returns the mark of a footnote that Markdown has numbered.
func markOf(index int) string { return "[#" + strconv.Itoa(index) + "]" }

// marksOf returns the marks of the footnotes to which a cell points.
func marksOf(cell ast.Node) string {
	var marks strings.Builder
	for node := cell.FirstChild(); node != nil; node = node.NextSibling() {
		if link, ok := node.(*xast.FootnoteLink); ok {
			marks.WriteString(markOf(link.Index))
		}
	}
	return marks.String()
}
