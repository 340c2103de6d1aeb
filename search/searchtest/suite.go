package searchtest

import (
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/search"
)

// Engine is what an engine must be to run the suite.
type Engine interface {
	search.Engine
	search.Writer
}

// Run checks that open returns an engine that keeps the promises of
// search.Engine and search.Writer. open must return an empty engine each time.
func Run(t *testing.T, open func(t *testing.T) Engine) {
	t.Helper()
	for name, check := range map[string]func(t *testing.T, e Engine){
		"an empty engine finds nothing":               findsNothing,
		"what was put is found":                       findsWhatWasPut,
		"the better match comes first":                ranks,
		"every filter holds":                          filters,
		"filters join":                                joinsFilters,
		"a filter that no engine can hold is refused": refusesFilters,
		"what was deleted is gone":                    forgets,
		"what was replaced is found by its new words": replaces,
		"the cursor stands beside the data":           keepsCursor,
		"facets count every match":                    countsFacets,
		"an unknown facet is refused":                 refusesFacets,
		"a shorter ranking is the longer one's start": cutsAnywhere,
		"equal scores come by id":                     breaksTies,
		"the order of writing changes nothing":        ignoresOrder,
		"hits know where they stand":                  knowsPlaces,
		"hits know whether they have no answer":       knowsOpenQuestions,
		"no text is an error":                         survivesAnything,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			check(t, open(t))
		})
	}
}

// filled returns the engine with the library in it.
func filled(t *testing.T, e Engine) Engine {
	t.Helper()
	put(t, e, 10, Library()...)
	return e
}

func put(t *testing.T, e Engine, cursor quarry.Sequence, entries ...quarry.Entry) {
	t.Helper()
	apply(t, e, search.Batch{Puts: entries, Cursor: cursor})
}

func apply(t *testing.T, e Engine, b search.Batch) {
	t.Helper()
	if err := e.Apply(t.Context(), b); err != nil {
		t.Fatalf("apply: %v", err)
	}
}

func ask(t *testing.T, e Engine, q quarry.Query) search.Ranking {
	t.Helper()
	if q.Limit == 0 {
		q.Limit = 100
	}
	ranking, err := e.Search(t.Context(), q)
	if err != nil {
		t.Fatalf("search %q: %v", q.Text, err)
	}
	return ranking
}

// idsOf returns the ids in the ranking's order.
func idsOf(r search.Ranking) []string {
	ids := make([]string, len(r.Hits))
	for i, hit := range r.Hits {
		ids[i] = string(hit.ID)
	}
	return ids
}

// setOf returns the ids in their own order.
func setOf(r search.Ranking) []string {
	ids := idsOf(r)
	slices.Sort(ids)
	return ids
}

func findsNothing(t *testing.T, e Engine) {
	t.Helper()
	if got := ask(t, e, quarry.Query{Text: "memory"}); len(got.Hits) != 0 || got.Total != 0 {
		t.Errorf("an empty engine found %v of %d", idsOf(got), got.Total)
	}
}

func findsWhatWasPut(t *testing.T, e Engine) {
	t.Helper()
	got := ask(t, filled(t, e), quarry.Query{Text: "roofline"})
	if diff := cmp.Diff([]string{"f_roofline"}, idsOf(got)); diff != "" || got.Total != 1 || got.Revision != 10 {
		t.Errorf("total %d, revision %d, hits (-want +got):\n%s", got.Total, got.Revision, diff)
	}
	if got.Hits[0].Kind != quarry.EntryFact || got.Hits[0].Score <= 0 {
		t.Errorf("hit = %+v, want a fact with a score", got.Hits[0])
	}
}

func ranks(t *testing.T, e Engine) {
	t.Helper()
	filled(t, e)
	for text, first := range map[string]string{
		"memory coalescing":                     "q_coalescing",
		"why are bank conflicts slow":           "q_banks",
		"H200 memory bandwidth":                 "s_h200",
		"tile loaded into shared memory":        "p_tiling",
		"peak compute and attainable bandwidth": "f_roofline",
	} {
		if got := idsOf(ask(t, e, quarry.Query{Text: text})); len(got) == 0 || got[0] != first {
			t.Errorf("%q found %v, want %s first", text, got, first)
		}
	}
}

func filters(t *testing.T, e Engine) {
	t.Helper()
	filled(t, e)
	const text = "memory kernel bandwidth"
	for name, tc := range map[string]struct {
		filter quarry.Filter
		want   []string
	}{
		"kind":              {quarry.Filter{Kinds: []quarry.EntryKind{quarry.EntrySpec}}, []string{"s_h100", "s_h200"}},
		"two kinds":         {quarry.Filter{Kinds: []quarry.EntryKind{quarry.EntryFact, quarry.EntryPassage}}, []string{"f_roofline", "p_tiling"}},
		"topic":             {quarry.Filter{Topics: []quarry.TopicID{"memory"}}, []string{"p_tiling", "q_banks", "q_coalescing"}},
		"a second topic":    {quarry.Filter{Topics: []quarry.TopicID{"kernels"}}, []string{"q_coalescing"}},
		"difficulty":        {quarry.Filter{Difficulties: []quarry.Difficulty{quarry.Hard}}, []string{"q_banks"}},
		"difficulty source": {quarry.Filter{DifficultySources: []quarry.DifficultySource{quarry.DifficultyStated}}, []string{"q_banks", "q_coalescing"}},
		"style":             {quarry.Filter{Styles: []quarry.Style{quarry.StyleScenario}}, []string{"q_banks"}},
		"path":              {quarry.Filter{Documents: []string{"table.md"}}, []string{"s_h100", "s_h200"}},
		"document id":       {quarry.Filter{Documents: []string{string(SourceAt("guide.md", 1, 1).DocumentID)}}, []string{"p_tiling"}},
		"collection":        {quarry.Filter{Collections: []string{quarry.StarterCollection}}, []string{"p_tiling"}},
		"path of another":   {quarry.Filter{Documents: []string{"copy.md"}}, []string{"q_coalescing"}},
		"id of another":     {quarry.Filter{Documents: []string{string(SourceAt("copy.md", 1, 1).DocumentID)}}, []string{"q_coalescing"}},
		"their collection":  {quarry.Filter{Collections: []string{"copies"}}, []string{"q_coalescing"}},
		"answered":          {quarry.Filter{Answered: quarry.Yes}, []string{"q_coalescing"}},
		"unanswered":        {quarry.Filter{Answered: quarry.No}, []string{"q_banks"}},
		"nothing passes":    {quarry.Filter{Documents: []string{"elsewhere.md"}}, []string{}},
	} {
		got := ask(t, e, quarry.Query{Text: text, Filter: tc.filter})
		if diff := cmp.Diff(tc.want, setOf(got)); diff != "" || got.Total != len(tc.want) {
			t.Errorf("%s: total %d, hits (-want +got):\n%s", name, got.Total, diff)
		}
	}
}

func joinsFilters(t *testing.T, e Engine) {
	t.Helper()
	filled(t, e)
	got := ask(t, e, quarry.Query{Text: "memory kernel", Filter: quarry.Filter{
		Kinds: []quarry.EntryKind{quarry.EntryQuestion}, Topics: []quarry.TopicID{"memory"},
		Difficulties: []quarry.Difficulty{quarry.Easy, quarry.Medium},
	}})
	if diff := cmp.Diff([]string{"q_coalescing"}, idsOf(got)); diff != "" {
		t.Errorf("hits (-want +got):\n%s", diff)
	}
}

func refusesFilters(t *testing.T, e Engine) {
	t.Helper()
	filled(t, e)
	for name, filter := range map[string]quarry.Filter{
		"device":   {Devices: []quarry.DeviceID{"nvidia-h100"}},
		"subject":  {Subjects: []string{"roofline"}},
		"value":    {Value: quarry.Bounds{Unit: "B/s"}},
		"conflict": {Conflict: quarry.Yes},

		"min_confidence": {MinConfidence: 0.5},

		"min_difficulty_confidence": {MinGrade: 0.5},
	} {
		_, err := e.Search(t.Context(), quarry.Query{Text: "memory", Filter: filter, Limit: 1})
		if !quarry.IsKind(err, quarry.KindInvalid) {
			t.Errorf("filtering by %s: error = %v, want an invalid query", name, err)
		}
	}
}

func forgets(t *testing.T, e Engine) {
	t.Helper()
	filled(t, e)
	unknown := quarry.EntryRef{Kind: quarry.EntryFact, ID: "f_unknown"}
	apply(t, e, search.Batch{Deletes: []quarry.EntryRef{Library()[2].EntryRef, unknown}, Cursor: 12})
	got := ask(t, e, quarry.Query{Text: "roofline bandwidth"})
	if diff := cmp.Diff([]string{"p_tiling", "s_h100", "s_h200"}, setOf(got)); diff != "" || got.Revision != 12 {
		t.Errorf("revision %d, hits (-want +got):\n%s", got.Revision, diff)
	}
}

func replaces(t *testing.T, e Engine) {
	t.Helper()
	filled(t, e)
	changed := Library()[2]
	changed.Text = "Arithmetic intensity decides."
	changed.Topics = []quarry.TopicID{"intensity"}
	put(t, e, 11, changed)
	if got := ask(t, e, quarry.Query{Text: "attainable"}); len(got.Hits) != 0 {
		t.Errorf("the old words still find %v", idsOf(got))
	}
	byTopic := quarry.Filter{Topics: []quarry.TopicID{"intensity"}}
	if got := idsOf(ask(t, e, quarry.Query{Text: "arithmetic", Filter: byTopic})); len(got) != 1 {
		t.Errorf("the new words find %v, want the replaced fact", got)
	}
}

func keepsCursor(t *testing.T, e Engine) {
	t.Helper()
	filled(t, e)
	apply(t, e, search.Batch{Cursor: 17})
	if got, err := e.Cursor(t.Context()); err != nil || got != 17 {
		t.Errorf("cursor = %d, %v, want 17", got, err)
	}
	if got := ask(t, e, quarry.Query{Text: "roofline"}); got.Revision != 17 || len(got.Hits) != 1 {
		t.Errorf("revision %d with %d hits, want 17 with one", got.Revision, len(got.Hits))
	}
}

func countsFacets(t *testing.T, e Engine) {
	t.Helper()
	filled(t, e)
	got := ask(t, e, quarry.Query{Text: "memory kernel bandwidth", Facets: quarry.FacetNames(), Limit: 1})
	if got.AtLeast { // it counts what it returns
		got = ask(t, e, quarry.Query{Text: "memory kernel bandwidth", Facets: quarry.FacetNames()})
	}
	want := map[quarry.FacetName][]quarry.Facet{
		quarry.FacetKind: {
			{Value: "question", Count: 2}, {Value: "spec", Count: 2}, {Value: "fact", Count: 1}, {Value: "passage", Count: 1},
		},
		quarry.FacetTopic: {
			{Value: "memory", Count: 3}, {Value: "kernels", Count: 1}, {Value: "performance", Count: 1},
		},
		quarry.FacetDifficulty: {{Value: "easy", Count: 1}, {Value: "hard", Count: 1}},
		quarry.FacetStyle:      {{Value: "open", Count: 1}, {Value: "scenario", Count: 1}},
		quarry.FacetDocument: {
			{Value: "table.md", Count: 2},
			{Value: "copy.md", Count: 1},
			{Value: "drills/banks.md", Count: 1},
			{Value: "guide.md", Count: 1},
			{Value: "notes.md", Count: 1},
			{Value: "roofline.md", Count: 1},
		},
		quarry.FacetCollection: {{Value: "main", Count: 5}, {Value: "copies", Count: 1}, {Value: "starter", Count: 1}},
	}
	for _, facets := range want {
		slices.SortStableFunc(facets, func(a, b quarry.Facet) int { return b.Count - a.Count })
	}
	if diff := cmp.Diff(want, got.Facets); diff != "" {
		t.Errorf("facets (-want +got):\n%s", diff)
	}
}

func refusesFacets(t *testing.T, e Engine) {
	t.Helper()
	query := quarry.Query{Text: "memory", Facets: []quarry.FacetName{"colour"}, Limit: 1}
	if _, err := e.Search(t.Context(), query); !quarry.IsKind(err, quarry.KindInvalid) {
		t.Errorf("error = %v, want an invalid query", err)
	}
}

func cutsAnywhere(t *testing.T, e Engine) {
	t.Helper()
	generated := Generate(300)
	put(t, e, 300, generated...)
	text := generated[7].Text
	whole := idsOf(ask(t, e, quarry.Query{Text: text, Limit: 1000}))
	if len(whole) < 100 {
		t.Fatalf("only %d hits: nothing to cut", len(whole))
	}
	for _, most := range []int{1, 2, 10, 50, 99} {
		if diff := cmp.Diff(whole[:most], idsOf(ask(t, e, quarry.Query{Text: text, Limit: most}))); diff != "" {
			t.Errorf("the best %d (-want +got):\n%s", most, diff)
		}
	}
}

// twins returns entries that nothing but their ids tells apart.
func twins(n int) []quarry.Entry {
	entries := make([]quarry.Entry, n)
	for i := range entries {
		entries[i] = Entry(quarry.EntryFact, fmt.Sprintf("twin%03d", i), "Warp", "A warp has thirty-two threads.")
	}
	return entries
}

func breaksTies(t *testing.T, e Engine) {
	t.Helper()
	entries := twins(40)
	var want []string
	for _, entry := range entries {
		want = append(want, string(entry.ID))
	}
	for i := range entries {
		put(t, e, quarry.Sequence(i), entries[(i*7)%len(entries)])
	}
	for _, most := range []int{40, 13} {
		if diff := cmp.Diff(want[:most], idsOf(ask(t, e, quarry.Query{Text: "warp threads", Limit: most}))); diff != "" {
			t.Errorf("the best %d of equals (-want +got):\n%s", most, diff)
		}
	}
}

func ignoresOrder(t *testing.T, e Engine) {
	t.Helper()
	generated := Generate(120)
	put(t, e, 1, generated...)
	text := generated[3].Text
	want := ask(t, e, quarry.Query{Text: text}).Hits
	doomed := make([]quarry.EntryRef, 0, 60)
	for _, entry := range generated[:60] {
		doomed = append(doomed, entry.EntryRef)
	}
	apply(t, e, search.Batch{Deletes: doomed, Cursor: 2})
	for i := range 60 {
		put(t, e, quarry.Sequence(3+i), generated[59-i])
	}
	if diff := cmp.Diff(want, ask(t, e, quarry.Query{Text: text}).Hits); diff != "" {
		t.Errorf("the same entries rank differently after another history (-want +got):\n%s", diff)
	}
}

func knowsPlaces(t *testing.T, e Engine) {
	t.Helper()
	got := ask(t, filled(t, e), quarry.Query{Text: "tile"})
	want := search.Place{Document: SourceAt("guide.md", 30, 44).DocumentID, LineStart: 30, LineEnd: 44}
	if len(got.Hits) != 1 || got.Hits[0].Place != want {
		t.Errorf("hits = %+v, want one at %+v", got.Hits, want)
	}
}

// survivesAnything asks what people and machines type.
func survivesAnything(t *testing.T, e Engine) {
	t.Helper()
	filled(t, e)
	for _, text := range OddTexts() {
		got := ask(t, e, quarry.Query{Text: text, Facets: quarry.FacetNames()})
		if got.Revision != 10 {
			t.Errorf("%q: revision %d, want 10", text, got.Revision)
		}
	}
}

func knowsOpenQuestions(t *testing.T, e Engine) {
	t.Helper()
	filled(t, e)
	for _, hit := range ask(t, e, quarry.Query{Text: "bank conflicts slow a kernel; memory coalescing, bandwidth"}).Hits {
		if want := hit.ID == "q_banks"; hit.Open != want {
			t.Errorf("%s is open: %v, want %v", hit.ID, hit.Open, want)
		}
	}
}
