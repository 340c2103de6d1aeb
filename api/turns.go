package api

import (
	"context"
	"runtime"

	"github.com/gin-gonic/gin"
	"github.com/prometheus/client_golang/prometheus"
)

// fewestTurns is how many requests are computed at once where there are few
// processors: one that waits for the disk leaves the others something to do.
const fewestTurns = 4

// turns let as many requests be computed at once as keep the processors busy. More
// of them would be no faster together, and the unlucky ones many times slower: the
// scheduler and the pool of connections let anybody in first, a turn goes to who
// came first. Reading a body and sending an answer need none, so that a slow caller
// holds nobody up.
type turns struct {
	taken   chan struct{}    // one element for each; its waiting senders are served in order
	waiting prometheus.Gauge // of requests
}

func newTurns(waiting prometheus.Gauge) turns {
	return turns{make(chan struct{}, max(fewestTurns, 2*runtime.GOMAXPROCS(0))), waiting}
}

// take waits for a turn. It fails when the context ends before.
func (t turns) take(ctx context.Context) error {
	select { // who need not wait is not counted
	case t.taken <- struct{}{}:
		return nil
	default:
	}
	t.waiting.Inc()
	defer t.waiting.Dec()
	select {
	case t.taken <- struct{}{}:
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

// end gives the turn to the next.
func (t turns) end() { <-t.taken }

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
