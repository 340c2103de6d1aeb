package bleveindex_test

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/internal/lexicon"
	"github.com/quarrykb/quarry/search"
	"github.com/quarrykb/quarry/search/bleveindex"
	"github.com/quarrykb/quarry/search/searchtest"
)

// subjects is a taxonomy of two levels.
func subjects(tb testing.TB) *lexicon.Lexicon {
	tb.Helper()
	lexicon, err := lexicon.New(lexicon.Data{Topics: []lexicon.Topic{
		{ID: "craft", Name: "Craft"},
		{ID: "baking", Name: "Baking", Parent: "craft"},
		{ID: "pottery", Name: "Pottery", Parent: "craft"},
		{ID: "law", Name: "Law"},
		{ID: "tort", Name: "Tort", Parent: "law"},
		{ID: "physics", Name: "Physics"},
	}})
	if err != nil {
		tb.Fatal(err)
	}
	return lexicon
}

// classed opens an index of these entries that knows the taxonomy.
func classed(tb testing.TB, entries ...quarry.Entry) *bleveindex.Index {
	tb.Helper()
	return filled(tb, bleveindex.Options{Lexicon: subjects(tb)}, entries...)
}

// shelved returns entries that differ in everything that is counted.
func shelved() []quarry.Entry {
	entries := searchtest.Generate(360)
	topics := [][]quarry.TopicID{
		{"craft"}, {"baking"}, {"craft", "baking"}, {"baking", "pottery"}, {"tort", "craft"}, {"physics"}, {"sailing"}, nil,
	}
	for i := range entries {
		e := &entries[i]
		e.Topics = topics[i%len(topics)]
		e.Source = searchtest.SourceAt("shelf/"+strconv.Itoa(i%7)+", first.md", 1+i, 1+i)
		if i%3 == 0 {
			e.Source.Collection = quarry.StarterCollection
		}
		if i%5 == 0 {
			e.Grade = quarry.NoGrade()
		}
		if e.Kind == quarry.EntryQuestion {
			e.Style = quarry.Styles()[i%len(quarry.Styles())]
		}
	}
	return entries
}

// narrowed adds a value of a facet to a filter, as the API reads its parameter.
func narrowed(lexicon *lexicon.Lexicon, f quarry.Filter, name quarry.FacetName, value string) quarry.Filter {
	switch name {
	case quarry.FacetKind:
		f.Kinds = []quarry.EntryKind{quarry.EntryKind(value)}
	case quarry.FacetTopic:
		f.Topics = append([]quarry.TopicID{quarry.TopicID(value)}, lexicon.TopicTree(quarry.TopicID(value))...)
	case quarry.FacetDifficulty:
		f.Difficulties = []quarry.Difficulty{quarry.Difficulty(value)}
	case quarry.FacetStyle:
		f.Styles = []quarry.Style{quarry.Style(value)}
	case quarry.FacetDocument:
		f.Documents = []string{value}
	case quarry.FacetCollection:
		f.Collections = []string{value}
	}
	return f
}

func TestEveryFacetCountsWhatItsFilterFinds(t *testing.T) {
	t.Parallel()
	entries, lexicon := shelved(), subjects(t)
	index := classed(t, entries[:200]...)
	again := slices.Clone(entries[60:120])
	for i := range again {
		again[i].Topics = []quarry.TopicID{"tort", "law"}
	}
	for i, batch := range []search.Batch{{Puts: entries[200:]}, {Puts: again}, {Deletes: []quarry.EntryRef{entries[3].EntryRef, entries[250].EntryRef}}} {
		batch.Cursor = quarry.Sequence(i + 2)
		if err := index.Apply(t.Context(), batch); err != nil {
			t.Fatalf("apply: %v", err)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		q := asked(t, entries)
		first := ranked(t, index, q)
		for name, facets := range first.Facets {
			for _, facet := range facets {
				further := q
				further.Filter, further.Facets = narrowed(lexicon, q.Filter, name, facet.Value), nil
				checkCount(t, facet, ranked(t, index, further), further)
			}
		}
		if len(first.Facets[quarry.FacetKind]) == 0 && first.Total > 0 {
			t.Fatalf("%d matches of no kind", first.Total)
		}
	})
}

func checkCount(t *rapid.T, facet quarry.Facet, found search.Ranking, q quarry.Query) {
	if found.Total != facet.Count {
		t.Fatalf("%q counts %d, its filter finds %d: %q %+v", facet.Value, facet.Count, found.Total, q.Text, q.Filter)
	}
}

func ranked(t *rapid.T, index *bleveindex.Index, q quarry.Query) search.Ranking {
	ranking, err := index.Search(t.Context(), q)
	if err != nil {
		t.Fatalf("search %+v: %v", q, err)
	}
	return ranking
}

// asked draws a query of some words of some entries, some of them a phrase or
// excluded, filtered or not.
func asked(t *rapid.T, entries []quarry.Entry) quarry.Query {
	var words []string
	for range rapid.IntRange(1, 3).Draw(t, "words") {
		title := rapid.SampledFrom(entries).Draw(t, "entry").Title
		form := rapid.SampledFrom([]string{"%s", "%s", "-%s", `"%s"`, `-"%s"`}).Draw(t, "form")
		length := rapid.SampledFrom([]int{8, 16, 24}).Draw(t, "length")
		words = append(words, fmt.Sprintf(form, strings.TrimSpace(title[:min(len(title), length)])))
	}
	q := quarry.Query{Text: strings.Join(words, " "), Facets: quarry.FacetNames(), Limit: 1}
	q.Filter.Answered = rapid.SampledFrom([]quarry.Tristate{quarry.Either, quarry.Yes}).Draw(t, "answered")
	q.Filter.Difficulties = rapid.SampledFrom([][]quarry.Difficulty{nil, {"easy"}, {"easy", "hard"}}).Draw(t, "difficulties")
	return q
}

func TestATopicCountsOnceWhatStandsWithinIt(t *testing.T) {
	t.Parallel()
	index := classed(t, shelved()[:8]...)
	q := quarry.Query{Limit: 1, Facets: []quarry.FacetName{quarry.FacetTopic}}
	for _, entry := range shelved()[:8] {
		q.Text += " " + entry.Title
	}
	ranking, err := index.Search(t.Context(), q)
	want := []quarry.Facet{
		{Value: "craft", Count: 5},
		{Value: "baking", Count: 3},
		{Value: "law", Count: 1},
		{Value: "physics", Count: 1},
		{Value: "pottery", Count: 1},
		{Value: "sailing", Count: 1},
		{Value: "tort", Count: 1},
	}
	if diff := cmp.Diff(want, ranking.Facets[quarry.FacetTopic]); diff != "" || err != nil || ranking.Total != 8 {
		t.Errorf("%d matches, %v; topics (-want +got):\n%s", ranking.Total, err, diff)
	}
}
