package vectorindex_test

import (
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/search/searchtest"
	"github.com/quarrykb/quarry/search/vectorindex"
)

// Rows that went meanwhile are noticed at the start, and only they are
// made again.
func TestRowsThatWereLostAreMadeAgain(t *testing.T) {
	t.Parallel()
	all := append(notes(30), fact("wordless", "?!"))
	for name, o := range map[string]vectorindex.Options{
		"given": {Embedder: &words{id: "words"}}, "learnt": {Learner: learner{}}, "narrow": {Embedder: &words{id: "words"}, Exact: 1},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			store, vectors := searchtest.NewStore(all...), searchtest.NewVectors()
			catchUpAndAudit(t, open(t, vectors, o), store)
			before := rowsOf(t, vectors)
			other := before[11]
			other.About = before[12].About // of another text
			lose(t, vectors, []quarry.Vector{other}, before[0].EntryRef, before[17].EntryRef, all[30].EntryRef)
			checkExamined(t, store, vectors, vectorindex.Examination{Entries: 31, Missing: 3, Outdated: 1})
			given, isGiven := o.Embedder.(*words)
			if isGiven {
				given.texts.Store(0)
			}
			catchUpAndAudit(t, open(t, vectors, o), store)
			if diff := cmp.Diff(before, rowsOf(t, vectors)); diff != "" {
				t.Errorf("rows (-before +after):\n%s", diff)
			}
			if isGiven && given.texts.Load() != 4 {
				t.Errorf("%d texts were embedded, want 4", given.texts.Load())
			}
		})
	}
}

// catchUpAndAudit does what a server does at its start.
func catchUpAndAudit(t *testing.T, index *vectorindex.Index, store *searchtest.Store) {
	t.Helper()
	follower := newFollower(index, store, 7)
	if err := errors.Join(follower.CatchUp(t.Context()), follower.Audit(t.Context())); err != nil {
		t.Fatal(err)
	}
}

// lose writes rows and takes others away behind the index's back.
func lose(t *testing.T, vectors *searchtest.Vectors, puts []quarry.Vector, deletes ...quarry.EntryRef) {
	t.Helper()
	all, err := vectors.Embeddings(t.Context())
	if err := errors.Join(err, vectors.ApplyVectors(t.Context(), all[0], puts, deletes)); err != nil {
		t.Fatal(err)
	}
}

func checkExamined(t *testing.T, store *searchtest.Store, vectors *searchtest.Vectors, want vectorindex.Examination) {
	t.Helper()
	all, err := vectors.Embeddings(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if got, err := vectorindex.Examine(t.Context(), vectors, all[0], store); err != nil || got != want {
		t.Errorf("examined: %+v (%v), want %+v", got, err, want)
	}
}

func TestRowsOfNoEntryAreTakenAway(t *testing.T) {
	t.Parallel()
	store, vectors := searchtest.NewStore(notes(9)...), searchtest.NewVectors()
	catchUpAndAudit(t, open(t, vectors, byWords()), store)
	before := rowsOf(t, vectors)
	ghost := before[0]
	ghost.ID = "f_ghost"
	lose(t, vectors, []quarry.Vector{ghost})
	checkExamined(t, store, vectors, vectorindex.Examination{Entries: 9, Surplus: 1})
	embedder := &words{id: "words"}
	catchUpAndAudit(t, open(t, vectors, vectorindex.Options{Embedder: embedder}), store)
	if diff := cmp.Diff(before, rowsOf(t, vectors)); diff != "" || embedder.texts.Load() != 0 {
		t.Errorf("%d texts were embedded, rows (-before +after):\n%s", embedder.texts.Load(), diff)
	}
}

func TestWhatIsNotThereYetCannotBeAudited(t *testing.T) {
	t.Parallel()
	index := open(t, searchtest.NewVectors(), byWords())
	_, err := index.Amiss(t.Context(), notes(1))
	isUnavailable(t, "amiss", err)
	_, err = index.Count(t.Context())
	isUnavailable(t, "count", err)
}
