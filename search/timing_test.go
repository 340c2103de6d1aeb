package search_test

import (
	"log/slog"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/search"
	"github.com/quarrykb/quarry/search/searchtest"
)

// ticking is a clock that goes on by a millisecond whenever it is looked at.
func ticking() func() time.Time {
	var ticks atomic.Int64
	return func() time.Time { return time.UnixMilli(ticks.Add(1)) }
}

func timed(now func() time.Time, engines ...search.Named) *search.Searcher {
	entries := []quarry.Entry{fact("alpha"), fact("beta")}
	return search.NewSearcher(search.Setup{
		Entries: searchtest.NewStore(entries...), Engines: engines, Log: slog.New(slog.DiscardHandler), Now: now,
	})
}

func TestStagesAreTimedInTheirOrder(t *testing.T) {
	t.Parallel()
	working := fixed{ranking: rankingOf(fact("alpha"), fact("beta"))}
	silent := fixed{err: quarry.Errorf(quarry.KindUnavailable, "no answer came")}
	for name, tc := range map[string]struct {
		mode    quarry.Mode
		engines []search.Named
		want    []string
	}{
		"both engines": {
			quarry.ModeHybrid,
			[]search.Named{{Name: search.EngineVector, Engine: working}, {Name: search.EngineLexical, Engine: working}},
			[]string{"lexical", "vector", "fuse", "hydrate"},
		},
		"words only":            {quarry.ModeLexical, []search.Named{{Name: search.EngineLexical, Engine: working}}, []string{"lexical", "fuse", "hydrate"}},
		"an engine that is off": {quarry.ModeHybrid, []search.Named{{Name: search.EngineLexical, Engine: working}, {Name: search.EngineVector, Engine: silent}}, []string{"lexical", "fuse", "hydrate"}},
	} {
		found := find(t, timed(ticking(), tc.engines...), quarry.Query{Text: "alpha", Mode: tc.mode})
		var stages []string
		for _, stage := range found.Timings {
			stages = append(stages, stage.Stage)
			if stage.Took <= 0 {
				t.Errorf("%s: %s took %s", name, stage.Stage, stage.Took)
			}
		}
		if !slices.Equal(stages, tc.want) {
			t.Errorf("%s: stages = %q, want %q", name, stages, tc.want)
		}
	}
}

func TestStagesTakeNoLongerThanTheSearch(t *testing.T) {
	t.Parallel()
	now := ticking()
	s := timed(now, search.Named{Name: search.EngineLexical, Engine: fixed{ranking: rankingOf(fact("alpha"))}})
	began := now()
	found := find(t, s, quarry.Query{Text: "alpha", Mode: quarry.ModeLexical})
	whole, sum := now().Sub(began), time.Duration(0)
	for _, stage := range found.Timings {
		sum += stage.Took
	}
	if sum > whole || sum == 0 {
		t.Errorf("the stages took %s of %s", sum, whole)
	}
}

func TestASearcherWithoutAClockTimesNothing(t *testing.T) {
	t.Parallel()
	s := timed(nil, search.Named{Name: search.EngineLexical, Engine: fixed{ranking: rankingOf(fact("alpha"))}})
	if found := find(t, s, quarry.Query{Text: "alpha"}); found.Timings != nil {
		t.Errorf("timings = %v, want none", found.Timings)
	}
}
