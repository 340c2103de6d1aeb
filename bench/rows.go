package main

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"

	_ "github.com/mattn/go-sqlite3" // The driver, under the name "sqlite3".
	"github.com/quarrykb/quarry/store/sqlite"
)

// insertion is one row of a table, as the database has it.
type insertion struct {
	table  string
	values []any
}

// rowsByDocument reads everything that a store wrote, a list for each document
// and in an order in which every reference points backwards.
func rowsByDocument(ctx context.Context, file string) ([][]insertion, error) {
	db, err := sql.Open("sqlite3", "file:"+file+"?mode=ro")
	if err != nil {
		return nil, err
	}
	var all [][]insertion
	for number := 1; err == nil; number++ {
		var rows []insertion
		if rows, err = rowsOf(ctx, db, number); err != nil || len(rows) == 0 {
			break
		}
		all = append(all, rows)
	}
	return all, errors.Join(err, db.Close())
}

// rowsOf reads the rows of the document with a number, none behind the last.
func rowsOf(ctx context.Context, db *sql.DB, number int) ([]insertion, error) {
	var all []insertion
	for _, of := range []struct{ table, query string }{
		{"documents", `SELECT * FROM documents WHERE number = ?`},
		{"contents", `SELECT * FROM contents WHERE document = ?`},
		{"slots", `SELECT * FROM slots WHERE question IN (SELECT id FROM questions WHERE document = ?)`},
		{"questions", `SELECT * FROM questions WHERE document = ?`},
		{"facts", `SELECT * FROM facts WHERE document = ?`},
		{"specs", `SELECT * FROM specs WHERE document = ?`},
		{"passages", `SELECT * FROM passages WHERE document = ?`},
		{
			"question_topics",
			`SELECT * FROM question_topics WHERE number IN (SELECT number FROM questions WHERE document = ?)`,
		},
		{"fact_topics", `SELECT * FROM fact_topics WHERE number IN (SELECT number FROM facts WHERE document = ?)`},
		{"spec_topics", `SELECT * FROM spec_topics WHERE number IN (SELECT number FROM specs WHERE document = ?)`},
		{
			"passage_topics",
			`SELECT * FROM passage_topics WHERE number IN (SELECT number FROM passages WHERE document = ?)`,
		},
		{"changes", `SELECT * FROM changes WHERE id IN (SELECT id FROM documents WHERE number = ?1
			UNION ALL SELECT id FROM questions WHERE document = ?1 UNION ALL SELECT id FROM facts WHERE document = ?1
			UNION ALL SELECT id FROM specs WHERE document = ?1 UNION ALL SELECT id FROM passages WHERE document = ?1)`},
	} {
		rows, err := db.QueryContext(ctx, of.query, number)
		if err != nil {
			return nil, fmt.Errorf("read %s of document %d: %w", of.table, number, err)
		}
		if all, err = appendRows(all, of.table, rows); err != nil {
			return nil, fmt.Errorf("read %s of document %d: %w", of.table, number, err)
		}
	}
	return all, nil
}

func appendRows(to []insertion, table string, rows *sql.Rows) ([]insertion, error) {
	defer func() { _ = rows.Close() }()
	columns, err := rows.Columns()
	if err != nil {
		return to, err
	}
	for rows.Next() {
		values, targets := make([]any, len(columns)), make([]any, len(columns))
		for i := range values {
			targets[i] = &values[i]
		}
		if err := rows.Scan(targets...); err != nil {
			return to, err
		}
		to = append(to, insertion{table: table, values: values})
	}
	return to, rows.Err()
}

// bareWriter writes rows with nothing around it: one connection, and one
// prepared statement a table.
type bareWriter struct {
	db        *sql.DB
	connected *sql.Conn
	inserts   map[string]*sql.Stmt
}

// openBareWriter makes a database of Quarry's schema and opens it with the
// settings that Quarry writes with.
func openBareWriter(ctx context.Context, file string, rows []insertion) (*bareWriter, error) {
	store, err := sqlite.Open(ctx, file, sqlite.Options{})
	if err != nil {
		return nil, err
	}
	if err := store.Close(); err != nil {
		return nil, err
	}
	db, err := sql.Open("sqlite3", "file:"+file+
		"?mode=rwc&_journal_mode=WAL&_synchronous=NORMAL&_foreign_keys=1&_cache_size=-16000")
	if err != nil {
		return nil, err
	}
	w := &bareWriter{db: db, inserts: map[string]*sql.Stmt{}}
	if w.connected, err = db.Conn(ctx); err == nil {
		err = w.prepare(ctx, rows)
	}
	if err != nil {
		return nil, errors.Join(err, db.Close())
	}
	return w, nil
}

func (w *bareWriter) prepare(ctx context.Context, rows []insertion) error {
	for _, row := range rows {
		if w.inserts[row.table] != nil {
			continue
		}
		statement := "INSERT INTO " + row.table + " VALUES (?" + strings.Repeat(", ?", len(row.values)-1) + ")" //nolint:gosec // No caller names a table.
		insert, err := w.connected.PrepareContext(ctx, statement)                                               //nolint:sqlclosecheck // close does.
		if err != nil {
			return fmt.Errorf("prepare %s: %w", row.table, err)
		}
		w.inserts[row.table] = insert
	}
	return nil
}

// write writes one document's rows in a transaction.
func (w *bareWriter) write(ctx context.Context, rows []insertion) error {
	if _, err := w.connected.ExecContext(ctx, "BEGIN IMMEDIATE"); err != nil {
		return err
	}
	for _, row := range rows {
		if _, err := w.inserts[row.table].ExecContext(ctx, row.values...); err != nil {
			return fmt.Errorf("write %s: %w", row.table, err)
		}
	}
	_, err := w.connected.ExecContext(ctx, "COMMIT")
	return err
}

func (w *bareWriter) close() error {
	var err error
	for _, insert := range w.inserts {
		err = errors.Join(err, insert.Close())
	}
	return errors.Join(err, w.connected.Close(), w.db.Close())
}
