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

// spellings are what other names are held against.
type spellings struct {
	slugs    [][]string // of the names of each device, each once
	misspelt *lexicon.Misspellings
}

func spell(devices []quarry.DeviceCount) spellings {
	s := spellings{slugs: make([][]string, len(devices))}
	for at, device := range devices {
		for _, name := range append([]string{string(device.ID), device.Name}, device.Aliases...) {
			if slug := text.Slug(name); slug != "" && !slices.Contains(s.slugs[at], slug) {
				s.slugs[at] = append(s.slugs[at], slug)
			}
		}
	}
	s.misspelt = lexicon.NewMisspellings(view.Map(devices, func(d quarry.DeviceCount) quarry.Device { return d.Device }))
	return s
}

// having returns the places of the devices of which a name passes a test.
func (s spellings) having(passes func(slug string) bool) []int {
	var places []int
	for at, slugs := range s.slugs {
		if slices.ContainsFunc(slugs, passes) {
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
	at, known := slices.BinarySearchFunc(n.devices, id, func(d quarry.DeviceCount, id quarry.DeviceID) int {
		return cmp.Compare(d.ID, id)
	})
	if !known {
		return 0
	}
	return n.devices[at].Specs
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
	having := n.spelled().having(func(name string) bool { return hasWords(name, slug) })
	if len(having) != 1 || !n.devices[having[0]].Discovered {
		return quarry.Device{}, false
	}
	return n.devices[having[0]].Device, true
}

// mostAlike is how many devices are offered for a name that none has.
const mostAlike = 3

// like returns the devices that a name comes closest to. Where none does, those whose names
// go on from it, the shortest first: "h10" may become "h100", but no digit of it another. Or
// else the one of which a name is this one without its first words, the T900 for "Acme T900":
// they may be a maker's who has another one of that name, so it is only offered, and a name
// that several devices share says nothing. What merely has its letters within a word is not
// meant.
func (n *deviceNames) like(name string) []quarry.Device {
	slug := text.Slug(name)
	if utf8.RuneCountInString(slug) < fewestLetters {
		return nil
	}
	var like []RankedDevice
	add := func(at, rank int) { like = append(like, RankedDevice{n.devices[at], rank}) }
	near := n.nearness(slug)
	for at := range n.devices {
		if rank := near(at); rank < rankInside {
			add(at, rank)
		}
	}
	if len(like) == 0 {
		for _, at := range n.spelled().having(func(name string) bool { return strings.HasPrefix(name, slug) }) {
			add(at, len(n.devices[at].ID))
		}
	}
	words := strings.Fields(name)
	for first := 1; first < len(words) && len(like) == 0; first++ {
		end := text.Slug(strings.Join(words[first:], " "))
		called := n.spelled().having(func(name string) bool { return name == end })
		if utf8.RuneCountInString(end) < fewestLetters || len(called) > 1 {
			break
		}
		for _, at := range called {
			add(at, rankEnd)
		}
	}
	slices.SortFunc(like, closestFirst)
	devices := view.Map(like, func(r RankedDevice) quarry.Device { return r.Device })
	return devices[:min(len(devices), mostAlike)]
}
