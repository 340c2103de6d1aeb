package bleveindex_test

import (
	"log/slog"
	"testing"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/search"
	"github.com/quarrykb/quarry/search/searchtest"
)

// An entry that comes into the index ahead of the feed moves the others down: a second page
// would show one of them again.
func TestAPageBehindWhatCameAheadOfTheFeedHasExpired(t *testing.T) {
	t.Parallel()
	said := func(name, text string) quarry.Entry {
		entry := searchtest.Entry(quarry.EntryFact, name, "", text)
		entry.Source = searchtest.SourceAt(name, 1, 1)
		return entry
	}
	entries := []quarry.Entry{said("a", "a kiln"), said("b", "a kiln and its hot door"), said("ahead", "kiln")}
	index := openBuilt(t, t.TempDir())
	put := func(cursor quarry.Sequence, entries ...quarry.Entry) {
		if err := index.Apply(t.Context(), search.Batch{Puts: entries, Cursor: cursor}); err != nil {
			t.Fatal(err)
		}
	}
	put(1, entries[:2]...)
	s := search.NewSearcher(search.Setup{
		Entries: searchtest.NewStore(entries...), Engines: []search.Named{{Name: search.EngineLexical, Engine: index}},
		Log: slog.New(slog.DiscardHandler),
	})
	query := quarry.Query{Text: "kiln", Mode: quarry.ModeLexical, Limit: 1}
	first, err := s.Search(t.Context(), query)
	if err != nil || !first.More {
		t.Fatalf("found %+v, %v, want more than one page", first, err)
	}
	query.Offset, query.At, query.By = 1, first.Revision, first.By
	if _, err := s.Search(t.Context(), query); err != nil {
		t.Errorf("the next page: %v", err)
	}
	put(1, entries[2])
	if ahead := index.Ahead(); ahead != 1 {
		t.Errorf("ahead = %d, want the one entry that came behind the cursor", ahead)
	}
	if _, err := s.Search(t.Context(), query); quarry.Explain(err).Code != "cursor_expired" {
		t.Errorf("error = %v, want cursor_expired", err)
	}
	put(2)
	if ahead := index.Ahead(); ahead != 0 {
		t.Errorf("ahead = %d at a new cursor, want 0", ahead)
	}
}
