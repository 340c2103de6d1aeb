package api

import (
	"sync"

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
