package main

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"
)

func TestTheMedianIsTheMiddle(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		values []float64
		want   float64
	}{
		"one":               {[]float64{3}, 3},
		"an odd number":     {[]float64{9, 1, 2}, 2},
		"an even number":    {[]float64{4, 1, 2, 9}, 3},
		"one far away":      {[]float64{1, 1, 1000}, 1},
		"all of one length": {[]float64{5, 5, 5, 5}, 5},
	} {
		if got := median(tc.values); got != tc.want {
			t.Errorf("%s: median = %v, want %v", name, got, tc.want)
		}
	}
}

func TestTheSlowestIsWhatOneOfAHundredExceeds(t *testing.T) {
	t.Parallel()
	many := make([]time.Duration, 200)
	for i := range many {
		many[len(many)-1-i] = time.Duration(i + 1)
	}
	if got := slowest(many); got != 199 {
		t.Errorf("of two hundred: %d, want 199", got)
	}
	if got := slowest([]time.Duration{3, 9, 4}); got != 9 {
		t.Errorf("of three: %d, want 9", got)
	}
}

// scripted is a side that takes as long as it is told, and notes what it did.
func scripted(did *[]int, took func(i int) time.Duration) side {
	return func(_ context.Context, i int) (time.Duration, error) {
		*did = append(*did, i)
		return took(i), nil
	}
}

func TestBothSidesDoTheSameWorkAndTheFirstRoundIsForgotten(t *testing.T) {
	t.Parallel()
	const each = 2*block + 7
	var ours, peers []int
	slowStart := func(i int) time.Duration {
		if i < each {
			return time.Hour
		}
		return 30 * time.Microsecond
	}
	c := contest{
		ours: scripted(&ours, slowStart),
		peer: scripted(&peers, func(int) time.Duration { return 10 * time.Microsecond }), each: each,
	}
	all, err := c.measure(t.Context(), 3)
	if err != nil {
		t.Fatal(err)
	}
	got := all.result(median)
	want := result{ours: 30 * time.Microsecond, peer: 10 * time.Microsecond, ratio: 3, low: 3, high: 3}
	if got != want {
		t.Errorf("result = %+v, want %+v", got, want)
	}
	if len(ours) != 4*each || !slices.Equal(ours, peers) {
		t.Errorf("%d and %d pieces of work, want %d and the same", len(ours), len(peers), 4*each)
	}
}

func TestTheSidesTakeTurns(t *testing.T) {
	t.Parallel()
	var order strings.Builder
	note := func(who string) side {
		return func(context.Context, int) (time.Duration, error) {
			order.WriteString(who)
			return 1, nil
		}
	}
	c := contest{ours: note("a"), peer: note("b"), each: 2 * block}
	if _, err := c.round(t.Context(), 0); err != nil {
		t.Fatal(err)
	}
	a, b := strings.Repeat("a", block), strings.Repeat("b", block)
	if got, want := order.String(), a+b+b+a; got != want {
		t.Errorf("order = %s, want %s", got, want)
	}
}

func TestASideThatFailsEndsTheMeasurement(t *testing.T) {
	t.Parallel()
	broken := errors.New("broken")
	c := contest{
		ours: func(context.Context, int) (time.Duration, error) { return 1, nil },
		peer: func(context.Context, int) (time.Duration, error) { return 0, broken }, each: 3,
	}
	if _, err := c.measure(t.Context(), 2); !errors.Is(err, broken) {
		t.Errorf("error = %v, want %v", err, broken)
	}
}

func TestTheTableTellsWhatWasMissed(t *testing.T) {
	t.Parallel()
	var out strings.Builder
	shown := newTable(&out)
	r := result{ours: 3 * time.Millisecond, peer: 2 * time.Millisecond, ratio: 1.5, low: 1.4, high: 1.7}
	shown.add(figure{name: "near", target: 1.5, unit: time.Millisecond}, r)
	shown.add(figure{name: "far", target: 1.2, unit: time.Millisecond}, r)
	shown.add(figure{name: "told", unit: time.Millisecond}, r)
	shown.add(figure{name: "all", least: 0.99, unit: time.Millisecond}, result{ours: 1, peer: 1, ratio: 0.991})
	shown.add(figure{name: "some", least: 0.99, unit: time.Millisecond}, result{ours: 1, peer: 1, ratio: 0.989})
	if err := shown.flush(); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"near  3.0 ms  2.0 ms   1.50  1.40–1.70    ≤ 1.5     met",
		"far  3.0 ms  2.0 ms   1.50  1.40–1.70    ≤ 1.2  MISSED",
		"told  3.0 ms  2.0 ms   1.50  1.40–1.70        -",
		"all  0.0 ms  0.0 ms  0.991  0.00–0.00  ≥ 0.990     met",
		"some  0.0 ms  0.0 ms  0.989  0.00–0.00  ≥ 0.990  MISSED",
	} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("the table lacks %q:\n%s", want, out.String())
		}
	}
}

func smallScale() scale { return scale{documents: leastDocuments, entries: 100} }

func TestEveryFigureSaysWhatItCompares(t *testing.T) {
	t.Parallel()
	names := map[string]bool{}
	for _, f := range figures(smallScale()) {
		if f.name == "" || f.ours == "" || f.peer == "" || f.unit == 0 || f.open == nil || names[f.name] {
			t.Errorf("figure %q is not whole, or comes twice", f.name)
		}
		names[f.name] = true
	}
}

func TestFiguresAreChosenByTheirWords(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		words []string
		want  int
	}{
		"none are all":     {nil, len(figures(smallScale()))},
		"one word":         {[]string{"unchanged"}, 1},
		"two words":        {[]string{"unchanged", "search"}, 4},
		"an unknown one":   {[]string{"nonesuch"}, 0},
		"words that meet":  {[]string{"by id", "loopback"}, 9},
		"a word of no one": {[]string{"GET"}, 0},
	} {
		line := commandLine{Figures: tc.words, Documents: leastDocuments, Entries: 100}
		if got := len(line.chosen()); got != tc.want {
			t.Errorf("%s: %d figures, want %d", name, got, tc.want)
		}
	}
}
