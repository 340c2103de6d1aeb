package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"

	"github.com/quarrykb/quarry/cmd/quarry/app"
	"github.com/quarrykb/quarry/cmd/quarry/datadir"
	"github.com/quarrykb/quarry/internal/disk"
)

// What a command says of a data directory that it may not use: never that there is no
// database in it.
func TestADataDirectoryThatCannotBeReadIsToldWithTheWayOut(t *testing.T) {
	t.Parallel()
	documents := openFolder(t)
	for _, arguments := range [][]string{
		{"search", "lamp"},
		{"reindex"},
		{"compact"},
		{"bench"},
		{"backup", filepath.Join(documents, "copy.db")},
		{"ingest", "--progress", "none", documents},
		{"serve", "--addr", "127.0.0.1:0"},
	} {
		t.Run(arguments[0], func(t *testing.T) {
			t.Parallel()
			data := filepath.Join(openFolder(t), "data")
			if err := os.Mkdir(data, 0o000); err != nil {
				t.Fatal(err)
			}
			says(t, data, arguments, "quarry: "+data+" is yours, but its rights (d---------) keep you from using it: chmod u+rwx "+data)
			if os.Chown(data, 4321, 4321) != nil {
				t.Skip("only root may give a folder away")
			}
			if err := os.Chmod(data, 0o700); err != nil {
				t.Fatal(err)
			}
			says(t, data, arguments, "it belongs to user 4321, with the rights drwx------. ")
		})
	}
}

func TestADiskThatTakesNoFileIsToldWithTheWayOut(t *testing.T) {
	t.Parallel()
	const full = "is full, or has no room for one more file: make room on it (df -h and df -i tell which)"
	for name, tc := range map[string]struct {
		flags         uintptr
		options, want string
		other         int // bytes of another file
	}{
		"read-only":      {flags: syscall.MS_RDONLY, want: "is on a file system that is read-only: mount it for writing"},
		"no inodes left": {options: "nr_inodes=1", want: full},
		"one inode only": {options: "nr_inodes=2", want: full},
		"no bytes left":  {options: "size=4k,nr_inodes=9", other: 4096, want: full},
		"enough":         {options: "size=64k", want: "<nil>"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := &app.Session{Dir: datadir.Dir{Disk: disk.System{}, Data: filepath.Join(t.TempDir(), "data")}}
			var mounted, taken error
			onThread(func() {
				if mounted = mountOn(filepath.Dir(s.Data), tc.flags, tc.options, tc.other); mounted == nil {
					taken = takeAndRelease(t, s)
				}
			})
			if mounted != nil {
				t.Skipf("no file system may be mounted here: %v", mounted)
			}
			if got := fmt.Sprint(taken); !strings.Contains(got, tc.want) {
				t.Errorf("acquire = %v, want %q", got, tc.want)
			}
		})
	}
}

// takeAndRelease takes a data directory for a moment.
func takeAndRelease(t *testing.T, s *app.Session) error {
	t.Helper()
	held, err := s.Acquire(t.Context(), "ingest")
	if err != nil {
		return err
	}
	return held.Release()
}

// mountOn mounts a file system on a folder for this thread alone, with another file in it
// where that takes bytes.
func mountOn(folder string, flags uintptr, options string, other int) error {
	err := errors.Join(
		syscall.Unshare(syscall.CLONE_NEWNS),
		syscall.Mount("none", "/", "", syscall.MS_REC|syscall.MS_PRIVATE, ""),
		syscall.Mount("box", folder, "tmpfs", flags, options))
	if err != nil || other == 0 {
		return err
	}
	return os.WriteFile(filepath.Join(folder, "other"), make([]byte, other), 0o600)
}

// says fails unless a command complains of something.
func says(t *testing.T, data string, arguments []string, want string) {
	t.Helper()
	if got := saidBy(t, data, arguments); !strings.Contains(got, want) {
		t.Errorf("said %q, want %q", got, want)
	}
}

// saidBy returns what a command complains of that is run by a user who may not use
// whatever its owner does not let them.
func saidBy(t *testing.T, data string, arguments []string) string {
	t.Helper()
	var out, complaints bytes.Buffer
	onThread(func() {
		if os.Geteuid() == 0 {
			_ = syscall.Setfsuid(65534) // of this thread; root may use everything
		}
		execute(t.Context(), append([]string{"--data", data}, arguments...), app.Streams{In: strings.NewReader(""), Out: &out, Err: &complaints})
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
		if err := os.Chmod(each, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	return folder
}
