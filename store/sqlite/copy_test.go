package sqlite_test

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/store/sqlite"
	"github.com/quarrykb/quarry/store/storetest"
)

func TestACopyHoldsWhatTheDatabaseDoesAndStandsAlone(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "quarry.db")
	store := open(t, path)
	for _, name := range []string{"a.md", "b.md"} {
		if _, err := store.SaveDocument(t.Context(), storetest.Mixed(name)); err != nil {
			t.Fatal(err)
		}
	}
	folder := t.TempDir()
	to := filepath.Join(folder, "copy.db")
	held, err := sqlite.Copy(t.Context(), path, to)
	if err != nil {
		t.Fatal(err)
	}
	stats, err := store.Stats(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if held.Documents != stats.Documents || held.Counts != stats.Counts || held.Revision != stats.Revision || held.Bytes == 0 {
		t.Errorf("the copy holds %+v, want %+v", held, stats)
	}
	files, err := os.ReadDir(folder)
	if err != nil || len(files) != 1 {
		t.Errorf("beside the copy stands something (%v): %v", err, files)
	}
	if diff := cmp.Diff(storetest.StateOf(t.Context(), t, store), storetest.StateOf(t.Context(), t, open(t, to))); diff != "" {
		t.Errorf("the copy says something else (-database +copy):\n%s", diff)
	}
}

func TestACopyIsOfOneMomentWhileOthersWrite(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "quarry.db")
	store := open(t, path)
	ctx, stop := context.WithCancel(t.Context())
	var writer sync.WaitGroup
	wrote := make(chan struct{}, 1)
	writer.Go(func() { writeUntil(ctx, t, store, wrote) })
	defer writer.Wait()
	defer stop()
	<-wrote
	for i := range 5 {
		to := filepath.Join(t.TempDir(), "copy.db")
		held, err := sqlite.Copy(t.Context(), path, to)
		if err != nil {
			t.Fatalf("copy %d: %v", i, err)
		}
		copied := open(t, to)
		if err := copied.Check(t.Context()); err != nil {
			t.Errorf("copy %d is not of one moment: %v", i, err)
		}
		if stats, err := copied.Stats(t.Context()); err != nil || stats.Revision != held.Revision || stats.Documents == 0 {
			t.Errorf("copy %d: %+v (%v), want the revision of %+v", i, stats, err, held)
		}
	}
}

// writeUntil writes the same documents again and again, in turn with and without
// what is in them.
func writeUntil(ctx context.Context, t *testing.T, store *sqlite.Store, wrote chan<- struct{}) {
	t.Helper()
	for i := 0; ctx.Err() == nil; i++ {
		k := storetest.Mixed([]string{"a.md", "b.md", "c.md"}[i%3])
		if i%2 > 0 {
			k = storetest.NewDraft(k.Document.Path).Passage("Something else stands here now.").Knowledge()
		}
		if _, err := store.SaveDocument(ctx, k); err != nil && ctx.Err() == nil {
			t.Errorf("write %d: %v", i, err)
			return
		}
		select {
		case wrote <- struct{}{}:
		default:
		}
	}
}

func TestWhatWasDeletedIsNotInACopy(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "quarry.db")
	store := open(t, path)
	secret := storetest.NewDraft("secret.md").Passage("The heron is called Zebedee.").Knowledge()
	if _, err := store.SaveDocument(t.Context(), secret); err != nil {
		t.Fatal(err)
	}
	if _, err := store.DeleteDocument(t.Context(), secret.Document.ID); err != nil {
		t.Fatal(err)
	}
	to := filepath.Join(t.TempDir(), "copy.db")
	if _, err := sqlite.Copy(t.Context(), path, to); err != nil {
		t.Fatal(err)
	}
	content, err := os.ReadFile(to)
	if err != nil || bytes.Contains(content, []byte("Zebedee")) {
		t.Errorf("the copy still has what was deleted (%v)", err)
	}
}

func TestADatabaseOfAnOlderSchemaIsCopiedAsItIs(t *testing.T) {
	t.Parallel()
	k := storetest.Mixed("a.md")
	to := filepath.Join(t.TempDir(), "copy.db")
	held, err := sqlite.Copy(t.Context(), ofSchema1(t, k), to)
	if err != nil || held.Schema != 1 || held.Documents != 1 {
		t.Fatalf("the copy holds %+v (%v), want a document in schema 1", held, err)
	}
	if stats, err := open(t, to).Stats(t.Context()); err != nil || stats.Documents != 1 {
		t.Errorf("brought up to date it holds %+v (%v)", stats, err)
	}
}

func TestWhatIsNoSoundDatabaseIsNotCopied(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		from string
		kind quarry.Kind
	}{
		"nothing":         {filepath.Join(t.TempDir(), "missing.db"), quarry.KindNotFound},
		"no database":     {fileOf(t, []byte("Once upon a time there was a heron.")), quarry.KindUnsupported},
		"another program": {foreign(t), quarry.KindUnsupported},
		"a damaged one":   {damagedDatabase(t), quarry.KindUnavailable},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, err := sqlite.Copy(t.Context(), tc.from, filepath.Join(t.TempDir(), "copy.db"))
			if !quarry.IsKind(err, tc.kind) {
				t.Errorf("error = %v, want kind %d", err, tc.kind)
			}
		})
	}
}

func TestACopyEndsWhenTheCallerStopsWaiting(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "quarry.db")
	store := open(t, path)
	if _, err := store.SaveDocument(t.Context(), storetest.Mixed("a.md")); err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	stop()
	if held, err := sqlite.Copy(ctx, path, filepath.Join(t.TempDir(), "copy.db")); err == nil {
		t.Errorf("the copy holds %+v, want none", held)
	}
}

func TestADatabaseThatIsReadIsNotAlone(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "quarry.db")
	writer, err := sqlite.Open(t.Context(), path, options())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := writer.SaveDocument(t.Context(), storetest.Mixed("a.md")); err != nil {
		t.Fatal(err)
	}
	if err := sqlite.Alone(t.Context(), path); !quarry.IsKind(err, quarry.KindConflict) {
		t.Errorf("beside a writer: error = %v, want one that it is open", err)
	}
	if err := writer.Close(); err != nil {
		t.Fatal(err)
	}
	if err := sqlite.Alone(t.Context(), path); err != nil {
		t.Errorf("alone: %v", err)
	}
	if _, err := os.Stat(path + "-wal"); !os.IsNotExist(err) {
		t.Errorf("a log stands beside it: %v", err)
	}
}

func fileOf(t *testing.T, content []byte) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "file.db")
	if err := os.WriteFile(path, content, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// damagedDatabase returns a database of which a page in the middle is not what it was.
func damagedDatabase(t *testing.T) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "quarry.db")
	store, err := sqlite.Open(t.Context(), path, options())
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"a.md", "b.md", "c.md"} {
		if _, err := store.SaveDocument(t.Context(), storetest.Mixed(name)); err != nil {
			t.Fatal(err)
		}
	}
	if err := store.Close(); err != nil {
		t.Fatal(err)
	}
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for at := len(content) / 3; at < 2*len(content)/3; at++ {
		content[at] ^= 0x5a
	}
	return fileOf(t, content)
}
