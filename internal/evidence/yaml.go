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

// holdsBehind reports whether a mark stands in a line behind another one that
// opens a value.
func holdsBehind(line []byte, opening, mark byte) bool {
	last := bytes.LastIndexByte(line, mark)
	for at := range max(0, last) {
		if line[at] == opening && opensValue(string(line[:at])) {
			return true
		}
	}
	return false
}

// opensValue reports whether a value may begin behind a text: behind a colon or
// a comma, a bracket, or nothing but the dashes of lists. A bracket in prose
// opens none.
func opensValue(before string) bool {
	before = strings.TrimRight(before[max(0, len(before)-longestItem):], " \t\r")
	if before == "" || strings.IndexByte(":,[{\n", before[len(before)-1]) >= 0 {
		return true
	}
	return strings.Trim(before[strings.LastIndexByte(before, '\n')+1:], " -") == ""
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
// items of a list between their digits, and whether there is any: "[10,11]"
// holds two of them. Of items with spaces in them it may be no list.
func parted(piece string) (string, bool) {
	var kept strings.Builder
	var open []byte // the brackets and braces that are
	done, quoted := 0, false
	for at := 0; at < len(piece); at++ {
		switch c := piece[at]; {
		case c == '\\':
			at++
		case c == '"' && (quoted || opensValue(piece[:at])): // elsewhere it is a sign like others
			quoted = !quoted
		case quoted:
		case (c == '[' || c == '{') && opensValue(piece[:at]):
			open = append(open, c)
		case c == ']', c == '}':
			open = open[:max(0, len(open)-1)]
		case c == ',' && len(open) > 0 && partsItems(piece, at, open[len(open)-1]):
			kept.WriteString(piece[done:at] + ", ")
			done = at + 1
		}
	}
	return kept.String() + piece[done:], done > 0
}

// longestItem is how many bytes are looked at of what stands beside a mark.
const longestItem = 256

// partsItems reports whether a comma between two digits parts two items: it stands
// in braces, which hold nothing else, or in brackets that end a value, or the second
// item ends without a space in it.
func partsItems(piece string, comma int, opened byte) bool {
	if opened == '{' {
		return joinsDigits(piece, comma)
	}
	rest := piece[comma+1 : min(len(piece), comma+1+longestItem)]
	if _, behind, closed := strings.Cut(rest, "]"); closed && endsValue(behind) {
		return joinsDigits(piece, comma)
	}
	item := strings.TrimRight(rest[:max(0, strings.IndexAny(rest, ",]}\n"))], " \t\r")
	return joinsDigits(piece, comma) && item != "" && !strings.ContainsAny(item, " \t")
}

// endsValue reports whether a value has ended before a text: its line does, or what
// it stands in goes on.
func endsValue(behind string) bool {
	behind = strings.TrimLeft(behind, " \t\r")
	return behind == "" || strings.IndexByte("\n,]}", behind[0]) >= 0
}
