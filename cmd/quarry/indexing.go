package main

import (
	"context"
	"fmt"
	"io"
	"time"

	"github.com/schollz/progressbar/v3"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/feed"
	"github.com/quarrykb/quarry/search"
)

// displays returns what shows how far a part of a catch-up is. Entries says how many
// are stored, where that is asked.
type displays func(what string, entries func() int) *indexing

// displays shows them as the command was told to.
func (c *ingestCommand) displays(s *session) displays {
	return func(what string, entries func() int) *indexing { return c.newIndexing(s, what, entries) }
}

// catchUpShown lets everything catch up that follows the changes, and shows how far
// it is.
func (b *App) catchUpShown(ctx context.Context, show displays) (derivedReport, error) {
	judged := show("judging", nil)
	b.conflicts.Tell(judged.step)
	derived, err := b.conflicts.CatchUp(ctx)
	b.conflicts.Tell(ignoreSteps)
	judged.end()
	if err == nil {
		err = b.glossary.CatchUp(ctx)
	}
	if err == nil {
		err = b.indexes(ctx, show)
	}
	if err != nil {
		return derivedReport{}, err
	}
	var report derivedReport
	if report.Answers, err = b.linkShown(ctx, show); err != nil {
		return report, err
	}
	if report.Vectors, err = waitingVectors(ctx, b); err != nil {
		return report, err
	}
	report.Conflicts, err = countConflicts(ctx, b.store, derived)
	return report, err
}

func ignoreSteps(feed.Step) {}

// waitingVectors counts what has no vectors because none are made, nil where
// nothing lacks them.
func waitingVectors(ctx context.Context, opened *App) (*vectorsReport, error) {
	revision, err := opened.store.Revision(ctx)
	if err != nil {
		return nil, err
	}
	if lag := revision - opened.vectors.State(ctx).Cursor; lag > 0 {
		return &vectorsReport{Waiting: int(lag), Of: int(revision)}, nil
	}
	return nil, nil //nolint:nilnil // nothing waits
}

// indexes lets the indexes catch up.
func (b *App) indexes(ctx context.Context, show displays) error {
	for _, one := range []struct {
		what     string
		follower *search.Follower
		judge    func(error) error
	}{
		{"indexing", b.follower, func(err error) error { return err }},
		{"embedding", b.vectors, vectorsOrLater},
	} {
		shown := show(one.what, func() int { return b.entries(ctx) })
		one.follower.Tell(shown.step)
		err := one.judge(one.follower.CatchUp(ctx))
		one.follower.Tell(ignoreSteps)
		shown.end()
		if err != nil {
			return err
		}
	}
	return nil
}

// linkShown looks for what answers the questions without an answer, and counts them.
func (b *App) linkShown(ctx context.Context, show displays) (*answersReport, error) {
	open := b.count(ctx, quarry.Filter{Answered: quarry.No})
	shown := show("linking", func() int { return open })
	b.links.Tell(shown.step)
	err := b.link(ctx)
	b.links.Tell(ignoreSteps)
	shown.end()
	if err != nil {
		return nil, err
	}
	behind, err := b.store.LinksBehind(ctx)
	if err != nil {
		return nil, err
	}
	return &answersReport{
		Likely: b.count(ctx, quarry.Filter{AnswerStates: []quarry.AnswerState{quarry.AnswerLikely}}),
		Gaps:   b.count(ctx, quarry.Filter{AnswerStates: []quarry.AnswerState{quarry.AnswerGap}}),
		Behind: behind,
	}, nil
}

// count returns how many questions a filter lets through, 0 where that cannot be
// told: only what is shown lacks it.
func (b *App) count(ctx context.Context, f quarry.Filter) int {
	page, err := b.store.Questions(ctx, f, quarry.PageRequest{Limit: 1})
	if err != nil {
		return 0
	}
	return page.Total
}

// entries returns how many entries are stored, 0 where that cannot be told: only
// what is shown lacks it.
func (b *App) entries(ctx context.Context) int {
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
	stored  int        // what entries said; 0 until it was asked for
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
func (i *indexing) step(s feed.Step) {
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
