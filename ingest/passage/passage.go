// Package passage cuts a document into passages: pieces of its text, long enough to ground
// an answer and short enough for several to fit a prompt. It promises that a passage is a
// run of whole lines under one heading, that nothing is torn apart which belongs together
// (an item of a list, a row of a table, a block of code, a sentence), and that nothing that
// a document shows is lost.
package passage

import (
	"regexp"
	"strings"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/ingest"
	"github.com/quarrykb/quarry/ingest/doc"
	"github.com/quarrykb/quarry/internal/text"
)

// Limits of passages, in bytes.
const (
	Longest       = 1800        // a passage, which is cut at the next place where nothing is torn apart
	longestHeader = Longest / 2 // a table's header that is repeated
	longestWhole  = 8 << 10     // code, or anything else that is no text in sentences, that is not cut between its lines
)

// Cutter cuts a text, which is in a language.
type Cutter struct {
	Text     *ingest.Text
	Language *text.Language

	tags *regexp.Regexp // nil until a text may have one
}

// Section returns the passages of a section, of whole blocks. A list is cut between its
// items, a table between its rows, whose header is then repeated, and a paragraph between
// its lines, or its sentences where a line is too long.
func (c *Cutter) Section(s doc.Section) []quarry.Passage {
	var all []quarry.Passage
	var open part // its end is 0 while there is none
	for _, b := range s.Blocks {
		for _, next := range c.parts(b) {
			if open.end > 0 && next.end-open.start > Longest {
				all = append(all, c.passage(open, s.Titles))
				open = part{}
			}
			if open.end == 0 {
				open = next
			}
			open.end = next.end
		}
	}
	if open.end > 0 {
		all = append(all, c.passage(open, s.Titles))
	}
	return all
}

// part is a run of bytes that is never torn, and the table header that it needs when it
// does not stand right below it.
type part struct {
	start, end int
	header     int // first line of its table; 0 outside of tables
}

// passage returns a passage that stands under some titles.
func (c *Cutter) passage(p part, titles []string) quarry.Passage {
	span := c.Text.Span(p.start, p.end)
	passage := quarry.Passage{Text: c.withoutElements(c.Text.Cut(span))}
	passage.Source.Span = span
	passage.Source.Heading = append(passage.Source.Heading, titles...)
	if p.header > 0 {
		header := c.Text.LineSpan(p.header, p.header+1)
		passage.Text = strings.Join([]string{c.Text.Cut(header), passage.Text}, "\n")
		passage.Source.Context = []quarry.Context{{Role: quarry.RoleHeader, Span: header}}
	}
	return passage
}

func (c *Cutter) part(first, last int) part {
	return part{start: c.Text.LineStart(first), end: c.Text.LineEnd(last)}
}

func (p part) size() int { return p.end - p.start }

// parts returns a block whole, or in pieces where it is too long for one passage. What
// says nothing by itself is no part, though a passage may run over it.
func (c *Cutter) parts(b doc.Block) []part {
	at := b.Where()
	whole := c.part(at.First, at.Last)
	if !says(b) {
		return nil
	}
	if whole.size() <= Longest {
		return []part{whole}
	}
	var parts []part
	switch b := b.(type) {
	case *doc.List:
		for _, item := range b.Items {
			if item.First > 0 {
				parts = append(parts, c.part(item.First, item.Last))
			}
		}
	case *doc.Quote:
		for _, inner := range b.Blocks {
			parts = append(parts, c.parts(inner)...)
		}
	case *doc.Table:
		return c.rows(at)
	case *doc.Paragraph:
		return c.lines(at)
	}
	switch {
	case len(parts) > 0:
		return parts
	case whole.size() > longestWhole:
		return c.lines(at)
	}
	return []part{whole}
}

// says reports whether a block says anything by itself.
func says(b doc.Block) bool {
	list, isList := b.(*doc.List)
	_, isStructure := b.(*doc.Structure)
	return !isStructure && (!isList || !list.IsContents())
}

// rows keeps the first row with the header above it.
func (c *Cutter) rows(at doc.Place) []part {
	parts := []part{c.part(at.First, min(at.First+2, at.Last))}
	header := at.First
	if c.part(header, min(header+1, at.Last)).size() > longestHeader {
		header = 0
	}
	for line := at.First + 3; line <= at.Last; line++ {
		row := c.part(line, line)
		row.header = header
		parts = append(parts, row)
	}
	return parts
}

// lines cuts a block between its lines, and a line that is too long for one passage where
// a sentence ends.
func (c *Cutter) lines(at doc.Place) []part {
	var parts []part
	for line := at.First; line <= at.Last; line++ {
		whole := c.part(line, line)
		for whole.size() > Longest {
			cut := whole.start + c.cutAt(string(c.Text.Bytes[whole.start:whole.start+Longest]))
			parts = append(parts, part{start: whole.start, end: cut})
			whole.start = cut
		}
		parts = append(parts, whole)
	}
	return parts
}

// cutAt returns where a text that goes on is cut best: behind the last sentence that ends
// in its second half, else behind the last space there, else behind the last whole
// character.
func (c *Cutter) cutAt(s string) int {
	sentence, last := 0, 0
	for one := range c.Language.Sentences(s) {
		sentence, last = last, one.End
	}
	if sentence >= len(s)/2 {
		return sentence
	}
	if space := strings.LastIndexByte(s, ' '); space >= len(s)/2 {
		return space + 1
	}
	return max(1, len(text.Clip(s, len(s)-1)))
}

// plainBytes is the length at which lines that no format has read are cut.
const plainBytes = 32 << 10

// Plain returns the lines of a run that are not taken as passages under some titles, with
// no regard to what stands on them.
func (c *Cutter) Plain(first, last int, taken []bool, titles []string) []quarry.Passage {
	var all []quarry.Passage
	keep := func(from, to int) {
		if from <= to && strings.TrimSpace(c.Text.Cut(c.Text.LineSpan(from, to))) != "" {
			all = append(all, c.passage(c.part(from, to), titles))
		}
	}
	from := first
	for n := first; n <= last; n++ {
		switch {
		case taken[n]:
			keep(from, n-1)
		case c.part(from, n).size() > plainBytes:
			keep(from, n)
		default:
			continue
		}
		from = n + 1
	}
	keep(from, last)
	return all
}

// First returns how much of a text is its first passage: all of a short one, or what ends
// in its second half with a paragraph or a line, as some breaks tell, the best of them
// first, or else with a sentence or a word, in no language that is known.
func First(written string, breaks ...string) int {
	if len(written) <= Longest {
		return len(written)
	}
	head := text.Clip(written, Longest)
	for _, mark := range append(breaks, ". ", "? ", "! ", "。", " ") {
		if at := strings.LastIndex(head, mark); at > Longest/2 {
			return at + len(mark)
		}
	}
	return len(head)
}
