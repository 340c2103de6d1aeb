//go:build sqlite_fts5

package main

import (
	"context"
	"database/sql"
	"errors"
	"path/filepath"

	vec "github.com/asg017/sqlite-vec-go-bindings/cgo"
	_ "github.com/mattn/go-sqlite3" // The driver, under the name "sqlite3".

	"github.com/quarrykb/quarry/bench/generate"
)

// vecScanners is sqlite-vec with float32 vectors or with bytes, nil where this was
// built without it.
func vecScanners(f vecForm) []scanners {
	return []scanners{{
		name: "sqlite-vec-" + f.name, says: "sqlite-vec, vec0, " + f.name,
		open: func(ctx context.Context, dir string, _ int) (scanner, error) { return openVec(ctx, dir, f) },
	}}
}

type vecScanner struct {
	db     *sql.DB
	insert string
	best   *sql.Stmt
}

// openVec opens a database with sqlite-vec in it. No other connection of the
// process gets it.
func openVec(ctx context.Context, dir string, f vecForm) (scanner, error) {
	vec.Auto()
	defer vec.Cancel()
	db, err := openPeer(ctx, filepath.Join(dir, "vec.db"))
	if err != nil {
		return nil, err
	}
	if _, err = db.ExecContext(ctx, "CREATE VIRTUAL TABLE IF NOT EXISTS vectors USING vec0("+f.column+")"); err != nil {
		return nil, errors.Join(err, db.Close())
	}
	best, err := db.PrepareContext(ctx,
		"SELECT rowid, distance FROM vectors WHERE embedding MATCH "+f.value+" AND k = ? ORDER BY distance") //nolint:gosec // A form is one of two constants.
	if err != nil {
		return nil, errors.Join(err, db.Close())
	}
	return &vecScanner{
		db: db, best: best, insert: "INSERT INTO vectors (rowid, embedding) VALUES (?, " + f.value + ")",
	}, nil
}

func (v *vecScanner) add(ctx context.Context, first int, vectors [][]float32) error {
	written := make([][]byte, len(vectors))
	for i := range vectors {
		var err error
		if written[i], err = vec.SerializeFloat32(vectors[i]); err != nil {
			return err
		}
	}
	return inTransaction(ctx, v.db, v.insert, len(written), func(i int) []any {
		return []any{first + i, written[i]}
	})
}

func (v *vecScanner) done(context.Context) error { return nil }

func (v *vecScanner) nearest(ctx context.Context, query int) ([]int, error) {
	written, err := vec.SerializeFloat32(generate.Directions(scanSeed, query, 1, scannedDim)[0])
	if err != nil {
		return nil, err
	}
	rows, err := v.best.QueryContext(ctx, written, topHits)
	if err != nil {
		return nil, err
	}
	return rowNumbers(rows)
}

func (v *vecScanner) close() error { return errors.Join(v.best.Close(), v.db.Close()) }
