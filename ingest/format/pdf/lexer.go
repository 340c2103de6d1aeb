package pdf

import (
	"bytes"
	"encoding/hex"
	"net/url"
	"strconv"
	"strings"

	"github.com/quarrykb/quarry/internal/text"
)

// lexer reads the words and texts that objects are written with. It ends on anything.
type lexer struct{ rest []byte }

func isSpace(c byte) bool {
	return c == ' ' || c == '\n' || c == '\r' || c == '\t' || c == '\f' || c == 0
}

func isDelimiter(c byte) bool { return strings.IndexByte("()<>[]{}/%", c) >= 0 }

// blank skips white space and comments.
func (l *lexer) blank() {
	for len(l.rest) > 0 {
		switch {
		case isSpace(l.rest[0]):
			l.rest = l.rest[1:]
		case l.rest[0] == '%':
			end := bytes.IndexAny(l.rest, "\r\n")
			if end < 0 {
				end = len(l.rest)
			}
			l.rest = l.rest[end:]
		default:
			return
		}
	}
}

func (l *lexer) word() string {
	end := 0
	for end < len(l.rest) && !isSpace(l.rest[end]) && !isDelimiter(l.rest[end]) {
		end++
	}
	word := string(l.rest[:end])
	l.rest = l.rest[end:]
	return word
}

// name returns a name, with its letters in the place of "#41".
func (l *lexer) name() string {
	l.rest = l.rest[1:]
	name := l.word()
	if resolved, err := url.PathUnescape(strings.ReplaceAll(name, "#", "%")); err == nil {
		return resolved
	}
	return name
}

// longestReference is the most bytes between the number of an object and the sign
// of a reference to it.
const longestReference = 32

// generation reads the rest of a reference behind its number, "0 R", where that is next.
func (l *lexer) generation() (int, bool) {
	ahead := lexer{rest: l.rest[:min(len(l.rest), longestReference)]}
	all := len(ahead.rest)
	ahead.blank()
	word := ahead.word()
	ahead.blank()
	if !isDigits(word) || ahead.word() != "R" {
		return 0, false
	}
	l.rest = l.rest[all-len(ahead.rest):]
	generation, err := strconv.Atoi(word)
	return generation, err == nil
}

func isDigits(word string) bool { return len(word) < 10 && text.AllDigits(word) }

// hex returns a text of hexadecimal digits.
func (l *lexer) hex() string {
	end := bytes.IndexByte(l.rest, '>')
	if end < 0 {
		end = len(l.rest)
	}
	digits := bytes.Map(func(r rune) rune {
		if r < 0x80 && strings.ContainsRune("0123456789abcdefABCDEF", r) {
			return r
		}
		return -1
	}, l.rest[1:max(1, end)])
	if len(digits)%2 == 1 {
		digits = append(digits, '0')
	}
	l.rest = l.rest[min(len(l.rest), end+1):]
	value, _ := hex.DecodeString(string(digits)) // they are digits
	return string(value)
}

// literal returns a text in parentheses.
func (l *lexer) literal() string {
	var value []byte
	depth, at := 0, 0
	for at < len(l.rest) {
		c := l.rest[at]
		at++
		switch c {
		case '\\':
			var size int
			value, size = appendEscaped(value, l.rest[at:])
			at += size
			continue
		case '(':
			depth++
		case ')':
			depth--
		}
		if depth == 0 {
			break
		}
		if c != '(' || depth > 1 {
			value = append(value, c)
		}
	}
	l.rest = l.rest[at:]
	return string(value)
}

// appendEscaped adds what stands behind a backslash, and returns how much of it.
func appendEscaped(value, rest []byte) ([]byte, int) {
	size := 0
	for code := 0; size < min(3, len(rest)) && rest[size] >= '0' && rest[size] <= '7'; size++ {
		code = code*8 + int(rest[size]-'0')
		value = append(value[:len(value)-min(size, 1)], byte(code&0xff))
	}
	switch {
	case size > 0 || len(rest) == 0:
		return value, size
	case bytes.HasPrefix(rest, []byte("\r\n")):
		return value, len("\r\n")
	case rest[0] == '\n' || rest[0] == '\r': // the line goes on
		return value, 1
	}
	if at := strings.IndexByte("nrtbf", rest[0]); at >= 0 {
		return append(value, "\n\r\t\b\f"[at]), 1
	}
	return append(value, rest[0]), 1
}
