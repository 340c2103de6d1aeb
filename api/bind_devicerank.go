package api

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/quarrykb/quarry"
)

// deviceFilter says which devices are listed; empty fields do not filter.
type deviceFilter struct {
	slug    string
	named   quarry.DeviceID // the device that is called so, where there is one
	vendors []string        // lower case
	classes []quarry.DeviceClass
	claimed quarry.Tristate // whether there are claims

	discovered quarry.Tristate // whether a document brought the device, and no lexicon
}

// rankedDevice is a device and how far it is from what was asked for: the name
// itself, the name with other separators, its end, another part of it, slips, and
// at last letters within a word of it.
type rankedDevice struct {
	quarry.DeviceCount

	rank int
}

const (
	rankSame = iota
	rankJoined
	rankEnd
	rankPart
	rankSlips         // plus the number of slips
	rankInside = 100  // "foo" in "Barefoot": found by a search, not meant by a slip
	rankNone   = 1000 // another device
)

// among returns the devices that pass, closest first, then by id.
func (f deviceFilter) among(known *deviceNames) []rankedDevice {
	var near func(at int) int
	if f.slug != "" {
		near = f.nearness(known.near())
	}
	var passed []rankedDevice
	for at, device := range known.devices {
		if !f.passes(device) {
			continue
		}
		rank := rankSame
		if near != nil && device.ID != f.named {
			rank = near(at)
		}
		if rank < rankNone {
			passed = append(passed, rankedDevice{device, rank})
		}
	}
	slices.SortFunc(passed, closestFirst)
	return passed
}

func closestFirst(a, b rankedDevice) int {
	return cmp.Or(cmp.Compare(a.rank, b.rank), cmp.Compare(a.ID, b.ID))
}

func (f deviceFilter) passes(d quarry.DeviceCount) bool {
	return (f.claimed == quarry.Either || (f.claimed == quarry.Yes) == (d.Specs > 0)) &&
		(f.discovered == quarry.Either || (f.discovered == quarry.Yes) == d.Discovered) &&
		(len(f.vendors) == 0 || slices.Contains(f.vendors, strings.ToLower(d.Vendor))) &&
		(len(f.classes) == 0 || slices.Contains(f.classes, d.Class))
}

// nearness ranks devices, by their places, by the name of each that comes closest.
func (f deviceFilter) nearness(names *nearNames) func(at int) int {
	slipped := names.misspelt.Of(f.slug)
	return func(at int) int {
		best := rankNone
		if slips, near := slipped[at]; near {
			best = slipsRank(slips)
		}
		for _, name := range names.slugs[at] {
			best = min(best, f.partRank(name))
		}
		return best
	}
}

// slipsRank ranks a name by its slips; without any, "h-100" is the H100.
func slipsRank(slips int) int {
	if slips == 0 {
		return rankJoined
	}
	return rankSlips + slips
}

// partRank ranks one name of a device that holds what was asked for.
func (f deviceFilter) partRank(name string) int {
	at := holdsWhole(name, f.slug)
	switch {
	case name == f.slug:
		return rankSame
	case at < 0:
		return rankNone
	case cutsWord(name, at):
		return rankInside
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
// "h1" is no part of "h100". The last such place counts where a word begins, or
// else the last one; -1 is none.
func holdsWhole(name, part string) int {
	inside := -1
	for end := len(name); ; {
		at := strings.LastIndex(name[:end], part)
		if at < 0 {
			return inside
		}
		end = at + len(part) - 1
		switch {
		case cutsNumber(name, at) || cutsNumber(name, at+len(part)):
		case cutsWord(name, at):
			inside = max(at, inside)
		default:
			return at
		}
	}
}

// cutsNumber reports whether digits stand on both sides of a place.
func cutsNumber(name string, at int) bool {
	return at > 0 && at < len(name) && unicode.IsDigit(rune(name[at-1])) && unicode.IsDigit(rune(name[at]))
}

// cutsWord reports whether letters stand on both sides of a place.
func cutsWord(name string, at int) bool {
	before, _ := utf8.DecodeLastRuneInString(name[:at])
	behind, _ := utf8.DecodeRuneInString(name[at:])
	return unicode.IsLetter(before) && unicode.IsLetter(behind)
}
