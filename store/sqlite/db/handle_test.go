package db_test

import (
	"database/sql"
	"path/filepath"
	"testing"

	"github.com/quarrykb/quarry/store/sqlite/db"
)

func TestEverySyncOfEveryHandleReachesTheDiskItself(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "quarry.db")
	opened, err := db.Open(t.Context(), file, db.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = opened.Close() })
	handles := map[string]*sql.DB{"writer": opened.Writer}
	for name, as := range map[string]db.Settings{
		"beside": db.Beside, "reader": db.Reading, "copier": db.Copying, "lone": db.Alone,
	} {
		h, err := db.Connect(t.Context(), file, as, 1)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		t.Cleanup(func() {
			if err := h.Close(); err != nil {
				t.Error(err)
			}
		})
		handles[name] = h
	}
	for name, h := range handles {
		for _, setting := range []string{"fullfsync", "checkpoint_fullfsync"} {
			var on int
			if err := h.QueryRowContext(t.Context(), "PRAGMA "+setting).Scan(&on); err != nil || on != 1 {
				t.Errorf("%s: %s = %d (%v), want 1", name, setting, on, err)
			}
		}
	}
}
