package db

import (
	"context"
	"sync"

	"github.com/quarrykb/quarry"
)

// Memory keeps what was worked out at the newest revision that anybody asked
// for; a change of the store empties it.
type Memory struct {
	Most int // values

	mu       sync.Mutex
	revision quarry.Sequence
	values   map[string]any
}

// Remember returns what was worked out under this key at this revision, or
// works it out. The value is shared, and not changed.
func Remember[T any](m *Memory, at quarry.Sequence, key string, workOut func() (T, error)) (T, error) {
	if known, ok := m.Get(at, key).(T); ok {
		return known, nil
	}
	value, err := workOut()
	if err == nil {
		m.Put(at, key, value)
	}
	return value, err
}

// Counted works something out within one snapshot, or remembers it, and returns
// the snapshot's revision with it. The value is shared, and not changed.
func Counted[T any](
	ctx context.Context, d *DB, key string, workOut func(context.Context, *Snapshot) (T, error),
) (T, quarry.Sequence, error) {
	return Viewed(ctx, d, func(v *Snapshot) (T, error) {
		return Remember(&d.Memory, v.Revision, key, func() (T, error) { return workOut(ctx, v) })
	})
}

// Get returns what was worked out under a key at a revision, or nil.
func (m *Memory) Get(at quarry.Sequence, key string) any {
	m.mu.Lock()
	defer m.mu.Unlock()
	if at != m.revision {
		return nil
	}
	return m.values[key]
}

// Put keeps what was worked out under a key at a revision.
func (m *Memory) Put(at quarry.Sequence, key string, value any) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if at < m.revision {
		return // a reader that began before the last change
	}
	if at > m.revision || m.values == nil {
		m.revision, m.values = at, map[string]any{}
	}
	for other := range m.values {
		if len(m.values) < m.Most {
			break
		}
		delete(m.values, other)
	}
	m.values[key] = value
}
