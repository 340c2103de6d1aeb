package asciidoc

import (
	"strings"

	"github.com/quarrykb/quarry/ingest"
)

// mostLevels is how many levels of titles there are.
const mostLevels = 6

// cutTitle returns the level of a title and its words: "== Words". One that is
// closed by as many signs is a wiki's.
func cutTitle(line string) (int, string) {
	level := len(line) - len(strings.TrimLeft(line, "="))
	if level == 0 || level > mostLevels || !strings.HasPrefix(line[level:], " ") {
		return 0, ""
	}
	words := strings.TrimSpace(line[level:])
	if words == "" || strings.HasSuffix(words, "==") || strings.HasSuffix(words, " =") {
		return 0, ""
	}
	return level, words
}

// cutAttribute returns the name and the value of an attribute: ":name: value".
func cutAttribute(line string) (string, string, bool) {
	rest, ok := strings.CutPrefix(line, ":")
	name, value, closed := strings.Cut(rest, ":")
	if !ok || !closed || name == "" || (value != "" && value[0] != ' ') {
		return "", "", false
	}
	for _, c := range []byte(strings.ToLower(name)) {
		if (c < 'a' || c > 'z') && (c < '0' || c > '9') && c != '-' && c != '_' && c != '!' {
			return "", "", false
		}
	}
	return strings.ToLower(name), strings.TrimSpace(value), true
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

// delimiter returns what a line that begins and ends a block of some kind is
// made of, "" where it is none.
func delimiter(line string) string {
	line = strings.TrimRight(line, " \t")
	switch {
	case line == "--" || line == "|===":
		return line
	case len(line) < len("----") || strings.Trim(line, line[:1]) != "" || strings.IndexByte("-.=*_+/", line[0]) < 0:
		return ""
	}
	return line
}

// cutTerm returns the term of an entry of a description list and what stands
// behind it: "Term:: words".
func cutTerm(line string) (string, string, bool) {
	at := strings.Index(line, "::")
	if at < 1 {
		return "", "", false
	}
	end := at
	for end < len(line) && line[end] == ':' {
		end++
	}
	isMacro := !strings.ContainsAny(line[:at], " ?") && end < len(line) && line[end] != ' '
	if end-at > len("::::") || isMacro || (end < len(line) && line[end] != ' ') || strings.HasPrefix(line, "//") {
		return "", "", false
	}
	return strings.TrimSpace(line[:at]), strings.TrimSpace(line[end:]), true
}

// isMacro reports whether a line takes something else in, or shows it:
// "image::…[]", "include::…[]".
func isMacro(line string) bool {
	name, rest, ok := strings.Cut(line, "::")
	return ok && name != "" && strings.Trim(name, "abcdefghijklmnopqrstuvwxyz") == "" && strings.HasSuffix(strings.TrimRight(rest, " \t"), "]")
}

// look counts titles, the other marks that AsciiDoc alone has, and those of
// other languages.
func look(text *ingest.Text) (int, int, int) {
	titles, own, others := 0, 0, 0
	for n := 1; n <= text.Lines(); n++ {
		line := text.Line(n)
		level, _ := cutTitle(line)
		_, isStyle := cutStyle(line)
		_, titled := cutBlockTitle(line)
		_, attribute, isAttribute := cutAttribute(line)
		term, _, isTerm := cutTerm(line)
		followed := n < text.Lines() && !text.Blank(n+1)
		switch {
		case level > 0:
			titles++
		case isStyle && followed, titled && followed && !strings.HasPrefix(text.Line(n+1), "."), line == "|===", isMacro(line):
			own++
		case isAttribute && attribute != "" && n < headLines, isTerm && term != "" && indentOf(line) == 0 && !strings.HasPrefix(line, ".."):
			own++
		case strings.HasPrefix(line, "====") && delimiter(line) != "" && n > 1 && text.Blank(n-1):
			own++
		case isMarkdown(line):
			others++
		}
	}
	return titles, own, others
}

// headLines is where the attributes of a document stand.
const headLines = 30

// isMarkdown reports whether a line has a mark that Markdown alone has.
func isMarkdown(line string) bool {
	marks := len(line) - len(strings.TrimLeft(line, "#"))
	isHeading := marks > 0 && marks <= mostLevels && strings.HasPrefix(line[marks:], " ")
	return isHeading || strings.HasPrefix(line, "~~~") || strings.Contains(line, "](") || strings.HasPrefix(line, "|-") || strings.HasPrefix(line, "| -")
}

func indentOf(line string) int { return len(line) - len(strings.TrimLeft(line, " \t")) }
