package evidence

import (
	"bytes"
	"encoding/json"
	"regexp"
	"strconv"
	"strings"
)

// headLines is how many lines are looked at for one that is JSON by itself.
const headLines = 8

// isJSON reports whether a text is a JSON document, or lines of JSON: then its
// words are written with escapes. Any other text has backslashes of its own.
func isJSON(text []byte) bool {
	text = bytes.TrimSpace(bytes.TrimPrefix(text, []byte("\ufeff")))
	if !opensJSON(text) {
		return false
	}
	rest := text
	for range headLines {
		line, behind, _ := bytes.Cut(rest, []byte("\n"))
		if opensJSON(bytes.TrimSpace(line)) && json.Valid(line) {
			return true
		}
		rest = behind
	}
	return json.Valid(text)
}

// opensJSON reports whether a text begins with brackets and a text in quotes
// right behind them, or behind brackets that hold nothing.
func opensJSON(text []byte) bool {
	if len(text) == 0 || (text[0] != '{' && text[0] != '[') {
		return false
	}
	return bytes.HasPrefix(bytes.TrimLeft(text, "{[]}, \t\r\n"), []byte(`"`))
}

// escapes finds the escapes of JSON and the two more of YAML: "\n", "\xe9", and in one
// row all that are written as "\u00e9", since two of them may be one character.
func escapes() *regexp.Regexp {
	return regexp.MustCompile(`(?:\\u[0-9A-Fa-f]{4})+|\\x[0-9A-Fa-f]{2}|\\[nrtbf0aev"\\/]`)
}

// readable returns a piece of JSON or YAML with what its escapes stand for.
func (v *Verifier) readable(piece string) string {
	return v.escapes.ReplaceAllStringFunc(piece, func(escape string) string {
		switch escape[1] {
		case '"', '\\', '/':
			return escape[1:]
		case 'u':
			var said string
			if json.Unmarshal([]byte(`"`+escape+`"`), &said) == nil {
				return said
			}
		case 'x':
			if code, err := strconv.ParseUint(escape[2:], 16, 8); err == nil && code > ' ' {
				return string(rune(code))
			}
		}
		return " "
	})
}

// parted returns a piece of JSON or YAML with a space behind every comma that parts two
// items of a list between their digits: "[10,11]" holds two of them. Of items with spaces
// in them it may be no list.
func parted(piece string) string {
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
		case c == ',' && len(open) > 0 && joinsDigits(piece, at) && (open[len(open)-1] == '{' || partsItems(piece[at+1:])):
			kept.WriteString(piece[done:at] + ", ")
			done = at + 1
		}
	}
	return kept.String() + piece[done:]
}

// longestItem is how many bytes are looked at of what stands beside a mark.
const longestItem = 256

// partsItems reports whether a comma in brackets, between two digits, parts two items: the
// brackets behind it end a value, or the second item ends without a space in it.
func partsItems(rest string) bool {
	rest = rest[:min(len(rest), longestItem)]
	if _, behind, closed := strings.Cut(rest, "]"); closed {
		behind = strings.TrimLeft(behind, " \t\r")
		if behind == "" || strings.IndexByte("\n,]}", behind[0]) >= 0 {
			return true
		}
	}
	item := strings.TrimRight(rest[:max(0, strings.IndexAny(rest, ",]}\n"))], " \t\r")
	return item != "" && !strings.ContainsAny(item, " \t")
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
