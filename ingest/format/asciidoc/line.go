package asciidoc

import (
	"strings"

	"github.com/quarrykb/quarry/ingest"
	"github.com/quarrykb/quarry/ingest/format/markup"
)

// mostLevels is how many levels of titles and of lists there are.
const mostLevels = 6

// cutTitle returns the level of a title and its words: "== Words". One that is
// closed by as many signs is a wiki's.
func cutTitle(line string) (int, string) {
	level, words := markup.CutHeading(line, "=")
	if level > mostLevels || strings.HasSuffix(words, "==") || strings.HasSuffix(words, " =") {
		return 0, ""
	}
	return level, words
}

// cutAttribute returns the name and the value of an attribute: ":name: value".
func cutAttribute(line string) (string, string, bool) {
	name, value, ok := markup.CutField(line)
	return name, value, ok && strings.Trim(strings.ToLower(name), "abcdefghijklmnopqrstuvwxyz0123456789-_!") == ""
}

// cutStyle returns what stands in the brackets of a line that says how the next
// block is to be read: "[source,go]", "[%collapsible]", "[[anchor]]".
func cutStyle(line string) (string, bool) {
	line = strings.TrimRight(line, " \t")
	if len(line) < len("[a]") || line[0] != '[' || line[len(line)-1] != ']' {
		return "", false
	}
	inside := line[1 : len(line)-1]
	first := inside[0]
	isName := first >= 'a' && first <= 'z' || first >= 'A' && first <= 'Z' || strings.IndexByte("%.#[\"", first) >= 0
	if !isName || strings.Contains(inside, "](") || (strings.Contains(inside, "]") && first != '[') {
		return "", false
	}
	return inside, true
}

// cutBlockTitle returns the title of a block: ".Words".
func cutBlockTitle(line string) (string, bool) {
	rest, ok := strings.CutPrefix(line, ".")
	if !ok || rest == "" || strings.IndexByte(". \t/0123456789", rest[0]) >= 0 {
		return "", false
	}
	return strings.TrimSpace(rest), true
}

// cutItem returns the mark of an item of a list and its words: "* Words", ".. Words".
func cutItem(line string) (string, string) {
	mark, words, parted := strings.Cut(strings.TrimLeft(line, " \t"), " ")
	isMark := mark == "-" || mark != "" && len(mark) <= mostLevels && strings.IndexByte("*.", mark[0]) >= 0 && strings.Trim(mark, mark[:1]) == ""
	if !parted || !isMark {
		return "", ""
	}
	return mark, strings.TrimSpace(words)
}

// tableMark begins and ends a table.
const tableMark = "|==="

// delimiter returns what a line that begins and ends a block of some kind is
// made of, "" where it is none.
func delimiter(line string) string {
	line = strings.TrimRight(line, " \t")
	isRun := len(line) >= len("----") && strings.Trim(line, line[:1]) == "" && strings.IndexByte("-.=*_+/", line[0]) >= 0
	switch {
	case line == "--" || line == tableMark || isRun:
		return line
	case strings.HasPrefix(line, "```"):
		return "```"
	}
	return ""
}

// kindOf returns what becomes of the block between two delimiters.
func kindOf(mark, style string) markup.Kind {
	switch {
	case mark[0] == '/':
		return markup.Hidden
	case mark == "--" || strings.IndexByte("-.+`", mark[0]) < 0:
		return markup.Open
	case style == "stem" || style == "latexmath":
		return markup.Formula
	}
	return markup.Code
}

// cutTerm returns the term of an entry of a description list and what stands
// behind it: "Term:: words".
func cutTerm(line string) (string, string, bool) {
	at := strings.Index(line, "::")
	if at < 1 {
		return "", "", false
	}
	words := strings.TrimLeft(line[at:], ":")
	colons := len(line) - at - len(words)
	if colons > len("::::") || (words != "" && words[0] != ' ') || strings.HasPrefix(line, "//") {
		return "", "", false
	}
	return strings.TrimSpace(line[:at]), strings.TrimSpace(words), true
}

// isMacro reports whether a line takes something else in, or shows it:
// "image::…[]", "include::…[]".
func isMacro(line string) bool {
	name, rest, ok := strings.Cut(line, "::")
	return ok && name != "" && strings.Trim(name, "abcdefghijklmnopqrstuvwxyz") == "" && !strings.HasPrefix(rest, " ") && strings.HasSuffix(strings.TrimRight(rest, " \t"), "]")
}

// isWords reports whether a line goes on with the paragraph above it.
func isWords(line string) bool {
	_, _, isTerm := cutTerm(line)
	_, isStyle := cutStyle(line)
	_, titled := cutBlockTitle(line)
	level, _ := cutTitle(line)
	return !isTerm && !isStyle && !titled && level == 0 && delimiter(line) == "" && strings.TrimSpace(line) != "+" && !strings.HasPrefix(line, "//")
}

// signs counts titles, the other marks that AsciiDoc alone has, and Markdown's.
// What only looks like a card, a term, counts below some other.
func signs(text *ingest.Text) markup.Signs {
	var seen markup.Signs
	for n := 1; n <= text.Lines(); n++ {
		line := text.Line(n)
		level, _ := cutTitle(line)
		_, isStyle := cutStyle(line)
		_, titled := cutBlockTitle(line)
		_, value, isAttribute := cutAttribute(line)
		term, _, isTerm := cutTerm(line)
		followed := n < text.Lines() && !text.Blank(n+1)
		switch {
		case level > 0:
			seen.Titles++
		case isStyle && followed, titled && followed && !strings.HasPrefix(text.Line(n+1), "."), line == tableMark, isMacro(line),
			isAttribute && value != "" && n < markup.HeadLines,
			isTerm && seen.Own+seen.Titles > 0 && term != "" && markup.Indent(line) == 0 && !strings.HasPrefix(line, ".."),
			strings.HasPrefix(line, "====") && delimiter(line) != "" && n > 1 && text.Blank(n-1):
			seen.Own++
		case markup.IsMarkdown(line):
			seen.Others++
		}
	}
	return seen
}
