package sqlite

import (
	"context"
	"errors"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/store/sqlite/conflicts"
	"github.com/quarrykb/quarry/store/sqlite/db"
	"github.com/quarrykb/quarry/store/sqlite/entries"
	"github.com/quarrykb/quarry/store/sqlite/jobs"
	"github.com/quarrykb/quarry/store/sqlite/keys"
	"github.com/quarrykb/quarry/store/sqlite/study"
)

// Options is what a store needs from its surroundings.
type Options = db.Options

// What a store is made of: each part has tables of its own, and knows the others no more than
// it must.
type (
	entryStore    = entries.Store
	conflictStore = conflicts.Store
	jobStore      = jobs.Store
	keyStore      = keys.Store
	studyStore    = study.Store
)

// Store is a knowledge base in one SQLite file. It may be used by several
// goroutines at once.
type Store struct {
	*entryStore
	*conflictStore
	*jobStore
	*keyStore
	*studyStore

	db *db.DB
}

// Open opens the database at path for reading and writing, creates it where
// there is none, and brings an older schema up to date. A file that is not
// Quarry's, or that a newer Quarry wrote, is refused (KindUnsupported) and left
// as it is. Only one process may write a file at a time: see Revision.
func Open(ctx context.Context, path string, o Options) (*Store, error) {
	s, err := newStore(db.Open(ctx, path, o))
	if err != nil {
		return nil, err
	}
	if err := s.beginSession(ctx); err != nil {
		return nil, errors.Join(err, s.Close())
	}
	return s, nil
}

// OpenReadOnly opens the database at path beside its writer. It
// never writes to it and never migrates it: an older schema is refused
// (KindUnavailable) as well as a newer or a foreign one (KindUnsupported). A
// missing file is KindNotFound.
func OpenReadOnly(ctx context.Context, path string, o Options) (*Store, error) {
	return newStore(db.OpenReadOnly(ctx, path, o))
}

// OpenBeside opens the database at path for short writes that leave the change
// feed alone, such as those of keys, beside a process that has it open for
// writing: SQLite lets one of them write at a time, and the other wait. Unlike
// Open it begins no session, which would cut off the feed of that process, and
// creates and migrates nothing: a missing file is KindNotFound, an older schema
// KindUnavailable.
func OpenBeside(ctx context.Context, path string, o Options) (*Store, error) {
	return newStore(db.OpenBeside(ctx, path, o))
}

func newStore(d *db.DB, err error) (*Store, error) {
	if err != nil {
		return nil, err
	}
	read := entries.New(d)
	return &Store{
		entryStore: read, conflictStore: conflicts.New(d, read), jobStore: jobs.New(d), keyStore: keys.New(d),
		studyStore: study.New(d, read), db: d,
	}, nil
}

// Close ends all connections. Nothing may be running any more.
func (s *Store) Close() error { return s.db.Close() }

// Revision returns the sequence of the last change. A store that writes
// answers from memory, for it is the only one that does; one that was opened
// read-only asks the file.
func (s *Store) Revision(ctx context.Context) (quarry.Sequence, error) { return s.db.Revision(ctx) }
