package storetest

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"sync/atomic"
	"testing"

	"golang.org/x/sync/errgroup"

	"github.com/quarrykb/quarry"
)

func hydrationTests() tests {
	return tests{
		"entries come in the order of their references": entriesInOrder,
		"a reference to nothing is passed over":         goneReferences,
		"an entry is read as it is now":                 readsWhatIsNow,
		"no reader sees less than was saved before":     readsWhatWasSaved,
		"a scan passes every live entry once":           scanPassesOnce,
		"a scan goes on behind an entry that is gone":   scanGoesOn,
	}
}

func entriesOf(k quarry.Knowledge) []quarry.Entry {
	var entries []quarry.Entry
	for _, q := range k.Questions {
		entries = append(entries, q.Entry())
	}
	for _, f := range k.Facts {
		entries = append(entries, f.Entry())
	}
	for _, s := range k.Specs {
		entries = append(entries, s.Entry())
	}
	for _, p := range k.Passages {
		entries = append(entries, p.Entry())
	}
	return entries
}

func entriesInOrder(t *testing.T, store Store) {
	t.Helper()
	a, b := Mixed("a.md"), Mixed("b.md")
	save(t, store, a)
	save(t, store, b)
	want := slices.Concat(entriesOf(b), entriesOf(a))
	slices.Reverse(want)
	asked := make([]quarry.EntryRef, 0, len(want))
	for _, entry := range want {
		asked = append(asked, entry.EntryRef)
	}
	got, revision, err := store.Entries(t.Context(), asked)
	equal(t, "entries", must(t, got, err), want)
	equal(t, "revision", revision, revisionOf(t, store))
}

func goneReferences(t *testing.T, store Store) {
	t.Helper()
	k := Mixed("a.md")
	save(t, store, k)
	fact := k.Facts[0].Entry()
	got, _, err := store.Entries(t.Context(), []quarry.EntryRef{
		{Kind: quarry.EntryQuestion, ID: "q_none"},
		fact.EntryRef,
		{Kind: quarry.EntryPassage, ID: fact.ID},
		{Kind: quarry.EntryConflict, ID: "c_none"},
		{},
	})
	equal(t, "entries", must(t, got, err), []quarry.Entry{fact})
	got, _, err = store.Entries(t.Context(), nil)
	equal(t, "entries of nothing", must(t, got, err), nil)
}

// readsWhatIsNow reads everything several times between changes: what a store
// remembers must not outlive them.
func readsWhatIsNow(t *testing.T, store Store) {
	t.Helper()
	other := Mixed("other.md")
	for _, answer := range []string{"One.", "Two.", "", "Two.", "Three."} {
		k := NewDraft("a.md").Question("Which answer is it?", answer).Knowledge()
		want := k.Questions[0]
		save(t, store, k)
		save(t, store, other)
		for range 3 {
			got, revision, err := store.Question(t.Context(), want.ID)
			equal(t, "question", must(t, got, err), want)
			equal(t, "revision", revision, revisionOf(t, store))
			entries, revision, err := store.Entries(t.Context(), []quarry.EntryRef{want.Entry().EntryRef})
			equal(t, "entries", must(t, entries, err), []quarry.Entry{want.Entry()})
			equal(t, "revision", revision, revisionOf(t, store))
		}
		entries, _, err := store.Entries(t.Context(), []quarry.EntryRef{{Kind: quarry.EntryFact, ID: quarry.EntryID(want.ID)}})
		equal(t, "entries of another kind", must(t, entries, err), []quarry.Entry{})
		_, _, err = store.Fact(t.Context(), quarry.FactID(want.ID))
		is(t, "a fact with a question's id", err, quarry.KindNotFound)
		if _, err := store.DeleteDocument(t.Context(), k.Document.ID); err != nil {
			t.Fatal(err)
		}
		_, _, err = store.Question(t.Context(), want.ID)
		is(t, "a deleted question", err, quarry.KindNotFound)
	}
}

// readsWhatWasSaved reads a question beside a writer who counts in its answer.
func readsWhatWasSaved(t *testing.T, store Store) {
	t.Helper()
	c := counting{store: store}
	save(t, store, c.round(0))
	group, ctx := errgroup.WithContext(t.Context())
	group.Go(func() error { return c.write(ctx) })
	for range 3 {
		group.Go(func() error { return c.read(ctx) })
	}
	if err := group.Wait(); err != nil {
		t.Error(err)
	}
}

// counting is a writer who counts in an answer.
type counting struct {
	store Store
	saved atomic.Int64
}

const counted = 200

func (*counting) round(number int64) quarry.Knowledge {
	return NewDraft("a.md").Question("How far are we?", strconv.FormatInt(number, 10)).Knowledge()
}

func (c *counting) write(ctx context.Context) error {
	for number := int64(1); number <= counted; number++ {
		if _, err := c.store.SaveDocument(ctx, c.round(number)); err != nil {
			return err
		}
		c.saved.Store(number)
	}
	return nil
}

func (c *counting) read(ctx context.Context) error {
	id := c.round(0).Questions[0].ID
	for ctx.Err() == nil && c.saved.Load() < counted {
		least := c.saved.Load()
		q, _, err := c.store.Question(ctx, id)
		if err != nil {
			return err
		}
		if read, err := strconv.ParseInt(q.Answer, 10, 64); err != nil || read < least {
			return fmt.Errorf("read %q after %d was saved", q.Answer, least)
		}
	}
	return nil
}

// scan reads all entries in pieces.
func scan(t *testing.T, store Feed, size int) []quarry.Entry {
	t.Helper()
	var all []quarry.Entry
	var after quarry.EntryRef
	for {
		piece, err := store.ScanEntries(t.Context(), after, size)
		if must(t, piece, err); len(piece) == 0 {
			return all
		}
		if len(piece) > size {
			t.Fatalf("%d entries, want at most %d", len(piece), size)
		}
		all = append(all, piece...)
		after = piece[len(piece)-1].EntryRef
	}
}

func scanPassesOnce(t *testing.T, store Store) {
	t.Helper()
	want := map[quarry.EntryRef]quarry.Entry{}
	for _, path := range []string{"a.md", "b.md", "c.md"} {
		k := Mixed(path)
		save(t, store, k)
		for _, entry := range entriesOf(k) {
			want[entry.EntryRef] = entry
		}
	}
	whole := scan(t, store, 1000)
	equal(t, "number", len(whole), len(want))
	got := map[quarry.EntryRef]quarry.Entry{}
	for _, entry := range whole {
		got[entry.EntryRef] = entry
	}
	equal(t, "entries", got, want)
	for size := 1; size <= len(want); size++ {
		equal(t, fmt.Sprintf("pieces of %d", size), scan(t, store, size), whole)
	}
}

func scanGoesOn(t *testing.T, store Store) {
	t.Helper()
	a, b := Mixed("a.md"), Mixed("b.md")
	save(t, store, a)
	save(t, store, b)
	whole := scan(t, store, 1000)
	at := slices.IndexFunc(whole, func(e quarry.Entry) bool { return e.Source.DocumentID == a.Document.ID })
	if _, err := store.DeleteDocument(t.Context(), a.Document.ID); err != nil {
		t.Fatal(err)
	}
	got, err := store.ScanEntries(t.Context(), whole[at].EntryRef, 1000)
	want := slices.DeleteFunc(whole[at:], func(e quarry.Entry) bool { return e.Source.DocumentID == a.Document.ID })
	equal(t, "rest", must(t, got, err), want)
}
