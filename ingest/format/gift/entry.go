package gift

import (
	"strings"

	"github.com/quarrykb/quarry/ingest"
	"github.com/quarrykb/quarry/ingest/format/htmltext"
)

// entry is a run of lines that may be a question.
type entry struct {
	first, last int
	stem        string
	inside      string // of the braces
	tail        string // what stands behind them
	braced      bool
}

// mostLines is how many lines a question has at most.
const mostLines = 200

// entries reads the entries of a text, one behind the other.
type entries struct {
	text   *ingest.Text
	closes int // the line of the next closing brace, as far as it is known
}

// at returns what begins on a line: up to the line of the closing brace,
// or to the end of the paragraph where no other question begins in it.
func (e *entries) at(n int) entry {
	text := e.text
	last := min(text.Lines(), n+mostLines)
	if e.closing(n) > last {
		return paragraph(text, n)
	}
	one := entry{first: n, last: n}
	b := braces{open: -1, closed: -1}
	for at := n; at <= last && !b.ends(text, at, n); at++ {
		if isComment(text.Line(at)) {
			continue
		}
		if !b.add(text.Line(at)) {
			break
		}
		one.last = at
	}
	if b.closed < 0 {
		return paragraph(text, n)
	}
	said := b.content.String()
	one.stem, one.inside, one.tail, one.braced = said[:b.open], said[b.open+1:b.closed], strings.TrimSpace(said[b.closed+1:]), true
	return one
}

// closing returns the first line from one on that has a closing brace, or one behind the
// last line. Calls that ask from further on each time look at each line once.
func (e *entries) closing(n int) int {
	e.closes = max(e.closes, n)
	for e.closes <= e.text.Lines() && unescaped(e.text.Line(e.closes), '}') < 0 {
		e.closes++
	}
	return e.closes
}

// braces is what was read of an entry, and where its braces stand in it; -1 for
// those that have not come yet.
type braces struct {
	content      strings.Builder
	open, closed int
}

// ends reports whether an entry that began on a line ends before another.
func (b *braces) ends(text *ingest.Text, at, first int) bool {
	return (text.Blank(at) && (b.open < 0 || b.closed >= 0)) || (at > first && b.open < 0 && isCategory(text.Line(at)))
}

// add reads a line. It reports false for one that begins another question.
func (b *braces) add(line string) bool {
	from := b.content.Len()
	next := unescaped(line, '{')
	if next >= 0 && b.closed >= 0 {
		return false
	}
	b.content.WriteString(line + "\n")
	if b.open < 0 && next >= 0 {
		b.open = from + next
	}
	if b.open < 0 || b.closed >= 0 {
		return true
	}
	start := min(max(0, b.open+1-from), len(line))
	if end := unescaped(line[start:], '}'); end >= 0 {
		b.closed = from + start + end
	}
	return true
}

// paragraph returns the lines up to a blank one.
func paragraph(text *ingest.Text, n int) entry {
	one := entry{first: n, last: n}
	for one.last < text.Lines() && one.last < n+mostLines && !text.Blank(one.last+1) &&
		!isComment(text.Line(one.last+1)) && !isCategory(text.Line(one.last+1)) && !strings.HasPrefix(text.Line(one.last+1), "::") {
		one.last++
	}
	return one
}

func isComment(line string) bool { return strings.HasPrefix(strings.TrimSpace(line), "//") }

func isCategory(line string) bool { return strings.HasPrefix(line, "$CATEGORY:") }

// category returns the words of a category without those that name no subject.
func category(line string) string {
	path := strings.TrimSpace(strings.TrimPrefix(line, "$CATEGORY:"))
	for _, frame := range []string{"$course$", "$system$", "$module$", "$cat1$", "/", "top", "/"} {
		if rest, ok := strings.CutPrefix(path, frame); ok && strings.Trim(rest, " ") != "" {
			path = rest
		}
	}
	return strings.ReplaceAll(path, "/", " / ")
}

// unescaped returns where a mark stands that no backslash precedes, -1 where
// none does.
func unescaped(text string, mark byte) int {
	for at := 0; at < len(text); at++ {
		switch text[at] {
		case '\\':
			at++
		case mark:
			return at
		}
	}
	return -1
}

// plain returns a text without the backslashes before GIFT's own marks.
func plain(text string) string {
	var out strings.Builder
	for at := 0; at < len(text); at++ {
		if text[at] == '\\' && at+1 < len(text) && strings.IndexByte("~=#{}:\\", text[at+1]) >= 0 {
			at++
		}
		out.WriteByte(text[at])
	}
	return strings.TrimSpace(out.String())
}

// cutName takes the name of a question and the format of its text off the front
// of a stem.
func cutName(stem string) (string, bool) {
	stem = strings.TrimSpace(stem)
	named := false
	if rest, ok := strings.CutPrefix(stem, "::"); ok {
		if _, behind, ok := strings.Cut(rest, "::"); ok {
			stem, named = strings.TrimSpace(behind), true
		}
	}
	return cutFormat(stem), named
}

// cutFormat takes the name of a format off the front of a text, and writes HTML
// as Markdown.
func cutFormat(text string) string {
	for _, format := range []string{"[html]", "[markdown]", "[plain]", "[moodle]"} {
		rest, ok := strings.CutPrefix(text, format)
		switch {
		case ok && format == "[html]":
			return htmltext.Markdown(rest)
		case ok:
			return strings.TrimSpace(rest)
		}
	}
	return text
}
