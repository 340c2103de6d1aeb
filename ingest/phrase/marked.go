package phrase

import "strings"

// IsMarked reports whether a line begins with a mark that only Markdown gives a
// meaning: of a heading, of bold words, a table's row, a quote, a tag or a code
// block.
func IsMarked(line string) bool {
	line = strings.TrimSpace(line)
	marks := leading(line, "#")
	if marks != "" && strings.HasPrefix(line[len(marks):], " ") {
		return true
	}
	return hasAnyPrefix(line, "**", "__", "|", ">", "```", "~~~", "<")
}
