// Package bind finds what is meant by the words of a request: devices, attributes, units,
// conditions and places, by any of their names, become a filter.
//
// One promise: what is not known is not guessed. A name that nothing has is refused or
// noted, with those that it comes close to.
//
// Read filter.go first; a file for each sort of name follows: devices.go (with
// devicenames.go, what they are called, and devicerank.go, what comes close to that),
// attributes.go (with claimed.go, what devices have, and instead.go, what to ask for in
// place of what is not there), conditions.go, units.go and, with what else is noted, notes.go.
package bind
