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
	last := min(e.text.Lines(), n+mostLines)
	one := entry{first: n, last: n}
	var content strings.Builder
	open, closed := -1, -1 // where the braces stand in it
	for at := n; at <= last && e.closing(n) <= last; at++ {
		line := e.text.Line(at)
		begins := unescaped(line, "{")
		isOver := e.text.Blank(at) && (open < 0 || closed >= 0)
		if isOver || (closed >= 0 && begins >= 0) || (at > n && open < 0 && isCategory(line)) {
			break
		}
		if isComment(line) {
			continue
		}
		from := content.Len()
		content.WriteString(line + "\n")
		if open < 0 && begins >= 0 {
			open = from + begins
		}
		if open >= 0 && closed < 0 {
			start := max(0, open+1-from)
			if end := unescaped(line[start:], "}"); end >= 0 {
				closed = from + start + end
			}
		}
		one.last = at
	}
	if closed < 0 {
		return entry{first: n, last: e.paragraph(n)}
	}
	said := content.String()
	one.stem, one.inside, one.tail, one.braced = said[:open], said[open+1:closed], strings.TrimSpace(said[closed+1:]), true
	return one
}

// paragraph returns the last line before a blank one, or before what begins
// something else.
func (e *entries) paragraph(n int) int {
	last := n
	for ; last < min(e.text.Lines(), n+mostLines) && !e.text.Blank(last+1); last++ {
		if next := e.text.Line(last + 1); isComment(next) || isCategory(next) || strings.HasPrefix(next, "::") {
			break
		}
	}
	return last
}

// closing returns the first line from one on that has a closing brace, or one behind the
// last line. Calls that ask from further on each time look at each line once.
func (e *entries) closing(n int) int {
	e.closes = max(e.closes, n)
	for e.closes <= e.text.Lines() && unescaped(e.text.Line(e.closes), "}") < 0 {
		e.closes++
	}
	return e.closes
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

// unescaped returns where one of some marks stands that no backslash precedes, -1
// where none does.
func unescaped(text, marks string) int {
	for at := 0; at < len(text); at++ {
		switch {
		case text[at] == '\\':
			at++
		case strings.IndexByte(marks, text[at]) >= 0:
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
	rest, opens := strings.CutPrefix(stem, "::")
	_, behind, named := strings.Cut(rest, "::")
	if named = named && opens; named {
		stem = strings.TrimSpace(behind)
	}
	return cutFormat(stem), named
}

// cutFormat takes the name of a format off the front of a text, and writes HTML
// as Markdown.
func cutFormat(text string) string {
	if rest, ok := strings.CutPrefix(text, "[html]"); ok {
		return htmltext.Markdown(rest)
	}
	for _, format := range []string{"[markdown]", "[plain]", "[moodle]"} {
		text = strings.TrimPrefix(text, format)
	}
	return strings.TrimSpace(text)
}
