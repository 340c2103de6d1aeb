package text

import "strings"

// tabWidth is how many spaces a tab stands for where lines are indented.
const tabWidth = 4

// Indent returns the width of the white space that a line begins with.
func Indent(line string) int {
	width := 0
	for i := range len(line) {
		switch line[i] {
		case ' ':
			width++
		case '\t':
			width += tabWidth
		default:
			return width
		}
	}
	return width
}

// Dedented takes away the white space that all lines of a text begin with, the
// blank lines before them, and all white space behind.
func Dedented(s string) string {
	lines := strings.Split(strings.ReplaceAll(strings.TrimRight(s, " \t\r\n"), "\r\n", "\n"), "\n")
	for len(lines) > 1 && strings.TrimSpace(lines[0]) == "" {
		lines = lines[1:]
	}
	shared := len(s)
	for _, line := range lines {
		if bare := strings.TrimLeft(line, " \t"); bare != "" {
			shared = min(shared, len(line)-len(bare))
		}
	}
	for i, line := range lines {
		lines[i] = line[min(len(line), shared):]
	}
	return strings.Join(lines, "\n")
}
