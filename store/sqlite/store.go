package sqlite

import (
	"context"
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

// Store is a knowledge base in one SQLite file. It may be used by several
// goroutines at once.
type Store struct {
	writer   *handle // nil where the store is read-only
	reader   *handle
	now      func() time.Time
	revision atomic.Int64 // the last sequence that this store committed
	memory   memory       // of counts and slots, by condition
	kept     memory       // of entries, by id
	judged   judged       // by the derivation of conflicts
	turns    turns

	worthGathering int

	rewriteLog func() error // nil if it cannot be done
	settleLast func() error // before the end; nil as rewriteLog is
	doubtful   atomic.Bool  // whether the log may not be on the disk as far as it was synced

	// Who holds the connection that writes reads and sets these two.
	foldedPart bool // a part of the log is in the database, and may not be on the disk there
	keepsLog   bool // such a part may be lost: the log stays until the next process
}

// Open opens the database at path for reading and writing, creates it where
// there is none, and brings an older schema up to date. A file that is not
// Quarry's, or that a newer Quarry wrote, is refused (KindUnsupported) and left
// as it is. Only one process may write a file at a time: see Revision.
func Open(ctx context.Context, path string, o Options) (*Store, error) {
	file, found, err := examine(ctx, path, (*identity).mayOpen)
	if err != nil {
		return nil, err
	}
	if found.missing {
		if err := makeFile(file); err != nil {
			return nil, err
		}
	}
	s := newStore(o)
	err = s.openWriter(ctx, file, found, o)
	if err == nil {
		err = s.openReader(ctx, file)
	}
	return s.orClosed(err)
}

// OpenReadOnly opens the database at path beside its writer. It
// never writes to it and never migrates it: an older schema is refused
// (KindUnavailable) as well as a newer or a foreign one (KindUnsupported). A
// missing file is KindNotFound.
func OpenReadOnly(ctx context.Context, path string, o Options) (*Store, error) {
	file, _, err := examine(ctx, path, (*identity).mayRead)
	if err != nil {
		return nil, err
	}
	s := newStore(o)
	return s.orClosed(s.openReader(ctx, file))
}

// OpenBeside opens the database at path for short writes that leave the change
// feed alone, such as those of keys, beside a process that has it open for
// writing: SQLite lets one of them write at a time, and the other wait. Unlike
// Open it begins no session, which would cut off the feed of that process, and
// creates and migrates nothing: a missing file is KindNotFound, an older schema
// KindUnavailable.
func OpenBeside(ctx context.Context, path string, o Options) (*Store, error) {
	file, _, err := examine(ctx, path, (*identity).mayRead)
	if err != nil {
		return nil, err
	}
	s := newStore(o)
	s.writer, err = openHandle(ctx, besideDSN(file), 1)
	if err == nil {
		err = s.trustLog(ctx, file, o)
	}
	if err == nil {
		err = s.openReader(ctx, file)
	}
	return s.orClosed(err)
}

// examine returns the absolute path of a database and what it is, where that
// may be used.
func examine(ctx context.Context, path string, may func(*identity, string) error) (string, identity, error) {
	file, err := filepath.Abs(path)
	if err != nil {
		return "", identity{}, fmt.Errorf("open database %q: %w", path, err)
	}
	found, err := inspect(ctx, file)
	if err != nil {
		return "", identity{}, err
	}
	return file, found, may(&found, file)
}

// makeFile makes an empty file that its owner alone may read: it will hold documents and
// the hashes of keys. SQLite gives what it puts beside it the same mode.
func makeFile(path string) error {
	file, err := os.OpenFile(filepath.Clean(path), os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		return quarry.Errorf(quarry.KindUnavailable, "the database file or its folder cannot be opened or written: %v", reason(err)).Because(err)
	}
	return file.Close()
}

// orClosed returns the store, or closes what was opened of it before something
// went wrong.
func (s *Store) orClosed(err error) (*Store, error) {
	if err != nil {
		return nil, errors.Join(err, s.end())
	}
	return s, nil
}

func newStore(o Options) *Store {
	s := &Store{
		memory: memory{most: mostRemembered}, kept: memory{most: mostKept},
		now: o.Now, judged: judged{least: leastCached}, worthGathering: worthGathering,
	}
	if s.now == nil {
		s.now = time.Now
	}
	return s
}

func (s *Store) openWriter(ctx context.Context, file string, found identity, o Options) error {
	writer, err := openHandle(ctx, writerDSN(file), 1)
	if err != nil {
		return fmt.Errorf("open database %q for writing: %w", file, err)
	}
	s.writer = writer
	if err := s.trustLog(ctx, file, o); err != nil {
		return err
	}
	if err := migrate(ctx, writer, found, o.Log); err != nil {
		return err
	}
	return s.beginSession(ctx)
}

func (s *Store) openReader(ctx context.Context, file string) error {
	reader, err := openHandle(ctx, readerDSN(file), max(minReaders, runtime.GOMAXPROCS(0)))
	if err != nil {
		return fmt.Errorf("open database %q for reading: %w", file, err)
	}
	s.reader = reader
	revision, err := s.storedRevision(ctx)
	if err != nil {
		return err
	}
	s.revision.Store(int64(revision))
	return nil
}

const minReaders = 4

// Close ends all connections. Nothing may be running any more. A log that is in doubt is made
// to last before it is folded in; where that fails, it is left to SQLite.
func (s *Store) Close() error {
	if s.settleLast != nil {
		_ = s.settleLast()
	}
	return s.end()
}

// end ends all connections. The last one folds the log in, unless it only reads.
func (s *Store) end() error {
	if s.keepsLog {
		return errors.Join(s.writer.close(), s.reader.close())
	}
	return errors.Join(s.reader.close(), s.writer.close())
}

// Revision returns the sequence of the last change. A store that writes
// answers from memory, for it is the only one that does; one that was opened
// read-only asks the file.
func (s *Store) Revision(ctx context.Context) (quarry.Sequence, error) {
	if s.writer != nil {
		return quarry.Sequence(s.revision.Load()), nil
	}
	return s.storedRevision(ctx)
}

func (s *Store) storedRevision(ctx context.Context) (quarry.Sequence, error) {
	var revision quarry.Sequence
	if err := s.reader.db.QueryRowContext(ctx, selectRevision).Scan(&revision); err != nil {
		return 0, fmt.Errorf("read revision: %w", explain(err))
	}
	return revision, nil
}
