package disk //nolint:testpackage // which errors of a sync pass is decided inside

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"syscall"
	"testing"
)

// tape is a file in memory that notes what is done to it.
type tape struct {
	*bytes.Reader

	copied []byte // what was written, where it belongs
	synced int    // bytes that were written when it was synced; -1 for never
	broken error  // what writing says
}

func newTape(size int) *tape {
	some := make([]byte, size)
	for i := range some {
		some[i] = byte(i / 1000)
	}
	return &tape{Reader: bytes.NewReader(some), synced: -1}
}

func (p *tape) WriteAt(some []byte, at int64) (int, error) {
	if p.broken != nil {
		return 0, p.broken
	}
	if at != int64(len(p.copied)) {
		return 0, fmt.Errorf("%d bytes are written at %d", len(some), at)
	}
	p.copied = append(p.copied, some...)
	return len(some), nil
}

func (p *tape) Sync() error {
	p.synced = len(p.copied)
	return nil
}

func TestEveryByteIsWrittenAgainBeforeTheSync(t *testing.T) {
	t.Parallel()
	for _, size := range []int{0, 1, rewritten - 1, rewritten, rewritten + 1, 2*rewritten + 7} {
		file := newTape(size)
		if err := WriteAgain(file); err != nil {
			t.Errorf("%d bytes: %v", size, err)
		}
		want := make([]byte, size)
		if _, err := file.ReadAt(want, 0); err != nil && !errors.Is(err, io.EOF) {
			t.Fatal(err)
		}
		if !bytes.Equal(file.copied, want) || file.synced != size {
			t.Errorf("of %d bytes %d were written again, or others, and %d synced", size, len(file.copied), file.synced)
		}
	}
}

func TestWhatCannotBeWrittenAgainIsNotSaidToLast(t *testing.T) {
	t.Parallel()
	file := newTape(3)
	file.broken = syscall.EIO
	if err := WriteAgain(file); !errors.Is(err, syscall.EIO) || file.synced >= 0 {
		t.Errorf("error = %v, synced: %t, want an I/O error and no sync", err, file.synced >= 0)
	}
}

func TestAFileThatIsRewrittenHoldsWhatItDid(t *testing.T) {
	t.Parallel()
	name := filepath.Join(t.TempDir(), "some")
	want := bytes.Repeat([]byte("some text\n"), rewritten/5)
	if err := os.WriteFile(name, want, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := (System{}).Rewrite(name); err != nil {
		t.Fatal(err)
	}
	if got, err := os.ReadFile(name); err != nil || !bytes.Equal(got, want) {
		t.Errorf("%d bytes are another text (%v), want the %d there were", len(got), err, len(want))
	}
	if err := (System{}).Rewrite(name + "-none"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a file that is not there: %v", err)
	}
}

func TestFilesAndFoldersAreForTheirOwnerAlone(t *testing.T) {
	t.Parallel()
	folder := filepath.Join(t.TempDir(), "some", "folder")
	if err := (System{}).MakeFolder(folder); err != nil {
		t.Fatal(err)
	}
	file, err := System{}.Create(folder, "new-*")
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(file.Sync(), file.Close(), System{}.SyncFolder(folder)); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]fs.FileMode{folder: 0o700, filepath.Dir(folder): 0o700, file.Name(): 0o600} {
		if info, err := os.Stat(name); err != nil || info.Mode().Perm() != want {
			t.Errorf("%s is %v (%v), want %v", name, info.Mode(), err, want)
		}
	}
}

func TestEveryFolderThatGetsANameIsSynced(t *testing.T) {
	t.Parallel()
	top := t.TempDir()
	var synced []string
	note := func(folder string) error { synced = append(synced, folder); return nil }
	name := filepath.Join(top, "a", "b")
	if err := MakeFolder(name, note); err != nil {
		t.Fatal(err)
	}
	if want := []string{top, filepath.Join(top, "a")}; !slices.Equal(synced, want) {
		t.Errorf("%q are synced, want %q", synced, want)
	}
	synced = nil
	if err := MakeFolder(name, note); err != nil || synced != nil {
		t.Errorf("%q are synced (%v) for a folder that is there", synced, err)
	}
	refused := MakeFolder(filepath.Join(top, "c"), func(string) error { return syscall.EIO })
	if !errors.Is(refused, syscall.EIO) {
		t.Errorf("error = %v of a folder whose name cannot be synced", refused)
	}
}

// Some file systems have no sync of a folder, and say so in one of several ways.
func TestAFolderThatCannotBeSyncedAtAllIsNoFailure(t *testing.T) {
	t.Parallel()
	for err, passes := range map[error]bool{
		syscall.EINVAL: true, syscall.ENOTSUP: true, syscall.ENOSYS: true,
		syscall.EIO: false, syscall.ENOSPC: false, fs.ErrClosed: false,
	} {
		got := unlessUnknown(&os.PathError{Op: "sync", Path: "some", Err: err})
		if (got == nil) != passes || got != nil && !errors.Is(got, err) {
			t.Errorf("%v is %v", err, got)
		}
	}
	if err := (System{}).SyncFolder(filepath.Join(t.TempDir(), "none")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a folder that is not there: %v", err)
	}
}
