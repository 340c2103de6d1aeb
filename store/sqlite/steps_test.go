package sqlite_test

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/store/sqlite"
	"github.com/quarrykb/quarry/store/storetest"
)

// lengthy is a document of many entries. Some of them ask what its other editions, and each
// other, ask.
func lengthy(edition int) quarry.Knowledge {
	draft := storetest.NewDraft("long.md")
	if edition > 1 {
		draft = draft.Passage("A new first line moves all others.")
	}
	for i := range 12 {
		draft = draft.Fact(fmt.Sprintf("thing %d", i), fmt.Sprintf("thing %d is number %d", i, i*(1+edition%2*(i%2))))
		draft = draft.Question(fmt.Sprintf("What is thing %d of edition %d?", i, edition*(i%3)), fmt.Sprintf("number %d", i),
			func(q *quarry.Question) { q.Asks = fmt.Sprintf("thing %d", i/2) })
	}
	return draft.Knowledge()
}

// interrupted opens a store whose writes are given up behind some transactions of entries.
func interrupted(t *testing.T, path string, rows, after int) (*sqlite.Store, context.Context) {
	t.Helper()
	ctx, cancel := context.WithCancelCause(t.Context())
	o := options()
	left := after
	o.Now = func() time.Time {
		if left--; left < 0 {
			cancel(errInterrupted)
		}
		return time.Date(2024, 5, 4, 3, 2, 1, 0, time.UTC)
	}
	store, err := sqlite.Open(t.Context(), path, o)
	if err != nil {
		t.Fatal(err)
	}
	store.StepRows(rows)
	left = after
	return store, ctx
}

var errInterrupted = errors.New("interrupted")

// A long document that is written in steps holds nothing untrue after any of them, passes
// for one that is to be read again, and is completed by the next attempt.
func TestALongDocumentThatIsInterruptedIsTrueAndCompletedByTheNextAttempt(t *testing.T) {
	t.Parallel()
	first, second := lengthy(1), lengthy(2)
	for name, write := range map[string]func(context.Context, *sqlite.Store) error{
		"added":   func(ctx context.Context, s *sqlite.Store) error { _, err := s.SaveDocument(ctx, second); return err },
		"changed": func(ctx context.Context, s *sqlite.Store) error { _, err := s.SaveDocument(ctx, second); return err },
		"deleted": func(ctx context.Context, s *sqlite.Store) error {
			_, err := s.DeleteDocument(ctx, first.Document.ID)
			return err
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			steps := 0
			for interruptedBehind(t, name, write, steps) {
				steps++
			}
			if steps < 4 {
				t.Errorf("it was written in %d steps, want more", steps)
			}
		})
	}
}

// interruptedBehind interrupts a write behind some steps, and tries again. It reports whether
// there was anything to interrupt.
func interruptedBehind(t *testing.T, name string, write func(context.Context, *sqlite.Store) error, steps int) bool {
	t.Helper()
	path := filepath.Join(t.TempDir(), "quarry.db")
	stock := open(t, path)
	saveInto(t, stock, storetest.NewDraft("other.md").Question("And thing 2?", "", func(q *quarry.Question) { q.Asks = "thing 2" }).Knowledge())
	if name != "added" {
		saveInto(t, stock, lengthy(1))
	}
	mustClose(t, stock)
	store, ctx := interrupted(t, path, 5, steps)
	defer mustClose(t, store)
	err := write(ctx, store)
	halfWay(t, store, steps, err)
	if err == nil {
		return false
	}
	if err := write(t.Context(), store); err != nil {
		t.Fatalf("once more behind %d steps: %v", steps, err)
	}
	complete(t, store, name, lengthy(2))
	return true
}

// halfWay examines a store after some steps.
func halfWay(t *testing.T, store *sqlite.Store, after int, interrupted error) {
	t.Helper()
	if err := store.Check(t.Context()); err != nil {
		t.Errorf("behind %d steps: %v", after, err)
	}
	k, wrong, err := store.CheckDigests(t.Context(), storetest.NewDraft("long.md").Knowledge().Document.ID)
	if err != nil || len(wrong) > 0 {
		t.Errorf("behind %d steps: wrong are %q (%v)", after, wrong, err)
	}
	for _, f := range k.Facts {
		if got := string(k.Content.Text[f.Source.ByteStart:f.Source.ByteEnd]); got != f.Statement {
			t.Errorf("behind %d steps: a fact says %q and its text %q", after, f.Statement, got)
		}
	}
	if begun := after > 0 && interrupted != nil; begun && k.Document.Fingerprint != "" {
		t.Errorf("behind %d steps: the document passes for one that was read by %q", after, k.Document.Fingerprint)
	}
}

// complete holds a document against what it is to be.
func complete(t *testing.T, store *sqlite.Store, name string, want quarry.Knowledge) {
	t.Helper()
	if err := store.Check(t.Context()); err != nil {
		t.Error(err)
	}
	k, _, err := store.CheckDigests(t.Context(), want.Document.ID)
	if name == "deleted" {
		want = quarry.Knowledge{}
	}
	if err != nil || k.Document.Fingerprint != want.Document.Fingerprint || k.Size() != want.Size() {
		t.Errorf("%d entries are left of %q (%v), want %d", k.Size(), k.Document.Fingerprint, err, want.Size())
	}
	if diff := cmp.Diff(want.Facts, k.Facts); diff != "" {
		t.Errorf("facts (-want +got):\n%s", diff)
	}
}

func saveInto(t *testing.T, store *sqlite.Store, k quarry.Knowledge) {
	t.Helper()
	if _, err := store.SaveDocument(t.Context(), k); err != nil {
		t.Fatal(err)
	}
}

func mustClose(t *testing.T, store *sqlite.Store) {
	t.Helper()
	if err := store.Close(); err != nil {
		t.Error(err)
	}
}
