package api

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"github.com/quarrykb/quarry"
)

// KeyNoter remembers when keys were last used.
type KeyNoter interface {
	NoteKeyUse(ctx context.Context, used map[quarry.KeyID]time.Time) error
}

// How often it is written down that keys were used, and how long that may take
// when the server stops.
const (
	useEvery = time.Minute
	lastNote = 2 * time.Second
)

// keyUse collects when keys were used, for a request shall not wait until that is
// written. It has an entry for each key that opened something within a minute.
type keyUse struct {
	mu   sync.Mutex
	last map[quarry.KeyID]time.Time
}

func (u *keyUse) note(id quarry.KeyID, now time.Time) {
	u.mu.Lock()
	defer u.mu.Unlock()
	if u.last == nil {
		u.last = map[quarry.KeyID]time.Time{}
	}
	u.last[id] = now
}

// NoteKeyUse writes down once a minute which keys were used, until ctx ends and
// then a last time. What cannot be written is logged and lost: nothing depends
// on it.
func (s *Server) NoteKeyUse(ctx context.Context, to KeyNoter) {
	write := func(ctx context.Context) {
		s.used.mu.Lock()
		used := s.used.last
		s.used.last = nil
		s.used.mu.Unlock()
		if len(used) == 0 {
			return
		}
		if err := to.NoteKeyUse(ctx, used); err != nil {
			s.Log.WarnContext(ctx, "use of keys not noted", slog.Any("error", err))
		}
	}
	tick := time.NewTicker(useEvery)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			last, cancel := context.WithTimeout(context.WithoutCancel(ctx), lastNote)
			defer cancel()
			write(last)
			return
		case <-tick.C:
			write(ctx)
		}
	}
}
