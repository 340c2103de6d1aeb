package bleveindex_test

import (
	"testing"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/search/searchtest"
)

func TestWhatAQueryDemandsIsReadOffAnEntry(t *testing.T) {
	t.Parallel()
	index := open(t, t.TempDir())
	entry := searchtest.Entry(quarry.EntryFact, "dough", "Kneading dough", "The gluten of the flour stretches into sheets.")
	for query, want := range map[string]bool{
		`"gluten of the flour"`:     true,
		`"stretching sheet"`:        false,
		`"gluten flour"`:            false,
		`"kneading doughs"`:         true,
		`"dough gluten"`:            false,
		`bread -yeast`:              true,
		`bread -flour`:              false,
		`bread -"gluten sheets"`:    true,
		`bread -"kneading dough"`:   false,
		`"flour stretches" -yeast`:  true,
		`"flour stretches" "yeast"`: false,
	} {
		demands := index.Demands(query)
		if demands == nil {
			t.Errorf("%s demands nothing", query)
		} else if got := demands(entry); got != want {
			t.Errorf("%s: holds = %t, want %t", query, got, want)
		}
	}
	for _, query := range []string{"", "gluten flour", `"the" -of`, `"!!!"`, `-`} {
		if index.Demands(query) != nil {
			t.Errorf("%q demands something", query)
		}
	}
}
