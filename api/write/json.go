package write

import (
	"bytes"
	"encoding/base64"
	"encoding/json"

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
	given, err := documentOf(body)
	if err != nil {
		return nil, err
	}
	file, err := given.place()
	if err != nil {
		return nil, err
	}
	taken, err := u.take(file.Path, bytes.NewReader(given.content))
	if err != nil {
		return nil, err
	}
	taken.Collection, taken.Path = file.Collection, file.Path
	return []quarry.JobFile{taken}, nil
}

// givenDocument is a document as a body has it.
type givenDocument struct {
	collection, path string
	content          []byte
}

// place checks where a document is to go.
func (g givenDocument) place() (quarry.JobFile, error) {
	collection, err := quarry.CollectionName(g.collection)
	if err != nil {
		return quarry.JobFile{}, err
	}
	path, err := quarry.DocumentPath(g.path)
	return quarry.JobFile{Collection: collection, Path: path}, err
}

// documentOf reads the fields of a body.
func documentOf(body []byte) (givenDocument, error) {
	fields, err := rest.FieldsOf(body)
	if err != nil {
		return givenDocument{}, err
	}
	var given givenDocument
	contents := 0
	for _, field := range fields {
		var text *string
		if json.Unmarshal(field.Value, &text) != nil || text == nil {
			return given, refuseDocumentField(field.Name, "must be a text")
		}
		switch field.Name {
		case "collection":
			given.collection = *text
		case "path":
			given.path = *text
		case "content":
			contents++
			given.content = []byte(*text)
		case "content_base64":
			contents++
			if given.content, err = base64.StdEncoding.DecodeString(*text); err != nil {
				return given, rest.RefuseField(field.Name, rest.CodeParameter, "must be base64 with padding")
			}
		default:
			return given, refuseDocumentField(field.Name, "")
		}
	}
	switch contents {
	case 0:
		return given, rest.RefuseField("content", rest.CodeParameter, "is needed, or content_base64 in its place")
	case 1:
		return given, nil
	}
	return given, rest.RefuseField("content", rest.CodeParameter, "is given beside content_base64: leave one of them out")
}

// refuseDocumentField says what is wrong with a field that a document has, or that it
// has no such field.
func refuseDocumentField(name, why string) error {
	switch name {
	case "collection", "path", "content", "content_base64":
		return rest.RefuseField(name, rest.CodeParameter, why)
	}
	return rest.RefuseField(name, "unknown_parameter", "a document has no such field").
		WithFixes("collection", "path", "content", "content_base64")
}
