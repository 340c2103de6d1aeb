package api_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"testing"

	"github.com/quarrykb/quarry/api"
)

const studied = "/v1/studied"

func TestStudyingNeedsAKeyFromElsewhereOnly(t *testing.T) {
	t.Parallel()
	k, secret := newGuarded(t)
	for name, tc := range map[string]struct {
		address, key string
		status       int
		code         string
	}{
		"on this machine":                      {local, "", http.StatusOK, ""},
		"on this machine, v6":                  {"::1", "", http.StatusOK, ""},
		"on this machine with a key to study":  {local, secret.study, http.StatusOK, ""},
		"on this machine with a key to read":   {local, secret.read, http.StatusForbidden, "scope_missing"},
		"on this machine with the token":       {local, lockToken, http.StatusOK, ""},
		"from elsewhere":                       {stranger, "", http.StatusUnauthorized, "key_missing"},
		"from elsewhere with a key to read":    {stranger, secret.read, http.StatusForbidden, "scope_missing"},
		"from elsewhere with a key to study":   {stranger, secret.study, http.StatusOK, ""},
		"from elsewhere with a key to write":   {stranger, secret.write, http.StatusOK, ""},
		"on this machine with one that ended":  {local, secret.expired, http.StatusUnauthorized, "key_expired"},
		"on this machine with one not known":   {local, secret.unknown, http.StatusUnauthorized, "key_invalid"},
		"from elsewhere with one that ended":   {stranger, secret.revoked, http.StatusUnauthorized, "key_revoked"},
		"from elsewhere with the lock's token": {stranger, lockToken, http.StatusUnauthorized, "key_invalid"},
	} {
		for _, method := range []string{http.MethodGet, http.MethodPost} {
			r := from(t, tc.address, method, studied)
			if tc.key != "" {
				r.Header.Set("X-API-Key", tc.key)
			}
			answer := k.raw(r)
			if answer.Code != tc.status {
				t.Errorf("%s %s = %d, want %d: %s", method, name, answer.Code, tc.status, answer.Body)
			}
			if tc.code != "" {
				asksForAKey(t, answer, tc.code)
			}
		}
	}
}

func TestWhereReadingIsClosedSoIsStudying(t *testing.T) {
	t.Parallel()
	k, secret := newGuarded(t, closed)
	if got := k.raw(from(t, local, http.MethodGet, studied)).Code; got != http.StatusUnauthorized {
		t.Errorf("without a key = %d, want 401", got)
	}
	if got := k.raw(from(t, local, http.MethodGet, studied, "X-API-Key", secret.study)).Code; got != http.StatusOK {
		t.Errorf("with a key to study = %d, want 200", got)
	}
	if got := k.raw(from(t, stranger, http.MethodGet, "/v1/facts", "X-API-Key", secret.study)).Code; got != http.StatusOK {
		t.Errorf("a key to study reads with %d, want 200", got)
	}
}

// What a browser on this machine sends for a page of somebody else's, and what comes through
// a proxy, is sent by nobody here.
func TestNoPageAndNoProxyStudiesWithoutAKey(t *testing.T) {
	t.Parallel()
	const friend = "https://notes.example"
	k, secret := newGuarded(t, func(c *api.Config) {
		c.CORSOrigins = []string{friend}
		c.TrustedProxies = []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}
	})
	for name, header := range map[string][]string{
		"a page elsewhere":                    {"Sec-Fetch-Site", "cross-site"},
		"a page of another port":              {"Sec-Fetch-Site", "same-site"},
		"a word that no browser says":         {"Sec-Fetch-Site", "anything"},
		"a page that says where it is":        {"Origin", foe},
		"a page in a sandbox":                 {"Origin", "null"},
		"a page that may call":                {"Origin", friend},
		"one that may, and says what it is":   {"Origin", friend, "Sec-Fetch-Site", "cross-site"},
		"an origin of another port":           {"Origin", "http://localhost:9"},
		"an origin that is none":              {"Origin", "http://local host"},
		"a proxy":                             {"X-Forwarded-For", "127.0.0.1"},
		"a proxy that hides for whom it asks": {"X-Real-Ip", ""},
		"another proxy":                       {"Forwarded", "for=127.0.0.1"},
		"a cache":                             {"Via", "1.1 cache"},
	} {
		for _, method := range []string{http.MethodGet, http.MethodPost} {
			answer := k.raw(from(t, local, method, studied, header...))
			if answer.Code != http.StatusUnauthorized && answer.Code != http.StatusForbidden {
				t.Errorf("%s: %s = %d, want it refused", name, method, answer.Code)
			}
		}
	}
	for name, header := range map[string][]string{
		"an address that is typed": {"Sec-Fetch-Site", "none"},
		"our own page":             {"Sec-Fetch-Site", "same-origin", "Origin", "http://localhost"},
		"a page with a key":        {"Origin", friend, "Sec-Fetch-Site", "cross-site", "X-API-Key", secret.study},
		"a proxy with a key":       {"X-Forwarded-For", stranger, "X-API-Key", secret.study},
	} {
		if got := k.raw(from(t, local, http.MethodPost, studied, header...)).Code; got != http.StatusOK {
			t.Errorf("%s = %d, want 200", name, got)
		}
	}
}

func TestWhatIsStudiedCountsAsWriting(t *testing.T) {
	t.Parallel()
	k, secret := newGuarded(t, func(c *api.Config) {
		c.Limits = api.RateLimits{Writes: api.RateLimit{PerMinute: 2, Local: true}}
	})
	last := 0
	for range 3 {
		last = k.raw(from(t, stranger, http.MethodPost, studied, "X-API-Key", secret.study)).Code
	}
	if last != http.StatusTooManyRequests {
		t.Errorf("the third in a minute = %d, want 429", last)
	}
	if got := k.raw(from(t, stranger, http.MethodGet, studied, "X-API-Key", secret.study)).Code; got != http.StatusOK {
		t.Errorf("reading after that = %d, want 200", got)
	}
}

// A tool asks the routes from within: what is true of the message that called it holds for them.
func TestAToolStudiesForWhoMayOnly(t *testing.T) {
	t.Parallel()
	k, secret := newGuarded(t)
	call := func(address string, header ...string) *httptest.ResponseRecorder {
		const message = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"record_review","arguments":{"learner":"ann","question_id":"q_aaaaaaaaaaaaaaaaaaaa","rating":3}}}`
		r := from(t, address, http.MethodPost, "/mcp", append(header, "Content-Type", "application/json", "Mcp-Protocol-Version", "2025-06-18")...)
		r.Body = io.NopCloser(strings.NewReader(message))
		return k.raw(r)
	}
	for name, tc := range map[string]struct {
		address string
		header  []string
		kept    bool
	}{
		"on this machine":             {local, nil, true},
		"from elsewhere":              {stranger, nil, false},
		"from elsewhere with a key":   {stranger, []string{"Authorization", "Bearer " + secret.study}, true},
		"with a key to read":          {local, []string{"Authorization", "Bearer " + secret.read}, false},
		"through a proxy":             {local, []string{"X-Forwarded-For", stranger}, false},
		"through a proxy with a key":  {local, []string{"X-Forwarded-For", stranger, "Authorization", "Bearer " + secret.study}, true},
		"a page of our own":           {local, []string{"Sec-Fetch-Site", "same-origin"}, true},
		"a page that says where else": {local, []string{"Sec-Fetch-Site", "cross-site"}, false},
	} {
		k.tutor.reviews = nil
		answer := call(tc.address, tc.header...)
		if kept := len(k.tutor.reviews) == 1; kept != tc.kept {
			t.Errorf("%s: kept %t, want %t: %d %s", name, kept, tc.kept, answer.Code, answer.Body)
		}
		if !tc.kept && answer.Code == http.StatusOK && !strings.Contains(answer.Body.String(), "study") {
			t.Errorf("%s: a model is not told what is needed: %s", name, answer.Body)
		}
	}
}
