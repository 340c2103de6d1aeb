package markup

import (
	"bytes"
	"sort"
	"strings"
	"unicode/utf8"

	"github.com/quarrykb/quarry/ingest"
)

// Transcript is a text that is written over, from its first line to its last.
type Transcript struct {
	text  *ingest.Text
	out   []byte
	lines []line
	marks []ingest.Mark

	margin int  // how far the lines that are written stand in
	blank  bool // the last line is blank
	spaced bool // and need not be followed by another
}

// line is one that was written, and what it stands for.
type line struct {
	start       int // in what is written
	first, last int // of the text's lines; last is first−1 for one that the text does not have
	head, tail  int // the bytes at both ends that are the text's own
}

// NewTranscript returns a transcript in which nothing is written yet.
func NewTranscript(text *ingest.Text) *Transcript { return &Transcript{text: text} }

// Write writes one line for a run of the text's. Nothing of those for which a
// blank one is written is lost: they give the text its shape.
func (t *Transcript) Write(first, last int, content string) {
	one := line{start: len(t.out), first: first, last: last}
	if content != "" {
		content = strings.Repeat(" ", t.margin) + content
	}
	if first == last {
		one.head, one.tail = alike(content, t.text.Line(first))
	}
	t.lines = append(t.lines, one)
	t.blank, t.spaced = strings.TrimSpace(content) == "", false
	t.out = append(append(t.out, content...), '\n')
	if t.blank && first <= last && !t.text.Blank(first) {
		t.Drop(first, last, "markup")
	}
}

// Insert writes a line that the text does not have before one that it has. Of
// blank ones no two follow each other.
func (t *Transcript) Insert(before int, content string) {
	if content != "" || !t.blank {
		t.Write(before, before-1, content)
	}
	t.spaced = content == ""
}

// Keep writes a line as it is.
func (t *Transcript) Keep(n int) {
	if !t.spaced || !t.text.Blank(n) {
		t.Write(n, n, t.text.Line(n))
	}
}

// Skip writes a blank line for some that only give the text its shape.
func (t *Transcript) Skip(first, last int, rule string) {
	t.Insert(first, "")
	t.Drop(first, last, rule)
}

// Drop writes nothing for some lines that only give the text its shape.
func (t *Transcript) Drop(first, last int, rule string) {
	if first <= last {
		t.marks = append(t.marks, ingest.Structure(first, last, rule))
	}
}

// Written returns what was written so far.
func (t *Transcript) Written() *ingest.Text { return ingest.NewText(t.out) }

// alike returns how many bytes at the beginning and at the end of two lines are
// the same, whole characters only.
func alike(a, b string) (int, int) {
	head, tail, most := 0, 0, min(len(a), len(b))
	for head < most && a[head] == b[head] {
		head++
	}
	for head < most && !utf8.RuneStart(a[head]) {
		head--
	}
	for tail < most-head && a[len(a)-1-tail] == b[len(b)-1-tail] {
		tail++
	}
	for tail > 0 && !utf8.RuneStart(a[len(a)-tail]) {
		tail--
	}
	return head, tail
}

// at returns the written line that an offset stands on, and its column.
func (t *Transcript) at(offset int) (line, int, int) {
	i := sort.Search(len(t.lines), func(i int) bool { return t.lines[i].start > offset }) - 1
	end := len(t.out)
	if i+1 < len(t.lines) {
		end = t.lines[i+1].start
	}
	length := end - 1 - t.lines[i].start
	return t.lines[i], min(offset-t.lines[i].start, length), length
}

// content returns where a line of the text begins, behind a byte-order mark, and where it ends.
func (t *Transcript) content(n int) (int, int) {
	raw := bytes.TrimRight(t.text.Bytes[t.text.LineStart(n):t.text.LineEnd(n)], "\r\n")
	end := t.text.LineStart(n) + len(raw)
	return end - len(t.text.Line(n)), end
}

// source returns the offset in the text that an offset in what was written
// stands for: of the whole line's beginning where only that is known.
func (t *Transcript) source(offset int) (int, int) {
	one, column, length := t.at(offset)
	if one.last < one.first {
		if one.first > t.text.Lines() {
			return len(t.text.Bytes), len(t.text.Bytes)
		}
		start := t.text.LineStart(one.first)
		return start, start
	}
	start, _ := t.content(one.first)
	_, end := t.content(one.last)
	switch {
	case one.first == one.last && column <= one.head:
		return start + column, start + column
	case one.first == one.last && length-column <= one.tail:
		return end - (length - column), end - (length - column)
	}
	return start, end
}
