package datadir

import (
	"cmp"
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/store/sqlite"
)

// Opens is one of the ways in which a store is opened: sqlite.Open and its like.
type Opens func(ctx context.Context, path string, o sqlite.Options) (*sqlite.Store, error)

// OpenStore opens the database of the data directory. Every command opens it here: what
// shows that a database is lost is looked at before SQLite sees the files, for SQLite
// removes the log of one that is empty.
func (d *Dir) OpenStore(ctx context.Context, open Opens) (*sqlite.Store, error) {
	if err := d.Lost(ctx); err != nil {
		return nil, err
	}
	store, err := open(ctx, d.Database(), d.StoreOptions())
	if quarry.IsKind(err, quarry.KindNotFound) {
		return nil, d.none().Because(err)
	}
	return store, NamingFull(d.Database(), err)
}

// none says that there is no database, and what makes one.
func (d *Dir) none() *quarry.Error {
	return quarry.Errorf(quarry.KindNotFound, "there is no database in %s: quarry ingest makes one", d.Data)
}

// ReadStore lets a command read the database, beside the process that has it.
func (d *Dir) ReadStore(ctx context.Context, use func(*sqlite.Store) error) error {
	store, err := d.OpenStore(ctx, sqlite.OpenReadOnly)
	if err != nil {
		return err
	}
	return errors.Join(use(store), store.Close())
}

// WriteStore lets a command write a little: beside the process that has the database, or,
// where it is still to be made, brought up to date or replaced by another one, as its
// owner. What was written beside a swap may be in the database that was replaced: that is
// an error.
func (d *Dir) WriteStore(ctx context.Context, command string, use func(*sqlite.Store) error) error {
	before, _ := os.Stat(d.Database()) // nil where there is none
	store, err := d.OpenStore(ctx, d.besideSwaps)
	if err == nil {
		err = errors.Join(use(store), store.Close())
		waiting, readErr := d.namesBehind(d.Database() + WaitingMark)
		now, statErr := os.Stat(d.Database())
		if readErr == nil && statErr == nil && len(waiting) == 0 && os.SameFile(before, now) {
			return err
		}
		return errors.Join(err, quarry.Errorf(quarry.KindUnavailable,
			"a restore took the place of %s meanwhile, and may not have what was just done: do it again", d.Database()).
			Because(errors.Join(readErr, statErr)))
	}
	if !quarry.IsKind(err, quarry.KindNotFound) && !quarry.IsKind(err, quarry.KindUnavailable) {
		return err
	}
	held, err := d.Acquire(ctx, command)
	if err != nil {
		return err
	}
	store, err = d.OpenStore(ctx, sqlite.Open)
	if err == nil {
		err = errors.Join(use(store), store.Close())
	}
	return errors.Join(err, held.Release())
}

// Each lets do see everything that a list of the store has, page by page.
func Each[T any](
	ctx context.Context, list func(context.Context, quarry.Filter, quarry.PageRequest) (quarry.Page[T], error),
	filter quarry.Filter, do func(T),
) error {
	const page = 500
	for request := (quarry.PageRequest{Limit: page}); ; {
		found, err := list(ctx, filter, request)
		if err != nil {
			return err
		}
		for _, item := range found.Items {
			do(item)
		}
		if found.Next == nil {
			return nil
		}
		request.After = *found.Next
	}
}

// besideSwaps opens the database beside the process that has it, unless another one waits for its
// place: what is written then is gone when that gets it.
func (d *Dir) besideSwaps(ctx context.Context, path string, o sqlite.Options) (*sqlite.Store, error) {
	waiting, err := d.namesBehind(path + WaitingMark)
	if err != nil {
		return nil, err
	}
	if len(waiting) > 0 {
		return nil, quarry.Errorf(quarry.KindUnavailable, "another database is about to take the place of %s", path)
	}
	return sqlite.OpenBeside(ctx, path, o)
}

// Present refuses a data directory that has no database: KindNotFound where none was
// ever there, and what Lost says where one was.
func (d *Dir) Present(ctx context.Context) error {
	if err := d.Lost(ctx); err != nil || Exists(d.Database()) {
		return err
	}
	return d.none()
}

// Lost refuses a database that is missing, or an empty file, where something else
// shows that there was one: KindUnavailable, database_missing, with the way out. A
// database that waits to be put in its place is not missing. A folder of which it cannot
// be told what it holds is refused as well.
func (d *Dir) Lost(ctx context.Context) error {
	// The database itself is not opened: closing it would end what SQLite has locked in this process.
	if _, err := os.Stat(d.Database()); err != nil && !errors.Is(err, os.ErrNotExist) {
		return CannotWrite(d.Data, err)
	}
	if !IsEmpty(d.Database()) {
		return nil
	}
	var left []string
	log := d.Database() + LogEnd
	ways := ""
	if !IsEmpty(log) {
		left, ways = append(left, log), "quarry salvage saves what can still be read of it, "
	}
	read := func(engine string) bool { return len(d.NamesIn(filepath.Join(d.Index(), engine))) > 0 }
	if slices.ContainsFunc(d.NamesIn(d.Index()), read) {
		left = append(left, d.Index())
	}
	if len(d.NamesIn(d.Spool())) > 0 {
		left = append(left, d.Spool())
	}
	backup := d.NewestBackup(ctx)
	if backup != "" {
		left = append(left, d.Backups())
	}
	waiting, err := d.namesBehind(d.Database() + WaitingMark)
	if len(left) == 0 || len(waiting) > 0 || err != nil {
		return nil //nolint:nilerr // a folder that cannot be read is told of by what opens the database
	}
	names := strings.Join(left, " and ")
	return quarry.Errorf(quarry.KindUnavailable,
		"the database %s is missing or empty, but there was one, which left %s. "+
			"%squarry restore %s puts a backup in its place; to begin anew, move %s elsewhere",
		d.Database(), names, ways, cmp.Or(backup, "FILE"), names).WithCode("database_missing")
}

// NewestBackup names the newest backup of the server's that is sound and holds documents, as
// restore takes it; "" where there is none.
func (d *Dir) NewestBackup(ctx context.Context) string {
	found, _ := d.BackupsIn(d.Backups(), time.Now()) // none of a folder that cannot be read
	for _, b := range found {
		if held, err := sqlite.Examine(ctx, filepath.Join(d.Backups(), b.Name)); err == nil && held.Documents > 0 {
			return b.Name
		}
	}
	return ""
}
