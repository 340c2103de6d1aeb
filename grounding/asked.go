package grounding

import (
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
	a.request = quarry.ContextEntriesRequest{Names: namesIn(query), Conditions: b.conditions(query, words)}
	for _, m := range b.setup.Lexicon.DevicesIn(query) {
		if m.Class != quarry.ClassFormat {
			a.devices = append(a.devices, b.setup.Lexicon.DeviceFamily(m.ID))
			a.request.Devices = append(a.request.Devices, b.setup.Lexicon.DeviceFamily(m.ID)...)
		}
	}
	for _, one := range a.attributes {
		for _, attribute := range one.Attributes {
			a.request.Attributes = append(a.request.Attributes, attribute.ID)
		}
	}
	for _, hit := range hits {
		a.request.Refs = append(a.request.Refs, hit.EntryRef)
		for _, also := range hit.Also {
			if also.Kind == quarry.EntrySpec {
				a.request.Refs = append(a.request.Refs, also.EntryRef)
			}
		}
	}
	return a
}

// conditions returns what claims state that are asked for, by axis: the number formats
// that a query names, or none, and whether sparsity counts, or nothing of it.
func (b *Builder) conditions(query string, words []string) map[quarry.Axis][]string {
	conditions := make(map[quarry.Axis][]string)
	for _, m := range b.setup.Lexicon.DevicesIn(query) {
		if m.Class == quarry.ClassFormat {
			for _, id := range b.setup.Lexicon.DeviceFamily(m.ID) {
				conditions[quarry.AxisPrecision] = append(conditions[quarry.AxisPrecision], string(id), quarry.NoneCondition)
			}
		}
	}
	for _, word := range words {
		if b.setup.Lexicon.IsValueOf(quarry.AxisSparsity, word) {
			conditions[quarry.AxisSparsity] = append(conditions[quarry.AxisSparsity], word, quarry.Unstated)
		}
	}
	return conditions
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

// How much of a query is looked at for names of devices that the lexicon does not know,
// and how many words such a name has at most.
const (
	mostNaming   = 64
	longestNamed = 5
)

// namesIn returns what devices that the lexicon does not know would be called that a query
// names: runs of its words, of which one alone counts where it has a digit or a capital.
func namesIn(query string) []quarry.DeviceID {
	var words []string
	for word := range text.CutPlain(query) {
		words = append(words, word.Text)
	}
	words = words[:min(len(words), mostNaming)]
	var names []quarry.DeviceID
	for from, first := range words {
		initial, _ := utf8.DecodeRuneInString(first)
		alone := unicode.IsUpper(initial) || strings.ContainsFunc(first, unicode.IsDigit)
		for to := from + 1; to <= min(len(words), from+longestNamed); to++ {
			device, named := lexicon.DiscoveredDevice(strings.Join(words[from:to], " "))
			if named && (alone || to > from+1) && !slices.Contains(names, device.ID) {
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
	var turns [][]quarry.Spec
	for _, device := range a.devices {
		for _, attributes := range a.attributes {
			for turn, claim := range a.claimsOf(all, device, attributes.Attributes) {
				if turn == len(turns) {
					turns = append(turns, nil)
				}
				turns[turn] = append(turns[turn], claim)
			}
		}
	}
	return slices.Concat(turns...)
}

func (a *asked) claimsOf(all []quarry.Spec, device []quarry.DeviceID, attributes []quarry.Attribute) []quarry.Spec {
	var told []quarry.Spec
	farness := func(claim quarry.Spec) int {
		unstated := 0
		for axis := range a.request.Conditions {
			if value := claim.Conditions.Value(axis); value == quarry.Unstated || value == quarry.NoneCondition {
				unstated++
			}
		}
		of := slices.IndexFunc(attributes, func(one quarry.Attribute) bool { return one.ID == claim.Attribute.ID })
		const more = 100 // than any of these are
		return (slices.Index(device, claim.Device.ID)*more+of)*more + unstated
	}
	for _, claim := range slices.SortedStableFunc(slices.Values(all), func(one, other quarry.Spec) int { return farness(one) - farness(other) }) {
		asks := slices.Contains(device, claim.Device.ID) && slices.ContainsFunc(attributes, func(one quarry.Attribute) bool { return one.ID == claim.Attribute.ID })
		again := slices.ContainsFunc(told, func(t quarry.Spec) bool { return t.Attribute.ID == claim.Attribute.ID && sameValue(t, claim) })
		if asks && !again {
			told = append(told, claim)
		}
	}
	return told
}
