package ingesttest

import (
	"fmt"
	"strings"
	"testing"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/ingest"
	"github.com/quarrykb/quarry/ingest/doc"
)

// checkTree verifies that all pieces of a tree stand in the text, on the lines that
// they name, and that no more of one is strong than there is.
func checkTree(t *testing.T, text *ingest.Text, tree doc.Document) {
	t.Helper()
	span := func(s *quarry.Span) {
		if *s == (quarry.Span{}) {
			return
		}
		isInside := 0 <= s.ByteStart && s.ByteStart <= s.ByteEnd && s.ByteEnd <= len(text.Bytes) && 1 <= s.LineStart && s.LineEnd <= text.Lines()
		if !isInside || s.ByteStart < text.LineStart(s.LineStart) || s.ByteEnd > text.LineEnd(s.LineEnd) {
			t.Errorf("a piece of the tree at %+v of a text of %d bytes and %d lines", *s, len(text.Bytes), text.Lines())
		}
	}
	tree.Move(func(one *doc.Text) {
		span(&one.Span)
		if one.Strong < 0 || one.Strong > len(one.Text) || one.Column < 0 {
			t.Errorf("a piece of the tree %+v", *one)
		}
	}, span)
}

// treeView is a tree as it is written down.
type treeView struct {
	text *ingest.Text
	out  strings.Builder
}

// Tree writes a tree one piece a line: what it says, the line and column where it
// stands, how much of it is strong, and what stands there if that is not just itself.
func Tree(text *ingest.Text, d doc.Document) string {
	w := &treeView{text: text}
	if d.Front != nil {
		w.line(0, "front")
		w.value(1, *d.Front)
	}
	w.blocks(0, d.Blocks)
	return w.out.String()
}

func (w *treeView) line(depth int, format string, args ...any) {
	_, _ = fmt.Fprintf(&w.out, strings.Repeat("  ", depth)+format+"\n", args...)
}

func (w *treeView) piece(t doc.Text) string {
	said := fmt.Sprintf("%q @%d:%d", t.Text, t.Span.LineStart, t.Column)
	if t.Strong > 0 {
		said += fmt.Sprintf(" strong %q", t.Text[:t.Strong])
	}
	if cut := w.text.Cut(t.Span); cut != t.Text {
		said += fmt.Sprintf(" from %q", cut)
	}
	return said
}

func (w *treeView) pieces(depth int, name string, all []doc.Text) {
	for _, t := range all {
		w.line(depth, "%s %s", name, w.piece(t))
	}
}

func (w *treeView) blocks(depth int, blocks []doc.Block) {
	for _, b := range doc.Shown(blocks) {
		w.block(depth, b)
	}
}

func (w *treeView) block(depth int, b doc.Block) {
	switch b := b.(type) {
	case *doc.Heading:
		w.line(depth, "heading %d %s", b.Level, w.piece(b.Text))
	case *doc.Paragraph:
		w.line(depth, "paragraph")
		w.pieces(depth+1, "line", b.Lines)
	case *doc.List:
		w.line(depth, "list ordered=%v terms=%v", b.Ordered, b.Terms)
		for _, item := range b.Items {
			w.line(depth+1, "item")
			w.pieces(depth+2, "line", item.Lines)
			w.blocks(depth+2, item.Blocks)
		}
	case *doc.Table:
		w.table(depth, b)
	case *doc.Code:
		w.line(depth, "code %q", b.Language)
		w.pieces(depth+1, "line", b.Lines)
	case *doc.Quote:
		w.line(depth, "quote")
		w.blocks(depth+1, b.Blocks)
	case *doc.Record:
		w.line(depth, "record")
		w.value(depth+1, b.Value)
	}
}

func (w *treeView) table(depth int, t *doc.Table) {
	w.line(depth, "table header=%d", t.Header)
	w.pieces(depth+1, "caption", t.Captions)
	for _, row := range t.Rows {
		w.line(depth+1, "row")
		for _, cell := range row {
			marks := ""
			if cell.Title {
				marks += " title"
			}
			if cell.Again {
				marks += " again"
			}
			w.line(depth+2, "%s%s", w.piece(cell.Text), marks)
		}
	}
}

func (w *treeView) value(depth int, v doc.Value) {
	for _, field := range v.Fields {
		note := ""
		if field.Note.Text != "" {
			note = " note " + w.piece(field.Note)
		}
		w.line(depth, "%s (%s): %q at %q%s", field.Name, w.text.Cut(field.Key), field.Value.Text, w.text.Cut(field.Value.Span), note)
		w.value(depth+1, field.Value)
	}
	for _, item := range v.Items {
		w.line(depth, "- %q at %q", item.Text, w.text.Cut(item.Span))
		w.value(depth+1, item)
	}
}
