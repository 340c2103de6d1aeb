package fold

import (
	"iter"
	"strings"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/ingest"
	"github.com/quarrykb/quarry/internal/text"
)

// tag is one tag of HTML or of a component.
type tag struct {
	start, end int
	name       string
	closing    bool // "</name>"
	alone      bool // "<name/>"
	attributes []attribute
}

// attribute is what a tag says of its element. Its value is as written, quotes
// and braces included.
type attribute struct{ name, value string }

// Limits of reading tags, in bytes. Of what turns out to be no tag no more is
// read than allowance allows for.
const (
	longestTag  = 16 << 10
	longestCode = 1 << 10
	allowance   = 64 << 10
)

// scanner looks for the tags of a text.
type scanner struct {
	lines  *ingest.Text
	text   string
	fenced []bool
	spent  int // bytes that were read of what is no tag
	last   int // where the last comment ends
}

func newScanner(text *ingest.Text, fenced []bool) *scanner {
	all := text.Cut(quarry.Span{ByteEnd: len(text.Bytes)})
	return &scanner{lines: text, text: all, fenced: fenced, last: strings.LastIndex(all, "-->")}
}

// tags yields the tags that stand outside of code and comments.
func (s *scanner) tags() iter.Seq[tag] {
	return func(yield func(tag) bool) {
		for at := s.next(0); at < len(s.text) && s.spent <= allowance+len(s.text); at = s.next(at) {
			found, length := s.read(at)
			if found.name != "" && !yield(found) {
				return
			}
			at += length
		}
	}
}

// next returns where the next mark stands outside of fences, from an offset on.
func (s *scanner) next(at int) int {
	for at < len(s.text) {
		next := strings.IndexAny(s.text[at:], "<`")
		if next < 0 {
			break
		}
		at += next
		line := s.lines.LineOf(at)
		if !s.fenced[line] {
			return at
		}
		at = s.lines.LineEnd(line)
	}
	return len(s.text)
}

// read reads what begins at a mark, and returns how far it reaches.
func (s *scanner) read(at int) (tag, int) {
	rest := s.text[at:]
	switch {
	case rest[0] == '`':
		return tag{}, codeLength(rest)
	case strings.HasPrefix(rest, "<!--") && at < s.last:
		return tag{}, strings.Index(rest, "-->") + len("-->")
	}
	found, length := readTag(rest[:min(len(rest), longestTag)])
	if found.name == "" {
		s.spent += length
		return tag{}, 1
	}
	found.start, found.end = at, at+length
	return found, length
}

// codeLength returns the length of a code span that a text begins with, or of
// its marks where nothing closes it on the line.
func codeLength(text string) int {
	marks := text[:len(text)-len(strings.TrimLeft(text, "`"))]
	rest := text[len(marks):]
	rest = rest[:min(len(rest), longestCode)]
	line, _, _ := strings.Cut(rest, "\n")
	if end := strings.Index(line, marks); end >= 0 {
		return end + 2*len(marks)
	}
	return len(marks)
}

// readTag reads the tag that a text begins with. Without one the name is empty,
// and the length is what had to be read to know.
func readTag(s string) (tag, int) {
	at := 1
	var found tag
	if at < len(s) && s[at] == '/' {
		found.closing = true
		at++
	}
	start := at
	for at < len(s) && isNameByte(s[at]) {
		at++
	}
	if at == start || !text.IsLetter(s[start]) {
		return tag{}, at
	}
	name := s[start:at]
	for at < len(s) {
		switch c := s[at]; {
		case c == '>':
			found.name = name
			return found, at + 1
		case c == '<':
			return tag{}, at
		case isNameByte(c):
			one, length := readAttribute(s[at:])
			if length == 0 {
				return tag{}, len(s)
			}
			found.attributes = append(found.attributes, one)
			found.alone = false
			at += length
		default:
			found.alone = c == '/'
			at++
		}
	}
	return tag{}, at
}

// readAttribute reads a name and what stands behind an equals sign. A length of
// 0 says that the value has no end.
func readAttribute(text string) (attribute, int) {
	at := 0
	for at < len(text) && isNameByte(text[at]) {
		at++
	}
	one := attribute{name: text[:at]}
	behind := strings.TrimLeft(text[at:], " \t\r\n")
	if !strings.HasPrefix(behind, "=") {
		return one, at
	}
	value := strings.TrimLeft(behind[1:], " \t\r\n")
	before := len(text) - len(value)
	length := valueLength(value)
	one.value = value[:max(length, 0)]
	if length < 0 {
		return one, 0
	}
	return one, before + length
}

// valueLength returns the length of an attribute's value, -1 where it has no
// end.
func valueLength(text string) int {
	if text == "" {
		return -1
	}
	switch text[0] {
	case '"', '\'':
		end := strings.IndexByte(text[1:], text[0])
		if end < 0 {
			return -1
		}
		return end + 2
	case '{':
		return bracedLength(text)
	}
	if end := strings.IndexAny(text, " \t\r\n>"); end >= 0 {
		return end
	}
	return -1
}

// bracedLength returns the length of an expression in braces. Braces within
// quotes count for nothing; a quote that its line does not close is an
// apostrophe.
func bracedLength(text string) int {
	depth := 0
	for at := 0; at < len(text); at++ {
		switch c := text[at]; c {
		case '{':
			depth++
		case '}':
			if depth--; depth == 0 {
				return at + 1
			}
		case '"', '\'', '`':
			at += quotedLength(text[at:])
		case '\\':
			at++
		}
	}
	return -1
}

// quotedLength returns how many bytes follow an opening quote, up to the one
// that closes it.
func quotedLength(text string) int {
	for at := 1; at < min(len(text), longestCode); at++ {
		switch text[at] {
		case '\\':
			at++
		case text[0]:
			return at
		case '\n':
			if text[0] != '`' {
				return 0
			}
		}
	}
	return 0
}

// value returns what an attribute says: its text without quotes, braces and
// escapes, "" where it is computed and no text.
func (a attribute) text() string {
	value := strings.TrimSpace(a.value)
	inBraces := strings.HasPrefix(value, "{")
	if inBraces {
		value = strings.TrimSpace(value[1 : len(value)-1])
	}
	if len(value) < 2 {
		return ""
	}
	first, last := value[0], value[len(value)-1]
	switch {
	case first == last && strings.IndexByte("\"'`", first) >= 0:
		value = value[1 : len(value)-1]
		if inBraces {
			value = unescaped(value)
		}
		return value
	case inBraces && first == '<' && last == '>':
		return value
	case inBraces:
		return ""
	}
	return value
}

// unescaped takes the backslash from before quotes. Any other escape stays.
func unescaped(text string) string {
	return strings.NewReplacer(`\"`, `"`, `\'`, `'`, "\\`", "`").Replace(text)
}

func isNameByte(c byte) bool {
	return text.IsLetter(c) || text.IsDigit(c) || c == '-' || c == '_' || c == '.' || c == ':' || c == '@'
}
