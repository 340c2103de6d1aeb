package datadir

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/quarrykb/quarry"
)

func TestNothingIsWrittenOverWhatQuarryUses(t *testing.T) {
	t.Parallel()
	s := newDir(t)
	linked := filepath.Join(t.TempDir(), "linked")
	if err := os.Symlink(s.Data, linked); err != nil {
		t.Fatal(err)
	}
	for name, own := range map[string]bool{
		"quarry.db": true, "quarry.db-wal": true, "quarry.db-shm": true, "quarry.db.before-20240601T120000Z": true,
		"quarry.db.restoring-20240601T120000Z": true, ".quarry.db-incoming-1": true, "quarry.lock": true, "Quarry.DB": true,
		"index/a.db": true, "spool": true, "spool/upload-1": true, "spool.before-20240601T120000Z/upload-1": true,
		"backups/../quarry.db-wal": true,
		"backups/monday.db":        false, "monday.db": false, "spooled.db": false, "../quarry.db": false, "": false, ".": false,
	} {
		for _, data := range []string{s.Data, linked} {
			path := data + "/" + name
			if got := quarry.IsKind(s.MayReplace(path, true), quarry.KindInvalid); name != "" && name != "." && got != own {
				t.Errorf("writing %s is refused: %v, want %v", path, got, own)
			}
			if refused := s.MayWrite(path) != nil; refused != own {
				t.Errorf("a folder of backups at %s is refused: %v, want %v", path, refused, own)
			}
		}
	}
}
