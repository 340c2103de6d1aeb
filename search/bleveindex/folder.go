package bleveindex

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/quarrykb/quarry/internal/disk"
)

// currentName is the file that names the generation that serves.
const currentName = "current"

// folder is where generations live. Only what its current file names is
// complete.
type folder string

func (f folder) generation(number int) string {
	return filepath.Join(string(f), fmt.Sprintf("generation-%06d", number))
}

// numberOf returns the number in a generation's path, 0 where there is none.
func numberOf(path string) int {
	var number int
	if _, err := fmt.Sscanf(filepath.Base(path), "generation-%06d", &number); err != nil {
		return 0
	}
	return number
}

// current returns the path of the generation that serves, or "".
func (f folder) current() (string, error) {
	name, err := os.ReadFile(filepath.Join(string(f), currentName))
	if errors.Is(err, fs.ErrNotExist) {
		return "", nil
	}
	if err != nil {
		return "", fmt.Errorf("read which index is current: %w", err)
	}
	number := numberOf(strings.TrimSpace(string(name)))
	if number == 0 {
		return "", damage("the file that names the current index is damaged")
	}
	return f.generation(number), nil
}

// point makes a generation the current one, in one step.
func (f folder) point(path string) error {
	target := filepath.Join(string(f), currentName)
	if err := writeSynced(target+".new", filepath.Base(path)+"\n"); err != nil {
		return fmt.Errorf("write which index is current: %w", err)
	}
	if err := os.Rename(target+".new", target); err != nil {
		return fmt.Errorf("name the current index: %w", err)
	}
	return disk.System{}.SyncFolder(string(f)) // the rename is to last
}

// next returns a path for a new generation: one that none of the folder's has,
// nor the one that serves, whose files may be gone while it still serves.
func (f folder) next(serving int) (string, error) {
	if err := os.MkdirAll(string(f), 0o700); err != nil {
		return "", fmt.Errorf("make the index folder: %w", err)
	}
	entries, err := os.ReadDir(string(f))
	if err != nil {
		return "", fmt.Errorf("list generations: %w", err)
	}
	last := serving
	for _, entry := range entries {
		last = max(last, numberOf(entry.Name()))
	}
	return f.generation(last + 1), nil
}

// sweep removes every generation but one.
func (f folder) sweep(keep string) error {
	entries, err := os.ReadDir(string(f))
	if err != nil {
		return fmt.Errorf("list generations: %w", err)
	}
	var failed []error
	for _, entry := range entries {
		path := filepath.Join(string(f), entry.Name())
		if numberOf(path) > 0 && path != keep {
			failed = append(failed, os.RemoveAll(path))
		}
	}
	return errors.Join(failed...)
}

func writeSynced(path, text string) error {
	file, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o600) //nolint:gosec // One of our own folder's.
	if err != nil {
		return err
	}
	_, err = file.WriteString(text)
	return errors.Join(err, file.Sync(), file.Close())
}
