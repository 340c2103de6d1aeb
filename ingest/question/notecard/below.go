package notecard

import (
	"strings"

	"github.com/quarrykb/quarry/ingest/question/phrase"
	"github.com/quarrykb/quarry/internal/text"
)

// isSeparator reports whether a line parts the sides of a card.
func (n *note) isSeparator(line int) bool {
	if line < 1 || line > n.lines.Lines() || n.fenced[line] {
		return false
	}
	bare := strings.TrimSpace(n.lines.Line(line))
	return bare == "?" || bare == "??"
}

// separated reads the card around a line that parts its sides.
func (n *note) separated(line int) (candidate, bool) {
	if !n.isSeparator(line) {
		return candidate{}, false
	}
	bottom := n.beside(line, -1)
	first, last := n.top(bottom), n.bottom(line)
	n.behind = last
	if first > bottom {
		return candidate{}, false
	}
	c := candidate{by: bySeparator, first: first, last: last, front: n.text(first, bottom), level: levelOf(n.lines.Line(first))}
	c.back = withoutSchedule(n.text(line+1, last))
	return c, true
}

// beside returns the line next to a separator, or the one behind that if it is
// blank and no other card is next to it.
func (n *note) beside(separator, step int) int {
	line := separator + step
	if line >= 1 && line <= n.lines.Lines() && n.lines.Blank(line) && !n.isSeparator(line+2*step) {
		return line + step
	}
	return line
}

// mostFront is how many lines a front has at most.
const mostFront = 40

// top returns the first line of the front that ends on a line, or the line below
// where there is none.
func (n *note) top(bottom int) int {
	at := bottom
	for ; at > n.behind && bottom-at < mostFront; at-- {
		if levelOf(n.lines.Line(at)) > 0 {
			return at
		}
		if n.isBound(at) || n.isTagLine(n.lines.Line(at)) {
			break
		}
	}
	return at + 1
}

// bottom returns the last line of the back below a separator, or the separator
// where there is none.
func (n *note) bottom(separator int) int {
	line := n.beside(separator, 1)
	for first := line; n.lines.Free(line); line++ {
		if !n.fenced[line] && (n.isBound(line) || levelOf(n.lines.Line(line)) > 0) {
			break
		}
		if n.isSeparator(line+1) && line > first { // the front of the next card
			break
		}
	}
	if n.text(separator+1, line-1) == "" {
		return separator
	}
	return line - 1
}

// isBound reports whether a line belongs to no side of a card.
func (n *note) isBound(line int) bool {
	text := n.lines.Line(line)
	return !n.lines.Free(line) || n.lines.Blank(line) || n.isSeparator(line) || isSchedule(text) || isRule(text)
}

// text returns what some lines say.
func (n *note) text(first, last int) string {
	if first > last || last > n.lines.Lines() {
		return ""
	}
	return n.lines.Cut(n.lines.LineSpan(first, last))
}

// levelOf returns the level of a heading, 0 where a line is none.
func levelOf(line string) int {
	marks := len(line) - len(strings.TrimLeft(line, "#"))
	if marks > deepestHeading || !strings.HasPrefix(line[marks:], " ") {
		return 0
	}
	return marks
}

const deepestHeading = 6

// isRule reports whether a line is a thematic break, or ends a card in the
// settings of a program.
func isRule(line string) bool {
	bare := strings.TrimSpace(line)
	return len(bare) >= len("---") && strings.IndexByte("-_+", bare[0]) >= 0 && strings.Trim(bare, bare[:1]) == ""
}

// tagged reads the card whose front ends in a tag: its back stands indented
// below, or up to the next blank line, or up to the next heading below one.
func (n *note) tagged(line int) (candidate, bool) {
	written := n.lines.Line(line)
	front, ofCards := n.cutTags(written)
	if !ofCards || strings.Trim(front, "#-*+ \t") == "" {
		return candidate{}, false
	}
	c := candidate{by: byTag, first: line, last: line, level: levelOf(written)}
	if c.level > 0 && !n.phrases.EndsAsking(front) && strings.Contains(strings.ToLower(written[len(front):]), "cards") {
		return candidate{}, false // it names several, which stand below it
	}
	if before, back, ok := n.cutColons(front); ok {
		c.front, c.back = before, back
		return c, true
	}
	c.front, c.last = front, n.taggedEnd(line, c.level)
	c.back = n.outdented(line+1, c.last)
	return c, true
}

// taggedEnd returns the last line of the back below a tagged front.
func (n *note) taggedEnd(line, level int) int {
	own := text.Indent(n.lines.Line(line))
	inList := phrase.IsBullet(n.lines.Line(line))
	last := line
	for at := line + 1; n.lines.Free(at); at++ {
		written := n.lines.Line(at)
		_, tagged := n.cutTags(written)
		switch {
		case n.fenced[at]:
		case n.lines.Blank(at):
			if level == 0 && !inList {
				return last
			}
			continue
		case levelOf(written) > 0 || (inList && text.Indent(written) <= own) || (tagged && !inList):
			return last
		}
		last = at
	}
	return last
}

// outdented returns some lines without the white space that all of them begin
// with, and without those that a program keeps. The only item of a list loses
// its mark.
func (n *note) outdented(first, last int) string {
	var lines []string
	for line := first; line <= last; line++ {
		if written := n.lines.Line(line); n.fenced[line] || !isSchedule(written) {
			lines = append(lines, written)
		}
	}
	back := text.Dedented(strings.Join(lines, "\n"))
	if !strings.Contains(back, "\n") {
		return strings.TrimPrefix(back, "- ")
	}
	return back
}
