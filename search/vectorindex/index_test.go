package vectorindex_test

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/search"
	"github.com/quarrykb/quarry/search/searchtest"
	"github.com/quarrykb/quarry/search/vectorindex"
)

func fact(name, text string) quarry.Entry {
	return searchtest.Entry(quarry.EntryFact, name, name, text)
}

func apply(t *testing.T, index *vectorindex.Index, cursor quarry.Sequence, puts ...quarry.Entry) {
	t.Helper()
	if err := index.Apply(t.Context(), search.Batch{Puts: puts, Cursor: cursor, Session: "session"}); err != nil {
		t.Fatalf("apply: %v", err)
	}
}

func rankingOf(t *testing.T, index *vectorindex.Index, q quarry.Query) search.Ranking {
	t.Helper()
	q.Limit = max(q.Limit, 100)
	ranking, err := index.Search(t.Context(), q)
	if err != nil {
		t.Fatalf("search %q: %v", q.Text, err)
	}
	return ranking
}

func found(t *testing.T, index *vectorindex.Index, text string) []string {
	t.Helper()
	var ids []string
	for _, hit := range rankingOf(t, index, quarry.Query{Text: text}).Hits {
		ids = append(ids, string(hit.ID))
	}
	return ids
}

func isUnavailable(t *testing.T, what string, err error) {
	t.Helper()
	if !quarry.IsKind(err, quarry.KindUnavailable) {
		t.Errorf("%s: error = %v, want one that says unavailable", what, err)
	}
}

func TestWithoutVectorsNothingAnswersUntilTheyAreMade(t *testing.T) {
	t.Parallel()
	index := open(t, searchtest.NewVectors(), byWords())
	if got := index.Stale(t.Context()); got != "there are no vectors" {
		t.Errorf("stale: %q", got)
	}
	_, err := index.Search(t.Context(), quarry.Query{Text: "memory", Limit: 1})
	if got := quarry.Explain(err); got.Kind != quarry.KindUnavailable || got.Code != "engine_unavailable" {
		t.Errorf("search: error = %v, want engine_unavailable", err)
	}
	_, err = index.Cursor(t.Context())
	isUnavailable(t, "cursor", err)
	isUnavailable(t, "apply", index.Apply(t.Context(), search.Batch{Cursor: 1}))
}

func TestAnIndexNeedsSomethingThatEmbeds(t *testing.T) {
	t.Parallel()
	if _, err := vectorindex.Open(t.Context(), searchtest.NewVectors(), vectorindex.Options{}); err == nil {
		t.Error("it opens without embedder and learner")
	}
}

func TestWhatWasWrittenIsThereAfterOpening(t *testing.T) {
	t.Parallel()
	for name, o := range map[string]vectorindex.Options{"given": byWords(), "learnt": {Learner: learner{}}} {
		store := searchtest.NewVectors()
		index := built(t, store, o)
		apply(t, index, 7, append(searchtest.Library(), fact("wordless", "?!"))...)
		again := open(t, store, o)
		q := quarry.Query{Text: "memory bandwidth of a kernel", Facets: quarry.FacetNames()}
		if diff := cmp.Diff(rankingOf(t, index, q), rankingOf(t, again, q)); diff != "" {
			t.Errorf("%s: ranking before and after (-before +after):\n%s", name, diff)
		}
		if got := again.Session(t.Context()); got != "session" || again.Model() != index.Model() || again.Model() == "" {
			t.Errorf("%s: session %q, model %q", name, got, again.Model())
		}
	}
}

func TestATextThatStaysIsNotEmbeddedAgain(t *testing.T) {
	t.Parallel()
	embedder := &words{id: "words"}
	index := built(t, searchtest.NewVectors(), vectorindex.Options{Embedder: embedder})
	entry, wordless := fact("tiling", "A tile is read many times."), fact("!", "?!")
	apply(t, index, 1, entry, wordless)
	entry.Topics = []quarry.TopicID{"memory"}
	apply(t, index, 2, entry, wordless)
	if got := embedder.texts.Load(); got != 2 {
		t.Errorf("%d texts were embedded, want 2", got)
	}
	q := quarry.Query{Text: "tile", Filter: quarry.Filter{Topics: entry.Topics}}
	if got := rankingOf(t, index, q); len(got.Hits) != 1 || got.Revision != 2 {
		t.Errorf("by its new topic it is found %d times at %d, want once at 2", len(got.Hits), got.Revision)
	}
}

func TestVectorsOfAnotherEmbedderAreNeverCompared(t *testing.T) {
	t.Parallel()
	store := searchtest.NewVectors()
	apply(t, built(t, store, byWords()), 1, fact("tiling", "A tile."))
	for name, o := range map[string]vectorindex.Options{
		"another given one": {Embedder: &words{id: "others"}},
		"one to be learnt":  {Learner: learner{}},
	} {
		index := open(t, store, o)
		if got := index.Stale(t.Context()); got != "the embedder has changed" {
			t.Errorf("%s: stale: %q", name, got)
		}
		_, err := index.Search(t.Context(), quarry.Query{Text: "tile", Limit: 1})
		isUnavailable(t, name, err)
	}
}

func TestWhatWasLearntServesUntilAnotherEmbedderHasMadeItsVectors(t *testing.T) {
	t.Parallel()
	store := searchtest.NewVectors()
	apply(t, built(t, store, vectorindex.Options{Learner: learner{}}), 1, fact("tiling", "A tile."))
	index := open(t, store, vectorindex.Options{Embedder: &words{id: "given"}, Learner: learner{}})
	if got := index.Stale(t.Context()); got != "the embedder has changed" || !slices.Equal(found(t, index, "tile"), []string{"f_tiling"}) {
		t.Errorf("stale: %q; found %v, want the old vectors to serve", got, found(t, index, "tile"))
	}
	build, err := index.Rebuild(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if err := build.Apply(t.Context(), search.Batch{Puts: []quarry.Entry{fact("new", "A tile.")}}); err != nil {
		t.Fatal(err)
	}
	if got := found(t, index, "tile"); !slices.Equal(got, []string{"f_tiling"}) {
		t.Errorf("while new ones are made the index finds %v", got)
	}
	if err := build.Commit(t.Context()); err != nil {
		t.Fatal(err)
	}
	if got := found(t, index, "tile"); !slices.Equal(got, []string{"f_new"}) || index.Model() != "given" || index.Stale(t.Context()) != "" {
		t.Errorf("afterwards it finds %v with %q", got, index.Model())
	}
}

func TestWhatAnInterruptedBuildLeftIsDropped(t *testing.T) {
	t.Parallel()
	store := searchtest.NewVectors()
	index := built(t, store, byWords())
	if _, err := index.Rebuild(t.Context()); err != nil {
		t.Fatal(err)
	}
	discarded, err := index.Rebuild(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if err := discarded.Discard(); err != nil {
		t.Fatal(err)
	}
	open(t, store, byWords())
	all, err := store.Embeddings(t.Context())
	if err != nil || len(all) != 1 || !all[0].Serving {
		t.Errorf("generations: %+v (%v), want the one that serves", all, err)
	}
}

func TestDamagedVectorsAreMadeAnew(t *testing.T) {
	t.Parallel()
	for name, damage := range map[string]func(*quarry.Vector){
		"a vector that is too short": func(v *quarry.Vector) { v.Values = v.Values[:5] },
		"nothing known of an entry":  func(v *quarry.Vector) { v.About = nil },
		"half known of an entry":     func(v *quarry.Vector) { v.About = v.About[:20] },
	} {
		store := searchtest.NewVectors()
		apply(t, built(t, store, byWords()), 1, fact("tiling", "A tile."))
		all, _ := store.Embeddings(t.Context())
		vectors, _ := store.ScanVectors(t.Context(), all[0].Number, quarry.EntryRef{}, 1)
		damage(&vectors[0])
		if err := store.ApplyVectors(t.Context(), all[0], vectors, nil); err != nil {
			t.Fatal(err)
		}
		if got := open(t, store, byWords()).Stale(t.Context()); got != "the vectors are damaged" {
			t.Errorf("%s: stale: %q", name, got)
		}
		if got := built(t, store, byWords()).Stale(t.Context()); got != "" {
			t.Errorf("%s: after it was built anew it is stale: %q", name, got)
		}
	}
}

func TestADamagedModelIsLearntAnew(t *testing.T) {
	t.Parallel()
	store := searchtest.NewVectors()
	number, err := store.BeginEmbedding(t.Context(), quarry.Embedding{Embedder: "learnt", Dim: wordDims, Model: []byte("rubbish")})
	if err := errors.Join(err, store.ServeEmbedding(t.Context(), number)); err != nil {
		t.Fatal(err)
	}
	if got := open(t, store, vectorindex.Options{Learner: learner{}}).Stale(t.Context()); got != "the model is damaged" {
		t.Errorf("stale: %q", got)
	}
}

func TestAWriteThatDoesNotSucceedChangesNothing(t *testing.T) {
	t.Parallel()
	store, embedder := searchtest.NewVectors(), &words{id: "words"}
	index := built(t, store, vectorindex.Options{Embedder: embedder})
	apply(t, index, 1, fact("old", "A tile."))
	next := search.Batch{Puts: []quarry.Entry{fact("new", "A tile.")}, Deletes: []quarry.EntryRef{fact("old", "").EntryRef}, Cursor: 2}
	for name, hinder := range map[string]func(error){
		"the store fails":    store.Fail,
		"the embedder fails": func(err error) { embedder.down.Store(err != nil) },
	} {
		hinder(errors.New("no disk"))
		if err := index.Apply(t.Context(), next); err == nil {
			t.Errorf("%s: no error", name)
		}
		hinder(nil)
		if got := rankingOf(t, index, quarry.Query{Text: "tile"}); len(got.Hits) != 1 || got.Hits[0].ID != "f_old" || got.Revision != 1 {
			t.Errorf("%s: found %+v at %d", name, got.Hits, got.Revision)
		}
	}
	if err := index.Apply(t.Context(), next); err != nil || !slices.Equal(found(t, index, "tile"), []string{"f_new"}) {
		t.Errorf("afterwards: %v, found %v", err, found(t, index, "tile"))
	}
}

func TestAnEmbedderThatIsDownCannotAnswer(t *testing.T) {
	t.Parallel()
	embedder := &words{id: "words"}
	index := built(t, searchtest.NewVectors(), vectorindex.Options{Embedder: embedder})
	embedder.down.Store(true)
	_, err := index.Search(t.Context(), quarry.Query{Text: "tile", Limit: 1})
	isUnavailable(t, "search", err)
}

// crooked embeds into vectors of another length than it promises.
type crooked struct{ words }

func (c *crooked) Dim() int { return 7 }

func TestVectorsOfAnotherLengthAreRefused(t *testing.T) {
	t.Parallel()
	index := built(t, searchtest.NewVectors(), vectorindex.Options{Embedder: &crooked{}})
	err := index.Apply(t.Context(), search.Batch{Puts: []quarry.Entry{fact("tiling", "A tile.")}, Cursor: 1})
	if err == nil || !strings.Contains(err.Error(), "of 2048 numbers, not of 7") {
		t.Errorf("error = %v, want one that names both lengths", err)
	}
}

func TestWhatIsExcludedIsNotWhatIsLookedFor(t *testing.T) {
	t.Parallel()
	index := built(t, searchtest.NewVectors(), byWords())
	apply(t, index, 1, fact("tiling", "A tile."), fact("warp", "A warp."))
	if got := found(t, index, `-warp "tile"`); !slices.Equal(got, []string{"f_tiling"}) {
		t.Errorf("found %v, want the tile alone", got)
	}
	if got := found(t, index, `-warp`); len(got) != 0 {
		t.Errorf("found %v by an exclusion alone", got)
	}
}

// gpus is a lexicon of a few devices.
type gpus struct{}

func (gpus) Devices() []quarry.Device {
	return []quarry.Device{
		{ID: "h100", Class: quarry.ClassGPU},
		{ID: "h100-pcie", Class: quarry.ClassGPU, Family: "h100"},
		{ID: "h200", Class: quarry.ClassGPU},
		{ID: "fp8", Class: quarry.ClassFormat},
		{ID: "fp16", Class: quarry.ClassFormat},
	}
}

func (g gpus) DevicesIn(text string) []quarry.DeviceMention {
	var named []quarry.DeviceMention
	for word := range strings.FieldsSeq(strings.ToLower(text)) {
		for _, device := range g.Devices() {
			if string(device.ID) == strings.Trim(word, ".,?") {
				named = append(named, quarry.DeviceMention{Device: device})
			}
		}
	}
	return named
}

func (gpus) DeviceFamily(id quarry.DeviceID) []quarry.DeviceID {
	if id == "h100" {
		return []quarry.DeviceID{"h100", "h100-pcie"}
	}
	return []quarry.DeviceID{id}
}

func TestWhoAsksForADeviceIsNotAnsweredWithAnother(t *testing.T) {
	t.Parallel()
	o := byWords()
	o.Devices = gpus{}
	store := searchtest.NewVectors()
	apply(t, built(t, store, o), 1,
		fact("one", "H100 memory bandwidth"), fact("other", "H200 memory bandwidth"), fact("both", "H100 and H200 memory bandwidth"),
		fact("sku", "H100-PCIe memory bandwidth"), fact("none", "memory bandwidth"), fact("format", "FP16 memory bandwidth"))
	index := open(t, store, o)
	for text, want := range map[string][]string{
		"H100 memory bandwidth":      {"f_both", "f_format", "f_none", "f_one", "f_sku"},
		"H100-PCIe memory bandwidth": {"f_both", "f_format", "f_none", "f_one", "f_sku"},
		"H200 memory bandwidth":      {"f_both", "f_format", "f_none", "f_other"},
		"FP8 memory bandwidth":       {"f_both", "f_format", "f_none", "f_one", "f_other", "f_sku"},
	} {
		got := found(t, index, text)
		slices.Sort(got)
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", text, diff)
		}
	}
}

// shy knows how long its vectors are once it has answered, or was told.
type shy struct {
	words

	told bool
}

func (s *shy) Dim() int {
	if s.told || s.texts.Load() > 0 {
		return wordDims
	}
	return 0
}

func (s *shy) ID() string { return fmt.Sprint("shy/", s.Dim()) }

func (s *shy) Recall(id string) bool {
	s.told = s.told || id == fmt.Sprint("shy/", wordDims)
	return s.told
}

func TestAnEmbedderMayLearnItsDimensionFromItsFirstAnswer(t *testing.T) {
	t.Parallel()
	store := searchtest.NewVectors()
	down := &shy{}
	down.down.Store(true)
	_, err := open(t, store, vectorindex.Options{Embedder: down}).Rebuild(t.Context())
	isUnavailable(t, "to build while it is down", err)
	apply(t, built(t, store, vectorindex.Options{Embedder: &shy{}}), 1, fact("tiling", "A tile."))
	again := open(t, store, vectorindex.Options{Embedder: &shy{}})
	if got := again.Stale(t.Context()); got != "" || !slices.Equal(found(t, again, "tile"), []string{"f_tiling"}) {
		t.Errorf("after opening it is stale: %q, and finds %v", got, found(t, again, "tile"))
	}
}

func TestWhatSaysMoreComesBeforeAStatementWithTheSameWords(t *testing.T) {
	t.Parallel()
	for name, o := range map[string]vectorindex.Options{"exact": byWords(), "narrow": {Embedder: &words{id: "words"}, Exact: 1}} {
		index := built(t, searchtest.NewVectors(), o)
		var entries []quarry.Entry
		for _, kind := range quarry.EntryKinds() {
			entries = append(entries, searchtest.Entry(kind, "kiln", "", "A kiln fires stoneware slowly."))
		}
		apply(t, index, 1, entries...)
		scores := map[quarry.EntryKind]float64{}
		for _, hit := range rankingOf(t, index, quarry.Query{Text: "stoneware kiln"}).Hits {
			scores[hit.Kind] = hit.Score
		}
		full := scores[quarry.EntryPassage]
		for kind, want := range map[quarry.EntryKind]float64{quarry.EntryQuestion: 1, quarry.EntryFact: 0.7, quarry.EntrySpec: 0.7} {
			if share := scores[kind] / full; math.Abs(share-want) > 1e-6 {
				t.Errorf("%s: a %s scores %v of a passage, want %v", name, kind, share, want)
			}
		}
	}
}

func TestWhatIsCountedDoesNotGrowWithThePage(t *testing.T) {
	t.Parallel()
	index := built(t, searchtest.NewVectors(), byWords())
	entries := make([]quarry.Entry, 400)
	for i := range entries {
		entries[i] = fact(fmt.Sprintf("%03d", i), "a rye loaf")
	}
	apply(t, index, 1, entries...)
	for _, limit := range []int{250, 300, 390} {
		ranking := rankingOf(t, index, quarry.Query{Text: "loaf", Limit: limit, Facets: []quarry.FacetName{quarry.FacetKind}})
		if counted := ranking.Facets[quarry.FacetKind][0].Count; len(ranking.Hits) != limit || ranking.Total != 200 || counted != 200 {
			t.Errorf("limit %d: %d hits, total %d, facet %d; want 200 counted", limit, len(ranking.Hits), ranking.Total, counted)
		}
	}
}
