package quarry_test

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/quarrykb/quarry"
)

func TestAPermutationReachesEveryPlaceOnce(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.Uint64Range(1, 3000).Draw(t, "n")
		p := quarry.NewPermutation(n, rapid.Uint64().Draw(t, "seed"))
		seen := make([]bool, n)
		for place := range n {
			value := p.At(place)
			if value >= n || seen[value] {
				t.Fatalf("place %d gives %d of %d, for the second time: %t", place, value, n, value < n)
			}
			seen[value] = true
			if back := p.PlaceOf(value); back != place {
				t.Fatalf("PlaceOf(At(%d)) = %d", place, back)
			}
		}
	})
}

// The order of a seed is a promise: a cursor that a caller kept must go on
// where it stopped.
func TestTheOrderOfASeedNeverChanges(t *testing.T) {
	t.Parallel()
	p := quarry.NewPermutation(10, 42)
	want := []uint64{9, 3, 4, 0, 7, 1, 2, 6, 5, 8}
	got := make([]uint64, 0, len(want))
	for place := range uint64(len(want)) {
		got = append(got, p.At(place))
	}
	if !slices.Equal(got, want) {
		t.Errorf("order = %v, want %v", got, want)
	}
}

func TestNeighboursDoNotFollowEachOther(t *testing.T) {
	t.Parallel()
	const n = 10_000
	pairs := 0
	for seed := range uint64(20) {
		p := quarry.NewPermutation(n, seed)
		for place := range uint64(n - 1) {
			if p.At(place)+1 == p.At(place+1) {
				pairs++
			}
		}
	}
	// A shuffle has one such pair in expectation, whatever its size.
	if pairs > 60 {
		t.Errorf("%d neighbours follow each other in 20 orders of %d", pairs, n)
	}
}
