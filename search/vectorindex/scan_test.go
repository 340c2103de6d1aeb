package vectorindex_test

import (
	"cmp"
	"context"
	"fmt"
	"hash/fnv"
	"math"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/search"
	"github.com/quarrykb/quarry/search/searchtest"
	"github.com/quarrykb/quarry/search/vectorindex"
)

// directions embeds every text into a direction of its own, in one of some
// clusters or in none.
type directions struct{ dim, clusters int }

func (d directions) ID() string { return fmt.Sprintf("directions/%d/%d", d.dim, d.clusters) }

func (d directions) Dim() int { return d.dim }

func (d directions) Embed(_ context.Context, texts []string, _ search.TextKind) ([][]float32, error) {
	vectors := make([][]float32, len(texts))
	for i, text := range texts {
		vectors[i] = d.of(text)
	}
	return vectors, nil
}

func (d directions) of(text string) []float32 {
	hash := fnv.New64a()
	_, _ = hash.Write([]byte(text))
	random := rand.New(rand.NewPCG(hash.Sum64(), 1))
	vector := make([]float32, d.dim)
	if d.clusters > 0 {
		center := rand.New(rand.NewPCG(uint64(random.IntN(d.clusters)), 2))
		for i := range vector {
			vector[i] = float32(3 * center.NormFloat64())
		}
	}
	for i := range vector {
		vector[i] += float32(random.NormFloat64())
	}
	return vector
}

// entriesFor returns entries of which no two are alike.
func entriesFor(count int) []quarry.Entry {
	entries := make([]quarry.Entry, count)
	for i := range entries {
		entries[i] = searchtest.Entry(quarry.EntryPassage, fmt.Sprintf("%06d", i), "", fmt.Sprint("text ", i))
		entries[i].Topics = []quarry.TopicID{quarry.TopicID(fmt.Sprint("topic-", i%7))}
	}
	return entries
}

// closest returns the ids of the entries closest to a text, by the definition.
func (d directions) closest(entries []quarry.Entry, text string, most int) []quarry.EntryID {
	type one struct {
		id     quarry.EntryID
		cosine float64
	}
	query := d.of(text)
	var all []one
	for _, entry := range entries {
		vector := d.of(entry.Title + "\n" + entry.Text)
		if c := cosine(query, vector); c > 0 {
			all = append(all, one{entry.ID, c})
		}
	}
	slices.SortFunc(all, func(a, b one) int { return cmp.Or(cmp.Compare(b.cosine, a.cosine), cmp.Compare(a.id, b.id)) })
	ids := make([]quarry.EntryID, min(most, len(all)))
	for i := range ids {
		ids[i] = all[i].id
	}
	return ids
}

func cosine(a, b []float32) float64 {
	var ab, aa, bb float64
	for i := range a {
		ab += float64(a[i]) * float64(b[i])
		aa += float64(a[i]) * float64(a[i])
		bb += float64(b[i]) * float64(b[i])
	}
	return ab / math.Sqrt(aa*bb)
}

func idsOf(t *testing.T, index *vectorindex.Index, q quarry.Query) []quarry.EntryID {
	t.Helper()
	ranking, err := index.Search(t.Context(), q)
	if err != nil {
		t.Fatal(err)
	}
	ids := make([]quarry.EntryID, len(ranking.Hits))
	for i, hit := range ranking.Hits {
		ids[i] = hit.ID
	}
	return ids
}

func TestAScanFindsExactlyTheClosest(t *testing.T) {
	t.Parallel()
	for _, d := range []directions{{dim: 1}, {dim: 3}, {dim: 37}, {dim: 100, clusters: 20}, {dim: 256}} {
		t.Run(d.ID(), func(t *testing.T) {
			t.Parallel()
			entries := entriesFor(9000)
			index := built(t, searchtest.NewVectors(), vectorindex.Options{Embedder: d})
			apply(t, index, 1, entries...)
			for n := range 5 {
				d.check(t, index, entries, quarry.Query{Text: fmt.Sprint("query ", n), Limit: 10})
			}
		})
	}
}

// check compares a search with the definition.
func (d directions) check(t *testing.T, index *vectorindex.Index, entries []quarry.Entry, q quarry.Query) {
	t.Helper()
	if d.dim == 1 { // all of one direction are as close
		q.Limit = len(entries)
	}
	want := d.closest(entries, q.Text, q.Limit)
	if d.dim == 1 {
		slices.Sort(want)
	}
	if diff := gocmp.Diff(want, idsOf(t, index, q)); diff != "" {
		t.Errorf("%s (-want +got):\n%s", q.Text, diff)
	}
}

func TestTheFilterComesBeforeTheScan(t *testing.T) {
	t.Parallel()
	d := directions{dim: 16}
	entries := entriesFor(5000)
	index := built(t, searchtest.NewVectors(), vectorindex.Options{Embedder: d})
	apply(t, index, 1, entries...)
	var passing []quarry.Entry
	for i := 3; i < len(entries); i += 7 {
		passing = append(passing, entries[i])
	}
	q := quarry.Query{Text: "query", Limit: 200, Filter: quarry.Filter{Topics: []quarry.TopicID{"topic-3"}}}
	if diff := gocmp.Diff(d.closest(passing, q.Text, q.Limit), idsOf(t, index, q)); diff != "" {
		t.Errorf("closest of those that pass (-want +got):\n%s", diff)
	}
}

func TestWhatIsGoneGivesItsRoomBackAndIsNotFound(t *testing.T) {
	t.Parallel()
	d := directions{dim: 16}
	entries := entriesFor(6000)
	index := built(t, searchtest.NewVectors(), vectorindex.Options{Embedder: d})
	apply(t, index, 1, entries...)
	full := index.Rows()
	left, gone := everyThird(entries)
	for some := range slices.Chunk(gone, 900) {
		if err := index.Apply(t.Context(), search.Batch{Deletes: some, Cursor: 2}); err != nil {
			t.Fatal(err)
		}
	}
	apply(t, index, 3, left[:100]...)
	q := quarry.Query{Text: "query", Limit: 5000}
	if diff := gocmp.Diff(d.closest(left, q.Text, q.Limit), idsOf(t, index, q)); diff != "" {
		t.Errorf("closest of those that are left (-want +got):\n%s", diff)
	}
	if rows := index.Rows(); full != 6000 || rows > 3000 {
		t.Errorf("%d rows at first, %d at the end, want 6000 and those of 2000 entries", full, rows)
	}
}

// A search sees one moment: all of a batch or nothing of it.
func TestASearchSeesOneMomentWhileOthersWrite(t *testing.T) {
	t.Parallel()
	for name, exact := range map[string]int{"exact": 0, "narrow": 1} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			o := byWords()
			o.Exact = exact
			readBesideAWriter(t, built(t, searchtest.NewVectors(), o))
		})
	}
}

func readBesideAWriter(t *testing.T, index *vectorindex.Index) {
	t.Helper()
	const batches, each = 40, 20
	edition := func(number int) []quarry.Entry {
		entries := make([]quarry.Entry, each)
		for i := range entries {
			entries[i] = fact(fmt.Sprintf("%02d", i), fmt.Sprintf("edition%d tile", number))
		}
		return entries
	}
	apply(t, index, 1, edition(1)...)
	done := make(chan struct{})
	var readers sync.WaitGroup
	for range 4 {
		readers.Go(func() {
			for !closed(done) {
				all := rankingOf(t, index, quarry.Query{Text: "tile"})
				if len(all.Hits) != each {
					t.Errorf("at %d there are %d hits, want %d", all.Revision, len(all.Hits), each)
				}
			}
		})
	}
	for number := 2; number <= batches; number++ {
		apply(t, index, quarry.Sequence(number), edition(number)...)
	}
	close(done)
	readers.Wait()
	if got := len(found(t, index, fmt.Sprint("edition", batches))); got != each {
		t.Errorf("the last edition has %d entries, want %d", got, each)
	}
}

func closed(done chan struct{}) bool {
	select {
	case <-done:
		return true
	default:
		return false
	}
}

// everyThird parts entries into every third and the others.
func everyThird(entries []quarry.Entry) ([]quarry.Entry, []quarry.EntryRef) {
	var third []quarry.Entry
	var others []quarry.EntryRef
	for i, entry := range entries {
		if i%3 == 0 {
			third = append(third, entry)
		} else {
			others = append(others, entry.EntryRef)
		}
	}
	return third, others
}
