package datatree

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/ingest"
	"github.com/quarrykb/quarry/ingest/doc"
)

// JSON reads a text as the one value that stands in it, with nothing but white
// space around it. Errors are of KindInvalid or KindTooLarge, in a LineError.
func JSON(text *ingest.Text) (doc.Value, error) {
	return JSONWithout(text, nil)
}

// JSONWithin is JSON for a part of a text.
func JSONWithin(text *ingest.Text, start, end int) (doc.Value, error) {
	return readJSON(&jsonScanner{source: source{text: text, language: "JSON"}, content: text.Bytes[:end], at: start})
}

// JSONWithout is JSON for a text with fields that are not needed: their values are Null, and
// however much they hold, they count for nothing.
func JSONWithout(text *ingest.Text, needless func(name string) bool) (doc.Value, error) {
	start := len(text.Bytes) - len(bytes.TrimPrefix(text.Bytes, []byte(byteOrderMark)))
	return readJSON(&jsonScanner{source: source{text: text, language: "JSON"}, content: text.Bytes, at: start, needless: needless})
}

func readJSON(s *jsonScanner) (doc.Value, error) {
	value, err := s.value(1)
	if err != nil {
		return doc.Value{}, err
	}
	if s.space(); s.at < len(s.content) {
		return doc.Value{}, s.unexpected("behind the end of the document")
	}
	return value, nil
}

// jsonScanner stands between two tokens.
type jsonScanner struct {
	source

	content  []byte
	at       int
	needless func(field string) bool // nil where all are needed
}

func (s *jsonScanner) space() {
	for s.at < len(s.content) && strings.IndexByte(" \t\r\n", s.content[s.at]) >= 0 {
		s.at++
	}
}

// passes goes behind a mark where it comes next.
func (s *jsonScanner) passes(mark byte) bool {
	s.space()
	if s.at == len(s.content) || s.content[s.at] != mark {
		return false
	}
	s.at++
	return true
}

func (s *jsonScanner) span(start int) quarry.Span {
	line := s.text.LineOf(start)
	span := quarry.Span{ByteStart: start, ByteEnd: s.at, LineStart: line, LineEnd: line}
	if s.at > s.text.LineEnd(line) {
		span.LineEnd = s.text.LineOf(s.at - 1)
	}
	return span
}

func (s *jsonScanner) value(depth int) (doc.Value, error) {
	s.space()
	if s.at == len(s.content) {
		return doc.Value{}, s.unexpected("")
	}
	start := s.at
	if err := s.count(start, depth); err != nil {
		return doc.Value{}, err
	}
	var value doc.Value
	var err error
	switch c := s.content[s.at]; {
	case c == '{':
		value.Kind = doc.Object
		value.Fields, err = s.fields(depth)
	case c == '[':
		value.Kind = doc.Sequence
		err = s.parts(']', func() error {
			item, err := s.value(depth + 1)
			value.Items = append(value.Items, item)
			return err
		})
	case c == '"':
		value.Kind = doc.String
		value.Text, err = s.quoted()
		value.Items = s.pieces(start)
	case c == '-' || (c >= '0' && c <= '9'):
		value, err = s.number()
	default:
		value, err = s.word()
	}
	value.Span = s.span(start)
	return value, err
}

// parts reads what stands between commas up to the mark that closes.
func (s *jsonScanner) parts(closing byte, read func() error) error {
	s.at++
	if s.passes(closing) {
		return nil
	}
	for {
		if err := read(); err != nil {
			return err
		}
		if s.passes(closing) {
			return nil
		}
		if !s.passes(',') {
			return s.unexpected(fmt.Sprintf("where a comma or %q belongs", string(closing)))
		}
	}
}

func (s *jsonScanner) fields(depth int) ([]doc.Field, error) {
	var fields []doc.Field
	known := map[string]int{} // where the names stand
	err := s.parts('}', func() error {
		s.space()
		start := s.at
		if start == len(s.content) || s.content[start] != '"' {
			return s.unexpected("where a key in quotes belongs")
		}
		name, err := s.quoted()
		if err != nil {
			return err
		}
		if first, twice := known[name]; twice {
			return s.twice(name, first, start)
		}
		known[name] = start
		field := doc.Field{Name: name, Key: s.span(start)}
		if !s.passes(':') {
			return s.unexpected(fmt.Sprintf("where the colon behind the key %q belongs", short(name)))
		}
		if s.needless == nil || !s.needless(name) || !s.skips() {
			field.Value, err = s.value(depth + 1)
		}
		fields = append(fields, field)
		return err
	})
	return fields, err
}

// skips goes behind a value, and reports whether it is one. What is none is left for the
// scanner, which says why.
func (s *jsonScanner) skips() bool {
	var value json.RawMessage
	decoder := json.NewDecoder(bytes.NewReader(s.content[s.at:]))
	if decoder.Decode(&value) != nil {
		return false
	}
	s.at += int(decoder.InputOffset())
	return true
}

// quoted reads a text in quotes.
func (s *jsonScanner) quoted() (string, error) {
	start, unquoted := s.at, s.verbatim
	for s.at++; s.at < len(s.content); s.at++ {
		switch c := s.content[s.at]; {
		case c == '\\':
			unquoted = s.unescaped
			s.at++
		case c == '"':
			s.at++
			return unquoted(start)
		case c < ' ':
			return "", s.refuse(s.at, quarry.KindInvalid, "a text in quotes with a line break or another control character in it")
		}
	}
	s.at = len(s.content)
	return "", s.refuse(s.at, quarry.KindInvalid, "the JSON ends within a text in quotes")
}

// verbatim returns the text in quotes that begins at an offset and ends here.
func (s *jsonScanner) verbatim(start int) (string, error) {
	return strings.ToValidUTF8(string(s.content[start+1:s.at-1]), string(utf8.RuneError)), nil
}

// unescaped is verbatim for a text with escapes.
func (s *jsonScanner) unescaped(start int) (string, error) {
	var text string
	if err := json.Unmarshal(s.content[start:s.at], &text); err != nil {
		return "", s.refuse(start, quarry.KindInvalid, "an escape that JSON does not have in a text in quotes")
	}
	return text, nil
}

func (s *jsonScanner) number() (doc.Value, error) {
	start := s.at
	for s.at < len(s.content) && strings.IndexByte("+-.eE0123456789", s.content[s.at]) >= 0 {
		s.at++
	}
	digits := s.content[start:s.at]
	if !json.Valid(digits) {
		return doc.Value{}, s.refuse(start, quarry.KindInvalid, "%q is no number of JSON", short(string(digits)))
	}
	return doc.Value{Kind: doc.Number, Text: string(digits)}, nil
}

func (s *jsonScanner) word() (doc.Value, error) {
	for word, kind := range map[string]doc.Kind{"true": doc.Boolean, "false": doc.Boolean, "null": doc.Null} {
		if bytes.HasPrefix(s.content[s.at:], []byte(word)) {
			s.at += len(word)
			return doc.Value{Kind: kind, Text: word}, nil
		}
	}
	return doc.Value{}, s.unexpected("where a value belongs")
}

func (s *jsonScanner) unexpected(where string) error {
	switch {
	case s.at >= len(s.content):
		return s.refuse(s.at, quarry.KindInvalid, "the JSON ends before it is complete")
	case s.content[s.at] == '/' || s.content[s.at] == '#':
		return s.refuse(s.at, quarry.KindInvalid, "a comment: JSON has none")
	}
	r, _ := utf8.DecodeRune(s.content[s.at:])
	return s.refuse(s.at, quarry.KindInvalid, "%q stands %s", string(r), where)
}
