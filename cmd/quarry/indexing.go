package main

import (
	"context"
	"fmt"
	"io"
	"time"

	"github.com/schollz/progressbar/v3"

	"github.com/quarrykb/quarry/follow"
)

// catchUp returns what lets the index catch up, and shows how far it is.
func (c *ingestCommand) catchUp(s *session, opened *base) func(context.Context) error {
	return func(ctx context.Context) error {
		shown := c.newIndexing(s, func() int {
			stats, err := opened.store.Stats(ctx)
			if err != nil {
				return 0 // only what is shown lacks it
			}
			counts := stats.Counts
			return counts.Question + counts.Fact + counts.Spec + counts.Passage
		})
		opened.follower.Tell(shown.step)
		defer shown.end()
		return opened.follower.CatchUp(ctx)
	}
}

// indexing shows how far an index has caught up. An index that is built anew
// takes in every entry.
type indexing struct {
	show    func(done, of int)
	end     func()
	entries func() int // that are stored
	stored  int        // what entries said; 0 while nobody asked
}

// newIndexing shows a bar on a terminal, lines where they are asked for, and
// otherwise nothing.
func (c *ingestCommand) newIndexing(s *session, entries func() int) *indexing {
	shown := &indexing{show: func(int, int) {}, end: func() {}, entries: entries}
	switch {
	case c.Progress == "plain":
		shown.show = indexLines(s.err, time.Now)
	case c.Progress == "auto" && isScreen(s.err):
		shown.show, shown.end = indexBar(s.err)
	}
	return shown
}

// step takes what a follower tells.
func (i *indexing) step(s follow.Step) {
	if s.Of == 0 {
		if i.stored == 0 {
			i.stored = i.entries()
		}
		s.Of = max(i.stored, s.Done)
	}
	i.show(s.Done, s.Of)
}

// indexLines writes a line now and then.
func indexLines(out io.Writer, now func() time.Time) func(done, of int) {
	shown := now()
	return func(done, of int) {
		if now().Sub(shown) < lineEvery {
			return
		}
		shown = now()
		_, _ = fmt.Fprintf(out, "quarry: indexing %d of %d\n", done, of)
	}
}

// indexBar draws a bar on a terminal. One that went away is none of the run's
// business.
func indexBar(out io.Writer) (func(done, of int), func()) {
	drawn := progressbar.NewOptions64(1, progressbar.OptionSetWriter(out), progressbar.OptionSetPredictTime(true),
		progressbar.OptionThrottle(barEvery), progressbar.OptionClearOnFinish())
	show := func(done, of int) {
		drawn.Describe(fmt.Sprintf("indexing %d of %d", done, of))
		drawn.ChangeMax(max(1, of))
		_ = drawn.Set(min(done, max(0, of-1))) // it is done when it ends
	}
	return show, func() { _ = drawn.Finish() }
}
