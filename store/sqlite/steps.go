package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"sync"

	"github.com/quarrykb/quarry"
)

// stepRows is how many rows of entries one transaction writes: as many as a document may
// have, so that each is written whole or not at all.
const stepRows = 100_000

// steps write a document in as many transactions as it takes.
type steps struct {
	store *Store
	id    quarry.DocumentID
	begin func(context.Context, *sql.Tx) (plan, error) // makes the plan, in the first of them
	end   func(context.Context, *sql.Tx, plan) error   // writes the last step
	rest  plan                                         // that is not written yet
	begun bool
	more  bool
	all   quarry.Difference // of those that were committed
}

// inSteps writes a document that nobody else writes meanwhile, and returns what that changed.
func (s *Store) inSteps(
	ctx context.Context, id quarry.DocumentID,
	begin func(context.Context, *sql.Tx) (plan, error), end func(context.Context, *sql.Tx, plan) error,
) (quarry.Difference, error) {
	unlock, err := s.writing.lock(ctx, id)
	if err != nil {
		return quarry.Difference{}, err
	}
	defer unlock()
	w := &steps{store: s, id: id, begin: begin, end: end, more: true}
	for w.more {
		if err := w.next(ctx); err != nil {
			return w.all, err
		}
	}
	return w.all, nil
}

// next commits the next step.
func (w *steps) next(ctx context.Context) error {
	write := w.store.update
	if w.begun {
		write = w.store.updateAside
	}
	var step plan
	err := write(ctx, func(tx *sql.Tx) error {
		err := w.read(ctx, tx)
		if err == nil {
			step, w.more, err = w.rest.step(w.store.stepRows)
		}
		if err == nil {
			err = step.readLeads(ctx, tx)
		}
		if err == nil {
			step, err = planned(ctx, tx, step)
		}
		switch {
		case err != nil:
			return err
		case w.more:
			return w.store.apply(ctx, tx, step)
		}
		return w.end(ctx, tx, step)
	})
	if err != nil {
		return err
	}
	w.begun = true
	w.rest.leave(step)
	w.all = plus(w.all, step.difference())
	return nil
}

// read reads what is stored of the document: all of it before the first step, and its own
// row before each of the others.
func (w *steps) read(ctx context.Context, tx *sql.Tx) error {
	var err error
	if w.begun {
		w.rest.was, err = readPastDocument(ctx, tx, w.id)
		return err
	}
	w.rest, err = w.begin(ctx, tx)
	return err
}

// readLeads reads anew which of the questions that a step replaces or removes lead: other
// documents, and the steps before, may have changed it.
func (p plan) readLeads(ctx context.Context, tx *sql.Tx) error {
	var numbers []int64
	for _, e := range slices.Concat(p.stale, p.removed) {
		if e.Kind == quarry.EntryQuestion {
			numbers = append(numbers, e.number)
		}
	}
	const query = `SELECT q.number FROM json_each(?) wanted CROSS JOIN questions q WHERE q.number = wanted.value AND q.leads = 1`
	rows, err := tx.QueryContext(ctx, query, jsonList(numbers))
	if err != nil {
		return fmt.Errorf("read who leads: %w", err)
	}
	leading, err := collect(rows, func(scan scanFunc) (int64, error) {
		var number int64
		err := scan(&number)
		return number, err
	})
	slices.Sort(leading)
	for _, entries := range [][]pastEntry{p.stale, p.removed} {
		for i, e := range entries {
			_, leads := slices.BinarySearch(leading, e.number)
			entries[i].leads = leads || e.Kind != quarry.EntryQuestion
		}
	}
	return err
}

// step returns what is to be written of a plan in the next transaction, and whether more
// is left. A plan of few rows is one step. Of many, each step leaves behind what is true:
// first go those that are removed, as long as the text is there that they were read from;
// then the text is changed, with all rows that another text or title changes; then come
// those that are added. Until the last step the document has no fingerprint, so that what
// is interrupted is read again.
func (p *plan) step(most int) (plan, bool, error) {
	if len(p.added)+len(p.changed)+len(p.removed) <= most {
		return *p, false, nil
	}
	next := plan{was: p.was, next: p.next}
	next.next.document = p.next.unfinished
	switch {
	case len(p.removed) > 0:
		before, err := unfinishedRow(p.was.document)
		next.next.document, next.removed = before, p.removed[:min(most, len(p.removed))]
		return next, true, err
	case len(p.changed) > 0:
		count := min(most, len(p.changed))
		if p.textChanged() || p.was.document.Title != p.next.title {
			count = len(p.changed)
		}
		next.changed, next.stale = p.changed[:count], p.stale[:count]
	default:
		next.added = p.added[:min(most, len(p.added))]
	}
	return next, true, nil
}

// leave takes away what a step has written.
func (p *plan) leave(step plan) {
	p.added, p.removed = p.added[len(step.added):], p.removed[len(step.removed):]
	p.changed, p.stale = p.changed[len(step.changed):], p.stale[len(step.stale):]
}

// unfinishedRow is a document as it stands while entries of it are missing. It has no
// fingerprint, and so it never passes for one that was read and needs no more reading.
func unfinishedRow(d quarry.Document) (documentRow, error) {
	d.Fingerprint = ""
	return rowOfDocument(d)
}

// plus adds what another step has changed.
func plus(all, step quarry.Difference) quarry.Difference {
	all.Added, all.Changed = append(all.Added, step.Added...), append(all.Changed, step.Changed...)
	all.Removed, all.Merged = append(all.Removed, step.Removed...), append(all.Merged, step.Merged...)
	return all
}

// documentLocks keep the steps of two that write one document apart.
type documentLocks struct {
	mu   sync.Mutex
	held map[quarry.DocumentID]chan struct{} // closed when it is let go
}

// lock waits until nobody writes a document, and returns what lets it go.
func (l *documentLocks) lock(ctx context.Context, id quarry.DocumentID) (func(), error) {
	for {
		l.mu.Lock()
		before, taken := l.held[id]
		if !taken {
			mine := make(chan struct{})
			if l.held == nil {
				l.held = map[quarry.DocumentID]chan struct{}{}
			}
			l.held[id] = mine
			l.mu.Unlock()
			return func() {
				l.mu.Lock()
				defer l.mu.Unlock()
				delete(l.held, id)
				close(mine)
			}, nil
		}
		l.mu.Unlock()
		select {
		case <-before:
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}

// refuseForeign refuses a document whose place or one of whose entries is another one's, as
// the database does: before the first of many steps, so that none is written.
func refuseForeign(ctx context.Context, tx *sql.Tx, was past, next future) error {
	var found string
	const places = `SELECT id FROM documents WHERE collection = ? AND path = ? AND id <> ?`
	id, collection, path := next.document.values[0], next.document.values[1], next.document.values[2]
	err := tx.QueryRowContext(ctx, places, collection, path, id).Scan(&found)
	if err == nil {
		return quarry.Errorf(quarry.KindConflict, "the place of the document is that of %q", found)
	}
	ids := make(map[quarry.EntryKind][]quarry.EntryID)
	for _, r := range next.rows {
		ids[r.Kind] = append(ids[r.Kind], r.ID)
	}
	for kind, of := range ids {
		if !errors.Is(err, sql.ErrNoRows) {
			return fmt.Errorf("look whose the entries are: %w", err)
		}
		entries := `SELECT e.id FROM json_each(?) wanted CROSS JOIN ` + string(kind) + `s e WHERE e.id = wanted.value AND e.document <> ? LIMIT 1`
		if err = tx.QueryRowContext(ctx, entries, jsonList(of), was.number).Scan(&found); err == nil {
			return quarry.Errorf(quarry.KindConflict, "the entry %q belongs to another document", found)
		}
	}
	if errors.Is(err, sql.ErrNoRows) {
		return nil
	}
	return err
}
