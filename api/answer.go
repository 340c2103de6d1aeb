package api

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"

	"github.com/gin-gonic/gin"

	"github.com/quarrykb/quarry"
)

const jsonType = "application/json; charset=utf-8"

// body is what an answer consists of besides its headers.
type body struct {
	status    int
	mediaType string
	view      any
}

// answer sends a view that no revision of the store stands behind.
func (s *Server) answer(c *gin.Context, view any) {
	s.write(c, body{status: http.StatusOK, mediaType: jsonType, view: view})
}

// answerAt sends a view together with the revision that it was computed from.
func (s *Server) answerAt(c *gin.Context, revision quarry.Sequence, view any) {
	setRevision(c, revision)
	s.answer(c, view)
}

func setRevision(c *gin.Context, revision quarry.Sequence) {
	c.Writer.Header().Set(headerRevision, strconv.FormatInt(int64(revision), 10))
}

// write encodes the whole body before the first byte leaves, so that a view
// that cannot be encoded is still a proper error. Angle brackets stay as they
// are: answers are JSON, never a page, and say so in their headers.
func (s *Server) write(c *gin.Context, b body) {
	encoded, _ := s.buffers.Get().(*bytes.Buffer)
	defer s.buffers.Put(encoded)
	encoded.Reset()
	encoder := json.NewEncoder(encoded)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(b.view); err != nil {
		s.fail(c, fmt.Errorf("encode the answer: %w", err))
		return
	}
	c.Writer.Header().Set("Content-Length", strconv.Itoa(encoded.Len()))
	c.Data(b.status, b.mediaType, encoded.Bytes())
}

// mapped turns every item into its view. The result is never nil: an empty
// list is [] in JSON, not null.
func mapped[T, V any](items []T, view func(T) V) []V {
	views := make([]V, 0, len(items))
	for _, item := range items {
		views = append(views, view(item))
	}
	return views
}

// texts turns words of any type into plain ones, never nil.
func texts[T ~string](words []T) []string {
	return mapped(words, func(word T) string { return string(word) })
}

// nullable turns "nothing is known", which is empty within, into JSON's null.
func nullable[T ~string](word T) *string {
	if word == "" {
		return nil
	}
	text := string(word)
	return &text
}
