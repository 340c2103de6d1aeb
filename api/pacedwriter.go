package api

import (
	"io"
	"net/http"
	"time"

	"github.com/gin-gonic/gin"
)

// A stream lasts as long as it takes, but each piece of it is taken within a
// time: a caller who takes less than about one kilobyte a second is gone.
const (
	paceBytes = exportBuffer
	paceTime  = 30 * time.Second
)

// pacedWriter sends a stream piece by piece and gives each its time, in place
// of the time that the connection has for a whole answer.
type pacedWriter struct {
	to      io.Writer
	control *http.ResponseController
	now     func() time.Time
}

func newPacedWriter(to http.ResponseWriter, now func() time.Time) *pacedWriter {
	return &pacedWriter{to: to, control: http.NewResponseController(to), now: now}
}

// Write sends some bytes, in pieces. A connection that cannot be given a time
// keeps the one that it has.
func (w *pacedWriter) Write(all []byte) (int, error) {
	sent := 0
	for sent < len(all) {
		_ = w.control.SetWriteDeadline(w.now().Add(paceTime))
		n, err := w.to.Write(all[sent:min(len(all), sent+paceBytes)])
		sent += n
		if err != nil {
			return sent, err
		}
	}
	return sent, nil
}

// onlyHead reports whether the caller wants to see the headers alone: a whole
// stream need not be made for that.
func onlyHead(c *gin.Context) bool {
	wrapped, ok := c.Writer.(interface{ Unwrap() http.ResponseWriter })
	if !ok {
		return false
	}
	_, head := wrapped.Unwrap().(headWriter)
	return head
}
