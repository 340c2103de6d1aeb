package sqlite

import (
	"context"
	"database/sql"
	"fmt"
	"slices"

	"github.com/quarrykb/quarry"
)

// derivation is one step of a derivation. It judges in snapshots, as that may
// take long, and writes in transactions that are short. Whatever is stored in
// between stands behind the cursor in the feed, and is judged by a later step.
type derivation struct {
	touched

	store   *Store
	version string
	judge   Judge

	found    map[string]judgement      // that is not written yet, by claim
	order    []string                  // in which it was found
	moves    int                       // of claims, in all of it
	resumed  []string                  // claims that were judged by what changed of them alone
	verdicts map[string]*cachedVerdict // of the claims that were judged
	derived  quarry.Derived
	written  quarry.Sequence // of the last transaction, 0 for none
	others   bool            // wrote in between
}

// mostHeld is how many moves are held until they are written.
const mostHeld = 5000

// run judges all claims that were touched, and writes what that changed.
func (d *derivation) run(ctx context.Context) error {
	d.verdicts = map[string]*cachedVerdict{}
	d.written = d.stored
	for left := d.claims; len(left) > 0; {
		err := d.store.view(ctx, func(v *snapshot) error {
			var err error
			left, err = d.weighSome(ctx, v, left)
			return err
		})
		if err != nil {
			return err
		}
		if len(left) == 0 {
			break
		}
		if err := d.flush(ctx, func(context.Context, *sql.Tx) error { return nil }); err != nil {
			return err
		}
	}
	return d.flush(ctx, d.noteCursor)
}

// weighSome judges claims in one snapshot until there is much to write, and
// returns those that are left.
func (d *derivation) weighSome(ctx context.Context, v *snapshot, claims []string) ([]string, error) {
	long, err := d.resumeAll(ctx, v, claims)
	if err != nil {
		return nil, err
	}
	walked := 0
	for g, err := range groupsOf(ctx, v, long) {
		if err != nil {
			return nil, err
		}
		if err := d.walk(ctx, v, g); err != nil {
			return nil, err
		}
		if walked++; d.moves >= mostHeld {
			break
		}
	}
	return long[walked:], nil
}

// resumeAll judges those of some claims of which it is enough to know what
// changed, and returns the others, which have to be walked.
func (d *derivation) resumeAll(ctx context.Context, v *snapshot, claims []string) ([]string, error) {
	long := make([]string, 0, len(claims))
	for _, claim := range claims {
		found, ok, err := d.resume(ctx, v, claim)
		if err != nil {
			return nil, fmt.Errorf("judge %q by what changed: %w", claim, err)
		}
		if !ok {
			long = append(long, claim)
			continue
		}
		d.resumed = append(d.resumed, claim)
		if err := d.take(ctx, v, claim, found); err != nil {
			return nil, err
		}
	}
	return long, nil
}

// walk judges a group by all of its claims.
func (d *derivation) walk(ctx context.Context, v *snapshot, g group) error {
	found, err := detect(ctx, v, g, d.judge)
	if err != nil {
		return fmt.Errorf("judge %q: %w", g.claim, err)
	}
	return d.take(ctx, v, g.claim, found)
}

// take takes a judgement, and judges the conflicts that it takes claims out of:
// the changes that led there may all be read, and none would name them again.
func (d *derivation) take(ctx context.Context, v *snapshot, claim string, found judgement) error {
	robbed, err := found.robbed(ctx, v)
	if err != nil {
		return err
	}
	d.keep(claim, found)
	for _, other := range robbed {
		if _, known := d.found[other]; known && !slices.Contains(d.resumed, other) {
			continue
		}
		d.resumed = slices.DeleteFunc(d.resumed, func(c string) bool { return c == other })
		if err := d.walk(ctx, v, group{claim: other}); err != nil {
			return err
		}
	}
	return nil
}

// keep keeps a judgement until it is written.
func (d *derivation) keep(claim string, found judgement) {
	was, known := d.found[claim]
	if !known {
		d.order = append(d.order, claim)
	}
	d.moves += found.moves() - was.moves()
	d.found[claim] = found
	d.verdicts[claim] = found.cached
}

// flush writes what is kept, in as many transactions as it takes, and something
// else with the last of them.
func (d *derivation) flush(ctx context.Context, last func(context.Context, *sql.Tx) error) error {
	all := d.transactions()
	for i, pieces := range all {
		err := d.store.updateAside(ctx, func(tx *sql.Tx) error {
			err := d.write(ctx, tx, pieces)
			if err == nil && i == len(all)-1 {
				err = last(ctx, tx)
			}
			return err
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// transactions parts what is kept into transactions, at least one, and keeps it
// no more. A conflict that loses claims to another comes before that one.
func (d *derivation) transactions() [][]judgement {
	var all [][]judgement
	var now []judgement
	moves := 0
	for _, claim := range slices.Backward(d.order) {
		d.found[claim].count(&d.derived)
		for _, piece := range d.found[claim].pieces() {
			if moves += 1 + piece.moves(); moves > mostMoved && len(now) > 0 {
				all, now, moves = append(all, now), nil, 1+piece.moves()
			}
			now = append(now, piece)
		}
	}
	d.found, d.order, d.moves = map[string]judgement{}, nil, 0
	return append(all, now)
}

// write writes some judgements and tells of them.
func (d *derivation) write(ctx context.Context, tx *sql.Tx, pieces []judgement) error {
	var before quarry.Sequence
	if err := tx.QueryRowContext(ctx, selectRevision).Scan(&before); err != nil {
		return fmt.Errorf("read revision: %w", err)
	}
	d.others = d.others || before != d.written
	var news news
	for _, found := range pieces {
		if err := found.write(ctx, tx); err != nil {
			return err
		}
		found.tell(&news)
	}
	d.written = before + quarry.Sequence(len(news))
	if len(news) == 0 {
		return nil
	}
	return d.store.record(ctx, tx, news)
}

// noteCursor writes how far the conflicts are derived.
func (d *derivation) noteCursor(ctx context.Context, tx *sql.Tx) error {
	d.derived.Revision, d.derived.Cursor = d.written, d.cursor
	switch {
	case d.end && !d.others:
		d.derived.Cursor = d.written // behind what was read are only the conflicts of this step
	case d.end:
		d.derived.Cursor = d.stored
	}
	const note = `INSERT OR REPLACE INTO derivations (name, version, cursor) VALUES (?, ?, ?)`
	if _, err := tx.ExecContext(ctx, note, ofConflicts, d.version, int64(d.derived.Cursor)); err != nil {
		return fmt.Errorf("note the cursor: %w", err)
	}
	return nil
}

// DeriveAgain lets everything that is derived begin at the first change again, as if
// another version had derived before. What was derived serves until it is derived
// anew. Nothing may be deriving meanwhile.
func (s *Store) DeriveAgain(ctx context.Context) error {
	err := s.update(ctx, func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, `DELETE FROM derivations`)
		return err
	})
	if err != nil {
		return fmt.Errorf("derive again: %w", err)
	}
	s.judged.forget()
	return nil
}

// forget forgets what was judged.
func (j *judged) forget() {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.at, j.verdicts, j.cursor = nil, nil, nowhere
}
