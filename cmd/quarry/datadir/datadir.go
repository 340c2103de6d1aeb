package datadir

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"time"

	"github.com/quarrykb/quarry/internal/disk"
	"github.com/quarrykb/quarry/internal/lexicon"
	"github.com/quarrykb/quarry/store/sqlite"
)

// Dir is a data directory, and what is needed to use it.
type Dir struct {
	Data    string           // its path, absolute
	Disk    disk.Disk        // of everything but the database and the indexes
	Lexicon *lexicon.Lexicon // that what is in it is read and asked with
	Log     *slog.Logger
	Told    io.Writer // where it is said who is waited for
}

// Database returns the path of the SQLite file.
func (d *Dir) Database() string { return filepath.Join(d.Data, "quarry.db") }

// Index returns the folder of the search indexes.
func (d *Dir) Index() string { return filepath.Join(d.Data, "index") }

// Spool returns the folder where uploads wait.
func (d *Dir) Spool() string { return filepath.Join(d.Data, "spool") }

// Backups returns the folder of the server's backups.
func (d *Dir) Backups() string { return filepath.Join(d.Data, BackupsName) }

// SyncFolder makes a rename last.
func (d *Dir) SyncFolder(path string) error {
	if err := d.Disk.SyncFolder(path); err != nil {
		return CannotWrite(path, err)
	}
	return nil
}

// What SQLite puts behind the name of a database: its log, what is shared of it, and the
// journal of a write that was cut off, which it takes back in whatever has the name then.
const (
	LogEnd     = "-wal"
	MemoryEnd  = "-shm"
	JournalEnd = "-journal"
)

// removeFile removes a file that may be gone already.
func (d *Dir) removeFile(path string) error {
	if err := d.Disk.Remove(path); err != nil && !errors.Is(err, os.ErrNotExist) {
		return CannotWrite(path, err)
	}
	return nil
}

// RemoveDatabase removes a database that is not open, with what may stand beside it.
func (d *Dir) RemoveDatabase(path string) error {
	return errors.Join(d.removeBeside(path), d.removeFile(path))
}

// removeBeside removes what may stand beside a database.
func (d *Dir) removeBeside(path string) error {
	return errors.Join(d.removeFile(path+LogEnd), d.removeFile(path+MemoryEnd), d.removeFile(path+JournalEnd))
}

// NamesIn lists a folder, nothing where it cannot be read.
func (d *Dir) NamesIn(folder string) []string {
	entries, err := d.Disk.ReadFolder(folder)
	if err != nil {
		return nil
	}
	names := make([]string, 0, len(entries))
	for _, entry := range entries {
		names = append(names, entry.Name())
	}
	return names
}

// Exists reports whether there is something at a path, be it a link to nothing.
func Exists(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
}

// IsEmpty reports whether there is no file, or one without a byte in it.
func IsEmpty(database string) bool {
	info, err := os.Stat(database)
	return os.IsNotExist(err) || (err == nil && info.Size() == 0)
}

// StoreOptions are what a store is handed.
func (d *Dir) StoreOptions() sqlite.Options {
	return sqlite.Options{Log: d.Log, Now: time.Now, Rewrite: d.Disk.Rewrite}
}

// Sizes returns how many bytes the database takes on the disk, with what was written to
// it last, and each index. What cannot be read now counts nothing.
func (d *Dir) Sizes(ctx context.Context) map[string]int64 {
	parts := map[string]int64{"database": 0}
	for _, suffix := range []string{"", LogEnd} {
		if info, err := os.Stat(d.Database() + suffix); err == nil {
			parts["database"] += info.Size()
		}
	}
	for _, index := range d.NamesIn(d.Index()) {
		if info, err := os.Stat(filepath.Join(d.Index(), index)); err == nil && info.IsDir() {
			parts["index_"+index] = FolderSize(ctx, filepath.Join(d.Index(), index))
		}
	}
	return parts
}

// FolderSize adds up the files below a folder. Files come and go while it looks.
func FolderSize(ctx context.Context, folder string) int64 {
	total := int64(0)
	_ = filepath.WalkDir(folder, func(_ string, entry fs.DirEntry, err error) error {
		if ctx.Err() != nil {
			return fs.SkipAll
		}
		if err != nil || entry.IsDir() {
			return nil //nolint:nilerr // what is gone takes no room
		}
		if info, err := entry.Info(); err == nil {
			total += info.Size()
		}
		return nil
	})
	return total
}
