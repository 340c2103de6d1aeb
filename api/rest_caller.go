package api

import (
	"net/netip"

	"github.com/gin-gonic/gin"

	"github.com/quarrykb/quarry"
)

// caller is who sent a request, as far as is known.
type caller struct {
	key     quarry.KeyID // "" without a key
	scope   quarry.Scope // "" likewise
	address netip.Addr   // behind the proxies that are trusted; invalid where there is none
}

const callerEntry = "quarry.caller"

// callerOf returns who was let in.
func callerOf(c *gin.Context) caller {
	who, _ := c.Value(callerEntry).(caller)
	return who
}

// party is what is counted by: a key, the network of who has none, or the key that a
// wrong one claims to be together with the network that sent it.
type party struct {
	key     quarry.KeyID
	network netip.Prefix
}

// partyOf returns the key of a caller, or else its network.
func partyOf(who caller) party {
	if who.key != "" {
		return party{key: who.key}
	}
	return party{network: networkOf(who.address)}
}

// networkOf returns what one caller has of the address space: an address of
// IPv4, and of IPv6 the 64 bits that the network gives to each of its hosts.
func networkOf(address netip.Addr) netip.Prefix {
	bits := address.BitLen()
	if address.Is6() {
		bits = 64
	}
	network, _ := address.Prefix(bits) // the zero prefix for no address
	return network
}
