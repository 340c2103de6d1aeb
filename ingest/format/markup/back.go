package markup

import (
	"strings"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/ingest"
	"github.com/quarrykb/quarry/ingest/doc"
)

// Back returns what was found in what was written with its places in the text itself, and with the
// marks of what was skipped. What stands nowhere in the text is left out.
func (t *Transcript) Back(found ingest.Extraction) ingest.Extraction {
	found.Questions = kept(found.Questions, func(q *quarry.Question) bool { return t.move(&q.Source) })
	found.Facts = kept(found.Facts, func(f *quarry.Fact) bool { return t.move(&f.Source) })
	found.Specs = kept(found.Specs, func(s *quarry.Spec) bool { return t.move(&s.Source) })
	found.Passages = kept(found.Passages, func(p *quarry.Passage) bool { return t.move(&p.Source) })
	marks := make([]ingest.Mark, 0, len(found.Marks)+len(t.marks))
	for _, m := range found.Marks {
		m.Lines.LineStart, m.Lines.LineEnd = t.lines[m.Lines.LineStart-1].first, t.lines[m.Lines.LineEnd-1].last
		if m.Lines.LineStart <= m.Lines.LineEnd {
			marks = append(marks, m)
		}
	}
	found.Marks = append(marks, t.marks...)
	t.moveTree(found.Tree)
	return found
}

// moveTree brings the pieces of a tree back. Of a line that was written anew only its
// own place is known, and within it that of what stands there once. What stands
// nowhere in the text has no place any more.
func (t *Transcript) moveTree(tree doc.Document) {
	pieces := ingest.NewPieces(t.text)
	span := func(s *quarry.Span) {
		if s.LineStart > 0 {
			*s, _ = t.span(*s)
		}
	}
	tree.Move(func(one *doc.Text) {
		span(&one.Span)
		if one.Span.LineStart == 0 {
			return
		}
		start, end := one.Span.ByteStart, one.Span.ByteEnd
		if written := t.text.Cut(one.Span); one.Text != "" && strings.Count(written, one.Text) == 1 && len(written) > len(one.Text) {
			start += strings.Index(written, one.Text)
			end = start + len(one.Text)
		}
		at := pieces.Piece("", start, end)
		one.Span, one.Column = at.Span, at.Column
	}, span)
}

// kept returns the entries that move.
func kept[E any](all []E, move func(*E) bool) []E {
	stay := all[:0:0]
	for _, one := range all {
		if move(&one) {
			stay = append(stay, one)
		}
	}
	return stay
}

// move brings a source back, and reports whether its span says anything.
func (t *Transcript) move(s *quarry.Source) bool {
	s.Context = kept(s.Context, func(c *quarry.Context) bool {
		var ok bool
		c.Span, ok = t.span(c.Span)
		return ok
	})
	var ok bool
	s.Span, ok = t.span(s.Span)
	return ok
}

func (t *Transcript) span(s quarry.Span) (quarry.Span, bool) {
	start, _ := t.source(s.ByteStart)
	_, end := t.source(s.ByteEnd)
	if start >= end {
		return quarry.Span{}, false
	}
	span := t.text.Span(start, end)
	return span, !t.text.Blank(span.LineStart)
}
