package db

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"

	"github.com/mattn/go-sqlite3"
	"github.com/pressly/goose/v3"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/migrations"
)

// applicationID marks a file as Quarry's in SQLite's own header: "QRKB".
const (
	applicationID = 0x51524b42
	claim         = `PRAGMA application_id = 0x51524b42`
)

// Identity is what a file says of itself before anything is changed in it.
type Identity struct {
	File        string // its absolute path
	missing     bool   // no file, or an empty one
	application int64
	tables      int
	Schema      int64 // of the last migration
	Known       int64 // the last migration that this program has
}

// Inspect returns what a file is, where that may be used.
func Inspect(ctx context.Context, path string, may func(*Identity) error) (Identity, error) {
	file, err := filepath.Abs(path)
	if err != nil {
		return Identity{}, fmt.Errorf("open database %q: %w", path, err)
	}
	found, err := inspect(ctx, file)
	if err != nil {
		return Identity{}, err
	}
	return found, may(&found)
}

// inspect looks at a file through a connection that cannot change it: even
// switching a foreign database to the write-ahead log would. Only a write that was cut off
// is taken back first, as SQLite does for the next reader of a file and may write it:
// there is a journal beside it, as where a copy of a database is opened for the first time.
func inspect(ctx context.Context, file string) (Identity, error) {
	known, err := knownSchema()
	if err != nil {
		return Identity{}, err
	}
	found := Identity{File: file, Known: known}
	info, err := os.Stat(file)
	if errors.Is(err, fs.ErrNotExist) || (err == nil && info.Size() == 0) {
		found.missing = true
		return found, nil
	}
	if err != nil {
		return Identity{}, quarry.Errorf(quarry.KindUnavailable, "the database %s cannot be read: %v", file, reason(err)).Because(err)
	}
	err = found.read(ctx, Reading)
	if failure, ok := errors.AsType[sqlite3.Error](err); ok && failure.ExtendedCode == sqlite3.ErrReadonlyRollback {
		err = found.read(ctx, Alone)
	}
	return found, Wrap(Explain(err), "inspect database %q", file)
}

// reason is what the operating system said, without the call and the path.
func reason(err error) error {
	if failed, ok := errors.AsType[*fs.PathError](err); ok {
		return failed.Err
	}
	return err
}

// read reads what a file says of itself through a connection of its own.
func (i *Identity) read(ctx context.Context, as Settings) (err error) {
	h, err := Connect(ctx, i.File, as, 1)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, h.Close()) }()
	const header = `SELECT application_id, (SELECT count(*) FROM sqlite_schema),
		(SELECT count(*) FROM sqlite_schema WHERE type = 'table' AND name = 'goose_db_version')
		FROM pragma_application_id`
	var versioned int
	if err := h.QueryRowContext(ctx, header).Scan(&i.application, &i.tables, &versioned); err != nil {
		return err
	}
	if versioned == 0 {
		return nil
	}
	const version = `SELECT coalesce(max(version_id), 0) FROM goose_db_version WHERE is_applied`
	return h.QueryRowContext(ctx, version).Scan(&i.Schema)
}

// fresh reports whether there is nothing yet that could be anybody's.
func (i *Identity) fresh() bool { return i.missing || (i.application == 0 && i.tables == 0) }

func (i *Identity) mayOpen() error {
	if !i.fresh() && i.application != applicationID {
		return quarry.Errorf(quarry.KindUnsupported,
			"%s is a database of another program, not of Quarry: choose another place", i.File)
	}
	if i.Schema > i.Known {
		return quarry.Errorf(quarry.KindUnsupported,
			"the database %s was written by a newer Quarry (schema %d, this one knows up to %d): use the newer one",
			i.File, i.Schema, i.Known).WithCode("database_newer")
	}
	return nil
}

func (i *Identity) mayRead() error {
	if i.missing {
		return quarry.Errorf(quarry.KindNotFound, "there is no database at %s", i.File)
	}
	if err := i.mayOpen(); err != nil {
		return err
	}
	if i.Schema < i.Known {
		return quarry.Errorf(quarry.KindUnavailable,
			"the database %s has an older schema (%d, this Quarry uses %d): "+
				"serve from it or ingest into it once to bring it up to date",
			i.File, i.Schema, i.Known)
	}
	return nil
}

// MayCopy refuses what Open refuses, and an empty file.
func (i *Identity) MayCopy() error {
	switch {
	case i.missing:
		return quarry.Errorf(quarry.KindNotFound, "there is no database at %s", i.File)
	case i.application != applicationID || i.Schema == 0:
		return quarry.Errorf(quarry.KindUnsupported, "%s is no database of Quarry", i.File)
	}
	return i.mayOpen()
}

// knownSchema returns the number of the last migration.
func knownSchema() (int64, error) {
	var names []string
	files, err := migrations.SQLite()
	if err == nil {
		names, err = fs.Glob(files, "*.sql")
	}
	var last int64
	for _, name := range names {
		var number int64
		if number, err = goose.NumericComponent(name); err != nil {
			break
		}
		last = max(last, number)
	}
	return last, Wrap(err, "read migrations")
}

// OpenEmpty opens an empty database of today's schema in memory, of one connection.
func OpenEmpty(ctx context.Context) (*sql.DB, error) {
	known, err := knownSchema()
	if err != nil {
		return nil, err
	}
	empty, err := connect(ctx, "file::memory:?"+shared, 1)
	if err != nil {
		return nil, err
	}
	if err := migrate(ctx, empty, Identity{missing: true, Known: known}, nil); err != nil {
		return nil, errors.Join(err, empty.Close())
	}
	return empty, nil
}

// migrate claims a fresh file and applies what it lacks. The file is claimed
// first: a crash before the first migration leaves an empty database that is
// ours.
func migrate(ctx context.Context, writer *sql.DB, found Identity, log *slog.Logger) error {
	if found.fresh() {
		if _, err := writer.ExecContext(ctx, claim); err != nil {
			return fmt.Errorf("claim database: %w", Explain(err))
		}
	}
	if found.Schema == found.Known {
		return nil
	}
	var provider *goose.Provider
	files, err := migrations.SQLite()
	if err == nil {
		provider, err = goose.NewProvider(goose.DialectSQLite3, writer, files, goose.WithDisableGlobalRegistry(true))
	}
	if err != nil {
		return fmt.Errorf("read migrations: %w", err)
	}
	if _, err := provider.Up(ctx); err != nil {
		return fmt.Errorf("migrate database: %w", Explain(err))
	}
	if log != nil {
		log.InfoContext(ctx, "database migrated",
			slog.Int64("from_schema", found.Schema), slog.Int64("to_schema", found.Known))
	}
	return nil
}
