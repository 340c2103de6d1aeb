package rest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"strconv"
	"sync"
	"time"

	"github.com/gin-gonic/gin"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/api/view"
)

// JSONType is the media type of every answer that is no page, text or stream.
const JSONType = "application/json; charset=utf-8"

// TextType is the media type of plain text.
const TextType = "text/plain; charset=utf-8"

// The header fields that answers carry.
const (
	HeaderETag         = "ETag"
	HeaderCacheControl = "Cache-Control"
	HeaderRequestID    = "X-Request-Id"
	HeaderRevision     = "Quarry-Revision"
	HeaderServerTiming = "Server-Timing"
	HeaderRetryAfter   = "Retry-After"
)

// Responder writes what every route answers in: views, problems, and that the caller has
// an answer already. All fields are needed.
type Responder struct {
	Log       *slog.Logger
	Now       func() time.Time
	Problems  map[string]view.ProblemType // by code
	Allowed   allowedParameters
	Revisions RevisionReader
	Followers []Follower // whatever follows the change feed
	State     string     // the part of every ETag that no change moves

	buffers sync.Pool // of *bytes.Buffer, for answers on their way
}

// Handler answers a request, or says why not.
type Handler func(c *gin.Context) error

// Handle makes a handler of the router of one that may fail.
func (r *Responder) Handle(answer Handler) gin.HandlerFunc {
	return func(c *gin.Context) {
		if err := answer(c); err != nil {
			r.Fail(c, err)
		}
	}
}

// Answer sends a view that no revision of the store stands behind.
func (r *Responder) Answer(c *gin.Context, of any) error {
	return r.AnswerAs(c, http.StatusOK, of)
}

// AnswerAt sends a view together with the revision that it was computed from.
func (r *Responder) AnswerAt(c *gin.Context, revision quarry.Sequence, of any) error {
	SetRevision(c, revision)
	return r.Answer(c, of)
}

// AnswerAs sends a view with a status of its own.
func (r *Responder) AnswerAs(c *gin.Context, status int, of any) error {
	return r.send(c, status, JSONType, of)
}

// SetRevision says from which change sequence an answer was computed.
func SetRevision(c *gin.Context, revision quarry.Sequence) {
	c.Writer.Header().Set(HeaderRevision, strconv.FormatInt(int64(revision), 10))
}

// send encodes the whole body before the first byte leaves, so that a view
// that cannot be encoded is still a proper error. Angle brackets stay as they
// are: answers are JSON, never a page, and say so in their headers.
func (r *Responder) send(c *gin.Context, status int, mediaType string, of any) error {
	encoded, pooled := r.buffers.Get().(*bytes.Buffer)
	if !pooled {
		encoded = new(bytes.Buffer)
	}
	defer r.buffers.Put(encoded)
	encoded.Reset()
	encoder := json.NewEncoder(encoded)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(of); err != nil {
		return fmt.Errorf("encode the answer: %w", err)
	}
	c.Writer.Header().Set("Content-Length", strconv.Itoa(encoded.Len()))
	c.Data(status, mediaType, encoded.Bytes())
	return nil
}

// Since is how long ago a moment was, in milliseconds.
func (r *Responder) Since(start time.Time) float64 {
	return float64(r.Now().Sub(start)) / float64(time.Millisecond)
}

// HeadWriter sends the headers alone.
type HeadWriter struct{ http.ResponseWriter }

// Write takes the body and sends nothing of it.
func (w HeadWriter) Write(body []byte) (int, error) { return len(body), nil }

// OnlyHead reports whether the caller wants to see the headers alone: a whole
// stream need not be made for that.
func OnlyHead(c *gin.Context) bool {
	wrapped, ok := c.Writer.(interface{ Unwrap() http.ResponseWriter })
	if !ok {
		return false
	}
	_, head := wrapped.Unwrap().(HeadWriter)
	return head
}
