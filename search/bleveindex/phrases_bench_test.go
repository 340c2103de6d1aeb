package bleveindex_test

import (
	"strings"
	"testing"
	"time"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/search/bleveindex"
	"github.com/quarrykb/quarry/search/searchtest"
)

// prose is the generated entries with small words in them, as in a language.
func prose(count int) []quarry.Entry {
	entries := searchtest.Generate(count)
	small := strings.Fields("the of and a to in is for but it that with as on be or not by")
	for i := range entries {
		words := strings.Fields(entries[i].Text)
		for at := range words {
			words[at] = small[(i+at*at)%len(small)] + " " + words[at]
			if at%3 == 0 {
				words[at] = small[(i*at)%len(small)] + " " + words[at]
			}
		}
		entries[i].Text = strings.Join(words, " ")
	}
	return entries
}

// What phrases and exclusions cost, against two frequent words.
func BenchmarkPhrases(b *testing.B) {
	entries := prose(searched)
	index := filledIndex(b, entries)
	words := strings.Fields(searchtest.Generate(1)[0].Text)
	plain := words[0] + " " + words[1]
	for _, demand := range []string{`"` + plain + `"`, `"` + words[0] + ` of"`, `"but for"`, `"the"`, `"the" "of"`, `"to be or not to be"`, plain + " -the", plain + ` -"of the"`} {
		b.Run(demand, func(b *testing.B) {
			var without, with time.Duration
			for b.Loop() {
				without += searching(b, index, plain)
				with += searching(b, index, demand)
			}
			b.ReportMetric(float64(with)/float64(without), "ratio")
		})
	}
}

// searching returns how long a search takes.
func searching(b *testing.B, index *bleveindex.Index, text string) time.Duration {
	b.Helper()
	start := time.Now()
	if _, err := index.Search(b.Context(), quarry.Query{Text: text, Limit: 10}); err != nil {
		b.Fatal(err)
	}
	return time.Since(start)
}
