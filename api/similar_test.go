package api_test

import (
	"net/http"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/api"
	"github.com/quarrykb/quarry/api/view"
)

const similarTarget = "/v1/questions/q_aaaaaaaaaaaaaaaaaaaa/similar"

func TestSimilarQuestionsAreShownAsHits(t *testing.T) {
	t.Parallel()
	k := newKit(t)
	k.searcher.found = quarry.Found{
		Hits:     []quarry.Hit{{Entry: testQuestions()[1].Entry(), Score: 0.5, FoundBy: []string{"lexical"}}},
		Degraded: []string{"vector"}, Revision: 6,
	}
	answer := k.get(t, similarTarget+"?limit=3")
	got := decoded[view.Similar](t, answer, http.StatusOK)
	if got.ID != "q_aaaaaaaaaaaaaaaaaaaa" || len(got.Items) != 1 || got.Items[0].ID != string(testQuestions()[1].ID) {
		t.Errorf("similar = %+v, want the second question beside the first", got)
	}
	if diff := cmp.Diff([]string{"vector"}, got.Degraded); diff != "" {
		t.Errorf("degraded (-want +got):\n%s", diff)
	}
	if got := answer.Header().Get("Quarry-Revision"); got != "6" {
		t.Errorf("Quarry-Revision = %q, want the index's 6", got)
	}
	if to, limit := k.searcher.resembled(); to != "q_aaaaaaaaaaaaaaaaaaaa" || limit != 3 {
		t.Errorf("the searcher was asked for %d like %s", limit, to)
	}
	k.get(t, similarTarget)
	if _, limit := k.searcher.resembled(); limit != 10 {
		t.Errorf("without a limit %d are asked for, want 10", limit)
	}
}

func TestSimilarQuestionsAreNotSentTwice(t *testing.T) {
	t.Parallel()
	k := newKit(t)
	again := request(t, similarTarget)
	again.Header.Set("If-None-Match", k.get(t, similarTarget).Header().Get("ETag"))
	if got := k.do(t, again); got.Code != http.StatusNotModified {
		t.Errorf("the same again = %d, want %d", got.Code, http.StatusNotModified)
	}
	k.follower.set(quarry.FollowerState{Name: "lexical", Cursor: 8, Ready: true})
	if got := k.do(t, again); got.Code != http.StatusOK {
		t.Errorf("with an index that went on = %d, want %d", got.Code, http.StatusOK)
	}
}

func TestNothingIsSimilarToWhatIsNotThere(t *testing.T) {
	t.Parallel()
	for target, want := range map[string]int{
		"/v1/questions/q_zzzzzzzzzzzzzzzzzzzz/similar": http.StatusNotFound,
		"/v1/questions/f_aaaaaaaaaaaaaaaaaaaa/similar": http.StatusNotFound,
		similarTarget + "?limit=0":                     http.StatusBadRequest,
		similarTarget + "?limit=51":                    http.StatusBadRequest,
		similarTarget + "?q=x":                         http.StatusBadRequest,
	} {
		problem(t, newKit(t).get(t, target), want)
	}
	k := newKit(t, func(c *api.Config) { c.Similar = nil })
	if got := problem(t, k.get(t, similarTarget), http.StatusServiceUnavailable); got.Code != "engine_unavailable" {
		t.Errorf("code = %q, want engine_unavailable", got.Code)
	}
}
