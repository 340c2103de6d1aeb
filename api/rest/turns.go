package rest

import (
	"context"
	"runtime"
	"sync/atomic"
	"time"

	"github.com/gin-gonic/gin"

	"github.com/quarrykb/quarry"
)

// fewestTurns is how many requests are computed at once where there are few
// processors: one that waits for the disk leaves the others something to do.
const fewestTurns = 4

// Who waits for a turn longer than a part of a request's time is refused, so that who
// gets one has time left to use it; and so is who comes when very many wait.
const (
	patience    = 3 // one part of so many
	mostWaiting = 1000
	busySeconds = 1 // after which a refused request may be sent again
)

// Turns let as many requests be computed at once as there are threads that run Go. More
// of them would be no faster together, and the unlucky ones many times slower: the
// scheduler and the pool of connections let anybody in first, a turn goes to who
// came first. Reading a body and sending an answer need none, so that a slow caller
// holds up no other.
type Turns struct {
	taken    chan struct{} // one element for each; its waiting senders are served in order
	patience time.Duration
	Waiting  atomic.Int64
}

// NewTurns returns turns for requests that are answered at once, which have so much time.
func NewTurns(timeout time.Duration) *Turns {
	return &Turns{taken: make(chan struct{}, max(fewestTurns, runtime.GOMAXPROCS(0))), patience: timeout / patience}
}

// NewExportTurns returns turns for the parts of exports, which leave most of the threads to
// requests that are answered at once.
func NewExportTurns(timeout time.Duration) *Turns {
	const one = 4 // of so many threads
	return &Turns{taken: make(chan struct{}, max(1, runtime.GOMAXPROCS(0)/one)), patience: timeout / patience}
}

// Take waits for a turn. It fails with the context's error where that ends before, and
// with errOverloaded where there is no hope of one.
func (t *Turns) Take(ctx context.Context) error {
	select { // who need not wait is not counted
	case t.taken <- struct{}{}:
		return nil
	default:
	}
	defer t.Waiting.Add(-1)
	if t.Waiting.Add(1) > mostWaiting {
		return errOverloaded()
	}
	late := time.NewTimer(t.patience)
	defer late.Stop()
	select {
	case t.taken <- struct{}{}:
		return nil
	case <-late.C:
		return errOverloaded()
	case <-ctx.Done():
		return ctx.Err()
	}
}

// Stay waits for a turn of who had one before, and is in the middle of an answer. It
// fails with the context's error where that ends before.
func (t *Turns) Stay(ctx context.Context) error {
	select {
	case t.taken <- struct{}{}:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// End gives the turn to the next.
func (t *Turns) End() { <-t.taken }

func errOverloaded() *quarry.Error {
	return quarry.Errorf(quarry.KindUnavailable, "more is asked than can be answered in time: try again in a moment").
		WithCode(codeOverloaded)
}

const codeOverloaded = "overloaded"

// Where the context of a request holds its turn and its body.
const (
	turnKey = "turn"
	bodyKey = "body"
)

// InTurn lets a request wait for its turn once it has come whole, with a JSON body of at
// most so many bytes where there may be one. The turn ends when the answer begins to be
// sent, and at the latest when the request is over. Without turns there is none to wait for.
func (r *Responder) InTurn(mostBody int64, turns *Turns) gin.HandlerFunc {
	return func(c *gin.Context) {
		if mostBody > 0 {
			body, err := ReadJSON(c, mostBody)
			if err != nil {
				r.Fail(c, err)
				return
			}
			c.Set(bodyKey, body)
		}
		if turns != nil {
			if err := turns.Take(c.Request.Context()); err != nil {
				r.Fail(c, err)
				return
			}
			taken := &turn{ResponseWriter: c.Writer, turns: turns}
			defer taken.end()
			c.Writer = taken
			c.Set(turnKey, taken)
		}
		c.Next()
	}
}

// BodyOf returns the body that InTurn has read.
func BodyOf(c *gin.Context) []byte {
	body, _ := c.Get(bodyKey)
	read, _ := body.([]byte)
	return read
}

// LeaveTurn ends the turn of a request that goes on to wait for another program.
func LeaveTurn(c *gin.Context) {
	if taken, ok := c.Get(turnKey); ok {
		taken.(*turn).end() //nolint:forcetypeassert // Only InTurn sets it.
	}
}

// turn is a request's, which ends with the first byte of the answer.
type turn struct {
	gin.ResponseWriter

	turns *Turns // nil once it is over
}

// Write ends the turn and sends some bytes.
func (t *turn) Write(body []byte) (int, error) {
	t.end()
	return t.ResponseWriter.Write(body)
}

// WriteString ends the turn and sends a text.
func (t *turn) WriteString(body string) (int, error) {
	t.end()
	return t.ResponseWriter.WriteString(body)
}

func (t *turn) end() {
	if t.turns != nil {
		t.turns.End()
		t.turns = nil
	}
}
