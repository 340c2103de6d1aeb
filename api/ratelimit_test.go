package api_test

import (
	"fmt"
	"net/http"
	"net/netip"
	"strconv"
	"sync/atomic"
	"testing"
	"time"

	"github.com/quarrykb/quarry/api"
)

// ticking is a clock that is turned by hand.
type ticking struct{ passed atomic.Int64 }

func (c *ticking) now() time.Time         { return guardTime().Add(time.Duration(c.passed.Load())) }
func (c *ticking) wait(d time.Duration)   { c.passed.Add(int64(d)) }
func (c *ticking) set(config *api.Config) { config.Now = c.now }

func limited(requests, writes, failures int) func(*api.Config) {
	return func(c *api.Config) {
		c.Limits = api.RateLimits{
			Requests: api.RateLimit{PerMinute: requests}, Writes: api.RateLimit{PerMinute: writes}, Failures: api.RateLimit{PerMinute: failures},
		}
	}
}

func TestACallerIsLimitedAndToldWhenToTryAgain(t *testing.T) {
	t.Parallel()
	var clock ticking
	k, secret := newGuarded(t, limited(3, 0, 0), clock.set)
	answer := k.do(t, from(t, stranger, http.MethodGet, "/v1/facts"))
	for header, want := range map[string]string{"RateLimit-Policy": `"requests";q=3;w=60`, "RateLimit": `"requests";r=2;t=20`} {
		if got := answer.Header().Get(header); got != want {
			t.Errorf("%s = %q, want %q", header, got, want)
		}
	}
	answers(t, k, []int{200, 200, 429, 429}, stranger)
	refused := k.do(t, from(t, stranger, http.MethodGet, "/v1/facts"))
	if got := problem(t, refused, http.StatusTooManyRequests); got.Code != "rate_limited" || refused.Header().Get("Retry-After") != "20" {
		t.Errorf("code %q, Retry-After %q; want rate_limited and 20", got.Code, refused.Header().Get("Retry-After"))
	}
	answers(t, k, []int{200}, "192.0.2.2")
	answers(t, k, []int{200}, stranger, "X-API-Key", secret.read)
	if answer := k.do(t, from(t, stranger, http.MethodGet, "/livez")); answer.Code != 200 {
		t.Errorf("a probe = %d, want 200", answer.Code)
	}
	clock.wait(20 * time.Second)
	answers(t, k, []int{200, 429}, stranger)
	clock.wait(time.Hour)
	answers(t, k, []int{200, 200, 200, 429}, stranger)
}

// answers asks from an address as often as there are answers to come.
func answers(t *testing.T, k *kit, want []int, address string, header ...string) {
	t.Helper()
	for i, status := range want {
		if got := k.do(t, from(t, address, http.MethodGet, "/v1/facts", header...)).Code; got != status {
			t.Errorf("call %d from %s = %d, want %d", i+1, address, got, status)
		}
	}
}

func TestAKeyIsLimitedWhereverItCallsFrom(t *testing.T) {
	t.Parallel()
	k, secret := newGuarded(t, limited(2, 0, 0))
	for i, want := range []int{200, 200, 429} {
		if got := k.do(t, from(t, fmt.Sprintf("192.0.2.%d", i), http.MethodGet, "/v1/facts", "X-API-Key", secret.read)).Code; got != want {
			t.Errorf("call %d = %d, want %d", i+1, got, want)
		}
	}
}

func TestWritingIsLimitedBesideReading(t *testing.T) {
	t.Parallel()
	k, secret := newGuarded(t, limited(10, 2, 0))
	for i, want := range []int{200, 200, 429} {
		answer := k.raw(from(t, stranger, http.MethodPost, guarded, "X-API-Key", secret.write))
		if answer.Code != want || len(answer.Header().Values("RateLimit")) != 2 {
			t.Errorf("write %d = %d with %q, want %d and both limits", i+1, answer.Code, answer.Header().Values("RateLimit"), want)
		}
	}
	if got := k.do(t, from(t, stranger, http.MethodGet, "/v1/facts", "X-API-Key", secret.write)).Code; got != 200 {
		t.Errorf("reading = %d, want 200", got)
	}
}

func TestOnesOwnMachineIsNotLimitedUnlessThatIsAskedFor(t *testing.T) {
	t.Parallel()
	free, _ := newGuarded(t, limited(1, 1, 1))
	asked, _ := newGuarded(t, limited(1, 1, 1), func(c *api.Config) { c.Limits.Requests.Local = true })
	for _, address := range []string{"127.0.0.1", "::1", "127.8.9.10"} {
		for range 5 {
			answer := free.do(t, from(t, address, http.MethodGet, "/v1/facts"))
			if answer.Code != 200 || answer.Header().Get("RateLimit") != "" {
				t.Errorf("%s = %d with RateLimit %q, want 200 without", address, answer.Code, answer.Header().Get("RateLimit"))
			}
		}
		asked.do(t, from(t, address, http.MethodGet, "/v1/facts"))
		if got := asked.do(t, from(t, address, http.MethodGet, "/v1/facts")).Code; got != 429 {
			t.Errorf("%s = %d where it was asked for, want 429", address, got)
		}
	}
}

func TestAnAddressThatSendsWrongKeysIsLimited(t *testing.T) {
	t.Parallel()
	var clock ticking
	k, secret := newGuarded(t, limited(0, 0, 2), clock.set)
	ask := func(address, key string) int {
		return k.do(t, from(t, address, http.MethodGet, "/v1/facts", "X-API-Key", key)).Code
	}
	for i, want := range []int{401, 401, 429} {
		if got := ask(stranger, "guess"); got != want {
			t.Errorf("guess %d = %d, want %d", i+1, got, want)
		}
	}
	if got := ask(stranger, secret.read); got != 429 {
		t.Errorf("the right one after that = %d, want 429: it would tell which guess was right", got)
	}
	if got := ask("192.0.2.2", secret.read); got != 200 {
		t.Errorf("another address = %d, want 200", got)
	}
	if got := k.do(t, from(t, stranger, http.MethodGet, "/v1/facts")).Code; got != 200 {
		t.Errorf("the same address without a key = %d, want 200", got)
	}
	clock.wait(time.Minute)
	if got := ask(stranger, secret.read); got != 200 {
		t.Errorf("the right one after a minute = %d, want 200", got)
	}
}

func TestAFloodOfAddressesIsForgotten(t *testing.T) {
	t.Parallel()
	k, secret := newGuarded(t, limited(2, 0, 0))
	key := func() int {
		return k.raw(from(t, stranger, http.MethodGet, "/v1/facts?limit=1", "X-API-Key", secret.read)).Code
	}
	key()
	for i := range 25_000 {
		k.raw(from(t, fmt.Sprintf("10.%d.%d.%d", i>>16, i>>8&255, i&255), http.MethodGet, "/v1/none"))
	}
	if got := k.server.Remembered(); got != 20_000 {
		t.Errorf("%d addresses are remembered, want 20000", got)
	}
	for i, want := range []int{200, 429} {
		if got := key(); got != want {
			t.Errorf("call %d of a key after the flood = %d, want %d", i+2, got, want)
		}
	}
}

func TestANetworkOfIPv6IsOneCaller(t *testing.T) {
	t.Parallel()
	k, _ := newGuarded(t, limited(2, 0, 0))
	for i, tc := range []struct {
		address string
		want    int
	}{
		{"2001:db8::1", 200},
		{"2001:db8::2", 200},
		{"2001:db8:0:0:ffff::3", 429},
		{"2001:db8:0:1::1", 200},
		{"::ffff:192.0.2.1", 200},
		{"192.0.2.1", 200},
		{"::ffff:192.0.2.1", 429},
	} {
		if got := k.do(t, from(t, tc.address, http.MethodGet, "/v1/facts")).Code; got != tc.want {
			t.Errorf("call %d, from %s = %d, want %d", i+1, tc.address, got, tc.want)
		}
	}
}

func TestAForwardedAddressIsBelievedOfATrustedProxyOnly(t *testing.T) {
	t.Parallel()
	proxies := func(c *api.Config) {
		c.TrustedProxies = []netip.Prefix{netip.MustParsePrefix("10.0.0.0/8"), netip.MustParsePrefix("127.0.0.1/32")}
	}
	for name, tc := range map[string]struct {
		peer, forwarded string
		changes         bool // whether calls for others are others' calls
	}{
		"nobody is trusted who is not named": {stranger, "198.51.100.%d", false},
		"a proxy":                            {"10.0.0.1", "198.51.100.%d", true},
		"a proxy on this machine":            {"127.0.0.1", "198.51.100.%d", true},
		"behind two proxies":                 {"10.0.0.1", "198.51.100.%d, 10.0.0.2", true},
		"what a caller wrote before":         {"10.0.0.1", "198.51.100.%d, 198.51.100.7", false},
		"what is no address":                 {"10.0.0.1", "198.51.100.%d, unknown", false},
	} {
		k, _ := newGuarded(t, limited(1, 0, 0), proxies)
		var last int
		for i := range 3 {
			last = k.do(t, from(t, tc.peer, http.MethodGet, "/v1/facts", "X-Forwarded-For", fmt.Sprintf(tc.forwarded, i))).Code
		}
		if got := last == http.StatusOK; got != tc.changes {
			t.Errorf("%s: the third call = %s, want others: %t", name, strconv.Itoa(last), tc.changes)
		}
	}
}
