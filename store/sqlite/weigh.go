package sqlite

import (
	"context"
	"database/sql"
	"fmt"
	"iter"
	"slices"

	"github.com/quarrykb/quarry"
)

// judgement is what was found of a group, beside what is stored of it.
type judgement struct {
	conflict quarry.Conflict // the zero value where the claims agree
	claims   int             // of the conflict
	joined   []quarry.SpecID // that are not in the stored one
	left     []quarry.SpecID // that are only in the stored one
	robs     []string        // the other conflicts that the joined ones stand in
	was      storedConflict
}

// storedConflict is what of a conflict may be another one day.
type storedConflict struct {
	id     quarry.ConflictID // "" where there is none
	ratio  float64
	hint   string
	claims int
}

// weigh has a group judged, and compares with what is stored.
func weigh(ctx context.Context, from querier, g group, judge Judge) (judgement, error) {
	var found judgement
	var err error
	if found.was, err = g.stored(ctx, from); err != nil {
		return found, err
	}
	if found.was.id != "" {
		if found.left, err = readGone(ctx, from, g); err != nil {
			return found, err
		}
	}
	found.left = append(found.left, g.lost...)
	all := g.all(ctx, from)
	conflict, disagrees := judge(specsIn(all, &err))
	if err != nil {
		return found, err
	}
	if disagrees != nil {
		found.conflict = conflict
		found.conflict.ID = quarry.ConflictID(g.claim)
	}
	for c, err := range all {
		if err != nil {
			return found, err
		}
		found.settle(c, disagrees != nil && disagrees(c.spec))
	}
	return found, nil
}

// specsIn walks the specs of claimants. An error ends the walk and is left
// behind.
func specsIn(all iter.Seq2[claimant, error], fault *error) iter.Seq[quarry.Spec] {
	return func(yield func(quarry.Spec) bool) {
		for c, err := range all {
			if err != nil {
				*fault = err
				return
			}
			if !yield(c.spec) {
				return
			}
		}
	}
}

func (j *judgement) settle(c claimant, disagrees bool) {
	switch {
	case disagrees:
		j.claims++
		if !c.listed {
			j.joined = append(j.joined, c.spec.ID)
		}
	case c.listed:
		j.left = append(j.left, c.spec.ID)
	}
}

// stored returns the conflict as it is stored, the zero value where there is
// none.
func (g group) stored(ctx context.Context, from querier) (storedConflict, error) {
	if g.was != nil {
		return *g.was, nil
	}
	stored, err := readStoredConflicts(ctx, from, []string{g.claim})
	return stored[g.claim], err
}

// readGone returns the claims of a stored conflict that are not in its group
// any more.
func readGone(ctx context.Context, from querier, g group) ([]quarry.SpecID, error) {
	const query = `SELECT m.spec FROM conflict_claims m LEFT JOIN specs s ON s.id = m.spec AND s.claim = m.conflict
		WHERE m.conflict = ? AND s.id IS NULL`
	rows, err := from.QueryContext(ctx, query, g.claim)
	if err != nil {
		return nil, fmt.Errorf("read claims that are gone: %w", err)
	}
	return collect(rows, func(scan scanFunc) (quarry.SpecID, error) {
		var id quarry.SpecID
		err := scan(&id)
		return id, err
	})
}

// op returns what has to be told of the conflict, "" where it is what it was.
func (j judgement) op() quarry.Op {
	switch {
	case j.claims > 0 && (j.was.id == "" || j.differs()):
		return quarry.OpPut
	case j.claims == 0 && j.was.id != "":
		return quarry.OpDelete
	}
	return ""
}

func (j judgement) differs() bool {
	return len(j.joined)+len(j.left) > 0 || j.claims != j.was.claims ||
		j.conflict.Ratio != j.was.ratio || j.conflict.Hint != j.was.hint
}

// count adds what became of the conflict.
func (j judgement) count(derived *quarry.Derived) {
	switch op := j.op(); {
	case op == quarry.OpPut && j.was.id == "":
		derived.Added++
	case op == quarry.OpPut:
		derived.Changed++
	case op == quarry.OpDelete:
		derived.Removed++
	}
}

func (j judgement) tell(news *news) {
	id := j.conflict.ID
	if id == "" {
		id = j.was.id
	}
	if op := j.op(); op != "" {
		news.add(op, quarry.EntryRef{Kind: quarry.EntryConflict, ID: quarry.EntryID(id)})
	}
}

// write writes what is another now.
func (j judgement) write(ctx context.Context, tx *sql.Tx) error {
	switch j.op() {
	case quarry.OpDelete:
		if _, err := tx.ExecContext(ctx, `DELETE FROM conflicts WHERE id = ?`, string(j.was.id)); err != nil {
			return fmt.Errorf("delete the conflict: %w", err)
		}
	case quarry.OpPut:
		if err := j.put(ctx, tx); err != nil {
			return err
		}
		return j.move(ctx, tx)
	}
	return nil
}

func (j judgement) put(ctx context.Context, tx *sql.Tx) error {
	const upsert = `INSERT INTO conflicts (` + conflictColumns + `, claims) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
		ON CONFLICT (id) DO UPDATE SET ratio = excluded.ratio, hint = excluded.hint, claims = excluded.claims`
	c := j.conflict
	_, err := tx.ExecContext(ctx, upsert, string(c.ID), string(c.Device.ID), string(c.Attribute.ID),
		jsonConditions(c.Conditions), c.Unit, c.Ratio, c.Hint, j.claims)
	if err != nil {
		return fmt.Errorf("write the conflict: %w", err)
	}
	return nil
}

// robbed returns the other conflicts that the claims stand in which joined. They
// lose them, and may have been judged before.
func (j judgement) robbed(ctx context.Context, from querier) ([]string, error) {
	const query = `SELECT DISTINCT conflict FROM conflict_claims
		WHERE spec IN (SELECT value FROM json_each(?)) AND conflict <> ?`
	var robbed []string
	for joined := range slices.Chunk(j.joined, mostItems) {
		rows, err := from.QueryContext(ctx, query, jsonList(joined), string(j.conflict.ID))
		if err != nil {
			return nil, fmt.Errorf("read conflicts of claims: %w", err)
		}
		some, err := collect(rows, func(scan scanFunc) (string, error) {
			var id string
			err := scan(&id)
			return id, err
		})
		if err != nil {
			return nil, fmt.Errorf("read conflicts of claims: %w", err)
		}
		robbed = append(robbed, some...)
	}
	return robbed, nil
}

// move takes out the claims that left, and puts in those that joined. A claim
// that is in another conflict still leaves that one.
func (j judgement) move(ctx context.Context, tx *sql.Tx) error {
	const leave = `DELETE FROM conflict_claims WHERE spec IN (SELECT value FROM json_each(?)) AND conflict = ?`
	const join = `INSERT OR REPLACE INTO conflict_claims (spec, conflict) SELECT value, ? FROM json_each(?)`
	for left := range slices.Chunk(j.left, mostItems) {
		if _, err := tx.ExecContext(ctx, leave, jsonList(left), string(j.conflict.ID)); err != nil {
			return fmt.Errorf("take claims out: %w", err)
		}
	}
	for joined := range slices.Chunk(j.joined, mostItems) {
		if _, err := tx.ExecContext(ctx, join, string(j.conflict.ID), jsonList(joined)); err != nil {
			return fmt.Errorf("put claims in: %w", err)
		}
	}
	return nil
}
