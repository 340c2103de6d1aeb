package api

import (
	"net"
	"net/netip"
	"slices"
	"strconv"
	"strings"

	"github.com/gin-gonic/gin"

	"github.com/quarrykb/quarry"
)

// hosts knows which Host headers are ours. A page on the web can make a
// browser send requests to a loopback address under a name of its own (DNS
// rebinding); such a request carries that name.
type hosts struct {
	names    map[string]bool // lower case, without port or brackets
	wildcard bool
	machine  func() ([]net.Addr, error) // asked on a wildcard listener only
}

// newHosts takes the listener's address ("127.0.0.1:8080", "[::]:8080", ":8080",
// or "" for a server that is called in process) and the names that the
// operator adds.
func newHosts(addr string, allowed []string, machine func() ([]net.Addr, error)) hosts {
	h := hosts{names: map[string]bool{"localhost": true}, machine: machine}
	for _, name := range allowed {
		h.names[hostName(name)] = true
	}
	listener := hostName(addr)
	if listener == "localhost" {
		h.names["127.0.0.1"] = true
		h.names["::1"] = true
	}
	ip, err := netip.ParseAddr(listener)
	h.wildcard = addr != "" && (listener == "" || (err == nil && ip.IsUnspecified()))
	if !h.wildcard && listener != "" {
		h.names[listener] = true
	}
	return h
}

// allow reports whether a request's Host header is one of ours. The machine is asked for
// its addresses each time: they come and go with its networks.
func (h hosts) allow(header string) bool {
	name := hostName(header)
	if name == "" || h.names[name] || !h.wildcard {
		return name != "" && h.names[name]
	}
	asked, err := netip.ParseAddr(name)
	if err != nil {
		return false
	}
	addresses, err := h.machine()
	return err == nil && slices.ContainsFunc(addresses, func(address net.Addr) bool {
		prefix, err := netip.ParsePrefix(address.String())
		return err == nil && prefix.Addr().Unmap() == asked.Unmap().WithZone("")
	})
}

// hostName returns the name in "name", "name:port", "[v6]" or "[v6]:port", in
// lower case.
func hostName(hostPort string) string {
	name, _, err := net.SplitHostPort(hostPort)
	if err != nil {
		name = strings.TrimSuffix(strings.TrimPrefix(hostPort, "["), "]")
	}
	return strings.ToLower(strings.TrimSuffix(name, "."))
}

// ValidateHost refuses what no Host header can carry (KindInvalid): the name of a host
// or an address, with a port or without.
func ValidateHost(host string) error {
	name := hostName(host)
	_, port, behind := net.SplitHostPort(host)
	if _, err := strconv.ParseUint(port, 10, 16); behind == nil && err != nil {
		name = "" // a scheme, say
	}
	_, err := netip.ParseAddr(name)
	if err == nil || (name != "" && len(name) <= longestHost && !strings.ContainsFunc(name, isNoneOfHost)) {
		return nil
	}
	return quarry.Errorf(quarry.KindInvalid, "%q is not the name of a host, such as notes.example", host)
}

// longestHost is what a name of the DNS has at most, in bytes (RFC 1035, 2.3.4).
const longestHost = 253

// isNoneOfHost reports whether a letter stands in no name. The underscore stands in
// those of containers.
func isNoneOfHost(r rune) bool {
	return (r < 'a' || r > 'z') && (r < '0' || r > '9') && !strings.ContainsRune("-._", r)
}

// checkHost refuses requests that were meant for someone else. Probes, which come by
// whatever name the platform gives us and learn no more than that the server is there,
// are let in.
func (s *Server) checkHost(c *gin.Context) {
	if isProbe(c.FullPath()) {
		return
	}
	if _, inside := insideOf(c.Request.Context()); inside {
		return // the request for which it is asked came by a Host of ours
	}
	if !s.hosts.allow(c.Request.Host) {
		s.Fail(c, quarry.Errorf(quarry.KindMisdirected, "this server does not answer for the host %q", c.Request.Host).
			WithFixes("--allowed-hosts "+hostName(c.Request.Host)))
	}
}
