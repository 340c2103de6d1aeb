package api_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/api"
)

const (
	friend = "https://notes.example"
	foe    = "https://evil.example"
)

func mayCall(c *api.Config) { c.CORSOrigins = []string{friend} }

func TestAPageOfAnotherOriginChangesAndAsksNothing(t *testing.T) {
	t.Parallel()
	k, secret := newGuarded(t, mayCall, func(c *api.Config) { c.PublicURL = "https://kb.example/base" })
	for name, tc := range map[string]struct {
		header []string
		passes bool
	}{
		"no browser":                      {nil, true},
		"our own page":                    {[]string{"Origin", "http://localhost", "Sec-Fetch-Site", "same-origin"}, true},
		"our own page in an old browser":  {[]string{"Origin", "http://localhost"}, true},
		"our own page behind a proxy":     {[]string{"Origin", "https://kb.example"}, true},
		"a page that may":                 {[]string{"Origin", friend, "Sec-Fetch-Site", "cross-site"}, true},
		"another page":                    {[]string{"Origin", foe, "Sec-Fetch-Site", "cross-site"}, false},
		"another page in an old browser":  {[]string{"Origin", foe}, false},
		"a page of no origin":             {[]string{"Origin", "null"}, false},
		"a page of another port":          {[]string{"Origin", "http://localhost:9", "Sec-Fetch-Site", "same-site"}, false},
		"a page that looks like a friend": {[]string{"Origin", friend + ".evil.example"}, false},
		"a form without an origin":        {[]string{"Sec-Fetch-Site", "cross-site"}, false},
	} {
		for _, target := range []string{guarded, "/v1/search/batch"} {
			answer := k.raw(from(t, local, http.MethodPost, target, append(tc.header, "X-API-Key", secret.write)...))
			refused := answer.Code == http.StatusForbidden
			if refused == tc.passes {
				t.Errorf("%s to %s = %d: %s", name, target, answer.Code, answer.Body)
			}
			if refused && problem(t, answer, answer.Code).Code != "cross_origin" {
				t.Errorf("%s: %s", name, answer.Body)
			}
		}
	}
}

func TestNoPageSeesAnAnswerUnlessItIsNamed(t *testing.T) {
	t.Parallel()
	shut, _ := newGuarded(t)
	named, _ := newGuarded(t, mayCall, closed)
	preflight := []string{"Access-Control-Request-Method", "POST", "Access-Control-Request-Headers", "authorization,content-type"}
	for name, tc := range map[string]struct {
		k      *kit
		origin string
		shown  bool
	}{
		"none is named":       {shut, friend, false},
		"a page that is":      {named, friend, true},
		"a page that is not":  {named, foe, false},
		"a page of no origin": {named, "null", false},
	} {
		for _, method := range []string{http.MethodGet, http.MethodOptions} {
			header := tc.k.raw(from(t, local, method, "/v1/facts", append([]string{"Origin", tc.origin}, preflight...)...)).Header()
			want := map[bool]string{true: friend}[tc.shown]
			if got := header.Get("Access-Control-Allow-Origin"); got != want || header.Get("Access-Control-Allow-Credentials") != "" {
				t.Errorf("%s: %s may be seen by %q, want %q and no cookies: %v", name, method, got, want, header)
			}
			if varies := strings.Contains(strings.Join(header.Values("Vary"), ","), "Origin"); varies != (tc.k == named) {
				t.Errorf("%s: the answer of %s depends on the origin: %t", name, method, varies)
			}
		}
	}
	answer := named.raw(from(t, local, http.MethodOptions, "/v1/facts", append([]string{"Origin", friend}, preflight...)...))
	if allowed := answer.Header().Get("Access-Control-Allow-Headers"); answer.Code != http.StatusNoContent || !strings.Contains(strings.ToLower(allowed), "authorization") {
		t.Errorf("a page that may asks whether it may send a key: %d, %q", answer.Code, allowed)
	}
}

func TestWhatIsNoOriginIsNotTaken(t *testing.T) {
	t.Parallel()
	for _, origin := range []string{"*", "https://*.example", "notes.example", "https://notes.example/", "https://notes.example/x", "ftp://notes.example", "null", "", "https://a b"} {
		_, err := api.New(api.Config{Access: api.Access{CORSOrigins: []string{origin}}, Lexicon: testLexicon(t)})
		if !quarry.IsKind(err, quarry.KindInvalid) {
			t.Errorf("%q was taken: %v", origin, err)
		}
	}
}

func TestEveryAnswerCarriesStrictHeaders(t *testing.T) {
	t.Parallel()
	k, secret := newGuarded(t, func(c *api.Config) { c.PublicURL = "https://kb.example" })
	plain, _ := newGuarded(t, func(c *api.Config) { c.PublicURL = "http://kb.example" })
	for name, r := range map[string]*http.Request{
		"an answer":       from(t, local, http.MethodGet, "/v1/facts"),
		"a page":          from(t, local, http.MethodGet, "/docs"),
		"a script":        from(t, local, http.MethodGet, "/assets/start.js"),
		"a probe":         from(t, local, http.MethodGet, "/livez"),
		"a refusal":       from(t, local, http.MethodPost, guarded),
		"a forbidden one": from(t, local, http.MethodPost, guarded, "X-API-Key", secret.read),
		"no route":        from(t, local, http.MethodGet, "/nowhere"),
		"no method":       from(t, local, http.MethodPut, "/v1/facts"),
		"another origin":  from(t, local, http.MethodPost, guarded, "Origin", foe),
	} {
		header := k.raw(r).Header()
		for field, part := range map[string]string{
			"Content-Security-Policy": "frame-ancestors 'none'", "X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer",
			"Cross-Origin-Resource-Policy": "same-origin", "Permissions-Policy": "camera=()", "Strict-Transport-Security": "max-age=",
		} {
			if got := header.Get(field); !strings.Contains(got, part) {
				t.Errorf("%s has %s %q, want %q in it", name, field, got, part)
			}
		}
		if got := header.Get("Content-Security-Policy"); !strings.HasPrefix(got, "default-src 'none'") || strings.Contains(got, "unsafe") {
			t.Errorf("%s has the policy %q", name, got)
		}
		if got := plain.raw(r).Header().Get("Strict-Transport-Security"); got != "" {
			t.Errorf("%s without https has Strict-Transport-Security %q", name, got)
		}
	}
}
