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
	var near func(at int) int
	if f.Slug != "" {
		near = known.nearness(f.Slug)
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
	return passed, revision, nil
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

// nearness ranks devices, by their places, by the name of each that comes closest to a slug.
func (n *deviceNames) nearness(slug string) func(at int) int {
	spelled := n.spelled()
	slipped := spelled.misspelt.Of(slug)
	return func(at int) int {
		best := rankNone
		switch slips, near := slipped[at]; {
		case near && slips == 0: // "h-100" is the H100
			best = rankJoined
		case near:
			best = rankSlips + slips
		}
		for _, name := range spelled.slugs[at] {
			best = min(best, partRank(name, slug))
		}
		return best
	}
}

// partRank ranks a name that has a part in it. One that ends with it comes first: "4090" is
// rather the RTX 4090 than the RTX 4090 D.
func partRank(name, part string) int {
	if !strings.Contains(name, part) { // quicker than to look for the last place
		return rankNone
	}
	at := holdsWhole(name, part)
	switch {
	case name == part:
		return rankSame
	case at < 0:
		return rankNone
	case cutsWord(name, at):
		return rankInside
	case at+len(part) == len(name):
		return rankEnd
	}
	return rankPart
}

// hasWords reports whether a slug has the words of another one, in their order and
// nothing between them.
func hasWords(slug, words string) bool {
	return strings.Contains(slug, words) && strings.Contains("-"+slug+"-", "-"+words+"-")
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
