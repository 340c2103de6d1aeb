// Package bind finds what is meant by the words of a request: devices, attributes, units,
// conditions and places, by any of their names, become a filter.
//
// One promise: what is not known is not guessed. A name that nothing has is refused or
// noted, with those that it comes close to.
//
// Read filter.go first; a file for each sort of name follows: devices.go (with
// devicenames.go, devicerank.go and nearnames.go, which find names quickly among many),
// attributes.go (with claimed.go, what devices have, and instead.go, what to ask for in
// place of what is not there), conditions.go, units.go and places.go.
package bind
