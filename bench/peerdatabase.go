//go:build sqlite_fts5

package main

import (
	"context"
	"database/sql"
	"errors"
)

// openPeer opens a database of a peer on one connection, which reads from mapped
// memory as bleve does and writes as Quarry's store does.
func openPeer(ctx context.Context, file string) (*sql.DB, error) {
	db, err := sql.Open("sqlite3",
		"file:"+file+"?mode=rwc&_journal_mode=WAL&_synchronous=NORMAL&_cache_size=-64000")
	if err != nil {
		return nil, err
	}
	db.SetMaxOpenConns(1)
	if _, err := db.ExecContext(ctx, "PRAGMA mmap_size = 8589934592"); err != nil {
		return nil, errors.Join(err, db.Close())
	}
	return db, nil
}

// inTransaction runs a statement so many times in one transaction.
func inTransaction(
	ctx context.Context, db *sql.DB, statement string, times int, arguments func(i int) []any,
) error {
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	insert, err := tx.PrepareContext(ctx, statement)
	if err != nil {
		return errors.Join(err, tx.Rollback())
	}
	defer func() { _ = insert.Close() }() // it ends with the transaction
	for i := 0; err == nil && i < times; i++ {
		_, err = insert.ExecContext(ctx, arguments(i)...)
	}
	if err != nil {
		return errors.Join(err, tx.Rollback())
	}
	return tx.Commit()
}

// rowNumbers reads all rows of a number and a score, and returns the numbers.
func rowNumbers(rows *sql.Rows) ([]int, error) {
	var numbers []int
	for rows.Next() {
		var number int
		var score float64
		if err := rows.Scan(&number, &score); err != nil {
			return nil, errors.Join(err, rows.Close())
		}
		numbers = append(numbers, number)
	}
	return numbers, errors.Join(rows.Err(), rows.Close())
}
