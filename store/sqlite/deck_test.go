package sqlite_test

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/quarrykb/quarry/store/sqlite"
)

func TestBothWaysThroughADeckAreTheSame(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		limit := rapid.Uint64Range(1, 300).Draw(t, "limit")
		slots := rapid.SliceOfNDistinct(rapid.Uint32Range(0, 399), 0, 200, rapid.ID).Draw(t, "slots")
		deck := sqlite.NewDeck(slots, limit, rapid.Uint64().Draw(t, "seed"))
		from := rapid.Uint64Range(0, limit).Draw(t, "from")

		passed := deck.Passed(from)
		left := deck.Total() - passed
		most := rapid.IntRange(0, left).Draw(t, "most")
		walked, walkedTo := deck.Walk(from, most)
		placed, placedTo := deck.Places(from, most)
		if !slices.Equal(walked, placed) || walkedTo != placedTo {
			t.Fatalf("walk = %v to %d, places = %v to %d", walked, walkedTo, placed, placedTo)
		}
		if len(walked) != most {
			t.Fatalf("%d slots, want %d of the %d that are left", len(walked), most, left)
		}
		if now := deck.Passed(walkedTo); most > 0 && now != passed+most {
			t.Fatalf("passed = %d after taking %d behind %d", now, most, passed)
		}
	})
}

func TestADeckHandsOutEverySlotBelowItsLimitOnce(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		limit := rapid.Uint64Range(1, 300).Draw(t, "limit")
		slots := rapid.SliceOfNDistinct(rapid.Uint32Range(0, 399), 0, 200, rapid.ID).Draw(t, "slots")
		deck := sqlite.NewDeck(slots, limit, rapid.Uint64().Draw(t, "seed"))
		var want []uint64
		for _, slot := range slots {
			if uint64(slot) < limit {
				want = append(want, uint64(slot))
			}
		}
		got, _ := deck.Walk(0, deck.Total())
		slices.Sort(got)
		slices.Sort(want)
		if !slices.Equal(got, want) {
			t.Fatalf("slots = %v, want %v", got, want)
		}
	})
}
