package grounding

import (
	"cmp"
	"slices"
	"strings"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/internal/text"
)

// longestAttribute is of how many words a name of an attribute is at most.
const longestAttribute = 4

// addAttributes finds the attributes that are asked for of devices, by the words of
// questions for them or the longest of their names, and where it finds none by a unit.
func (a *asked) addAttributes(query string) {
	if len(a.devices) == 0 {
		return
	}
	words := text.WordsPlain(query)
	used := make([]bool, len(words))
	for at := range words {
		if used[at] {
			continue
		}
		next, places := a.attributeAt(words, used, at)
		for _, place := range places {
			used[place] = true
		}
		if len(next.ids) > 0 {
			a.addAttribute(next)
		} else if len(next.words) > 0 {
			a.foreign = append(a.foreign, next)
		}
	}
	if len(a.attributes) == 0 {
		a.addMeasured(query)
	}
}

// addAttribute takes in an attribute, and of one that is asked for already the words: a
// number format may stand for what is computed with it.
func (a *asked) addAttribute(next askedAttribute) {
	for i, one := range a.attributes {
		if slices.Equal(one.ids, next.ids) {
			a.attributes[i].words = append(one.words, next.words...)
			return
		}
	}
	a.attributes = append(a.attributes, next)
}

// attributeAt returns what the words ask for that begin at one of them, most of them
// where several do, and where they stand.
func (a *asked) attributeAt(words []string, used []bool, at int) (askedAttribute, []int) {
	found, places := a.namedAt(words, at)
	for _, phrase := range a.language.askedFor[words[at]] {
		ids := a.ofClasses([]quarry.Attribute{phrase.attribute})
		stands := phrase.standsAt(words, used, at)
		if len(ids) == 0 || len(stands) < max(1, len(places)) {
			continue
		}
		if longer, goesOn := a.namedAt(words, stands[len(stands)-1]); len(longer) > 0 && len(goesOn) > 1 {
			ids, stands = longer, append(stands, goesOn[1:]...)
		}
		if len(stands) > len(places) {
			found, places = nil, stands
		}
		found = append(found, ids...)
	}
	asked := askedAttribute{ids: found}
	for _, place := range places {
		asked.words = append(asked.words, words[place])
	}
	return asked, places
}

// namedAt returns the attributes of the longest name that begins at a word, and where its
// words stand; of a name of attributes that no such device has, that alone.
func (a *asked) namedAt(words []string, at int) ([]quarry.AttributeID, []int) {
	var places []int
	for length := min(longestAttribute, len(words)-at); length > 0; length-- {
		named := a.language.lexicon.FindAttributes(strings.Join(words[at:at+length], " "))
		ids := a.ofClasses(named)
		if len(ids) > 0 || len(named) > 0 && len(places) == 0 {
			places = places[:0]
			for i := range length {
				places = append(places, at+i)
			}
		}
		if len(ids) > 0 {
			return ids, places
		}
	}
	return nil, places
}

// askedPhrase is what stands in questions that ask for an attribute.
type askedPhrase struct {
	words     []string
	attribute quarry.Attribute
}

// widestGap is how many other words stand between two of a phrase at most.
const widestGap = 3

// standsAt returns where the words of the phrase stand, nil where they do not.
func (p askedPhrase) standsAt(words []string, used []bool, at int) []int {
	var places []int
	for _, word := range p.words {
		reach := min(len(words), at+widestGap+1)
		for at < reach && (words[at] != word || used[at]) {
			at++
		}
		if at >= reach {
			return nil
		}
		places = append(places, at)
		at++
	}
	return places
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
func (a *asked) addMeasured(query string) {
	words := strings.FieldsFunc(query, func(r rune) bool { return strings.ContainsRune(" \t\n?!,;.", r) })
	for i, word := range words[min(1, len(words)):] {
		unit, known := a.language.lexicon.FindUnit(word)
		if !known || unit.Kind == "count" || !strings.EqualFold(words[i], "many") {
			continue
		}
		if ids := a.ofClasses(a.language.measuredIn(unit.Kind)); len(ids) > 0 {
			a.attributes = append(a.attributes, askedAttribute{words: text.WordsPlain(word), ids: ids})
		}
	}
}

// measuredIn returns the attributes whose values are of a kind.
func (l language) measuredIn(kind quarry.QuantityKind) []quarry.Attribute {
	return slices.DeleteFunc(slices.Clone(l.lexicon.Attributes()), func(one quarry.Attribute) bool {
		return one.Kind != kind && !slices.Contains(one.Kinds, kind)
	})
}

// addConditions finds the number formats that are named, and whether sparsity counts.
func (a *asked) addConditions(query string) {
	a.conditions = make(map[quarry.Axis][]string)
	if len(a.attributes) == 0 {
		return
	}
	for _, m := range a.language.lexicon.DevicesIn(query) {
		if m.Class == quarry.ClassFormat {
			a.formats = append(a.formats, m.Name)
			values := []string{string(m.ID), quarry.NoneCondition}
			for _, id := range a.language.lexicon.DeviceFamily(m.ID) {
				values = append(values, string(id))
			}
			a.conditions[quarry.AxisPrecision] = append(a.conditions[quarry.AxisPrecision], values...)
		}
	}
	for _, word := range text.WordsPlain(query) {
		if word == "dense" || word == "sparse" {
			a.conditions[quarry.AxisSparsity] = append(a.conditions[quarry.AxisSparsity], word, quarry.Unstated)
		}
	}
}

// addForeign takes in attributes that no such device has, where nothing else is asked for.
func (a *asked) addForeign() {
	if len(a.attributes) > 0 {
		return
	}
	if a.attributes = a.foreign; !a.isLookUp() {
		a.attributes = nil
	}
}

// isAskedBy reports whether a word is one by which an attribute is asked for.
func (a *asked) isAskedBy(w askedWord, attribute quarry.AttributeID) bool {
	return slices.ContainsFunc(a.attributes, func(one askedAttribute) bool {
		return slices.Contains(one.ids, attribute) && slices.Contains(one.words, strings.ToLower(w.Text))
	})
}

// isLookUp reports whether a query asks for attributes of devices and for nothing else.
func (a *asked) isLookUp() bool {
	return len(a.attributes) > 0 && !slices.ContainsFunc(a.words, func(w askedWord) bool {
		format := w.Text == "dense" || w.Text == "sparse"
		return !format && !slices.ContainsFunc(a.attributes, func(one askedAttribute) bool {
			return slices.Contains(one.words, strings.ToLower(w.Text))
		})
	})
}

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
			falseFirst(one.Device.ID != device.ID, other.Device.ID != device.ID),
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

func falseFirst(one, other bool) int {
	switch {
	case one == other:
		return 0
	case other:
		return -1
	}
	return 1
}
