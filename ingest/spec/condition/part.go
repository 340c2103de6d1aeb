package condition

import (
	"cmp"
	"slices"
	"strings"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/internal/lexicon"
	"github.com/quarrykb/quarry/internal/quantity"
	"github.com/quarrykb/quarry/internal/text"
)

// Cues of titles that name a part, and of labels that speak of all parts together.
const (
	partTitles lexicon.Cue = "part_titles"
	wholeWords lexicon.Cue = "whole_words"
)

// eachOf returns the ways in which a text says that a number is of one of several parts.
func eachOf(term lexicon.ConditionTerm) []string {
	var phrases []string
	for _, part := range term.Parts {
		for _, each := range []string{"per", "each", "every"} {
			phrases = append(phrases, each+" "+part)
		}
	}
	return phrases
}

// part is a name by which a title says that what is below it is of one of several.
type part struct {
	words []string
	value string // of the axis per
}

// readParts returns the names of parts, in the singular and the plural.
func (r *Reader) readParts() []part {
	var all []part
	for _, term := range r.lexicon.ConditionTerms() {
		for _, name := range term.Parts {
			words := text.WordsPlain(name)
			plural := slices.Clone(words)
			plural[len(plural)-1] += "s"
			all = append(all, part{words, term.Value}, part{plural, term.Value})
		}
	}
	return all
}

// titledPart returns the part that a title is about, "" where it is about none: a clause of
// it names a part and says nothing else but that details follow ("SM details", "Inside a
// compute unit"). A title of all parts is of none.
func (r *Reader) titledPart(s *statement) string {
	if slices.ContainsFunc(s.words, func(w word) bool { return r.cues[wholeWords].Has(w.text) }) {
		return ""
	}
	for start := 0; start < len(s.words); {
		end := start + 1
		for end < len(s.words) && !parts(s.gap(end)) {
			end++
		}
		if value := r.clausePart(s, start, end); value != "" {
			return value
		}
		start = end
	}
	return ""
}

// NamesPart reports whether a title is about a part of a thing, and no name of a thing: "SM
// details".
func (s *Session) NamesPart(title string) bool { return s.reader.titledPart(s.statement(title)) != "" }

func (r *Reader) clausePart(s *statement, start, end int) string {
	named := ""
	for i := start; i < end; i++ {
		at := slices.IndexFunc(r.parts, func(p part) bool { return i+len(p.words) <= end && begins(s.words[i:], p.words) })
		switch {
		case at >= 0:
			named = r.parts[at].value
			i += len(r.parts[at].words) - 1
		case !s.covered[i] && !r.isFiller(s.words[i].text) && !r.cues[partTitles].Has(s.words[i].text):
			return ""
		}
	}
	return named
}

// slashed reads a part behind a slash: "CUDA cores/SM" are those of one.
func (r *Reader) slashed(s *statement, at int) (saying, bool) {
	if at == 0 || s.covered[at] || strings.TrimSpace(s.gap(at)) != "/" {
		return saying{}, false
	}
	for _, one := range r.parts {
		if begins(s.words[at:], one.words) {
			last := at + len(one.words) - 1
			return saying{axis: quarry.AxisPer, value: one.value, phrase: s.phrase(at, last), first: at, last: last, from: at, to: last}, true
		}
	}
	return saying{}, false
}

// takePart lets the labels of a list above a number and the titles say of which part a number is, where nothing nearer says what it
// is of. What is known of such numbers has to allow it: a cache of a whole GPU stands below
// titles of its parts as well.
func (a *asked) takePart(titles []*statement) {
	if a.settled[quarry.AxisPer] || !addsUp(a.kind) || slices.ContainsFunc(a.label.words, func(w word) bool { return a.reader.cues[wholeWords].Has(w.text) }) {
		return
	}
	for _, title := range append([]*statement{a.label}, titles...) {
		if of := a.reader.titledPart(title); of != "" {
			if a.mayBeOf(of) {
				a.conditions[quarry.AxisPer] = of
			}
			return
		}
	}
}

// mayBeOf reports whether a number may be one of a part: the attribute does not count those
// parts, nor is the device one, and as far as such numbers are known it lies among those of
// the part, or else not among those of the whole.
func (a *asked) mayBeOf(of string) bool {
	device := " " + text.SlugWith(a.Device.Name+" "+a.Device.Written, ' ')
	for _, one := range a.reader.parts {
		if phrase := " " + strings.Join(one.words, " "); one.value == of && (strings.HasPrefix(a.name, phrase) || strings.HasPrefix(device, phrase)) {
			return false
		}
	}
	unit, _ := a.reader.lexicon.FindUnit(cmp.Or(a.Quantity.Unit, a.Attribute.Unit))
	s := quarry.Spec{Device: a.Device, Attribute: a.Attribute, Conditions: quarry.NewConditions(), Normalized: unit.Normalize(a.Quantity.Bounds)}
	plausible := func(per string) (bool, bool) {
		s.Conditions[quarry.AxisPer] = per
		below, above := a.reader.lexicon.FarFromKnown(s)
		return a.reader.lexicon.IsKnown(s), !below && !above
	}
	for _, class := range a.classes() {
		s.Device.Class = class
		if known, fits := plausible(of); known {
			return fits
		}
		if known, fits := plausible(quarry.Unstated); known && fits {
			return false
		}
	}
	return true
}

// classes returns what sort of device it may be: any that the attribute is known of, where
// that is not known.
func (a *asked) classes() []quarry.DeviceClass {
	if a.Device.Class != "" && a.Device.Class != quarry.ClassUnknown {
		return []quarry.DeviceClass{a.Device.Class}
	}
	known, _ := a.reader.lexicon.Attribute(a.Attribute.ID)
	var all []quarry.DeviceClass
	for _, one := range known.Known {
		all = append(all, one.Classes...)
	}
	return all
}

// addsUp reports whether a whole has more of what a kind measures than its part: not of a
// clock, a time or a temperature.
func addsUp(kind quarry.QuantityKind) bool {
	return kind == "" || quantity.IsArithmetic(kind) ||
		slices.Contains([]quarry.QuantityKind{quantity.Count, "data", "data_rate", "bits", "bit_rate", "bits_per_cycle", "operations", "power", "area"}, kind)
}
