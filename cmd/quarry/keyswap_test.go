package main

import (
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/cmd/quarry/backup"
	"github.com/quarrykb/quarry/cmd/quarry/datadir"
	"github.com/quarrykb/quarry/store/sqlite"
)

// A key that was printed opens something, whatever was killed in the middle of a restore.
func TestAKeyIsMadeInTheDatabaseThatWaitsForItsPlace(t *testing.T) {
	t.Parallel()
	s := newSession(t)
	startServerOnce(t, s)
	saved := filepath.Join(t.TempDir(), "backup.db")
	if _, err := backup.Make(t.Context(), &s.Dir, saved); err != nil {
		t.Fatal(err)
	}
	decide(t, s, saved)
	name := "bot"
	if err := (&keyCreateCommand{Name: &name, Scope: "read"}).Run(t.Context(), s); err != nil {
		t.Fatal(err)
	}
	startServerOnce(t, s)
	store := openStored(t, s.Data)
	defer closeStore(t, store)
	if keys, err := store.Keys(t.Context()); err != nil || len(keys) != 1 {
		t.Errorf("keys = %+v (%v), want the one that was made", keys, err)
	}
}

// Where a restore is decided while a key is being made, the key is not relied on.
func TestAKeyThatARestoreOvertakesIsNotAcknowledged(t *testing.T) {
	t.Parallel()
	s := newSession(t)
	startServerOnce(t, s)
	for name, overtake := range map[string]func(datadir.Swap) error{
		"decided": func(datadir.Swap) error { return nil }, "completed": func(w datadir.Swap) error { return w.Complete(t.Context()) },
	} {
		err := s.WriteStore(t.Context(), "key", func(*sqlite.Store) error {
			w := s.NewSwap(time.Now())
			writeContents(t, s.Data, map[string]string{filepath.Base(w.Waiting()): "another"})
			return overtake(w)
		})
		if !quarry.IsKind(err, quarry.KindUnavailable) || !strings.Contains(err.Error(), "do it again") {
			t.Errorf("%s: the key is acknowledged with %v", name, err)
		}
		nextCommand(t, s)
		if err := s.RemoveDatabase(s.Database()); err != nil {
			t.Fatal(err)
		}
		startServerOnce(t, s)
	}
}
