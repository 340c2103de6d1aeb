package sqlite

import (
	"context"
	"database/sql"
	"fmt"
	"slices"

	"github.com/quarrykb/quarry"
)

// withSlots numbers questions by their slots: a question that was never seen
// gets the next one, one that comes back its old one. What questions ask has a
// slot, too, which all that ask it share as their place in random draws: there
// it stays, whichever of them leads.
func withSlots(ctx context.Context, tx *sql.Tx, rows []row) ([]row, error) {
	var names []string
	for _, r := range rows {
		if r.Kind == quarry.EntryQuestion {
			names = append(names, string(r.ID), r.placedAs())
		}
	}
	if len(names) == 0 {
		return rows, nil
	}
	slots, err := takeSlots(ctx, tx, names)
	if err != nil {
		return nil, fmt.Errorf("give out slots: %w", err)
	}
	rows = slices.Clone(rows)
	for i, r := range rows {
		if r.Kind == quarry.EntryQuestion {
			rows[i].number, rows[i].place = slots[string(r.ID)], slots[r.placedAs()]
		}
	}
	return rows, nil
}

// placedAs names the slot that is a question's place: its own, or that of what
// it asks, which no id looks like.
func (r row) placedAs() string {
	if r.claim == "" {
		return string(r.ID)
	}
	return "=" + r.claim
}

func takeSlots(ctx context.Context, tx *sql.Tx, names []string) (map[string]int64, error) {
	const take = `INSERT INTO slots (question) SELECT value FROM json_each(?) WHERE true
		ON CONFLICT (question) DO UPDATE SET question = excluded.question RETURNING question, slot`
	slots := make(map[string]int64, len(names))
	err := each(ctx, tx, func(scan scanFunc) error {
		var name string
		var slot int64
		err := scan(&name, &slot)
		slots[name] = slot
		return err
	}, take, jsonList(names))
	return slots, err
}
