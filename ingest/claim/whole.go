package claim

import (
	"slices"
	"strings"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/internal/lexicon"
	"github.com/quarrykb/quarry/internal/text"
)

// isWholeTitle reports whether a title stands over the names of things that have
// devices as their parts: a laptop has a GPU, and not the other way round.
func (r *Reader) isWholeTitle(title string) bool {
	words := strings.Fields(text.SlugWith(withoutBrackets(title), ' '))
	if len(words) == 0 || len(words) > 2 {
		return false
	}
	last := words[len(words)-1]
	if r.cues["behind_hosts"].Has(last) {
		last = words[0]
	}
	return r.cues["host_titles"].Has(strings.TrimSuffix(last, "s"))
}

// ofWhole returns the column whose things have the devices of another one as
// their parts, and what speaks for it.
func (t *table) ofWhole(parts int, found weight) (int, weight) {
	if found.known == 0 || t.reader.isWholeTitle(t.heads[parts].text) {
		return parts, found
	}
	for column := range parts {
		if t.reader.isWholeTitle(t.heads[column].text) {
			return column, t.weigh(t.rowSide(column))
		}
		if t.heads[column].isOver(jobTitle) || t.logs(column, parts) {
			return column, weight{}
		}
	}
	for column := parts + 1; column < min(len(t.heads), mostNameColumns); column++ {
		if t.logs(column, parts) {
			return parts, weight{}
		}
	}
	return parts, found
}

// logs reports whether a column tells when something was measured or done on the
// devices of another one: they come again and again. What is done is counted there:
// a mode in words may be the device's own. Prices are so at any time, and so is what
// held in a year.
func (t *table) logs(times, devices int) bool {
	title := text.SlugWith(t.heads[times].text, ' ')
	if !t.reader.is(title, timeWord, deedWord) || slices.ContainsFunc(t.heads, head.costs) {
		return false
	}
	timed := t.reader.is(title, timeWord)
	seen, again := map[string]bool{}, false
	for _, row := range t.sample() {
		if cell := strings.TrimSpace(cellAt(row, times).Text); isYear(cell) || !timed && !isNumeral(cell) {
			return false
		}
		name := cellAt(row, devices).Text
		again, seen[name] = again || seen[name] && name != "", true
	}
	return again
}

// costs reports whether a title stands over prices.
func (h head) costs() bool {
	return slices.ContainsFunc(h.attributes, func(a quarry.Attribute) bool {
		return slices.ContainsFunc(kindsOf(a), func(kind quarry.QuantityKind) bool { return strings.HasPrefix(string(kind), "currency") })
	})
}

// holdsCodes reports whether a column holds codes of other things which devices have
// too: rooms, roads, screws.
func (t *table) holdsCodes(column int) bool {
	return t.heads[column].isOver(codeTitle) && !slices.ContainsFunc(t.sample(), func(row []Cell) bool {
		name := t.labels.of(cellAt(row, column).Text)
		return name.names && !isBareCode(name.text)
	})
}

// kindTold says whether a table, or some records, tell that what they name computes.
type kindTold int

const (
	kindNotAsked kindTold = iota
	kindIsTold
	kindIsUntold
)

// isOfOther reports whether what a label calls like a device is another thing, or has
// numbers of what is needed for it beside it.
func (t *table) isOfOther(l *label) bool {
	return t.needed && l.carries && computes(l.device.Class) || t.isNamesake(l)
}

// isNamesake reports whether a device's name is a short code that is here another
// thing's as well as not: the tanks and the rooms T4 and L4 have weights and prices as
// all things have. Something else must tell that devices are meant which compute: what
// they are called, another one's name, or what is said of them.
func (t *table) isNamesake(l *label) bool {
	if !l.code {
		return false
	}
	if t.told == kindNotAsked {
		t.told = kindIsUntold
		if t.tellsKind() || t.recordsTellKind(t.records) {
			t.told = kindIsTold
		}
	}
	return t.told == kindIsUntold
}

// mostTellingColumns is in how many columns the cells tell of which kind devices are.
const mostTellingColumns = 4

// tellsKind reports whether the titles around a table, its own titles, or the first
// cells of its rows tell that its devices compute.
func (t *table) tellsKind() bool {
	if t.scoped && !isShortCode(t.scope.Written) || slices.ContainsFunc(t.titlesAbove(), t.reader.saysKind) {
		return true
	}
	return slices.ContainsFunc(t.heads, func(h head) bool { return t.isOfKind(h.label) }) || slices.ContainsFunc(t.sample(), t.rowTellsKind)
}

func (t *table) rowTellsKind(row []Cell) bool {
	return slices.ContainsFunc(row[:min(len(row), mostTellingColumns)], func(cell Cell) bool {
		return !startsNumber(cell.Text) && t.isOfKind(t.labels.of(cell.Text))
	})
}

// recordsTellKind reports whether the keys above and in records, or what they hold, tell
// that they are about devices which compute.
func (t *table) recordsTellKind(records []Record) bool {
	return slices.ContainsFunc(records[:min(len(records), mostSampled)], func(record Record) bool {
		return slices.ContainsFunc(record.Place.Headings, t.reader.saysKind) ||
			slices.ContainsFunc(record.Fields[:min(len(record.Fields), mostLooked)], t.fieldTellsKind)
	})
}

func (t *table) fieldTellsKind(f Field) bool {
	return t.isOfKind(t.labels.of(f.Name.Text)) ||
		len(f.Value.Text) <= longestCell && !startsNumber(f.Value.Text) && t.isOfKind(t.labels.of(f.Value.Text))
}

// longestCell is the most bytes of a value that tells of which kind a device is.
const longestCell = 40

// isOfKind reports whether a title, a key or a cell is one that only what computes has
// beside its name: "GPU", "RTX 4090", "NVIDIA", "Memory bandwidth".
func (t *table) isOfKind(l *label) bool {
	if l.carries && !l.code && computes(l.device.Class) || len(l.formats) > 0 || t.reader.saysKind(l.bare) {
		return true
	}
	if slices.ContainsFunc(l.units, func(h hint) bool { return !h.weak && isOfComputing(h.unit.Kind) }) {
		return true
	}
	return !l.isOver(everyTitle) && slices.ContainsFunc(l.attributes, t.reader.isOfComputing)
}

// isOfComputing reports whether an attribute is one of devices that compute, and not of
// anything.
func (r *Reader) isOfComputing(a quarry.Attribute) bool {
	if r.cues[anythingWord].Has(string(a.ID)) {
		return false
	}
	return isOfComputing(a.Kind) || slices.ContainsFunc(a.Classes, computes) || slices.ContainsFunc(r.known[a.ID], func(k quarry.KnownRange) bool {
		return slices.ContainsFunc(k.Classes, computes)
	})
}

// isOfComputing reports whether numbers of a kind are of what computes or stores.
func isOfComputing(kind quarry.QuantityKind) bool {
	return kind == "data" || kind == "bits" || kind == kindOfFLOPS || kind == kindOfOPS
}

// saysKind reports whether a word of a title says that devices are meant which compute,
// or which vendor makes them.
func (r *Reader) saysKind(title string) bool {
	if len(title) > longestLabel {
		return false
	}
	title = text.Spaced(title)
	return slices.ContainsFunc(tokensOf(title), func(word token) bool {
		return r.is(word.text, kindWord) || r.isVendor(title[word.start:word.end])
	})
}

// isVendor reports whether a word is the name of who makes devices, and no unit or word
// of another kind: "NVIDIA", and neither "Ampere" nor "Arm".
func (r *Reader) isVendor(word string) bool {
	if _, known := r.vendors()[word]; !known || len(word) < shortestWord && !isInCapitals(word) {
		return false
	}
	_, isUnit := r.lexicon.FindUnit(word)
	return !isUnit
}

// longestCode is the most bytes of a name that is no more than a code.
const longestCode = 5

// isBareCode reports whether a name is a code that anything may have: "H100", "M4".
func isBareCode(name string) bool {
	return len(name) <= longestCode && hasDigit(name) && !strings.Contains(name, " ")
}

// titleOver returns of which sorts a title is that stands over codes of other things,
// over what is done on devices or chosen for it, over what is needed, or over numbers of
// nearly everything.
func (r *Reader) titleOver(title string) []lexicon.Cue {
	slug := text.SlugWith(title, ' ')
	var over []lexicon.Cue
	for _, cue := range []lexicon.Cue{codeTitle, jobTitle, everyTitle, choiceTitle} {
		if r.is(slug, cue) {
			over = append(over, cue)
		}
	}
	if r.has(slug, needWord) {
		over = append(over, needWord)
	}
	return over
}

// isOver reports whether a title is of one of those sorts.
func (l *label) isOver(cues ...lexicon.Cue) bool {
	return slices.ContainsFunc(l.over, func(cue lexicon.Cue) bool { return slices.Contains(cues, cue) })
}

// speaksOf reports whether a column holds what talks or texts are called, or what
// happens: devices that they speak of are not what the numbers beside them are of.
func (t *table) speaksOf(column int) bool {
	title := t.heads[column].text
	if !t.reader.isOccasion(title) && !t.reader.isTalkTitle(title) {
		return false
	}
	for _, row := range t.sample() {
		name := cellAt(row, column).Text
		if _, ok := t.reader.lexicon.FindDevice(name); ok && len(name) <= longestName {
			return false
		}
	}
	return true
}

// isTalkTitle reports whether a title stands over the titles of talks or texts.
func (r *Reader) isTalkTitle(title string) bool {
	return r.cues["talk_titles"].Has(strings.TrimSuffix(text.SlugWith(title, ' '), "s"))
}

// isMakeTitle reports whether a title stands over names of what people make or
// found, and as often over what lessons and prices are of: two kinds of numbers
// must prove that they are things.
func (r *Reader) isMakeTitle(title string) bool {
	return r.cues["make_titles"].Has(strings.TrimSuffix(text.SlugWith(title, ' '), "s"))
}

// isCountTitle reports whether a title stands over plain numbers of what things
// have several of.
func (r *Reader) isCountTitle(title string) bool {
	return r.cues["counted_titles"].Has(strings.TrimSuffix(strings.TrimPrefix(strings.ToLower(title), "# of "), "s"))
}
