package sqlite

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/mattn/go-sqlite3"

	"github.com/quarrykb/quarry"
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
	file, found, err := examine(ctx, from, (*identity).mayCopy)
	if err != nil {
		return Held{}, err
	}
	before, err := copied(ctx, file, to)
	if err != nil {
		return Held{}, fmt.Errorf("copy database %q: %w", file, explain(err))
	}
	if err := syncFile(to); err != nil {
		return Held{}, fmt.Errorf("copy database %q: %w", file, err)
	}
	held, err := Examine(ctx, to)
	if err != nil {
		return Held{}, err
	}
	if held.Revision < before || held.Schema != found.schema {
		return Held{}, quarry.Errorf(quarry.KindUnavailable,
			"the copy of %s holds less than the database: nothing was kept of it", file).WithCode("copy_incomplete")
	}
	return held, nil
}

// copied copies a database, and returns the revision that it had before.
func copied(ctx context.Context, file, to string) (quarry.Sequence, error) {
	target, err := filepath.Abs(to)
	if err != nil {
		return 0, err
	}
	h, err := openHandle(ctx, copierDSN(file), 1)
	if err != nil {
		return 0, err
	}
	held := Held{}
	err = held.count(ctx, h)
	if err == nil {
		_, err = h.db.ExecContext(ctx, `VACUUM INTO ?`, target)
	}
	return held.Revision, errors.Join(err, h.close())
}

// Examine returns what a database file holds that is not being written, once all of it
// was read and is sound, and the stored texts have their hashes: what is damaged is
// refused (KindUnavailable), and so is what Open refuses, or holds nothing at all
// (KindUnsupported).
func Examine(ctx context.Context, path string) (Held, error) {
	file, found, err := examine(ctx, path, (*identity).mayCopy)
	if err != nil {
		return Held{}, err
	}
	h, err := openHandle(ctx, readerDSN(file), 1)
	if err != nil {
		return Held{}, fmt.Errorf("examine database %q: %w", file, err)
	}
	held := Held{Schema: found.schema, Older: found.schema < found.known}
	err = soundPages(ctx, h, file)
	if err == nil {
		err = soundTexts(ctx, h, file)
	}
	if err == nil {
		err = held.count(ctx, h)
	}
	if err := errors.Join(err, h.close()); err != nil {
		return Held{}, fmt.Errorf("examine database %q: %w", file, explain(err))
	}
	info, err := os.Stat(file)
	if err != nil {
		return Held{}, fmt.Errorf("examine database %q: %w", file, err)
	}
	held.Bytes = info.Size()
	return held, nil
}

// Sound lets SQLite read all of a database, beside its other users, and refuses one whose
// pages or indexes are damaged (database_damaged), and what Examine refuses unread. A copy
// does not show that: it has the tables alone, and indexes of its own.
func Sound(ctx context.Context, path string) error {
	file, _, err := examine(ctx, path, (*identity).mayCopy)
	if err != nil {
		return err
	}
	h, err := openHandle(ctx, readerDSN(file), 1)
	if err == nil {
		err = errors.Join(soundPages(ctx, h, file), h.close())
	}
	if err != nil {
		return fmt.Errorf("examine database %q: %w", file, explain(err))
	}
	return nil
}

// mayCopy refuses what Open refuses, and an empty file.
func (i *identity) mayCopy(file string) error {
	switch {
	case i.missing:
		return quarry.Errorf(quarry.KindNotFound, "there is no database at %s", file)
	case i.application != applicationID || i.schema == 0:
		return quarry.Errorf(quarry.KindUnsupported, "%s is no database of Quarry", file)
	}
	return i.mayOpen(file)
}

// soundPages lets SQLite read all of a file.
func soundPages(ctx context.Context, h *handle, file string) error {
	const query = `SELECT count(*), coalesce(min(integrity_check), '') FROM pragma_integrity_check WHERE integrity_check <> 'ok'`
	var faults int
	var first string
	if err := h.db.QueryRowContext(ctx, query).Scan(&faults, &first); err != nil {
		return err
	}
	if faults > 0 {
		return quarry.Errorf(quarry.KindUnavailable, "%s is damaged: %s", file, someFaults([]string{first})).WithCode("database_damaged")
	}
	return nil
}

// soundTexts refuses a file with a text that is not the one that was read.
func soundTexts(ctx context.Context, h *handle, file string) error {
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
func (h *Held) count(ctx context.Context, from *handle) error {
	const merges = `SELECT EXISTS (SELECT 1 FROM pragma_table_info('questions') WHERE name = 'leads')`
	var leads bool
	if err := from.db.QueryRowContext(ctx, merges).Scan(&leads); err != nil {
		return err
	}
	questions := `SELECT count(*) FROM questions e`
	if leads {
		questions += ` WHERE ` + isLeader
	}
	c := &h.Counts
	return from.db.QueryRowContext(ctx, `SELECT (`+questions+`), (SELECT count(*) FROM facts), (SELECT count(*) FROM specs),
		(SELECT count(*) FROM passages), (SELECT count(*) FROM documents), (`+selectRevision+`)`).
		Scan(&c.Question, &c.Fact, &c.Spec, &c.Passage, &h.Documents, &h.Revision)
}

// Alone takes the write-ahead log of a database into its file, so that the file is
// all there is, and can be moved away. It is refused while anybody has the database
// open (KindConflict).
func Alone(ctx context.Context, path string) error {
	h, err := openHandle(ctx, loneDSN(path), 1)
	if err != nil {
		return fmt.Errorf("close the log of %q: %w", path, err)
	}
	_, err = h.db.ExecContext(ctx, `PRAGMA journal_mode = DELETE`)
	if failure, ok := errors.AsType[sqlite3.Error](err); ok && failure.Code == sqlite3.ErrBusy {
		err = quarry.Errorf(quarry.KindConflict, "another process has the database %s open", path).Because(err)
	}
	if err := errors.Join(err, h.close()); err != nil {
		return fmt.Errorf("close the log of %q: %w", path, explain(err))
	}
	return nil
}

func syncFile(path string) error {
	file, err := os.Open(path) //nolint:gosec // The file that was just written.
	if err != nil {
		return err
	}
	return errors.Join(file.Sync(), file.Close())
}
