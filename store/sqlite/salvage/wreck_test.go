package salvage_test

import (
	"crypto/sha256"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/store/sqlite"
	"github.com/quarrykb/quarry/store/sqlite/salvage"
	"github.com/quarrykb/quarry/store/storetest"
)

// options has a clock that stands still.
func options() sqlite.Options {
	return sqlite.Options{Now: func() time.Time { return time.Date(2024, 6, 1, 12, 0, 0, 0, time.UTC) }}
}

// long is a document whose text goes on over many pages.
func long(path string, lines int) quarry.Knowledge {
	draft := storetest.NewDraft(path)
	for i := range lines {
		draft.Passage(fmt.Sprintf("%s, line %d: %s", path, i, strings.Repeat("rye ", i%40)))
	}
	return draft.Knowledge()
}

// stocked fills a store with documents, of which one was replaced and every fifth
// deleted, and returns those that it holds.
func stocked(t *testing.T, store *sqlite.Store, documents int) map[quarry.DocumentID]quarry.Knowledge {
	t.Helper()
	held := map[quarry.DocumentID]quarry.Knowledge{}
	save := func(k quarry.Knowledge) {
		if _, err := store.SaveDocument(t.Context(), k); err != nil {
			t.Fatal(err)
		}
		held[k.Document.ID] = k
	}
	save(storetest.Mixed("replaced.md"))
	for i := range documents {
		k := long(fmt.Sprintf("%03d.md", i), 1+i*7)
		save(k)
		if i%5 == 4 {
			if _, err := store.DeleteDocument(t.Context(), k.Document.ID); err != nil {
				t.Fatal(err)
			}
			delete(held, k.Document.ID)
		}
	}
	save(long("replaced.md", 60))
	return held
}

// copyFiles copies a database, with its log where it has one, and returns where to.
func copyFiles(t *testing.T, path string) string {
	t.Helper()
	to := filepath.Join(t.TempDir(), "quarry.db")
	for _, end := range []string{"", "-wal"} {
		content, err := os.ReadFile(path + end)
		if err == nil {
			err = os.WriteFile(to+end, content, 0o600)
		}
		if err != nil && !os.IsNotExist(err) {
			t.Fatal(err)
		}
	}
	return to
}

// change rewrites a file.
func change(t *testing.T, path string, how func([]byte) []byte) {
	t.Helper()
	content, err := os.ReadFile(path)
	if err == nil {
		err = os.WriteFile(path, how(content), 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
}

func openWreck(t *testing.T, path string) *salvage.Wreck {
	t.Helper()
	wreck, err := salvage.Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := wreck.Close(); err != nil {
			t.Error(err)
		}
	})
	return wreck
}

// savedBy returns the texts of the documents that a wreck saves.
func savedBy(t *testing.T, wreck *salvage.Wreck) map[quarry.DocumentID]string {
	t.Helper()
	page, err := wreck.Documents(t.Context(), quarry.Filter{}, quarry.PageRequest{})
	if err != nil {
		t.Fatal(err)
	}
	texts := map[quarry.DocumentID]string{}
	for _, d := range page.Items {
		content, _, err := wreck.Content(t.Context(), d.ID)
		if err != nil {
			t.Errorf("content of %s: %v", d.Path, err)
		}
		texts[d.ID] = summary(d.Path, content.Text)
	}
	return texts
}

// summary is a text in a form that can be read where it is another one.
func summary(path string, text []byte) string {
	return fmt.Sprintf("%s, %d bytes, %x", path, len(text), sha256.Sum256(text))
}

func textsOf(held map[quarry.DocumentID]quarry.Knowledge) map[quarry.DocumentID]string {
	texts := map[quarry.DocumentID]string{}
	for id, k := range held {
		texts[id] = summary(k.Document.Path, k.Content.Text)
	}
	return texts
}

// stockedFile returns what a database holds that was closed, its path, and that of a copy
// of which the log holds most still.
func stockedFile(t *testing.T) (map[quarry.DocumentID]quarry.Knowledge, string, string) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "quarry.db")
	store, err := sqlite.Open(t.Context(), path, options())
	if err != nil {
		t.Fatal(err)
	}
	held := stocked(t, store, 12)
	logged := copyFiles(t, path)
	if err := store.Close(); err != nil {
		t.Fatal(err)
	}
	return held, path, logged
}

func TestAWreckSavesAllThatIsStillThere(t *testing.T) {
	t.Parallel()
	held, path, logged := stockedFile(t)
	for name, tc := range map[string]struct {
		from string
		hurt func(t *testing.T, path string)
	}{
		"nothing is wrong":               {path, func(*testing.T, string) {}},
		"the header is gone":             {path, zero(0, 100)},
		"the schema is gone, and a list": {path, zero(0, 4096)},
		"a log that is not folded in":    {logged, func(*testing.T, string) {}},
		"the database is missing":        {logged, func(t *testing.T, path string) { t.Helper(); remove(t, path) }},
		"the database is empty": {logged, func(t *testing.T, path string) {
			t.Helper()
			change(t, path, func([]byte) []byte { return nil })
		}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			to := copyFiles(t, tc.from)
			tc.hurt(t, to)
			wreck := openWreck(t, to)
			if diff := cmp.Diff(textsOf(held), savedBy(t, wreck)); diff != "" {
				t.Errorf("saved are (-stored +saved):\n%s", diff)
			}
			if lost := wreck.Lost(); len(lost) > 0 {
				t.Errorf("lost are %+v, want nothing", lost)
			}
		})
	}
}

// zero overwrites a part of a file.
func zero(from, to int) func(*testing.T, string) {
	return func(t *testing.T, path string) {
		t.Helper()
		change(t, path, func(content []byte) []byte {
			clear(content[from:to])
			return content
		})
	}
}

func remove(t *testing.T, path string) {
	t.Helper()
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
}

// SQLite itself says how much of a log counts, wherever it is cut off or damaged.
func TestALogCountsAsFarAsItDoesForSQLite(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "quarry.db")
	store, err := sqlite.Open(t.Context(), path, options())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := store.Close(); err != nil {
			t.Error(err)
		}
	})
	stocked(t, store, 12)
	random := rand.New(rand.NewPCG(17, 3))
	for range 40 {
		to := copyFiles(t, path)
		flipped := random.IntN(2) == 0
		var at int
		change(t, to+"-wal", func(content []byte) []byte {
			if at = random.IntN(len(content)); flipped {
				content[at] ^= 1 << random.IntN(8)
				return content
			}
			return content[:at]
		})
		got := savedBy(t, openWreck(t, to))
		if want := whatSQLiteReads(t, to); !cmp.Equal(want, got) {
			t.Errorf("log flipped %t at %d: the wreck has %d documents, SQLite %d", flipped, at, len(got), len(want))
		}
	}
}

// whatSQLiteReads returns the texts that a store finds; nothing where the log has lost
// the tables.
func whatSQLiteReads(t *testing.T, path string) map[quarry.DocumentID]string {
	t.Helper()
	store, err := sqlite.Open(t.Context(), path, options())
	if err != nil {
		t.Fatal(err)
	}
	page, err := store.Knowledge(t.Context(), quarry.Filter{}, quarry.PageRequest{Limit: 1000})
	if err != nil {
		t.Fatal(err)
	}
	if err := store.Close(); err != nil {
		t.Fatal(err)
	}
	texts := map[quarry.DocumentID]string{}
	for _, k := range page.Items {
		texts[k.Document.ID] = summary(k.Document.Path, k.Content.Text)
	}
	return texts
}

// Whatever page is lost, no document is made up, and none is lost without a word.
func TestNoPageTakesADocumentWithItInSilence(t *testing.T) {
	t.Parallel()
	held, path, _ := stockedFile(t)
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	const size = 4096
	named := 0
	for at := 0; at < int(info.Size()); at += size {
		to := copyFiles(t, path)
		zero(at, at+size)(t, to)
		named += checkToldOf(t, at/size+1, held, openWreck(t, to))
	}
	if named == 0 {
		t.Error("no document that is lost was named by its path")
	}
}

// checkToldOf reports an error unless every document is saved as it was or named as
// lost, and returns how many are named by their paths.
func checkToldOf(t *testing.T, page int, held map[quarry.DocumentID]quarry.Knowledge, wreck *salvage.Wreck) int {
	t.Helper()
	stored, told, named := textsOf(held), savedBy(t, wreck), 0
	for _, lost := range wreck.Lost() {
		if _, ok := told[lost.ID]; ok {
			t.Errorf("page %d: %s is saved and lost", page, lost.ID)
		}
		told[lost.ID] = stored[lost.ID]
		if lost.Path == held[lost.ID].Document.Path {
			named++
		}
	}
	if diff := cmp.Diff(stored, told); diff != "" {
		t.Errorf("page %d: documents (-stored +saved or lost):\n%s", page, diff)
	}
	return named
}

// addKeys adds more keys than stand on a page, and returns them by their ids.
func addKeys(t *testing.T, store *sqlite.Store, made time.Time) []quarry.Key {
	t.Helper()
	var keys []quarry.Key
	for number := range byte(40) {
		key, _, err := quarry.NewKey(fmt.Sprintf("key %d", number), quarry.ScopeRead, [quarry.KeyEntropy]byte{number, 31: number}, made)
		if err == nil {
			err = store.AddKey(t.Context(), key)
		}
		if err != nil {
			t.Fatal(err)
		}
		keys = append(keys, key)
	}
	slices.SortFunc(keys, func(a, b quarry.Key) int { return strings.Compare(string(a.ID), string(b.ID)) })
	return keys
}

func TestAWreckKeepsKeysJobsAndWhatIsDoneOnce(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "quarry.db")
	store, err := sqlite.Open(t.Context(), path, options())
	if err != nil {
		t.Fatal(err)
	}
	made := time.Date(2024, 6, 1, 12, 0, 0, 0, time.UTC)
	keys := addKeys(t, store, made)
	if keys[3], err = store.RevokeKey(t.Context(), keys[3].ID, made.Add(time.Hour)); err != nil {
		t.Fatal(err)
	}
	jobs := []quarry.Job{
		{ID: "j_1", State: quarry.JobQueued, CreatedAt: made, Order: quarry.JobOrder{Kind: quarry.JobReindex}},
		{ID: "j_2", State: quarry.JobRunning, CreatedAt: made.Add(1), Attempts: 2, Order: quarry.JobOrder{
			Kind: quarry.JobIngest, Files: []quarry.JobFile{{Collection: "main", Path: "a.md", Spooled: "upload-1", SHA256: "00", Bytes: 7}},
		}},
	}
	for _, job := range jobs {
		if _, err := store.AddJob(t.Context(), job, quarry.JobKey{}, time.Time{}); err != nil {
			t.Fatal(err)
		}
	}
	if err := store.MarkDone(t.Context(), "starter"); err != nil {
		t.Fatal(err)
	}
	if err := store.Close(); err != nil {
		t.Fatal(err)
	}
	zero(0, 4096)(t, path)
	wreck := openWreck(t, path)
	if diff := cmp.Diff(keys, wreck.Keys()); diff != "" {
		t.Errorf("keys (-stored +saved):\n%s", diff)
	}
	got := wreck.Jobs()
	for i := range got {
		got[i].CreatedAt = jobs[min(i, 1)].CreatedAt // microseconds are stored
	}
	if diff := cmp.Diff(jobs, got); diff != "" {
		t.Errorf("jobs (-stored +saved):\n%s", diff)
	}
	if done := wreck.Done(); !slices.Equal(done, []string{"starter"}) {
		t.Errorf("done are %q, want the starter corpus", done)
	}
}

// A correction is as long as its texts are, and there are more of them than stand on a page.
func TestAWreckKeepsCorrections(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "quarry.db")
	store, err := sqlite.Open(t.Context(), path, options())
	if err != nil {
		t.Fatal(err)
	}
	var want []quarry.Correction
	for i := range 60 {
		k := storetest.Mixed(fmt.Sprintf("%02d.md", i))
		_, err := store.SaveDocument(t.Context(), k)
		c := quarry.Correction{
			EntryRef: k.Facts[0].Entry().EntryRef, Action: quarry.ActionCorrect, By: "maya",
			Set: quarry.Wording{Statement: "It is vellum. " + strings.Repeat("Rye is a flour. ", 1+i*20)},
		}
		if err == nil {
			c, err = store.Correct(t.Context(), c)
		}
		if err == nil && i%3 == 0 { // it outlives its document
			_, err = store.DeleteDocument(t.Context(), k.Document.ID)
			c.Lapsed = true
		}
		if err != nil {
			t.Fatal(err)
		}
		want = append(want, c)
	}
	if _, err := store.Withdraw(t.Context(), want[7].EntryRef, ""); err != nil {
		t.Fatal(err)
	}
	want = slices.Delete(want, 7, 8)
	if err := store.Close(); err != nil {
		t.Fatal(err)
	}
	zero(0, 100)(t, path)
	if diff := cmp.Diff(want, openWreck(t, path).Corrections()); diff != "" {
		t.Errorf("corrections (-stored +saved):\n%s", diff)
	}
}

// Pages that were freed still hold what was deleted. It stays deleted, also where the
// list of free pages is gone with the header.
func TestWhatWasDeletedStaysSoInAWreck(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "quarry.db")
	store, err := sqlite.Open(t.Context(), path, options())
	if err != nil {
		t.Fatal(err)
	}
	var saved []quarry.Knowledge
	for i := range 120 {
		k := storetest.Mixed(fmt.Sprintf("%03d.md", i))
		if _, err := store.SaveDocument(t.Context(), k); err != nil {
			t.Fatal(err)
		}
		saved = append(saved, k)
	}
	held := map[quarry.DocumentID]quarry.Knowledge{}
	random := rand.New(rand.NewPCG(17, 5))
	random.Shuffle(len(saved), func(i, j int) { saved[i], saved[j] = saved[j], saved[i] })
	for i, k := range saved {
		if i < 10 {
			held[k.Document.ID] = k
			continue
		}
		if _, err := store.DeleteDocument(t.Context(), k.Document.ID); err != nil {
			t.Fatal(err)
		}
	}
	if err := store.Close(); err != nil {
		t.Fatal(err)
	}
	zero(0, 100)(t, path)
	wreck := openWreck(t, path)
	if diff := cmp.Diff(textsOf(held), savedBy(t, wreck)); diff != "" {
		t.Errorf("saved are (-stored +saved):\n%s", diff)
	}
	if len(wreck.Lost()) > 0 {
		t.Errorf("lost are %+v, want nothing", wreck.Lost())
	}
}
