package bind

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/api/rest"
	"github.com/quarrykb/quarry/api/view"
	"github.com/quarrykb/quarry/internal/lexicon"
	"github.com/quarrykb/quarry/internal/text"
)

// DeviceCounter counts the claims that the store holds of each device, those
// found in documents among them, and knows at which revision.
type DeviceCounter interface {
	DeviceCounts(ctx context.Context) ([]quarry.DeviceCount, quarry.Sequence, error)
}

// deviceNames is every device by every name, as of one revision: those of the
// lexicon and those that documents brought.
type deviceNames struct {
	devices []quarry.DeviceCount // by id, each counted together with its SKUs
	brought map[string]int       // the places of those that the lexicon lacks, by every slug
	spelled func() spellings     // what is asked only for names that no device has
}

// spellings are what other names are held against: the names of each device, each once.
type spellings [][]text.Name

func spell(devices []quarry.DeviceCount) spellings {
	s := make(spellings, len(devices))
	for at, device := range devices {
		for _, name := range append([]string{string(device.ID), device.Name}, device.Aliases...) {
			one := text.NewName(name)
			same := func(name text.Name) bool { return name.Slug == one.Slug }
			if one.Slug != "" && !slices.ContainsFunc(s[at], same) {
				s[at] = append(s[at], one)
			}
		}
	}
	return s
}

// having returns the places of the devices of which a name has the words of another, whatever
// stands between letters and digits.
func (s spellings) having(name string) []int {
	joined := func(slug string) string {
		all := spellingsOf(slug)
		return all[len(all)-1]
	}
	asked := joined(name)
	has := func(own text.Name) bool {
		words := strings.Split(own.Slug, "-")
		for from := range words {
			for to := from + 1; to <= len(words); to++ {
				if part := strings.Join(words[from:to], "-"); len(part) >= len(asked) && joined(part) == asked {
					return true
				}
			}
		}
		return false
	}
	var places []int
	for at, names := range s {
		if slices.ContainsFunc(names, has) {
			places = append(places, at)
		}
	}
	return places
}

// deviceNames returns the names as they are now, and as of which revision. They are put in
// order again only when a name has changed, and a lexicon's aliases never do: to look one up
// takes no longer where there are many. Of two that share a name the first has it.
func (b *Binder) deviceNames(ctx context.Context) (*deviceNames, quarry.Sequence, error) {
	return b.named.get(ctx, b, func(before *deviceNames, _ quarry.Sequence) (*deviceNames, quarry.Sequence, error) {
		counts, revision, err := b.store.DeviceCounts(ctx)
		if err != nil {
			return nil, 0, fmt.Errorf("read the devices: %w", err)
		}
		devices := b.knownDevices(counts)
		if before != nil && slices.EqualFunc(devices, before.devices, func(a, b quarry.DeviceCount) bool {
			return a.ID == b.ID && a.Name == b.Name && a.Vendor == b.Vendor
		}) {
			return &deviceNames{devices: devices, brought: before.brought, spelled: before.spelled}, revision, nil
		}
		names := &deviceNames{
			devices: devices, brought: make(map[string]int, len(devices)),
			spelled: sync.OnceValue(func() spellings { return spell(devices) }),
		}
		for at, device := range devices {
			if _, ours := b.Lexicon.Device(device.ID); ours {
				continue
			}
			for _, slug := range slugsOfDevice(device.Device) {
				if _, taken := names.brought[slug]; !taken && slug != "" {
					names.brought[slug] = at
				}
			}
		}
		return names, revision, nil
	})
}

// knownDevices returns the lexicon's devices and the discovered ones, by id,
// each counted together with its SKUs.
func (b *Binder) knownDevices(counts []quarry.DeviceCount) []quarry.DeviceCount {
	specs := make(map[quarry.DeviceID]int, len(counts))
	known := make([]quarry.DeviceCount, 0, len(counts)+len(b.Lexicon.Devices()))
	for _, count := range counts {
		specs[count.ID] = count.Specs
		if _, ours := b.Lexicon.Device(count.ID); !ours {
			known = append(known, count)
		}
	}
	for _, device := range b.Lexicon.Devices() {
		sum := 0
		for _, id := range b.Lexicon.DeviceFamily(device.ID) {
			sum += specs[id]
		}
		known = append(known, quarry.DeviceCount{Device: device, Specs: sum})
	}
	slices.SortFunc(known, func(a, b quarry.DeviceCount) int { return cmp.Compare(a.ID, b.ID) })
	return known
}

// claims is how many there are of a device and its SKUs.
func (n *deviceNames) claims(id quarry.DeviceID) int {
	if at := n.place(id); at >= 0 {
		return n.devices[at].Specs
	}
	return 0
}

// place is where the device of an id stands, -1 where none has it.
func (n *deviceNames) place(id quarry.DeviceID) int {
	at, known := slices.BinarySearchFunc(n.devices, id, func(d quarry.DeviceCount, id quarry.DeviceID) int {
		return cmp.Compare(d.ID, id)
	})
	if !known {
		return -1
	}
	return at
}

// slugsOfDevice are the slugs that a device which documents brought is asked for by.
func slugsOfDevice(device quarry.Device) []string {
	return append(lexicon.Spellings(device, device.Name), text.Slug(string(device.ID)))
}

// spellingsOf are the slugs that a name is looked up by.
func spellingsOf(name string) []string { return lexicon.Spellings(quarry.Device{}, name) }

// fewestLetters are the letters and digits that a part of a name has: one alone is like too
// many names.
const fewestLetters = 2

// byPart returns the device that documents brought in whose name alone some words stand.
// A lexicon's device has aliases for what it may be called, and its neighbours.
func (n *deviceNames) byPart(name string) (quarry.Device, bool) {
	if utf8.RuneCountInString(text.Slug(name)) < fewestLetters {
		return quarry.Device{}, false
	}
	having := n.spelled().having(name)
	if len(having) != 1 || !n.devices[having[0]].Discovered {
		return quarry.Device{}, false
	}
	return n.devices[having[0]].Device, true
}

// like returns the devices that a name comes closest to, digits among what may be slipped. A
// name that has more in front, "Acme T900" for the T900, may be another maker's: it is only
// offered, and not where several devices are called so.
func (n *deviceNames) like(name string) []quarry.Device {
	if utf8.RuneCountInString(text.Slug(name)) < fewestLetters {
		return nil
	}
	near := rest.NewSharing(name, 0)
	for at, names := range n.spelled() {
		for i := range names {
			near.TryName(&names[i], string(n.devices[at].ID))
		}
	}
	ids := near.Best()
	if near.Least() >= text.LikeTail && len(ids) > 1 {
		return nil
	}
	return view.Map(ids, func(id string) quarry.Device { return n.devices[n.place(quarry.DeviceID(id))].Device })
}
