package fact

import (
	"slices"
	"strings"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/ingest"
	"github.com/quarrykb/quarry/ingest/doc"
	"github.com/quarrykb/quarry/internal/text"
)

// Found is what a document states, and what of it only names or parts that.
type Found struct {
	Facts    []quarry.Fact
	Marks    []ingest.Mark
	Warnings []string
}

// Read reads the facts of a text's sections, no more than a document may have.
func (r *Reader) Read(t *ingest.Text, language *text.Language, sections []doc.Section) Found {
	var found Found
	for _, s := range sections {
		walk{Reader: r, text: t, language: language, found: &found}.below(s.Blocks, Place{Headings: s.Titles})
	}
	return found
}

// walk reads the blocks of a document.
type walk struct {
	*Reader

	text     *ingest.Text
	language *text.Language
	found    *Found
}

// below reads blocks that stand in a place.
func (w walk) below(blocks []doc.Block, place Place) {
	s := scope{walk: w, place: place}
	for _, b := range blocks {
		if len(w.found.Facts) > ingest.MaxEntries { // the document will be refused
			return
		}
		s.block(b)
	}
}

func (w walk) mark(lines doc.Place, rule string) {
	w.found.Marks = append(w.found.Marks, ingest.Structure(lines.First, lines.Last, rule))
}

// keep keeps what items state that stand in a place.
func (w walk) keep(place Place, items ...Item) {
	for _, item := range items {
		item.Place = place
		if one, ok := item.Fact(); ok {
			w.found.Facts = append(w.found.Facts, one)
		}
	}
}

// over returns the span of the lines that some pieces stand on, and these lines.
func (w walk) over(pieces []doc.Text) (quarry.Span, doc.Place) {
	lines := doc.Place{First: pieces[0].Span.LineStart, Last: pieces[len(pieces)-1].Span.LineEnd}
	return w.text.LineSpan(lines.First, lines.Last), lines
}

// citations returns the links of a text to the web.
func citations(t doc.Text) []quarry.Citation {
	if t.Inline == nil {
		return nil
	}
	var all []quarry.Citation
	for _, link := range t.Inline.Links {
		if doc.IsWeb(link.URL) {
			all = append(all, quarry.Citation{URL: link.URL, Label: link.Label})
		}
	}
	return all
}

// scope is the blocks of one place, with the labels among them that speak for what
// follows.
type scope struct {
	walk

	place  Place
	labels []Label // by rank
	leadIn *Label  // speaks for the next block only
}

// The ranks of labels: one without emphasis stands under the others.
const (
	bold = iota + 1
	emphasised
	titled
)

func (s *scope) block(b doc.Block) {
	place := s.here()
	switch b := b.(type) {
	case *doc.Paragraph:
		if len(b.Lines) > 0 && !b.Aside {
			s.paragraph(b)
			return
		}
	case *doc.List:
		s.list(b, place)
	case *doc.Table:
		s.table(b, place)
	case *doc.Raw:
		for _, inner := range b.Blocks {
			if table, ok := inner.(*doc.Table); ok && table.Header > 0 && table.Header < len(table.Rows) {
				s.table(table, place)
			}
		}
	case *doc.Code:
		s.code(b, place)
	case *doc.Quote:
		s.below(b.Blocks, place)
	case *doc.Structure:
		s.mark(b.Place, b.Rule)
	}
	s.leadIn = nil
}

// here returns the place under all labels that speak now.
func (s *scope) here() Place {
	place := s.place
	for _, label := range s.labels {
		place = place.Under(label)
	}
	if s.leadIn != nil {
		place = place.Under(*s.leadIn)
	}
	return place
}

// paragraph takes a paragraph for a label, for keyed lines, or for prose that may hold
// definitions.
func (s *scope) paragraph(p *doc.Paragraph) {
	whole := doc.Joined(p.Lines, " ").Marked()
	span, lines := s.over(p.Lines)
	label := Label{Text: strings.TrimRight(whole.Text, ": "), Span: span}
	switch {
	case isEmphasised(whole) && lines.First == lines.Last:
		rank := emphasised
		if whole.Inline != nil && whole.Inline.Bold {
			rank = bold
		}
		s.setLabel(label, rank)
		s.mark(lines, "label")
		return
	case strings.HasSuffix(whole.Text, ":"):
		s.leadIn = &label
		return
	case s.keyedLines(p.Lines):
	default:
		s.sentences(whole, s.here())
	}
	s.leadIn = nil
}

// isEmphasised reports whether all of a text is bold or emphasised, but for a colon.
func isEmphasised(t doc.Text) bool {
	return t.Strong > 0 && strings.TrimRight(t.Text[t.Strong:], ": ") == ""
}

// setLabel replaces the label of a rank and drops those below it.
func (s *scope) setLabel(label Label, rank int) {
	for len(s.labels) < rank {
		s.labels = append(s.labels, Label{})
	}
	s.labels = append(s.labels[:rank-1], label)
	s.leadIn = nil
}

// keyedLines reads a paragraph of which every line is "Key: value", but for a first one
// that is a title of the others.
func (s *scope) keyedLines(lines []doc.Text) bool {
	title, items, ok := s.keyedItems(lines)
	if !ok {
		return false
	}
	place := s.here()
	if title.Text != "" {
		s.labels = s.labels[:min(len(s.labels), titled-1)]
		place = s.here().Under(title) // and under what leads in to it
		s.setLabel(title, titled)
		s.mark(doc.Place{First: title.Span.LineStart, Last: title.Span.LineEnd}, "label")
	}
	s.keep(place, items...)
	return true
}

// code reads a block of code without a language: formulas and lists of numbers are
// written that way. Code in a language stays with the text around it.
func (w walk) code(code *doc.Code, place Place) {
	if !code.Fenced || len(code.Lines) == 0 || !slices.Contains([]string{"", "text", "txt", "plain", "plaintext", "math", "latex", "tex"}, code.Language) {
		return
	}
	lines := make([]string, len(code.Lines))
	for i, line := range code.Lines {
		lines[i] = line.Text
	}
	w.keep(place, Item{Value: strings.Trim(strings.Join(lines, "\n"), "\n"), Span: w.text.LineSpan(code.First, code.Last)})
}

// sentences reads the definitions among a paragraph's sentences. What stands between two
// sentences, a link or a mark, belongs to the one before it.
func (w walk) sentences(paragraph doc.Text, place Place) {
	all := slices.Collect(w.language.Sentences(paragraph.Text))
	for i, s := range all {
		start, after := w.begin(paragraph, s.Start), min(s.Start, 1)+s.Start
		behind, end := len(paragraph.Text), paragraph.Span.ByteEnd
		if i+1 < len(all) {
			behind = all[i+1].Start
			end = max(start, w.begin(paragraph, behind))
		}
		one := paragraph.Part(s.Start, s.End, after, behind)
		item := Item{Value: one.Text, Span: w.text.Span(start, end), Place: place, Citations: citations(one)}
		if stated, ok := w.Definition(item); ok {
			w.found.Facts = append(w.found.Facts, stated)
		}
	}
}

// begin returns where a part of a paragraph begins, with the marks of emphasis, code and
// links before it.
func (w walk) begin(paragraph doc.Text, at int) int {
	start := paragraph.Origin(at)
	for start > paragraph.Span.ByteStart && strings.IndexByte("*_`[", w.text.Bytes[start-1]) >= 0 {
		start--
	}
	return start
}
