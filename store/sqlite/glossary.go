package sqlite

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"slices"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/store/glossary"
	"github.com/quarrykb/quarry/store/sqlite/db"
	"github.com/quarrykb/quarry/store/sqlite/entries"
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
	err = s.db.View(ctx, func(v *db.Snapshot) error { return step.read(ctx, v, at.Cursor, min(most, entries.MostItems)) })
	if err == nil {
		err = s.db.UpdateAside(ctx, func(tx *sql.Tx) error { return step.write(ctx, tx) })
	}
	return step.derived, db.Wrap(err, "derive the glossary after %d", at.Cursor)
}

// GlossaryDerived returns how far a version of the derivation has come: to no
// change where another one came before.
func (s *Store) GlossaryDerived(ctx context.Context, version string) (quarry.Derived, error) {
	derived, err := db.Derived(ctx, s.db.Reader, ofGlossary, version)
	return derived, db.Wrap(err, "read how far the glossary is derived")
}

// minedKinds are the kinds of entries that are looked into. What a spec says besides its value
// stands in a fact.
func minedKinds() []quarry.EntryKind {
	return []quarry.EntryKind{quarry.EntryQuestion, quarry.EntryFact, quarry.EntryPassage}
}

// abbreviationRow is a row of the table.
type abbreviationRow struct {
	kind        quarry.EntryKind
	id          quarry.EntryID
	short, long string
	spelled     bool
	start, end  int // lines
}

// values are the columns of a row. JSON has no text but valid UTF-8, nor has a
// pair.
func (r abbreviationRow) values() []any {
	return []any{r.kind, r.id, r.short, r.long, r.spelled, r.start, r.end}
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
func (m *mining) read(ctx context.Context, v *db.Snapshot, after quarry.Sequence, most int) error {
	changes, err := db.Collect(ctx, v, readChange, selectChanges, int64(after), most)
	if err != nil {
		return err
	}
	m.derived.Revision, m.derived.Cursor = v.Revision, v.Revision
	if len(changes) == most {
		m.derived.Cursor = changes[len(changes)-1].Sequence
	}
	touched := make(map[quarry.EntryKind][]quarry.EntryID)
	for _, change := range changes {
		if slices.Contains(minedKinds(), change.Kind) {
			touched[change.Kind] = append(touched[change.Kind], change.ID)
		}
	}
	err = entries.ReadWanted(ctx, v, touched, func(entry quarry.Entry) {
		for _, a := range m.mine(entry) {
			m.now[abbreviationRow{entry.Kind, entry.ID, a.Short, a.Long, a.Spelled, a.LineStart, a.LineEnd}] = true
		}
	})
	if err != nil {
		return err
	}
	const query = `SELECT a.kind, a.id, a.short, a.long, a.spelled, a.line_start, a.line_end
		FROM json_each(?) wanted CROSS JOIN abbreviations a WHERE a.kind = ? AND a.id = wanted.value`
	for kind, ids := range touched {
		stored, err := db.Collect(ctx, v, db.Into(func(r *abbreviationRow) []any {
			return []any{&r.kind, &r.id, &r.short, &r.long, &r.spelled, &r.start, &r.end}
		}), query, db.JSONList(ids), string(kind))
		if err != nil {
			return err
		}
		for _, row := range stored {
			m.before[row] = true
		}
	}
	return nil
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
	const remove = `DELETE FROM abbreviations WHERE (kind, id, short, long) IN
		(SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3 FROM json_each(?))`
	const add = `INSERT OR REPLACE INTO abbreviations (kind, id, short, long, spelled, line_start, line_end)
		SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5, value ->> 6 FROM json_each(?)`
	err := writeAll(ctx, tx, remove, removed)
	if err == nil {
		err = writeAll(ctx, tx, add, added)
	}
	if err != nil {
		return err
	}
	return db.NoteCursor(ctx, tx, ofGlossary, m.version, m.derived.Cursor)
}

// writeAll runs a statement over rows, some thousand at a time.
func writeAll(ctx context.Context, tx *sql.Tx, statement string, rows [][]any) error {
	const atOnce = 5000
	for some := range slices.Chunk(rows, atOnce) {
		list, err := json.Marshal(some)
		if err == nil {
			_, err = tx.ExecContext(ctx, statement, string(list))
		}
		if err != nil {
			return fmt.Errorf("write derived rows: %w", err)
		}
	}
	return nil
}

// Glossary returns every term by name, as far as it is derived, and the revision
// of the entries that say so: one that was deleted says nothing any more. The
// terms are shared between callers, which do not change them.
func (s *Store) Glossary(ctx context.Context) ([]quarry.GlossaryTerm, quarry.Sequence, error) {
	terms, revision, err := db.Viewed(ctx, s.db, func(v *db.Snapshot) ([]quarry.GlossaryTerm, error) {
		var derived string
		const query = `SELECT coalesce(max(version || ' ' || cursor), '') FROM derivations WHERE name = ?`
		if err := v.QueryRowContext(ctx, query, ofGlossary).Scan(&derived); err != nil {
			return nil, err
		}
		return db.Remember(&s.db.Memory, v.Revision, "glossary "+derived, func() ([]quarry.GlossaryTerm, error) {
			return readGlossary(ctx, v)
		})
	})
	return terms, revision, db.Wrap(err, "read the glossary")
}

// readGlossary gathers what stands in the table of live entries, and then reads
// the whole sources of those few that are named.
func readGlossary(ctx context.Context, v *db.Snapshot) ([]quarry.GlossaryTerm, error) {
	var found []quarry.AbbreviationIn
	for _, kind := range minedKinds() {
		query := `SELECT a.short, a.long, a.spelled, a.kind, a.id, d.sha256, d.collection, e.path, a.line_start, a.line_end
			FROM abbreviations a CROSS JOIN ` + string(kind) + `s e ON e.id = a.id CROSS JOIN documents d ON d.number = e.document
			WHERE a.kind = ?`
		if kind == quarry.EntryQuestion {
			query += " AND " + entries.IsLeader
		}
		some, err := db.Collect(ctx, v, db.Into(func(a *quarry.AbbreviationIn) []any {
			s := &a.Source
			return []any{&a.Short, &a.Long, &a.Spelled, &a.Kind, &a.ID, &s.SHA256, &s.Collection, &s.Path, &a.LineStart, &a.LineEnd}
		}), query, string(kind))
		if err != nil {
			return nil, err
		}
		found = append(found, some...)
	}
	terms := glossary.Of(found)
	var named []quarry.EntryRef
	places := map[quarry.EntryRef][]*quarry.Source{}
	for i := range terms {
		for _, e := range terms[i].Expansions {
			for at, ref := range e.Entries {
				named = append(named, ref)
				places[ref] = append(places[ref], &e.Sources[at])
			}
		}
	}
	return terms, entries.ReadWanted(ctx, v, entries.ByKind(named), func(entry quarry.Entry) {
		for _, place := range places[entry.EntryRef] {
			*place = entry.Source
		}
	})
}
