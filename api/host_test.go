package api_test

import (
	"net"
	"net/http"
	"testing"

	"github.com/quarrykb/quarry/api"
)

// machine is a computer with two addresses.
func machine() ([]net.Addr, error) {
	return []net.Addr{
		&net.IPNet{IP: net.IPv4(192, 0, 2, 7), Mask: net.CIDRMask(24, 32)},
		&net.IPNet{IP: net.ParseIP("2001:db8::7"), Mask: net.CIDRMask(64, 128)},
	}, nil
}

func TestOnlyOurOwnHostsAreAnswered(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		addr, host string
		allowed    []string
		answered   bool
	}{
		"the listener":                   {addr: "127.0.0.1:8080", host: "127.0.0.1:8080", answered: true},
		"the listener, through a tunnel": {addr: "127.0.0.1:8080", host: "127.0.0.1:9000", answered: true},
		"localhost":                      {addr: "127.0.0.1:8080", host: "localhost:8080", answered: true},
		"in any case":                    {addr: "127.0.0.1:8080", host: "LocalHost", answered: true},
		"with the root's dot":            {addr: "127.0.0.1:8080", host: "localhost.:8080", answered: true},
		"v6":                             {addr: "[::1]:8080", host: "[::1]:8080", answered: true},
		"a name for loopback":            {addr: "localhost:8080", host: "127.0.0.1:8080", answered: true},
		"in process":                     {addr: "", host: "localhost", answered: true},
		"foreign":                        {addr: "127.0.0.1:8080", host: "evil.example"},
		"foreign with our port":          {addr: "127.0.0.1:8080", host: "evil.example:8080"},
		"foreign that looks like ours":   {addr: "127.0.0.1:8080", host: "127.0.0.1.evil.example"},
		"another loopback address":       {addr: "127.0.0.1:8080", host: "127.0.0.2:8080"},
		"empty":                          {addr: "127.0.0.1:8080", host: ""},
		"two ports":                      {addr: "127.0.0.1:8080", host: "localhost:80:80"},
		"foreign, in process":            {addr: "", host: "192.0.2.7"},
		"an added name":                  {addr: "127.0.0.1:8080", host: "kb.example:443", allowed: []string{"KB.example"}, answered: true},
		"an added name with a port":      {addr: "127.0.0.1:8080", host: "kb.example", allowed: []string{"kb.example:8080"}, answered: true},
		"wildcard, our address":          {addr: "0.0.0.0:8080", host: "192.0.2.7:8080", answered: true},
		"wildcard, our v6 address":       {addr: "[::]:8080", host: "[2001:db8::7]:8080", answered: true},
		"wildcard without a host":        {addr: ":8080", host: "192.0.2.7:8080", answered: true},
		"wildcard, localhost":            {addr: "0.0.0.0:8080", host: "localhost:8080", answered: true},
		"wildcard, another's address":    {addr: "0.0.0.0:8080", host: "192.0.2.8:8080"},
		"wildcard, a name":               {addr: "0.0.0.0:8080", host: "evil.example"},
		"wildcard, the wildcard":         {addr: "0.0.0.0:8080", host: "0.0.0.0:8080"},
		"the machine, on loopback only":  {addr: "127.0.0.1:8080", host: "192.0.2.7:8080"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			k := newKit(t, func(c *api.Config) {
				c.Addr, c.AllowedHosts, c.Addresses = tc.addr, tc.allowed, machine
			})
			r := request(t, "/v1/facts")
			r.Host = tc.host
			answer := k.do(t, r)
			if tc.answered {
				if answer.Code != http.StatusOK {
					t.Errorf("host %q on %q = %d, want 200", tc.host, tc.addr, answer.Code)
				}
				return
			}
			if got := problem(t, answer, http.StatusMisdirectedRequest); got.Code != "misdirected_host" {
				t.Errorf("code = %q, want misdirected_host", got.Code)
			}
		})
	}
}

func TestProbesAloneComeByAnyName(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		host, path string
		want       int
	}{
		"is it alive":                {"10-0-0-7.pod.cluster", "/livez", http.StatusOK},
		"is it ready":                {"10-0-0-7.pod.cluster", "/readyz", http.StatusOK},
		"metrics by a foreign name":  {"evil.example", "/metrics", http.StatusMisdirectedRequest},
		"metrics without a name":     {"", "/metrics", http.StatusMisdirectedRequest},
		"metrics by our name":        {"localhost:8080", "/metrics", http.StatusOK},
		"metrics by the address":     {"127.0.0.1:8080", "/metrics", http.StatusOK},
		"metrics by a name we added": {"quarry:8080", "/metrics", http.StatusOK},
		"what there is not":          {"evil.example", "/v1/nope", http.StatusMisdirectedRequest},
		"the index":                  {"evil.example", "/", http.StatusMisdirectedRequest},
	} {
		k := newKit(t, func(c *api.Config) { c.AllowedHosts = []string{"quarry"} })
		r := request(t, tc.path)
		r.Host = tc.host
		if got := k.do(t, r).Code; got != tc.want {
			t.Errorf("%s = %d, want %d", name, got, tc.want)
		}
	}
}
