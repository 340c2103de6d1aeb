package sqlite

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"slices"

	"github.com/quarrykb/quarry"
)

// Mine finds the short forms in an entry, and what it says they stand for.
type Mine = func(quarry.Entry) []quarry.Abbreviation

// ofGlossary names the derivation of the glossary.
const ofGlossary = "glossary"

// DeriveGlossary reads the next changes, at most so many, looks into the
// questions, facts and passages that changed, and writes what that changed of
// their abbreviations and how far it came, in one transaction. Entries are read
// and looked into before anything is written. Another version than the one that
// derived before begins at the feed's first change; what was derived serves until
// its entry is looked into again. Where nothing is left to read it writes
// nothing. What it counts are abbreviations.
func (s *Store) DeriveGlossary(ctx context.Context, version string, most int, mine Mine) (quarry.Derived, error) {
	if most < 1 {
		return quarry.Derived{}, quarry.Errorf(quarry.KindInvalid, "at least one change has to be read, not %d", most)
	}
	at, err := s.GlossaryDerived(ctx, version)
	if err != nil || at.Cursor == at.Revision {
		return at, err
	}
	step := mining{version: version, mine: mine, before: map[abbreviationRow]bool{}, now: map[abbreviationRow]bool{}}
	err = s.view(ctx, func(v *snapshot) error { return step.read(ctx, v, at.Cursor, most) })
	if err == nil {
		err = s.updateAside(ctx, func(tx *sql.Tx) error { return step.write(ctx, tx) })
	}
	if err != nil {
		return quarry.Derived{}, fmt.Errorf("derive the glossary after %d: %w", at.Cursor, err)
	}
	return step.derived, nil
}

// GlossaryDerived returns how far a version of the derivation has come: to no
// change where another one came before.
func (s *Store) GlossaryDerived(ctx context.Context, version string) (quarry.Derived, error) {
	var derived quarry.Derived
	const query = `SELECT (` + selectRevision + `), coalesce((` + selectCursor + `), 0)`
	err := s.reader.db.QueryRowContext(ctx, query, ofGlossary, version).Scan(&derived.Revision, &derived.Cursor)
	if err != nil {
		return derived, fmt.Errorf("read how far the glossary is derived: %w", explain(err))
	}
	return derived, nil
}

// abbreviationRow is a row of the table.
type abbreviationRow struct {
	kind        quarry.EntryKind
	id          quarry.EntryID
	short, long string
	spelled     bool
	start, end  int // lines
}

// mining is one step of the derivation.
type mining struct {
	version string
	mine    Mine
	derived quarry.Derived
	before  map[abbreviationRow]bool // that stand in the table
	now     map[abbreviationRow]bool // that have to
}

// read looks into the entries that changed. Whatever is stored in between stands
// behind the cursor in the feed, and is looked into by a later step.
func (m *mining) read(ctx context.Context, v *snapshot, after quarry.Sequence, most int) error {
	changes, err := collect(ctx, v, readChange, selectChanges, int64(after), min(most, mostItems))
	if err != nil {
		return err
	}
	m.derived.Revision, m.derived.Cursor = v.revision, v.revision
	if len(changes) == min(most, mostItems) {
		m.derived.Cursor = changes[len(changes)-1].Sequence
	}
	touched := make(map[quarry.EntryKind][]quarry.EntryID)
	for _, change := range changes {
		if minedKind(change.Kind) {
			touched[change.Kind] = append(touched[change.Kind], change.ID)
		}
	}
	for _, k := range entryReaders() {
		if err := m.readKind(ctx, v, k, touched[k.kind()]); err != nil {
			return err
		}
	}
	return nil
}

// minedKind reports whether entries of a kind are looked into. What a spec says
// besides its value stands in a fact.
func minedKind(kind quarry.EntryKind) bool {
	return kind == quarry.EntryQuestion || kind == quarry.EntryFact || kind == quarry.EntryPassage
}

func (m *mining) readKind(ctx context.Context, v *snapshot, k entryReader, ids []quarry.EntryID) error {
	if len(ids) == 0 {
		return nil
	}
	entries, err := readWanted(ctx, v, k, ids)
	if err != nil {
		return err
	}
	for _, item := range entries {
		entry := item.Entry()
		for _, a := range m.mine(entry) {
			m.now[abbreviationRow{entry.Kind, entry.ID, a.Short, a.Long, a.Spelled, a.LineStart, a.LineEnd}] = true
		}
	}
	const query = `SELECT a.kind, a.id, a.short, a.long, a.spelled, a.line_start, a.line_end
		FROM json_each(?) wanted CROSS JOIN abbreviations a WHERE a.kind = ? AND a.id = wanted.value`
	stored, err := collect(ctx, v, readAbbreviation, query, jsonList(ids), string(k.kind()))
	for _, row := range stored {
		m.before[row] = true
	}
	return err
}

func readAbbreviation(scan scanFunc) (abbreviationRow, error) {
	var r abbreviationRow
	err := scan(&r.kind, &r.id, &r.short, &r.long, &r.spelled, &r.start, &r.end)
	return r, err
}

// write writes what changed, and the cursor.
func (m *mining) write(ctx context.Context, tx *sql.Tx) error {
	var removed, added [][]any
	for row := range m.before {
		if !m.now[row] {
			removed = append(removed, row.values())
		}
	}
	for row := range m.now {
		if !m.before[row] {
			added = append(added, row.values())
		}
	}
	m.derived.Added, m.derived.Removed = len(added), len(removed)
	for _, change := range []struct {
		statement string
		rows      [][]any
	}{
		{`DELETE FROM abbreviations WHERE (kind, id, short, long) IN
			(SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3 FROM json_each(?))`, removed},
		{`INSERT OR REPLACE INTO abbreviations (kind, id, short, long, spelled, line_start, line_end)
			SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5, value ->> 6 FROM json_each(?)`, added},
	} {
		if err := writeAll(ctx, tx, change.statement, change.rows); err != nil {
			return err
		}
	}
	const note = `INSERT OR REPLACE INTO derivations (name, version, cursor) VALUES (?, ?, ?)`
	if _, err := tx.ExecContext(ctx, note, ofGlossary, m.version, int64(m.derived.Cursor)); err != nil {
		return fmt.Errorf("note the cursor: %w", err)
	}
	return nil
}

// values are the columns of a row. JSON has no text but valid UTF-8, nor has a
// pair.
func (r abbreviationRow) values() []any {
	spelled := 0
	if r.spelled {
		spelled = 1
	}
	return []any{string(r.kind), string(r.id), r.short, r.long, spelled, r.start, r.end}
}

// writeAll runs a statement over rows, some thousand at a time.
func writeAll(ctx context.Context, tx *sql.Tx, statement string, rows [][]any) error {
	const atOnce = 5000
	for some := range slices.Chunk(rows, atOnce) {
		list, err := json.Marshal(some)
		if err != nil {
			return fmt.Errorf("write abbreviations: %w", err)
		}
		if _, err := tx.ExecContext(ctx, statement, string(list)); err != nil {
			return fmt.Errorf("write abbreviations: %w", err)
		}
	}
	return nil
}
