package app

import (
	"context"
	"fmt"
	"time"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/cmd/quarry/present"
	"github.com/quarrykb/quarry/corpus"
	"github.com/quarrykb/quarry/feed"
	"github.com/quarrykb/quarry/ingest"
)

// starterDone is the name under which the database remembers that the starter
// corpus was put into it once.
const starterDone = "starter"

// fill ingests the starter corpus into a database that is new: that holds no document, or
// only a part of the corpus because a user stopped the server in the middle.
func (v *server) fill(ctx context.Context) error {
	if v.NoStarter {
		return nil
	}
	store := v.opened.Store
	if done, err := store.Done(ctx, starterDone); err != nil || done {
		return err
	}
	stats, err := store.Stats(ctx)
	if err != nil {
		return err
	}
	begun, err := store.Documents(ctx,
		quarry.Filter{Collections: []string{quarry.StarterCollection}}, quarry.PageRequest{Limit: 1})
	if err != nil || stats.Documents > 0 && begun.Total == 0 {
		return err
	}
	sources, err := ingest.Embedded(quarry.StarterCollection, corpus.Files())
	if err != nil {
		return err
	}
	_, _ = fmt.Fprintf(v.Out, "quarry: first start: reading the starter corpus, %d documents; this takes some seconds, once\n", len(sources.Found))
	v.toRead.Store(int64(len(sources.Found)))
	shown := present.NewSteps(v.Err, "auto", stageReading)
	run := ingest.Run{Pipeline: v.opened.pipeline, Library: store, Writer: store, Workers: 1, Observe: func(ingest.Outcome) {
		shown.Show(int(v.read.Add(1)), len(sources.Found))
	}}
	summary, err := run.Ingest(ctx, sources)
	shown.End()
	if err != nil {
		return err
	}
	for _, rejection := range summary.Rejections {
		return fmt.Errorf("starter corpus: %s: %s", rejection.Source, rejection.Reason)
	}
	if err := store.MarkDone(ctx, starterDone); err != nil {
		return err
	}
	_, _ = fmt.Fprintf(v.Out, "quarry: the starter corpus gave %d questions, %d facts and %d specs\n",
		summary.Counts.Question, summary.Counts.Fact, summary.Counts.Spec)
	return nil
}

// starterState keeps a server from calling itself ready before its first documents are in:
// the starter corpus, where that is needed. Then nothing is left to follow.
func (v *server) starterState(ctx context.Context) quarry.FollowerState {
	state := quarry.FollowerState{Name: "starter", Ready: v.filled.Load()}
	revision, err := v.opened.Store.Revision(ctx)
	switch {
	case !state.Ready:
		state.Reason = "reading the starter corpus"
		state.Done, state.Total = int(v.read.Load()), int(v.toRead.Load())
	case err != nil:
		state.Ready, state.Reason = false, "the store does not answer"
	default:
		state.Cursor = revision
	}
	return state
}

// How often a server that starts looks whether it is ready, and when it says that it
// takes long.
const (
	readyLook = 50 * time.Millisecond
	readyLong = 10 * time.Second
)

// announce says that the server is ready, as soon as /readyz does, and what is
// missing where that takes long. On a terminal it shows until then how far it is.
func (v *server) announce(ctx context.Context) {
	address := reachable(v.listener.Addr().String())
	shown := waiting{displays: DisplaysOn(v.Err, "auto"), entries: func() int { return v.opened.entries(ctx) }}
	look, long := time.NewTicker(readyLook), time.NewTimer(readyLong)
	defer look.Stop()
	defer long.Stop()
	for {
		_, err := v.served.Readiness(ctx)
		if err == nil {
			shown.end()
			_, _ = fmt.Fprintf(v.Out, "quarry: ready at http://%s\n", address)
			return
		}
		shown.show(v.served.States(ctx))
		select {
		case <-ctx.Done():
			shown.end()
			return
		case <-long.C:
			shown.end()
			_, _ = fmt.Fprintf(v.Err, "quarry: http://%s answers, but does not know or find everything yet: %s\n",
				address, quarry.Explain(err).Message)
		case <-look.C:
		}
	}
}

// waiting shows what a server that is not ready waits for: the first of its followers that
// has something to do.
type waiting struct {
	displays displays
	entries  func() int // that are stored
	what     string     // who is waited for; "" for nobody
	shown    *Indexing
}

// show moves the bar, or draws one for who is waited for now.
func (w *waiting) show(states []quarry.FollowerState) {
	for _, state := range states {
		if state.Ready && !state.Building || state.Aside || max(state.Done, state.Total) == 0 {
			continue
		}
		if state.Name != w.what {
			w.end()
			w.what, w.shown = state.Name, w.displays("indexing, "+state.Name, w.entries)
		}
		w.shown.step(feed.Step{Done: state.Done, Of: state.Total})
		return
	}
}

// end takes the bar away.
func (w *waiting) end() {
	if w.what != "" {
		w.shown.End()
		w.what = ""
	}
}
