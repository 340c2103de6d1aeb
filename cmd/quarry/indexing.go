package main

import (
	"context"
	"fmt"
	"io"
	"time"

	"github.com/schollz/progressbar/v3"

	"github.com/quarrykb/quarry/follow"
	"github.com/quarrykb/quarry/search"
)

// catchUp returns what lets conflicts and index catch up, and shows how far they
// are.
func (c *ingestCommand) catchUp(s *session, opened *base) func(context.Context) (*conflictsReport, error) {
	return func(ctx context.Context) (*conflictsReport, error) {
		judged := c.newIndexing(s, "judging", nil)
		opened.conflicts.Tell(judged.step)
		derived, err := opened.conflicts.CatchUp(ctx)
		judged.end()
		if err != nil {
			return nil, err
		}
		if err := opened.glossary.CatchUp(ctx); err != nil {
			return nil, err
		}
		for _, one := range []struct {
			what     string
			follower *search.Follower
			judge    func(error) error
		}{
			{"indexing", opened.follower, func(err error) error { return err }},
			{"embedding", opened.vectors, vectorsOrLater},
		} {
			shown := c.newIndexing(s, one.what, func() int { return opened.entries(ctx) })
			one.follower.Tell(shown.step)
			err := one.judge(one.follower.CatchUp(ctx))
			shown.end()
			if err != nil {
				return nil, err
			}
		}
		return countConflicts(ctx, opened.store, derived)
	}
}

// entries returns how many entries are stored, 0 where that cannot be told: only
// what is shown lacks it.
func (b *base) entries(ctx context.Context) int {
	stats, err := b.store.Stats(ctx)
	if err != nil {
		return 0
	}
	counts := stats.Counts
	return counts.Question + counts.Fact + counts.Spec + counts.Passage
}

// indexing shows how far a follower has caught up. An index that is built anew
// takes in every entry.
type indexing struct {
	show    func(done, of int)
	end     func()
	entries func() int // that are stored
	stored  int        // what entries said; 0 while nobody asked
}

// newIndexing shows a bar on a terminal, lines where they are asked for, and
// otherwise nothing.
func (c *ingestCommand) newIndexing(s *session, what string, entries func() int) *indexing {
	shown := &indexing{show: func(int, int) {}, end: func() {}, entries: entries}
	switch {
	case c.Progress == "plain":
		shown.show = indexLines(s.err, what, time.Now)
	case c.Progress == "auto" && isScreen(s.err):
		shown.show, shown.end = indexBar(s.err, what)
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
func indexLines(out io.Writer, what string, now func() time.Time) func(done, of int) {
	shown := now()
	return func(done, of int) {
		if now().Sub(shown) < lineEvery {
			return
		}
		shown = now()
		_, _ = fmt.Fprintf(out, "quarry: %s %d of %d\n", what, done, of)
	}
}

// indexBar draws a bar on a terminal. One that went away is none of the run's
// business.
func indexBar(out io.Writer, what string) (func(done, of int), func()) {
	drawn := progressbar.NewOptions64(1, progressbar.OptionSetWriter(out), progressbar.OptionSetPredictTime(true),
		progressbar.OptionThrottle(barEvery), progressbar.OptionClearOnFinish())
	show := func(done, of int) {
		drawn.Describe(fmt.Sprintf("%s %d of %d", what, done, of))
		drawn.ChangeMax(max(1, of))
		_ = drawn.Set(min(done, max(0, of-1))) // it is done when it ends
	}
	return show, func() { _ = drawn.Finish() }
}
