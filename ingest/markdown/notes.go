package markdown

import (
	"slices"
	"strconv"
	"strings"

	"github.com/yuin/goldmark/ast"
	xast "github.com/yuin/goldmark/extension/ast"

	"github.com/quarrykb/quarry/ingest/claim"
)

// noted are the footnotes among a section's blocks, in their order. One mark may
// have a note below each of several tables.
type noted struct {
	of    claim.Footnotes // the whole document's
	notes []note
	twice bool // a mark has several
	from  int  // the first of those below the block that was asked for last
	all   claim.Footnotes
}

// note is a footnote, and the block that it stands in.
type note struct {
	mark string
	text claim.Label
	at   int
}

// at returns the footnotes that the marks of a block point to: of several with one
// mark the next one below it, or else the last above.
func (n *noted) at(block int) claim.Footnotes {
	if n.all != nil && !n.twice {
		return n.all
	}
	from := slices.IndexFunc(n.notes, func(one note) bool { return one.at >= block })
	if from < 0 {
		from = len(n.notes)
	}
	if n.all != nil && n.from == from {
		return n.all
	}
	n.all, n.from = n.of, from
	for _, one := range n.notes[from:] {
		n.all = n.all.With(one.mark, one.text)
	}
	for _, one := range slices.Backward(n.notes[:from]) {
		n.all = n.all.With(one.mark, one.text)
	}
	return n.all
}

// add adds a footnote, where its text is one.
func (n *noted) add(mark string, text claim.Label, at int) {
	if mark == "" || text.Text == "" || len(n.notes) == mostNoted {
		return
	}
	n.twice = n.twice || slices.ContainsFunc(n.notes, func(one note) bool { return one.mark == mark })
	n.notes = append(n.notes, note{mark: mark, text: text, at: at})
}

// mostNoted is how many footnotes of one section are read.
const mostNoted = 256

// notes returns the footnotes among a section's blocks: paragraphs that begin
// with a mark, and what stands in italics or behind a lone bullet right below a
// table, which is how "*Estimated." comes out of Markdown.
func (r *reader) notes(s *section) *noted {
	notes := &noted{of: r.footnotes}
	for i, b := range s.blocks {
		for _, line := range r.noteLines(b) {
			mark, text := claim.Footnote(line.Text)
			line.Text = text
			notes.add(mark, line, i)
		}
		if i == 0 || !isTable(s.blocks[i-1].node) {
			continue
		}
		r.numbered(notes, b, i)
		if text, ok := r.starred(b); ok {
			notes.add("*", claim.Label{Text: text, Span: r.span(b.first, b.last)}, i)
		}
	}
	return notes
}

// numbered adds the items of a numbered list right below a table, to which marks
// like "²" and "[2]" point.
func (r *reader) numbered(notes *noted, b block, at int) {
	list, ok := b.node.(*ast.List)
	if !ok || !list.IsOrdered() {
		return
	}
	for i, item := range r.blocksOf(list, b.first, b.last) {
		if paragraph := item.node.FirstChild(); paragraph != nil && item.node.ChildCount() == 1 {
			text := strings.TrimSpace(r.render(paragraph).text)
			note := claim.Label{Text: text, Span: r.span(item.first, item.last)}
			mark := strconv.Itoa(list.Start + i)
			notes.add(mark, note, at)
			notes.add("["+mark+"]", note, at)
		}
	}
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
