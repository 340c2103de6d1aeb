package eval_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/search/eval"
)

// oracle answers as it is told to.
type oracle struct {
	hits     map[string][]eval.Hit // by mode and text
	faults   map[string]error
	degraded map[string][]string
	most     int // what it was asked for last
}

func (o *oracle) Ask(_ context.Context, text string, mode quarry.Mode, most int) (eval.Answer, error) {
	key := string(mode) + " " + text
	o.most = most
	return eval.Answer{Hits: o.hits[key], Degraded: o.degraded[key]}, o.faults[key]
}

// twoQueries are answered by line 1 of the documents a and b.
func twoQueries() []eval.Query {
	return []eval.Query{
		{ID: "1", Text: "one", Relevant: []eval.Judgement{judged("a", 1, 1, 1)}},
		{ID: "2", Text: "two", Relevant: []eval.Judgement{judged("b", 1, 1, 1)}},
	}
}

func threeModes() []quarry.Mode {
	return []quarry.Mode{quarry.ModeLexical, quarry.ModeSemantic, quarry.ModeHybrid}
}

func TestEveryModeIsMeasuredAndHeldAgainstTheOthers(t *testing.T) {
	t.Parallel()
	from := &oracle{hits: map[string][]eval.Hit{
		"lexical one":  {at("a", 1)},
		"semantic one": {miss(), at("a", 1)}, "semantic two": {at("b", 1)},
		"hybrid one": {at("a", 1)}, "hybrid two": {at("b", 1)},
	}}
	var told [][2]int
	got, err := eval.Run(t.Context(), from, eval.Plan{
		Queries: twoQueries(), Modes: threeModes(),
		Told: func(done, of int) { told = append(told, [2]int{done, of}) },
	})
	if err != nil {
		t.Fatalf("run: %v", err)
	}
	means := map[quarry.Mode]float64{}
	for _, mode := range got.Modes {
		means[mode.Mode] = mode.Mean.MRR
	}
	want := map[quarry.Mode]float64{quarry.ModeLexical: 0.5, quarry.ModeSemantic: 0.75, quarry.ModeHybrid: 1}
	if diff := cmp.Diff(want, means); diff != "" {
		t.Errorf("MRR (-want +got):\n%s", diff)
	}
	var pairs []string
	for _, c := range got.Comparisons {
		pairs = append(pairs, string(c.Modes[0])+" with "+string(c.Modes[1]))
	}
	if diff := cmp.Diff([]string{"semantic with lexical", "hybrid with lexical", "hybrid with semantic"}, pairs); diff != "" {
		t.Errorf("comparisons (-want +got):\n%s", diff)
	}
	if c := got.Comparisons[1]; c.Better != 1 || c.Worse != 0 || c.Mean != 0.5 {
		t.Errorf("hybrid with lexical = %+v, want one better by 1, over two queries", c)
	}
	if diff := cmp.Diff([][2]int{{0, 6}, {1, 6}, {2, 6}, {3, 6}, {4, 6}, {5, 6}}, told); diff != "" {
		t.Errorf("told (-want +got):\n%s", diff)
	}
	if got.Modes[0].Mute != 1 || got.Modes[1].Mute != 0 {
		t.Errorf("mute = %d and %d, want the one query for which lexical has no hit", got.Modes[0].Mute, got.Modes[1].Mute)
	}
	if from.most != eval.Depth {
		t.Errorf("asked for %d hits, want the %d that count", from.most, eval.Depth)
	}
}

func TestAModeThatDoesNotAnswerWholeIsLeftOut(t *testing.T) {
	t.Parallel()
	got, err := eval.Run(t.Context(), &oracle{
		faults:   map[string]error{"semantic two": quarry.Errorf(quarry.KindUnavailable, "the vectors are being built")},
		degraded: map[string][]string{"hybrid one": {"vector"}},
	}, eval.Plan{Queries: twoQueries(), Modes: threeModes()})
	if err != nil {
		t.Fatalf("run: %v", err)
	}
	if len(got.Modes) != 1 || got.Modes[0].Mode != quarry.ModeLexical || len(got.Comparisons) != 0 {
		t.Errorf("result = %+v, want lexical alone", got)
	}
	want := []eval.LeftOut{
		{Mode: quarry.ModeSemantic, Reason: `query "2": the vectors are being built`},
		{Mode: quarry.ModeHybrid, Reason: `query "1": without vector`},
	}
	if diff := cmp.Diff(want, got.LeftOut); diff != "" {
		t.Errorf("left out (-want +got):\n%s", diff)
	}
}

func TestWhatGoesWrongEndsARun(t *testing.T) {
	t.Parallel()
	broken := errors.New("broken")
	for name, tc := range map[string]struct {
		from    *oracle
		queries []eval.Query
		kind    quarry.Kind
		want    string
	}{
		"nothing to ask": {&oracle{}, nil, quarry.KindInvalid, "no judged query"},
		"a fault": {
			&oracle{faults: map[string]error{"lexical two": broken}}, twoQueries(), quarry.KindInternal, `query "2"`,
		},
		"a query that is refused": {
			&oracle{faults: map[string]error{"lexical one": quarry.Errorf(quarry.KindInvalid, "q is too long")}},
			twoQueries(), quarry.KindInvalid, `query "1", mode lexical: q is too long`,
		},
		"no mode that answers": {&oracle{
			degraded: map[string][]string{"lexical one": {"lexical"}, "semantic one": {"vector"}, "hybrid one": {"vector"}},
		}, twoQueries(), quarry.KindUnavailable, "without vector"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, err := eval.Run(t.Context(), tc.from, eval.Plan{Queries: tc.queries, Modes: threeModes()})
			if err == nil || !strings.Contains(err.Error(), tc.want) {
				t.Fatalf("error = %v, want one about %q", err, tc.want)
			}
			if tc.kind != quarry.KindInternal && !quarry.IsKind(err, tc.kind) {
				t.Errorf("error = %v, want the kind %v", err, tc.kind)
			}
		})
	}
}

func TestARunEndsWithItsContext(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err := eval.Run(ctx, &oracle{}, eval.Plan{Queries: twoQueries(), Modes: threeModes()})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("error = %v, want that of the context", err)
	}
}
