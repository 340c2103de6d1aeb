package api

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"net/url"
	"slices"

	"github.com/quarrykb/quarry"
)

// jsonField is one field of an object, as it is written.
type jsonField struct {
	name  string
	value json.RawMessage
}

// fieldsOf reads an object of which no name comes twice.
func fieldsOf(object []byte) ([]jsonField, error) {
	decoder := json.NewDecoder(bytes.NewReader(object))
	if start, err := decoder.Token(); err != nil || start != json.Delim('{') {
		return nil, errBody().Because(err)
	}
	var fields []jsonField
	names := map[string]bool{}
	for decoder.More() {
		var field jsonField
		name, err := decoder.Token()
		if err != nil {
			return nil, errBody().Because(err)
		}
		field.name, _ = name.(string) // it is nothing else there
		if err := decoder.Decode(&field.value); err != nil {
			return nil, errBody().Because(err)
		}
		if names[field.name] {
			return nil, refuseField(field.name, "repeated_parameter", "given more than once")
		}
		names[field.name] = true
		fields = append(fields, field)
	}
	if _, err := decoder.Token(); err != nil {
		return nil, errBody().Because(err)
	}
	if _, err := decoder.Token(); !errors.Is(err, io.EOF) {
		return nil, errBody().Because(err)
	}
	return fields, nil
}

func refuseField(name, code, message string) *quarry.Error {
	return quarry.Errorf(quarry.KindInvalid, "%s: %s", name, message).WithCode(code).OnField(name, message)
}

// valuesOf reads a search that stands in a body as the query of an address would
// say it, and refuses what checkParameters would.
func (s *Server) valuesOf(search json.RawMessage) (url.Values, error) {
	fields, err := fieldsOf(search)
	if err != nil {
		return nil, err
	}
	values, allowed := url.Values{}, s.allowed[routeSearch]
	for _, field := range fields {
		read, taken := valueOf, "must be a single text, number or truth"
		if slices.Contains(allowed.lists, field.name) {
			read, taken = listOf, "must be a text, or a list of texts"
		}
		value, ok := read(field.value)
		if !ok && slices.Contains(allowed.names, field.name) {
			return nil, refuseField(field.name, codeParameter, taken)
		}
		if err := checkParameter(field.name, []string{value}, allowed); err != nil {
			return nil, err
		}
		values.Set(field.name, value)
	}
	return values, nil
}

// listOf writes a list, or a single value, as a parameter has it.
func listOf(written json.RawMessage) (string, bool) {
	if written[0] != '[' {
		return valueOf(written)
	}
	var words []string
	err := json.Unmarshal(written, &words)
	return Alternatives(words...), err == nil
}

// valueOf writes a single value as a parameter has it; null is none.
func valueOf(written json.RawMessage) (string, bool) {
	switch written[0] {
	case '{', '[':
		return "", false
	case '"':
		var text string
		err := json.Unmarshal(written, &text)
		return text, err == nil
	case 'n':
		return "", true
	}
	return string(written), true
}
