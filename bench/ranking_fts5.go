//go:build sqlite_fts5

package main

import (
	"context"
	"database/sql"
	"errors"
	"path/filepath"
	"strings"

	"github.com/quarrykb/quarry"
)

// builtRankers are the peers that this was built with.
func builtRankers() []rankers {
	return []rankers{{name: "FTS5", says: "SQLite FTS5, bm25(), porter, contentless", open: openFTS5}}
}

// fts5 is a full-text index of SQLite without the texts: rows are known by their
// numbers.
type fts5 struct {
	db   *sql.DB
	best *sql.Stmt
}

const (
	createFTS5 = `CREATE VIRTUAL TABLE IF NOT EXISTS notes USING fts5(title, text, content='', tokenize='porter unicode61')`
	insertFTS5 = `INSERT INTO notes (title, text) VALUES (?, ?)`
	selectFTS5 = `SELECT rowid, rank FROM notes WHERE notes MATCH ? AND rank MATCH 'bm25(2.0, 1.0)' ORDER BY rank LIMIT ?`
)

func openFTS5(ctx context.Context, dir string) (ranker, error) {
	db, err := openPeer(ctx, filepath.Join(dir, "fts5.db"))
	if err != nil {
		return nil, err
	}
	if _, err = db.ExecContext(ctx, createFTS5); err != nil {
		return nil, errors.Join(err, db.Close())
	}
	best, err := db.PrepareContext(ctx, selectFTS5)
	if err != nil {
		return nil, errors.Join(err, db.Close())
	}
	return &fts5{db: db, best: best}, nil
}

func (f *fts5) add(ctx context.Context, entries []quarry.Entry) error {
	return inTransaction(ctx, f.db, insertFTS5, len(entries), func(i int) []any {
		return []any{entries[i].Title, entries[i].Text}
	})
}

func (f *fts5) done(context.Context) error { return nil }

func (f *fts5) top(ctx context.Context, words []string, wanted matching) (int, error) {
	between := `" "`
	if wanted == matchAny {
		between = `" OR "`
	}
	rows, err := f.best.QueryContext(ctx, `"`+strings.Join(words, between)+`"`, topHits)
	if err != nil {
		return 0, err
	}
	found, err := rowNumbers(rows)
	return len(found), err
}

func (f *fts5) close() error { return errors.Join(f.best.Close(), f.db.Close()) }
