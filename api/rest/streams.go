package rest

import (
	"fmt"
	"io"
	"net/http"
	"os"
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

// Streams counts the streams that are open, by who follows them.
type Streams struct {
	mu   sync.Mutex
	all  int
	open map[Party]int
}

// Enter counts a stream in, and returns how it is counted out.
func (s *Streams) Enter(c *gin.Context) (func(), error) {
	who := PartyOf(CallerOf(c))
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.all >= mostStreams || s.open[who] >= mostStreamsOfEach {
		c.Header(HeaderRetryAfter, "5")
		return nil, quarry.Errorf(quarry.KindLimited,
			"too many streams of events and exports are open: close others, or ask for the job itself").
			WithCode("too_many_streams")
	}
	if s.open == nil {
		s.open = map[Party]int{}
	}
	s.all++
	s.open[who]++
	return func() { s.leave(who) }, nil
}

func (s *Streams) leave(who Party) {
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
	paceBytes = ExportBuffer
	PaceTime  = 30 * time.Second
)

// PacedWriter sends a stream piece by piece and gives each its time, in place
// of the time that the connection has for a whole answer.
type PacedWriter struct {
	to      io.Writer
	control *http.ResponseController
	now     func() time.Time
}

// NewPacedWriter returns a writer to a connection that paces itself.
func NewPacedWriter(to http.ResponseWriter, now func() time.Time) *PacedWriter {
	return &PacedWriter{to: to, control: http.NewResponseController(to), now: now}
}

// Write sends some bytes, in pieces. A connection that cannot be given a time
// keeps the one that it has.
func (w *PacedWriter) Write(all []byte) (int, error) {
	sent := 0
	for sent < len(all) {
		_ = w.control.SetWriteDeadline(w.now().Add(PaceTime))
		n, err := w.to.Write(all[sent:min(len(all), sent+paceBytes)])
		sent += n
		if err != nil {
			return sent, err
		}
	}
	return sent, nil
}

// BreakOff ends a file that was to be sent where it cannot be. An answer that has not begun
// becomes a problem; of any other the caller must see that it is cut.
func (r *Responder) BreakOff(c *gin.Context, err error) {
	c.Writer.Header().Del("Content-Type")
	c.Writer.Header().Del("Content-Disposition")
	r.Fail(c, err)
	if c.Writer.Header().Get("Content-Type") != ProblemType {
		panic(http.ErrAbortHandler)
	}
}

// ExportBuffer is how many bytes of an export, or of a document's text, are held in memory
// until they are taken.
const ExportBuffer = 32 << 10

// SentParts sends an export, or a text, to a caller who takes it at a pace of its own. A
// part is written whole before it is sent: what does not fit into the buffer waits in a
// file without a name, so that who takes it slowly, or not at all, keeps no document in
// memory. Where there can be no such file it is sent as it is written.
type SentParts struct {
	to      io.Writer
	folder  string // of the file
	buffer  []byte
	held    int      // bytes in the buffer
	file    *os.File // nil until a part does not fit into the buffer
	spilled int64    // bytes in the file, which come before those in the buffer
}

// NewSentParts returns a sender whose file is in a folder, "" for the usual one.
func NewSentParts(to io.Writer, folder string) *SentParts {
	return &SentParts{to: to, folder: folder, buffer: make([]byte, ExportBuffer)}
}

// Write keeps some bytes of a part, or sends what was kept where there is no room for more.
func (p *SentParts) Write(some []byte) (int, error) {
	kept := 0
	for kept < len(some) {
		if p.held == len(p.buffer) && p.spill() != nil {
			if err := p.End(); err != nil {
				return kept, err
			}
		}
		n := copy(p.buffer[p.held:], some[kept:])
		p.held, kept = p.held+n, kept+n
	}
	return kept, nil
}

// spill empties the buffer into the file, which is gone when it is closed, or with the
// process. Where it fails the buffer has what it had.
func (p *SentParts) spill() error {
	err := error(nil)
	if p.file == nil {
		if p.file, err = os.CreateTemp(p.folder, "sending-*"); err == nil {
			err = os.Remove(p.file.Name())
		}
	}
	if err == nil {
		_, err = p.file.WriteAt(p.buffer[:p.held], p.spilled)
	}
	if err == nil {
		p.spilled, p.held = p.spilled+int64(p.held), 0
	}
	return err
}

// EndPart sends what has come together, unless it is little.
func (p *SentParts) EndPart() error {
	const little = ExportBuffer / 2
	if p.spilled == 0 && p.held < little {
		return nil
	}
	return p.End()
}

// End sends what is kept, and keeps nothing.
func (p *SentParts) End() error {
	var err error
	if p.spilled > 0 {
		through := p.buffer
		if p.spill() != nil {
			through = nil // it is not empty: one more is made
		}
		from := struct{ io.Reader }{io.NewSectionReader(p.file, 0, p.spilled)}
		_, err = io.CopyBuffer(p.to, from, through)
	}
	if err == nil {
		_, err = p.to.Write(p.buffer[:p.held])
	}
	if err != nil {
		return fmt.Errorf("send what was kept: %w", err)
	}
	p.held, p.spilled = 0, 0
	return nil
}

// Close lets go of the file.
func (p *SentParts) Close() {
	if p.file != nil {
		_ = p.file.Close() // it has no name, and is read no more
	}
}
