package entries

import (
	"context"
	"database/sql"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/RoaringBitmap/roaring/v2"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/store/sqlite/db"
)

// DrawQuestions returns the next questions in a seed's order, how many are
// still to come, and the cursor to go on from. The order is a permutation of
// the slots that existed when the draw began: what existed then and still
// exists comes exactly once, what was added since does not come, and nothing
// is remembered here. Fewer questions than asked for are no error. A cursor
// belongs to one filter and seed; one that cannot have come from this store is
// KindInvalid.
func (s *Store) DrawQuestions(ctx context.Context, r quarry.DrawRequest) (quarry.Draw, error) {
	if r.Count < 1 {
		return quarry.Draw{}, quarry.Errorf(quarry.KindInvalid, "a draw has at least one question, not %d", r.Count)
	}
	r.Count = min(r.Count, MostItems)
	draw, _, err := db.Viewed(ctx, s.db, func(v *db.Snapshot) (quarry.Draw, error) {
		matching, err := s.bitmap(ctx, v, "e.place", WhereQuestion(r.Filter))
		if err != nil {
			return quarry.Draw{}, err
		}
		return drawFrom(ctx, v, matching, r)
	})
	return draw, db.Wrap(err, "draw questions")
}

func drawFrom(ctx context.Context, v *db.Snapshot, matching *roaring.Bitmap, r quarry.DrawRequest) (quarry.Draw, error) {
	draw := quarry.Draw{Revision: v.Revision}
	var slots uint64 // that were ever given out
	if err := v.QueryRowContext(ctx, `SELECT coalesce(max(slot), 0) FROM slots`).Scan(&slots); err != nil {
		return draw, fmt.Errorf("count slots: %w", err)
	}
	cursor := r.After
	if cursor.SlotLimit == 0 {
		cursor = quarry.DrawCursor{SlotLimit: slots, At: v.Revision}
	}
	if cursor.SlotLimit == 0 {
		return draw, nil // no question was ever stored
	}
	if cursor.SlotLimit > slots || cursor.Position > cursor.SlotLimit || cursor.Drawn < 0 {
		return draw, errForeignCursor()
	}
	d := newDeck(matching, cursor.SlotLimit, r.Seed)
	drawn := cursor.Drawn
	if cursor.At != v.Revision {
		drawn = d.passed(cursor.Position)
	}
	if drawn > d.total {
		return draw, errForeignCursor()
	}
	hand := d.take(cursor.Position, min(r.Count, d.total-drawn))
	drawn += len(hand.slots)
	draw.Remaining = d.total - drawn
	if draw.Remaining > 0 {
		draw.Next = &quarry.DrawCursor{
			SlotLimit: cursor.SlotLimit, Position: hand.next, Drawn: drawn, At: v.Revision,
		}
	}
	numbers := make([]uint64, len(hand.slots))
	for i, slot := range hand.slots {
		numbers[i] = slot + 1
	}
	k := Questions()
	var err error
	draw.Questions, err = db.Collect(ctx, v, k.Read, k.selectWanted("e.place"), db.JSONList(numbers))
	return draw, err
}

func errForeignCursor() error {
	return quarry.Errorf(quarry.KindInvalid, "the cursor does not belong to this draw").WithCode("cursor_invalid")
}

// Matching returns the slots of the questions that lead and that a filter lets through,
// counted from 0. It is shared, and not changed.
func (s *Store) Matching(ctx context.Context, v *db.Snapshot, f quarry.Filter) (*roaring.Bitmap, error) {
	return s.bitmap(ctx, v, "e.number", WhereQuestion(f))
}

// bitmap returns the slots, counted from 0, that a column has of the questions that a
// condition holds for. They travel as one text: a row each would take ten times as long.
func (s *Store) bitmap(ctx context.Context, v *db.Snapshot, column string, w Where) (*roaring.Bitmap, error) {
	return db.Remember(&s.db.Memory, v.Revision, "slots "+column+w.key(), func() (*roaring.Bitmap, error) {
		var numbers sql.NullString // NULL where there are none
		query := "SELECT group_concat(" + column + ") FROM questions e WHERE " + w.Gather()
		if err := v.QueryRowContext(ctx, query, w.Args...).Scan(&numbers); err != nil {
			return nil, err
		}
		bitmap, err := SlotsOf(numbers.String)
		if err == nil {
			bitmap.RunOptimize()
		}
		return bitmap, err
	})
}

// SlotsOf reads slots that group_concat wrote, and counts them from 0.
func SlotsOf(numbers string) (*roaring.Bitmap, error) {
	bitmap := roaring.New()
	if numbers == "" {
		return bitmap, nil
	}
	for digits := range strings.SplitSeq(numbers, ",") {
		number, err := strconv.ParseUint(digits, 10, 32)
		if err != nil || number == 0 {
			return nil, fmt.Errorf("read slots: %w", err)
		}
		bitmap.Add(uint32(number - 1))
	}
	return bitmap, nil
}

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
