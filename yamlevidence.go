package quarry

import (
	"bytes"
	"strings"
)

// isYAML reports whether a text has the shape of YAML with texts in quotes or
// lists in brackets: there words are written as in JSON, as far as people use it.
func isYAML(text []byte) bool {
	if opensJSON(bytes.TrimSpace(text)) {
		return false
	}
	written := false
	for line := range bytes.Lines(bytes.TrimPrefix(text, []byte("\ufeff"))) {
		line = bytes.TrimRight(line, " \r\n")
		if !isYAMLLine(line) {
			return false
		}
		_, quoted, _ := bytes.Cut(line, []byte(`"`))
		_, listed, _ := bytes.Cut(line, []byte("["))
		written = written || bytes.Contains(quoted, []byte(`\`)) || bytes.Contains(listed, []byte(","))
	}
	return written
}

// isYAMLLine reports whether a line may be one of YAML: one that is indented may
// always be.
func isYAMLLine(line []byte) bool {
	switch {
	case len(line) == 0, line[0] == ' ', line[0] == '#', line[0] == '"':
		return true
	case bytes.HasPrefix(line, []byte("-")), bytes.HasPrefix(line, []byte("...")), bytes.HasPrefix(line, []byte("%")):
		return true
	}
	return bytes.HasSuffix(line, []byte(":")) || bytes.Contains(line, []byte(": ")) || len(bytes.Trim(line, "]}")) == 0
}

// parted returns a piece of JSON with a space behind every comma that parts two
// numbers of a list, and whether there is any: "[10,11]" holds two of them.
func parted(piece string) (string, bool) {
	var kept strings.Builder
	done, open, quoted := 0, 0, false
	for at := 0; at < len(piece); at++ {
		switch c := piece[at]; {
		case c == '\\':
			at++
		case c == '"':
			quoted = !quoted
		case quoted:
		case c == '[':
			open++
		case c == ']':
			open--
		case c == ',' && open > 0 && joinsDigits(piece, at):
			kept.WriteString(piece[done:at] + ", ")
			done = at + 1
		}
	}
	return kept.String() + piece[done:], done > 0
}
