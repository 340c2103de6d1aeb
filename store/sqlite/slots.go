package sqlite

import (
	"context"
	"database/sql"
	"fmt"
	"slices"

	"github.com/quarrykb/quarry"
)

// withSlots numbers questions by their slots: a question that was never seen
// gets the next one, one that comes back its old one.
func withSlots(ctx context.Context, tx *sql.Tx, rows []row) ([]row, error) {
	var ids []quarry.EntryID
	for _, r := range rows {
		if r.Kind == quarry.EntryQuestion {
			ids = append(ids, r.ID)
		}
	}
	if len(ids) == 0 {
		return rows, nil
	}
	slots, err := takeSlots(ctx, tx, ids)
	if err != nil {
		return nil, fmt.Errorf("give out slots: %w", err)
	}
	rows = slices.Clone(rows)
	for i, r := range rows {
		if r.Kind == quarry.EntryQuestion {
			rows[i].number = slots[r.ID]
		}
	}
	return rows, nil
}

func takeSlots(ctx context.Context, tx *sql.Tx, ids []quarry.EntryID) (map[quarry.EntryID]int64, error) {
	const take = `INSERT INTO slots (question) SELECT value FROM json_each(?) WHERE true
		ON CONFLICT (question) DO UPDATE SET question = excluded.question RETURNING question, slot`
	rows, err := tx.QueryContext(ctx, take, jsonList(ids))
	if err != nil {
		return nil, err
	}
	defer func() { _ = rows.Close() }()
	slots := make(map[quarry.EntryID]int64, len(ids))
	for rows.Next() {
		var id quarry.EntryID
		var slot int64
		if err := rows.Scan(&id, &slot); err != nil {
			return nil, err
		}
		slots[id] = slot
	}
	return slots, rows.Err()
}
