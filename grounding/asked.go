package grounding

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/internal/lexicon"
	"github.com/quarrykb/quarry/internal/text"
)

// asked is what a query asks of devices.
type asked struct {
	devices    [][]quarry.DeviceID // each with all that is one of it, itself first
	attributes []lexicon.AskedAttributes
	request    quarry.ContextEntriesRequest
}

// read finds out what a query asks of devices, and what is to be read for it besides what
// was found.
func (b *Builder) read(query string, hits []quarry.Hit) *asked {
	words := text.WordsPlain(query)
	a := &asked{attributes: b.setup.Lexicon.AttributesIn(words)}
	a.request = quarry.ContextEntriesRequest{Names: namesIn(query), Conditions: make(map[quarry.Axis][]string)}
	state := func(axis quarry.Axis, value, without string) { // what claims may state on an axis: a value, or nothing of it
		a.request.Conditions[axis] = append(a.request.Conditions[axis], value, without)
	}
	for _, m := range b.setup.Lexicon.DevicesIn(query) {
		family := b.setup.Lexicon.DeviceFamily(m.ID)
		if m.Class != quarry.ClassFormat {
			a.devices = append(a.devices, family)
			a.request.Devices = append(a.request.Devices, family...)
			continue
		}
		for _, id := range family {
			state(quarry.AxisPrecision, string(id), quarry.NoneCondition)
		}
	}
	for _, word := range words {
		if b.setup.Lexicon.IsValueOf(quarry.AxisSparsity, word) {
			state(quarry.AxisSparsity, word, quarry.Unstated)
		}
	}
	for _, one := range a.attributes {
		a.request.Attributes = append(a.request.Attributes, idsOf(one.Attributes)...)
	}
	for _, hit := range hits { // what was found, with the specs beside it
		a.request.Refs = append(a.request.Refs, hit.EntryRef)
		for _, also := range hit.Also {
			if also.Kind == quarry.EntrySpec {
				a.request.Refs = append(a.request.Refs, also.EntryRef)
			}
		}
	}
	return a
}

func idsOf(attributes []quarry.Attribute) []quarry.AttributeID {
	ids := make([]quarry.AttributeID, len(attributes))
	for i, attribute := range attributes {
		ids[i] = attribute.ID
	}
	return ids
}

// addDiscovered adds those of some devices that documents brought in whose names stand
// within no other one's.
func (a *asked) addDiscovered(devices []quarry.Device) {
	for _, d := range devices {
		if !slices.ContainsFunc(devices, func(o quarry.Device) bool {
			return o.ID != d.ID && strings.Contains("-"+string(o.ID)+"-", "-"+string(d.ID)+"-")
		}) {
			a.devices = append(a.devices, []quarry.DeviceID{d.ID})
		}
	}
}

// namesIn returns what devices that the lexicon does not know would be called that a query
// names: runs of its first words, of which one alone counts where it has a digit or a capital.
func namesIn(query string) []quarry.DeviceID {
	const most, longest = 64, 5 // words of the query, and of a name
	words := slices.Collect(text.CutPlain(query))
	words = words[:min(len(words), most)]
	var names []quarry.DeviceID
	for i, first := range words {
		initial, _ := utf8.DecodeRuneInString(first.Text)
		alone := unicode.IsUpper(initial) || strings.ContainsFunc(first.Text, unicode.IsDigit)
		for j, last := range words[i:min(len(words), i+longest)] {
			device, named := lexicon.DiscoveredDevice(query[first.Start:last.End])
			if named && (alone || j > 0) && !slices.Contains(names, device.ID) {
				names = append(names, device.ID)
			}
		}
	}
	return names
}

// claims returns those of what is asked for, in turn of each device in each attribute:
// first what is said of the device itself and of those conditions. What says the same
// again is left out.
func (a *asked) claims(all []quarry.Spec) []quarry.Spec {
	unstated := func(claim quarry.Spec) int {
		count := 0
		for axis := range a.request.Conditions {
			if value := claim.Conditions.Value(axis); value == quarry.Unstated || value == quarry.NoneCondition {
				count++
			}
		}
		return count
	}
	var turns [][]quarry.Spec
	for _, device := range a.devices {
		for _, one := range a.attributes {
			attributes := idsOf(one.Attributes)
			nearer := func(one, other quarry.Spec) int {
				return cmp.Or(
					slices.Index(device, one.Device.ID)-slices.Index(device, other.Device.ID),
					slices.Index(attributes, one.Attribute.ID)-slices.Index(attributes, other.Attribute.ID),
					unstated(one)-unstated(other),
				)
			}
			var told []quarry.Spec
			for _, claim := range slices.SortedStableFunc(slices.Values(all), nearer) {
				asks := slices.Contains(device, claim.Device.ID) && slices.Contains(attributes, claim.Attribute.ID)
				again := func(t quarry.Spec) bool { return t.Attribute.ID == claim.Attribute.ID && sameValue(t, claim) }
				if asks && !slices.ContainsFunc(told, again) {
					told = append(told, claim)
				}
			}
			for turn, claim := range told {
				if turn == len(turns) {
					turns = append(turns, nil)
				}
				turns[turn] = append(turns[turn], claim)
			}
		}
	}
	return slices.Concat(turns...)
}
