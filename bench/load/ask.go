package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"
)

// sides are the two servers.
type sides struct{ ours, bare *server }

// asking is one route with its requests.
type asking struct {
	name     string
	requests []asked
}

// result is what came of loading one route.
type result struct {
	ours, bare []turn
	memory     []int // of ours in kilobytes, as its turns went on
	alone      []time.Duration
	open       opened
	openBare   opened
	rate       float64 // of the open loop

	connections int // of the closed loop
}

// warming is how long each side is asked before anything counts.
const warming = 2 * time.Second

// ask loads one route: both sides in turns, and then each in an open loop at the same rate.
func (c *commandLine) ask(ctx context.Context, dir string, s sides, a asking) (result, error) {
	r := result{connections: c.Connections}
	if len(a.requests) == 0 {
		return r, errors.New("there is nothing to ask: no data fits")
	}
	file := scriptFile(dir, a.name)
	if err := writeScript(file, a.requests); err != nil {
		return r, err
	}
	if err := s.agree(ctx, a.requests); err != nil {
		return r, err
	}
	for _, side := range []*server{s.bare, s.ours} {
		if _, err := alone(ctx, side.url, a.requests, warming); err != nil {
			return r, err
		}
	}
	for turn := range c.Turns {
		if err := c.takeTurns(ctx, file, s, turn, &r); err != nil {
			return r, err
		}
	}
	var err error
	if r.alone, err = alone(ctx, s.ours.url, a.requests, min(c.Duration, 5*time.Second)); err != nil {
		return r, err
	}
	slices.Sort(r.alone)
	const share = 0.5
	r.rate = share * rateOf(r.ours)
	r.open = openLoop(ctx, s.ours.url, a.requests, r.rate, c.Duration)
	r.openBare = openLoop(ctx, s.bare.url, a.requests, r.rate, c.Duration)
	return r, ctx.Err()
}

// agree fails where the sides find different things, or nothing at all: they would not
// do the same work.
func (s sides) agree(ctx context.Context, requests []asked) error {
	const compared = 20
	something := false
	for _, request := range requests[:min(compared, len(requests))] {
		ours, err := s.ours.find(ctx, request)
		if err != nil {
			return err
		}
		bare, err := s.bare.find(ctx, request)
		if err != nil {
			return err
		}
		if ours != bare {
			return fmt.Errorf("%s %s: one side finds %+v, the other %+v", request.path, request.body, ours, bare)
		}
		something = something || ours != found{}
	}
	if !something {
		return fmt.Errorf("%s and its like find nothing on either side", requests[0].path)
	}
	return nil
}

// find asks once.
func (s *server) find(ctx context.Context, request asked) (found, error) {
	var came found
	body, err := newClient(1).send(ctx, s.url, request)
	if err == nil {
		err = json.Unmarshal(body, &came)
	}
	return came, err
}

// found is what can be compared of an answer, in whichever form a side sends it: how
// much a list has and how much is left of a draw, and of a grounding how many passages
// and conflicts of how many tokens it has, and whether it answers.
type found struct {
	Total, Remaining, Tokens int
	Passages, Conflicts      length
	Answerable               string
}

// length is how many elements an array has; null has none.
type length int

// UnmarshalJSON counts.
func (l *length) UnmarshalJSON(text []byte) error {
	var all []json.RawMessage
	err := json.Unmarshal(text, &all)
	*l = length(len(all))
	return err
}

// takeTurns asks one side and then the other, the other way round every second time.
func (c *commandLine) takeTurns(ctx context.Context, file string, s sides, number int, r *result) error {
	ours := func() error {
		watch := newWatch(ctx, s.ours.pid)
		t, err := c.closed(ctx, file, s.ours)
		r.ours, r.memory = append(r.ours, t), append(r.memory, watch.end()...)
		return err
	}
	bare := func() error {
		t, err := c.closed(ctx, file, s.bare)
		r.bare = append(r.bare, t)
		return err
	}
	if number%2 == 1 {
		ours, bare = bare, ours
	}
	if err := ours(); err != nil {
		return err
	}
	return bare()
}

// rateOf returns how many requests a second the turns came to together.
func rateOf(turns []turn) float64 {
	requests, took := 0, time.Duration(0)
	for _, t := range turns {
		requests, took = requests+t.requests, took+t.took
	}
	return float64(requests) / took.Seconds()
}

// failure returns what is no answer, as an error that says whose.
func (r result) failure(name string) error {
	return errors.Join(failureOf(name+" of Quarry", r.ours, r.open),
		failureOf(name+" of the bare side", r.bare, r.openBare))
}

// failureOf returns what one side did not answer.
func failureOf(whose string, turns []turn, open opened) error {
	failed := failures(turns, open)
	if failed == 0 {
		return nil
	}
	return errors.Join(append(open.errors, fmt.Errorf("%s: %d requests were not answered with 200", whose,
		failed))...)
}

// watch reads the memory of a process twice a second.
type watch struct {
	stop func()
	seen chan []int
}

func newWatch(ctx context.Context, pid int) watch {
	ctx, stop := context.WithCancel(ctx)
	w := watch{stop: stop, seen: make(chan []int, 1)}
	go func() {
		look := time.NewTicker(500 * time.Millisecond)
		defer look.Stop()
		var seen []int
		for {
			select {
			case <-ctx.Done():
				w.seen <- seen
				return
			case <-look.C:
				if size, err := memory(ctx, pid); err == nil {
					seen = append(seen, size)
				}
			}
		}
	}()
	return w
}

// end ends the watch, and returns what it saw.
func (w watch) end() []int {
	w.stop()
	return <-w.seen
}
