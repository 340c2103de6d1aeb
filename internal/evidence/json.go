package evidence

import (
	"bytes"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
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
		if line = bytes.TrimSpace(line); opensJSON(line) && readsAsJSON(line) {
			return true
		}
		rest = behind
	}
	return readsAsJSON(text)
}

// opensJSON reports whether a text begins with brackets and a text in quotes
// right behind them, or behind brackets that hold nothing.
func opensJSON(text []byte) bool {
	if len(text) == 0 || (text[0] != '{' && text[0] != '[') {
		return false
	}
	return bytes.HasPrefix(bytes.TrimLeft(text, "{[]}, \t\r\n"), []byte(`"`))
}

// readsAsJSON reports whether a text is one value in brackets that match, with
// nothing outside of quotes that JSON does not have.
func readsAsJSON(text []byte) bool {
	var open []byte // the brackets that close those that are open
	for at := 0; at < len(text); at++ {
		switch c := text[at]; {
		case c == '"':
			length := quotedLength(text[at:])
			if length == 0 {
				return false
			}
			at += length - 1
		case c == '{' || c == '[':
			open = append(open, c+2)
		case len(open) > 0 && open[len(open)-1] == c:
			if open = open[:len(open)-1]; len(open) == 0 {
				return at == len(text)-1
			}
		case strings.IndexByte(bareJSON, c) < 0:
			return false
		}
	}
	return false
}

// bareJSON is what JSON has between its texts and brackets: numbers, true, false
// and null, and what parts them.
const bareJSON = "0123456789+-.eE truefalsn,:\t\r\n"

// quotedLength returns the length of the text in quotes that a text begins
// with, 0 where it does not end.
func quotedLength(text []byte) int {
	for at := 1; at < len(text); at++ {
		switch text[at] {
		case '\\':
			at++
		case '"':
			return at + 1
		}
	}
	return 0
}

// readable returns a piece of JSON with what its escapes stand for, and whether
// it has any.
func readable(piece string) (string, bool) {
	if !strings.Contains(piece, `\`) {
		return "", false
	}
	var kept strings.Builder
	for {
		before, rest, found := strings.Cut(piece, `\`)
		kept.WriteString(before)
		if !found || rest == "" {
			return kept.String(), true
		}
		length := unescape(&kept, rest)
		piece = rest[length:]
	}
}

// unescape writes what stands for the escape that a text begins with, its
// backslash left out, and returns the escape's length.
func unescape(to *strings.Builder, text string) int {
	switch text[0] {
	case 'n', 'r', 't', 'b', 'f', '0', 'a', 'e', 'v': // the last four are YAML's
		to.WriteByte(' ')
	case '"', '\\', '/':
		to.WriteByte(text[0])
	case 'u':
		return unescapeCode(to, text)
	case 'x': // YAML's too
		return unescapeShort(to, text)
	default:
		to.WriteByte('\\')
		return 0
	}
	return 1
}

// How many digits "u00e9" has and "xe9", and the length of the former.
const (
	codeDigits  = 4
	shortDigits = 2
	codeLength  = 1 + codeDigits
)

// unescapeCode reads "u00e9", and two of them where the first is half of a
// character.
func unescapeCode(to *strings.Builder, text string) int {
	first, ok := hexCode(text, "u", codeDigits)
	if !ok {
		to.WriteByte('\\')
		return 0
	}
	if !utf16.IsSurrogate(first) {
		to.WriteRune(first)
		return codeLength
	}
	second, ok := hexCode(text[codeLength:], `\u`, codeDigits)
	both := utf16.DecodeRune(first, second)
	if !ok || both == utf8.RuneError {
		to.WriteRune(utf8.RuneError)
		return codeLength
	}
	to.WriteRune(both)
	return codeLength + 1 + codeLength
}

// unescapeShort reads "xe9".
func unescapeShort(to *strings.Builder, text string) int {
	code, ok := hexCode(text, "x", shortDigits)
	if !ok {
		to.WriteByte('\\')
		return 0
	}
	to.WriteRune(max(code, ' ')) // before the space, there is no sign that anybody writes
	return 1 + shortDigits
}

// hexCode returns the character whose code stands in so many digits behind what a
// text begins with.
func hexCode(text, mark string, digits int) (rune, bool) {
	behind, marked := strings.CutPrefix(text, mark)
	if !marked || len(behind) < digits {
		return 0, false
	}
	code, err := strconv.ParseUint(behind[:digits], 16, 16)
	return rune(code), err == nil
}
