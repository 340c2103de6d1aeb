package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"github.com/RoaringBitmap/roaring/v2"

	"github.com/quarrykb/quarry"
)

// LimitPages makes the disk full: the database may not grow by more than some
// pages.
func (s *Store) LimitPages(ctx context.Context, more int) error {
	var pages int
	if err := s.writer.db.QueryRowContext(ctx, "PRAGMA page_count").Scan(&pages); err != nil {
		return err
	}
	_, err := s.writer.db.ExecContext(ctx, fmt.Sprintf("PRAGMA max_page_count = %d", pages+more))
	return err
}

// Exec writes behind the store's back.
func (s *Store) Exec(ctx context.Context, statement string) error {
	_, err := s.writer.db.ExecContext(ctx, statement)
	return err
}

// Occupy takes every connection that reads, and returns what gives them back.
func (s *Store) Occupy(ctx context.Context) (func() error, error) {
	var taken []*sql.Conn
	free := func() error {
		var err error
		for _, conn := range taken {
			err = errors.Join(err, conn.Close())
		}
		return err
	}
	for range s.reader.db.Stats().MaxOpenConnections {
		conn, err := s.reader.db.Conn(ctx)
		if err != nil {
			return free, err
		}
		taken = append(taken, conn)
	}
	return free, nil
}

// Column reads texts behind the store's back.
func (s *Store) Column(ctx context.Context, query string) ([]string, error) {
	return collect(ctx, s.writer.db, readValue[string], query)
}

// Setting returns what a connection of either handle answers to a PRAGMA.
func (s *Store) Setting(ctx context.Context, name string) ([2]string, error) {
	var values [2]string
	for i, h := range []*handle{s.writer, s.reader} {
		if err := h.db.QueryRowContext(ctx, "PRAGMA "+name).Scan(&values[i]); err != nil {
			return values, err
		}
	}
	return values, nil
}

// AlwaysWalk makes every list walk along its index, as if it were long.
func (s *Store) AlwaysWalk() { s.worthGathering = 0 }

// AlwaysCache makes every group of claims one that is judged by its core, as if
// it were long.
func (s *Store) AlwaysCache() { s.judged.least = 0 }

// Plan returns how SQLite would run a list's page.
func (s *Store) Plan(ctx context.Context) ([]string, error) {
	return s.plan(ctx, questions().selectWalk(whereQuestion(quarry.Filter{})), "", 0, "", 10)
}

// LeaderPlan returns how SQLite would look for who leads.
func (s *Store) LeaderPlan(ctx context.Context) ([]string, error) {
	return s.plan(ctx, selectCanonical, "[]", "[]")
}

// Surveys returns how SQLite would run what ingest asks of what is stored, by
// the index that each should use.
func (s *Store) Surveys(ctx context.Context) (map[string][]string, error) {
	plans := map[string][]string{}
	for index, asked := range map[string]struct {
		query string
		args  []any
	}{
		"sqlite_autoindex_documents_2": {ofFile, []any{"a", "b"}},
		"documents_of_root":            {ofRoot, []any{"a", "b"}},
		"documents_of_bytes":           {selectTwin, []any{"a", "b", "c"}},
		"documents_of_fingerprint":     {countFingerprints, nil},
	} {
		plan, err := s.plan(ctx, asked.query, asked.args...)
		if err != nil {
			return nil, err
		}
		plans[index] = plan
	}
	return plans, nil
}

func (s *Store) plan(ctx context.Context, query string, args ...any) ([]string, error) {
	return collect(ctx, s.reader.db, func(scan scanFunc) (string, error) {
		var id, parent, unused int
		var detail string
		err := scan(&id, &parent, &unused, &detail)
		return detail, err
	}, "EXPLAIN QUERY PLAN "+query, args...)
}

// Explain gives an error of the driver its kind.
func Explain(err error) error { return explain(err) }

// Stored writes a list as the database has it, and reads it again.
func Stored(list []string) ([]string, error) { return listOf[string](jsonList(list)) }

// Deck is a deck for tests.
type Deck struct{ deck }

// NewDeck returns a deck.
func NewDeck(slots []uint32, limit, seed uint64) Deck {
	return Deck{newDeck(roaring.BitmapOf(slots...), limit, seed)}
}

// Walk takes by walking, Places by place, Take whichever is shorter.
func (d Deck) Walk(from uint64, most int) ([]uint64, uint64) {
	h := d.takeByWalk(from, most)
	return h.slots, h.next
}

// Places takes by place.
func (d Deck) Places(from uint64, most int) ([]uint64, uint64) {
	h := d.takeByPlace(from, most)
	return h.slots, h.next
}

// Passed counts what was passed.
func (d Deck) Passed(place uint64) int { return d.passed(place) }

// Total is the number of matching slots.
func (d Deck) Total() int { return d.total }

// Waiting returns how many wait for their turn to write.
func (s *Store) Waiting() int {
	s.turns.mu.Lock()
	defer s.turns.mu.Unlock()
	return len(s.turns.waiting[awaited]) + len(s.turns.waiting[background])
}
