package gift

import (
	"strings"

	"github.com/quarrykb/quarry/ingest"
	"github.com/quarrykb/quarry/ingest/format/htmltext"
)

// entry is a run of lines that may be a question.
type entry struct {
	first, last int
	name        bool // whether it has one
	stem        string
	inside      string // of the braces
	tail        string // what stands behind them
	braced      bool
}

// entryAt returns what begins on a line: the paragraph, as far as no category and behind
// the braces of one question no other begins in it.
func entryAt(text *ingest.Text, n int) entry {
	one := entry{first: n}
	var content strings.Builder
	closed := false
	for at := n; at <= text.Lines() && !text.Blank(at); at++ {
		line := text.Line(at)
		if isCategory(line) || closed && unescaped(line, "{") >= 0 {
			break
		}
		one.last = at
		if !isComment(line) {
			content.WriteString(line + "\n")
			closed = closed || unescaped(line, "}") >= 0
		}
	}
	stem, rest, opens := cut(content.String(), "{")
	inside, tail, closes := cut(rest, "}")
	if one.braced = opens && closes; one.braced {
		one.stem, one.name = cutName(stem)
		one.inside, one.tail = strings.TrimSpace(inside), plain(tail)
	}
	return one
}

func isComment(line string) bool { return strings.HasPrefix(strings.TrimSpace(line), "//") }

func isCategory(line string) bool { return strings.HasPrefix(line, "$CATEGORY:") }

// category returns the words of a category without those that name no subject: its top,
// and what it is a category of.
func category(line string) string {
	var named []string
	for part := range strings.SplitSeq(strings.TrimPrefix(line, "$CATEGORY:"), "/") {
		if part = strings.TrimSpace(part); part != "" && part != "top" && part[0] != '$' {
			named = append(named, part)
		}
	}
	return strings.Join(named, " / ")
}

// unescaped returns where one of some marks stands that no backslash precedes, -1 where none does.
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

// cut is strings.Cut around the first mark that no backslash precedes.
func cut(text, mark string) (string, string, bool) {
	at := unescaped(text, mark)
	if at < 0 {
		return text, "", false
	}
	return text[:at], text[at+1:], true
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

// cutName takes the name of a question and the format of its text off the front of a stem.
func cutName(stem string) (string, bool) {
	stem = strings.TrimSpace(stem)
	rest, opens := strings.CutPrefix(stem, "::")
	_, behind, named := strings.Cut(rest, "::")
	if named = named && opens; named {
		stem = behind
	}
	return formatted(stem), named
}

// formatted returns a text without the name of its format before it, HTML as Markdown.
func formatted(text string) string {
	text = strings.TrimSpace(text)
	if rest, ok := strings.CutPrefix(text, "[html]"); ok {
		return plain(htmltext.Markdown(rest))
	}
	for _, format := range []string{"[markdown]", "[plain]", "[moodle]"} {
		text = strings.TrimPrefix(text, format)
	}
	return plain(text)
}
