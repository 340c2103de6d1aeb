package main

import (
	"context"
	"fmt"
	"io"
	"time"

	"github.com/schollz/progressbar/v3"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/follow"
	"github.com/quarrykb/quarry/search"
)

// catchUp returns what lets everything catch up that follows the changes, and
// shows how far it is.
func (c *ingestCommand) catchUp(s *session, opened *base) func(context.Context) (derivedReport, error) {
	return func(ctx context.Context) (derivedReport, error) {
		judged := c.newIndexing(s, "judging", nil)
		opened.conflicts.Tell(judged.step)
		derived, err := opened.conflicts.CatchUp(ctx)
		judged.end()
		if err == nil {
			err = opened.glossary.CatchUp(ctx)
		}
		if err == nil {
			err = c.indexes(ctx, s, opened)
		}
		if err != nil {
			return derivedReport{}, err
		}
		var report derivedReport
		if report.Answers, err = c.link(ctx, s, opened); err != nil {
			return report, err
		}
		if report.Vectors, err = waitingVectors(ctx, opened); err != nil {
			return report, err
		}
		report.Conflicts, err = countConflicts(ctx, opened.store, derived)
		return report, err
	}
}

// waitingVectors counts what has no vectors because nobody makes them, nil where
// nothing lacks them.
func waitingVectors(ctx context.Context, opened *base) (*vectorsReport, error) {
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
func (c *ingestCommand) indexes(ctx context.Context, s *session, opened *base) error {
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
		one.follower.Tell(func(follow.Step) {})
		if err != nil {
			return err
		}
	}
	return nil
}

// link looks for what answers the questions without an answer, and counts them.
func (c *ingestCommand) link(ctx context.Context, s *session, opened *base) (*answersReport, error) {
	open := opened.count(ctx, quarry.Filter{Answered: quarry.No})
	behind, err := opened.store.LinksBehind(ctx)
	if err != nil {
		return nil, err
	}
	if !linksLater(open, behind) {
		shown := c.newIndexing(s, "linking", func() int { return open })
		opened.links.Tell(shown.step)
		err, behind = opened.link(ctx), 0
		shown.end()
	}
	if err != nil {
		return nil, err
	}
	return &answersReport{
		Likely: opened.count(ctx, quarry.Filter{AnswerStates: []quarry.AnswerState{quarry.AnswerLikely}}),
		Gaps:   opened.count(ctx, quarry.Filter{AnswerStates: []quarry.AnswerState{quarry.AnswerGap}}),
		Behind: behind,
	}, nil
}

// Any change may change every answer, and so each asks all open questions again: few
// at once, and more where so many entries changed that reading them took as long.
const (
	fewQuestions       = 500
	questionsPerChange = 4
)

// linksLater reports whether a run that changed a little leaves it to others to ask so
// many questions again.
func linksLater(open, behind int) bool {
	return behind > 0 && open > max(fewQuestions, questionsPerChange*behind)
}

// count returns how many questions a filter lets through, 0 where that cannot be
// told: only what is shown lacks it.
func (b *base) count(ctx context.Context, f quarry.Filter) int {
	page, err := b.store.Questions(ctx, f, quarry.PageRequest{Limit: 1})
	if err != nil {
		return 0
	}
	return page.Total
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
