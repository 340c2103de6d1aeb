package main

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"

	"github.com/quarrykb/quarry/internal/disk"
)

// What a command says of a data directory that it may not use: never that there is no
// database in it.
func TestADataDirectoryThatCannotBeReadIsToldWithTheWayOut(t *testing.T) {
	t.Parallel()
	documents := openFolder(t)
	for _, arguments := range [][]string{
		{"search", "lamp"}, {"reindex"}, {"compact"}, {"bench"}, {"backup", filepath.Join(documents, "copy.db")},
		{"ingest", "--progress", "none", documents}, {"serve", "--addr", "127.0.0.1:0"},
	} {
		t.Run(arguments[0], func(t *testing.T) {
			t.Parallel()
			data := filepath.Join(openFolder(t), "data")
			if err := os.Mkdir(data, 0o000); err != nil {
				t.Fatal(err)
			}
			got := saidBy(t, data, arguments)
			if want := "quarry: " + data + " is yours, but its rights (d---------) let nobody use it: chmod u+rwx " + data; !strings.Contains(got, want) {
				t.Errorf("said %q, want %q", got, want)
			}
			if err := os.Chown(data, 4321, 4321); err != nil {
				t.Skip("only root may give a folder away")
			}
			if err := os.Chmod(data, 0o700); err != nil { //nolint:gosec // its owner has to enter it
				t.Fatal(err)
			}
			got = saidBy(t, data, arguments)
			if want := "it belongs to user 4321, with the rights drwx------. "; !strings.Contains(got, want) {
				t.Errorf("said %q, want %q", got, want)
			}
		})
	}
}

func TestADiskThatTakesNoFileIsToldWithTheWayOut(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		flags         uintptr
		options, want string
	}{
		"read-only":       {syscall.MS_RDONLY, "", "is on a file system that is read-only: mount it for writing"},
		"no inodes left":  {0, "nr_inodes=1", "is full, or has no room for one more file: df -h and df -i tell which"},
		"one inode only":  {0, "nr_inodes=2", "is full, or has no room for one more file: df -h and df -i tell which"},
		"no bytes left":   {0, "size=4k,nr_inodes=9", "is full, or has no room for one more file: df -h and df -i tell which"},
		"enough for both": {0, "size=64k", ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			folder := t.TempDir()
			s := &session{disk: disk.System{}, data: filepath.Join(folder, "data")}
			var mounted, taken error
			onThread(func() {
				mounted = errors.Join(
					syscall.Unshare(syscall.CLONE_NEWNS),
					syscall.Mount("none", "/", "", syscall.MS_REC|syscall.MS_PRIVATE, ""),
					syscall.Mount("box", folder, "tmpfs", tc.flags, tc.options))
				if mounted != nil {
					return
				}
				if strings.HasPrefix(tc.options, "size=4k") {
					mounted = os.WriteFile(filepath.Join(folder, "other"), make([]byte, 4096), 0o600)
				}
				var held *lock
				if held, taken = s.acquire(t.Context(), "ingest"); taken == nil {
					taken = held.release()
				}
			})
			if mounted != nil {
				t.Skipf("no file system may be mounted here: %v", mounted)
			}
			if tc.want == "" && taken == nil {
				return
			}
			if taken == nil || !strings.Contains(taken.Error(), tc.want) || tc.want == "" {
				t.Errorf("acquire = %v, want %q", taken, tc.want)
			}
		})
	}
}

// saidBy returns what a command complains of that is run by somebody who may not use
// whatever its owner does not let them.
func saidBy(t *testing.T, data string, arguments []string) string {
	t.Helper()
	var out, complaints bytes.Buffer
	onThread(func() {
		if os.Geteuid() == 0 {
			_ = syscall.Setfsuid(65534) // of this thread; root may use everything
		}
		execute(t.Context(), append([]string{"--data", data}, arguments...), stdio{in: strings.NewReader(""), out: &out, err: &complaints})
	})
	return complaints.String()
}

// onThread runs something on a thread of its own, which ends with it.
func onThread(do func()) {
	done := make(chan struct{})
	go func() {
		defer close(done)
		runtime.LockOSThread()
		do()
	}()
	<-done
}

// openFolder is a temporary folder that everybody may enter.
func openFolder(t *testing.T) string {
	t.Helper()
	folder := t.TempDir()
	for _, each := range []string{filepath.Dir(folder), folder} {
		if err := os.Chmod(each, 0o755); err != nil { //nolint:gosec // that is the point
			t.Fatal(err)
		}
	}
	return folder
}
