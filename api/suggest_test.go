package api_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/api"
	"github.com/quarrykb/quarry/api/view"
)

func TestASuggestionNamesItsEntry(t *testing.T) {
	t.Parallel()
	k := newKit(t)
	k.searcher.suggested = quarry.Suggested{
		Entries: []quarry.Entry{testQuestions()[0].Entry()}, CorrectedQuery: "kiln", Revision: 6,
	}
	answer := k.get(t, "/v1/suggest?q=kilm&limit=3")
	right := "kiln"
	want := view.Suggestions{Query: "kilm", CorrectedQuery: &right, Items: []view.Suggestion{{
		Text: "What does a kiln do?", Kind: "question", ID: "q_aaaaaaaaaaaaaaaaaaaa", URL: "/v1/questions/q_aaaaaaaaaaaaaaaaaaaa",
	}}}
	if diff := cmp.Diff(want, decoded[view.Suggestions](t, answer, http.StatusOK)); diff != "" {
		t.Errorf("suggestions (-want +got):\n%s", diff)
	}
	if got := answer.Header().Get("Quarry-Revision"); got != "6" {
		t.Errorf("Quarry-Revision = %q, want the index's 6", got)
	}
	if text, limit := k.searcher.typed(); text != "kilm" || limit != 3 {
		t.Errorf("the searcher was asked for %d of %q", limit, text)
	}
}

func TestASuggestionIsNotSentTwice(t *testing.T) {
	t.Parallel()
	k := newKit(t)
	tag := k.get(t, "/v1/suggest?q=ki").Header().Get("ETag")
	again := request(t, "/v1/suggest?q=ki")
	again.Header.Set("If-None-Match", tag)
	if got := k.do(t, again); tag == "" || got.Code != http.StatusNotModified {
		t.Errorf("with %q = %d, want %d", tag, got.Code, http.StatusNotModified)
	}
	other := request(t, "/v1/suggest?q=ki%20")
	other.Header.Set("If-None-Match", tag)
	if got := k.do(t, other); got.Code != http.StatusOK {
		t.Errorf("with a further space = %d, want %d", got.Code, http.StatusOK)
	}
}

func TestASuggestionRefusesWhatItCannotRead(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct{ query, code, detail string }{
		"nothing typed":         {"", "invalid_parameter", "q: is needed"},
		"an empty text":         {"q=", "empty_parameter", "q: is needed and has no value"},
		"too many words":        {"q=" + strings.Repeat("a%20", 65), "invalid_parameter", "q: has more than 64 words"},
		"too many bytes":        {"q=" + strings.Repeat("%C3%A9", 513), "invalid_parameter", "q: is longer than 1024 bytes"},
		"no completions":        {"q=x&limit=0", "invalid_parameter", "limit: must be"},
		"too many completions":  {"q=x&limit=21", "invalid_parameter", "limit: must be"},
		"what searches have":    {"q=x&kind=fact", "unknown_parameter", "kind:"},
		"two texts":             {"q=x&q=y", "repeated_parameter", "q:"},
		"several faults at one": {"limit=21", "invalid_parameter", "q: is needed"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := problem(t, newKit(t).get(t, "/v1/suggest?"+tc.query), http.StatusBadRequest)
			if got.Code != tc.code || !strings.Contains(got.Detail, tc.detail) {
				t.Errorf("code = %q (%s), want %q (%s)", got.Code, got.Detail, tc.code, tc.detail)
			}
		})
	}
}

func TestTheMostThatMayBeTypedIsCompleted(t *testing.T) {
	t.Parallel()
	for _, text := range []string{strings.Repeat("a ", 64), strings.Repeat("é", 512)} {
		if answer := newKit(t).get(t, "/v1/suggest?q="+url.QueryEscape(text)); answer.Code != http.StatusOK {
			t.Errorf("%.10q… = %d, want 200: %s", text, answer.Code, answer.Body)
		}
	}
}

func TestWithoutAnIndexNothingIsCompleted(t *testing.T) {
	t.Parallel()
	k := newKit(t, func(c *api.Config) { c.Suggester = nil })
	if got := problem(t, k.get(t, "/v1/suggest?q=clay"), http.StatusServiceUnavailable); got.Code != "engine_unavailable" {
		t.Errorf("code = %q, want engine_unavailable", got.Code)
	}
}
