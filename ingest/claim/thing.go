package claim

import (
	"slices"
	"strings"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/internal/text"
)

// evidence is what the numbers on a side say for its names to be those of things.
type evidence struct {
	lines   int // that hold numbers of one kind under a head that is known, or that have a unit
	numbers int // in them
	matter  int // lines of them that measure what things have, such as a mass
	warm    int // of those, the ones that hold nothing but temperatures
	timed   int // lines that hold times
	other   int // lines of neither times nor money
	sized   int // of a record, values with a unit
	loose   int // lines of anything else but numbers
	signs   signs
}

// matters returns the lines that measure what only things have. Of what lasts so
// long at so many degrees the temperature is a step's.
func (e evidence) matters() int {
	if e.timed > 0 {
		return e.matter - e.warm
	}
	return e.matter
}

// How many numbers prove that names are those of things: under an
// unknown title, and under none.
const (
	fewestTitled   = 2
	fewestUntitled = 3
)

// showsThings reports whether the names on a side are those of things, though
// neither they nor their title are known: all are different names, and most of
// what stands behind them are numbers of what things have.
func (t *table) showsThings(s side, c census, e evidence) bool {
	if s.across || t.scoped || s.at != t.labelColumn() || c.nameable < c.named || len(c.distinct) < c.named || c.named < 2 {
		return false
	}
	if t.reader.isProperty(s.corner.text) && s.corner.text != "" || t.reader.isPlainName(s.corner.text) || t.saysNoThings(s) {
		return false
	}
	fewest := fewestTitled
	if s.corner.text == "" {
		fewest = fewestUntitled
	}
	return e.matters() > 0 && e.lines >= e.loose && e.numbers >= fewest
}

// areEntities reports whether the names on a side may be those of unknown
// things.
func (t *table) areEntities(s side, e evidence) bool {
	c := candidate{title: s.corner.text, signs: e.signs}
	for _, name := range s.names {
		if strings.TrimSpace(name.text) != "" && name.kind == plainTitle {
			c.names = append(c.names, name.text)
		}
	}
	return !t.arePeople(s, c.names) && t.reader.isEntity(&c)
}

// arePeople reports whether all names under a title that people are called by as well
// are words without a digit, and as heavy as people are.
func (t *table) arePeople(s side, names []string) bool {
	if !t.reader.isPlainName(s.corner.text) && s.corner.text != "" || slices.ContainsFunc(names, hasDigit) {
		return false
	}
	for i, head := range s.heads {
		if t.kindOfLine(head, nil) == "mass" || slices.ContainsFunc(head.attributes, func(a quarry.Attribute) bool { return a.Kind == "mass" }) {
			return !slices.ContainsFunc(s.lines[i], func(cell string) bool { return !t.isWeightOfPerson(cell, head) })
		}
	}
	return false
}

// isWeightOfPerson reports whether a cell is the weight of a person.
func (t *table) isWeightOfPerson(cell string, head *label) bool {
	q, ok := t.reader.lexicon.ReadQuantityIn(t.place.Numbers, withUnit(Cell{Text: cell}, head).Text)
	return t.reader.isNothing(cell) || ok && q.Unit == "kg" && q.Min != nil && *q.Min >= leastWeight && *q.Min <= mostWeight
}

// What people weigh, in kilograms.
const (
	leastWeight = 30
	mostWeight  = 160
)

// saysNoThings reports whether a name on a side or a title over its numbers shows
// that the names are no things'.
func (t *table) saysNoThings(s side) bool {
	if slices.ContainsFunc(s.names, func(l *label) bool { return isIdentifier(l.text) }) {
		return true
	}
	for i, head := range s.heads {
		if head.kind == plainTitle && (t.isBareTitle(head) || t.isWordy(s.lines[i])) {
			return true
		}
	}
	return false
}

// isWordy reports whether most of the numbers of a line begin what is said in words.
func (t *table) isWordy(line []string) bool {
	numbers, wordy := 0, 0
	for _, cell := range line {
		quantity, ok := t.reader.lexicon.ReadQuantityIn(t.place.Numbers, cell)
		if !ok {
			continue
		}
		numbers++
		if behind, begins := strings.CutPrefix(cell, quantity.Text); begins && strings.HasPrefix(behind, " ") && text.IsLower(behind[min(1, len(behind)-1)]) {
			wordy++
		}
	}
	return 2*wordy > numbers
}

// isBareTitle reports whether a title says only how numbers are meant, or in which
// unit: the rows then say what they are of.
func (t *table) isBareTitle(l *label) bool {
	if t.isDated(l.text) {
		return false
	}
	if unit, ok := t.reader.lexicon.FindUnit(l.text); ok && !isThing(unit) {
		return true
	}
	return l.text != "" && (t.reader.isFigure(l.text) || t.reader.withoutModifiers(l.text) == "")
}

// isIdentifier reports whether a name is one of a program's: "read_timeout",
// "--limit".
func isIdentifier(name string) bool {
	return strings.ContainsAny(name, "_`{}$@\\") || strings.HasPrefix(name, "-") || strings.Contains(name, "()") || strings.Contains(name, "::")
}

// kindOfTimes is the kind of what lasts.
const kindOfTimes = "time"

// isOfThings reports whether what a kind measures is mostly that of a thing, and
// not of what happens, costs or is computed.
func isOfThings(kind quarry.QuantityKind) bool {
	switch kind {
	case "", kindOfCounts, ratioKind, kindOfTimes, "cycles", "data", "bits", kindOfFLOPS, kindOfOPS, "operations", "level", "pixels":
		return false
	}
	return !strings.HasSuffix(string(kind), "_rate") && !strings.HasPrefix(string(kind), "currency")
}
