package api

import (
	"net"
	"net/http"
	"net/netip"
	"slices"
	"strings"
)

// proxies are the networks whose word is taken for whom they speak for.
type proxies []netip.Prefix

func (p proxies) trusts(address netip.Addr) bool {
	return slices.ContainsFunc(p, func(network netip.Prefix) bool { return network.Contains(address) })
}

// clientOf returns the address of who sent a request. Everybody can write an
// X-Forwarded-For, so it is read from its end, where the nearest proxy wrote,
// and only as far as each who wrote is trusted.
func (p proxies) clientOf(r *http.Request) netip.Addr {
	client := peerOf(r)
	if !p.trusts(client) {
		return client
	}
	said := strings.Split(strings.Join(r.Header.Values("X-Forwarded-For"), ","), ",")
	for _, name := range slices.Backward(said) {
		before, err := netip.ParseAddr(strings.TrimSpace(name))
		if err != nil {
			return client
		}
		client = before.Unmap().WithZone("")
		if !p.trusts(client) {
			return client
		}
	}
	return client
}

// peerOf returns the address at the other end of the connection, invalid where
// a request did not come over one.
func peerOf(r *http.Request) netip.Addr {
	peer, err := netip.ParseAddrPort(r.RemoteAddr)
	if err != nil {
		return netip.Addr{}
	}
	return peer.Addr().Unmap().WithZone("")
}

// IsFromHere reports whether a request was sent on this machine and straight to us:
// through no proxy, as far as proxies say so. Who may show the token of the lock
// file, wherever it opens something, is who sent such a request.
func IsFromHere(r *http.Request) bool { return isOwnMachine(r) && !isForwarded(r) }

// isOwnMachine reports whether a connection has both its ends on this machine: on
// loopback, or on one and the same address of a network.
func isOwnMachine(r *http.Request) bool {
	peer := peerOf(r)
	if peer.IsLoopback() {
		return true
	}
	local, ok := r.Context().Value(http.LocalAddrContextKey).(net.Addr)
	if !ok {
		return false
	}
	own, err := netip.ParseAddrPort(local.String())
	return err == nil && peer.IsValid() && own.Addr().Unmap().WithZone("") == peer
}

// isForwarded reports whether a request says that it came through a proxy.
func isForwarded(r *http.Request) bool {
	names := []string{"X-Forwarded-For", "Forwarded", "X-Real-Ip", "Via"}
	return slices.ContainsFunc(names, func(name string) bool { return len(r.Header.Values(name)) > 0 })
}
