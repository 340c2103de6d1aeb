package notebook

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"strings"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/ingest"
)

// scanner reads JSON from its beginning to its end, so that what is not needed
// is never held.
type scanner struct {
	content []byte
	decoder *json.Decoder
}

func newScanner(content []byte) *scanner {
	s := &scanner{content: content, decoder: json.NewDecoder(bytes.NewReader(content))}
	s.decoder.UseNumber()
	return s
}

// refuse names the line that was reached.
func (s *scanner) refuse(format string, args ...any) error {
	at := min(int(s.decoder.InputOffset()), len(s.content))
	return &ingest.LineError{
		Line: 1 + bytes.Count(s.content[:at], []byte{'\n'}),
		Err:  quarry.Errorf(quarry.KindInvalid, format, args...),
	}
}

func (s *scanner) token() (json.Token, error) {
	token, err := s.decoder.Token()
	switch wrong, isSyntax := errors.AsType[*json.SyntaxError](err); {
	case err == nil:
		return token, nil
	case errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF):
		return nil, s.refuse("the notebook ends in the middle: it was cut off")
	case isSyntax:
		return nil, s.refuse("not valid JSON: %v", wrong)
	default:
		return nil, err
	}
}

// object reads an object and calls read for every key, which must read the
// value. A key that is there twice is refused.
func (s *scanner) object(what string, read func(key string) error) error {
	if err := s.open('{', what+" must be an object"); err != nil {
		return err
	}
	seen := map[string]bool{}
	for s.decoder.More() {
		token, err := s.token()
		if err != nil {
			return err
		}
		key, ok := token.(string)
		if !ok {
			return s.refuse("not valid JSON: a key of %s is no text", what)
		}
		if seen[key] {
			return s.refuse("%s has the key %q twice", what, key)
		}
		seen[key] = true
		if err := read(key); err != nil {
			return err
		}
	}
	_, err := s.token()
	return err
}

// array reads a list and calls read for every value, which must read it.
func (s *scanner) array(what string, read func() error) error {
	if err := s.open('[', what+" must be a list"); err != nil {
		return err
	}
	for s.decoder.More() {
		if err := read(); err != nil {
			return err
		}
	}
	_, err := s.token()
	return err
}

func (s *scanner) open(delim json.Delim, otherwise string) error {
	token, err := s.token()
	if err != nil {
		return err
	}
	if token != delim {
		return s.refuse("%s", otherwise)
	}
	return nil
}

// text reads a text, or a list of its lines.
func (s *scanner) text(what string) (string, error) {
	token, err := s.token()
	if err != nil {
		return "", err
	}
	switch token := token.(type) {
	case string:
		return token, nil
	case json.Delim:
		if token == '[' {
			return s.lines(what)
		}
	}
	return "", s.refuse("%s must be a text or a list of texts", what)
}

func (s *scanner) lines(what string) (string, error) {
	var all strings.Builder
	for s.decoder.More() {
		token, err := s.token()
		if err != nil {
			return "", err
		}
		line, ok := token.(string)
		if !ok {
			return "", s.refuse("%s must be a list of texts", what)
		}
		all.WriteString(line)
	}
	_, err := s.token()
	return all.String(), err
}

// number reads a whole number.
func (s *scanner) number(what string) (int, error) {
	token, err := s.token()
	if err != nil {
		return 0, err
	}
	if number, ok := token.(json.Number); ok {
		if whole, err := number.Int64(); err == nil {
			return int(whole), nil
		}
	}
	return 0, s.refuse("%s must be a whole number", what)
}

// word reads a text, and takes any other value for none.
func (s *scanner) word() (string, error) {
	var word string
	err := s.value(func(text string) { word = text })
	return word, err
}

// skip reads one value of any kind.
func (s *scanner) skip() error { return s.value(func(string) {}) }

// value reads one value; where it is a text, it is handed on.
func (s *scanner) value(text func(string)) error {
	token, err := s.token()
	if word, ok := token.(string); ok {
		text(word)
	}
	for depth := nesting(token); err == nil && depth > 0; depth += nesting(token) {
		token, err = s.token()
	}
	return err
}

// nesting returns how much deeper a token leads.
func nesting(token json.Token) int {
	switch token {
	case json.Delim('['), json.Delim('{'):
		return 1
	case json.Delim(']'), json.Delim('}'):
		return -1
	}
	return 0
}

// end reads what stands behind the notebook, which must be nothing.
func (s *scanner) end() error {
	if _, err := s.decoder.Token(); !errors.Is(err, io.EOF) {
		return s.refuse("something stands behind the notebook's end")
	}
	return nil
}
