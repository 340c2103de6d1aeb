package main

import (
	"net/netip"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/api"
	"github.com/quarrykb/quarry/cmd/quarry/app"
	"github.com/quarrykb/quarry/cmd/quarry/datadir"
)

func TestAnAddressThatOthersReachIsClosedAndNeedsAKeyUnlessItIsAllowed(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		access  access
		addr    string
		keys    int
		refused bool
		closed  bool
	}{
		"loopback":                           {addr: "127.0.0.1:8080"},
		"loopback by name":                   {addr: "localhost:8080"},
		"loopback of v6":                     {addr: "[::1]:8080"},
		"another loopback":                   {addr: "127.8.9.10:8080"},
		"loopback, closed":                   {access: access{RequireKey: true}, addr: "127.0.0.1:8080", closed: true},
		"everywhere without a key":           {addr: "0.0.0.0:8080", refused: true, closed: true},
		"everywhere in short":                {addr: ":8080", refused: true, closed: true},
		"everywhere of v6":                   {addr: "[::]:8080", refused: true, closed: true},
		"an address without a key":           {addr: "192.0.2.7:8080", refused: true, closed: true},
		"a name without a key":               {addr: "kb.example:8080", refused: true, closed: true},
		"a name that begins like ours":       {addr: "localhost.example:8080", refused: true, closed: true},
		"everywhere with a key":              {addr: "0.0.0.0:8080", keys: 1, closed: true},
		"everywhere, allowed":                {access: access{AllowOpen: true}, addr: "0.0.0.0:8080"},
		"everywhere, allowed, with a key":    {access: access{AllowOpen: true}, addr: "0.0.0.0:8080", keys: 1},
		"everywhere, allowed and yet closed": {access: access{AllowOpen: true, RequireKey: true}, addr: "0.0.0.0:8080", closed: true},
	} {
		c := serveCommand{Addr: tc.addr, access: tc.access}
		err := c.guarded(&app.Session{Dir: datadir.Dir{Data: "/data"}}, tc.keys)
		if refused := quarry.IsKind(err, quarry.KindInvalid); refused != tc.refused {
			t.Errorf("%s: refused: %t (%v), want %t", name, refused, err, tc.refused)
		}
		if got := c.closed(c.Addr); got != tc.closed {
			t.Errorf("%s: reading is closed: %t, want %t", name, got, tc.closed)
		}
	}
}

func TestWhatIsSetIsALimitForEverybody(t *testing.T) {
	t.Parallel()
	number := func(n int) *int { return &n }
	others := func(n int) api.RateLimit { return api.RateLimit{PerMinute: n} }
	for name, tc := range map[string]struct {
		access access
		want   api.RateLimits
	}{
		"nothing":    {access{}, api.RateLimits{Requests: others(6000), Writes: others(600), Failures: others(30)}},
		"requests":   {access{RateLimit: number(5)}, api.RateLimits{Requests: api.RateLimit{PerMinute: 5, Local: true}, Writes: others(600), Failures: api.RateLimit{PerMinute: 30, Local: true}}},
		"keys":       {access{RequireKey: true}, api.RateLimits{Requests: others(6000), Writes: others(600), Failures: api.RateLimit{PerMinute: 30, Local: true}}},
		"any number": {access{RateLimit: number(0), WriteRateLimit: number(0)}, api.RateLimits{Requests: api.RateLimit{Local: true}, Writes: api.RateLimit{Local: true}, Failures: others(30)}},
	} {
		got, err := tc.access.limits()
		if err != nil || got != tc.want {
			t.Errorf("%s: %+v (%v), want %+v", name, got, err, tc.want)
		}
	}
	if _, err := (&access{WriteRateLimit: number(-1)}).limits(); !quarry.IsKind(err, quarry.KindInvalid) {
		t.Errorf("a negative limit: %v", err)
	}
}

func TestWhatIsNoHostIsRefused(t *testing.T) {
	t.Parallel()
	for host, want := range map[string]bool{
		"notes.example": true, "Notes.Example:8443": true, "quarry": true, "my_kb": true, "192.0.2.7": true, "[2001:db8::1]:80": true, "2001:db8::1": true,
		"http://x/": false, "x/": false, "": false, "a b": false, "*.example": false, strings.Repeat("x", 254): false,
	} {
		a := access{AllowedHosts: []string{host}}
		if _, err := a.config("127.0.0.1:8080"); quarry.IsKind(err, quarry.KindInvalid) == want {
			t.Errorf("%q: %v, want it to be a host: %t", host, err, want)
		}
	}
}

func TestAProxyIsAnAddressOrANetwork(t *testing.T) {
	t.Parallel()
	a := access{TrustedProxies: []string{"10.1.2.3/8", "127.0.0.1", "2001:db8::1/64", "::1"}}
	got, err := a.networks()
	want := []netip.Prefix{
		netip.MustParsePrefix("10.0.0.0/8"), netip.MustParsePrefix("127.0.0.1/32"),
		netip.MustParsePrefix("2001:db8::/64"), netip.MustParsePrefix("::1/128"),
	}
	if diff := cmp.Diff(want, got, cmpopts.EquateComparable(netip.Prefix{})); err != nil || diff != "" {
		t.Errorf("%v: %s", err, diff)
	}
}
