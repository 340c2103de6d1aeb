package markup

import (
	"strconv"
	"strings"
)

// Indent returns how many spaces and tabs a line begins with.
func Indent(line string) int { return len(line) - len(strings.TrimLeft(line, " \t")) }

// counted is the mark of a number that was counted and that the text has not: a nought before it.
const counted = "0"

// Counted returns an item of a list whose marks leave it to be counted.
func Counted(number int, words string) string { return counted + strconv.Itoa(number) + ". " + words }

// MostLevels is how many levels of headings Markdown has.
const MostLevels = 6

// CutHeading returns how many of a mark a line begins with, and the words behind
// them: "== Words". Its level is 0 where no space parts them.
func CutHeading(line, mark string) (int, string) {
	level := len(line) - len(strings.TrimLeft(line, mark))
	words := strings.TrimSpace(line[level:])
	if level == 0 || words == "" || line[level] != ' ' {
		return 0, ""
	}
	return level, words
}

// IsMarkdown reports whether a line has a mark that Markdown has and light markup
// of other kinds has not: a heading, a fence, a link, the rule of a table.
func IsMarkdown(line string) bool {
	level, _ := CutHeading(line, "#")
	bare := strings.TrimSpace(line)
	isRule := strings.HasPrefix(bare, "|") && strings.Trim(bare, "|-: ") == "" && strings.Contains(bare, "-")
	return (level > 0 && level <= MostLevels) || isRule || strings.HasPrefix(line, "~~~") || strings.HasPrefix(line, "```") ||
		strings.Contains(line, "](")
}

// HeadLines is where the fields of a document stand.
const HeadLines = 30

// CutField returns the name and the value of a field: ":name: value".
func CutField(line string) (string, string, bool) {
	rest, opens := strings.CutPrefix(line, ":")
	name, value, closes := strings.Cut(rest, ":")
	if !opens || !closes || name == "" || name[0] == ' ' || strings.Contains(name, "`") || (value != "" && value[0] != ' ') {
		return "", "", false
	}
	return name, strings.TrimSpace(value), true
}
