package notecard

import (
	"strings"

	"github.com/quarrykb/quarry/ingest/question/phrase"
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
func (n *note) separated(line int) (card, bool) {
	if !n.isSeparator(line) {
		return card{}, false
	}
	first, last := n.front(line, n.behind), n.back(line)
	n.behind = max(last, line)
	if first == 0 {
		return card{}, false
	}
	front := n.text(first, n.lastText(line-1))
	c := card{by: bySeparator, first: first, last: max(last, line), front: front, level: levelOf(n.lines.Line(first))}
	if last > line {
		c.back = n.text(line+1, last)
	}
	if bare, noted := cutSchedule(c.back); noted {
		c.back, c.noted = bare, true
	}
	c.noted = c.noted || (last < n.lines.Lines() && isSchedule(n.lines.Line(last+1)))
	return c, true
}

// mostFront is how many lines a front has at most.
const mostFront = 40

// front returns the first line of the front above a separator and below another
// card, 0 where there is none. One blank line may stand between them.
func (n *note) front(separator, before int) int {
	at := n.lastText(separator - 1)
	first := 0
	for ; at > before && separator-at < mostFront && n.mayFront(at); at-- {
		first = at
		if levelOf(n.lines.Line(at)) > 0 {
			break
		}
	}
	return first
}

// lastText returns a line, or the one above it if it is blank.
func (n *note) lastText(line int) int {
	if line >= 1 && n.lines.Blank(line) {
		return line - 1
	}
	return line
}

// mayFront reports whether a line can belong to a front.
func (n *note) mayFront(line int) bool {
	text := n.lines.Line(line)
	return n.lines.Free(line) && !n.lines.Blank(line) && !n.isSeparator(line) &&
		!n.isTagLine(text) && !isSchedule(text) && !isRule(text)
}

// back returns the last line of the back below a separator, or the separator
// where there is none.
func (n *note) back(separator int) int {
	last := separator
	for line := separator + 1; line <= n.lines.Lines() && n.lines.Free(line); line++ {
		text := n.lines.Line(line)
		switch {
		case n.fenced[line]:
		case n.lines.Blank(line) && line == separator+1 && !n.isSeparator(line+2):
			continue
		case n.lines.Blank(line) || isSchedule(text) || n.isSeparator(line) || isRule(text) || levelOf(text) > 0:
			return last
		case n.isSeparator(line+1) && line > separator+1:
			return last
		}
		last = line
	}
	return last
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
	if marks == 0 || marks > deepestHeading || !strings.HasPrefix(line[marks:], " ") {
		return 0
	}
	return marks
}

const deepestHeading = 6

// isRule reports whether a line is a thematic break, or ends a card in the
// settings of a program.
func isRule(line string) bool {
	bare := strings.TrimSpace(line)
	return len(bare) >= len("---") && (strings.Trim(bare, "-") == "" || strings.Trim(bare, "_") == "" || strings.Trim(bare, "+") == "")
}

// tagged reads the card whose front ends in a tag: its back stands indented
// below, or up to the next blank line, or up to the next heading below one.
func (n *note) tagged(line int) (card, bool) {
	front, ok := n.cutTag(n.lines.Line(line))
	if !ok || opensDeck(n.phrases, n.lines.Line(line), front) {
		return card{}, false
	}
	if front, back, ok := n.cutColons(front); ok {
		return card{by: byTag, first: line, last: line, front: front, back: back}, true
	}
	c := card{by: byTag, first: line, level: levelOf(n.lines.Line(line)), front: front}
	c.last = n.taggedEnd(line, c.level)
	c.back = n.outdented(line+1, c.last)
	return c, true
}

// opensDeck reports whether a line is a heading that asks nothing, with a tag
// that names several cards: those are below it.
func opensDeck(phrases *phrase.Reader, line, front string) bool {
	_, tags, _ := strings.Cut(line, front)
	return levelOf(line) > 0 && !phrases.EndsAsking(front) && strings.Contains(strings.ToLower(tags), "cards")
}

// taggedEnd returns the last line of the back below a tagged front.
func (n *note) taggedEnd(line, level int) int {
	own := indentOf(n.lines.Line(line))
	inList := phrase.IsBullet(n.lines.Line(line))
	last := line
	for at := line + 1; at <= n.lines.Lines() && n.lines.Free(at); at++ {
		text := n.lines.Line(at)
		switch _, tagged := n.cutTag(text); {
		case n.fenced[at]:
		case n.lines.Blank(at):
			if level == 0 && !inList {
				return last
			}
			continue
		case levelOf(text) > 0 || (inList && indentOf(text) <= own) || (tagged && !inList):
			return last
		}
		last = at
	}
	return last
}

// outdented returns some lines without the white space that all of them begin
// with, and without those that a program keeps.
func (n *note) outdented(first, last int) string {
	var lines []string
	shared := -1
	for line := first; line <= last; line++ {
		text := n.lines.Line(line)
		bare := strings.TrimLeft(text, " \t")
		if isSchedule(text) && !n.fenced[line] {
			continue
		}
		if depth := len(text) - len(bare); bare != "" && (shared < 0 || depth < shared) {
			shared = depth
		}
		lines = append(lines, text)
	}
	for i, text := range lines {
		lines[i] = text[min(max(shared, 0), len(text)-len(strings.TrimLeft(text, " \t"))):]
	}
	back := strings.TrimSpace(strings.Join(lines, "\n"))
	if single, ok := strings.CutPrefix(back, "- "); ok && !strings.Contains(back, "\n") {
		return single
	}
	return back
}

// indentOf returns the width of the white space that a line begins with.
func indentOf(line string) int {
	return len(strings.ReplaceAll(line[:len(line)-len(strings.TrimLeft(line, " \t"))], "\t", "    "))
}
