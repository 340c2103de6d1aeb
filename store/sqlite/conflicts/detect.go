package conflicts

import (
	"cmp"
	"context"
	"database/sql"
	"fmt"
	"slices"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/store/sqlite/db"
	"github.com/quarrykb/quarry/store/sqlite/entries"
)

// judgement is what was found of a group, beside what is stored of it.
type judgement struct {
	conflict quarry.Conflict // the zero value where the claims agree
	claims   int             // of the conflict
	joined   []quarry.SpecID // that are not in the stored one
	left     []quarry.SpecID // that are only in the stored one
	was      storedConflict
	cached   *cachedVerdict // what is kept of the group
}

// storedConflict is what of a conflict may be another one day.
type storedConflict struct {
	id     quarry.ConflictID // "" where there is none
	ratio  float64
	hint   string
	claims int
}

// detect has a group judged, and compares with what is stored.
func detect(ctx context.Context, from db.Querier, g group, judge Judge) (judgement, error) {
	var found judgement
	if g.was == nil {
		stored, err := readStoredConflicts(ctx, from, []string{g.claim})
		if err != nil {
			return found, err
		}
		was := stored[g.claim]
		g.was = &was
	}
	found.was = *g.was
	var err error
	if found.was.id != "" {
		if found.left, err = db.Collect(ctx, from, db.ReadValue[quarry.SpecID], selectGone, g.claim); err != nil {
			return found, fmt.Errorf("read claims that are gone: %w", err)
		}
	}
	found.left = append(found.left, g.lost...)
	all := g.all(ctx, from)
	verdict := judge(func(yield func(quarry.Spec) bool) {
		for c, fault := range all {
			if err = fault; fault != nil || !yield(c.spec) {
				return
			}
		}
	})
	if err != nil {
		return found, err
	}
	found.finds(g.claim, verdict)
	walked := 0
	for c, err := range all {
		if err != nil {
			return found, err
		}
		found.settle(c, verdict)
		walked++
	}
	found.cached = &cachedVerdict{core: verdict.Core, outside: walked - found.claims, walked: walked}
	return found, nil
}

// finds takes what a judge says of a claim.
func (j *judgement) finds(claim string, verdict quarry.Verdict) {
	if verdict.Disagrees != nil {
		j.conflict = verdict.Conflict
		j.conflict.ID = quarry.ConflictID(claim)
	}
}

func (j *judgement) settle(c claimant, verdict quarry.Verdict) {
	switch {
	case verdict.Disagrees != nil && verdict.Disagrees(c.spec):
		j.claims++
		if !c.listed {
			j.joined = append(j.joined, c.spec.ID)
		}
	case c.listed:
		j.left = append(j.left, c.spec.ID)
	}
}

// readGoneOf returns those of some claims of a stored conflict that are not in its group
// any more.
func readGoneOf(ctx context.Context, from db.Querier, claim string, ids []quarry.SpecID) ([]quarry.SpecID, error) {
	const some = ` AND m.spec IN (SELECT value FROM json_each(?))`
	gone, err := db.Collect(ctx, from, db.ReadValue[quarry.SpecID], selectGone+some, claim, db.JSONList(ids))
	return gone, db.Wrap(err, "read claims that are gone")
}

const selectGone = `SELECT m.spec FROM conflict_claims m LEFT JOIN specs s ON s.id = m.spec AND s.claim = m.conflict
	WHERE m.conflict = ? AND s.id IS NULL`

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
	return j.moves() > 0 || j.claims != j.was.claims ||
		storedRatio(j.conflict) != j.was.ratio || j.conflict.Hint != j.was.hint
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

// mostMoved is how many claims one transaction takes out of conflicts and puts
// in, so that others who write need not wait long.
const mostMoved = 500

// moves is how many claims there are to move.
func (j judgement) moves() int { return len(j.joined) + len(j.left) }

// pieces parts what there is to write into what transactions of their own may
// write, one behind the other. After each of them the conflict has the claims
// that it counts.
func (j judgement) pieces() []judgement {
	if j.moves() <= mostMoved {
		return []judgement{j}
	}
	slices.Sort(j.joined) // as they stand in the table, so that few of its pages are written
	slices.Sort(j.left)
	var all []judgement
	piece := j
	piece.claims = j.was.claims
	for joined := range slices.Chunk(j.joined, mostMoved) {
		piece.joined, piece.left = joined, nil
		piece.claims += len(joined)
		all = append(all, piece)
	}
	for left := range slices.Chunk(j.left, mostMoved) {
		piece.joined, piece.left = nil, left
		piece.claims -= len(left)
		all = append(all, piece)
	}
	all[len(all)-1].claims = j.claims
	return all
}

// robbed returns the other conflicts that the claims stand in which joined. They
// lose them, and may have been judged before.
func (j judgement) robbed(ctx context.Context, from db.Querier) ([]string, error) {
	const query = `SELECT DISTINCT conflict FROM conflict_claims
		WHERE spec IN (SELECT value FROM json_each(?)) AND conflict <> ?`
	if len(j.joined) == 0 {
		return nil, nil
	}
	robbed, err := db.Collect(ctx, from, db.ReadValue[string], query, db.JSONList(j.joined), string(j.conflict.ID))
	return robbed, db.Wrap(err, "read conflicts of claims")
}

// write writes what is another now, and tells of it: the conflict, then the claims that left
// and those that joined. A claim that is in another conflict still leaves that one.
func (j judgement) write(ctx context.Context, tx *sql.Tx, news *db.News) error {
	op, id := j.op(), string(cmp.Or(j.conflict.ID, j.was.id))
	if op == "" {
		return nil
	}
	news.Add(op, quarry.EntryRef{Kind: quarry.EntryConflict, ID: quarry.EntryID(id)})
	if op == quarry.OpDelete {
		_, err := tx.ExecContext(ctx, `DELETE FROM conflicts WHERE id = ?`, id)
		return db.Wrap(err, "delete the conflict")
	}
	const (
		recount = `UPDATE conflicts SET claims = ? WHERE id = ?`
		upsert  = `INSERT INTO conflicts (` + conflictColumns + `, claims) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
			ON CONFLICT (id) DO UPDATE SET ratio = excluded.ratio, hint = excluded.hint, claims = excluded.claims`
		leave = `DELETE FROM conflict_claims WHERE spec IN (SELECT value FROM json_each(?)) AND conflict = ?`
		join  = `INSERT OR REPLACE INTO conflict_claims (spec, conflict) SELECT value, ? FROM json_each(?)`
	)
	var err error
	if c := j.conflict; c.ID == "" { // it is on its way out
		_, err = tx.ExecContext(ctx, recount, j.claims, id)
	} else {
		_, err = tx.ExecContext(ctx, upsert, id, string(c.Device.ID), string(c.Attribute.ID),
			entries.JSONConditions(c.Conditions), c.Unit, storedRatio(c), c.Hint, j.claims)
	}
	if err == nil && len(j.left) > 0 {
		_, err = tx.ExecContext(ctx, leave, db.JSONList(j.left), id)
	}
	if err == nil && len(j.joined) > 0 {
		_, err = tx.ExecContext(ctx, join, id, db.JSONList(j.joined))
	}
	return db.Wrap(err, "write the conflict")
}
