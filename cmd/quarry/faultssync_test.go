package main

import (
	"fmt"
	"io"
	"path/filepath"
	"testing"
	"time"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/internal/faults"
	"github.com/quarrykb/quarry/store/sqlite"
	"github.com/quarrykb/quarry/store/storetest"
)

// A sync that fails loses what it was to write, and the next one has nothing to do for it
// and succeeds. What the caller is told behind that is the truth all the same:
// whether the sync was that of a commit, or of a checkpoint, which SQLite makes by the way
// and does not speak of.
func TestWhatIsAcknowledgedBehindAFailedSyncIsOnTheDisk(t *testing.T) {
	t.Parallel()
	for name, documents := range map[string]int{"of a commit": 3, "of a checkpoint": 120} {
		for _, again := range []string{"the same process", "the next one"} {
			t.Run(name+", "+again, func(t *testing.T) {
				t.Parallel()
				holdFailedSync(t, documents, again == "the next one")
			})
		}
	}
}

func holdFailedSync(t *testing.T, documents int, reopens bool) { //nolint:revive // it is one of two cases
	t.Helper()
	folder := t.TempDir()
	machine, err := faultMachines.New(folder)
	if err != nil {
		t.Fatal(err)
	}
	defer faultMachines.Remove(machine)
	s := (&faultGrounds{}).session(folder, machine.Disk(), io.Discard)
	open := func() *sqlite.Store {
		store, err := sqlite.Open(t.Context(), s.Database(), s.StoreOptions())
		if err != nil {
			t.Fatal(err)
		}
		return store
	}
	closed := open() // so that nothing of making it is left to be synced
	if err := closed.Close(); err != nil {
		t.Fatal(err)
	}
	store := open()
	if err := addFaultKey(t, store, 0); err != nil {
		t.Fatal(err)
	}
	failSync(t, machine, store, documents)
	if reopens {
		if err := store.Close(); err != nil {
			t.Error(err)
		}
		store = open()
	}
	if err := addFaultKey(t, store, 2); err != nil {
		t.Fatal(err)
	}
	machine.Begin(faults.Plan{Kind: faults.Cut, N: 1}) // before it is closed
	_ = store.Close()
	if err := machine.Restart(nil); err != nil {
		t.Fatal(err)
	}
	store = open()
	defer func() { _ = store.Close() }()
	checkKeyAndDocuments(t, store, documents)
}

// failSync stores documents and a key, while a sync fails: that of the key where there
// are few of them, and else one of a checkpoint.
func failSync(t *testing.T, machine *faults.Machine, store *sqlite.Store, documents int) {
	t.Helper()
	machine.Begin(faults.Plan{Kind: faults.Sync, N: 1})
	for i := range documents {
		if _, err := store.SaveDocument(t.Context(), storetest.Mixed(fmt.Sprintf("%03d.md", i))); err != nil {
			t.Fatal(err)
		}
	}
	refused := addFaultKey(t, store, 1)
	if (refused == nil) == (documents < 100) || !machine.Reached() {
		t.Fatalf("the first key behind the fault: %v, a sync failed: %t", refused, machine.Reached())
	}
}

// checkKeyAndDocuments looks for the last key, and everything before it.
func checkKeyAndDocuments(t *testing.T, store *sqlite.Store, documents int) {
	t.Helper()
	keys, err := store.Keys(t.Context())
	if err != nil || len(keys) < 2 || keys[len(keys)-1].ID != "k_2" {
		t.Errorf("%d keys are there (%v), the last one is to be among them", len(keys), err)
	}
	if stats, err := store.Stats(t.Context()); err != nil || stats.Documents != documents {
		t.Errorf("%d documents are there (%v), want %d", stats.Documents, err, documents)
	}
	if err := store.Check(t.Context()); err != nil {
		t.Error(err)
	}
}

func addFaultKey(t *testing.T, store *sqlite.Store, n int) error {
	t.Helper()
	return store.AddKey(t.Context(), quarry.Key{
		ID: quarry.KeyID(fmt.Sprintf("k_%d", n)), Name: filepath.Base(t.Name()), Scope: quarry.ScopeRead,
		Hash: [32]byte{byte(n)}, Created: time.Unix(int64(n)+1, 0),
	})
}
