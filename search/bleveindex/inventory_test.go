package bleveindex_test

import (
	"slices"
	"testing"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/search/searchtest"
)

func TestAnIndexSaysWhatItHolds(t *testing.T) {
	t.Parallel()
	store := searchtest.NewStore(searchtest.Generate(25)...)
	index := open(t, filledFolder(t, store))
	if got, err := index.Count(t.Context()); err != nil || got != 25 {
		t.Errorf("the index holds %d entries (%v), want 25", got, err)
	}
	none := quarry.EntryRef{Kind: quarry.EntryFact, ID: "f_none"}
	asked := []quarry.EntryRef{none}
	for _, entry := range searchtest.Generate(25) {
		asked = append(asked, entry.EntryRef)
	}
	if got, err := index.Missing(t.Context(), asked); err != nil || !slices.Equal(got, []quarry.EntryRef{none}) {
		t.Errorf("missing = %v (%v), want %v alone", got, err, none)
	}
}

func TestAnIndexThatCannotAnswerSaysSo(t *testing.T) {
	t.Parallel()
	index := open(t, t.TempDir())
	if _, err := index.Count(t.Context()); !quarry.IsKind(err, quarry.KindUnavailable) {
		t.Errorf("count: error = %v, want one of kind %d", err, quarry.KindUnavailable)
	}
	if _, err := index.Missing(t.Context(), nil); !quarry.IsKind(err, quarry.KindUnavailable) {
		t.Errorf("missing: error = %v, want one of kind %d", err, quarry.KindUnavailable)
	}
}

func TestDamageIsToldFromAnIndexThatIsNotThereYet(t *testing.T) {
	t.Parallel()
	store := searchtest.NewStore(searchtest.Generate(25)...)
	whole, spoilt := filledFolder(t, store), filledFolder(t, store)
	eachFile(t, spoilt, segments, scratchOut)
	for name, tc := range map[string]struct{ dir, want string }{
		"none yet": {t.TempDir(), ""},
		"sound":    {whole, ""},
		"spoilt":   {spoilt, "the index is damaged"},
	} {
		if got := open(t, tc.dir).Damage(t.Context()); got != tc.want {
			t.Errorf("%s: damage = %q, want %q", name, got, tc.want)
		}
	}
}
