package sqlite

import (
	"context"
	"sync"

	"github.com/quarrykb/quarry"
)

// stepRows is how many rows of entries one transaction writes: a fifth of a second, for
// which others wait who want to write.
const stepRows = 4000

// step returns what is to be written of a plan in one transaction, and whether more is
// left. A plan of few rows is one step. Of many, each step leaves behind what is true:
// first go those that are removed, as long as the text is there that they were read from;
// then the text is changed, with all rows that another text or title changes; then come
// those that are added. Until the last step the document has no fingerprint, so that what
// is interrupted is read again.
func (p plan) step(most int) (plan, bool, error) {
	if len(p.added)+len(p.changed)+len(p.removed) <= most {
		return p, false, nil
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
