package sqlite

import (
	"cmp"
	"context"
	"database/sql"
	"fmt"
	"slices"
	"strings"

	"github.com/quarrykb/quarry"
)

// apply writes a plan: the document, then its entries, then the feed. Changed
// entries are deleted and inserted under their old number.
func (s *Store) apply(ctx context.Context, tx *sql.Tx, p plan) error {
	if p.empty() {
		return nil
	}
	number, err := writeDocument(ctx, tx, p)
	if err != nil {
		return err
	}
	if err := deleteRows(ctx, tx, append(p.stale, p.removed...)); err != nil {
		return err
	}
	if err := p.depose(ctx, tx); err != nil {
		return err
	}
	rows, err := withSlots(ctx, tx, slices.Concat(p.changed, p.added))
	if err != nil {
		return err
	}
	if err := insertRows(ctx, tx, number, rows); err != nil {
		return err
	}
	if err := p.enthrone(ctx, tx); err != nil {
		return err
	}
	return s.record(ctx, tx, p.feed())
}

// remove deletes a document with all that it has.
func (s *Store) remove(ctx context.Context, tx *sql.Tx, p plan) error {
	if err := deleteRows(ctx, tx, p.removed); err != nil {
		return err
	}
	if err := p.enthrone(ctx, tx); err != nil {
		return err
	}
	if _, err := tx.ExecContext(ctx, `DELETE FROM documents WHERE number = ?`, p.was.number); err != nil {
		return fmt.Errorf("delete document row: %w", err)
	}
	news := news{}
	news.add(quarry.OpDelete, quarry.EntryRef{Kind: quarry.EntryDocument, ID: quarry.EntryID(p.was.id)})
	p.tell(&news)
	return s.record(ctx, tx, news)
}

// writeDocument writes the document's row and its content as far as they
// changed, and returns its number.
func writeDocument(ctx context.Context, tx *sql.Tx, p plan) (int64, error) {
	number := p.was.number
	if p.documentChanged() {
		document := p.next.document
		args := append([]any{[]byte(document.digest), microseconds(document.ingestedAt)}, document.values...)
		if err := tx.QueryRowContext(ctx, upsertDocument(), args...).Scan(&number); err != nil {
			return 0, fmt.Errorf("write document row: %w", err)
		}
	}
	if !p.textChanged() {
		return number, nil
	}
	text := p.next.content.Text
	if text == nil {
		text = []byte{} // an empty document has a text; the driver stores nil as NULL
	}
	_, err := tx.ExecContext(ctx, `INSERT OR REPLACE INTO contents (document, text, original) VALUES (?, ?, ?)`,
		number, text, p.next.content.Original)
	if err != nil {
		return 0, fmt.Errorf("write content: %w", err)
	}
	return number, nil
}

func upsertDocument() string {
	columns := "digest, ingested_at, " + documentColumns
	return "INSERT INTO documents (" + columns + ") VALUES (" + marks(columns) + ") ON CONFLICT (id) DO UPDATE SET (" +
		columns + ") = (excluded." + strings.ReplaceAll(columns, ", ", ", excluded.") + ") RETURNING number"
}

// marks returns a question mark for every column.
func marks(columns string) string { return "?" + strings.Repeat(", ?", strings.Count(columns, ",")) }

// deleteRows deletes entries, one statement a kind. Their topics go with them.
func deleteRows(ctx context.Context, tx *sql.Tx, entries []pastEntry) error {
	numbers := make(map[quarry.EntryKind][]int64)
	for _, entry := range entries {
		numbers[entry.Kind] = append(numbers[entry.Kind], entry.number)
	}
	for _, kind := range quarry.EntryKinds() {
		if len(numbers[kind]) == 0 {
			continue
		}
		if _, err := tx.ExecContext(ctx, deleteFrom(kind), jsonList(numbers[kind])); err != nil {
			return fmt.Errorf("delete %s rows: %w", kind, err)
		}
	}
	return nil
}

func deleteFrom(kind quarry.EntryKind) string {
	return "DELETE FROM " + string(kind) + "s WHERE number IN (SELECT value FROM json_each(?))"
}

// insertRows writes entries, and their topics once more. Those without a number get one.
func insertRows(ctx context.Context, tx *sql.Tx, document int64, rows []row) error {
	numbers := make(map[quarry.EntryKind][]int64)
	inserts := make(map[quarry.EntryKind]string)
	for _, kind := range quarry.EntryKinds() {
		inserts[kind] = insertInto(kind)
	}
	for _, r := range rows {
		number, err := insertRow(ctx, tx, inserts[r.Kind], document, r)
		if err != nil {
			return fmt.Errorf("write %s %q: %w", r.Kind, r.ID, err)
		}
		numbers[r.Kind] = append(numbers[r.Kind], number)
	}
	for kind, written := range numbers {
		if _, err := tx.ExecContext(ctx, insertTopicsOf(kind), jsonList(written)); err != nil {
			return fmt.Errorf("write the topics of %ss: %w", kind, err)
		}
	}
	return nil
}

// insertRow writes an entry and returns its number.
func insertRow(ctx context.Context, tx *sql.Tx, insert string, document int64, r row) (int64, error) {
	if err := ctx.Err(); err != nil {
		return 0, err
	}
	args := append([]any{r.numberOrNull(), document, []byte(r.digest), r.path}, r.values...)
	if r.Kind == quarry.EntryQuestion {
		args = append(args, r.leads, r.place)
	}
	// For a context that can end, the driver begins a goroutine for every row.
	written, err := tx.ExecContext(context.WithoutCancel(ctx), insert, args...)
	if err != nil {
		return 0, cmp.Or(ctx.Err(), err) // a transaction whose context has ended says less
	}
	return written.LastInsertId()
}

func insertTopicsOf(kind quarry.EntryKind) string {
	table := string(kind) + "s"
	return "INSERT OR IGNORE INTO " + string(kind) + "_topics (number, topic) SELECT e.number, t.value FROM " + table +
		" e, json_each(e.topics) t WHERE e.number IN (SELECT value FROM json_each(?))"
}

func insertInto(kind quarry.EntryKind) string {
	columns := "number, document, digest, path, " + columnsOf(kind)
	return "INSERT INTO " + string(kind) + "s (" + columns + ") VALUES (" + marks(columns) + ")"
}

// columnsOf names the columns of a row's values.
func columnsOf(kind quarry.EntryKind) string {
	switch kind {
	case quarry.EntryQuestion:
		return questionColumns
	case quarry.EntryFact:
		return factColumns
	case quarry.EntrySpec:
		return specColumns
	case quarry.EntryPassage:
		return passageColumns
	case quarry.EntryDocument, quarry.EntryConflict:
	}
	return entryColumns
}
