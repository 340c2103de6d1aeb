package api

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

// turns let as many requests be computed at once as there are threads that run Go. More
// of them would be no faster together, and the unlucky ones many times slower: the
// scheduler and the pool of connections let anybody in first, a turn goes to who
// came first. Reading a body and sending an answer need none, so that a slow caller
// holds up no other.
type turns struct {
	taken    chan struct{} // one element for each; its waiting senders are served in order
	patience time.Duration
	waiting  atomic.Int64
}

// newTurns returns turns for requests that are answered at once, which have so much time.
func newTurns(timeout time.Duration) *turns {
	return &turns{taken: make(chan struct{}, max(fewestTurns, runtime.GOMAXPROCS(0))), patience: timeout / patience}
}

// newExportTurns returns turns for the parts of exports, which leave most of the threads to
// requests that are answered at once.
func newExportTurns(timeout time.Duration) *turns {
	const one = 4 // of so many threads
	return &turns{taken: make(chan struct{}, max(1, runtime.GOMAXPROCS(0)/one)), patience: timeout / patience}
}

// take waits for a turn. It fails with the context's error where that ends before, and
// with errOverloaded where there is no hope of one.
func (t *turns) take(ctx context.Context) error {
	select { // who need not wait is not counted
	case t.taken <- struct{}{}:
		return nil
	default:
	}
	defer t.waiting.Add(-1)
	if t.waiting.Add(1) > mostWaiting {
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

// stay waits for a turn of who had one before, and is in the middle of an answer. It
// fails with the context's error where that ends before.
func (t *turns) stay(ctx context.Context) error {
	select {
	case t.taken <- struct{}{}:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// end gives the turn to the next.
func (t *turns) end() { <-t.taken }

func errOverloaded() *quarry.Error {
	return quarry.Errorf(quarry.KindUnavailable, "more is asked than can be answered in time: try again in a moment").
		WithCode(codeOverloaded)
}

const codeOverloaded = "overloaded"

// turnKey is where the context of a request says that it has a turn.
const turnKey = "turn"

// takeTurn lets a request that has come whole wait for its turn, and ends it at last.
func (s *Server) takeTurn(c *gin.Context) {
	defer s.endTurn(c)
	if err := s.waitTurn(c); err != nil {
		s.fail(c, err)
		return
	}
	c.Next()
}

// takeTurnToSearch is takeTurn where searches wait for this process alone.
func (s *Server) takeTurnToSearch(c *gin.Context) {
	if !s.searchWaits {
		s.takeTurn(c)
	}
}

// endTurnAtLast ends the turn of a request whose body is still to come: its handler
// reads it with readInTurn, which waits for the turn.
func (s *Server) endTurnAtLast(c *gin.Context) {
	defer s.endTurn(c)
	c.Next()
}

// readInTurn reads a body as readJSON does, and then waits for the request's turn.
func (s *Server) readInTurn(c *gin.Context, most int64) ([]byte, error) {
	body, err := readJSON(c, most)
	if err != nil {
		return nil, err
	}
	return body, s.waitTurn(c)
}

// readToSearch is readInTurn where searches wait for this process alone.
func (s *Server) readToSearch(c *gin.Context, most int64) ([]byte, error) {
	if s.searchWaits {
		return readJSON(c, most)
	}
	return s.readInTurn(c, most)
}

func (s *Server) waitTurn(c *gin.Context) error {
	if err := s.turns.take(c.Request.Context()); err != nil {
		return err
	}
	c.Set(turnKey, true)
	return nil
}

// endTurn ends the turn of a request that has one: when its answer is ready to be
// sent, and at the latest when it is over.
func (s *Server) endTurn(c *gin.Context) {
	if c.GetBool(turnKey) {
		c.Set(turnKey, false)
		s.turns.end()
	}
}
