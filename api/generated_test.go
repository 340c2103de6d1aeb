package api_test

import (
	"net/http"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/api/view"
)

func TestADrawOfGeneratedQuestionsGoesOnFromItsCursor(t *testing.T) {
	t.Parallel()
	k := newKit(t)
	next := quarry.DrawCursor{Made: 99, MadeOnly: true}
	k.store.next = &next
	first := decoded[view.Draw](t, k.get(t, "/v1/questions/random?generated=only&seed=42"), http.StatusOK)
	if got := k.store.lastDraw().Filter.Generated; got != quarry.GeneratedOnly || first.NextCursor == nil {
		t.Fatalf("the store was asked for %q, next_cursor is %v", got, first.NextCursor)
	}
	decoded[view.Draw](t, k.get(t, "/v1/questions/random?generated=only&cursor="+*first.NextCursor), http.StatusOK)
	if diff := cmp.Diff(next, k.store.lastDraw().After); diff != "" {
		t.Errorf("the store goes on from (-want +got):\n%s", diff)
	}
	problem(t, k.get(t, "/v1/questions/random?generated=include&cursor="+*first.NextCursor), http.StatusBadRequest)
}

func TestGeneratedQuestionsTakeNoPartUnlessTheyAreAskedFor(t *testing.T) {
	t.Parallel()
	k := newKit(t)
	for _, path := range []string{"/v1/questions", "/v1/questions?generated=exclude"} {
		k.get(t, path)
		if got := k.store.lastAsked().Generated; got != "" {
			t.Errorf("%s asks the store for %q", path, got)
		}
	}
	k.get(t, "/v1/questions?generated=include")
	if got := k.store.lastAsked().Generated; got != quarry.GeneratedInclude {
		t.Errorf("include asks the store for %q", got)
	}
	for _, path := range []string{
		"/v1/questions?generated=always", "/v1/facts?generated=only", "/v1/search?q=warp&generated=only",
		"/v1/export?generated=only", "/v1/export?format=csv&generated=include",
	} {
		problem(t, k.get(t, path), http.StatusBadRequest)
	}
	if got := k.get(t, "/v1/export?format=anki&generated=only"); got.Code != http.StatusOK {
		t.Errorf("cards of generated questions: status %d", got.Code)
	}
}

func TestAGeneratedQuestionShowsWhatItsChoicesRestOnUnlessAnswersAreHidden(t *testing.T) {
	t.Parallel()
	k := newKit(t)
	made := k.store.questions[0]
	made.ID, made.CanonicalID = "g_6xw2m7k4zntq5ravcbyh", "g_6xw2m7k4zntq5ravcbyh"
	made.Style, made.Choices, made.Answer = quarry.StyleChoice, []string{"16", "32"}, "32"
	made.Made = &quarry.Made{
		Type: quarry.MadeFigure, Proof: quarry.Claim{ID: "s_4v5nq2k7xw4mzt6cyrab", Source: made.Source},
		Refutes: []quarry.Ground{{Claim: quarry.Claim{ID: "f_4v5nq2k7xw4mzt6cyrab", Source: made.Source}, Choice: "16"}},
	}
	k.store.questions = []quarry.Question{made}
	shown := decoded[view.Question](t, k.get(t, "/v1/questions/"+string(made.ID)+"?view=full"), http.StatusOK)
	place := view.NewSource(made.Source)
	want := &view.Made{
		Type:  "figure",
		Proof: view.Ground{ID: "s_4v5nq2k7xw4mzt6cyrab", Kind: "spec", URL: "/v1/specs/s_4v5nq2k7xw4mzt6cyrab", Source: place},
		Refutes: []view.Refuted{{
			Ground: view.Ground{ID: "f_4v5nq2k7xw4mzt6cyrab", Kind: "fact", URL: "/v1/facts/f_4v5nq2k7xw4mzt6cyrab", Source: place},
			Choice: "16",
		}},
	}
	if diff := cmp.Diff(want, shown.Made); diff != "" || !shown.Generated {
		t.Errorf("generated is %t, made (-want +got):\n%s", shown.Generated, diff)
	}
	hidden := decoded[view.Draw](t, k.get(t, "/v1/questions/random?seed=1&hide_answers=true&view=full"), http.StatusOK).Items[0]
	if hidden.Made != nil || hidden.Answer != nil || len(hidden.Choices) != 2 || !hidden.Generated {
		t.Errorf("hidden: made %+v, answer %v, choices %q", hidden.Made, hidden.Answer, hidden.Choices)
	}
}
