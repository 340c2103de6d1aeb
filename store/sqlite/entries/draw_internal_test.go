package entries

import (
	"slices"
	"testing"

	"github.com/RoaringBitmap/roaring/v2"
	"pgregory.net/rapid"
)

func TestBothWaysThroughADeckAreTheSame(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		limit := rapid.Uint64Range(1, 300).Draw(t, "limit")
		slots := rapid.SliceOfNDistinct(rapid.Uint32Range(0, 399), 0, 200, rapid.ID).Draw(t, "slots")
		d := newDeck(roaring.BitmapOf(slots...), limit, rapid.Uint64().Draw(t, "seed"))
		from := rapid.Uint64Range(0, limit).Draw(t, "from")

		passed := d.passed(from)
		left := d.total - passed
		most := rapid.IntRange(0, left).Draw(t, "most")
		walked := d.takeByWalk(from, most)
		placed := d.takeByPlace(from, most)
		if !slices.Equal(walked.slots, placed.slots) || walked.next != placed.next {
			t.Fatalf("walk = %v to %d, places = %v to %d", walked.slots, walked.next, placed.slots, placed.next)
		}
		if len(walked.slots) != most {
			t.Fatalf("%d slots, want %d of the %d that are left", len(walked.slots), most, left)
		}
		if now := d.passed(walked.next); most > 0 && now != passed+most {
			t.Fatalf("passed = %d after taking %d behind %d", now, most, passed)
		}
	})
}

func TestADeckHandsOutEverySlotBelowItsLimitOnce(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		limit := rapid.Uint64Range(1, 300).Draw(t, "limit")
		slots := rapid.SliceOfNDistinct(rapid.Uint32Range(0, 399), 0, 200, rapid.ID).Draw(t, "slots")
		d := newDeck(roaring.BitmapOf(slots...), limit, rapid.Uint64().Draw(t, "seed"))
		var want []uint64
		for _, slot := range slots {
			if uint64(slot) < limit {
				want = append(want, uint64(slot))
			}
		}
		got := d.takeByWalk(0, d.total).slots
		slices.Sort(got)
		slices.Sort(want)
		if !slices.Equal(got, want) {
			t.Fatalf("slots = %v, want %v", got, want)
		}
	})
}
