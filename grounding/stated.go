package grounding

import (
	"slices"
	"strings"
	"unicode"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/internal/quantity"
	"github.com/quarrykb/quarry/internal/text"
)

// isSaid reports whether something is claimed of a device in an attribute, or some text
// names the device with it: with a value where nothing else is asked for.
func (a *asked) isSaid(d askedDevice, attribute askedAttribute, all []*candidate, g quarry.ContextEntries) bool {
	for _, claim := range slices.Concat(g.Claims, g.Specs) {
		if slices.Contains(d.family, claim.Device.ID) && slices.Contains(attribute.ids, claim.Attribute.ID) && a.under(claim.Conditions) {
			return true
		}
	}
	names := a.namesOf(attribute)
	alone := a.isLookUp()
	return slices.ContainsFunc(all, func(c *candidate) bool {
		if !a.speaksOf(c, d) {
			return false
		}
		a.readWords(c)
		return a.hasName(c.stems, names) && (!alone || a.statesValue(c, d, attribute, names))
	})
}

// namesOf returns the stems of the words by which an attribute goes in a text: those of the
// query that ask for nothing else, or those of its name.
func (a *asked) namesOf(attribute askedAttribute) [][]string {
	words := slices.DeleteFunc(slices.Clone(attribute.words), func(word string) bool { return a.language.asking[word] })
	if len(words) == 0 {
		words = attribute.words
	}
	names := [][]string{a.stems.Stems(words)}
	if len(attribute.ids) == 1 {
		known, _ := a.language.lexicon.Attribute(attribute.ids[0])
		names = append(names, a.stems.Stems(text.WordsPlain(known.Name)))
	}
	return names
}

func (*asked) hasName(has map[string]bool, names [][]string) bool {
	return slices.ContainsFunc(names, func(stems []string) bool {
		return !slices.ContainsFunc(stems, func(stem string) bool { return !has[stem] })
	})
}

// statesValue reports whether a sentence or a line has the name of an attribute with a
// value of it, of a device that it names, or that is spoken of under its heading where it
// names no other one.
func (a *asked) statesValue(c *candidate, d askedDevice, attribute askedAttribute, names [][]string) bool {
	above := a.namesDevice(strings.Join(append([]string{c.title}, c.source.Heading...), "\n"), d)
	body := c.body[:min(len(c.body), mostRead)]
	from := 0
	for _, end := range append(a.language.ends(body), len(body)) {
		piece := body[from:end]
		from = end
		said := map[string]bool{}
		for _, stem := range a.stems.Stems(text.WordsPlain(piece)) {
			said[stem] = true
		}
		if a.hasName(said, names) && a.namesFormat(piece) && (a.namesDevice(piece, d) || above && !a.namesOther(piece, d)) && a.hasValue(piece, attribute) {
			return true
		}
	}
	return false
}

// namesOther reports whether a text names another device that is no number format.
func (a *asked) namesOther(text string, d askedDevice) bool {
	return slices.ContainsFunc(a.mentions(text), func(m quarry.DeviceMention) bool {
		return m.Class != quarry.ClassFormat && !slices.Contains(d.family, m.ID)
	})
}

// hasValue reports whether a text has a quantity of what an attribute measures, an amount of
// money for a price, or any number if that is a count or unknown.
func (a *asked) hasValue(text string, attribute askedAttribute) bool {
	kinds := a.kindsOf(attribute)
	measured := func(kind quarry.QuantityKind) bool {
		_, _, found := a.language.lexicon.FindQuantity(quantity.DecimalPoint, text, kind)
		return found
	}
	counted := func(kind quarry.QuantityKind) bool { return kind == "count" || kind == "ratio" }
	if len(kinds) > 0 && !slices.ContainsFunc(kinds, counted) {
		return slices.ContainsFunc(kinds, measured)
	}
	bare := strings.ToLower(a.withoutNames(text))
	for _, word := range attribute.words {
		bare = strings.ReplaceAll(bare, word, "")
	}
	return strings.ContainsFunc(bare, unicode.IsDigit)
}

// kindsOf returns what the values of an attribute measure, none if it is unknown of one of
// those that it may be.
func (a *asked) kindsOf(attribute askedAttribute) []quarry.QuantityKind {
	var kinds []quarry.QuantityKind
	for _, id := range attribute.ids {
		known, _ := a.language.lexicon.Attribute(id)
		of := slices.Clone(known.Kinds)
		if known.Kind != "" {
			of = append(of, known.Kind)
		}
		if len(of) == 0 {
			return nil
		}
		kinds = append(kinds, of...)
	}
	return kinds
}

// namesFormat reports whether a text names a number format that is asked for, where one is.
func (a *asked) namesFormat(text string) bool {
	wanted := a.conditions[quarry.AxisPrecision]
	return len(wanted) == 0 || slices.ContainsFunc(a.language.lexicon.DevicesIn(text), func(m quarry.DeviceMention) bool {
		return slices.Contains(wanted, string(m.ID))
	})
}

// withoutNames returns a text without the names of devices in it, which may have digits.
func (a *asked) withoutNames(text string) string {
	for _, m := range a.language.lexicon.DevicesIn(text) {
		text = strings.ReplaceAll(text, m.Written, "")
	}
	return text
}
