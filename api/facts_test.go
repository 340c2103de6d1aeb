package api_test

import (
	"net/http"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/api/view"
)

func TestAFactIsShownWithItsCitations(t *testing.T) {
	t.Parallel()
	k := newKit(t)
	got := decoded[view.Fact](t, k.get(t, "/v1/facts/f_aaaaaaaaaaaaaaaaaaaa"), http.StatusOK)
	if got.Kind != "fact" || got.Subject != "kiln" || got.Statement != "A kiln has a door." {
		t.Errorf("fact = %+v", got)
	}
	if diff := cmp.Diff([]view.Citation{{URL: "https://example.org/doors", Label: "1"}}, got.Citations); diff != "" {
		t.Errorf("citations (-want +got):\n%s", diff)
	}
}

func TestFactsAreFilteredBySubject(t *testing.T) {
	t.Parallel()
	k := newKit(t)
	decoded[view.List[view.Fact]](t, k.get(t, "/v1/facts?subject=kiln,Clay"), http.StatusOK)
	if diff := cmp.Diff([]string{"kiln", "Clay"}, k.store.lastAsked().Subjects); diff != "" {
		t.Errorf("subjects (-want +got):\n%s", diff)
	}
}

func TestAPassageIsShownWithItsHeading(t *testing.T) {
	t.Parallel()
	k := newKit(t)
	got := decoded[view.Passage](t, k.get(t, "/v1/passages/p_aaaaaaaaaaaaaaaaaaaa"), http.StatusOK)
	if got.Kind != "passage" || got.Text != "A kiln has a door." || got.Difficulty != nil {
		t.Errorf("passage = %+v", got)
	}
	if diff := cmp.Diff([]string{"Kilns"}, got.Heading); diff != "" {
		t.Errorf("heading (-want +got):\n%s", diff)
	}
	page := decoded[view.List[view.Passage]](t, k.get(t, "/v1/passages?topic=glaze&difficulty=hard"), http.StatusOK)
	if len(page.Items) != 1 || page.NextCursor != nil {
		t.Errorf("page = %d items, cursor %v; want 1 and null", len(page.Items), page.NextCursor)
	}
}

func TestEveryKindOfEntryIsVerified(t *testing.T) {
	t.Parallel()
	for name, path := range map[string]string{
		"fact":    "/v1/facts/f_aaaaaaaaaaaaaaaaaaaa/verify",
		"passage": "/v1/passages/p_aaaaaaaaaaaaaaaaaaaa/verify",
		"spec":    "/v1/specs/s_aaaaaaaaaaaaaaaaaaaa/verify",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := decoded[view.Verification](t, newKit(t).get(t, path), http.StatusOK)
			if !got.Verified || len(got.MissingWords) != 0 || len(got.Variants) != 0 {
				t.Errorf("verification = %+v, want verified with nothing missing", got)
			}
		})
	}
}

func TestContextIsQuotedWithARole(t *testing.T) {
	t.Parallel()
	got := decoded[view.Verification](t, newKit(t).get(t, "/v1/specs/s_aaaaaaaaaaaaaaaaaaaa/verify"), http.StatusOK)
	want := []view.Quote{{
		Context: view.Context{Role: "heading", LineStart: 1, LineEnd: 1, ByteStart: 0, ByteEnd: 7}, Text: "# Kilns",
	}}
	if diff := cmp.Diff(want, got.Context); diff != "" {
		t.Errorf("context (-want +got):\n%s", diff)
	}
}

func TestWhatIsNotThereIsNotFound(t *testing.T) {
	t.Parallel()
	for _, path := range []string{
		"/v1/questions/q_nope", "/v1/questions/q_nope/verify", "/v1/facts/f_nope", "/v1/facts/f_nope/verify",
		"/v1/specs/s_nope", "/v1/specs/s_nope/verify", "/v1/passages/p_nope", "/v1/passages/p_nope/verify",
		"/v1/documents/nope", "/v1/documents/nope/content", "/v1/devices/nosuchdevice", "/v1/nope", "/v1", "/v1/facts/",
		"/docs/", "/docs/oauth2-redirect.html", "/docs/../status.go",
	} {
		t.Run(path, func(t *testing.T) {
			t.Parallel()
			got := problem(t, newKit(t).get(t, path), http.StatusNotFound)
			if got.Code == "" || got.Detail == "" || got.RequestID == "" || got.Instance == "" {
				t.Errorf("problem = %+v, want code, detail, instance and request id", got)
			}
		})
	}
}

func TestTheFilterOfAFactListIsTheCallersAlone(t *testing.T) {
	t.Parallel()
	k := newKit(t)
	k.get(t, "/v1/facts")
	if diff := cmp.Diff(quarry.Filter{}, k.store.lastAsked(), cmpopts.EquateEmpty()); diff != "" {
		t.Errorf("a list without parameters filters (-want +got):\n%s", diff)
	}
}
