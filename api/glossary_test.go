package api_test

import (
	"net/http"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/api/view"
)

// glossed is a kit whose store knows a few terms.
func glossed(t *testing.T) *kit {
	t.Helper()
	k := newKit(t)
	source := k.store.facts[0].Source
	expansion := func(text string, count int) quarry.Expansion {
		return quarry.Expansion{Text: text, Count: count, Sources: []quarry.Source{source}}
	}
	k.store.glossary = []quarry.GlossaryTerm{
		{Term: "cDNA", Expansions: []quarry.Expansion{expansion("complementary DNA", 1)}},
		{Term: "HBM", Expansions: []quarry.Expansion{expansion("High-Bandwidth Memory", 4)}},
		{Term: "hbm", Expansions: []quarry.Expansion{expansion("heavy boring machine", 1)}},
		{Term: "SM", Expansions: []quarry.Expansion{expansion("streaming multiprocessor", 3), expansion("state machine", 1)}},
	}
	return k
}

func TestTheGlossaryListsWhatShortFormsStandFor(t *testing.T) {
	t.Parallel()
	k := glossed(t)
	for query, want := range map[string][]string{
		"":                    {"cDNA", "HBM", "hbm", "SM"},
		"?q=hbm":              {"HBM", "hbm"},
		"?q=bandwidth+memory": {"HBM"},
		"?q=machine":          {"hbm", "SM"},
		"?q=quark":            {},
	} {
		got := decoded[view.List[view.GlossaryTerm]](t, k.get(t, "/v1/glossary"+query), http.StatusOK)
		terms := []string{}
		for _, term := range got.Items {
			terms = append(terms, term.Term)
		}
		if diff := cmp.Diff(want, terms); diff != "" || got.Total != len(want) {
			t.Errorf("%q of %d (-want +got):\n%s", query, got.Total, diff)
		}
	}
	got := decoded[view.List[view.GlossaryTerm]](t, k.get(t, "/v1/glossary?q=state"), http.StatusOK).Items[0]
	if len(got.Expansions) != 2 || got.Expansions[0].Text != "streaming multiprocessor" || got.Expansions[0].Count != 3 ||
		got.Expansions[0].Sources[0].Path != k.store.facts[0].Source.Path {
		t.Errorf("SM = %+v, want both of what it stands for, with their places", got)
	}
}

func TestTheGlossaryIsReadPageByPage(t *testing.T) {
	t.Parallel()
	k := glossed(t)
	var terms []string
	for address := "/v1/glossary?limit=1"; ; {
		page := decoded[view.List[view.GlossaryTerm]](t, k.get(t, address), http.StatusOK)
		for _, term := range page.Items {
			terms = append(terms, term.Term)
		}
		if page.NextCursor == nil {
			break
		}
		address = "/v1/glossary?limit=1&cursor=" + *page.NextCursor
	}
	if diff := cmp.Diff([]string{"cDNA", "HBM", "hbm", "SM"}, terms); diff != "" {
		t.Errorf("terms (-want +got):\n%s", diff)
	}
}

func TestAnEmptyQueryOfTheGlossaryIsRefused(t *testing.T) {
	t.Parallel()
	problem(t, newKit(t).get(t, "/v1/glossary?q=%3F%3F"), http.StatusBadRequest)
}
