package rest

import (
	"net/netip"

	"github.com/gin-gonic/gin"

	"github.com/quarrykb/quarry"
)

// Caller is who sent a request, as far as is known.
type Caller struct {
	Key     quarry.KeyID // "" without a key
	Name    string       // of the key, in its owner's words
	Scope   quarry.Scope // "" likewise
	Address netip.Addr   // behind the proxies that are trusted; invalid where there is none
	Here    bool         // sent on this machine and straight to us, by no page of another origin
}

// CallerEntry is where the context of a request holds who was let in.
const CallerEntry = "quarry.caller"

// CallerOf returns who was let in.
func CallerOf(c *gin.Context) Caller {
	who, _ := c.Value(CallerEntry).(Caller)
	return who
}

// Party is what is counted by: a key, the network of who has none, or the key that a
// wrong one claims to be together with the network that sent it.
type Party struct {
	Key     quarry.KeyID
	Network netip.Prefix
}

// PartyOf returns the key of a caller, or else its network.
func PartyOf(who Caller) Party {
	if who.Key != "" {
		return Party{Key: who.Key}
	}
	return Party{Network: NetworkOf(who.Address)}
}

// NetworkOf returns what one caller has of the address space: an address of
// IPv4, and of IPv6 the 64 bits that the network gives to each of its hosts.
func NetworkOf(address netip.Addr) netip.Prefix {
	bits := address.BitLen()
	if address.Is6() {
		bits = 64
	}
	network, _ := address.Prefix(bits) // the zero prefix for no address
	return network
}
