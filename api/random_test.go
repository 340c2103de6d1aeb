package api_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/api/view"
)

func TestADrawWithoutASeedChoosesOneAndReturnsIt(t *testing.T) {
	t.Parallel()
	k := newKit(t)
	first := k.get(t, "/v1/questions/random")
	one := decoded[view.Draw](t, first, http.StatusOK)
	two := decoded[view.Draw](t, k.get(t, "/v1/questions/random"), http.StatusOK)
	if one.Seed == two.Seed {
		t.Errorf("two draws without a seed both chose %d", one.Seed)
	}
	if one.Seed > 1<<53-1 {
		t.Errorf("seed %d is larger than a JSON reader keeps", one.Seed)
	}
	if got := k.store.lastDraw(); got.Seed != two.Seed || got.Count != 1 {
		t.Errorf("the store was asked for %+v, want seed %d and count 1", got, two.Seed)
	}
	if tag, cache := first.Header().Get("ETag"), first.Header().Get("Cache-Control"); tag != "" || cache != "no-store" {
		t.Errorf("ETag %q, Cache-Control %q; want none and no-store", tag, cache)
	}
}

func TestADrawWithASeedCanBeRevalidated(t *testing.T) {
	t.Parallel()
	answer := newKit(t).get(t, "/v1/questions/random?seed=42&count=2")
	if got := decoded[view.Draw](t, answer, http.StatusOK); got.Seed != 42 || got.Remaining != 0 || len(got.Items) != 2 {
		t.Errorf("draw = seed %d, %d items, %d remaining; want 42, 2, 0", got.Seed, len(got.Items), got.Remaining)
	}
	if answer.Header().Get("ETag") == "" {
		t.Error("a draw with a seed has no ETag")
	}
}

func TestADrawGoesOnFromItsCursorWithItsSeed(t *testing.T) {
	t.Parallel()
	k := newKit(t)
	next := quarry.DrawCursor{SlotLimit: 9, Position: 4, Drawn: 3, At: 7}
	k.store.next = &next
	first := decoded[view.Draw](t, k.get(t, "/v1/questions/random?style=open&count=2&seed=42"), http.StatusOK)
	if first.NextCursor == nil {
		t.Fatal("next_cursor = null, want one")
	}
	for _, seed := range []string{"", "&seed=42"} {
		second := k.get(t, "/v1/questions/random?style=open&count=1&cursor="+*first.NextCursor+seed)
		decoded[view.Draw](t, second, http.StatusOK)
		want := quarry.DrawRequest{Seed: 42, Count: 1, After: next}
		got := k.store.lastDraw()
		got.Filter = quarry.Filter{}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("the store was asked (-want +got):\n%s", diff)
		}
	}
	other := problem(t, k.get(t, "/v1/questions/random?style=open&seed=43&cursor="+*first.NextCursor), http.StatusBadRequest)
	if diff := cmp.Diff([]string{"42"}, other.Fixes); diff != "" {
		t.Errorf("fixes for another seed (-want +got):\n%s", diff)
	}
}

func TestHiddenAnswersAreHiddenEverywhere(t *testing.T) {
	t.Parallel()
	answer := newKit(t).get(t, "/v1/questions/random?count=50&seed=1&hide_answers=true")
	for _, item := range decoded[view.Draw](t, answer, http.StatusOK).Items {
		if item.Answer != nil || len(item.BestAnswers) > 0 {
			t.Errorf("%s shows answer %v and best answers %v", item.ID, item.Answer, item.BestAnswers)
		}
		for _, variant := range item.Variants {
			if variant.Answer != nil {
				t.Errorf("variant %s shows %q", variant.ID, *variant.Answer)
			}
		}
	}
	if strings.Contains(answer.Body.String(), "fires clay") {
		t.Errorf("an answer stands in %s", answer.Body)
	}
	if choices := `"choices":["A kiln has a door.","A kiln has a window."]`; !strings.Contains(answer.Body.String(), choices) {
		t.Errorf("%s does not stand in %s: what there is to choose from is part of the question", choices, answer.Body)
	}
}

func TestADrawRefusesWhatItCannotDo(t *testing.T) {
	t.Parallel()
	for name, query := range map[string]string{
		"no questions":           "count=0",
		"too many questions":     "count=51",
		"a negative seed":        "seed=-1",
		"a seed of 2^53":         "seed=9007199254740992",
		"a word for a seed":      "seed=lucky",
		"a word for hide":        "hide_answers=maybe",
		"a list's limit":         "limit=5",
		"a difficulty's slip":    "difficulty=hrad",
		"a cursor of our own":    "cursor=zzz",
		"an empty value in list": "style=open,,cloze",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			k := newKit(t)
			problem(t, k.get(t, "/v1/questions/random?"+query), http.StatusBadRequest)
			if got := k.store.reads.Load(); got != 0 {
				t.Errorf("the store was asked %d times, want 0", got)
			}
		})
	}
}
