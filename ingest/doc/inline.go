package doc

import (
	"sort"
	"strings"
)

// Inline is what a text was written with besides its words.
type Inline struct {
	Runs  []Run   // where its parts stand, in their order
	Code  []Range // what of it is code
	Links []Link
	Bold  bool // whether it begins with text that is bold, and not just emphasised
}

// Run says where a part of a text stands, up to the next run.
type Run struct {
	At   int // its first byte in the text
	Byte int // and in the document
}

// Range is a part of a text, from its first byte to behind its last.
type Range struct{ From, To int }

// Link is a part of a text that leads elsewhere, or a mark behind it that shows nothing.
type Link struct {
	Range

	URL   string
	Label string
}

// IsWeb reports whether an address is one of the web.
func IsWeb(address string) bool {
	return strings.HasPrefix(address, "https://") || strings.HasPrefix(address, "http://")
}

// Origin returns where a byte of a text stands in the document.
func (t Text) Origin(at int) int {
	if t.Inline == nil {
		return t.Span.ByteStart + at
	}
	runs := t.Inline.Runs
	n := sort.Search(len(runs), func(i int) bool { return runs[i].At > at }) - 1
	if n < 0 {
		return t.Span.ByteStart
	}
	return runs[n].Byte + at - runs[n].At
}

// Marked returns a text with its code between backticks.
func (t Text) Marked() Text {
	if t.Inline == nil || len(t.Inline.Code) == 0 {
		return t
	}
	marked, inline := t, Inline{Bold: t.Inline.Bold}
	var text strings.Builder
	take := func(from, to int) {
		inline.add(t.Inline, from, to, text.Len())
		text.WriteString(t.Text[from:to])
	}
	at := 0
	for _, code := range t.Inline.Code {
		take(at, code.From)
		text.WriteByte('`')
		take(code.From, code.To)
		text.WriteByte('`')
		at = code.To
	}
	take(at, len(t.Text))
	here := func(at int) int { // with the backticks before it
		return at + 2*sort.Search(len(t.Inline.Code), func(i int) bool { return t.Inline.Code[i].To > at })
	}
	inline.refer(t.Inline, 0, len(t.Text), here)
	marked.Text, marked.Strong, marked.Inline = text.String(), here(t.Strong), &inline
	return marked
}

// Part returns a part of a text with what was written in it, and the links that end in
// after..behind. Its place is that of the whole text.
func (t Text) Part(from, to, after, behind int) Text {
	part := t
	part.Text = t.Text[from:to]
	part.Strong = min(max(0, t.Strong-from), to-from)
	own := t.written()
	part.Inline = &Inline{Bold: own.Bold && from == 0}
	part.Inline.add(own, from, to, 0)
	part.Inline.refer(own, after, behind, func(at int) int { return min(max(at, from), to) - from })
	return part
}

// written returns what a text was written with.
func (t Text) written() *Inline {
	if t.Inline == nil {
		return &Inline{Runs: []Run{{Byte: t.Span.ByteStart}}}
	}
	return t.Inline
}

// Joined returns lines as one text, with something between them.
func Joined(lines []Text, between string) Text {
	switch len(lines) {
	case 0:
		return Text{}
	case 1:
		return lines[0]
	}
	var whole Text
	var all Inline
	var text strings.Builder
	for i, line := range lines {
		if i == 0 {
			whole = line
		} else {
			if whole.Strong == text.Len() && line.Strong > 0 {
				whole.Strong += len(between) + line.Strong
			}
			text.WriteString(between)
			whole.Span.ByteEnd, whole.Span.LineEnd = line.Span.ByteEnd, line.Span.LineEnd
		}
		own, before := line.written(), text.Len()
		all.add(own, 0, len(line.Text), before)
		all.refer(own, 0, len(line.Text), func(at int) int { return before + at })
		text.WriteString(line.Text)
	}
	all.Bold = lines[0].written().Bold
	whole.Text, whole.Inline = text.String(), &all
	return whole
}

// add takes the runs and the code in from..to of another text, which begins at an offset
// of this one.
func (n *Inline) add(other *Inline, from, to, at int) {
	runs := other.Runs[max(0, sort.Search(len(other.Runs), func(i int) bool { return other.Runs[i].At > from })-1):]
	for _, run := range runs {
		if run.At >= to {
			break
		}
		skipped := max(0, from-run.At)
		n.Runs = append(n.Runs, Run{At: at + run.At + skipped - from, Byte: run.Byte + skipped})
	}
	for _, code := range other.Code[sort.Search(len(other.Code), func(i int) bool { return other.Code[i].To > from }):] {
		if code.From >= to {
			break
		}
		n.Code = append(n.Code, Range{From: at + max(code.From, from) - from, To: at + min(code.To, to) - from})
	}
}

// refer takes the links of another text that end in after..behind, where they stand here.
func (n *Inline) refer(other *Inline, after, behind int, here func(int) int) {
	for _, link := range other.Links[sort.Search(len(other.Links), func(i int) bool { return other.Links[i].To >= after }):] {
		if link.To > behind {
			break
		}
		link.Range = Range{From: here(link.From), To: here(link.To)}
		n.Links = append(n.Links, link)
	}
}
