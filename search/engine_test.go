package search_test

import (
	"context"
	"log/slog"
	"strings"
	"testing"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/search"
	"github.com/quarrykb/quarry/search/searchtest"
)

// fixed is an engine that always finds the same.
type fixed struct {
	ranking search.Ranking
	err     error
}

func (f fixed) Search(_ context.Context, q quarry.Query) (search.Ranking, error) {
	cut := f.ranking
	cut.Hits = append([]search.Ranked(nil), cut.Hits[:min(q.Limit, len(cut.Hits))]...)
	return cut, f.err
}

// rankingOf ranks entries in their order, the first with the highest score.
func rankingOf(entries ...quarry.Entry) search.Ranking {
	r := search.Ranking{Total: len(entries), Revision: 5}
	for i, entry := range entries {
		r.Hits = append(r.Hits, search.Ranked{
			EntryRef: entry.EntryRef, Score: float64(len(entries) - i),
			Place: search.Place{
				Document: entry.Source.DocumentID, LineStart: entry.Source.LineStart, LineEnd: entry.Source.LineEnd,
			},
		})
	}
	return r
}

// words marks every occurrence of the query in a text.
type words struct{}

func (words) Matches(query string) func(string) []search.Range {
	return func(text string) []search.Range {
		var found []search.Range
		for at := 0; ; {
			next := strings.Index(text[at:], query)
			if next < 0 || query == "" {
				return found
			}
			found = append(found, search.Range{Start: at + next, End: at + next + len(query)})
			at += next + len(query)
		}
	}
}

// searcherOver returns a searcher whose lexical engine finds these entries.
func searcherOver(entries ...quarry.Entry) *search.Searcher {
	return searcherWith(searchtest.NewStore(entries...),
		search.Named{Name: search.EngineLexical, Engine: fixed{ranking: rankingOf(entries...)}})
}

func searcherWith(entries search.EntryReader, engines ...search.Named) *search.Searcher {
	return search.NewSearcher(search.Setup{
		Entries: entries, Engines: engines, Highlighter: words{}, Log: slog.New(slog.DiscardHandler),
	})
}

func find(t *testing.T, s *search.Searcher, q quarry.Query) quarry.Found {
	t.Helper()
	if q.Limit == 0 {
		q.Limit = 100
	}
	found, err := s.Search(t.Context(), q)
	if err != nil {
		t.Fatalf("search %q: %v", q.Text, err)
	}
	return found
}

// shown returns the ids of the hits in their order.
func shown(f quarry.Found) []string {
	ids := make([]string, len(f.Hits))
	for i, hit := range f.Hits {
		ids[i] = string(hit.ID)
	}
	return ids
}

// at puts an entry on lines of a document.
func at(e quarry.Entry, path string, first, last int) quarry.Entry {
	e.Source = searchtest.SourceAt(path, first, last)
	return e
}

func fact(name string) quarry.Entry { return searchtest.Entry(quarry.EntryFact, name, name, name) }
func spec(name string) quarry.Entry { return searchtest.Entry(quarry.EntrySpec, name, name, name) }
func question(name string) quarry.Entry {
	return searchtest.Entry(quarry.EntryQuestion, name, name, name)
}

func passage(name string) quarry.Entry {
	return searchtest.Entry(quarry.EntryPassage, name, name, name)
}
