package rest

import (
	"context"
	"io"
	"net/http"
	"strconv"
	"time"

	"github.com/gin-gonic/gin"

	"github.com/quarrykb/quarry"
)

const (
	uploadPatience = 10 * time.Second // of an upload for another one to end
	retryAfter     = 5                // seconds, where too much waits
)

// Uploads bounds how many long bodies are read at once.
type Uploads chan struct{} // holds an element for every upload under way

// NewUploads lets so many be read at once.
func NewUploads(most int) Uploads { return make(Uploads, most) }

// Begin waits a little for another upload to end where too many go on. Who began ends.
func (u Uploads) Begin(ctx context.Context) error {
	patience := time.NewTimer(uploadPatience)
	defer patience.Stop()
	select {
	case u <- struct{}{}:
		return nil
	case <-patience.C:
	case <-ctx.Done():
	}
	return quarry.Errorf(quarry.KindUnavailable, "%d uploads go on already: try again", cap(u)).
		WithCode("uploads_busy")
}

// End makes room for the next.
func (u Uploads) End() { <-u }

// OrLater makes a handler say when to try again where too much waits.
func OrLater(answer Handler) Handler {
	return func(c *gin.Context) error {
		err := answer(c)
		if quarry.IsKind(err, quarry.KindUnavailable) || quarry.IsKind(err, quarry.KindFull) {
			c.Header(HeaderRetryAfter, strconv.Itoa(retryAfter))
		}
		return err
	}
}

// PacedReader gives each piece of a body its time, in place of the time that the connection
// has for a whole request.
type PacedReader struct {
	from    io.ReadCloser
	control *http.ResponseController
	now     func() time.Time
}

// NewPacedReader returns a reader of the body that comes over the connection of an answer.
func NewPacedReader(from io.ReadCloser, over http.ResponseWriter, now func() time.Time) *PacedReader {
	return &PacedReader{from: from, control: http.NewResponseController(over), now: now}
}

// Read reads some bytes. A connection that cannot be given a time keeps the one that
// it has.
func (r *PacedReader) Read(to []byte) (int, error) {
	_ = r.control.SetReadDeadline(r.now().Add(PaceTime))
	return r.from.Read(to)
}

// Close closes the body.
func (r *PacedReader) Close() error { return r.from.Close() }
