package claim

import (
	"strings"

	"github.com/quarrykb/quarry"
)

// orientation says where the devices of a table stand.
type orientation int

const (
	noDevices orientation = iota
	inRows                // a column names them
	inColumns             // the header names them
	ofPlace               // the place of the table names the one that all of it is about
)

// Limits of what tells the orientation: a table goes on as it begins.
const (
	mostNameColumns = 8  // that may hold the names
	mostSampled     = 24 // rows, and columns
)

// side is a table seen from one of its sides: names of devices along one edge,
// and along the other what the lines of cells hold of them.
type side struct {
	corner *label
	names  []*label
	heads  []*label
	lines  [][]string // by head, then by name
	at     int        // the column that holds the names or the heads
	across bool       // the names stand in the header
}

// weight is what speaks for reading a table from a side.
type weight struct {
	score     float64
	known     int  // names of devices that the lexicon has
	formats   int  // names that are number formats, where most are
	discovers bool // it plainly is a table of devices, so that unknown names are some too
}

// The weights of the evidence. Known devices say most, for what is said of them
// may be unknown; the same title may stand over names and over values.
const (
	ofKnownNames = 3.0
	ofKnownParts = 1.0 // … of links and memories, which are mostly part of something
	ofNewNames   = 0.5 // names that may be a device's
	ofFormats    = 2.5 // names that are number formats
	ofKnownHeads = 2.0
	ofNameTitle  = 1.5
	ofDistinct   = 1.5
	ofFirst      = 1.0
	ofValues     = -2.0 // names that are values
	ofAttributes = -2.0 // names that are attributes
	ofValueTitle = -2.0 // names under the title of an attribute
)

// weigh looks at all the evidence of a side.
func (t *table) weigh(s side) weight {
	w := weight{}
	named, distinct, quantities, attributes, nameable, numbered, parts := 0, map[string]bool{}, 0, 0, 0, 0, 0
	for _, name := range s.names {
		if isNothing(name.text) {
			continue
		}
		named++
		distinct[name.text] = true
		switch _, known := t.nameOf(name); {
		case known, s.across && name.carries && len(name.attributes) == 0:
			w.known++
			if isPart(name.device) {
				parts++
			}
		case isFormat(name):
			w.formats++
		case len(name.attributes) > 0 || name.sure():
			attributes++
		case t.isValue(name.text):
			quantities++
		case t.reader.mayName(name):
			nameable++
			if strings.ContainsAny(name.text, "0123456789") {
				numbered++
			}
		}
	}
	if named == 0 {
		return weight{}
	}
	share := func(count int) float64 { return float64(count) / float64(named) }
	titled := t.reader.isNameTitle(s.corner.text)
	w.score = ofKnownNames*share(w.known-parts) + ofKnownParts*share(parts) + ofNewNames*share(nameable) + ofFormats*share(w.formats) + ofDistinct*share(len(distinct)) + ofValues*share(quantities) +
		ofAttributes*share(attributes) + ofKnownHeads*s.measured()
	if titled {
		w.score += ofNameTitle
	} else if len(s.corner.attributes) > 0 {
		w.score += ofValueTitle
	}
	if s.at == 0 {
		w.score += ofFirst
	}
	lines, numbers := t.proofs(s)
	plain := 3*(nameable+w.known) >= 2*named && 3*attributes <= named
	told := titled || w.known > 0 || 2*numbered > nameable || s.across && isProperty(s.corner.text)
	if 2*w.formats < named {
		w.formats = 0
	}
	w.discovers = plain && told && nameable > 0 && (lines > 1 || lines > 0 && (w.known > 0 || titled && numbers > 2))
	return w
}

// measured is the share of the heads that are known to stand over numbers.
func (s side) measured() float64 {
	known, all := 0, 0
	for _, head := range s.heads {
		if strings.TrimSpace(head.text) == "" || head.kind != plainTitle {
			continue
		}
		all++
		if head.measures() {
			known++
		}
	}
	if all == 0 {
		return 0
	}
	return float64(known) / float64(all)
}

// proofs counts the lines that hold numbers of one kind under a head that is
// known, or that have a unit, and the numbers in them. Shares and scores prove
// nothing.
func (t *table) proofs(s side) (int, int) {
	lines, numbers := 0, 0
	for i, head := range s.heads {
		if head.kind != plainTitle {
			continue
		}
		count, filled, kinds := 0, 0, map[quarry.QuantityKind]int{}
		for _, cell := range s.lines[i] {
			if isNothing(cell) {
				continue
			}
			filled++
			if quantity, ok := t.reader.quantity(cell); ok && quantity.Unit != multiplier {
				count++
				kinds[t.reader.kindOf(quantity.Unit)]++
			}
		}
		if 2*count < filled || count == 0 {
			continue
		}
		if (len(head.attributes) > 0 && kinds[ratioKind] == 0) || head.sure() || united(kinds) || t.uniform && kinds[ratioKind] == 0 {
			lines++
			numbers += count
		}
	}
	return lines, numbers
}

// united reports whether numbers have units of one kind, which is no share.
func united(kinds map[quarry.QuantityKind]int) bool {
	return len(kinds) == 1 && kinds[""] == 0 && kinds[ratioKind] == 0 && kinds[countKind] == 0
}

// isNameTitle reports whether a title stands over names, alone or with another
// one: "Branding and Model".
func (r *Reader) isNameTitle(title string) bool {
	if r.lexicon.IsNameLabel(title) {
		return true
	}
	for _, joint := range []string{" and ", " & ", "/"} {
		for part := range strings.SplitSeq(title, joint) {
			if part != title && r.lexicon.IsNameLabel(part) {
				return true
			}
		}
	}
	return false
}

// isProperty reports whether a title stands over the names of attributes.
func isProperty(title string) bool {
	switch strings.TrimSuffix(quarry.SlugWith(title, ' '), "s") {
	case "", "spec", "specification", "attribute", "property", "propertie", "parameter", "feature", "metric", "characteristic",
		"aspect", "quantity", "quantitie", "measure", "data", "technical data", "eigenschaft", "eigenschaften", "kennwert",
		"merkmal", "merkmale", "caractéristique", "propriété", "característica", "propiedad", "propiedade", "detail", "criterion",
		"criteria", "item", "field":
		return true
	}
	return false
}
