package conflicts

import (
	"context"
	"database/sql"
	"fmt"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/store/sqlite/db"
	"github.com/quarrykb/quarry/store/sqlite/entries"
)

// judgement is what was found of a group, beside what is stored of it.
type judgement struct {
	claim    string
	conflict quarry.Conflict // the zero value where the claims agree
	claims   int             // of the conflict
	joined   []quarry.SpecID // that are not in the stored one
	left     []quarry.SpecID // that are only in the stored one
	was      storedConflict
}

// storedConflict is what of a conflict may be another one day.
type storedConflict struct {
	there  bool
	ratio  float64
	hint   string
	claims int
}

// detect has a group judged, and compares with what is stored.
func detect(ctx context.Context, from db.Querier, g group, judge Judge) (judgement, error) {
	found := judgement{claim: g.claim, was: g.was, left: g.lost}
	if g.was.there {
		const selectGone = `SELECT m.spec FROM conflict_claims m LEFT JOIN specs s ON s.id = m.spec AND s.claim = m.conflict
			WHERE m.conflict = ? AND s.id IS NULL`
		gone, err := db.Collect(ctx, from, db.ReadValue[quarry.SpecID], selectGone, g.claim)
		if err != nil {
			return found, fmt.Errorf("read claims of %q that are gone: %w", g.claim, err)
		}
		found.left = append(found.left, gone...)
	}
	var err error
	verdict := judge(func(yield func(quarry.Spec) bool) {
		for c, fault := range g.all {
			if err = fault; fault != nil || !yield(c.spec) {
				return
			}
		}
	})
	if err != nil {
		return found, fmt.Errorf("judge %q: %w", g.claim, err)
	}
	if verdict.Disagrees != nil {
		found.conflict = verdict.Conflict
		found.conflict.ID = quarry.ConflictID(g.claim)
	}
	for c, err := range g.all {
		if err != nil {
			return found, fmt.Errorf("judge %q: %w", g.claim, err)
		}
		disagrees := verdict.Disagrees != nil && verdict.Disagrees(c.spec)
		switch {
		case disagrees && !c.listed:
			found.joined = append(found.joined, c.spec.ID)
		case c.listed && !disagrees:
			found.left = append(found.left, c.spec.ID)
		}
		if disagrees {
			found.claims++
		}
	}
	return found, nil
}

// op returns what has to be told of the conflict, "" where it is what it was.
func (j judgement) op() quarry.Op {
	switch {
	case j.claims > 0 && (!j.was.there || j.differs()):
		return quarry.OpPut
	case j.claims == 0 && j.was.there:
		return quarry.OpDelete
	}
	return ""
}

func (j judgement) differs() bool {
	return len(j.joined)+len(j.left) > 0 || j.claims != j.was.claims ||
		storedRatio(j.conflict) != j.was.ratio || j.conflict.Hint != j.was.hint
}

// count adds what became of the conflict.
func (j judgement) count(derived *quarry.Derived) {
	switch op := j.op(); {
	case op == quarry.OpPut && !j.was.there:
		derived.Added++
	case op == quarry.OpPut:
		derived.Changed++
	case op == quarry.OpDelete:
		derived.Removed++
	}
}

// write writes what is another now, and tells of it: the conflict, then the claims that left
// and those that joined. A claim that is in another conflict still leaves that one.
func (j judgement) write(ctx context.Context, tx *sql.Tx, news *db.News) error {
	op := j.op()
	if op == "" {
		return nil
	}
	news.Add(op, quarry.EntryRef{Kind: quarry.EntryConflict, ID: quarry.EntryID(j.claim)})
	if op == quarry.OpDelete {
		_, err := tx.ExecContext(ctx, `DELETE FROM conflicts WHERE id = ?`, j.claim)
		return db.Wrap(err, "delete the conflict")
	}
	const (
		upsert = `INSERT INTO conflicts (` + conflictColumns + `, claims) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
			ON CONFLICT (id) DO UPDATE SET ratio = excluded.ratio, hint = excluded.hint, claims = excluded.claims`
		leave = `DELETE FROM conflict_claims WHERE spec IN (SELECT value FROM json_each(?)) AND conflict = ?`
		join  = `INSERT OR REPLACE INTO conflict_claims (spec, conflict) SELECT value, ? FROM json_each(?) ORDER BY value`
	)
	c := j.conflict
	_, err := tx.ExecContext(ctx, upsert, j.claim, string(c.Device.ID), string(c.Attribute.ID),
		entries.JSONConditions(c.Conditions), c.Unit, storedRatio(c), c.Hint, j.claims)
	if err == nil && len(j.left) > 0 {
		_, err = tx.ExecContext(ctx, leave, db.JSONList(j.left), j.claim)
	}
	if err == nil && len(j.joined) > 0 {
		_, err = tx.ExecContext(ctx, join, j.claim, db.JSONList(j.joined))
	}
	return db.Wrap(err, "write the conflict")
}
