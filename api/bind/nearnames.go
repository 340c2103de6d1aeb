package bind

import (
	"cmp"
	"slices"
	"strings"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/api/view"
	"github.com/quarrykb/quarry/internal/lexicon"
	"github.com/quarrykb/quarry/internal/text"
)

// nearNames finds devices, by their places in a list, by what comes close to one
// of their names. But for the devices that it finds, the time does not depend on
// how many there are.
type nearNames struct {
	slugs    [][]string  // of the names of each device, each once
	starts   []nameStart // in the order of what stands there
	misspelt *lexicon.Misspellings
}

// nameStart is a place in a name where a caller may begin who leaves out what
// stands before it: the name itself, or a word or a number in it.
type nameStart struct {
	rest   string // of the name's slug, from there on
	device int
	whole  bool
	word   bool // nothing stands before it, or what ends a word
}

func newNearNames(devices []quarry.DeviceCount) *nearNames {
	names := &nearNames{slugs: make([][]string, len(devices))}
	for at, device := range devices {
		for _, name := range append([]string{string(device.ID), device.Name}, device.Aliases...) {
			if slug := text.Slug(name); slug != "" && !slices.Contains(names.slugs[at], slug) {
				names.slugs[at] = append(names.slugs[at], slug)
				names.addStarts(slug, at)
			}
		}
	}
	slices.SortFunc(names.starts, func(a, b nameStart) int {
		return cmp.Or(strings.Compare(a.rest, b.rest), cmp.Compare(a.device, b.device))
	})
	names.misspelt = lexicon.NewMisspellings(view.Map(devices, func(d quarry.DeviceCount) quarry.Device { return d.Device }))
	return names
}

func (n *nearNames) addStarts(slug string, device int) {
	for at, letter := range slug {
		if letter != '-' && !cutsWord(slug, at) && !cutsNumber(slug, at) {
			n.starts = append(n.starts, nameStart{rest: slug[at:], device: device, whole: at == 0, word: at == 0 || slug[at-1] == '-'})
		}
	}
}

// mostStarted is how many names are looked at that go on from a text.
const mostStarted = 1_000

// to ranks the devices that a slug comes close to, by a slip or as a part.
func (n *nearNames) to(slug string) map[int]int {
	ranks := n.holding(slug)
	for at, slips := range n.misspelt.Of(slug) {
		keepLeast(ranks, at, slipsRank(slips))
	}
	return ranks
}

func keepLeast(ranks map[int]int, at, rank int) {
	if before, known := ranks[at]; !known || rank < before {
		ranks[at] = rank
	}
}

// holding ranks the devices in whose names a part stands where a word or a number
// begins. A number is not cut: "h1" is no part of "h100".
func (n *nearNames) holding(part string) map[int]int {
	ranks := map[int]int{}
	places := n.startingWith(part)
	for looked := 0; len(places) > 0 && looked < mostStarted; looked++ {
		start := places[0]
		if cutsNumber(start.rest, len(part)) {
			places = places[firstFrom(places, part+pastDigits):]
			continue
		}
		places = places[1:]
		rank := rankPart
		switch {
		case start.rest == part && start.whole:
			rank = rankSame
		case start.rest == part:
			rank = rankEnd
		}
		keepLeast(ranks, start.device, rank)
	}
	return ranks
}

// having returns the devices of which a name, or a part of it, goes on from a text and
// passes a test, as far as names are looked at.
func (n *nearNames) having(text string, passes func(nameStart) bool) map[int]bool {
	having := map[int]bool{}
	places := n.startingWith(text)
	for _, start := range places[:min(len(places), mostStarted)] {
		if passes(start) {
			having[start.device] = true
		}
	}
	return having
}

// pastDigits sorts behind every digit and before every letter.
const pastDigits = ":"

// startingWith returns the places from which names go on with a text: what ends
// with it comes first.
func (n *nearNames) startingWith(text string) []nameStart {
	from := n.starts[firstFrom(n.starts, text):]
	end, _ := slices.BinarySearchFunc(from, text, func(s nameStart, text string) int {
		if strings.HasPrefix(s.rest, text) {
			return -1
		}
		return 1
	})
	return from[:end]
}

// firstFrom returns the first place of which the rest does not sort before a text.
func firstFrom(places []nameStart, text string) int {
	first, _ := slices.BinarySearchFunc(places, text, func(s nameStart, text string) int {
		return strings.Compare(s.rest, text)
	})
	return first
}
