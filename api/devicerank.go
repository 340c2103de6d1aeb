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
	named   quarry.DeviceID // the device that is called so, where there is one
	vendors []string        // lower case
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
	rankSlips        // plus the number of slips
	rankNone  = 1000 // another device
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
	return f.nearest(d)
}

// nearest ranks a device by the name of it that comes closest.
func (f deviceFilter) nearest(d quarry.Device) (int, bool) {
	if f.named == d.ID {
		return rankSame, true
	}
	best := rankNone
	for _, name := range append([]string{string(d.ID), d.Name}, d.Aliases...) {
		best = min(best, f.closeness(quarry.Slug(name)))
	}
	return best, best < rankNone
}

// closeness ranks one name of a device.
func (f deviceFilter) closeness(name string) int {
	if name == f.slug {
		return rankSame
	}
	if holdsWhole(name, f.slug) {
		return rankPart
	}
	if !sameDigits(name, f.slug) {
		return rankNone
	}
	if slips := editDistance(name, f.slug); slips <= slipsAllowed(len(f.slug)) {
		return rankSlips + slips
	}
	return rankNone
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
