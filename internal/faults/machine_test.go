package faults_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/quarrykb/quarry/internal/disk"
	"github.com/quarrykb/quarry/internal/faults"
)

var machines *faults.Machines

func TestMain(m *testing.M) {
	var err error
	if machines, err = faults.Install(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	os.Exit(m.Run())
}

// newMachine returns a machine over a folder in which a file "old" holds "old".
func newMachine(t *testing.T) (*faults.Machine, string) {
	t.Helper()
	folder := t.TempDir()
	if err := os.WriteFile(filepath.Join(folder, "old"), []byte("old"), 0o600); err != nil {
		t.Fatal(err)
	}
	machine, err := machines.New(folder)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { machines.Remove(machine) })
	return machine, folder
}

// write makes a file, and returns its path.
func write(t *testing.T, on disk.Disk, folder string, sync bool) string { //nolint:revive // both are meant
	t.Helper()
	file, err := on.Create(folder, "new-*")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := file.Write([]byte("new")); err != nil {
		t.Fatal(err)
	}
	if sync {
		err = file.Sync()
	}
	if err := errors.Join(err, file.Close()); err != nil {
		t.Fatal(err)
	}
	return file.Name()
}

// holds returns what a folder's files hold, by name.
func holds(t *testing.T, folder string) map[string]string {
	t.Helper()
	all := map[string]string{}
	entries, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	for _, entry := range entries {
		text, err := os.ReadFile(filepath.Join(folder, entry.Name()))
		if err != nil {
			t.Fatal(err)
		}
		all[strings.SplitN(entry.Name(), "-", 2)[0]] = string(text)
	}
	return all
}

func TestAPowerCutLeavesWhatWasSynced(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		do   func(t *testing.T, on disk.Disk, folder string)
		want map[string]string
	}{
		"a file that is synced in a folder that is not": {
			func(t *testing.T, on disk.Disk, folder string) { t.Helper(); write(t, on, folder, true) },
			map[string]string{"old": "old"},
		},
		"a file that is not synced in a folder that is": {
			func(t *testing.T, on disk.Disk, folder string) {
				t.Helper()
				write(t, on, folder, false)
				must(t, on.SyncFolder(folder))
			},
			map[string]string{"old": "old", "new": ""},
		},
		"a file and its folder": {
			func(t *testing.T, on disk.Disk, folder string) {
				t.Helper()
				write(t, on, folder, true)
				must(t, on.SyncFolder(folder))
			},
			map[string]string{"old": "old", "new": "new"},
		},
		"a name that is not synced": {
			func(t *testing.T, on disk.Disk, folder string) {
				t.Helper()
				must(t, on.Rename(filepath.Join(folder, "old"), filepath.Join(folder, "other")))
			},
			map[string]string{"old": "old"},
		},
		"a name that is": {
			func(t *testing.T, on disk.Disk, folder string) {
				t.Helper()
				must(t, on.Rename(filepath.Join(folder, "old"), filepath.Join(folder, "other")))
				must(t, on.SyncFolder(folder))
			},
			map[string]string{"other": "old"},
		},
		"a second name": {
			func(t *testing.T, on disk.Disk, folder string) {
				t.Helper()
				must(t, on.Link(filepath.Join(folder, "old"), filepath.Join(folder, "other")))
				must(t, on.SyncFolder(folder))
			},
			map[string]string{"old": "old", "other": "old"},
		},
		"a removal that is not synced": {
			func(t *testing.T, on disk.Disk, folder string) {
				t.Helper()
				must(t, on.Remove(filepath.Join(folder, "old")))
			},
			map[string]string{"old": "old"},
		},
		"a file that took another one's place without being synced": {
			func(t *testing.T, on disk.Disk, folder string) {
				t.Helper()
				must(t, on.Rename(write(t, on, folder, false), filepath.Join(folder, "old")))
				must(t, on.SyncFolder(folder))
			},
			map[string]string{"old": ""},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			machine, folder := newMachine(t)
			tc.do(t, machine.Disk(), folder)
			must(t, machine.Restart(nil))
			same(t, holds(t, folder), tc.want)
		})
	}
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func same(t *testing.T, got, want map[string]string) {
	t.Helper()
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("on the disk is %q, want %q", got, want)
	}
}

// As on Linux: what could not be written counts as clean, and the next sync has nothing
// to do for it.
func TestASyncThatFailsLosesWhatItWasToMakeLast(t *testing.T) {
	t.Parallel()
	machine, folder := newMachine(t)
	file, err := machine.Disk().Create(folder, "new-*")
	must(t, err)
	must(t, machine.Disk().SyncFolder(folder))
	machine.Begin(faults.Plan{Kind: faults.Sync, N: 1})
	_, err = file.Write([]byte("lost"))
	must(t, err)
	if err := file.Sync(); !errors.Is(err, syscall.EIO) {
		t.Errorf("sync: %v, want an I/O error", err)
	}
	_, err = file.Write([]byte("kept"))
	must(t, err)
	must(t, errors.Join(file.Sync(), file.Close()))
	same(t, holds(t, folder), map[string]string{"old": "old", "new": "lostkept"})
	must(t, machine.Restart(nil))
	same(t, holds(t, folder), map[string]string{"old": "old", "new": "\x00\x00\x00\x00kept"})
}

func TestAShortWriteLeavesHalfAndSaysThatTheDiskIsFull(t *testing.T) {
	t.Parallel()
	machine, folder := newMachine(t)
	machine.Begin(faults.Plan{Kind: faults.Short, N: 1})
	file, err := machine.Disk().Create(folder, "new-*")
	must(t, err)
	if n, err := file.Write([]byte("half")); n != 2 || !errors.Is(err, syscall.ENOSPC) {
		t.Errorf("%d bytes are written (%v), want 2 and a full disk", n, err)
	}
	must(t, file.Close())
	same(t, holds(t, folder), map[string]string{"old": "old", "new": "ha"})
}

// Of what was not synced a part may be there, in any order, and one sector in part.
func TestAPowerCutMayKeepSomeSectorsAndTearOne(t *testing.T) {
	t.Parallel()
	const sectors = 8
	seen := map[string]bool{}
	for seed := range uint64(200) {
		machine, folder := newMachine(t)
		file, err := machine.Disk().Create(folder, "large-*")
		must(t, err)
		must(t, machine.Disk().SyncFolder(folder))
		_, err = file.Write([]byte(strings.Repeat("x", sectors*512)))
		must(t, errors.Join(err, file.Close()))
		must(t, machine.Restart(rand.New(rand.NewPCG(seed, 1))))
		got := holds(t, folder)["large"]
		whole := strings.Count(got, strings.Repeat("x", 512))
		switch written := strings.Count(got, "x"); {
		case written == 0:
			seen["nothing"] = true
		case written%512 != 0:
			seen["torn"] = true
		case whole == sectors:
			seen["everything"] = true
		}
		if strings.Contains(strings.TrimRight(got, "\x00"), "\x00") {
			seen["a hole"] = true
		}
		machines.Remove(machine)
	}
	for _, want := range []string{"nothing", "torn", "a hole"} {
		if !seen[want] {
			t.Errorf("no seed left %s", want)
		}
	}
}

func TestOneCounterSaysWhichOperationFails(t *testing.T) {
	t.Parallel()
	for want, lasting := range map[string]bool{"[3]": false, "[3 4 5]": true} {
		machine, folder := newMachine(t)
		on := machine.Disk()
		machine.Begin(faults.Plan{Kind: faults.EIO, N: 3, Lasting: lasting})
		var failed []int
		for i := range 5 {
			if on.SyncFolder(folder) != nil {
				failed = append(failed, i+1)
			}
		}
		if got := fmt.Sprint(failed); got != want || !machine.Reached() || machine.Count(faults.EIO) != 5 {
			t.Errorf("lasting %t: %s of %d failed, want %s of 5", lasting, got, machine.Count(faults.EIO), want)
		}
		machine.Heal()
		if err := on.SyncFolder(folder); err != nil {
			t.Errorf("healed: %v", err)
		}
	}
}

func TestNothingWorksAfterAPowerCutUntilTheRestart(t *testing.T) {
	t.Parallel()
	machine, folder := newMachine(t)
	on := machine.Disk()
	machine.Begin(faults.Plan{Kind: faults.Cut, N: 1})
	if err := on.SyncFolder(folder); err == nil || !machine.IsCut() {
		t.Errorf("the power is cut: %t (%v)", machine.IsCut(), err)
	}
	machine.Heal()
	_, read := on.Open(filepath.Join(folder, "old"))
	_, listed := on.ReadFolder(folder)
	for what, err := range map[string]error{"read": read, "list": listed, "sync": on.SyncFolder(folder), "remove": on.Remove(filepath.Join(folder, "old"))} {
		if err == nil {
			t.Errorf("%s works without power", what)
		}
	}
	must(t, machine.Restart(nil))
	must(t, on.Remove(filepath.Join(folder, "old")))
}
