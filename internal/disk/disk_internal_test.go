package disk

import (
	"errors"
	"io/fs"
	"syscall"
	"testing"
)

func TestAFolderThatCannotBeSyncedAtAllIsNoFault(t *testing.T) {
	t.Parallel()
	for cause, want := range map[syscall.Errno]bool{syscall.EINVAL: false, syscall.ENOTSUP: false, syscall.EIO: true, syscall.ENOSPC: true} {
		if err := unlessUnable(&fs.PathError{Op: "sync", Path: "backups", Err: cause}); (err != nil) != want || want && !errors.Is(err, cause) {
			t.Errorf("a sync that ends with %v is %v", cause, err)
		}
	}
	if err := (System{}).SyncFolder(t.TempDir()); err != nil {
		t.Errorf("a folder cannot be synced: %v", err)
	}
}
