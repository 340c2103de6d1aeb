package study

import (
	"context"
	"database/sql"
	"errors"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/RoaringBitmap/roaring/v2"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/store/sqlite/db"
)

// queue is a queue that is being put together.
type queue struct {
	quarry.StudyQueue

	asks quarry.StudyRequest
	from *db.Snapshot
	may  *roaring.Bitmap // slots that may be asked
}

// What holds for cards of the learner ?1 at ?2, each as an index finds it.
const (
	isLearnt  = `INDEXED BY cards_in_queue WHERE learner = ?1 AND state IN ('learning', 'relearning')`
	isChanged = `WHERE learner = ?1 AND changed > 0`
	isBuried  = `WHERE learner = ?1 AND suspended = 0 AND buried_until > ?2`

	// isAsked holds for a card that is neither suspended nor buried.
	isAsked = `suspended = 0 AND (buried_until IS NULL OR buried_until <= ?2)`
)

// StudyQueue returns what a learner may be asked, at one moment.
func (s *Store) StudyQueue(ctx context.Context, r quarry.StudyRequest) (quarry.StudyQueue, error) {
	q := queue{asks: r}
	err := s.db.View(ctx, func(v *db.Snapshot) error {
		known, may, err := s.matching(ctx, v, r.Filter)
		if err != nil {
			return err
		}
		q.from, q.may, q.Revision = v, may, v.Revision
		for _, read := range []func(context.Context) error{q.learning, q.changed, q.reviews, q.dueLater, q.today} {
			if err := read(ctx); err != nil {
				return err
			}
		}
		return q.unseen(ctx, known)
	})
	return q.StudyQueue, db.Wrap(err, "put together what learner %q is asked", r.Learner)
}

// selectSlotted selects cards, each behind its slot.
const selectSlotted = "SELECT slot, " + CardColumns + " FROM cards "

// each hands the cards that may be asked and that a condition finds to a function, and
// ends where that has seen enough. ?1 is the learner and ?2 now.
func (q *queue) each(ctx context.Context, condition string, take func(quarry.Card) bool, args ...any) error {
	query := selectSlotted + condition
	args = append([]any{string(q.asks.Learner), q.asks.Now.UnixMicro()}, args...)
	for scan, err := range db.Rows(ctx, q.from, query, args...) {
		if err != nil {
			return err
		}
		var slot uint32
		card, err := ReadCard(func(targets ...any) error { return scan(append([]any{&slot}, targets...)...) })
		if err != nil {
			return err
		}
		if q.may.Contains(slot-1) && !take(card) {
			return nil
		}
	}
	return nil
}

// later notes that a card is due at a moment that is not reached.
func (q *queue) later(at time.Time) {
	if q.NextDue.IsZero() || at.Before(q.NextDue) {
		q.NextDue = at
	}
}

func (q *queue) add(list *[]quarry.Card, card quarry.Card) {
	if len(*list) < q.asks.Most {
		*list = append(*list, card)
	}
}

// learning finds the cards that are being learnt.
func (q *queue) learning(ctx context.Context) error {
	return q.each(ctx, isLearnt+` AND `+isAsked+` ORDER BY due, question`, func(card quarry.Card) bool {
		switch {
		case !card.Due.After(q.asks.Now):
			q.Waiting.Learning++
			q.add(&q.Learning, card)
			return true
		case !card.Due.After(q.asks.Ahead):
			q.add(&q.Ahead, card)
		}
		q.later(card.Due)
		return true
	})
}

// changed finds the cards whose source says something else.
func (q *queue) changed(ctx context.Context) error {
	return q.each(ctx, isChanged+` AND state = 'review' AND `+isAsked+` ORDER BY changed, question`, func(card quarry.Card) bool {
		q.Waiting.Changed++
		q.add(&q.Changed, card)
		return true
	})
}

const (
	// selectDue selects the slots of the cards that are to be reviewed before ?3.
	selectDue = `SELECT group_concat(slot) FROM (SELECT slot FROM cards
		WHERE learner = ?1 AND state = 'review' AND due < ?3 AND ` + isAsked + ` ORDER BY due, slot)`
	// ofSlots holds for the cards of a list of slots.
	ofSlots = `WHERE learner = ?1 AND question IN (SELECT s.question FROM json_each(?3) wanted CROSS JOIN slots s ON s.slot = wanted.value) ORDER BY due, slot`
)

// reviews finds the cards that are to be reviewed on the day. All of them are counted by
// their slots, and no more are read than are wanted.
func (q *queue) reviews(ctx context.Context) error {
	const other = `SELECT group_concat(slot) FROM cards ` + isChanged
	changed, err := slotsOf(ctx, q.from, other, string(q.asks.Learner))
	if err != nil {
		return err
	}
	var numbers sql.NullString
	err = q.from.QueryRowContext(ctx, selectDue, string(q.asks.Learner), q.asks.Now.UnixMicro(), q.asks.Day.Ends.UnixMicro()).Scan(&numbers)
	if err != nil || !numbers.Valid {
		return err
	}
	var first []uint64
	for digits := range strings.SplitSeq(numbers.String, ",") {
		number, err := strconv.ParseUint(digits, 10, 32)
		if err != nil {
			return err
		}
		if slot := uint32(number) - 1; !q.may.Contains(slot) || changed.Contains(slot) {
			continue
		}
		q.Waiting.Review++
		if len(first) < q.asks.Most {
			first = append(first, number)
		}
	}
	return q.each(ctx, ofSlots, func(card quarry.Card) bool {
		q.Review = append(q.Review, card)
		return true
	}, db.JSONList(first))
}

// dueLater finds the first of the cards that are to be reviewed on a later day, and of those
// that are buried.
func (q *queue) dueLater(ctx context.Context) error {
	err := q.each(ctx, isBuried, func(card quarry.Card) bool {
		q.later(later(card.Due, card.BuriedUntil))
		return true
	})
	if err != nil {
		return err
	}
	const behind = `SELECT group_concat(slot || ' ' || due) FROM (SELECT slot, due FROM cards
		WHERE learner = ?1 AND state = 'review' AND due >= ?3 AND ` + isAsked + ` ORDER BY due, slot LIMIT ?4 OFFSET ?5)`
	const first, growth = 100, 10
	for from, most := 0, first; ; from, most = from+most, most*growth { // as a rule the first of all may be asked
		var listed sql.NullString
		err := q.from.QueryRowContext(ctx, behind, string(q.asks.Learner), q.asks.Now.UnixMicro(), q.asks.Day.Ends.UnixMicro(), most, from).
			Scan(&listed)
		if err != nil || !listed.Valid {
			return err
		}
		for pair := range strings.SplitSeq(listed.String, ",") {
			slot, due, _ := strings.Cut(pair, " ")
			number, err := strconv.ParseUint(slot, 10, 32)
			at, badDue := strconv.ParseInt(due, 10, 64)
			if err := errors.Join(err, badDue); err != nil {
				return err
			}
			if q.may.Contains(uint32(number) - 1) {
				q.later(time.UnixMicro(at).UTC())
				return nil
			}
		}
	}
}

func later(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}

// today counts what was answered on the day.
func (q *queue) today(ctx context.Context) error {
	const query = `SELECT count(*) FILTER (WHERE state = 'new'), count(DISTINCT CASE state WHEN 'review' THEN question END)
		FROM reviews WHERE learner = ? AND undone IS NULL AND at >= ? AND at < ?`
	day := q.asks.Day
	return q.from.QueryRowContext(ctx, query, string(q.asks.Learner), day.Begins.UnixMicro(), day.Ends.UnixMicro()).
		Scan(&q.Begun, &q.Reviewed)
}

// seedSpace is how many places a seed's order has. It is the same however many questions
// there are, so that new ones leave the order of the others as it is.
const seedSpace = 1 << 32

// unseen finds the questions that are new.
func (q *queue) unseen(ctx context.Context, known *catalogue) error {
	const query = `SELECT group_concat(slot) FROM cards WHERE learner = ?1 AND NOT (state = 'new' AND ` + isAsked + `)`
	seen, err := slotsOf(ctx, q.from, query, string(q.asks.Learner), q.asks.Now.UnixMicro())
	if err != nil {
		return err
	}
	unseen := roaring.AndNot(q.may, seen)
	q.Waiting.New = int(unseen.GetCardinality()) //nolint:gosec // slots have 32 bits
	var slots []int64
	for _, rank := range known.ordered {
		if len(slots) >= q.asks.Most {
			break
		}
		for _, slot := range q.first(rank, unseen, q.asks.Most-len(slots)) {
			slots = append(slots, int64(slot)+1)
		}
	}
	const ids = `SELECT e.id FROM json_each(?) wanted CROSS JOIN questions e ON e.number = wanted.value ORDER BY wanted.key`
	q.New, err = db.Collect(ctx, q.from, db.ReadValue[quarry.QuestionID], ids, db.JSONList(slots))
	return err
}

// first returns the first slots of those that are wanted, in their own order or the seed's.
func (q *queue) first(slots []uint32, wanted *roaring.Bitmap, most int) []uint32 {
	if q.asks.Seed == nil {
		var found []uint32
		for _, slot := range slots {
			if len(found) == most {
				break
			}
			if wanted.Contains(slot) {
				found = append(found, slot)
			}
		}
		return found
	}
	order := quarry.NewPermutation(seedSpace, *q.asks.Seed)
	var places []uint64
	for _, slot := range slots {
		if !wanted.Contains(slot) {
			continue
		}
		place := order.PlaceOf(uint64(slot))
		if at, _ := slices.BinarySearch(places, place); at < most {
			places = slices.Insert(places, at, place)
			places = places[:min(len(places), most)]
		}
	}
	found := make([]uint32, len(places))
	for i, place := range places {
		found[i] = uint32(order.At(place)) //nolint:gosec // a slot, of 32 bits
	}
	return found
}
