package jsontree

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/ingest"
	"github.com/quarrykb/quarry/ingest/question/record"
)

// Limits of one document. Every value is held as a tree.
const (
	MaxDepth  = 64
	MaxValues = 500_000
)

// Parse reads the one value that stands in a part of a text, with nothing but
// white space around it. Errors are of KindInvalid or KindTooLarge, in a
// LineError.
func Parse(text *ingest.Text, start, end int) (record.Value, error) {
	s := &scanner{content: text.Bytes[:end], at: start, line: text.LineOf(min(start, max(0, len(text.Bytes)-1)))}
	if start == 0 && bytes.HasPrefix(s.content, []byte(byteOrderMark)) {
		s.at += len(byteOrderMark)
	}
	value, err := s.value(1)
	if err != nil {
		return record.Value{}, err
	}
	s.space()
	if s.at < len(s.content) {
		return record.Value{}, s.unexpected("behind the end of the document")
	}
	return value, nil
}

const byteOrderMark = "\ufeff"

// scanner stands between two tokens. Line breaks are nowhere but in white space
// between them.
type scanner struct {
	content []byte
	at      int
	line    int
	values  int
}

func (s *scanner) space() {
	for ; s.at < len(s.content); s.at++ {
		switch s.content[s.at] {
		case '\n':
			s.line++
		case ' ', '\t', '\r':
		default:
			return
		}
	}
}

// place is where a token begins.
type place struct{ at, line int }

func (s *scanner) place() place { return place{s.at, s.line} }

func (s *scanner) since(p place) quarry.Span {
	return quarry.Span{ByteStart: p.at, ByteEnd: s.at, LineStart: p.line, LineEnd: s.line}
}

func (s *scanner) value(depth int) (record.Value, error) {
	s.space()
	if s.values++; s.values > MaxValues {
		return record.Value{}, s.refuse(quarry.KindTooLarge, "more than %d values in one document", MaxValues)
	}
	if s.at == len(s.content) {
		return record.Value{}, s.refuse(quarry.KindInvalid, "the JSON ends before it is complete")
	}
	began := s.place()
	var value record.Value
	var err error
	switch c := s.content[s.at]; {
	case c == '{':
		value, err = s.object(depth)
	case c == '[':
		value, err = s.list(depth)
	case c == '"':
		value.Kind = record.Text
		value.Text, err = s.text()
		value.Items = s.pieces(began)
	case c == '-' || (c >= '0' && c <= '9'):
		value, err = s.number()
	default:
		value, err = s.word()
	}
	value.Span = s.since(began)
	return value, err
}

func (s *scanner) object(depth int) (record.Value, error) {
	value := record.Value{Kind: record.Object}
	if depth > MaxDepth {
		return value, s.tooDeep()
	}
	keys := map[string]int{} // the lines that they stand on
	s.at++
	for more := s.open('}'); more; {
		field, err := s.field(depth, keys)
		if err != nil {
			return value, err
		}
		value.Fields = append(value.Fields, field)
		if more, err = s.next('}'); err != nil {
			return value, err
		}
	}
	return value, nil
}

func (s *scanner) field(depth int, keys map[string]int) (record.Field, error) {
	s.space()
	if s.at == len(s.content) || s.content[s.at] != '"' {
		return record.Field{}, s.unexpected("where a key in quotes belongs")
	}
	began := s.place()
	name, err := s.text()
	if err != nil {
		return record.Field{}, err
	}
	if line, twice := keys[name]; twice {
		return record.Field{}, s.refuse(quarry.KindInvalid,
			"the key %q stands twice in one object, on lines %d and %d", short(name), line, s.line)
	}
	keys[name] = s.line
	field := record.Field{Name: name, Key: s.since(began)}
	s.space()
	if s.at == len(s.content) || s.content[s.at] != ':' {
		return field, s.unexpected(fmt.Sprintf("where the colon behind the key %q belongs", short(name)))
	}
	s.at++
	field.Value, err = s.value(depth + 1)
	return field, err
}

func (s *scanner) list(depth int) (record.Value, error) {
	value := record.Value{Kind: record.List}
	if depth > MaxDepth {
		return value, s.tooDeep()
	}
	s.at++
	for more := s.open(']'); more; {
		item, err := s.value(depth + 1)
		if err != nil {
			return value, err
		}
		value.Items = append(value.Items, item)
		if more, err = s.next(']'); err != nil {
			return value, err
		}
	}
	return value, nil
}

// open reports whether anything stands before the mark that closes.
func (s *scanner) open(closing byte) bool {
	s.space()
	if s.at < len(s.content) && s.content[s.at] == closing {
		s.at++
		return false
	}
	return true
}

// next reports whether a comma announces one more part, or passes the mark that
// closes.
func (s *scanner) next(closing byte) (bool, error) {
	s.space()
	if s.at < len(s.content) {
		switch s.content[s.at] {
		case ',':
			s.at++
			return true, nil
		case closing:
			s.at++
			return false, nil
		}
	}
	return false, s.unexpected(fmt.Sprintf("where a comma or %q belongs", string(closing)))
}

// text reads a text in quotes.
func (s *scanner) text() (string, error) {
	start, decode := s.at, s.verbatim
	for s.at++; s.at < len(s.content); s.at++ {
		switch c := s.content[s.at]; {
		case c == '\\':
			decode = s.unescape
			s.at++
		case c == '"':
			s.at++
			return decode(start)
		case c < ' ':
			return "", s.refuse(quarry.KindInvalid, "a text in quotes with a line break or another control character in it")
		}
	}
	s.at = len(s.content)
	return "", s.refuse(quarry.KindInvalid, "the JSON ends within a text in quotes")
}

// verbatim returns the text in quotes that begins at an offset and ends here.
func (s *scanner) verbatim(start int) (string, error) {
	return strings.ToValidUTF8(string(s.content[start+1:s.at-1]), string(utf8.RuneError)), nil
}

// unescape is verbatim for a text with escapes.
func (s *scanner) unescape(start int) (string, error) {
	var text string
	if err := json.Unmarshal(s.content[start:s.at], &text); err != nil {
		return "", s.refuse(quarry.KindInvalid, "an escape that JSON does not have in a text in quotes")
	}
	return text, nil
}

func (s *scanner) number() (record.Value, error) {
	start := s.at
	for s.at < len(s.content) && strings.IndexByte("+-.eE0123456789", s.content[s.at]) >= 0 {
		s.at++
	}
	digits := s.content[start:s.at]
	if !json.Valid(digits) {
		return record.Value{}, s.refuse(quarry.KindInvalid, "%q is no number of JSON", short(string(digits)))
	}
	return record.Value{Kind: record.Number, Text: string(digits)}, nil
}

func (s *scanner) word() (record.Value, error) {
	for word, kind := range map[string]record.Kind{"true": record.Boolean, "false": record.Boolean, "null": record.Null} {
		if bytes.HasPrefix(s.content[s.at:], []byte(word)) {
			s.at += len(word)
			return record.Value{Kind: kind, Text: word}, nil
		}
	}
	return record.Value{}, s.unexpected("where a value belongs")
}

func (s *scanner) tooDeep() error {
	return s.refuse(quarry.KindInvalid, "nested more than %d deep", MaxDepth)
}

func (s *scanner) unexpected(where string) error {
	switch {
	case s.at >= len(s.content):
		return s.refuse(quarry.KindInvalid, "the JSON ends before it is complete")
	case s.content[s.at] == '/' || s.content[s.at] == '#':
		return s.refuse(quarry.KindInvalid, "a comment: JSON has none")
	}
	r, _ := utf8.DecodeRune(s.content[s.at:])
	return s.refuse(quarry.KindInvalid, "%q stands %s", string(r), where)
}

func (s *scanner) refuse(kind quarry.Kind, format string, args ...any) error {
	return &ingest.LineError{Line: s.line, Err: quarry.Errorf(kind, "not valid JSON: "+format, args...)}
}

// short returns a name as far as a message shows it.
func short(name string) string {
	const most = 60
	if utf8.RuneCountInString(name) <= most {
		return name
	}
	return string([]rune(name)[:most]) + "…"
}
