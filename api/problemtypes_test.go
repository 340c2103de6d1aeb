package api_test

import (
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/quarrykb/quarry/api/view"
	"github.com/quarrykb/quarry/openapi"
)

// browser is what a browser accepts when it opens a page.
const browser = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"

func TestTheTypeOfEveryProblemLeadsToItsExplanation(t *testing.T) {
	t.Parallel()
	k := newKit(t)
	var types []view.ProblemType
	if err := json.Unmarshal(openapi.Problems(), &types); err != nil || len(types) < 20 {
		t.Fatalf("%d types of problems, error %v", len(types), err)
	}
	for _, want := range types {
		shown := decoded[view.ProblemType](t, k.get(t, "/problems/"+want.Code), http.StatusOK)
		if shown.Code != want.Code || shown.Status != want.Status || shown.Meaning != want.Meaning || shown.Example.Type != shown.Type {
			t.Errorf("/problems/%s = %+v, want what %+v says", want.Code, shown, want)
		}
	}
}

func TestAnErrorAnswerIsExplainedAtItsType(t *testing.T) {
	t.Parallel()
	k := newKit(t)
	got := problem(t, k.get(t, "/v1/questions?topics=memory"), http.StatusBadRequest)
	shown := decoded[view.ProblemType](t, k.get(t, got.Type), http.StatusOK)
	if shown.Code != got.Code || shown.Title != got.Title || shown.Status != got.Status {
		t.Errorf("%s explains %s %q %d, the problem says %s %q %d", got.Type, shown.Code, shown.Title, shown.Status, got.Code, got.Title, got.Status)
	}
	listed := view.ProblemOperation{ID: "listQuestions", Method: http.MethodGet, Path: "/v1/questions"}
	if !slices.Contains(shown.Operations, listed) {
		t.Errorf("operations = %v, want %v among them", shown.Operations, listed)
	}
}

func TestPeopleGetAPageAndProgramsJSON(t *testing.T) {
	t.Parallel()
	k := newKit(t)
	for _, path := range []string{"/problems", "/problems/cursor_expired"} {
		for accept, want := range map[string]string{
			browser: "text/html; charset=utf-8", "": "application/json; charset=utf-8", "*/*": "application/json; charset=utf-8",
			"application/json": "application/json; charset=utf-8", "application/problem+json": "application/json; charset=utf-8",
		} {
			answer := k.do(t, accepting(t, path, accept))
			if got := answer.Header().Get("Content-Type"); got != want || answer.Code != http.StatusOK || answer.Header().Get("Vary") != "Accept" {
				t.Errorf("%s for %q = %d %s, Vary %q; want 200 %s that varies by Accept", path, accept, answer.Code, got, answer.Header().Get("Vary"), want)
			}
		}
	}
}

func TestThePageOfAProblemShowsItsExample(t *testing.T) {
	t.Parallel()
	answer := newKit(t).do(t, accepting(t, "/problems/misdirected_host", browser))
	page := answer.Body.String()
	for _, want := range []string{"misdirected_host", "421", "DNS rebinding", "evil.example", "GET /v1/search", `href="/problems"`} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %q:\n%s", want, page)
		}
	}
	if policy := answer.Header().Get("Content-Security-Policy"); !strings.Contains(policy, "style-src 'self'") {
		t.Errorf("policy = %q, want that of a page", policy)
	}
}

func TestAllProblemsAreListedAndTheListIsKept(t *testing.T) {
	t.Parallel()
	k := newKit(t)
	answer := k.get(t, "/problems")
	list := decoded[view.List[view.ProblemType]](t, answer, http.StatusOK)
	if list.Total != len(list.Items) || list.Total < 20 || list.NextCursor != nil {
		t.Errorf("total = %d of %d items, next %v", list.Total, len(list.Items), list.NextCursor)
	}
	again := request(t, "/problems")
	again.Header.Set("If-None-Match", answer.Header().Get("ETag"))
	if got := k.do(t, again).Code; got != http.StatusNotModified {
		t.Errorf("the same list again = %d, want 304", got)
	}
}

func TestAnUnknownProblemIsAnsweredWithThoseThatComeClose(t *testing.T) {
	t.Parallel()
	got := problem(t, newKit(t).get(t, "/problems/curser_expired"), http.StatusNotFound)
	if len(got.Fixes) == 0 || got.Fixes[0] != "cursor_expired" {
		t.Errorf("fixes = %q, want cursor_expired first", got.Fixes)
	}
}

func accepting(t *testing.T, path, accept string) *http.Request {
	t.Helper()
	r := request(t, path)
	if accept != "" {
		r.Header.Set("Accept", accept)
	}
	return r
}
