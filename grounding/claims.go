package grounding

import (
	"cmp"
	"slices"
	"strings"

	"github.com/quarrykb/quarry"
)

// longestAttribute is of how many words a name of an attribute is at most.
const longestAttribute = 4

// addAttributes finds the attributes that are asked for of devices, by the words of
// questions for them or the longest of their names, and where it finds none by a unit.
func (a *asked) addAttributes(words []string) {
	if len(a.devices) == 0 {
		return
	}
	for at := 0; at < len(words); {
		ids, length := a.attributeAt(words[at:])
		same := slices.IndexFunc(a.attributes, func(one askedAttribute) bool { return slices.Equal(one.ids, ids) })
		switch {
		case len(ids) == 0:
		case same >= 0: // a number format may stand for what is computed with it
			a.attributes[same].words = slices.Concat(a.attributes[same].words, words[at:at+length])
		default:
			a.attributes = append(a.attributes, askedAttribute{words[at : at+length], ids})
		}
		at += max(1, length)
	}
	if len(a.attributes) == 0 {
		a.addMeasured(words)
	}
}

// attributeAt returns what the words ask for with which a text begins, most of them where
// several do, and how many they are.
func (a *asked) attributeAt(words []string) ([]quarry.AttributeID, int) {
	found, length := a.namedAt(words)
	for _, phrase := range a.language.askedFor[words[0]] {
		ids, end := a.ofClasses([]quarry.Attribute{phrase.attribute}), phrase.endIn(words)
		if len(ids) == 0 || end < max(1, length) {
			continue
		}
		if longer, goesOn := a.namedAt(words[end-1:]); goesOn > 1 {
			ids, end = longer, end-1+goesOn
		}
		if end > length {
			found, length = nil, end
		}
		found = append(found, ids...)
	}
	return found, length
}

// namedAt returns the attributes of the longest name with which words begin, and how many
// of them that is.
func (a *asked) namedAt(words []string) ([]quarry.AttributeID, int) {
	for length := min(longestAttribute, len(words)); length > 0; length-- {
		if ids := a.ofClasses(a.language.lexicon.FindAttributes(strings.Join(words[:length], " "))); len(ids) > 0 {
			return ids, length
		}
	}
	return nil, 0
}

// askedPhrase is what stands in questions that ask for an attribute.
type askedPhrase struct {
	words     []string
	attribute quarry.Attribute
}

// widestGap is how many other words stand between two of a phrase at most.
const widestGap = 3

// endIn returns behind how many words the phrase ends with which they begin, 0 where they
// do not.
func (p askedPhrase) endIn(words []string) int {
	at := 0
	for _, word := range p.words {
		next := slices.Index(words[at:min(len(words), at+widestGap+1)], word)
		if next < 0 {
			return 0
		}
		at += next + 1
	}
	return at
}

// ofClasses returns the attributes that devices can have of which something is asked: a
// discovered one, whose class is unknown, any.
func (a *asked) ofClasses(attributes []quarry.Attribute) []quarry.AttributeID {
	var ids []quarry.AttributeID
	for _, attribute := range attributes {
		if len(attribute.Classes) == 0 || slices.ContainsFunc(a.devices, func(d askedDevice) bool { return d.Discovered || slices.Contains(attribute.Classes, d.Class) }) {
			ids = append(ids, attribute.ID)
		}
	}
	return ids
}

// addMeasured finds what is asked for by its unit: "how many watts".
func (a *asked) addMeasured(words []string) {
	for i, word := range words[min(1, len(words)):] {
		if words[i] != "many" {
			continue
		}
		for _, unit := range a.language.lexicon.FindFold(word) {
			measured := slices.DeleteFunc(slices.Clone(a.language.lexicon.Attributes()), func(one quarry.Attribute) bool {
				return unit.Kind == "count" || one.Kind != unit.Kind && !slices.Contains(one.Kinds, unit.Kind)
			})
			if ids := a.ofClasses(measured); len(ids) > 0 {
				a.attributes = append(a.attributes, askedAttribute{words[i+1 : i+2], ids})
			}
		}
	}
}

// addConditions finds the number formats that are named, and whether sparsity counts.
func (a *asked) addConditions(query string, words []string) {
	a.conditions = make(map[quarry.Axis][]string)
	if len(a.attributes) == 0 {
		return
	}
	for _, m := range a.language.lexicon.DevicesIn(query) {
		if m.Class == quarry.ClassFormat {
			values := []string{string(m.ID), quarry.NoneCondition}
			for _, id := range a.language.lexicon.DeviceFamily(m.ID) {
				values = append(values, string(id))
			}
			a.conditions[quarry.AxisPrecision] = append(a.conditions[quarry.AxisPrecision], values...)
		}
	}
	for _, word := range words {
		if isDensity(word) {
			a.conditions[quarry.AxisSparsity] = append(a.conditions[quarry.AxisSparsity], word, quarry.Unstated)
		}
	}
}

// isDensity reports whether a word says whether sparsity counts.
func isDensity(word string) bool { return word == "dense" || word == "sparse" }

// claims returns what is claimed of what is asked for, in turn of each device in each
// attribute: first what is said of the device itself and of those conditions. What
// says the same again is left out.
func (a *asked) claims(g quarry.ContextEntries) []quarry.Spec {
	var rows [][]quarry.Spec
	for _, device := range a.devices {
		for _, attribute := range a.attributes {
			rows = append(rows, a.claimsOf(g, device, attribute))
		}
	}
	var all []quarry.Spec
	for at, more := 0, true; more; at++ {
		more = false
		for _, row := range rows {
			if at < len(row) {
				more = true
				all = append(all, row[at])
			}
		}
	}
	return all
}

func (a *asked) claimsOf(g quarry.ContextEntries, device askedDevice, attribute askedAttribute) []quarry.Spec {
	var row []quarry.Spec
	for _, claim := range g.Claims {
		if slices.Contains(device.family, claim.Device.ID) && slices.Contains(attribute.ids, claim.Attribute.ID) && a.under(claim.Conditions) {
			row = append(row, claim)
		}
	}
	slices.SortStableFunc(row, func(one, other quarry.Spec) int {
		return cmp.Or(
			slices.Index(device.family, other.Device.ID)-slices.Index(device.family, one.Device.ID), // itself last
			slices.Index(attribute.ids, one.Attribute.ID)-slices.Index(attribute.ids, other.Attribute.ID),
			a.unstated(one)-a.unstated(other),
		)
	})
	var told []quarry.Spec
	for _, claim := range row {
		if !slices.ContainsFunc(told, func(t quarry.Spec) bool { return t.Attribute.ID == claim.Attribute.ID && sameValue(t, claim) }) {
			told = append(told, claim)
		}
	}
	return told
}

// unstated counts the conditions that are asked for and that a claim says nothing of.
func (a *asked) unstated(claim quarry.Spec) int {
	count := 0
	for axis := range a.conditions {
		if value := claim.Conditions.Value(axis); value == quarry.Unstated || value == quarry.NoneCondition {
			count++
		}
	}
	return count
}
