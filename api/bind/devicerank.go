package bind

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/quarrykb/quarry"
)

// DeviceFilter says which devices are listed; empty fields do not filter.
type DeviceFilter struct {
	Slug    string
	Named   quarry.DeviceID // the device that is called so, where there is one
	Vendors []string        // lower case
	Classes []quarry.DeviceClass
	Claimed quarry.Tristate // whether there are claims

	Discovered quarry.Tristate // whether a document brought the device, and no lexicon
}

// RankedDevice is a device and how far it is from what was asked for: the name
// itself, the name with other separators, its end, another part of it, slips, and
// at last letters within a word of it.
type RankedDevice struct {
	quarry.DeviceCount

	Rank int
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

// DevicesLike returns the devices that pass a filter, closest first, then by id, as of
// one revision.
func (b *Binder) DevicesLike(ctx context.Context, f DeviceFilter) ([]RankedDevice, quarry.Sequence, error) {
	known, revision, err := b.deviceNames(ctx)
	if err != nil {
		return nil, 0, err
	}
	return f.among(known), revision, nil
}

func (f DeviceFilter) among(known *deviceNames) []RankedDevice {
	var near func(at int) int
	if f.Slug != "" {
		near = f.nearness(known.near())
	}
	var passed []RankedDevice
	for at, device := range known.devices {
		if !f.passes(device) {
			continue
		}
		rank := rankSame
		if near != nil && device.ID != f.Named {
			rank = near(at)
		}
		if rank < rankNone {
			passed = append(passed, RankedDevice{device, rank})
		}
	}
	slices.SortFunc(passed, closestFirst)
	return passed
}

func closestFirst(a, b RankedDevice) int {
	return cmp.Or(cmp.Compare(a.Rank, b.Rank), cmp.Compare(a.ID, b.ID))
}

func (f DeviceFilter) passes(d quarry.DeviceCount) bool {
	return (f.Claimed == quarry.Either || (f.Claimed == quarry.Yes) == (d.Specs > 0)) &&
		(f.Discovered == quarry.Either || (f.Discovered == quarry.Yes) == d.Discovered) &&
		(len(f.Vendors) == 0 || slices.Contains(f.Vendors, strings.ToLower(d.Vendor))) &&
		(len(f.Classes) == 0 || slices.Contains(f.Classes, d.Class))
}

// nearness ranks devices, by their places, by the name of each that comes closest.
func (f DeviceFilter) nearness(names *nearNames) func(at int) int {
	slipped := names.misspelt.Of(f.Slug)
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
func (f DeviceFilter) partRank(name string) int {
	at := holdsWhole(name, f.Slug)
	switch {
	case name == f.Slug:
		return rankSame
	case at < 0:
		return rankNone
	case cutsWord(name, at):
		return rankInside
	}
	return endsSo(name, f.Slug, at)
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
