package restructuredtext

import (
	"slices"
	"strings"

	"github.com/quarrykb/quarry/ingest/format/markup"
	"github.com/quarrykb/quarry/ingest/question/phrase"
)

// scanner knows what stood above the next block.
type scanner struct {
	styles []string // of titles, in the order in which they appear: the outermost first
	asked  int      // the level of the heading above, where it asks; else 0
	listed bool     // the last block without indentation is an item of a list
	number int      // of that item, 0 for one without
}

// scan writes what begins on a line. Below an item of a list indented lines belong
// to it; elsewhere they are a quote, which needs no mark.
func (s *scanner) scan(w *markup.Writer, r markup.Region, n int, line string) int {
	number, listed := s.number, s.listed
	s.number = 0
	if markup.Indent(line) > 0 {
		body := below(w, r, n-1)
		if listed {
			body.Margin = body.Indent - r.Indent + min(number, 1) // with a number more may stand before its words
		}
		w.Region(body)
		s.number, s.listed = number, listed
		return body.Last + 1
	}
	if isNumbered(line) {
		s.number = number + 1
	}
	number = s.number
	next := s.block(w, r, n, line)
	s.number, s.listed = number, isItem(line)
	return next
}

// isItem reports whether a line begins an item of a list.
func isItem(line string) bool { return phrase.IsBullet(line) || isNumbered(line) }

// counted is the mark of items whose numbers are left to be counted.
const counted = "#. "

func isNumbered(line string) bool {
	return phrase.ItemOf(strings.TrimSpace(line)).Mark == '1' || strings.HasPrefix(line, counted)
}

// block writes what begins on a line without indentation.
func (s *scanner) block(w *markup.Writer, r markup.Region, n int, line string) int {
	if one, ok := titleAt(w.Source, n); ok && r.Indent == 0 && one.last <= r.Last {
		return s.heading(w, one)
	}
	switch name, argument, ok := cutDirective(line); {
	case ok:
		return directive(w, r, n, name, argument)
	case isExplicit(line):
		return explicit(w, r, n, line)
	case isGridRule(line) || isSimpleRule(line):
		return table(w, r, n)
	case isRule(line) && len(line) >= fewestMarks:
		w.Write(n, n, "---")
		return n + 1
	}
	if name, body, ok := markup.CutField(line); ok {
		return field(w, r, n, name, body)
	}
	return s.paragraph(w, r, n, line)
}

// heading writes a title with marks before it.
func (s *scanner) heading(w *markup.Writer, one title) int {
	level := 1 + slices.Index(s.styles, one.style)
	if level == 0 {
		s.styles = append(s.styles, one.style)
		level = len(s.styles)
	}
	said := strings.TrimSpace(w.Source.Line(one.line))
	if s.asked = 0; w.Phrases.EndsAsking(said) {
		s.asked = level
	}
	if one.first < one.line {
		w.Skip(one.first, one.first, "title")
	}
	w.Write(one.line, one.line, w.Heading(level, said))
	w.Skip(one.last, one.last, "title")
	return one.last + 1
}

// below returns the lines below one that are indented deeper than the region,
// the blank lines at their end left out, and by how much.
func below(w *markup.Writer, r markup.Region, n int) markup.Region {
	body := markup.Region{First: n + 1, Last: n, Indent: -1, Depth: r.Depth + 1}
	for at := n + 1; at <= r.Last; at++ {
		if w.Source.Blank(at) {
			continue
		}
		indent := markup.Indent(w.Source.Line(at))
		if indent <= r.Indent {
			break
		}
		if body.Indent < 0 || indent < body.Indent {
			body.Indent = indent
		}
		body.Last = at
	}
	return body
}

// paragraph writes lines up to a blank one. A line with lines indented right
// below it is a term that they define; two colons at the end announce code.
func (s *scanner) paragraph(w *markup.Writer, r markup.Region, n int, line string) int {
	goesOn := func(at int) bool { return at <= r.Last && !w.Source.Blank(at) }
	isIndented := func(at int) bool { return markup.Indent(w.Line(r, at)) > 0 }
	if goesOn(n+1) && isIndented(n+1) && !isItem(line) && !strings.HasPrefix(line, "| ") {
		return s.definition(w, r, n, line)
	}
	last := n
	for goesOn(last+1) && (last == n || !isItem(w.Line(r, last)) || isIndented(last+1)) && !isItem(w.Line(r, last+1)) {
		s.words(w, last, w.Line(r, last))
		last++
	}
	line = w.Line(r, last)
	code, announced := strings.CutSuffix(strings.TrimRight(line, " \t"), "::")
	body := below(w, r, last)
	switch {
	case !announced || body.Last <= last || !w.Source.Blank(last+1):
		s.words(w, last, line)
		return last + 1
	case strings.TrimSpace(code) == "":
		w.Skip(last, last, "literal block")
	default:
		s.words(w, last, strings.TrimRight(code, " ")+":")
	}
	for body.First < body.Last && w.Source.Blank(body.First) {
		w.Keep(body.First)
		body.First++
	}
	return w.Block(markup.Block{Kind: markup.Code, First: body.First, Last: body.Last, Body: body})
}

// words writes a line of text.
func (s *scanner) words(w *markup.Writer, n int, line string) {
	if rest, ok := strings.CutPrefix(line, counted); ok {
		line = markup.Counted(s.number, rest)
	}
	w.Write(n, n, w.Inline(strings.TrimPrefix(line, "| ")))
}

// definition writes a term and the lines that define it: a question and its answer where it asks.
// Below a title that asks it asks as that does, or it would be a part of the answer.
func (s *scanner) definition(w *markup.Writer, r markup.Region, n int, line string) int {
	body := below(w, r, n)
	if w.Phrases.EndsAsking(line) {
		asked := w.Bold(line)
		if s.asked > 0 && r.Depth == 0 {
			asked = w.Heading(s.asked, line)
		}
		w.Write(n, n, asked)
		w.Insert(n+1, "")
		w.Region(body)
		return body.Last + 1
	}
	s.words(w, n, line)
	mark := ": "
	for at := n + 1; at <= body.Last; at++ {
		said := ""
		if !w.Source.Blank(at) {
			said = mark + w.Inline(w.Line(body, at))
		}
		w.Write(at, at, said)
		mark = "  "
	}
	return body.Last + 1
}

// field writes a field: what a document says of itself, a label of a question
// or an answer, or a key with its value.
func field(w *markup.Writer, r markup.Region, n int, name, said string) int {
	more := below(w, r, n)
	switch {
	case r.Indent == 0 && n < markup.HeadLines && w.Own.Say(name, said):
		w.Skip(n, max(n, more.Last), "field")
		return max(n, more.Last) + 1
	default:
		w.Write(n, n, strings.TrimRight("- "+name+": "+w.Inline(said), " "))
	}
	for at := more.First; at <= more.Last; at++ {
		w.Write(at, at, w.Inline(strings.TrimSpace(w.Source.Line(at))))
	}
	return more.Last + 1
}
