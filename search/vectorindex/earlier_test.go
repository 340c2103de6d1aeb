package vectorindex_test

import (
	"context"
	"fmt"
	"log/slog"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/search"
	"github.com/quarrykb/quarry/search/searchtest"
	"github.com/quarrykb/quarry/search/vectorindex"
)

// paid embeds by words, and does no more once so many texts are embedded.
type paid struct {
	words

	most  int64
	asked []string
}

func (p *paid) Embed(ctx context.Context, texts []string, kind search.TextKind) ([][]float32, error) {
	if p.texts.Load()+int64(len(texts)) > p.most {
		return nil, quarry.Errorf(quarry.KindUnavailable, "the account is empty")
	}
	p.asked = append(p.asked, texts...)
	return p.words.Embed(ctx, texts, kind)
}

// ask begins to count anew.
func (p *paid) ask(most int64) {
	p.texts.Store(0)
	p.most, p.asked = most, nil
}

func newFollower(index *vectorindex.Index, store *searchtest.Store, batch int) *search.Follower {
	return search.NewFollower("vector", store, index, search.Pace{Batch: batch}, slog.New(slog.DiscardHandler))
}

// notes returns so many entries, each of a text of its own.
func notes(count int) []quarry.Entry {
	all := make([]quarry.Entry, count)
	for i := range all {
		all[i] = fact(fmt.Sprintf("note-%03d", i), fmt.Sprintf("It is said that oven%d bakes loaf%d.", i, i))
	}
	return all
}

// An embedder that is paid by the text, and was cut off in the middle, is asked
// only for what it has not made yet: whether the process goes on or is another
// one, and whatever has changed meanwhile.
func TestAnInterruptedBuildIsGoneOnWith(t *testing.T) {
	t.Parallel()
	const count, made, batch = 100, 63, 10
	for name, restart := range map[string]bool{"the embedder was away": false, "the process was killed": true} {
		store, vectors := searchtest.NewStore(notes(count)...), searchtest.NewVectors()
		embedder := &paid{words: words{id: "paid"}, most: made}
		options := vectorindex.Options{Embedder: embedder}
		index := open(t, vectors, options)
		isUnavailable(t, name, newFollower(index, store, batch).CatchUp(t.Context()))

		gone, changed := notes(count)[3], notes(count)[5]
		changed.Text = "Nothing is said of ovens."
		store.Delete(gone.EntryRef)
		store.Put(changed)
		if restart {
			index = open(t, vectors, options)
		}
		embedder.ask(count)
		if err := newFollower(index, store, batch).CatchUp(t.Context()); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		const whole = made / batch * batch // of what was made, in whole writes
		if got := embedder.texts.Load(); got != count-whole+1 {
			t.Errorf("%s: %d texts were embedded, want the %d that were left and the one that changed", name, got, count-whole)
		}
		checkAsUndisturbed(t, name, store, vectors)
		if got := found(t, index, "oven99 loaf3"); !slices.Equal(got, []string{"f_note-099"}) {
			t.Errorf("%s: it finds %v, want the note of oven 99", name, got)
		}
	}
}

// checkAsUndisturbed fails unless vectors are those that are made at one go.
func checkAsUndisturbed(t *testing.T, name string, store *searchtest.Store, vectors *searchtest.Vectors) {
	t.Helper()
	undisturbed := searchtest.NewVectors()
	if err := newFollower(open(t, undisturbed, byWords()), store, 0).CatchUp(t.Context()); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(rowsOf(t, undisturbed), rowsOf(t, vectors)); diff != "" {
		t.Errorf("%s: vectors (-undisturbed +gone on with):\n%s", name, diff)
	}
}

// rowsOf returns what the only generation holds.
func rowsOf(t *testing.T, store *searchtest.Vectors) []quarry.Vector {
	t.Helper()
	all, err := store.Embeddings(t.Context())
	if err != nil || len(all) != 1 || !all[0].Serving {
		t.Fatalf("generations: %+v (%v), want one that serves", all, err)
	}
	rows, err := store.ScanVectors(t.Context(), all[0].Number, quarry.EntryRef{}, 1000)
	if err != nil {
		t.Fatal(err)
	}
	return rows
}

func TestWhatAnotherEmbedderHasBegunIsDropped(t *testing.T) {
	t.Parallel()
	store, vectors := searchtest.NewStore(notes(30)...), searchtest.NewVectors()
	embedder := &paid{words: words{id: "paid"}, most: 20}
	isUnavailable(t, "the first", newFollower(open(t, vectors, vectorindex.Options{Embedder: embedder}), store, 10).CatchUp(t.Context()))
	index := open(t, vectors, byWords())
	if all, err := vectors.Embeddings(t.Context()); err != nil || len(all) != 0 {
		t.Errorf("after opening there are %+v (%v), want none", all, err)
	}
	if err := newFollower(index, store, 10).CatchUp(t.Context()); err != nil {
		t.Fatal(err)
	}
	if got := len(rowsOf(t, vectors)); got != 30 {
		t.Errorf("%d vectors, want 30", got)
	}
}

// What is damaged is made anew, and nothing else.
func TestOnlyDamagedVectorsAreAskedForAgain(t *testing.T) {
	t.Parallel()
	store, vectors := searchtest.NewStore(notes(30)...), searchtest.NewVectors()
	embedder := &paid{words: words{id: "paid"}, most: 30}
	options := vectorindex.Options{Embedder: embedder}
	if err := newFollower(open(t, vectors, options), store, 0).CatchUp(t.Context()); err != nil {
		t.Fatal(err)
	}
	before := rowsOf(t, vectors)
	broken := slices.Clone(before[:2])
	broken[0].About, broken[1].Values = broken[0].About[:9], broken[1].Values[:9]
	all, _ := vectors.Embeddings(t.Context())
	if err := vectors.ApplyVectors(t.Context(), all[0], broken, nil); err != nil {
		t.Fatal(err)
	}
	embedder.ask(30)
	if err := newFollower(open(t, vectors, options), store, 0).CatchUp(t.Context()); err != nil {
		t.Fatal(err)
	}
	if got := embedder.texts.Load(); got != 2 {
		t.Errorf("%d texts were embedded, want the two whose vectors were damaged", got)
	}
	if diff := cmp.Diff(before, rowsOf(t, vectors)); diff != "" {
		t.Errorf("vectors (-before +after):\n%s", diff)
	}
}

// What is known of an entry beside its vector may grow: that costs no vector.
func TestVectorsOfAnEarlierRecordAreNotAskedForAgain(t *testing.T) {
	t.Parallel()
	store, vectors := searchtest.NewStore(notes(30)...), searchtest.NewVectors()
	embedder := &paid{words: words{id: "paid"}, most: 30}
	options := vectorindex.Options{Embedder: embedder}
	if err := newFollower(open(t, vectors, options), store, 0).CatchUp(t.Context()); err != nil {
		t.Fatal(err)
	}
	now := rowsOf(t, vectors)
	earlier := slices.Clone(now)
	for i := range earlier {
		earlier[i].About = append([]byte{earlier[i].About[0] - 1}, earlier[i].About[1:]...)
	}
	all, _ := vectors.Embeddings(t.Context())
	if err := vectors.ApplyVectors(t.Context(), all[0], earlier, nil); err != nil {
		t.Fatal(err)
	}
	embedder.ask(30)
	if err := newFollower(open(t, vectors, options), store, 0).CatchUp(t.Context()); err != nil {
		t.Fatal(err)
	}
	if got := embedder.texts.Load(); got != 0 {
		t.Errorf("%d texts were embedded, want none", got)
	}
	if diff := cmp.Diff(now, rowsOf(t, vectors)); diff != "" {
		t.Errorf("vectors (-want +got):\n%s", diff)
	}
}
