package render

import (
	"strings"
	"unicode/utf8"
)

// Limits of what is read as Markdown. Reading is quadratic in a block and cannot be
// interrupted: for each mark it may look through the rest of its block, and at every mark
// before it. It also has a place open for each thing that a line is nested in.
const (
	longestText   = 1 << 20  // bytes; what is beyond is cut off, with a note
	effortOfText  = 96 << 20 // bytes looked at for all marks
	deepestText   = 40       // quotes and lists within one another
	mostColumns   = 200      // of a table
	mostLinks     = 2_000    // definitions of links and the like
	mostBlocks    = 20_000   // lines, as each may be a block of its own
	longestSpaces = 2_000    // of one run in a line
	mostFormulas  = 2_000    // that are converted
)

// marks are the characters for which a reader of Markdown looks elsewhere.
const marks = "*_`[]()<>!~$&\\|:@"

// cut returns the beginning of a text that is not longer than what is read, and whether it
// is all of it.
func cut(text string) (string, bool) {
	if len(text) <= longestText {
		return text, true
	}
	end := longestText
	for end > 0 && !utf8.RuneStart(text[end]) {
		end--
	}
	return text[:end], false
}

// isCheap reports whether a text can be read as Markdown at a cost that is bounded. What is
// marked as code counts, too: whether it is code depends on what it stands in.
func isCheap(text string) bool {
	effort, links := 0, 0
	length, marked := 0, 0 // of the block
	if strings.Count(text, "\n") > mostBlocks {
		return false
	}
	for line := range strings.Lines(text) {
		if strings.TrimSpace(line) == "" {
			length, marked = 0, 0
			continue
		}
		if nesting(line) > deepestText || strings.Count(line, "|") > mostColumns || strings.Contains(line, strings.Repeat(" ", longestSpaces)) {
			return false
		}
		count := 0
		for i := range len(line) {
			if strings.IndexByte(marks, line[i]) >= 0 {
				count++
			}
		}
		// What is before in the block was looked through for its marks, and is again for these.
		effort += count*(length+len(line)) + marked*len(line)
		length, marked = length+len(line), marked+count
		if links += strings.Count(line, "]:"); effort > effortOfText || links > mostLinks {
			return false
		}
	}
	return true
}

// nesting returns how deep the text of a line may stand in quotes and lists.
func nesting(line string) int {
	depth, columns := 0, 0
	for i := range len(line) {
		switch c := line[i]; {
		case c == '\t':
			columns += 4
		case c == ' ':
			columns++
		case strings.IndexByte(">-*+.)", c) >= 0:
			depth++
		case c < '0' || c > '9':
			return depth + columns/8
		}
	}
	return depth + columns/8
}
