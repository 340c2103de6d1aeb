package pdf

import (
	"bytes"
	"strconv"
	"strings"
)

// kind says what a token of a page's content is.
type kind int

const (
	number kind = iota
	characters
	name
	array
	operator
)

// token is an operand or an operator.
type token struct {
	kind   kind
	value  string // of texts, names and operators
	number float64
	items  []token // of arrays: texts and numbers
}

// lexer reads what is drawn on a page. It ends on anything, and where the work is
// used up.
type lexer struct {
	rest    []byte
	work    *work
	counted int  // length of the rest up to which the work is counted
	exact   bool // white space that is escaped in a text is itself, and not a space
}

func newLexer(content []byte, w *work) lexer {
	return lexer{rest: content, work: w, counted: len(content)}
}

// account counts what was read, and a step, and reports whether the reading goes on.
func (l *lexer) account(step int) bool {
	read := l.counted - len(l.rest)
	l.counted = len(l.rest)
	return l.work.spend(read + step)
}

// stop leaves the rest unread.
func (l *lexer) stop() { l.rest, l.counted = nil, 0 }

func isSpace(c byte) bool {
	return c == ' ' || c == '\n' || c == '\r' || c == '\t' || c == '\f' || c == 0
}

func isDelimiter(c byte) bool { return strings.IndexByte("()<>[]{}/%", c) >= 0 }

// next returns the next token, and false at the end.
func (l *lexer) next() (token, bool) {
	for {
		l.blank()
		if !l.account(costOfToken) || len(l.rest) == 0 {
			return token{}, false
		}
		switch c := l.rest[0]; {
		case c == '(':
			return token{kind: characters, value: l.literal()}, true
		case bytes.HasPrefix(l.rest, []byte("<<")):
			l.rest = l.rest[len("<<"):]
		case strings.IndexByte(">{})]", c) >= 0:
			l.rest = l.rest[1:]
		case c == '<':
			return token{kind: characters, value: l.hex()}, true
		case c == '[':
			return l.array(), true
		case c == '/':
			l.rest = l.rest[1:]
			return token{kind: name, value: unescaped(l.word())}, true
		default:
			return l.plain(), true
		}
	}
}

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

// plain returns a number or an operator. A picture within the content is
// skipped.
func (l *lexer) plain() token {
	word := l.word()
	if value, err := strconv.ParseFloat(word, 64); err == nil {
		return token{kind: number, number: value}
	}
	if word == "ID" {
		l.skipPicture()
	}
	return token{kind: operator, value: word}
}

func (l *lexer) skipPicture() {
	for {
		end := bytes.Index(l.rest, []byte("EI"))
		if end < 0 {
			l.rest = nil
			return
		}
		alone := end > 0 && isSpace(l.rest[end-1]) && (end+2 == len(l.rest) || isSpace(l.rest[end+2]))
		l.rest = l.rest[end+2:]
		if alone {
			return
		}
	}
}

// array returns the texts and numbers in brackets.
func (l *lexer) array() token {
	l.rest = l.rest[1:]
	list := token{kind: array}
	for {
		l.blank()
		switch {
		case !l.account(costOfToken) || len(l.rest) == 0:
			return list
		case l.rest[0] == ']':
			l.rest = l.rest[1:]
			return list
		case l.rest[0] == '(':
			list.items = append(list.items, token{kind: characters, value: l.literal()})
		case l.rest[0] == '<':
			list.items = append(list.items, token{kind: characters, value: l.hex()})
		case isDelimiter(l.rest[0]):
			l.rest = l.rest[1:]
		default:
			if value, err := strconv.ParseFloat(l.word(), 64); err == nil {
				list.items = append(list.items, token{kind: number, number: value})
			}
		}
	}
}

// hex returns a text of hexadecimal digits.
func (l *lexer) hex() string {
	end := bytes.IndexByte(l.rest, '>')
	if end < 0 {
		end = len(l.rest)
	}
	var value []byte
	var half byte
	digits := 0
	for _, c := range l.rest[1:max(1, end)] {
		digit, ok := hexDigit(c)
		if !ok {
			continue
		}
		if digits++; digits%2 == 1 {
			half = digit << 4
		} else {
			value = append(value, half|digit)
		}
	}
	if digits%2 == 1 {
		value = append(value, half)
	}
	l.rest = l.rest[min(len(l.rest), end+1):]
	return string(value)
}

func hexDigit(c byte) (byte, bool) {
	switch {
	case c >= '0' && c <= '9':
		return c - '0', true
	case c|0x20 >= 'a' && c|0x20 <= 'f':
		return c | 0x20 - 'a' + 10, true
	}
	return 0, false
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
			value, size = l.escaped(value, l.rest[at:])
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

// escaped adds what stands behind a backslash, and returns how much of it.
func (l *lexer) escaped(value, rest []byte) ([]byte, int) {
	if len(rest) == 0 {
		return value, 0
	}
	switch c := rest[0]; c {
	case 'n', 'r', 't', 'b', 'f':
		if l.exact {
			return append(value, "\n\r\t\b\f"[strings.IndexByte("nrtbf", c)]), 1
		}
		return append(value, ' '), 1
	case '\n':
		return value, 1
	case '\r':
		if len(rest) > 1 && rest[1] == '\n' {
			return value, 2
		}
		return value, 1
	default:
		if c < '0' || c > '7' {
			return append(value, c), 1
		}
	}
	code, size := 0, 0
	for size < min(3, len(rest)) && rest[size] >= '0' && rest[size] <= '7' {
		code = code*8 + int(rest[size]-'0')
		size++
	}
	return append(value, byte(code)), size
}
