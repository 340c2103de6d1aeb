package rest

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"maps"
	"mime"
	"net/http"
	"slices"
	"unicode/utf8"

	"github.com/gin-gonic/gin"

	"github.com/quarrykb/quarry"
)

// FieldsOf reads an object of which no name comes twice, and none but those that there are:
// what has them is named, as in "a check has". Where none are named there may be any.
func FieldsOf(object []byte, has string, known ...string) (map[string]json.RawMessage, error) {
	decoder := json.NewDecoder(bytes.NewReader(object))
	if start, err := decoder.Token(); err != nil || start != json.Delim('{') {
		return nil, errBody().Because(err)
	}
	fields := map[string]json.RawMessage{}
	for decoder.More() {
		var value json.RawMessage
		token, err := decoder.Token()
		if err == nil {
			err = decoder.Decode(&value)
		}
		if err != nil {
			return nil, errBody().Because(err)
		}
		name, _ := token.(string) // it is nothing else there
		if fields[name] != nil {
			return nil, RefuseField(name, "repeated_parameter", "given more than once")
		}
		fields[name] = value
	}
	if _, err := decoder.Token(); err != nil {
		return nil, errBody().Because(err)
	}
	if _, err := decoder.Token(); !errors.Is(err, io.EOF) {
		return nil, errBody().Because(err)
	}
	for _, name := range slices.Sorted(maps.Keys(fields)) {
		if len(known) > 0 && !slices.Contains(known, name) {
			return nil, RefuseField(name, "unknown_parameter", has+" no such field").WithFixes(FixesFor(name, known)...)
		}
	}
	return fields, nil
}

// RefuseField says what is wrong with one field of a body, or one parameter.
func RefuseField(name, code, message string) *quarry.Error {
	return quarry.Errorf(quarry.KindInvalid, "%s: %s", name, message).WithCode(code).OnField(name, message)
}

// ListOf writes a list, or a single value, as a parameter has it.
func ListOf(written json.RawMessage) (string, bool) {
	if written[0] != '[' {
		return ValueOf(written)
	}
	var words []string
	err := json.Unmarshal(written, &words)
	return Alternatives(words...), err == nil
}

// ValueOf writes a single value as a parameter has it; null is none.
func ValueOf(written json.RawMessage) (string, bool) {
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

// ReadJSON reads a body of at most so many bytes that says it is JSON, or does not
// say what it is.
func ReadJSON(c *gin.Context, most int64) ([]byte, error) {
	if stated := c.GetHeader("Content-Type"); stated != "" {
		if media, _, err := mime.ParseMediaType(stated); err != nil || media != "application/json" {
			return nil, quarry.Errorf(quarry.KindUnsupported, "the body must be JSON, not %q", stated).
				WithFixes("Content-Type: application/json")
		}
	}
	if c.Request.Body == nil {
		c.Request.Body = http.NoBody
	}
	c.Request.Body = http.MaxBytesReader(c.Writer, c.Request.Body, most)
	body, err := c.GetRawData()
	if _, long := errors.AsType[*http.MaxBytesError](err); long {
		return nil, quarry.Errorf(quarry.KindTooLarge, "the body is longer than %d bytes", most)
	}
	if err != nil || !utf8.Valid(body) {
		return nil, errBody().Because(err)
	}
	return body, nil
}

func errBody() *quarry.Error {
	return quarry.Errorf(quarry.KindInvalid, "the body is not a well-formed JSON object").
		WithCode("malformed_body")
}
