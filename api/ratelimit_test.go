package api_test

import (
	"fmt"
	"net/http"
	"net/netip"
	"strconv"
	"sync/atomic"
	"testing"
	"time"

	"github.com/quarrykb/quarry"
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

// guess returns a secret that opens nothing, of a key by its number.
func guess(t *testing.T, key int) string {
	t.Helper()
	_, secret, err := quarry.NewKey("guess", quarry.ScopeRead, [quarry.KeyEntropy]byte{0: 0xff, 1: byte(key >> 8), 2: byte(key)}, guardTime())
	if err != nil {
		t.Fatal(err)
	}
	return secret.Reveal()
}

// attempts is how often a key is sent, and what is answered: at last, and before that.
type attempts struct {
	from, key   string
	times       int
	before, end int
}

func TestWrongKeysAreLimitedByKeyAndAddressTogether(t *testing.T) {
	t.Parallel()
	_, secret := newKeyring(t)
	const neighbour, same64, other64 = "192.0.2.2", "2001:db8::2", "2001:db8:0:1::2"
	forged := secret.read[:len(secret.read)-1] + "7" // of the same key
	if forged == secret.read {
		forged = secret.read[:len(secret.read)-1] + "6"
	}
	for name, situation := range map[string][]attempts{
		"one wrong key again and again":                        {{stranger, guess(t, 1), 3, 401, 429}},
		"what is no secret at all":                             {{stranger, "nonsense", 3, 401, 429}},
		"a key that has expired":                               {{stranger, secret.expired, 3, 401, 429}},
		"a valid key of a neighbour with the same address":     {{stranger, guess(t, 1), 3, 401, 429}, {stranger, secret.read, 9, 200, 200}},
		"a valid key that was guessed at from its address":     {{stranger, forged, 3, 401, 429}, {stranger, secret.read, 9, 200, 200}},
		"no key, from the address of who guesses":              {{stranger, guess(t, 1), 3, 401, 429}, {stranger, "", 9, 200, 200}},
		"a neighbour's own wrong key is still told what it is": {{stranger, guess(t, 1), 3, 401, 429}, {stranger, secret.revoked, 1, 0, 401}},
		"the same wrong key from elsewhere":                    {{stranger, guess(t, 1), 3, 401, 429}, {neighbour, guess(t, 1), 3, 401, 429}},
		"from the same network of IPv6":                        {{"2001:db8::1", guess(t, 1), 3, 401, 429}, {same64, guess(t, 1), 1, 0, 429}, {same64, secret.read, 1, 0, 200}},
		"from another network of IPv6":                         {{"2001:db8::1", guess(t, 1), 3, 401, 429}, {other64, guess(t, 1), 1, 0, 401}},
		"on one's own machine":                                 {{local, guess(t, 1), 9, 401, 401}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var clock ticking
			k, _ := newGuarded(t, limited(0, 0, 2), clock.set)
			for _, a := range situation {
				k.attempt(t, a)
			}
			clock.wait(time.Minute)
			k.attempt(t, attempts{stranger, guess(t, 1), 1, 0, 401})
		})
	}
}

// attempt sends a key as often as is said.
func (k *kit) attempt(t *testing.T, a attempts) {
	t.Helper()
	for i := range a.times {
		want := a.before
		if i == a.times-1 {
			want = a.end
		}
		var header []string
		if a.key != "" {
			header = []string{"X-API-Key", a.key}
		}
		answer := k.do(t, from(t, a.from, http.MethodGet, "/v1/facts", header...))
		if answer.Code != want {
			t.Errorf("attempt %d from %s = %d, want %d", i+1, a.from, answer.Code, want)
		}
		if answer.Code == http.StatusTooManyRequests && answer.Header().Get("Retry-After") == "" {
			t.Error("nothing says when to try again")
		}
	}
}

func TestAClientThatTriesOneKeyAfterTheOtherIsLimitedAndHoldsUpNoOther(t *testing.T) {
	t.Parallel()
	k, secret := newGuarded(t, limited(0, 0, 2))
	for i := range 20 {
		k.attempt(t, attempts{stranger, guess(t, i), 1, 0, 401})
	}
	for i := range 9 {
		k.attempt(t, attempts{stranger, guess(t, 100+i), 1, 0, 429})
	}
	if got := k.server.Guessed(); got != 20 {
		t.Errorf("%d claimed keys are remembered, want those 20 that were counted", got)
	}
	k.attempt(t, attempts{stranger, secret.read, 9, 200, 200})
	k.attempt(t, attempts{"192.0.2.2", guess(t, 100), 1, 0, 401})
}

func TestAFloodOfWrongKeysIsForgotten(t *testing.T) {
	t.Parallel()
	k, _ := newGuarded(t, limited(0, 0, 2))
	for i := range 25_000 {
		k.raw(from(t, fmt.Sprintf("10.%d.%d.%d", i>>16, i>>8&255, i&255), http.MethodGet, "/v1/none", "X-API-Key", "guess"))
	}
	if got := k.server.Guessed(); got != 20_000 {
		t.Errorf("%d wrong keys are remembered, want 20000", got)
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
		"only the named are trusted": {stranger, "198.51.100.%d", false},
		"a proxy":                    {"10.0.0.1", "198.51.100.%d", true},
		"a proxy on this machine":    {"127.0.0.1", "198.51.100.%d", true},
		"behind two proxies":         {"10.0.0.1", "198.51.100.%d, 10.0.0.2", true},
		"what a caller wrote before": {"10.0.0.1", "198.51.100.%d, 198.51.100.7", false},
		"what is no address":         {"10.0.0.1", "198.51.100.%d, unknown", false},
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
