package claim

import (
	"math"
	"slices"
	"strings"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/internal/quantity"
	"github.com/quarrykb/quarry/internal/text"
)

// eachUnit is the unit that the title of a table states for the numbers of one
// name, and for no others: "density in g/cm³".
type eachUnit struct {
	name string // its words, in lower case
	hint hint
	used bool // a title or a label in the table is called so
}

// eachUnits returns the units that a title states for numbers of several names,
// "Boiling point (°C) and density (g/cm³)", or for one with "in".
func (r *Reader) eachUnits(title string) []*eachUnit {
	if len(title) > longestLabel || !strings.Contains(title, " in ") && strings.Count(title, "(")+strings.Count(title, "[") < 2 {
		return nil
	}
	var joined, bracketed []*eachUnit
	before := ""
	for _, piece := range titlePieces(title) {
		if unit, ok := r.unitCalled(piece.text); ok && piece.bracketed && before != "" {
			bracketed = appendEach(bracketed, before, unit)
		}
		before = piece.text
		name, stated, ok := strings.Cut(piece.text, " in ")
		if unit, known := r.unitAtStart(stated); ok && known {
			joined = appendEach(joined, name, unit)
		}
	}
	if len(bracketed) < 2 {
		return joined
	}
	return append(joined, bracketed...)
}

func appendEach(all []*eachUnit, name string, unit quantity.Unit) []*eachUnit {
	name = text.SlugWith(name, ' ')
	if name == "" || isThing(unit) {
		return all
	}
	return append(all, &eachUnit{name: name, hint: hint{unit: unit}})
}

// StatesUnits reports whether a line says in which units the numbers of some names
// are, each in its own, and little else: "Throughput in Gb/s, latency in ns".
func (r *Reader) StatesUnits(line string) bool {
	found := len(r.eachUnits(line))
	if name, stated, ok := strings.Cut(line, " in "); ok && found == 1 && text.WordCount(name) < mostUnitWords {
		_, known := r.unitCalled(strings.TrimSpace(stated)) // nothing else: "Bandwidth in GB/s"
		return known
	}
	return found > 1 && len(titlePieces(line)) <= found+1 && !strings.HasSuffix(line, ".")
}

// titlePiece is what stands between two marks of a title.
type titlePiece struct {
	text      string
	bracketed bool // a bracket opens it
}

// titlePieces returns what stands between the marks and brackets of a title and its
// "and".
func titlePieces(title string) []titlePiece {
	var pieces []titlePiece
	bracketed := false
	for rest := strings.ReplaceAll(title, " and ", " , "); rest != ""; {
		end := strings.IndexAny(rest, ",;:()[]")
		text, behind := rest, ""
		if end >= 0 {
			text, behind = rest[:end], rest[end+1:]
		}
		if text = strings.TrimSpace(text); text != "" {
			pieces = append(pieces, titlePiece{text, bracketed})
		}
		bracketed = end >= 0 && (rest[end] == '(' || rest[end] == '[')
		rest = behind
	}
	return pieces
}

// unitAtStart returns the unit that words begin with, the longest.
func (r *Reader) unitAtStart(text string) (quantity.Unit, bool) {
	words := strings.Fields(text)
	for n := min(mostUnitWords, len(words)); n > 0; n-- {
		if unit, ok := r.unitCalled(strings.Join(words[:n], " ")); ok {
			return unit, true
		}
	}
	return quantity.Unit{}, false
}

// giveEach gives a label the unit that is stated for numbers of its name, where
// it states none itself.
func (l *labels) giveEach(found *label) {
	if len(l.each) == 0 || len(found.units) > 0 || found.kind != plainTitle {
		return
	}
	name := text.SlugWith(found.bare, ' ')
	if name == "" {
		return
	}
	for _, one := range l.each {
		if one.name == name || strings.HasSuffix(one.name, " "+name) || strings.HasSuffix(name, " "+one.name) {
			one.used = true
			found.units = []hint{one.hint}
			return
		}
	}
}

// withoutEach drops the units that are those of numbers of other names.
func (t *table) withoutEach() {
	for _, one := range t.labels.each {
		if one.used {
			t.units = slices.DeleteFunc(t.units, func(h hint) bool { return h.unit.Symbol == one.hint.unit.Symbol })
		}
	}
}

// statesSeveral reports whether the titles above a table state units of several
// kinds for the numbers of several names.
func (t *table) statesSeveral() bool {
	return slices.ContainsFunc(t.labels.each, func(one *eachUnit) bool { return one.hint.unit.Kind != t.labels.each[0].hint.unit.Kind })
}

// shareUnit gives the unknown columns the one unit that the titles above the
// table state, where all others are known to measure something else: of what "Bandwidth
// in GB/s" stands above, beside "Channels" and "Weight (g)", are "Read" and "Write".
func (t *table) shareUnit() {
	unit := t.units[0]
	if unit.weak || isMoney(unit.unit.Kind) || slices.ContainsFunc(t.units, func(h hint) bool { return h.unit.Symbol != unit.unit.Symbol }) {
		return
	}
	var open []int
	named := t.labelColumn()
	for i, h := range t.heads {
		switch {
		case i == named || h.kind != plainTitle || h.counts || h.text == "":
		case h.carries || t.measured(h.attributes, unit.unit.Symbol):
			return
		case len(h.attributes) == 0 && len(h.units) == 0 && h.said.axis == "":
			open = append(open, i)
		}
	}
	if len(open) < 2 || !t.areAlike(open) {
		return
	}
	for _, i := range open {
		shared := *t.heads[i].label
		shared.units = []hint{unit}
		t.heads[i].label = &shared
	}
}

// areAlike reports whether the numbers of some columns are of one size, row by row:
// none is ten times another.
func (t *table) areAlike(columns []int) bool {
	const most = 10
	rows := 0
	for _, row := range t.sample() {
		least, greatest := math.Inf(1), 0.0
		for _, column := range columns {
			q, ok := t.reader.lexicon.ReadQuantityIn(t.place.Numbers, cellAt(row, column).Text)
			if !ok || q.Max == nil || q.Unit != "" {
				return false
			}
			least, greatest = min(least, *q.Max), max(greatest, *q.Max)
		}
		if least <= 0 || greatest >= most*least {
			return false
		}
		rows++
	}
	return rows > 1
}

// hasStray reports whether an unknown column, beside those that count things
// anyway, has nothing but small whole
// numbers, each a tenth of another one in its row or less: they may count things.
func (t *table) hasStray() bool {
	const tenth = 10
	stray, sizes, rows := make([]bool, len(t.heads)), make([]float64, len(t.heads)), t.sample()
	for i, h := range t.heads {
		stray[i] = len(h.attributes) == 0 && !h.counts && len(rows) > 0
	}
	for _, row := range rows {
		for i := range t.heads {
			q, _ := t.reader.lexicon.ReadQuantityIn(t.place.Numbers, cellAt(row, i).Text)
			sizes[i], stray[i] = 0, stray[i] && isFew(&q)
			if q.Max != nil {
				sizes[i] = *q.Max
			}
		}
		greatest := slices.Max(sizes)
		for i, size := range sizes {
			stray[i] = stray[i] && tenth*size <= greatest
		}
	}
	return slices.Contains(stray, true)
}

// unitOfFirst returns the unit that only the first of the numbers below a title has:
// it says of the others too what they are in, where these are of its size. It returns
// "" where there is none.
func (t *table) unitOfFirst(v *value) string {
	title := v.title
	column := slices.IndexFunc(t.heads, func(h head) bool { return h.label == title })
	rows := t.sample()
	if column < 1 || len(rows) == 0 || title.counts || title.unknown != "" || title.times != 0 {
		return ""
	}
	cell := strings.TrimSpace(cellAt(rows[0], column).Text)
	first, ok := t.reader.lexicon.ReadQuantityIn(t.place.Numbers, cell)
	kind := t.reader.kindOf(first.Unit)
	if !ok || first.Text != cell || kind == "" || !isOfMeter(kind) || len(title.attributes) > 0 && !t.measured(title.attributes, first.Unit) {
		return ""
	}
	for _, row := range rows[1:] {
		q, ok := t.bareNumber(cellAt(row, column).Text)
		q.Unit = first.Unit
		if !ok || !isOfSize(&q, &first) || !t.reader.mayBeSo(v, q.Bounds) {
			return ""
		}
	}
	return first.Unit
}

// bareNumber reads a cell that is a number and nothing else.
func (t *table) bareNumber(cell string) (quarry.Quantity, bool) {
	cell = strings.TrimSpace(cell)
	if cell == "" || !isNumeral(cell) {
		return quarry.Quantity{}, false
	}
	return t.reader.lexicon.ReadQuantityIn(t.place.Numbers, cell)
}

// isOfSize reports whether a number is at most ten times another, and at least a tenth
// of it.
func isOfSize(q, other *quarry.Quantity) bool {
	const most = 10
	if q.Min == nil || q.Max == nil || other.Max == nil {
		return false
	}
	return *q.Max <= most**other.Max && *other.Max <= most**q.Max
}

// mayBeSo reports whether bounds are plausible for what a value's title may mean, of
// devices of its class; where nothing is known of these all are.
func (r *Reader) mayBeSo(v *value, bounds quarry.Bounds) bool {
	bounds, known, fits := r.lexicon.Normalize(bounds), false, false
	for i := range v.title.attributes {
		for _, one := range r.known[v.title.attributes[i].ID] {
			if isKnownFor(quarry.KnownRange{Classes: one.Classes}, v.device.Class, nil) && one.Bounds.Unit == bounds.Unit {
				known = true
				fits = fits || isNear(one.Bounds, bounds)
			}
		}
	}
	return fits || !known
}

// isNear reports whether bounds are within a range, or hardly outside of it.
func isNear(known, bounds quarry.Bounds) bool {
	return (known.Max == nil || *bounds.Min <= implausible**known.Max) && (known.Min == nil || *bounds.Max*implausible >= *known.Min)
}
