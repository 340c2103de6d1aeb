package search_test

import (
	"context"
	"log/slog"
	"slices"
	"testing"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/search"
	"github.com/quarrykb/quarry/search/searchtest"
)

// listening finds nothing and notes what it was asked.
type listening struct{ asked *[]string }

func (l listening) Search(_ context.Context, q quarry.Query) (search.Ranking, error) {
	*l.asked = append(*l.asked, q.Text)
	return search.Ranking{}, nil
}

func TestANameThatIsWrittenApartIsAskedForTogether(t *testing.T) {
	t.Parallel()
	var asked []string
	s := search.NewSearcher(search.Setup{
		Entries: searchtest.NewStore(), Devices: ovens(t), Log: slog.New(slog.DiscardHandler),
		Engines: []search.Named{{Name: search.EngineLexical, Engine: listening{&asked}}},
	})
	found := find(t, s, quarry.Query{Text: "heat of the XX 20 -cold", Mode: quarry.ModeLexical})
	if want := "heat of the XX20 -cold"; !slices.Equal(asked, []string{want}) || found.CorrectedQuery != want {
		t.Errorf("asked %q and said %q, want %q", asked, found.CorrectedQuery, want)
	}
	if !slices.Equal(found.Excluded, []string{"cold"}) {
		t.Errorf("excluded = %q, want the word behind the minus", found.Excluded)
	}
}
