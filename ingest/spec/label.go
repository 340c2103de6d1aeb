package spec

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/ingest/spec/labelled"
	"github.com/quarrykb/quarry/internal/quantity"
	"github.com/quarrykb/quarry/internal/text"
)

// label is what a label says of its values.
type label struct {
	text       string
	bare       string             // without brackets and the unit
	core       string             // without the words that only state conditions, too
	units      []quantity.Unit    // that it states, the surest first
	times      float64            // what numbers below it are multiplied by: 1e24 of "Mass (10^24 kg)"
	attributes []quarry.Attribute // of the lexicon that it may mean, the likeliest first
	device     quarry.DeviceMention
	names      bool     // it names a device that is known
	sides      []string // of a size, in their order: "width", "height"
	measuring  float64  // the share of its words that names of attributes have
	aside      string   // what its brackets say of its values that is neither a unit nor a condition: "body only"
	trap       bool     // a word of it stands over numbers that measure nothing
	counts     bool     // it ends in the plural of what may be counted
	words      int
}

// labelKey is a label as it is written, without marks of footnotes, and whether it is the key of structured data.
type labelKey struct {
	written string
	key     bool
}

// mostLabels is how many labels of a document are remembered.
const mostLabels = 1 << 13

// label reads a label, each once. A label of structured data is a key, whose words were
// parted and which writes units in any case.
func (d *document) label(written string, key bool) *label {
	as := labelKey{written, key}
	if found := d.labels[as]; found != nil {
		return found
	}
	l := d.readLabel(written, key)
	if len(d.labels) < mostLabels {
		d.labels[as] = l
	}
	return l
}

const longestLabel = 160 // bytes

func (d *document) readLabel(written string, key bool) *label {
	if !key && strings.Contains(written, "_") && !strings.Contains(written, " ") {
		written, key = text.Spaced(written), true
	}
	if before, _, dotted := strings.Cut(written, "..."); dotted && before != "" { // which lead to the values
		written = before
	}
	l := &label{text: strings.TrimSpace(written), words: text.WordCount(written)}
	if len(written) > longestLabel {
		l.text = text.Clip(l.text, longestLabel)
		l.bare, l.trap = l.text, true
		return l
	}
	plain := l.text
	l.sides = d.sidesOf(plain)
	if l.units, l.times, l.bare = d.unitsOf(plain, key); d.isWholeName(plain, l.units) {
		l.units, l.times, l.bare = nil, 1, plain
	}
	l.core = d.conditions.Without(l.bare)
	l.aside = d.asideOf(plain)
	l.attributes = d.attributesCalled(plain, labelled.Unbracketed(plain), l.bare, l.core)
	if named := d.carriers(plain); len(named) == 1 {
		l.device, l.names = named[0], true
		if rest := strings.TrimSpace(strings.Replace(l.bare, named[0].Written, " ", 1)); rest != "" && len(l.attributes) == 0 {
			l.attributes = d.attributesCalled(rest, d.conditions.Without(rest))
		}
	}
	measuring := 0
	words := strings.Fields(text.SlugWith(l.bare, ' '))
	for i, word := range words {
		if d.measuring[word] || d.measuring[d.english.Singular(word)] {
			measuring++
		}
		edge := i == 0 || i == len(words)-1
		l.trap = l.trap || edge && d.cues["trap_labels"].Has(word)
	}
	if n := len(words); n > 0 {
		l.counts = d.english.IsPlural(words[n-1]) && len(l.units) == 0
	}
	l.measuring = float64(measuring) / float64(max(1, len(words)))
	return l
}

// asideOf returns what the brackets of a label say of its values beside units and conditions,
// and that is no other name of what is measured: "body only", but not "TDP".
func (d *document) asideOf(plain string) string {
	var all []string
	for _, inside := range labelled.Bracketed(plain) {
		for part := range strings.FieldsFuncSeq(inside, func(r rune) bool { return strings.ContainsRune(",;/", r) }) {
			part = strings.TrimSpace(part)
			_, rest := d.cutTimes(part)
			isUnit := len(d.addUnit(nil, rest)) > 0
			isNote := slices.ContainsFunc(wordsOf(part), func(word string) bool {
				return d.cues["note_titles"].Has(word) || d.cues["about_words"].Has(word) || d.cues["limit_typ"].HasAny(word, strings.TrimSuffix(word, "ly"))
			})
			if isUnit || isNote || !hasLongWord(part) || d.conditions.OnlyStates(part) || len(d.attributesCalled(part, d.conditions.Without(part))) > 0 || len(d.sidesOf(inside)) > 0 {
				continue
			}
			all = append(all, part)
		}
	}
	return strings.Join(all, ", ")
}

// hasLongWord reports whether a text has a word that is no letter, unit or acronym.
func hasLongWord(s string) bool {
	return slices.ContainsFunc(strings.Fields(s), func(word string) bool {
		return len(word) > 2 && strings.ToUpper(word) != word && !labelled.HasDigit(word)
	})
}

// partFor returns which of the parts of a label a number is for, where strokes part it into
// as many as it has numbers, and they state no conditions: "Travel speed, low / high".
func (d *document) partFor(l *label, n *number) string {
	parts := strings.Split(l.bare, "/")
	if n.of < 2 || len(parts) != n.of || n.sides > 0 {
		return ""
	}
	part := strings.TrimSpace(parts[n.at])
	switch n.at {
	case 0:
		part = lastWord(part)
	case n.of - 1:
		part = firstWord(part)
	}
	if d.conditions.OnlyStates(part) {
		return ""
	}
	return part
}

// attributesCalled returns the attributes of the lexicon that some wordings of a label
// mean, each once.
func (d *document) attributesCalled(wordings ...string) []quarry.Attribute {
	var found []quarry.Attribute
	for _, one := range wordings {
		if one == "" {
			continue
		}
		for _, attribute := range d.lexicon.FindAttributes(one) {
			if !slices.ContainsFunc(found, func(a quarry.Attribute) bool { return a.ID == attribute.ID }) {
				found = append(found, attribute)
			}
		}
	}
	return found
}

// unitsOf returns the units that a label states, and the label without them: in brackets,
// behind a comma, a stroke or "in", or as its last words.
func (d *document) unitsOf(plain string, key bool) ([]quantity.Unit, float64, string) {
	var found []quantity.Unit
	bare, all := labelled.Unbracketed(plain), 1.0
	for _, inside := range slices.Backward(labelled.Bracketed(plain)) {
		for part := range strings.FieldsFuncSeq(inside, func(r rune) bool { return r == ',' || r == ';' }) {
			times, rest := d.cutTimes(part)
			found, all = d.addUnit(found, rest), all*times
		}
	}
	if len(found) > 0 {
		return found, all, bare
	}
	for _, separator := range []string{" / ", ", ", " in ", " ["} {
		at := strings.LastIndex(bare, separator)
		if at <= 0 {
			continue
		}
		times, rest := d.cutTimes(bare[at+len(separator):])
		if found = d.addUnit(found, rest); len(found) > 0 {
			return found, all * times, strings.TrimSpace(bare[:at])
		}
	}
	found, bare = d.unitAtEnd(bare, key)
	return found, all, bare
}

// isWholeName reports whether a label is, as it stands, the name of attributes that are not
// measured in the units at its end: no "Release year" is a number of years.
func (d *document) isWholeName(plain string, units []quantity.Unit) bool {
	named := d.attributesCalled(plain)
	inOne := func(a quarry.Attribute) bool {
		return slices.ContainsFunc(units, func(u quantity.Unit) bool { return a.Measures(u.Kind) })
	}
	return len(units) > 0 && len(named) > 0 && !slices.ContainsFunc(named, inOne)
}

// cutTimes cuts the factor off what a label states for its numbers: "10^24 kg", "millions
// of dollars", "$ millions"; it is 1 where there is none.
func (d *document) cutTimes(stated string) (float64, string) {
	words := strings.Fields(stated)
	if len(words) == 0 {
		return 1, stated
	}
	if times := d.lexicon.Times(words[0]); times > 0 {
		return times, strings.TrimPrefix(strings.Join(words[1:], " "), "of ")
	}
	if times := d.lexicon.Times(words[len(words)-1]); times > 0 {
		return times, strings.Join(words[:len(words)-1], " ")
	}
	return 1, stated
}

func lastWord(s string) string {
	words := strings.Fields(s)
	if len(words) == 0 {
		return ""
	}
	return words[len(words)-1]
}

// addUnit adds the unit that a text is.
func (d *document) addUnit(units []quantity.Unit, written string) []quantity.Unit {
	written = strings.TrimSpace(written)
	unit, ok := d.words.Unit(written)
	if !ok || isThing(unit) || slices.ContainsFunc(units, func(u quantity.Unit) bool { return u.Symbol == unit.Symbol }) {
		return units
	}
	return append(units, unit)
}

// isThing reports whether a unit is the very thing that is counted: "cores".
func isThing(unit quantity.Unit) bool { return unit.Kind == quantity.Count && unit.Factor == 1 }

// mostUnitWords is how many words of a label may be its unit.
const mostUnitWords = 3

// unitAtEnd takes the unit off the end of a label. Keys write units in any case; what may
// be a word or an initial is none elsewhere.
func (d *document) unitAtEnd(bare string, key bool) ([]quantity.Unit, string) {
	words := strings.Fields(bare)
	if unit, ok := d.words.Unit(bare); ok && !isThing(unit) && (key || len(bare) > 1 && !d.cues["unit_words"].Has(strings.ToLower(bare))) {
		return []quantity.Unit{unit}, ""
	}
	for n := min(mostUnitWords, len(words)-1); n > 0; n-- {
		tail := len(words) - n
		if text.IsDigit(words[tail-1][0]) { // "Patches after 30 days" are no days
			continue
		}
		if n > 1 && key && len(words[tail]) == 1 && len(words[tail+1]) > 1 { // "w mm" of "sensor_w_mm" is no unit
			continue
		}
		found := d.unitsSpelled(words[tail:], key)
		if len(found) == 0 {
			continue
		}
		return found, strings.Join(words[:tail], " ")
	}
	return nil, bare
}

// unitsSpelled returns the units that the last words of a label may be.
func (d *document) unitsSpelled(words []string, key bool) []quantity.Unit {
	spelled := strings.Join(words, " ")
	if !key {
		unit, ok := d.words.Unit(spelled)
		if !ok || isThing(unit) || utf8.RuneCountInString(spelled) == 1 && text.IsWord([]rune(spelled)[0]) || d.cues["unit_words"].Has(strings.ToLower(spelled)) {
			return nil
		}
		return []quantity.Unit{unit}
	}
	var found []quantity.Unit
	if unit, ok := d.lexicon.FindUnit(spelled); ok && (utf8.RuneCountInString(spelled) > 1 || strings.ToUpper(spelled) == spelled) {
		found = append(found, unit)
	}
	for _, as := range []string{spelled, strings.Join(words, "/"), strings.Join(words, "·"), strings.ReplaceAll(spelled, " per ", "/"), strings.Join(words, "")} {
		for _, unit := range d.lexicon.FindFold(as) {
			if !slices.ContainsFunc(found, func(u quantity.Unit) bool { return u.Symbol == unit.Symbol }) {
				found = append(found, unit)
			}
		}
	}
	if inch, ok := d.lexicon.FindUnit("inch"); ok && spelled == "in" {
		return []quantity.Unit{inch}
	}
	if spelled == "c" || spelled == "f" { // of a key: degrees, where anything speaks of heat
		if unit, ok := d.lexicon.FindUnitOf("temperature", "°"+strings.ToUpper(spelled)); ok {
			found = append([]quantity.Unit{unit}, found...)
		}
	}
	found = slices.DeleteFunc(found, isThing)
	if strings.HasSuffix(strings.ToLower(spelled), "bps") {
		slices.SortStableFunc(found, func(a, b quantity.Unit) int { return bitsFirst(b) - bitsFirst(a) })
	}
	return found
}

func bitsFirst(u quantity.Unit) int {
	if u.Kind == "bit_rate" {
		return 1
	}
	return 0
}

// sidesOf returns the names of the sides of a size that a label lists, in their order:
// "W × H × D", "Length x width", "(B × T × H)".
func (d *document) sidesOf(plain string) []string {
	for _, part := range append(labelled.Bracketed(plain), labelled.Unbracketed(plain)) {
		pieces := strings.FieldsFunc(part, func(r rune) bool { return r == '×' || r == '*' || r == '/' })
		if len(pieces) < 2 {
			pieces = strings.Split(strings.ReplaceAll(part, " X ", " x "), " x ")
		}
		if len(pieces) < 2 {
			continue
		}
		var sides []string
		for _, piece := range pieces {
			words := strings.Fields(strings.ToLower(strings.Trim(piece, " .,:()")))
			if len(words) == 0 {
				break
			}
			if side := d.sideNames[words[len(words)-1]]; side != "" {
				sides = append(sides, side)
			} else if side := d.sideNames[words[0]]; side != "" {
				sides = append(sides, side)
			}
		}
		if len(sides) == len(pieces) {
			return sides
		}
	}
	return nil
}
