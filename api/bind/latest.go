package bind

import (
	"context"
	"fmt"
	"sync"

	"github.com/quarrykb/quarry"
)

// latest is what was made of the store at one revision. It is made again only when
// something has changed.
type latest[T any] struct {
	mu    sync.Mutex // held by who makes it anew
	at    quarry.Sequence
	value *T
}

// renewal makes a value at a revision or a later one, which it returns, and may use the
// value before, which is nil at first.
type renewal[T any] func(before *T, revision quarry.Sequence) (*T, quarry.Sequence, error)

// get returns the value as it is now, and the revision that it was made at.
func (l *latest[T]) get(ctx context.Context, b *Binder, renew renewal[T]) (*T, quarry.Sequence, error) {
	revision, err := b.Revisions.Revision(ctx)
	if err != nil {
		return nil, 0, fmt.Errorf("read the revision: %w", err)
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.value == nil || l.at != revision {
		made, at, err := renew(l.value, revision)
		if err != nil {
			return nil, 0, err
		}
		l.value, l.at = made, at
	}
	return l.value, l.at, nil
}
