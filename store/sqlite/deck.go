package sqlite

import (
	"math"
	"slices"

	"github.com/RoaringBitmap/roaring/v2"

	"github.com/quarrykb/quarry"
)

// deck is the matching slots below a limit, in the order of a seed. A place is
// an index into the permutation of all slots, matching or not.
type deck struct {
	order    quarry.Permutation
	limit    uint64
	matching *roaring.Bitmap
	total    int // matching slots below the limit
}

// newDeck returns the deck of a limit, which must be positive.
func newDeck(matching *roaring.Bitmap, limit, seed uint64) deck {
	return deck{
		order: quarry.NewPermutation(limit, seed), limit: limit, matching: matching,
		total: int(min(matching.Rank(bit(limit-1)), math.MaxInt)),
	}
}

// bit is a slot's place in a bitmap. A store gives out slots one by one and
// never comes near the end of them.
func bit(slot uint64) uint32 { return uint32(min(slot, math.MaxUint32)) }

// hand is what was taken from a deck, and the place behind the last of it.
type hand struct {
	slots []uint64
	next  uint64
}

// take returns the next matching slots from a place on. There are two ways to
// the same answer: to walk along the places, or to ask for the place of every
// matching slot. Where few of many slots match the walk is long, so the
// shorter way is taken.
func (d deck) take(from uint64, most int) hand {
	if most == 0 {
		return hand{next: from}
	}
	walk := float64(most) * float64(d.limit) / float64(d.total) // places, on average
	if walk > float64(d.total) {
		return d.takeByPlace(from, most)
	}
	return d.takeByWalk(from, most)
}

func (d deck) takeByWalk(from uint64, most int) hand {
	h := hand{next: from}
	for h.next < d.limit && len(h.slots) < most {
		slot := d.order.At(h.next)
		if d.matching.Contains(bit(slot)) {
			h.slots = append(h.slots, slot)
		}
		h.next++
	}
	return h
}

func (d deck) takeByPlace(from uint64, most int) hand {
	places := d.places(func(place uint64) bool { return place >= from })
	slices.Sort(places)
	h := hand{next: from}
	for _, place := range places[:min(most, len(places))] {
		h.slots = append(h.slots, d.order.At(place))
		h.next = place + 1
	}
	return h
}

// passed counts the matching slots before a place.
func (d deck) passed(place uint64) int {
	if float64(place) > float64(d.total) {
		return len(d.places(func(at uint64) bool { return at < place }))
	}
	count := 0
	for at := range place {
		if d.matching.Contains(bit(d.order.At(at))) {
			count++
		}
	}
	return count
}

// places returns the places of the matching slots that are wanted.
func (d deck) places(wanted func(place uint64) bool) []uint64 {
	var places []uint64
	for slots := d.matching.Iterator(); slots.HasNext(); {
		slot := uint64(slots.Next())
		if slot >= d.limit {
			break
		}
		if place := d.order.PlaceOf(slot); wanted(place) {
			places = append(places, place)
		}
	}
	return places
}
