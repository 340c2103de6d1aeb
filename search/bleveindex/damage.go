package bleveindex

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"os"
	"path/filepath"
	"runtime/debug"
	"syscall"
	"time"

	"github.com/blevesearch/bleve/v2/util"
	"go.etcd.io/bbolt"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/internal/disk"
)

// damage is the finding that an index is broken.
type damage string

func (d damage) Error() string { return string(d) }

// safely turns a panic into damage: bleve panics on bytes that it did not
// write, and one broken file must not end the program. That holds for a file,
// too, that is cut off while it is mapped into memory.
func safely(do func() error) error {
	var err error
	func() {
		defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
		defer func() {
			if cause := recover(); cause != nil {
				err = damage(fmt.Sprintf("the index cannot be read: %v", cause))
			}
		}()
		err = do()
	}()
	return err
}

// dropDamagedSegments removes the segment files that are not what was written,
// because bleve would read them without complaint. A file of an interrupted
// write is not missed; without any other the index does not open.
func dropDamagedSegments(store string) error {
	files, err := filepath.Glob(filepath.Join(store, "*.zap"))
	if err != nil {
		return fmt.Errorf("list segments: %w", err)
	}
	for _, file := range files {
		whole, err := isWhole(file)
		if err != nil {
			return fmt.Errorf("check segment %s: %w", filepath.Base(file), err)
		}
		if whole {
			continue
		}
		if err := os.Remove(file); err != nil {
			return fmt.Errorf("remove a damaged segment: %w", err)
		}
	}
	return nil
}

// isWhole holds a segment file against the checksum in its last four bytes.
func isWhole(path string) (bool, error) {
	file, err := os.Open(path) //nolint:gosec // The path is one of our own folder's.
	if err != nil {
		return false, err
	}
	defer file.Close() //nolint:errcheck // Nothing was written.
	info, err := file.Stat()
	if err != nil || info.Size() < crc32.Size {
		return false, err
	}
	sum := crc32.NewIEEE()
	if _, err := io.CopyN(sum, file, info.Size()-crc32.Size); err != nil {
		return false, err
	}
	var stated [crc32.Size]byte
	if _, err := io.ReadFull(file, stated[:]); err != nil {
		return false, err
	}
	return binary.BigEndian.Uint32(stated[:]) == sum.Sum32(), nil
}

// renewRoot copies the index's root key by key into a new file and puts that in
// its place. A damaged page shows here, where a panic is caught, and not later
// in bleve's own goroutines, which would never let go of the file again. Where
// the disk is full the file stays as it is: that is no reason not to serve.
func renewRoot(store string) error {
	path := filepath.Join(store, rootName)
	return safely(func() error {
		err := copyRoot(path, path+".new")
		if errors.Is(err, syscall.ENOSPC) {
			return os.RemoveAll(path + ".new")
		}
		if err != nil {
			return fmt.Errorf("copy the root of the index: %w", err)
		}
		if err := os.Rename(path+".new", path); err != nil {
			return fmt.Errorf("renew the root of the index: %w", err)
		}
		return disk.System{}.SyncFolder(store)
	})
}

func copyRoot(from, to string) error {
	info, err := os.Stat(from)
	if err != nil {
		return err
	}
	if err := os.RemoveAll(to); err != nil {
		return err
	}
	old, err := bbolt.Open(from, 0o600, &bbolt.Options{ReadOnly: true, Timeout: lockWait})
	if err != nil {
		return err
	}
	defer old.Close() //nolint:errcheck // Nothing was written.
	check := func(tx *bbolt.Tx) error {
		if tx.Size() > info.Size() {
			return damage("the root of the index is cut off")
		}
		return hasNewest(tx, filepath.Dir(from))
	}
	if err := old.View(check); err != nil {
		return err
	}
	fresh, err := bbolt.Open(to, 0o600, &bbolt.Options{Timeout: lockWait})
	if err != nil {
		return err
	}
	return errors.Join(bbolt.Compact(fresh, old, 0), fresh.Close())
}

// hasNewest refuses an index of whose newest state a segment is missing. Bleve
// would serve an older one instead, where it had no time yet to forget it, and
// report no error.
func hasNewest(tx *bbolt.Tx, store string) error {
	states := tx.Bucket(util.BoltSnapshotsBucket)
	if states == nil {
		return nil
	}
	newest, _ := states.Cursor().Last()
	state := states.Bucket(newest)
	if state == nil {
		return nil
	}
	return state.ForEachBucket(func(key []byte) error {
		name := state.Bucket(key).Get(util.BoltPathKey)
		if name == nil {
			return nil
		}
		if _, err := os.Stat(filepath.Join(store, filepath.Base(string(name)))); err != nil {
			return damage("a segment of the index is missing")
		}
		return nil
	})
}

// lockWait is how long to wait for a file that another handle holds.
const lockWait = 2 * time.Second

// rootName is bleve's file that names the segments of an index.
const rootName = "root.bolt"

// explain gives what the disk or bleve said the kind and the message that a caller can act
// on: KindUnavailable, index_unavailable, without a path. Nothing of it is lost that is
// stored, for the index follows the store. What is explained already passes as it is, and
// so does the end of a context. The cause is for the log.
func explain(err error) error {
	_, explained := errors.AsType[*quarry.Error](err)
	if err == nil || explained || errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	reason := "its files are not what was written"
	if said, ok := errors.AsType[syscall.Errno](err); ok {
		reason = said.Error()
	}
	return quarry.Errorf(quarry.KindUnavailable, "the search index cannot be read or written: %s. What is stored is safe: "+
		"the index follows, or is built anew, as soon as it can be", reason).WithCode("index_unavailable").Because(err)
}
