package sqlite_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/store/sqlite"
	"github.com/quarrykb/quarry/store/storetest"
)

// emptied is a database most of which was deleted, and the state of the rest.
func emptied(t *testing.T, path string) storetest.State {
	t.Helper()
	store := open(t, path)
	if _, err := store.SaveDocument(t.Context(), storetest.Mixed("kept.md")); err != nil {
		t.Fatal(err)
	}
	var gone []quarry.DocumentID
	for i := range 20 {
		name := fmt.Sprintf("gone-%d.md", i)
		long := storetest.NewDraft(name).Passage(strings.Repeat(name+" is long. ", 5000)).Knowledge()
		if _, err := store.SaveDocument(t.Context(), long); err != nil {
			t.Fatal(err)
		}
		gone = append(gone, long.Document.ID)
	}
	for _, id := range gone {
		if _, err := store.DeleteDocument(t.Context(), id); err != nil {
			t.Fatal(err)
		}
	}
	space, err := store.Space(t.Context())
	if err != nil || space.Free < space.Taken/2 || space.Free >= space.Taken {
		t.Fatalf("space = %+v (%v), want most of it free", space, err)
	}
	state := storetest.StateOf(t.Context(), t, store)
	if err := store.Close(); err != nil {
		t.Fatal(err)
	}
	return state
}

func TestCompactGivesBackWhatIsFreeAndNothingElse(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "quarry.db")
	want := emptied(t, path)
	done, err := sqlite.Compact(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	before, after := done.Before, done.After
	if after.Free != 0 || after.Taken > before.Taken-before.Free || after.Taken == 0 {
		t.Errorf("before %+v, after %+v, want all that was free given back", before, after)
	}
	if info, err := os.Stat(path); err != nil || info.Size() != after.Taken {
		t.Errorf("the file has %d bytes (%v), want %d", info.Size(), err, after.Taken)
	}
	store := open(t, path)
	if err := store.Check(t.Context()); err != nil {
		t.Errorf("the database is not sound: %v", err)
	}
	if diff := cmp.Diff(want, storetest.StateOf(t.Context(), t, store)); diff != "" {
		t.Errorf("it says something else (-before +after):\n%s", diff)
	}
}

func TestCompactRefusesWhatIsNoDatabaseOfQuarrys(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	other := filepath.Join(folder, "notes.txt")
	if err := os.WriteFile(other, []byte(strings.Repeat("no database at all ", 100)), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := sqlite.Compact(t.Context(), other); !quarry.IsKind(err, quarry.KindUnsupported) {
		t.Errorf("a text: %v, want %v", err, quarry.KindUnsupported)
	}
	if _, err := sqlite.Compact(t.Context(), filepath.Join(folder, "none.db")); !quarry.IsKind(err, quarry.KindNotFound) {
		t.Errorf("nothing: %v, want %v", err, quarry.KindNotFound)
	}
}
