package quarry

import (
	"bytes"
	"encoding/json"
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
	if len(text) == 0 || (text[0] != '{' && text[0] != '[') {
		return false
	}
	rest := text
	for range headLines {
		line, behind, more := bytes.Cut(rest, []byte("\n"))
		if !more {
			break
		}
		if line = bytes.TrimSpace(line); len(line) > 1 && line[0] == '{' && json.Valid(line) {
			return true
		}
		rest = behind
	}
	return json.Valid(text)
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
	case 'n', 'r', 't', 'b', 'f':
		to.WriteByte(' ')
	case '"', '\\', '/':
		to.WriteByte(text[0])
	case 'u':
		return unescapeCode(to, text)
	default:
		to.WriteByte('\\')
		return 0
	}
	return 1
}

// codeLength is the length of "u00e9".
const codeLength = 5

// unescapeCode reads "u00e9", and two of them where the first is half of a
// character.
func unescapeCode(to *strings.Builder, text string) int {
	first, ok := hexCode(text)
	if !ok {
		to.WriteByte('\\')
		return 0
	}
	if !utf16.IsSurrogate(first) {
		to.WriteRune(first)
		return codeLength
	}
	second, ok := hexCode(strings.TrimPrefix(text[codeLength:], `\`))
	both := utf16.DecodeRune(first, second)
	if !ok || both == utf8.RuneError {
		to.WriteRune(utf8.RuneError)
		return codeLength
	}
	to.WriteRune(both)
	return codeLength + 1 + codeLength
}

func hexCode(text string) (rune, bool) {
	if len(text) < codeLength || text[0] != 'u' {
		return 0, false
	}
	code, err := strconv.ParseUint(text[1:codeLength], 16, 16)
	return rune(code), err == nil
}
