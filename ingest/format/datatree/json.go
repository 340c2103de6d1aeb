package datatree

import (
	"bytes"
	"encoding/json"
	"errors"
	"strconv"

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
func JSON(text *ingest.Text) (doc.Value, error) {
	start := len(text.Bytes) - len(bytes.TrimPrefix(text.Bytes, []byte(byteOrderMark)))
	return JSONWithin(text, start, len(text.Bytes))
}

// JSONWithin is JSON for a part of a text. The part is checked as a whole first, which
// tells where a fault is, and takes no memory.
func JSONWithin(text *ingest.Text, start, end int) (doc.Value, error) {
	s := &jsonScanner{source: source{text: text, language: "JSON"}, content: text.Bytes[:end], start: start, at: start}
	var whole json.RawMessage
	if err := json.Unmarshal(s.content[start:], &whole); err != nil {
		at := end
		if fault, ok := errors.AsType[*json.SyntaxError](err); ok {
			at = start + int(fault.Offset) - 1
		}
		return doc.Value{}, s.refuse(at, quarry.KindInvalid, "%v", err)
	}
	s.tokens = json.NewDecoder(bytes.NewReader(s.content[start:]))
	s.tokens.UseNumber()
	return s.value(1)
}

// jsonScanner stands between two tokens of what is JSON.
type jsonScanner struct {
	source

	content []byte
	start   int // of the document
	at      int // behind the last token
	tokens  *json.Decoder
}

// next returns the next token and where it begins: behind white space, a comma or a colon.
func (s *jsonScanner) next() (json.Token, int, error) {
	token, err := s.tokens.Token()
	if err != nil {
		return nil, s.at, s.refuse(s.at, quarry.KindInvalid, "%v", err)
	}
	begins := len(s.content) - len(bytes.TrimLeft(s.content[s.at:], jsonSpace+",:"))
	s.at = s.start + int(s.tokens.InputOffset())
	return token, begins, nil
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
	token, start, err := s.next()
	if err == nil {
		err = s.count(start, depth)
	}
	if err != nil {
		return doc.Value{}, err
	}
	var value doc.Value
	switch token := token.(type) {
	case json.Delim:
		value, err = s.members(token, depth)
	case string:
		value = doc.Value{Kind: doc.String, Text: token, Items: s.pieces(start)}
	case json.Number:
		value = doc.Value{Kind: doc.Number, Text: token.String()}
	case bool:
		value = doc.Value{Kind: doc.Boolean, Text: strconv.FormatBool(token)}
	default:
		value = doc.Value{Kind: doc.Null, Text: "null"}
	}
	value.Span = s.span(start)
	return value, err
}

// members reads what stands in an object or an array, up to the mark that closes it.
func (s *jsonScanner) members(opening json.Delim, depth int) (doc.Value, error) {
	value := doc.Value{Kind: doc.Sequence}
	if opening == '{' {
		value.Kind = doc.Object
	}
	known := map[string]int{} // where the keys stand
	for s.tokens.More() {
		var field doc.Field
		if value.Kind == doc.Object {
			key, start, err := s.next()
			if err != nil {
				return value, err
			}
			field.Name, _ = key.(string)
			if first, twice := known[field.Name]; twice {
				return value, s.twice(field.Name, first, start)
			}
			known[field.Name], field.Key = start, s.span(start)
		}
		member, err := s.value(depth + 1)
		if err != nil {
			return value, err
		}
		if field.Value = member; value.Kind == doc.Object {
			value.Fields = append(value.Fields, field)
		} else {
			value.Items = append(value.Items, member)
		}
	}
	_, _, err := s.next()
	return value, err
}
