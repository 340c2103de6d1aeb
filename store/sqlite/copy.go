package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/mattn/go-sqlite3"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/store/sqlite/db"
	"github.com/quarrykb/quarry/store/sqlite/entries"
)

// Held is what a database file holds.
type Held struct {
	Documents int
	Counts    quarry.Counts // as /v1/stats counts them
	Revision  quarry.Sequence
	Schema    int64 // of the last migration that was applied
	Older     bool  // that is not the last one that this program has
	Bytes     int64 // of the file
}

// Copy writes what the database at from holds at one moment to the file at to,
// which must be missing or empty, and returns what the copy holds. A writer
// of the database meanwhile is not kept waiting, and what it writes is not in the
// copy. It is VACUUM INTO and not SQLite's backup interface: one statement reads
// one moment, where copying page by page begins anew at every write of another
// process, and pages that were freed are left behind, so that what was deleted is
// not in the copy. The copy is on the disk and was checked when Copy returns; it
// needs no file beside it. A database of another program, or of a newer Quarry, is
// refused (KindUnsupported), an older schema is copied as it is. The caller removes
// the file where an error is returned.
func Copy(ctx context.Context, from, to string) (Held, error) {
	var file string
	var before Held
	err := within(ctx, from, db.Copying, "copy", func(h *sql.DB, found db.Identity) error {
		file, before.Schema = found.File, found.Schema
		target, err := filepath.Abs(to)
		if err == nil {
			err = before.count(ctx, h)
		}
		if err == nil {
			_, err = h.ExecContext(ctx, `VACUUM INTO ?`, target)
		}
		if err == nil {
			err = syncFile(to)
		}
		return err
	})
	if err != nil {
		return Held{}, err
	}
	held, err := Examine(ctx, to)
	if err != nil {
		return Held{}, err
	}
	if held.Revision < before.Revision || held.Schema != before.Schema {
		return Held{}, quarry.Errorf(quarry.KindUnavailable,
			"the copy of %s holds less than the database: nothing was kept of it", file).WithCode("copy_incomplete")
	}
	return held, nil
}

// within lends a connection to a database that nobody has to have open, of any schema, and
// says what was being done where that goes wrong.
func within(
	ctx context.Context, path string, as db.Settings, doing string, use func(*sql.DB, db.Identity) error,
) error {
	found, err := db.Inspect(ctx, path, (*db.Identity).MayCopy)
	if err != nil {
		return err
	}
	h, err := db.Connect(ctx, found.File, as, 1)
	if err == nil {
		err = errors.Join(use(h, found), h.Close())
	}
	return db.Wrap(db.Explain(err), "%s database %q", doing, found.File)
}

// Examine returns what a database file holds that is not being written, once all of it
// was read and is sound, and the stored texts have their hashes: what is damaged is
// refused (KindUnavailable), and so is what Open refuses, or holds nothing at all
// (KindUnsupported).
func Examine(ctx context.Context, path string) (Held, error) {
	var held Held
	err := within(ctx, path, db.Reading, "examine", func(h *sql.DB, found db.Identity) error {
		held.Schema, held.Older = found.Schema, found.Schema < found.Known
		err := soundPages(ctx, h, found.File)
		if err == nil {
			err = soundTexts(ctx, h, found.File)
		}
		if err == nil {
			err = held.count(ctx, h)
		}
		return err
	})
	if err != nil {
		return Held{}, err
	}
	info, err := os.Stat(path)
	if err != nil {
		return Held{}, fmt.Errorf("examine database %q: %w", path, err)
	}
	held.Bytes = info.Size()
	return held, nil
}

// Sound lets SQLite read all of a database, beside its other users, and refuses one whose
// pages or indexes are damaged (database_damaged), and what Examine refuses unread. A copy
// does not show that: it has the tables alone, and indexes of its own.
func Sound(ctx context.Context, path string) error {
	return within(ctx, path, db.Reading, "examine", func(h *sql.DB, found db.Identity) error {
		return soundPages(ctx, h, found.File)
	})
}

// soundPages lets SQLite read all of a file.
func soundPages(ctx context.Context, h *sql.DB, file string) error {
	const query = `SELECT count(*), coalesce(min(integrity_check), '') FROM pragma_integrity_check WHERE integrity_check <> 'ok'`
	var faults int
	var first string
	if err := h.QueryRowContext(ctx, query).Scan(&faults, &first); err != nil {
		return err
	}
	if faults == 0 {
		return nil
	}
	return quarry.Errorf(quarry.KindUnavailable, "%s is damaged: %s", file, someFaults([]string{first})).
		WithCode("database_damaged")
}

// soundTexts refuses a file with a text that is not the one that was read.
func soundTexts(ctx context.Context, h *sql.DB, file string) error {
	var faults []TextFault
	err := checkTexts(ctx, h, func(f TextFault) { faults = append(faults, f) }, func(ctx context.Context) error { return ctx.Err() })
	if err != nil || len(faults) == 0 {
		return err
	}
	return quarry.Errorf(quarry.KindUnavailable, "%s is damaged: %s: %s", file, faults[0].Path, faults[0].Problem).
		WithCode("database_damaged")
}

// count counts what is in a database of any schema. Older ones have no questions
// that ask the same.
func (h *Held) count(ctx context.Context, from *sql.DB) error {
	const merges = `SELECT EXISTS (SELECT 1 FROM pragma_table_info('questions') WHERE name = 'leads')`
	var leads bool
	if err := from.QueryRowContext(ctx, merges).Scan(&leads); err != nil {
		return err
	}
	questions := `SELECT count(*) FROM questions e`
	if leads {
		questions += ` WHERE ` + entries.IsLeader
	}
	c := &h.Counts
	return from.QueryRowContext(ctx, `SELECT (`+questions+`), (SELECT count(*) FROM facts), (SELECT count(*) FROM specs),
		(SELECT count(*) FROM passages), (SELECT count(*) FROM documents), (`+db.SelectRevision+`)`).
		Scan(&c.Question, &c.Fact, &c.Spec, &c.Passage, &h.Documents, &h.Revision)
}

// Alone takes the write-ahead log of a database into its file, so that the file is
// all there is, and can be moved away. It is refused while anybody has the database
// open (KindConflict).
func Alone(ctx context.Context, path string) error {
	h, err := db.Connect(ctx, path, db.Alone, 1)
	if err != nil {
		return fmt.Errorf("close the log of %q: %w", path, err)
	}
	_, err = h.ExecContext(ctx, `PRAGMA journal_mode = DELETE`)
	if failure, ok := errors.AsType[sqlite3.Error](err); ok && failure.Code == sqlite3.ErrBusy {
		err = quarry.Errorf(quarry.KindConflict, "another process has the database %s open", path).Because(err)
	}
	err = errors.Join(err, h.Close())
	return db.Wrap(db.Explain(err), "close the log of %q", path)
}

func syncFile(path string) error {
	file, err := os.Open(path) //nolint:gosec // The file that was just written.
	if err != nil {
		return err
	}
	return errors.Join(file.Sync(), file.Close())
}

// Space is how many bytes a database takes, without what was written last and is
// not folded in yet.
type Space struct {
	Taken int64
	Free  int64 // of those, what was deleted: it is used again before the file grows
}

func spaceOf(ctx context.Context, h *sql.DB) (Space, error) {
	const query = `SELECT page_count * page_size, freelist_count * page_size
		FROM pragma_page_count(), pragma_freelist_count(), pragma_page_size()`
	var s Space
	err := h.QueryRowContext(ctx, query).Scan(&s.Taken, &s.Free)
	return s, err
}

// Space returns how many bytes the database takes.
func (s *Store) Space(ctx context.Context) (Space, error) {
	space, err := spaceOf(ctx, s.db.Reader)
	return space, db.Wrap(db.Explain(err), "read the space of the database")
}

// Compacted is what a database took before and takes after it was compacted.
type Compacted struct{ Before, After Space }

// Compact writes the database at path anew without what is free in it, and gives that
// back to the disk, which needs room for a second one meanwhile. No other process may have the
// database open for writing; while it is being read, the file keeps its size until the
// next one who writes. An interrupted or killed Compact leaves the database as it was, or
// compact. What Open refuses is refused.
func Compact(ctx context.Context, path string) (Compacted, error) {
	var done Compacted
	err := within(ctx, path, db.Beside, "compact", func(h *sql.DB, _ db.Identity) error {
		var err error
		done.Before, err = spaceOf(ctx, h)
		for _, statement := range []string{`VACUUM`, `PRAGMA wal_checkpoint(TRUNCATE)`} {
			if err == nil {
				_, err = h.ExecContext(ctx, statement)
			}
		}
		if err == nil {
			done.After, err = spaceOf(ctx, h)
		}
		return err
	})
	return done, err
}
