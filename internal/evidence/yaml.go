package evidence

import (
	"bytes"
	"strings"
)

// isYAML reports whether a text has the shape of YAML, with texts in quotes that
// have escapes or with lists in brackets or braces where values stand: there words are
// written as in JSON, as far as people use it.
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
		written = written || holdsBehind(line, '"', '\\') || holdsBehind(line, '[', ',') || holdsBehind(line, '{', ',')
	}
	return written
}

// isYAMLLine reports whether a line may be one of YAML: one that is indented may
// always be.
func isYAMLLine(line []byte) bool {
	if len(line) == 0 || strings.IndexByte(" #\"-%", line[0]) >= 0 || bytes.HasPrefix(line, []byte("...")) {
		return true
	}
	return bytes.HasSuffix(line, []byte(":")) || bytes.Contains(line, []byte(": ")) || len(bytes.Trim(line, "]}")) == 0
}

// holdsBehind reports whether a mark stands in a line behind another one that
// opens a value.
func holdsBehind(line []byte, opening, mark byte) bool {
	for at := range max(0, bytes.LastIndexByte(line, mark)) {
		if line[at] == opening && opensValue(string(line[:at])) {
			return true
		}
	}
	return false
}
