package ingest

import (
	"strings"

	"github.com/quarrykb/quarry"
)

// Finder finds the questions of one layout that may stand anywhere in a text,
// between sections that are read otherwise. It is pure: the same lines give the
// same answer.
type Finder interface {
	// Format names the layout. Its version is part of the fingerprint of the
	// parser that the finder works for.
	Format() Format
	// Find returns the questions among the free lines, in the order in which
	// they stand there, no two on one line.
	Find(lines *Lines) []Found
}

// Found is a question where a finder found it.
type Found struct {
	// Lines are all that belong to it, from its first line to the last of its
	// answer. Every one of them is free.
	Lines quarry.LineRange
	// Elsewhere are further lines that belong to it: its answer, where that
	// stands in a key at the end. They are among its question's context.
	Elsewhere []quarry.LineRange
	// Level is that of the heading that asks, 1 to 6; 0 where no heading does.
	Level int
	// Title is what stands from here on is called, by a line among Lines that is no
	// heading of the text's format; "" where there is none.
	Title string
	// Question has its text, its answer or none, its choices and style, and the
	// grade that it states itself. Its span lies within Lines and holds every
	// word of them. Headings, and the grade and style that they state, are for
	// the caller.
	Question quarry.Question
	// Marks name the lines among them that carry no word of question or answer:
	// tags, separators, what a program has noted for itself.
	Marks []Mark
}

// Lines is a text, and which of its lines are still free.
type Lines struct {
	*Text

	taken []bool
}

// NewLines returns the lines of a text. Those of code blocks between fences are
// not free to begin a question, and can be part of an answer: see Free.
func NewLines(text *Text) *Lines { return &Lines{Text: text, taken: make([]bool, text.Lines()+1)} }

// Free reports whether a line exists and is not taken.
func (l *Lines) Free(n int) bool { return n >= 1 && n <= l.Lines() && !l.taken[n] }

// Take takes some lines, both ends inclusive, for something else.
func (l *Lines) Take(first, last int) {
	for n := max(1, first); n <= min(last, l.Lines()); n++ {
		l.taken[n] = true
	}
}

// Fences tells for every line, counted from 1, whether it belongs to a code
// block between fences, the fences included. What stands there is code, and no
// mark of a layout. A fence that is never closed reaches to the end. One that
// ends what nothing has begun is stray and belongs to no block.
func (t *Text) Fences() []bool {
	return t.FencesUntil(func(int) bool { return false })
}

// FencesUntil is Fences for a text in which blocks also end before the lines
// that a reader knows to be no code.
func (t *Text) FencesUntil(ends func(line int) bool) []bool {
	inside := make([]bool, t.Lines()+1)
	open := ""
	for n := 1; n <= t.Lines(); n++ {
		written := t.text[t.LineStart(n):t.LineEnd(n)]
		if open != "" && ends(n) {
			open = ""
		}
		switch {
		case open == "" && FenceOf(written) != "" && !t.isStray(n):
			open, inside[n] = FenceOf(written), true
		case open != "":
			inside[n] = true
			if closes(written, open) {
				open = ""
			}
		}
	}
	return inside
}

// isStray reports whether a fence looks like the end of a block: it names no
// language, text stands right above it, and nothing right below.
func (t *Text) isStray(n int) bool {
	bare := strings.Trim(t.Line(n), " \t>")
	return n > 1 && strings.Trim(bare, "`~") == "" && !t.Blank(n-1) && (n == t.Lines() || t.Blank(n+1))
}

// shortestFence is how many backticks or tildes open a code block.
const shortestFence = 3

// FenceOf returns the marks that a line opens a code block with, behind list
// and quote marks too, or "".
func FenceOf(line string) string {
	bare := strings.TrimLeft(line, " \t>*+-0123456789.)")
	if len(bare) < shortestFence || (bare[0] != '`' && bare[0] != '~') {
		return ""
	}
	rest := strings.TrimLeft(bare, bare[:1])
	length := len(bare) - len(rest)
	if length < shortestFence || (bare[0] == '`' && strings.Contains(rest, "`")) {
		return ""
	}
	return bare[:length]
}

func closes(line, open string) bool {
	bare := strings.TrimSpace(strings.TrimLeft(line, " \t>"))
	return len(bare) >= len(open) && strings.Trim(bare, open[:1]) == ""
}
