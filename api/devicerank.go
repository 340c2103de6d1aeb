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
// name itself, 1 its end, 2 another part of it, more are slips.
type rankedDevice struct {
	quarry.DeviceCount

	rank int
}

const (
	rankSame = iota
	rankEnd
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
	if slips, near := d.Slips(f.slug); near {
		best = rankSlips + slips
	}
	for _, name := range append([]string{string(d.ID), d.Name}, d.Aliases...) {
		best = min(best, f.partRank(quarry.Slug(name)))
	}
	return best, best < rankNone
}

// partRank ranks one name of a device that holds what was asked for.
func (f deviceFilter) partRank(name string) int {
	at := holdsWhole(name, f.slug)
	switch {
	case name == f.slug:
		return rankSame
	case at < 0:
		return rankNone
	}
	return endsSo(name, f.slug, at)
}

// endsSo ranks a part by whether the name ends with it: "4090" is rather the RTX
// 4090 than the RTX 4090 D.
func endsSo(name, part string, at int) int {
	if at+len(part) == len(name) {
		return rankEnd
	}
	return rankPart
}

// holdsWhole returns where a part stands in a name without cutting a number:
// "h1" is no part of "h100". The last such place counts; -1 is none.
func holdsWhole(name, part string) int {
	for end := len(name); ; {
		at := strings.LastIndex(name[:end], part)
		if at < 0 || !cutsNumber(name, at) && !cutsNumber(name, at+len(part)) {
			return at
		}
		end = at + len(part) - 1
	}
}

// begunBy returns the devices of which a name goes on from what was asked for,
// the shortest first: "h10" may become "h100", but no digit of it another.
func (f deviceFilter) begunBy(all []quarry.DeviceCount) []rankedDevice {
	var begun []rankedDevice
	for _, device := range all {
		for _, name := range append([]string{string(device.ID), device.Name}, device.Aliases...) {
			if strings.HasPrefix(quarry.Slug(name), f.slug) {
				begun = append(begun, rankedDevice{DeviceCount: device})
				break
			}
		}
	}
	slices.SortFunc(begun, func(a, b rankedDevice) int {
		return cmp.Or(cmp.Compare(len(a.ID), len(b.ID)), cmp.Compare(a.ID, b.ID))
	})
	return begun
}

// cutsNumber reports whether digits stand on both sides of a place.
func cutsNumber(name string, at int) bool {
	return at > 0 && at < len(name) && unicode.IsDigit(rune(name[at-1])) && unicode.IsDigit(rune(name[at]))
}
