package bind

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/internal/text"
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

// RankedDevice is a device and how far its closest name is from what was asked for.
type RankedDevice struct {
	quarry.DeviceCount

	Rank int
}

// DevicesLike returns the devices that pass a filter, closest first, then by id, as of
// one revision. No digit is taken for another one.
func (b *Binder) DevicesLike(ctx context.Context, f DeviceFilter) ([]RankedDevice, quarry.Sequence, error) {
	known, revision, err := b.deviceNames(ctx)
	if err != nil {
		return nil, 0, err
	}
	var spelled spellings
	written := text.NewName(f.Slug)
	if f.Slug != "" {
		spelled = known.spelled()
	}
	var passed []RankedDevice
	for at, device := range known.devices {
		if !f.passes(device) {
			continue
		}
		rank, like := 0, true
		if spelled != nil && device.ID != f.Named {
			rank, like = spelled.nearest(at, written)
		}
		if like {
			passed = append(passed, RankedDevice{device, rank})
		}
	}
	slices.SortFunc(passed, closestFirst)
	return passed, revision, nil
}

// nearest ranks a device by the name of it that comes closest, one that has what is written
// within a word among them.
func (s spellings) nearest(at int, written text.Name) (int, bool) {
	best := text.LikeInside + 1
	for i := range s[at] {
		like, ok := s[at][i].Like(&written, min(best, text.LikeTail))
		switch {
		case ok && !like.Guessed:
			best = like.Far
		case s[at][i].Holds(&written):
			best = min(best, text.LikeInside)
		}
	}
	return best, best <= text.LikeInside
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

// hasWords reports whether a slug has the words of another one, in their order and
// nothing between them.
func hasWords(slug, words string) bool {
	return strings.Contains(slug, words) && strings.Contains("-"+slug+"-", "-"+words+"-")
}
