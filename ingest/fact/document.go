package fact

import (
	"cmp"
	"fmt"
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
	d := r.document(t, language, sections)
	for _, c := range d.candidates {
		c.stands = r.isWorth(d, c)
	}
	for _, g := range d.groups {
		r.join(d, g)
	}
	for _, c := range d.candidates {
		if c.stands {
			d.found.Facts = append(d.found.Facts, c.about(r.choose(c)))
		}
	}
	slices.SortStableFunc(d.found.Facts, func(a, b quarry.Fact) int { return a.Source.ByteStart - b.Source.ByteStart })
	return d.found
}

// isWorth reports whether a candidate is worth having.
func (r *Reader) isWorth(d *document, c *candidate) bool {
	return r.model.Probability(r.describe(d, c)) >= Likely
}

// Sample is something that a document says, with what the models are told of it: to fit them
// to.
type Sample struct {
	Span     quarry.Span
	Joined   bool // of several entries of a list
	Features []float64
	Subjects []SubjectSample
}

// SubjectSample is what a sample may be about.
type SubjectSample struct {
	Text     string
	Features []float64
}

// Samples returns everything that may be a fact.
func (r *Reader) Samples(t *ingest.Text, language *text.Language, sections []doc.Section) []Sample {
	var all []Sample
	d := r.document(t, language, sections)
	candidates := d.candidates
	for _, g := range d.groups {
		candidates = append(candidates, g.all()...)
	}
	for _, c := range candidates {
		one := Sample{Span: c.Span, Joined: c.kind == joined, Features: r.describe(d, c)}
		for _, s := range r.subjects(c) {
			one.Subjects = append(one.Subjects, SubjectSample{s.text, s.features})
		}
		all = append(all, one)
	}
	return all
}

// document is a document while it is read.
type document struct {
	found      Found
	candidates []*candidate
	groups     []*group
	language   *text.Language
	counted    counts
	ended      bool // before all of it was read
}

func (r *Reader) document(t *ingest.Text, language *text.Language, sections []doc.Section) *document {
	d := &document{language: language, counted: counts{}}
	for _, s := range sections {
		walk{Reader: r, text: t, language: language, to: d, groups: &d.groups}.below(s.Blocks, Place{Headings: s.Titles})
	}
	for _, g := range d.groups {
		d.counted.label(g)
	}
	for _, c := range d.candidates {
		r.cut(c, language)
		if c.Key != "" {
			d.counted[strings.ToLower(c.Key)]++
		}
	}
	return d
}

// walk reads the blocks of a document.
type walk struct {
	*Reader

	text     *ingest.Text
	language *text.Language
	to       *document
	groups   *[]*group // that the lists here are added to
}

// below reads blocks that stand in a place.
func (w walk) below(blocks []doc.Block, place Place) {
	s := scope{walk: w, place: place}
	for _, b := range blocks {
		if len(w.to.candidates) > ingest.MaxEntries {
			w.to.endsAt(b)
			return
		}
		s.block(b)
	}
}

// endsAt notes that what stands from a block on is not looked at.
func (d *document) endsAt(b doc.Block) {
	if !d.ended {
		d.ended = true
		d.found.Warnings = append(d.found.Warnings, fmt.Sprintf("line %d: no facts are read from here on, as more than %d sentences, items and rows stand before it", b.Where().First, ingest.MaxEntries))
	}
}

func (w walk) mark(lines doc.Place, rule string) {
	w.to.found.Marks = append(w.to.found.Marks, ingest.Structure(lines.First, lines.Last, rule))
}

// keep keeps what is said in a place; nil for nothing.
func (w walk) keep(place Place, item Item) *candidate {
	if strings.TrimSpace(item.Value) == "" {
		return nil
	}
	item.Place = place
	c := &candidate{Item: item}
	w.to.candidates = append(w.to.candidates, c)
	return c
}

// keepGroup keeps keyed lines below each other.
func (w walk) keepGroup(place Place, items []Item) {
	g := w.group(place)
	for _, item := range items {
		g.parts = append(g.parts, &part{text: item.whole(), span: item.Span, of: w.keep(place, item)})
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

// paragraph takes a paragraph for a label, for keyed lines, or for prose. A label may say
// something all the same.
func (s *scope) paragraph(p *doc.Paragraph) {
	whole := doc.Joined(p.Lines, " ").Marked()
	span, lines := s.over(p.Lines)
	place := s.here()
	label := Label{Text: strings.TrimRight(whole.Text, ": "), Span: span}
	switch {
	case isEmphasised(whole) && lines.First == lines.Last && !strings.Contains(whole.Text, "="):
		rank := emphasised
		if whole.Inline != nil && whole.Inline.Bold {
			rank = bold
		}
		s.sentences(whole, place)
		s.setLabel(label, rank)
		s.mark(lines, "label")
		return
	case s.keyedLines(p.Lines):
	default:
		last := s.sentences(whole, place)
		if strings.HasSuffix(whole.Text, ":") {
			s.leadIn = &last
			return
		}
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
	s.keepGroup(place, items)
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
	w.keep(place, Item{kind: other, Value: strings.Trim(strings.Join(lines, "\n"), "\n"), Span: w.text.LineSpan(code.First, code.Last)})
}

// sentences reads the sentences of a paragraph, and returns the last of them as a label, for what it leads in to. One that
// points back says nothing alone: it is a part of the one before. What stands between two
// sentences, a link or a mark, belongs to the one before it.
func (w walk) sentences(paragraph doc.Text, place Place) Label {
	var label Label
	all := slices.Collect(w.language.Sentences(paragraph.Text))
	for i := 0; i < len(all); i++ {
		s := all[i]
		for i+1 < len(all) && all[i+1].End-s.Start <= longestJoined && w.goesOn(paragraph.Text[all[i+1].Start:all[i+1].End]) {
			i++
		}
		s.End = all[i].End
		start, after := w.begin(paragraph, s.Start), min(s.Start, 1)+s.Start
		behind, end := len(paragraph.Text), paragraph.Span.ByteEnd
		if i+1 < len(all) {
			behind = all[i+1].Start
			end = max(start, w.begin(paragraph, behind))
		}
		one := paragraph.Part(s.Start, s.End, after, behind)
		key, value := splitTerm(one)
		if len(key) > one.Strong { // it is no term before what it means
			key, value = "", one.Text
		}
		span := w.text.Span(start, end)
		w.keep(place, Item{Key: key, Value: value, Span: span, Citations: citations(one), shown: one})
		label = Label{Text: strings.TrimRight(cmp.Or(value, key), ": "), Span: span}
	}
	return label
}

// goesOn reports whether a sentence points back to the one before. What leads in to something
// stands alone.
func (w walk) goesOn(sentence string) bool {
	return !strings.HasSuffix(sentence, ":") && w.pointsBack(w.nouns.Cut(sentence, w.language))
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
