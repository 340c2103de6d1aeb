package api_test

import (
	"net/http"
	"testing"

	"github.com/quarrykb/quarry/openapi"
)

// announcing builds a server that deprecates an operation and two parameters.
func announcing(t *testing.T) *kit {
	t.Helper()
	k := newKit(t)
	err := k.server.Announce([]openapi.Operation{
		{Method: http.MethodGet, Path: "/v1/facts/{id}", ID: "getFact", Notice: openapi.Notice{Since: "2027-01-01", Sunset: "2027-07-01"}},
		{Method: http.MethodGet, Path: "/v1/questions", ID: "listQuestions", Parameters: []openapi.Parameter{
			{Name: "topic", In: "query", Notice: openapi.Notice{Since: "2027-02-01"}},
			{Name: "style", In: "query", Notice: openapi.Notice{Since: "2027-03-01"}},
			{Name: "limit", In: "query"},
		}},
	})
	if err != nil {
		t.Fatalf("announce: %v", err)
	}
	return k
}

func TestWhatIsDeprecatedIsSaidToWhoUsesIt(t *testing.T) {
	t.Parallel()
	k := announcing(t)
	for target, want := range map[string]struct{ deprecation, sunset string }{
		onePath:                                   {"@1798761600", "Thu, 01 Jul 2027 00:00:00 GMT"},
		"/v1/questions?topic=heat":                {"@1801440000", ""},
		"/v1/questions?topic=heat&style=open":     {"@1803859200", ""},
		"/v1/questions?limit=1":                   {},
		"/v1/facts":                               {},
		"/v1/facts/f_aaaaaaaaaaaaaaaaaaaa/verify": {},
	} {
		header := k.get(t, target).Header()
		if got := header.Get("Deprecation"); got != want.deprecation || header.Get("Sunset") != want.sunset {
			t.Errorf("%s: Deprecation %q, Sunset %q; want %q and %q", target, got, header.Get("Sunset"), want.deprecation, want.sunset)
		}
		if linked := header.Get("Link") == `</docs>; rel="deprecation"; type="text/html"`; linked != (want.deprecation != "") {
			t.Errorf("%s: Link = %q", target, header.Get("Link"))
		}
	}
}

func TestAnErrorSaysAsWellThatWhatWasUsedWillGo(t *testing.T) {
	t.Parallel()
	answer := announcing(t).get(t, "/v1/facts/f_nope")
	if answer.Code != http.StatusNotFound || answer.Header().Get("Deprecation") == "" {
		t.Errorf("%d with Deprecation %q, want 404 with the header", answer.Code, answer.Header().Get("Deprecation"))
	}
}

func TestADateThatIsNoneIsRefused(t *testing.T) {
	t.Parallel()
	for name, notice := range map[string]openapi.Notice{"since": {Since: "soon"}, "sunset": {Since: "2027-01-01", Sunset: "later"}} {
		if err := newKit(t).server.Announce([]openapi.Operation{{ID: "one", Notice: notice}}); err == nil {
			t.Errorf("%s: no error of a date that is none", name)
		}
		parameter := openapi.Parameter{Name: "p", In: "query", Notice: notice}
		if err := newKit(t).server.Announce([]openapi.Operation{{ID: "one", Parameters: []openapi.Parameter{parameter}}}); err == nil {
			t.Errorf("%s of a parameter: no error of a date that is none", name)
		}
	}
}
