package claim

import (
	"slices"
	"strings"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/internal/text"
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

// census counts what the names on a side are.
type census struct {
	named      int // that are not empty
	known      int
	parts      int // known ones that are links or memories
	formats    int
	attributes int
	values     int
	nameable   int // that may be a device's
	numbered   int // nameable ones with a digit
	moments    int // nameable ones that are times
	distinct   map[string]bool
}

func (t *table) census(s side) census {
	c := census{distinct: map[string]bool{}}
	for _, name := range s.names {
		if t.reader.isNothing(name.text) {
			continue
		}
		c.named++
		c.distinct[name.text] = true
		if _, known := t.nameOf(name); known || s.across && name.carries && len(name.attributes) == 0 && !t.isOfOther(name) {
			c.known++
			if isPart(name.device) {
				c.parts++
			}
			continue
		}
		t.count(name, &c)
	}
	return c
}

// count adds a name that is no known device's.
func (t *table) count(name *label, c *census) {
	switch {
	case isFormat(name):
		c.formats++
	case len(name.attributes) > 0 || name.sure():
		c.attributes++
	case t.isValue(name.text):
		c.values++
	case t.reader.mayName(name):
		c.nameable++
		if strings.ContainsAny(name.text, "0123456789") {
			c.numbered++
		}
		if t.reader.isMoment(name.text) {
			c.moments++
		}
	}
}

// weigh looks at all the evidence of a side.
func (t *table) weigh(s side) weight {
	c := t.census(s)
	if c.named == 0 || s.across && c.known > 0 && s.corner.isOfOthers() {
		return weight{}
	}
	share := func(count int) float64 { return float64(count) / float64(c.named) }
	w := weight{known: c.known, score: ofKnownNames*share(c.known-c.parts) + ofKnownParts*share(c.parts) +
		ofNewNames*share(c.nameable) + ofFormats*share(c.formats) + ofDistinct*share(len(c.distinct)) +
		ofValues*share(c.values) + ofAttributes*share(c.attributes) + ofKnownHeads*s.measured()}
	titled := t.reader.isNameTitle(s.corner.text)
	if titled {
		w.score += ofNameTitle
	} else if len(s.corner.attributes) > 0 {
		w.score += ofValueTitle
	}
	if s.at == 0 {
		w.score += ofFirst
	}
	if 2*c.formats >= c.named {
		w.formats = c.formats
	}
	w.discovers = c.plain() && t.shows(s, c, titled)
	return w
}

// shows reports whether the titles and the numbers on a side show that it is one
// of devices, known or not.
func (t *table) shows(s side, c census, titled bool) bool {
	if c.known == 0 && (2*c.moments > c.named || !s.across && t.reader.ofOthers(s.corner.text, s.heads)) {
		return false
	}
	e := t.evidence(s)
	told := titled || c.known > 0 || 2*c.numbered > c.nameable || s.across && t.reader.isProperty(s.corner.text)
	made := t.reader.isMakeTitle(s.corner.text) && e.lines > 1 && e.other > 0
	shown := made || told && e.proves(c.known > 0, titled) || t.showsThings(s, c, e)
	return shown && (c.known > 0 || t.areEntities(s, e))
}

// plain reports whether most names may be those of devices, and hardly any is
// an attribute's.
func (c census) plain() bool {
	return c.nameable > 0 && 3*(c.nameable+c.known) >= 2*c.named && 3*c.attributes <= c.named
}

// proves reports whether numbers prove that names are those of devices, known
// or under a title that says so.
func (e evidence) proves(known, titled bool) bool {
	return e.lines > 1 || e.lines > 0 && (known || titled && (e.numbers > 2 || e.numbers > 1 && e.matter > 0))
}

// isOfOthers reports whether a corner says that the rows beside the devices of a header
// are not about these: they are questions, rooms, runs, or what is needed.
func (l *label) isOfOthers() bool {
	return l.isOver(codeTitle, jobTitle, needWord) && !l.isOver(everyTitle)
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

// evidence looks at the lines of a side. Shares and scores prove nothing.
func (t *table) evidence(s side) evidence {
	var e evidence
	for i, head := range s.heads {
		if head.kind != plainTitle {
			continue
		}
		count, filled, kinds := t.kindsOf(s.lines[i])
		count = max(count, spansUnder(head, s.lines[i]))
		switch {
		case filled == 0:
		case 2*count < filled:
			e.loose++
		case kinds[ratioKind] > 0 || len(head.attributes) == 0 && !head.sure() && !united(kinds) && !t.uniform && !t.reader.isCountTitle(head.text):
			if t.kindOfLine(head, kinds) == kindOfTimes {
				e.timed++
			}
		default:
			kind := t.kindOfLine(head, kinds)
			e.lines++
			e.numbers += count
			e.weigh(kind)
			e.signs.meet(t.reader, head.text, head.kindOr(kind), len(head.attributes) > 0 || head.sure())
			continue
		}
		e.signs.meet(t.reader, head.text, "", false)
	}
	return e
}

// spansUnder counts the cells of a line that may be years, and are ranges under a
// title that states a unit.
func spansUnder(head *label, line []string) int {
	count := 0
	if !head.sure() {
		return count
	}
	for _, cell := range line {
		if isSpan(cell) {
			count++
		}
	}
	return count
}

// weigh counts a line by what its numbers measure.
func (e *evidence) weigh(kind quarry.QuantityKind) {
	if kind != kindOfTimes && !strings.HasPrefix(string(kind), "currency") {
		e.other++
	}
	switch {
	case kind == kindOfTimes:
		e.timed++
	case isOfThings(kind):
		e.matter++
		if kind == "temperature" {
			e.warm++
		}
	}
}

// kindOfLine returns what the numbers of a line measure, where a unit says so; ""
// where none does.
func (t *table) kindOfLine(head *label, kinds map[quarry.QuantityKind]int) quarry.QuantityKind {
	if len(kinds) == 1 {
		for kind := range kinds {
			if kind != "" {
				return kind
			}
		}
	}
	for _, stated := range append(slices.Clip(head.units), t.units...) {
		if !stated.weak || stated.unit.Kind == kindOfTimes { // of minutes it may be the least
			return stated.unit.Kind
		}
	}
	return ""
}

// kindsOf counts the numbers of a line, the cells that are not empty, and the
// kinds of the numbers.
func (t *table) kindsOf(line []string) (int, int, map[quarry.QuantityKind]int) {
	count, filled, kinds := 0, 0, map[quarry.QuantityKind]int{}
	for _, cell := range line {
		if t.reader.isNothing(cell) {
			continue
		}
		filled++
		if quantity, ok := t.reader.lexicon.ReadQuantityIn(t.place.Numbers, cell); ok && quantity.Unit != multiplier {
			count++
			kinds[t.reader.kindOf(quantity.Unit)]++
		}
	}
	return count, filled, kinds
}

// united reports whether numbers have units of one kind, which is no share.
func united(kinds map[quarry.QuantityKind]int) bool {
	return len(kinds) == 1 && kinds[""] == 0 && kinds[ratioKind] == 0 && kinds[kindOfCounts] == 0
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
func (r *Reader) isProperty(title string) bool {
	title = strings.TrimSuffix(text.SlugWith(title, ' '), "s")
	return title == "" || r.cues["property_titles"].Has(title)
}
