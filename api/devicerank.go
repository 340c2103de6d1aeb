package api

import (
	"cmp"
	"slices"
	"strings"
	"unicode"

	"github.com/quarrykb/quarry"
)

// deviceFilter says which devices are listed; empty fields do not filter.
type deviceFilter struct {
	slug    string
	vendors []string // lower case
	classes []quarry.DeviceClass
}

// rankedDevice is a device and how far it is from what was asked for: 0 is the
// name itself, 1 a part of it, more are slips.
type rankedDevice struct {
	quarry.DeviceCount

	rank int
}

const (
	rankSame = iota
	rankPart
	rankSlips // plus the number of slips
)

// among returns the devices that pass, closest first, then by id.
func (f deviceFilter) among(all []quarry.DeviceCount) listed[rankedDevice] {
	var passed []rankedDevice
	for _, device := range all {
		if rank, ok := f.rank(device.Device); ok {
			passed = append(passed, rankedDevice{device, rank})
		}
	}
	slices.SortFunc(passed, func(a, b rankedDevice) int {
		return cmp.Or(cmp.Compare(a.rank, b.rank), cmp.Compare(a.ID, b.ID))
	})
	return listed[rankedDevice]{items: passed, place: func(r rankedDevice) quarry.Position {
		return quarry.Position{Line: r.rank, ID: quarry.EntryID(r.ID)}
	}}
}

func (f deviceFilter) rank(d quarry.Device) (int, bool) {
	if len(f.vendors) > 0 && !slices.Contains(f.vendors, strings.ToLower(d.Vendor)) {
		return 0, false
	}
	if len(f.classes) > 0 && !slices.Contains(f.classes, d.Class) {
		return 0, false
	}
	if f.slug == "" {
		return rankSame, true
	}
	best, found := 0, false
	for _, alias := range append([]string{string(d.ID), d.Name}, d.Aliases...) {
		for _, spelling := range d.Spellings(alias) {
			if rank, ok := f.closeness(spelling); ok && (!found || rank < best) {
				best, found = rank, true
			}
		}
	}
	return best, found
}

// closeness ranks one spelling of a device's name.
func (f deviceFilter) closeness(spelling string) (int, bool) {
	if spelling == f.slug {
		return rankSame, true
	}
	if holdsWhole(spelling, f.slug) {
		return rankPart, true
	}
	if !sameDigits(spelling, f.slug) {
		return 0, false
	}
	slips := editDistance(spelling, f.slug)
	return rankSlips + slips, slips <= slipsAllowed(len(f.slug))
}

// holdsWhole reports whether a part stands in a name without cutting a number:
// "h1" is no part of "h100".
func holdsWhole(name, part string) bool {
	for from := 0; ; {
		at := strings.Index(name[from:], part)
		if at < 0 {
			return false
		}
		start := from + at
		if !cutsNumber(name, start) && !cutsNumber(name, start+len(part)) {
			return true
		}
		from = start + 1
	}
}

// cutsNumber reports whether digits stand on both sides of a place.
func cutsNumber(name string, at int) bool {
	return at > 0 && at < len(name) && unicode.IsDigit(rune(name[at-1])) && unicode.IsDigit(rune(name[at]))
}
