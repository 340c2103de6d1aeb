package bind

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/quarrykb/quarry"
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
	brought map[string]int       // the place of a device that the lexicon lacks, by every slug that it may be asked for by
	near    func() *nearNames    // what is asked only for names that no device has
}

// deviceNames returns the names as they are now, and as of which revision. They are put in
// order again only when a name has changed: to look one up takes no longer where there are
// many.
func (b *Binder) deviceNames(ctx context.Context) (*deviceNames, quarry.Sequence, error) {
	return b.named.get(ctx, b, func(before *deviceNames, _ quarry.Sequence) (*deviceNames, quarry.Sequence, error) {
		counts, revision, err := b.read.Devices.DeviceCounts(ctx)
		if err != nil {
			return nil, 0, fmt.Errorf("read the devices: %w", err)
		}
		return b.namesOf(b.knownDevices(counts), before), revision, nil
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

// namesOf gathers the names of devices, or takes those from before where they are
// the same.
func (b *Binder) namesOf(devices []quarry.DeviceCount, before *deviceNames) *deviceNames {
	if before != nil && slices.EqualFunc(devices, before.devices, namedAlike) {
		return &deviceNames{devices: devices, brought: before.brought, near: before.near}
	}
	names := &deviceNames{
		devices: devices, brought: make(map[string]int, len(devices)),
		near: sync.OnceValue(func() *nearNames { return newNearNames(devices) }),
	}
	for at, device := range devices {
		if _, ours := b.Lexicon.Device(device.ID); !ours {
			names.add(at, device.Device)
		}
	}
	return names
}

// claims is how many there are of a device and its SKUs.
func (n *deviceNames) claims(id quarry.DeviceID) int {
	at, known := slices.BinarySearchFunc(n.devices, id, func(d quarry.DeviceCount, id quarry.DeviceID) int { return cmp.Compare(d.ID, id) })
	if !known {
		return 0
	}
	return n.devices[at].Specs
}

// namedAlike holds for a device that has the names of another one. A lexicon's
// aliases never change.
func namedAlike(a, b quarry.DeviceCount) bool {
	return a.ID == b.ID && a.Name == b.Name && a.Vendor == b.Vendor
}

// add lets a device be found by its id and its name. Of two that share a name the
// first has it.
func (n *deviceNames) add(at int, device quarry.Device) {
	for _, slug := range slugsOfDevice(device) {
		if _, taken := n.brought[slug]; !taken && slug != "" {
			n.brought[slug] = at
		}
	}
}

// slugsOfDevice are the slugs that a device which documents brought is asked for by.
func slugsOfDevice(device quarry.Device) []string {
	return append(lexicon.Spellings(device, device.Name), text.Slug(string(device.ID)))
}

// fewestLetters are the letters and digits that a part of a name has: one alone is like too
// many names.
const fewestLetters = 2

// byPart returns the device that documents brought in whose name alone some words stand.
// A lexicon's device has aliases for what it may be called, and its neighbours.
func (n *deviceNames) byPart(name string) (quarry.Device, bool) {
	slug := text.Slug(name)
	if utf8.RuneCountInString(slug) < fewestLetters {
		return quarry.Device{}, false
	}
	having := slices.Collect(maps.Keys(n.near().with(slug)))
	if len(having) != 1 || !n.devices[having[0]].Discovered {
		return quarry.Device{}, false
	}
	return n.devices[having[0]].Device, true
}

// mostAlike is how many devices are offered for a name that none has.
const mostAlike = 3

// like returns the devices that a name comes closest to; where none does, those
// whose names it begins, or else the one whose name it ends with. What merely has its
// letters within a word is not meant.
func (n *deviceNames) like(name string) []quarry.Device {
	slug := text.Slug(name)
	if utf8.RuneCountInString(slug) < fewestLetters {
		return nil
	}
	ranks := n.near().to(slug)
	like := make([]RankedDevice, 0, len(ranks))
	for at, rank := range ranks {
		like = append(like, RankedDevice{n.devices[at], rank})
	}
	slices.SortFunc(like, closestFirst)
	if len(like) == 0 {
		like = n.begunBy(slug)
	}
	if len(like) == 0 {
		like = n.endOf(name)
	}
	devices := view.Map(like, func(r RankedDevice) quarry.Device { return r.Device })
	return devices[:min(len(devices), mostAlike)]
}

// begunBy returns the devices of which a name goes on from what was asked for,
// the shortest first: "h10" may become "h100", but no digit of it another.
func (n *deviceNames) begunBy(slug string) []RankedDevice {
	var begun []RankedDevice
	for at := range n.near().begunBy(slug) {
		begun = append(begun, RankedDevice{DeviceCount: n.devices[at]})
	}
	slices.SortFunc(begun, func(a, b RankedDevice) int {
		return cmp.Or(cmp.Compare(len(a.ID), len(b.ID)), cmp.Compare(a.ID, b.ID))
	})
	return begun
}

// endOf returns the device of which a name is what was asked for without its first words:
// the T900 for "Acme T900". They may be a maker's who has another one of that name, so it
// is only offered. A name that several devices share says nothing.
func (n *deviceNames) endOf(name string) []RankedDevice {
	words := strings.Fields(name)
	for first := 1; first < len(words); first++ {
		slug := text.Slug(strings.Join(words[first:], " "))
		if utf8.RuneCountInString(slug) < fewestLetters {
			break
		}
		switch called := slices.Collect(maps.Keys(n.near().called(slug))); len(called) {
		case 0:
		case 1:
			return []RankedDevice{{DeviceCount: n.devices[called[0]]}}
		default:
			return nil
		}
	}
	return nil
}
