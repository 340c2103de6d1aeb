package study

import (
	"context"
	"database/sql"
	"fmt"
	"strconv"
	"strings"

	"github.com/RoaringBitmap/roaring/v2"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/store/sqlite/db"
	"github.com/quarrykb/quarry/store/sqlite/entries"
)

// catalogue is what can be studied at a revision, by slots that are counted from 0. It is
// shared, and not changed.
type catalogue struct {
	ordered [][]uint32 // easy ones, medium, hard, and those of which nobody knows, each in the order of their documents
	all     *roaring.Bitmap
	groups  []group
	groupOf []uint32 // by slot, an index of groups; of a slot that is not in all it says nothing
}

// group is the questions of the same topics and difficulty.
type group struct {
	topics     []quarry.TopicID
	difficulty quarry.Difficulty
	slots      *roaring.Bitmap
}

// studied holds for a question e that can be studied.
const studied = entries.IsLeader + ` AND (e.answered OR e.choices <> '[]')`

// catalogue returns what can be studied, and remembers it for as long as nothing changes.
func (s *Store) catalogue(ctx context.Context, v *db.Snapshot) (*catalogue, error) {
	return db.Remember(&s.db.Memory, v.Revision, "study", func() (*catalogue, error) {
		c := &catalogue{all: roaring.New(), ordered: make([][]uint32, len(quarry.Difficulties())+1)}
		difficulty := entries.DifficultyOfQuestion()
		// Slots travel as one text: a row each would take ten times as long.
		grouped := `SELECT coalesce(` + difficulty + `, ''), e.topics, group_concat(e.number) FROM questions e WHERE ` + studied + ` GROUP BY 1, 2`
		err := db.Each(ctx, v, c.addGroup, grouped)
		if err != nil {
			return nil, err
		}
		if c.all.IsEmpty() {
			return c, nil
		}
		c.groupOf = make([]uint32, c.all.Maximum()+1)
		for i, g := range c.groups {
			for slots := g.slots.Iterator(); slots.HasNext(); {
				c.groupOf[slots.Next()] = uint32(i)
			}
		}
		var ordered string
		const inOrder = `SELECT group_concat(e.number) FROM (SELECT e.number FROM questions e WHERE ` + studied +
			` ORDER BY e.path, e.line_start, e.id) e`
		if err := v.QueryRowContext(ctx, inOrder).Scan(&ordered); err != nil {
			return nil, err
		}
		for digits := range strings.SplitSeq(ordered, ",") {
			number, err := strconv.ParseUint(digits, 10, 32)
			if err != nil || number == 0 {
				return nil, fmt.Errorf("read slots: %w", err)
			}
			slot := uint32(number - 1)
			rank := rankOf(c.groups[c.groupOf[slot]].difficulty)
			c.ordered[rank] = append(c.ordered[rank], slot)
		}
		return c, nil
	})
}

func rankOf(d quarry.Difficulty) int {
	for rank, known := range quarry.Difficulties() {
		if d == known {
			return rank
		}
	}
	return len(quarry.Difficulties())
}

func (c *catalogue) addGroup(scan db.ScanFunc) error {
	var g group
	var topics, numbers string
	err := scan(&g.difficulty, &topics, &numbers)
	if err == nil {
		g.topics, err = db.ListOf[quarry.TopicID](topics)
	}
	if err == nil {
		g.slots, err = entries.SlotsOf(numbers)
	}
	if err != nil {
		return err
	}
	c.all.Or(g.slots)
	c.groups = append(c.groups, g)
	return nil
}

// matching returns those that can be studied of the questions that a filter lets through.
func (s *Store) matching(ctx context.Context, v *db.Snapshot, f quarry.Filter) (*catalogue, *roaring.Bitmap, error) {
	c, err := s.catalogue(ctx, v)
	if err != nil {
		return nil, nil, err
	}
	if !narrows(f) {
		return c, c.all, nil
	}
	through, err := s.entries.Matching(ctx, v, f)
	if err != nil {
		return nil, nil, err
	}
	return c, roaring.And(c.all, through), nil
}

// narrows reports whether a filter keeps any question away.
func narrows(f quarry.Filter) bool {
	w := entries.WhereQuestion(f)
	return w.Gather() != entries.IsLeader
}

// slotsOf reads one list of slots, which are counted from 0.
func slotsOf(ctx context.Context, v *db.Snapshot, query string, args ...any) (*roaring.Bitmap, error) {
	var numbers sql.NullString
	if err := v.QueryRowContext(ctx, query, args...).Scan(&numbers); err != nil {
		return nil, err
	}
	return entries.SlotsOf(numbers.String)
}
