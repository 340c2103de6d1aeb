// Command load puts a running Quarry under load, beside a bare net/http handler
// that makes the same calls of the same store and engines over a copy of the same
// data, in a process of its own. It promises that both sides are asked the same
// varied requests in turns, that nothing but this machine is ever asked, that
// every server that it starts is ended, and that it fails for errors only: a
// target that is missed is printed, for the machine may be busy.
//
// The closed loop is wrk's: so many connections, each of which asks as soon as it
// has its answer. The open loop is load's own: requests begin at a constant rate
// whatever becomes of those before, and the time of each counts from when it was to
// begin, so that a server that stalls does not hide it (no coordinated omission).
//
// The crowd has no other side: small requests are compared with themselves, without and
// beside a crowd of slow exports, idle connections and a reindex.
//
// Nor has the page: page.go asks for what its views ask for, and tells how long a person waits.
//
// main.go is the order of events, routes.go lists what is asked, bare.go is the bare
// side, crowd.go is the order of events of the crowd, and table.go holds the targets.
package main
