package sqlite

import (
	"path/filepath"
	"testing"
)

func TestEverySyncOfEveryHandleReachesTheDiskItself(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "quarry.db")
	store, err := Open(t.Context(), file, Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = store.Close() })
	for name, dsn := range map[string]string{
		"writer": writerDSN(file), "beside": besideDSN(file), "reader": readerDSN(file), "copier": copierDSN(file), "lone": loneDSN(file),
	} {
		h, err := openHandle(t.Context(), dsn, 1)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		for _, setting := range []string{"fullfsync", "checkpoint_fullfsync"} {
			var on int
			if err := h.db.QueryRowContext(t.Context(), "PRAGMA "+setting).Scan(&on); err != nil || on != 1 {
				t.Errorf("%s: %s = %d (%v), want 1", name, setting, on, err)
			}
		}
		if err := h.close(); err != nil {
			t.Error(err)
		}
	}
}
