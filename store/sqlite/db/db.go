package db

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"runtime"
	"sync/atomic"
	"time"

	"github.com/quarrykb/quarry"
)

// Options is what a store needs from its surroundings. The zero value logs
// nothing and reads the system's clock.
type Options struct {
	Log *slog.Logger
	Now func() time.Time
	// Rewrite writes what a file holds once more and syncs it, for what a sync that failed
	// has left. Without it a power cut behind a failed sync may cost what was acknowledged
	// since.
	Rewrite func(path string) error
}

// DB is one database file. It may be used by several goroutines at once.
type DB struct {
	Reader *sql.DB          // the connections that only read
	Writer *sql.DB          // the one that writes, for Update; nil where the file is only read
	Now    func() time.Time // the clock
	Memory Memory           // of what was worked out of everything, such as counts

	revision atomic.Int64 // the last sequence that this process committed
	turns    turns

	rewriteLog func() error // nil if it cannot be done
	settleLast func() error // before the end; nil as rewriteLog is
	doubtful   atomic.Bool  // whether the log may not be on the disk as far as it was synced

	// Who holds the connection that writes reads and sets these two.
	foldedPart bool // a part of the log is in the database, and may not be on the disk there
	keepsLog   bool // such a part may be lost: the log stays until the next process
}

// Open opens the file at path for reading and writing, creates it where there is none,
// and brings an older schema up to date. One that is not Quarry's, or that a newer Quarry
// wrote, is refused (KindUnsupported) and left as it is.
func Open(ctx context.Context, path string, o Options) (*DB, error) {
	found, err := Inspect(ctx, path, (*Identity).mayOpen)
	if err != nil {
		return nil, err
	}
	if found.missing {
		if err := makeFile(found.File); err != nil {
			return nil, err
		}
	}
	d := newDB(o)
	err = d.openWriter(ctx, found.File, writing, o)
	if err == nil {
		err = migrate(ctx, d.Writer, found, o.Log)
	}
	if err == nil {
		err = d.openReader(ctx, found.File)
	}
	return d.orEnded(err)
}

// OpenReadOnly opens the file at path beside its writer, and never writes to it: an older
// schema is refused (KindUnavailable) as well as a newer or a foreign one
// (KindUnsupported). A missing file is KindNotFound.
func OpenReadOnly(ctx context.Context, path string, o Options) (*DB, error) {
	found, err := Inspect(ctx, path, (*Identity).mayRead)
	if err != nil {
		return nil, err
	}
	d := newDB(o)
	return d.orEnded(d.openReader(ctx, found.File))
}

// OpenBeside opens the file at path for short writes beside a process that has it open for
// writing. It creates and migrates nothing, and refuses what OpenReadOnly does.
func OpenBeside(ctx context.Context, path string, o Options) (*DB, error) {
	found, err := Inspect(ctx, path, (*Identity).mayRead)
	if err != nil {
		return nil, err
	}
	d := newDB(o)
	err = d.openWriter(ctx, found.File, Beside, o)
	if err == nil {
		err = d.openReader(ctx, found.File)
	}
	return d.orEnded(err)
}

// makeFile makes an empty file that its owner alone may read: it will hold documents and
// the hashes of keys. SQLite gives what it puts beside it the same mode.
func makeFile(path string) error {
	file, err := os.OpenFile(filepath.Clean(path), os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		return quarry.Errorf(quarry.KindUnavailable,
			"the database file or its folder cannot be opened or written: %v", reason(err)).Because(err)
	}
	return file.Close()
}

// mostRemembered bounds the memory. The largest values are bitmaps of one bit
// a question.
const mostRemembered = 256

func newDB(o Options) *DB {
	d := &DB{Memory: Memory{Most: mostRemembered}, Now: o.Now}
	if d.Now == nil {
		d.Now = time.Now
	}
	return d
}

// orEnded returns the database, or closes what was opened of it before something went wrong.
func (d *DB) orEnded(err error) (*DB, error) {
	if err != nil {
		return nil, errors.Join(err, d.end())
	}
	return d, nil
}

func (d *DB) openWriter(ctx context.Context, file string, as Settings, o Options) error {
	var err error
	if d.Writer, err = Connect(ctx, file, as, 1); err != nil {
		return fmt.Errorf("open database %q for writing: %w", file, err)
	}
	return d.trustLog(ctx, file, o)
}

func (d *DB) openReader(ctx context.Context, file string) error {
	const fewest = 4
	var err error
	if d.Reader, err = Connect(ctx, file, Reading, max(fewest, runtime.GOMAXPROCS(0))); err != nil {
		return fmt.Errorf("open database %q for reading: %w", file, err)
	}
	revision, err := d.storedRevision(ctx)
	d.revision.Store(int64(revision))
	return err
}

// Close ends all connections. Nothing may be running any more. A log that is in doubt is made
// to last before it is folded in; where that fails, it is left to SQLite.
func (d *DB) Close() error {
	if d.settleLast != nil {
		_ = d.settleLast()
	}
	return d.end()
}

// end ends all connections. The last one folds the log in, unless it only reads.
func (d *DB) end() error {
	first, last := d.Reader, d.Writer
	if d.keepsLog {
		first, last = last, first
	}
	return errors.Join(closed(first), closed(last))
}

func closed(connections *sql.DB) error {
	if connections == nil {
		return nil
	}
	return connections.Close()
}

// Revision returns the sequence of the last change. A process that writes answers from
// memory, for it is the only one that does; one that only reads asks the file.
func (d *DB) Revision(ctx context.Context) (quarry.Sequence, error) {
	if known, ok := d.Known(); ok {
		return known, nil
	}
	return d.storedRevision(ctx)
}

// Known returns the revision where that can be told without asking the file.
func (d *DB) Known() (quarry.Sequence, bool) {
	return quarry.Sequence(d.revision.Load()), d.Writer != nil
}

func (d *DB) storedRevision(ctx context.Context) (quarry.Sequence, error) {
	var revision quarry.Sequence
	if err := d.Reader.QueryRowContext(ctx, SelectRevision).Scan(&revision); err != nil {
		return 0, fmt.Errorf("read revision: %w", Explain(err))
	}
	return revision, nil
}
