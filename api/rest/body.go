package rest

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"mime"
	"net/http"
	"unicode/utf8"

	"github.com/gin-gonic/gin"

	"github.com/quarrykb/quarry"
)

// JSONField is one field of an object, as it is written.
type JSONField struct {
	Name  string
	Value json.RawMessage
}

// FieldsOf reads an object of which no name comes twice.
func FieldsOf(object []byte) ([]JSONField, error) {
	decoder := json.NewDecoder(bytes.NewReader(object))
	if start, err := decoder.Token(); err != nil || start != json.Delim('{') {
		return nil, errBody().Because(err)
	}
	var fields []JSONField
	names := map[string]bool{}
	for decoder.More() {
		var field JSONField
		name, err := decoder.Token()
		if err != nil {
			return nil, errBody().Because(err)
		}
		field.Name, _ = name.(string) // it is nothing else there
		if err := decoder.Decode(&field.Value); err != nil {
			return nil, errBody().Because(err)
		}
		if names[field.Name] {
			return nil, RefuseField(field.Name, "repeated_parameter", "given more than once")
		}
		names[field.Name] = true
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
