package write

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"maps"
	"slices"

	"github.com/gin-gonic/gin"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/api/rest"
)

// NewDocument is a document that is handed in as JSON: with its text as content, or
// with its bytes, where they are no text in UTF-8, as content_base64. Left out, its
// collection is main.
type NewDocument struct {
	// the collection that it goes into; main where it is left out
	Collection string `json:"collection,omitempty" example:"main" maxLength:"64"`
	// where it is stored in the collection; what stands there is replaced
	Path string `json:"path" validate:"required" example:"notes/gpu.md" minLength:"1" maxLength:"512"`
	// its text; either this or content_base64
	Content string `json:"content,omitempty" example:"# GPU notes"`
	// its bytes in base64, where they are no text in UTF-8
	ContentBase64 string `json:"content_base64,omitempty" example:"IyBHUFUgbm90ZXMK" format:"byte"`
}

// fromJSON keeps the file of a JSON body.
func (u upload) fromJSON(c *gin.Context) ([]quarry.JobFile, error) {
	body, err := rest.ReadJSON(c, longestJSONFile)
	if err != nil {
		return nil, err
	}
	given, content, err := readDocument(body)
	if err != nil {
		return nil, err
	}
	collection, err := quarry.CollectionName(given["collection"])
	if err != nil {
		return nil, err
	}
	path, err := quarry.DocumentPath(given["path"])
	if err != nil {
		return nil, err
	}
	taken, err := u.take(path, bytes.NewReader(content))
	if err != nil {
		return nil, err
	}
	taken.Collection, taken.Path = collection, path
	return []quarry.JobFile{taken}, nil
}

// readDocument reads the fields of a document, and its content.
func readDocument(body []byte) (map[string]string, []byte, error) {
	fields, err := rest.FieldsOf(body, "a document has", "collection", "path", "content", "content_base64")
	if err != nil {
		return nil, nil, err
	}
	given := map[string]string{}
	for _, name := range slices.Sorted(maps.Keys(fields)) {
		var text *string
		if json.Unmarshal(fields[name], &text) != nil || text == nil {
			return nil, nil, rest.RefuseField(name, rest.CodeParameter, "must be a text")
		}
		given[name] = *text
	}
	written, asText := given["content"]
	encoded, asBytes := given["content_base64"]
	content := []byte(written)
	if asBytes {
		if content, err = base64.StdEncoding.DecodeString(encoded); err != nil {
			return nil, nil, rest.RefuseField("content_base64", rest.CodeParameter, "must be base64 with padding")
		}
	}
	switch {
	case asText && asBytes:
		return nil, nil, rest.RefuseField("content", rest.CodeParameter, "is given beside content_base64: leave one of them out")
	case !asText && !asBytes:
		return nil, nil, rest.RefuseField("content", rest.CodeParameter, "is needed, or content_base64 in its place")
	}
	return given, content, nil
}
