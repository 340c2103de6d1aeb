package api

import (
	"io"
	"net/http"
	"sync"
	"time"

	"github.com/gin-gonic/gin"

	"github.com/quarrykb/quarry"
)

// How many streams may be open at once, of events and of exports. Each holds a
// connection, and a buffer, for as long as its caller likes.
const (
	mostStreams       = 1000
	mostStreamsOfEach = 256
)

// streams counts the streams that are open, by who follows them.
type streams struct {
	mu   sync.Mutex
	all  int
	open map[party]int
}

// enter counts a stream in, and returns how it is counted out.
func (s *streams) enter(c *gin.Context) (func(), error) {
	who := partyOf(callerOf(c))
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.all >= mostStreams || s.open[who] >= mostStreamsOfEach {
		c.Header(headerRetryAfter, "5")
		return nil, quarry.Errorf(quarry.KindLimited, "too many streams of events and exports are open: close others, or ask for the job itself").
			WithCode("too_many_streams")
	}
	if s.open == nil {
		s.open = map[party]int{}
	}
	s.all++
	s.open[who]++
	return func() { s.leave(who) }, nil
}

func (s *streams) leave(who party) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.all--
	if s.open[who]--; s.open[who] == 0 {
		delete(s.open, who)
	}
}

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
