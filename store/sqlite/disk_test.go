package sqlite_test

import (
	"context"
	"errors"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/store/sqlite"
	"github.com/quarrykb/quarry/store/storetest"
)

func TestAFullDiskRefusesOneDocumentAndKeepsTheOthers(t *testing.T) {
	t.Parallel()
	store := openEmpty(t)
	if _, err := store.SaveDocument(t.Context(), storetest.Mixed("a.md")); err != nil {
		t.Fatal(err)
	}
	before := storetest.StateOf(t.Context(), t, store)
	if err := store.LimitPages(t.Context(), 20); err != nil {
		t.Fatal(err)
	}
	large := storetest.NewDraft("large.md").Passage(strings.Repeat("words ", 100_000)).Knowledge()
	_, err := store.SaveDocument(t.Context(), large)
	shown := quarry.Explain(err)
	if shown.Kind != quarry.KindFull {
		t.Errorf("error = %v, want one that says that the disk is full", err)
	}
	after := storetest.StateOf(t.Context(), t, store)
	if diff := cmp.Diff(before, after); diff != "" {
		t.Errorf("the refused document left something behind:\n%s", diff)
	}
	if err := store.LimitPages(t.Context(), 10_000); err != nil {
		t.Fatal(err)
	}
	if _, err := store.SaveDocument(t.Context(), large); err != nil {
		t.Errorf("save with room on the disk: %v", err)
	}
}

func TestTwoStoresOnOneFileNeverWriteBehindAReader(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "quarry.db")
	storetest.TwoWriters(t, open(t, path), open(t, path))
}

func TestAReaderBesideAWriterSeesWhatIsCommitted(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "quarry.db")
	writer := open(t, path)
	if _, err := writer.SaveDocument(t.Context(), storetest.Mixed("a.md")); err != nil {
		t.Fatal(err)
	}
	reader := openReader(t, path)
	want := storetest.StateOf(t.Context(), t, writer)
	if diff := cmp.Diff(want, storetest.StateOf(t.Context(), t, reader)); diff != "" {
		t.Errorf("the reader sees something else:\n%s", diff)
	}
	if _, err := writer.SaveDocument(t.Context(), storetest.Mixed("b.md")); err != nil {
		t.Fatal(err)
	}
	now, err := writer.Revision(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if got, err := reader.Revision(t.Context()); err != nil || got != now {
		t.Errorf("revision = %d (%v), want %d", got, err, now)
	}
	if err := reader.Check(t.Context()); err != nil {
		t.Errorf("check: %v", err)
	}
}

func openReader(t *testing.T, path string) *sqlite.Store {
	t.Helper()
	reader, err := sqlite.OpenReadOnly(t.Context(), path, options())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := reader.Close(); err != nil {
			t.Errorf("close: %v", err)
		}
	})
	return reader
}

// A caller that is gone waits for no connection: neither does one that looks something up, which
// is not interrupted once it has one.
func TestALookUpWaitsForAConnectionAsLongAsItsCallerDoes(t *testing.T) {
	t.Parallel()
	store := openEmpty(t)
	gone, leave := context.WithCancel(t.Context())
	free, err := store.Occupy(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	var group sync.WaitGroup
	for name, lookUp := range map[string]func() error{
		"a document": func() error { _, _, err := store.Document(gone, "d_none"); return err },
		"a conflict": func() error { _, _, err := store.Conflict(gone, "c_none"); return err },
		"vectors":    func() error { _, err := store.Vectors(gone, 1, nil); return err },
	} {
		group.Go(func() {
			if err := lookUp(); !errors.Is(err, context.Canceled) {
				t.Errorf("%s: error = %v, want that the caller is gone", name, err)
			}
		})
	}
	leave()
	group.Wait()
	if err := free(); err != nil {
		t.Fatal(err)
	}
	if _, _, err := store.Document(t.Context(), "d_none"); !quarry.IsKind(err, quarry.KindNotFound) {
		t.Errorf("error = %v with a connection to be had, want not found", err)
	}
}

func TestAReaderNeedsNoWriter(t *testing.T) {
	t.Parallel()
	path := prepared(t)
	before := contents(t, filepath.Dir(path))
	reader := openReader(t, path)
	if _, err := reader.Stats(t.Context()); err != nil {
		t.Error(err)
	}
	if after := contents(t, filepath.Dir(path)); after != before {
		t.Error("reading changed the file")
	}
}

func TestAReaderRefusesToWrite(t *testing.T) {
	t.Parallel()
	reader := openReader(t, prepared(t))
	_, err := reader.SaveDocument(t.Context(), storetest.Mixed("a.md"))
	if !quarry.IsKind(err, quarry.KindUnavailable) {
		t.Errorf("save: error = %v, want one of kind %d", err, quarry.KindUnavailable)
	}
	_, err = reader.DeleteDocument(t.Context(), "d_any")
	if !quarry.IsKind(err, quarry.KindUnavailable) {
		t.Errorf("delete: error = %v, want one of kind %d", err, quarry.KindUnavailable)
	}
}

func TestCheckFindsDamage(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ statement, fault string }{
		"an entry that the feed lost":   {"DELETE FROM changes WHERE kind = 'fact'", "the feed and the fact rows differ"},
		"an entry that the feed buried": {"UPDATE changes SET op = 'delete' WHERE kind = 'spec'", "the feed and the spec rows differ"},
		"a feed row without an entry":   {"DELETE FROM passages", "the feed and the passage rows differ"},
		"a question in another's slot":  {"UPDATE slots SET question = 'q_another' WHERE slot = 1", "another one's slot"},
		"a topic that was lost":         {"DELETE FROM fact_topics", "the topics of fact rows differ"},
		"a topic from nowhere":          {"UPDATE passages SET topics = '[]'", "the topics of passage rows differ"},
		"a claim under another's key":   {"UPDATE specs SET claim = 'c_another'", "something else than it does"},
		"a claim of another device":     {"UPDATE specs SET device_id = 'loom'", "something else than it does"},
		"an answer that can be none":    {"INSERT INTO best_answers VALUES ('q_a', 1, 'spec', 's_a', 2, '', '')", "can be no answer"},
		"a document without content":    {"DELETE FROM contents", "no content"},
		"a content without document":    {"PRAGMA foreign_keys = 0; UPDATE contents SET document = 99", "refers to nothing"},
		"a card in another's slot":      {"UPDATE cards SET slot = 2", "a card is in another one's slot"},
		"a card that was not reviewed":  {"UPDATE cards SET reps = 2", "not what its last review left"},
		"a review without its card":     {"DELETE FROM cards", "a review has no card"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			store := openEmpty(t)
			k := storetest.Mixed("a.md")
			if _, err := store.SaveDocument(t.Context(), k); err != nil {
				t.Fatal(err)
			}
			known := func(quarry.Schedule, quarry.Rating, time.Time) (quarry.Schedule, error) {
				return quarry.Schedule{State: quarry.CardReview, Stability: 1, Difficulty: 1, Reps: 1, LastReview: options().Now()}, nil
			}
			review := quarry.Review{ID: "r.1", Learner: "ann", Question: k.Questions[0].ID, Rating: quarry.RatingGood, At: options().Now()}
			if _, err := store.RecordReview(t.Context(), review, known); err != nil {
				t.Fatal(err)
			}
			if err := store.Exec(t.Context(), c.statement); err != nil {
				t.Fatal(err)
			}
			err := store.Check(t.Context())
			if err == nil || !strings.Contains(quarry.Explain(err).Message, c.fault) {
				t.Errorf("error = %v, want one that says %q", err, c.fault)
			}
		})
	}
}
