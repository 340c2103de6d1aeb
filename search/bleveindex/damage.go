package bleveindex

import (
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"io"
	"os"
	"path/filepath"
)

// damage is the finding that an index is broken.
type damage string

func (d damage) Error() string { return string(d) }

// safely turns a panic into damage: bleve panics on bytes that it did not
// write, and one broken file must not end the program.
func safely(do func() error) error {
	var err error
	func() {
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
// write is missed by nobody; without any other the index does not open.
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
