package bleveindex_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/search"
	"github.com/quarrykb/quarry/search/bleveindex"
	"github.com/quarrykb/quarry/search/searchtest"
)

// indexOf opens an index of facts, each with its name for an id and title.
func indexOf(t *testing.T, texts map[string]string) *bleveindex.Index {
	t.Helper()
	return filled(t, bleveindex.Options{}, factsOf(texts)...)
}

// factsOf returns entries of these texts, each with its name for an id.
func factsOf(texts map[string]string) []quarry.Entry {
	var entries []quarry.Entry
	for name, text := range texts {
		entries = append(entries, searchtest.Entry(quarry.EntryFact, name, "", text))
	}
	return entries
}

// found returns the names of what a text finds, sorted.
func found(t *testing.T, index *bleveindex.Index, text string) []string {
	t.Helper()
	names := inOrder(t, index, text)
	slices.Sort(names)
	return names
}

// inOrder returns the names of what a text finds, the best first.
func inOrder(t *testing.T, index *bleveindex.Index, text string) []string {
	t.Helper()
	ranking, err := index.Search(t.Context(), quarry.Query{Text: text, Limit: 1000})
	if err != nil {
		t.Fatalf("search %q: %v", text, err)
	}
	names := []string{}
	for _, id := range idsOf(ranking) {
		names = append(names, strings.TrimPrefix(id, "f_"))
	}
	return names
}

// idsOf returns the ids of what was found, in its order.
func idsOf(ranking search.Ranking) []string {
	var ids []string
	for _, hit := range ranking.Hits {
		ids = append(ids, string(hit.ID))
	}
	return ids
}

func TestPhrasesAndExclusionsHold(t *testing.T) {
	t.Parallel()
	index := indexOf(t, map[string]string{
		"apart":    "Memory that is shared by all threads.",
		"phrase":   "Shared memory sits on the chip.",
		"reversed": "The memory shared among kernels is large.",
		"cache":    "A cache line holds shared memory? No.",
		"art":      "The state of the art in scheduling.",
	})
	for text, want := range map[string][]string{
		"shared memory":                 {"apart", "cache", "phrase", "reversed"},
		`"shared memory"`:               {"cache", "phrase"},
		`"SHARED MEMORIES"`:             {"cache", "phrase"},
		`"shared memory" -cache`:        {"phrase"},
		`threads -"shared memory"`:      {"apart"},
		`shared -memory`:                {},
		`shared -"memory shared"`:       {"apart", "cache", "phrase"},
		`"memory shared"`:               {"reversed"},
		`shared "zeppelin"`:             {},
		`shared -cache "zeppelin"`:      {},
		`shared "no such phrase"`:       {},
		`"shared memory" "on the chip"`: {"phrase"},
		`"state of the art"`:            {"art"},
		`"state art"`:                   {},
		`"the of"`:                      {},
		`memory "the of"`:               {},
		`memory "on the"`:               {"phrase"},
		"-cache":                        {},
		`-"shared memory"`:              {},
		"threads -nothing":              {"apart"},
		"threads -the":                  {"apart"},
		`"chip"`:                        {"phrase"},
		`scheduling memory -"of the"`:   {"apart", "cache", "phrase", "reversed"},
	} {
		if diff := cmp.Diff(want, found(t, index, text)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", text, diff)
		}
	}
}

func TestAnExclusionOfTwoTermsTakesThemTogether(t *testing.T) {
	t.Parallel()
	index := indexOf(t, map[string]string{
		"rate": "A bandwidth of 8 TB/s.", "size": "A bandwidth over 2 TB of memory.",
	})
	if got := found(t, index, "bandwidth -TB/s"); !slices.Equal(got, []string{"size"}) {
		t.Errorf("found %v, want what holds TB without the second", got)
	}
}

func TestWordsWithDigitsAreExact(t *testing.T) {
	t.Parallel()
	index := indexOf(t, map[string]string{
		"h100": "The H100 reaches 3.35 TB/s.", "h200": "The H200 reaches 4.8 TB/s.",
		"fp16": "Peak for FP16 is 1,979 TFLOPS.", "fp8": "Peak for FP8 is 3,958 TFLOPS.",
		"nvlink": "NVLink 4.0 and HBM3e.", "int": "INT8 at 3350 GB/s.", "gb": "GB200 NVL72", "mx": "MXFP4 blocks of 32.",
	})
	for text, want := range map[string][]string{
		"H100": {"h100"}, "h200": {"h200"}, "H10": {}, "H1000": {}, "H": {},
		"FP16": {"fp16"}, "fp8": {"fp8"}, "FP": {}, "fp32": {},
		"3.35": {"h100"}, "3350": {"int"}, "3.3": {}, "1,979": {"fp16"}, "1979": {},
		"TB": {"h100", "h200"}, "HBM3e": {"nvlink"}, "HBM3": {}, "NVL72": {"gb"}, "MXFP4": {"mx"}, "4.0": {"nvlink"},
	} {
		if diff := cmp.Diff(want, found(t, index, text)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", text, diff)
		}
	}
}

func TestWordsAreFoundInEveryFormAndSpelling(t *testing.T) {
	t.Parallel()
	index := indexOf(t, map[string]string{
		"quantise": "Quantising weights saves memory.", "cafe": "A cafe\u0301 with a roofline.",
		"kernel's": "The kernel's launch.", "ru": "Память устройства", "cn": "显存带宽",
	})
	for text, want := range map[string][]string{
		"quantised weight": {"quantise"}, "café": {"cafe"}, "cafe\u0301": {"cafe"}, "kernels": {"kernel's"},
		"память": {"ru"}, "带宽": {"cn"}, "MEMORY": {"quantise"},
	} {
		if diff := cmp.Diff(want, found(t, index, text)); diff != "" {
			t.Errorf("%q (-want +got):\n%s", text, diff)
		}
	}
}

func TestTheThirtiethWordOfAQuestionCounts(t *testing.T) {
	t.Parallel()
	index := indexOf(t, map[string]string{"other": "Something else.", "last": "A zeppelin."})
	var words []string
	for i := range 60 {
		words = append(words, fmt.Sprintf("word%d", i))
	}
	if got := found(t, index, strings.Join(append(words, "zeppelin"), " ")); !slices.Equal(got, []string{"last"}) {
		t.Errorf("found %v, want what only the last word finds", got)
	}
}

func TestAnEntryWithAllTheWordsComesBeforeATitleWithOne(t *testing.T) {
	t.Parallel()
	index := openBuilt(t, t.TempDir())
	entries := []quarry.Entry{
		searchtest.Entry(quarry.EntryFact, "one", "Tile", "It is a block of a matrix that fits."),
		searchtest.Entry(quarry.EntryFact, "all", "Reuse", "A tile in shared memory saves bandwidth."),
	}
	for i := range 20 {
		entries = append(entries, searchtest.Entry(quarry.EntryFact, fmt.Sprintf("n%02d", i), "Shared bandwidth", "Memory is shared."))
	}
	if err := index.Apply(t.Context(), search.Batch{Puts: entries, Cursor: 1}); err != nil {
		t.Fatalf("apply: %v", err)
	}
	ranking, err := index.Search(t.Context(), quarry.Query{Text: "tile saves shared memory bandwidth", Limit: 2})
	if err != nil || len(ranking.Hits) != 2 || ranking.Hits[0].ID != "f_all" {
		t.Errorf("ranking = %+v, %v, want the entry that has all the words first", ranking.Hits, err)
	}
}

func TestATitleCountsMoreThanAText(t *testing.T) {
	t.Parallel()
	title := searchtest.Entry(quarry.EntryFact, "title", "warp", "lane core")
	text := searchtest.Entry(quarry.EntryFact, "text", "lane", "warp core")
	index := openBuilt(t, t.TempDir())
	if err := index.Apply(t.Context(), search.Batch{Puts: []quarry.Entry{text, title}, Cursor: 1}); err != nil {
		t.Fatalf("apply: %v", err)
	}
	ranking, err := index.Search(t.Context(), quarry.Query{Text: "warp", Limit: 2})
	if err != nil || len(ranking.Hits) != 2 || ranking.Hits[0].ID != title.ID {
		t.Fatalf("ranking = %+v, %v, want the title first", ranking.Hits, err)
	}
	if ratio := ranking.Hits[0].Score / ranking.Hits[1].Score; ratio < 1.7 || ratio > 1.8 {
		t.Errorf("the title scores %.2f times the text, want 1.75", ratio)
	}
}

func TestMatchesMarkWhatASearchFinds(t *testing.T) {
	t.Parallel()
	index := openBuilt(t, t.TempDir())
	const text = "Coalesced reads: the H100's warps coalesce; caches do not."
	for query, want := range map[string][]string{
		"coalescing":             {"Coalesced", "coalesce"},
		`"warp coalesces" -read`: {"Coalesced", "warps", "coalesce"},
		"h100":                   {"H100"},
		"h200 the":               nil,
		"":                       nil,
	} {
		var got []string
		for _, r := range index.Matches(query)(text) {
			got = append(got, text[r.Start:r.End])
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%q (-want +got):\n%s", query, diff)
		}
	}
}

func TestMatchesLieInTheText(t *testing.T) {
	t.Parallel()
	index := openBuilt(t, t.TempDir())
	rapid.Check(t, func(t *rapid.T) {
		query, text := rapid.String().Draw(t, "query"), rapid.String().Draw(t, "text")
		last := 0
		for _, r := range index.Matches(query + " warp")(text + " warp") {
			if r.Start < last || r.End <= r.Start || r.End > len(text)+5 {
				t.Fatalf("range %+v after %d in a text of %d bytes", r, last, len(text)+5)
			}
			last = r.End
		}
	})
}

func TestSearchFindsExactlyWhatHoldsTheWords(t *testing.T) {
	t.Parallel()
	vocabulary := []string{"warp", "lane", "tile", "bank", "grid", "core"}
	index := openBuilt(t, t.TempDir())
	cursor := quarry.Sequence(0)
	rapid.Check(t, func(r *rapid.T) {
		texts := rapid.SliceOfN(rapid.SliceOfN(rapid.SampledFrom(vocabulary), 1, 5), 12, 12).Draw(r, "texts")
		cursor++
		replaceAll(t, index, texts, cursor)
		a, b := rapid.SampledFrom(vocabulary).Draw(r, "a"), rapid.SampledFrom(vocabulary).Draw(r, "b")
		for query, holds := range map[string]func(text string) bool{
			a + " " + b:             func(text string) bool { return strings.Contains(text, a) || strings.Contains(text, b) },
			`"` + a + " " + b + `"`: func(text string) bool { return strings.Contains(text, a+" "+b) },
			a + " -" + b:            func(text string) bool { return strings.Contains(text, a) && !strings.Contains(text, b) },
		} {
			if got, want := found(t, index, query), namesOf(texts, holds); !slices.Equal(got, want) {
				r.Errorf("%s found %v, want %v among %v", query, got, want, texts)
			}
		}
	})
}

// replaceAll puts texts in the place of those that were put before.
func replaceAll(t *testing.T, index *bleveindex.Index, texts [][]string, cursor quarry.Sequence) {
	t.Helper()
	batch := search.Batch{Cursor: cursor}
	for i, words := range texts {
		batch.Puts = append(batch.Puts,
			searchtest.Entry(quarry.EntryFact, fmt.Sprintf("n%02d", i), "", strings.Join(words, " ")))
	}
	if err := index.Apply(t.Context(), batch); err != nil {
		t.Fatalf("apply: %v", err)
	}
}

// namesOf returns the names of the texts that hold what is asked.
func namesOf(texts [][]string, holds func(text string) bool) []string {
	names := []string{}
	for i, words := range texts {
		if holds(strings.Join(words, " ")) {
			names = append(names, fmt.Sprintf("n%02d", i))
		}
	}
	return names
}

func TestNoTextIsAnError(t *testing.T) {
	t.Parallel()
	index := indexOf(t, map[string]string{"a": "Shared memory and a cache line."})
	rapid.Check(t, func(r *rapid.T) {
		pieces := rapid.SliceOf(rapid.OneOf(
			rapid.String(), rapid.SampledFrom([]string{`"`, "-", " ", "memory", `"shared memory"`, "-cache", "the", "*", ":"}),
		)).Draw(r, "pieces")
		text := strings.Join(pieces, "")
		ranking, err := index.Search(t.Context(), quarry.Query{Text: text, Limit: 3})
		if err != nil || ranking.Total > 1 {
			r.Errorf("%q found %d, %v", text, ranking.Total, err)
		}
	})
}
