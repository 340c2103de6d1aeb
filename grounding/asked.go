package grounding

import (
	"slices"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/internal/lexicon"
	"github.com/quarrykb/quarry/internal/text"
)

// language knows what stands for what is asked of devices. It is never changed.
type language struct {
	lexicon  *lexicon.Lexicon
	english  *text.Language
	asking   map[string]bool          // words that say nothing of what is asked about
	having   map[string]bool          // verbs that say no more of a device than that it has something
	askedFor map[string][]askedPhrase // what asks for attributes, by its first word
}

func newLanguage(built *lexicon.Lexicon) language {
	cues, words := built.Cues(), built.Asking()
	l := language{
		lexicon: built, english: built.Language("en"), having: text.SetOf(cues["asserting"].List()), askedFor: map[string][]askedPhrase{},
		asking: text.SetOf(words.Instructions, words.Courtesies, words.Placeholders, words.Fillers, cues["stop_words"].List(), cues["query_words"].List()),
	}
	for _, attribute := range built.Attributes() {
		for _, phrase := range attribute.Asked {
			words := text.WordsPlain(phrase)
			l.askedFor[words[0]] = append(l.askedFor[words[0]], askedPhrase{words, attribute})
		}
	}
	return l
}

// asked is what a query asks of devices.
type asked struct {
	language   language
	words      []string // in small letters, that say something of what is asked about; no names of devices
	devices    []askedDevice
	attributes []askedAttribute
	conditions map[quarry.Axis][]string // by axis, what claims state that are asked for, or that they state nothing
}

// askedDevice is a device that a query names, with all that is one of it.
type askedDevice struct {
	quarry.DeviceMention

	family []quarry.DeviceID
}

// askedAttribute is what a query asks of a device.
type askedAttribute struct {
	words []string // as the query has them, in small letters
	ids   []quarry.AttributeID
}

// read finds out what a query asks of devices of the lexicon and of some that were
// discovered.
func (l language) read(query string, discovered []quarry.Device) *asked {
	a := &asked{language: l}
	named := map[string]bool{}
	for _, m := range slices.Concat(l.lexicon.DevicesIn(query), discoveredIn(query, discovered)) {
		for _, word := range text.WordsPlain(m.Written) {
			named[word] = true
		}
		if m.Class != quarry.ClassFormat && !slices.ContainsFunc(a.devices, func(d askedDevice) bool { return d.ID == m.ID }) {
			a.devices = append(a.devices, askedDevice{m, append(slices.DeleteFunc(l.lexicon.DeviceFamily(m.ID), func(id quarry.DeviceID) bool { return id == m.ID }), m.Family, m.ID)})
		}
	}
	words := text.WordsPlain(query)
	a.addAttributes(words)
	a.addConditions(query, words)
	a.words = slices.DeleteFunc(slices.Clone(words), func(word string) bool {
		return l.asking[word] || named[word] || len(a.attributes) > 0 && l.having[word]
	})
	return a
}

// asksFor reports whether an attribute is asked for under these conditions.
func (a *asked) asksFor(attribute quarry.AttributeID, conditions quarry.Conditions) bool {
	return a.under(conditions) && slices.ContainsFunc(a.attributes, func(one askedAttribute) bool { return slices.Contains(one.ids, attribute) })
}

// under reports whether conditions are those that are asked for, or say nothing of them.
func (a *asked) under(conditions quarry.Conditions) bool {
	for axis, values := range a.conditions {
		if !slices.Contains(values, conditions.Value(axis)) {
			return false
		}
	}
	return true
}

// isLookUp reports whether a query asks for attributes of devices and for nothing else.
func (a *asked) isLookUp() bool {
	return len(a.attributes) > 0 && !slices.ContainsFunc(a.words, func(word string) bool {
		return !isDensity(word) && !slices.ContainsFunc(a.attributes, func(one askedAttribute) bool { return slices.Contains(one.words, word) })
	})
}

// request names what is read for a grounding: of devices that may have been discovered
// whatever a text may ask of any device.
func (a *asked) request(query string, hits []quarry.Hit) quarry.ContextEntriesRequest {
	r := quarry.ContextEntriesRequest{Names: namesIn(query)}
	for _, hit := range hits {
		r.Refs = append(r.Refs, hit.EntryRef)
		for _, also := range hit.Also {
			if also.Kind == quarry.EntrySpec {
				r.Refs = append(r.Refs, also.EntryRef)
			}
		}
	}
	for _, device := range a.devices {
		r.Devices = append(r.Devices, a.language.lexicon.DeviceFamily(device.ID)...)
	}
	whatever := &asked{language: a.language, devices: []askedDevice{{DeviceMention: quarry.DeviceMention{Device: quarry.Device{Discovered: true}}}}}
	whatever.addAttributes(text.WordsPlain(query))
	for _, attribute := range slices.Concat(a.attributes, whatever.attributes) {
		r.Attributes = append(r.Attributes, attribute.ids...)
	}
	r.Conditions = a.conditions
	return r
}

// mostRead is how much of a text is looked at for names, in bytes.
const mostRead = 16 << 10

// names reports whether a text names a device that is asked for, or one of its family.
func (a *asked) names(text string) bool {
	return slices.ContainsFunc(a.mentions(text), func(m quarry.DeviceMention) bool {
		return slices.ContainsFunc(a.devices, func(d askedDevice) bool { return slices.Contains(d.family, m.ID) })
	})
}

// mentions returns the devices that a text names, of those that were discovered the ones
// that are asked for.
func (a *asked) mentions(text string) []quarry.DeviceMention {
	var discovered []quarry.Device
	for _, d := range a.devices {
		if d.Discovered {
			discovered = append(discovered, d.Device)
		}
	}
	return slices.Concat(a.language.lexicon.DevicesIn(text), discoveredIn(text, discovered))
}
