package htmltext

import (
	"strings"

	"github.com/quarrykb/quarry/internal/text"
)

// The gaps that a block may want before itself.
const (
	newLine   = 1
	blankLine = 2
)

// How far lists and quotes are indented, in bytes: what is nested deeper stands at the same depth.
const (
	maxIndent = 24
	maxQuoted = 8
)

const quoteMark = "> "

// lines collects lines under what they are indented with.
type lines struct {
	out     strings.Builder
	prefix  string // of every line
	marker  string // of the next line, in place of the prefix; "" for none
	gap     int    // wanted before the next line
	written bool
}

// want asks for a gap before the next line.
func (l *lines) want(gap int) { l.gap = max(l.gap, gap) }

// settle writes the gap.
func (l *lines) settle() {
	if l.written && l.marker == "" {
		if l.gap == blankLine {
			l.out.WriteString(strings.TrimRight(l.prefix, " "))
			l.out.WriteByte('\n')
		}
		l.gap = 0
	}
}

// longestLine is where a line is ended that has no end.
const longestLine = 200 << 10

// line writes one line.
func (l *lines) line(said string) {
	if head := text.Clip(said, longestLine); head != "" && head != said {
		l.line(head)
		l.line(said[len(head):])
		return
	}
	l.settle()
	prefix := l.prefix
	if l.marker != "" {
		prefix, l.marker = l.marker, ""
	}
	if said == "" {
		prefix = strings.TrimRight(prefix, " ")
	}
	l.out.WriteString(prefix)
	l.out.WriteString(said)
	l.out.WriteByte('\n')
	l.written, l.gap = true, 0
}

// indent puts a marker before the next line and a prefix before those that
// follow, and returns what ends that.
func (l *lines) indent(marker, prefix string) func() {
	l.settle()
	before := l.prefix
	if len(before) >= maxIndent || (prefix == quoteMark && len(before) >= maxQuoted) {
		return func() {}
	}
	if l.marker == "" {
		l.marker = l.prefix
	}
	l.marker += marker
	l.prefix += prefix
	l.gap = 0
	return func() { l.prefix, l.marker = before, "" }
}
