package feed

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"github.com/quarrykb/quarry"
)

// Loop paces a follower and keeps its state. Its methods may be called side by
// side.
type Loop struct {
	name string
	look time.Duration
	log  *slog.Logger

	wake chan struct{} // holds one element after a Notify
	turn chan struct{} // holds one element while work is done

	mu      sync.Mutex
	tell    func(Step)
	status  status
	step    Step          // that was told last of the work that is done; zero between two pieces of it
	begun   int           // pieces of work that were begun
	ended   int           // the last of them that ended
	failure error         // that it ended with
	moved   chan struct{} // closed when a piece of work has come further, or ended
}

// status is what a follower knows of itself between two looks.
type status struct {
	caughtUp bool   // the feed's end was reached once
	building string // why it is building; "" where it is not
	trouble  string // what the last look ended with; "" where all went well
	waiting  bool   // because a service outside does not answer
}

// defaultLook is the time between two looks at the feed without a Notify.
const defaultLook = 5 * time.Second

// NewLoop returns a loop for a follower of this name, which stands in State.
// Look is the time between two looks at the feed without a Notify; 5 seconds
// where it is 0.
func NewLoop(name string, look time.Duration, log *slog.Logger) *Loop {
	if look <= 0 {
		look = defaultLook
	}
	return &Loop{
		name: name, look: look, log: log, tell: func(Step) {},
		wake: make(chan struct{}, 1), turn: make(chan struct{}, 1), moved: make(chan struct{}),
	}
}

// Name returns the follower's name.
func (l *Loop) Name() string { return l.name }

// Step says how far a follower has come with what it found to do.
type Step struct {
	Done int // changes that are taken in, or entries, where all of them are taken in anew
	Of   int // all of them, 0 where the follower does not know
}

// Tell has a function called before the first write of a catch-up and after each,
// whichever goroutine works. Once another one is told, it may be called once more.
func (l *Loop) Tell(tell func(Step)) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.tell = tell
}

// Told hands a step on to the function that is told.
func (l *Loop) Told(s Step) {
	l.mu.Lock()
	tell := l.tell
	l.step = s
	l.move()
	l.mu.Unlock()
	tell(s)
}

// move wakes up all that await the loop. Its mutex is held.
func (l *Loop) move() {
	close(l.moved)
	l.moved = make(chan struct{})
}

// Notify says that the store has changed. It never blocks.
func (l *Loop) Notify() {
	select {
	case l.wake <- struct{}{}:
	default:
	}
}

// Await wakes the loop, which runs, and waits until what it follows is reached. It returns
// what a piece of work ended with that began since and failed, or the end of ctx.
func (l *Loop) Await(ctx context.Context, reached func() bool) error {
	l.mu.Lock()
	before := l.begun
	l.mu.Unlock()
	l.Notify()
	for {
		l.mu.Lock()
		moved, failed := l.moved, l.ended > before && l.failure != nil
		failure := l.failure
		l.mu.Unlock()
		switch {
		case reached():
			return nil
		case failed:
			return failure
		}
		select {
		case <-moved:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// Run catches up again and again until ctx ends, and then returns nil. What
// goes wrong is logged and tried again at the next look. The caller starts Run
// in a goroutine and waits for it.
func (l *Loop) Run(ctx context.Context, catchUp func(context.Context) error) error {
	look := time.NewTicker(l.look)
	defer look.Stop()
	for waits := false; ; {
		err := catchUp(ctx)
		before := waits
		if waits = isOutside(err); err != nil && ctx.Err() == nil && (!waits || !before) {
			l.complain(ctx, err)
		}
		select {
		case <-ctx.Done():
			return nil
		case <-l.wake:
		case <-look.C:
		}
	}
}

// complain logs why changes are not followed: a server outside that does not answer is
// no fault of ours, and is named once, not at every look.
func (l *Loop) complain(ctx context.Context, err error) {
	level := slog.LevelError
	if isOutside(err) {
		level = slog.LevelWarn
	}
	l.log.Log(ctx, level, "the changes are not followed", slog.String("follower", l.name), slog.Any("error", err))
}

func isOutside(err error) bool { return err != nil && quarry.Explain(err).Code == outside }

// Alone runs work while no other work is done, and keeps what became of it: work that
// ended well has reached the feed's end.
func (l *Loop) Alone(ctx context.Context, work func() error) error {
	select {
	case l.turn <- struct{}{}:
	case <-ctx.Done():
		return ctx.Err()
	}
	defer func() { <-l.turn }()
	l.mu.Lock()
	l.begun++
	l.mu.Unlock()
	err := work()
	failure := err
	if ctx.Err() != nil { // it was called off, and has not failed: the loop looks for what it has left
		failure = nil
		l.Notify()
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.ended, l.failure, l.step = l.begun, failure, Step{}
	s := &l.status
	s.caughtUp = s.caughtUp || err == nil
	s.trouble, s.waiting = "", false
	if failure != nil {
		why := quarry.Explain(err)
		s.trouble, s.waiting = "the last attempt did not succeed: "+why.Message, isOutside(err)
	}
	l.move()
	return err
}

// outside is the code of errors that mean that an embedder elsewhere does not
// answer.
const outside = "embedder_unavailable"

// Building says why everything is being made anew, "" where it is done.
func (l *Loop) Building(reason string) { l.set(func(s *status) { s.building = reason }) }

func (l *Loop) set(change func(*status)) {
	l.mu.Lock()
	defer l.mu.Unlock()
	change(&l.status)
}

// State says how far a follower has come whose cursor is this, or cannot be
// read for an error. It is ready when it can answer and has seen the feed's end
// once since the loop was made, or answers while everything is being made anew.
func (l *Loop) State(cursor quarry.Sequence, err error) quarry.FollowerState {
	l.mu.Lock()
	defer l.mu.Unlock()
	state := quarry.FollowerState{
		Name: l.name, Cursor: cursor,
		Ready:    err == nil && (l.status.caughtUp || l.status.building != ""),
		Building: l.status.building != "",
		Waiting:  l.status.waiting,
		Done:     l.step.Done, Total: l.step.Of,
	}
	switch {
	case state.Building:
		state.Reason = "building: " + l.status.building
	case l.status.trouble != "":
		state.Reason = l.status.trouble
	case err != nil:
		state.Reason = quarry.Explain(err).Message
	case !l.status.caughtUp:
		state.Reason = "catching up"
	}
	return state
}
