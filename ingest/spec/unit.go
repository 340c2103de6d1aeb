package spec

import (
	"slices"
	"strings"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/ingest/doc"
	"github.com/quarrykb/quarry/ingest/spec/labelled"
	"github.com/quarrykb/quarry/internal/quantity"
	"github.com/quarrykb/quarry/internal/text"
)

// whole is what share of a value a number takes that is all of it.
const whole = 0.9

// hint is where a number's unit comes from that is not written behind it.
type hint struct {
	from  doc.Text // the piece that states it; empty where the number or its label does
	label bool     // its label states it
}

// giveUnit gives a number without a unit the one that its label states, or a title, a
// column, a row of units or a caption, nearest first.
func (d *document) giveUnit(n *number, e *entry, l *label) hint {
	times := l.factor(n)
	if n.Unit != "" && (times == 1 || len(l.units) == 0) {
		return hint{}
	}
	if unit, ok := fitting(l.units, l); ok && d.words.IsEmpty(e.Unit.Text) {
		if n.unit.Kind == quantity.Count && unit.Factor == n.unit.Factor { // "10 k" of "Cost (k$)"
			times = 1
		}
		n.measure(unit, times)
		return hint{label: true}
	}
	if n.Unit != "" || e.Unit.Text == "" && isYear(n) && n.covered >= whole {
		return hint{}
	}
	n.multiply(times)
	if len(l.attributes) > 0 && l.attributes[0].Unit != "" {
		return hint{} // what is counted has none
	}
	return hint{from: d.unitBeside(n, e, l)}
}

// unitBeside gives a number the unit that stands in its row or column of units, in a label
// over its own, a title or a caption, and returns the piece that states it, empty for none.
func (d *document) unitBeside(n *number, e *entry, l *label) doc.Text {
	if stated := strings.TrimSpace(e.Unit.Text); stated != "" && !d.words.IsEmpty(stated) && len(stated) <= longestUnit {
		if times, unit, ok := d.unitIn(stated, l); ok {
			n.measure(unit, times)
		} else {
			n.Unit = stated
		}
		return e.Unit
	}
	for i, over := range slices.Backward(e.over()) {
		if unit, ok := fitting(over.units, l); ok && l.mayHave(unit) {
			n.measure(unit, 1)
			return e.Path[i]
		}
	}
	for _, piece := range e.Units {
		if times, unit, ok := d.unitIn(piece.Text, l); ok && l.mayHave(unit) {
			n.measure(unit, times)
			return piece
		}
	}
	return doc.Text{}
}

// longestUnit is the longest unit, in bytes, that is kept as it is written.
const longestUnit = 24

// fitting returns the unit among those that a label may state which its attributes are
// measured in; the surest one where they do not say.
func fitting(units []quantity.Unit, l *label) (quantity.Unit, bool) {
	if len(units) == 0 {
		return quantity.Unit{}, false
	}
	for _, attribute := range l.attributes {
		for _, unit := range units {
			if attribute.Measures(unit.Kind) && (len(attribute.Kind) > 0 || len(attribute.Kinds) > 0) {
				return unit, true
			}
		}
	}
	return units[0], true
}

// mayHave reports whether numbers under a label may have a unit that was not stated for
// them alone.
func (l *label) mayHave(unit quantity.Unit) bool {
	measured := func(a quarry.Attribute) bool { return a.Measures(unit.Kind) }
	return len(l.attributes) == 0 || slices.ContainsFunc(l.attributes, measured)
}

// measure gives a number its unit.
func (n *number) measure(unit quantity.Unit, times float64) {
	n.unit, n.known, n.Unit = unit, true, unit.Symbol
	n.multiply(times)
}

func (n *number) multiply(times float64) {
	if times == 1 {
		return
	}
	scaled := func(end *float64) *float64 {
		if end == nil {
			return nil
		}
		value := quantity.Tidy(*end * times)
		return &value
	}
	n.Min, n.Max, n.Step = scaled(n.Min), scaled(n.Max), n.Step*times
}

// factor returns what a number below a label is multiplied by: as it says itself, "205k",
// or else as the label does. A power of ten in the number leaves the label nothing to say.
func (l *label) factor(n *number) float64 {
	switch {
	case n.unit.Kind == quantity.Count && n.unit.Factor > 1:
		return n.unit.Factor
	case l.times == 0 || n.Unit != "" || hasPower(n.Text):
		return 1
	}
	return l.times
}

// hasPower reports whether a number is written with a power: "0.642 × 10^22", "4.87e22".
func hasPower(written string) bool {
	at := strings.IndexAny(written, "eE")
	return strings.ContainsAny(written, "^×") || at > 0 && text.IsDigit(written[at-1])
}

// unitIn returns the unit that a piece beside a label states for its numbers: the piece is
// a unit, ends in one in brackets, or says of which labels it is: "dimensions in mm".
func (d *document) unitIn(piece string, l *label) (float64, quantity.Unit, bool) {
	if unit, ok := d.words.Unit(piece); ok && !isThing(unit) {
		return 1, unit, true
	}
	if first, rest, ok := strings.Cut(strings.TrimSpace(piece), " "); ok {
		if times := d.lexicon.Times(first); times > 0 {
			if unit, ok := d.words.Unit(rest); ok {
				return times, unit, true
			}
		}
	}
	lower := strings.ToLower(piece)
	for at := 0; ; {
		next := strings.Index(lower[at:], " in ")
		if next < 0 {
			break
		}
		at += next + len(" in ")
		stated, _, _ := strings.Cut(firstPart(piece[at:]), " per ")
		unit, ok := d.words.Unit(stated)
		if !ok {
			unit, ok = d.words.Unit(firstWord(stated))
		}
		if ok && d.speaksOf(lastPart(lower[:at-len(" in ")]), l, unit) {
			return 1, unit, true
		}
	}
	if before, behind, ok := strings.Cut(piece, ":"); ok && d.cues["unit_titles"].Has(strings.ToLower(strings.TrimSpace(before))) {
		if unit, ok := d.words.Unit(firstPart(behind)); ok {
			return 1, unit, true
		}
	}
	for _, inside := range labelled.Bracketed(piece) { // of all, or "Aperture (mm), light" of what it speaks of
		if unit, ok := d.words.Unit(inside); ok && !isThing(unit) && (strings.HasSuffix(strings.TrimSpace(piece), inside+")") || d.speaksOf(labelled.Unbracketed(piece), l, unit)) {
			return 1, unit, true
		}
	}
	return 0, quantity.Unit{}, false
}

func firstPart(s string) string {
	if at := strings.IndexAny(s, ",;.:("); at >= 0 {
		s = s[:at]
	}
	before, _, _ := strings.Cut(s, " and ")
	return strings.TrimSpace(before)
}

func lastPart(s string) string {
	if at := strings.LastIndexAny(s, ",;.:("); at >= 0 {
		s = s[at+1:]
	}
	if at := strings.LastIndex(s, " and "); at >= 0 {
		s = s[at+len(" and "):]
	}
	return strings.TrimSpace(s)
}

func firstWord(s string) string {
	first, _, _ := strings.Cut(s, " ")
	return first
}

// speaksOf reports whether the words before a unit speak of a label's numbers: they are
// its words, or stand for all values or for all of the kind.
func (d *document) speaksOf(words string, l *label, unit quantity.Unit) bool {
	own := text.SetOf(strings.Fields(text.SlugWith(l.bare, ' ')))
	for word := range strings.FieldsSeq(text.SlugWith(words, ' ')) {
		if own[word] || own[d.english.Singular(word)] || d.cues["all_values"].Has(word) {
			return true
		}
		if d.sizes.Has(word) && unit.Kind == "length" {
			return true
		}
	}
	return words == ""
}
