package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"github.com/quarrykb/quarry/store/sqlite/db"
)

// LimitPages makes the disk full: the database may not grow by more than some
// pages.
func (s *Store) LimitPages(ctx context.Context, more int) error {
	var pages int
	if err := s.db.Writer.QueryRowContext(ctx, "PRAGMA page_count").Scan(&pages); err != nil {
		return err
	}
	_, err := s.db.Writer.ExecContext(ctx, fmt.Sprintf("PRAGMA max_page_count = %d", pages+more))
	return err
}

// Exec writes behind the store's back.
func (s *Store) Exec(ctx context.Context, statement string) error {
	_, err := s.db.Writer.ExecContext(ctx, statement)
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
	for range s.db.Reader.Stats().MaxOpenConnections {
		conn, err := s.db.Reader.Conn(ctx)
		if err != nil {
			return free, err
		}
		taken = append(taken, conn)
	}
	return free, nil
}

// Column reads texts behind the store's back.
func (s *Store) Column(ctx context.Context, query string, args ...any) ([]string, error) {
	return db.Collect(ctx, s.db.Writer, db.ReadValue[string], query, args...)
}

// Setting returns what a connection of either handle answers to a PRAGMA.
func (s *Store) Setting(ctx context.Context, name string) ([2]string, error) {
	var values [2]string
	for i, h := range []*sql.DB{s.db.Writer, s.db.Reader} {
		if err := h.QueryRowContext(ctx, "PRAGMA "+name).Scan(&values[i]); err != nil {
			return values, err
		}
	}
	return values, nil
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
	return db.Collect(ctx, s.db.Reader, func(scan db.ScanFunc) (string, error) {
		var id, parent, unused int
		var detail string
		err := scan(&id, &parent, &unused, &detail)
		return detail, err
	}, "EXPLAIN QUERY PLAN "+query, args...)
}

// Waiting returns how many wait for their turn to write.
func (s *Store) Waiting() int { return s.db.Waiting() }
