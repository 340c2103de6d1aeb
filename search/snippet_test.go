package search_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/search/searchtest"
)

// snippetOf returns the snippet of the only hit.
func snippetOf(t *testing.T, title, text string, q quarry.Query) string {
	t.Helper()
	entry := searchtest.Entry(quarry.EntryFact, "only", title, text)
	return find(t, searcherOver(entry), q).Hits[0].Snippet
}

func TestASnippetMarksWhatMatched(t *testing.T) {
	t.Parallel()
	filler := strings.Repeat("filler ", 100)
	for name, tc := range map[string]struct {
		title, text, query string
		want               string
	}{
		"in a short text":         {"T", "A warp has lanes.", "warp", "A <mark>warp</mark> has lanes."},
		"escaped":                 {"T", "a < b && warp > <script>", "warp", "a &lt; b &amp;&amp; <mark>warp</mark> &gt; &lt;script&gt;"},
		"what is marked, escaped": {"T", "say <b> now", "<b>", "say <mark>&lt;b&gt;</mark> now"},
		"lines become one":        {"T", "one\n\n- warp\ttwo\x00", "warp", "one - <mark>warp</mark> two"},
		"in the title only":       {"The warp", "It has lanes.", "warp", "The <mark>warp</mark> – It has lanes."},
		"without a text":          {"The warp?", "", "warp", "The <mark>warp</mark>?"},
		"nothing":                 {"T", "Nothing here.", "warp", "Nothing here."},
		"decomposed letters":      {"T", "cafe\u0301 warp", "warp", "café <mark>warp</mark>"},
	} {
		if got := snippetOf(t, tc.title, tc.text, quarry.Query{Text: tc.query, Highlight: true}); got != tc.want {
			t.Errorf("%s: snippet = %q, want %q", name, got, tc.want)
		}
	}
	deep := snippetOf(t, "T", filler+"the warp is here and the warp is there "+filler, quarry.Query{Text: "warp", Highlight: true})
	if strings.Count(deep, "<mark>warp</mark>") != 2 || !strings.HasPrefix(deep, "… ") || !strings.HasSuffix(deep, " …") {
		t.Errorf("snippet = %q, want both matches between dots", deep)
	}
}

func TestASnippetWithoutHighlightIsTheBeginning(t *testing.T) {
	t.Parallel()
	if got := snippetOf(t, "T", "A warp & more.", quarry.Query{Text: "warp"}); got != "A warp &amp; more." {
		t.Errorf("snippet = %q", got)
	}
	long := snippetOf(t, "T", strings.Repeat("größe ", 5000), quarry.Query{Text: "x"})
	if !utf8.ValidString(long) || len(long) > 260 || !strings.HasSuffix(long, "größe …") {
		t.Errorf("snippet = %q, want whole words of its beginning", long)
	}
}

func TestASnippetIsCutWhereMostMatchesAreSeen(t *testing.T) {
	t.Parallel()
	far := strings.Repeat("dough ", 60)
	text := "yeast " + far + "yeast yeast here " + far + "yeast, yeast and yeast there " + far + "yeast yeast last " + far //nolint:dupword // matches that stand close are what is tested
	got := snippetOf(t, "Bread", text, quarry.Query{Text: "yeast", Highlight: true})
	if strings.Count(got, "<mark>yeast</mark>") != 3 || !strings.Contains(got, "there") {
		t.Errorf("snippet = %q, want the place with three matches", got)
	}
	unbroken := snippetOf(t, "Bread", strings.Repeat("yeast-", 1300)+" yeast", quarry.Query{Text: "yeast", Highlight: true})
	if strings.Count(unbroken, "<mark>yeast</mark>") != 40 {
		t.Errorf("snippet = %q, want as many matches as there is room for", unbroken)
	}
}

// BenchmarkASnippetOfNothingButMatches: what a snippet costs must grow with its
// text, and not with the square of the matches.
func BenchmarkASnippetOfNothingButMatches(b *testing.B) {
	searcher := searcherOver(searchtest.Entry(quarry.EntryFact, "only", "zx", strings.Repeat("zx ", 2700)))
	for b.Loop() {
		if _, err := searcher.Search(b.Context(), quarry.Query{Text: "zx", Limit: 100, Highlight: true}); err != nil {
			b.Fatal(err)
		}
	}
}
