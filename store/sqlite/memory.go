package sqlite

import (
	"context"
	"sync"

	"github.com/quarrykb/quarry"
)

// memory keeps what was worked out at the newest revision that anybody asked
// for; a change of the store empties it.
type memory struct {
	most int // values

	mu       sync.Mutex
	revision quarry.Sequence
	values   map[string]any
}

// mostRemembered bounds the memory. The largest values are bitmaps of one bit
// a question.
const mostRemembered = 256

// remember returns what was worked out under this key at this revision, or
// works it out. The value is shared, and not changed.
func remember[T any](m *memory, at quarry.Sequence, key string, workOut func() (T, error)) (T, error) {
	if known, ok := m.get(at, key).(T); ok {
		return known, nil
	}
	value, err := workOut()
	if err == nil {
		m.put(at, key, value)
	}
	return value, err
}

// counted works something out within one snapshot, or remembers it, and returns
// the snapshot's revision with it. The value is shared, and not changed.
func counted[T any](
	ctx context.Context, s *Store, key string, workOut func(context.Context, *snapshot) (T, error),
) (T, quarry.Sequence, error) {
	var value T
	var revision quarry.Sequence
	err := s.view(ctx, func(v *snapshot) error {
		var err error
		revision = v.revision
		value, err = remember(&s.memory, v.revision, key, func() (T, error) { return workOut(ctx, v) })
		return err
	})
	return value, revision, err
}

func (m *memory) get(at quarry.Sequence, key string) any {
	m.mu.Lock()
	defer m.mu.Unlock()
	if at != m.revision {
		return nil
	}
	return m.values[key]
}

func (m *memory) put(at quarry.Sequence, key string, value any) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if at < m.revision {
		return // a reader that began before the last change
	}
	if at > m.revision || m.values == nil {
		m.revision, m.values = at, map[string]any{}
	}
	for other := range m.values {
		if len(m.values) < m.most {
			break
		}
		delete(m.values, other)
	}
	m.values[key] = value
}
