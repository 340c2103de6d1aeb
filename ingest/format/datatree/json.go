package datatree

import (
	"bytes"
	"encoding/json"
	"errors"
	"strings"
	"unicode/utf8"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/ingest"
	"github.com/quarrykb/quarry/ingest/doc"
)

// jsonSpace is the white space of JSON.
const jsonSpace = " \t\r\n"

// TrimJSON takes a byte-order mark and the white space of JSON off both ends.
func TrimJSON(content []byte) []byte {
	return bytes.Trim(bytes.TrimPrefix(content, []byte(byteOrderMark)), jsonSpace)
}

// JSON reads a text as the one value that stands in it, with nothing but white
// space around it. Errors are of KindInvalid or KindTooLarge, in a LineError.
func JSON(text *ingest.Text) (doc.Value, error) { return JSONWithout(text, nil) }

// JSONWithout is JSON for a text with fields that are not needed: their values are Null, and
// however much they hold, they count for nothing.
func JSONWithout(text *ingest.Text, needless func(name string) bool) (doc.Value, error) {
	start := len(text.Bytes) - len(bytes.TrimPrefix(text.Bytes, []byte(byteOrderMark)))
	return readJSON(&jsonScanner{source: source{text: text, language: "JSON"}, content: text.Bytes, at: start, needless: needless})
}

// JSONWithin is JSON for a part of a text.
func JSONWithin(text *ingest.Text, start, end int) (doc.Value, error) {
	return readJSON(&jsonScanner{source: source{text: text, language: "JSON"}, content: text.Bytes[:end], at: start})
}

// readJSON checks the content as a whole first: what is scanned then has no fault but a limit
// or a key that stands twice.
func readJSON(s *jsonScanner) (doc.Value, error) {
	var whole json.RawMessage
	if err := json.Unmarshal(s.content[s.at:], &whole); err != nil {
		at := len(s.content)
		if fault, ok := errors.AsType[*json.SyntaxError](err); ok {
			at = s.at + int(fault.Offset) - 1
		}
		return doc.Value{}, s.refuse(at, quarry.KindInvalid, "%v", err)
	}
	return s.value(1)
}

// jsonScanner stands between two tokens of valid JSON.
type jsonScanner struct {
	source

	content  []byte
	at       int
	needless func(field string) bool // nil where all are needed
}

// next goes to where the next token begins, and returns its first byte. Commas and
// colons are passed over like white space.
func (s *jsonScanner) next() byte {
	for strings.IndexByte(jsonSpace+",:", s.content[s.at]) >= 0 {
		s.at++
	}
	return s.content[s.at]
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
	first, start := s.next(), s.at
	if err := s.count(start, depth); err != nil {
		return doc.Value{}, err
	}
	var value doc.Value
	var err error
	switch first {
	case '{':
		value.Kind = doc.Object
		value.Fields, err = s.fields(depth)
	case '[':
		value.Kind = doc.Sequence
		value.Items, err = s.items(depth)
	case '"':
		value = doc.Value{Kind: doc.String, Text: s.quoted()}
		value.Items = s.pieces(start)
	default:
		value = s.word()
	}
	value.Span = s.span(start)
	return value, err
}

func (s *jsonScanner) items(depth int) ([]doc.Value, error) {
	var items []doc.Value
	for s.at++; s.next() != ']'; {
		item, err := s.value(depth + 1)
		if err != nil {
			return nil, err
		}
		items = append(items, item)
	}
	s.at++
	return items, nil
}

func (s *jsonScanner) fields(depth int) ([]doc.Field, error) {
	var fields []doc.Field
	known := map[string]int{} // where the names stand
	for s.at++; s.next() != '}'; {
		start := s.at
		field := doc.Field{Name: s.quoted(), Key: s.span(start)}
		if first, twice := known[field.Name]; twice {
			return nil, s.twice(field.Name, first, start)
		}
		known[field.Name] = start
		var err error
		if s.needless != nil && s.needless(field.Name) {
			s.skip()
		} else if field.Value, err = s.value(depth + 1); err != nil {
			return nil, err
		}
		fields = append(fields, field)
	}
	s.at++
	return fields, nil
}

// skip goes behind a value.
func (s *jsonScanner) skip() {
	for depth := 0; ; {
		switch s.next() {
		case '{', '[':
			depth++
			s.at++
		case '}', ']':
			depth--
			s.at++
		case '"':
			s.quoted()
		default:
			s.word()
		}
		if depth == 0 {
			return
		}
	}
}

// quoted reads a text in quotes.
func (s *jsonScanner) quoted() string {
	start, escaped := s.at, false
	for s.at++; s.content[s.at] != '"'; s.at++ {
		if s.content[s.at] == '\\' {
			escaped = true
			s.at++
		}
	}
	s.at++
	text := string(s.content[start+1 : s.at-1])
	if !escaped {
		return strings.ToValidUTF8(text, string(utf8.RuneError))
	}
	_ = json.Unmarshal(s.content[start:s.at], &text) // it is valid
	return text
}

// word reads a number or a name.
func (s *jsonScanner) word() doc.Value {
	start := s.at
	for s.at < len(s.content) && strings.IndexByte(jsonSpace+",]}", s.content[s.at]) < 0 {
		s.at++
	}
	value := doc.Value{Kind: doc.Number, Text: string(s.content[start:s.at])}
	switch value.Text {
	case "true", "false":
		value.Kind = doc.Boolean
	case "null":
		value.Kind = doc.Null
	}
	return value
}
