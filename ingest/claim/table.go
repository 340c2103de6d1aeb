package claim

import (
	"slices"
	"strings"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/internal/quantity"
)

// table is a grid whose headers are read and whose place is known.
type table struct {
	reader    *Reader
	labels    *labels
	place     Place
	heads     []head // by column
	rows      [][]Cell
	scope     quarry.DeviceMention // that caption, label or heading name
	scoped    bool
	units     []hint // that caption, label or heading state for all of it
	discovers bool   // unknown names are devices too
	caption   Cell
	spans     bool     // its cells stand in every column that they span
	spaced    bool     // it parts thousands with a space
	dated     bool     // several of its titles are years
	needed    bool     // the titles above it say that its numbers are what is needed
	told      kindTold // whether it tells that its devices compute
	grouping  bool     // the titles of its groups of rows name things that are not known
	uniform   bool     // all of its numbers may have the unit that its place states
	found     []quarry.Spec
	unread    []string         // numbers of unknown meaning, as warnings
	speech    *string          // what the labels above it state, once it was asked for
	shown     map[string]shown // what the values under each title show; nil until it is asked for
	records   []Record         // that are read like rows; none of a grid
	scopes    *string          // of what its numbers are, by the titles above it, once it was asked for
	context   []quarry.Context // of the cell that is read
	sources   sources
}

// head is the title of a column, and the cells that it is made of.
type head struct {
	*label

	cells  []Cell
	titles []quarry.Context
	group  string // under which its numbers stood last
	words  string // what it and the group say of them
	common common
	said   stated              // the condition that its numbers hold under, where it is one
	yearly quarry.QuantityKind // what its numbers measure, where it is a year
}

// under returns what the title and that of a group say of the numbers below.
func (h *head) under(group Cell) string {
	if h.words == "" || h.group != group.Text {
		h.group, h.words = group.Text, h.spoken()+" "+group.Text
	}
	return h.words
}

// spoken returns what a title says of its numbers beside the condition that it is:
// a "Max" that is a limit says of no number that it was reckoned on paper.
func (h *head) spoken() string {
	if h.said.axis == axisLimit {
		return ""
	}
	return h.text
}

func (r *Reader) newTable(g Grid) *table {
	t := &table{
		reader: r, labels: newLabels(r), place: g.Place, rows: g.Rows, caption: g.Caption, spans: len(g.More) > 0,
		sources: sources{place: g.Place},
	}
	t.locate()
	columns := len(g.Header)
	tops := append([][]Cell{g.Header}, g.More...)
	for len(tops) < mostHeaders && len(g.More) == 0 && len(t.rows) > 1 && t.titles(tops[len(tops)-1], t.rows[0]) {
		tops, t.rows = append(tops, t.rows[0]), t.rows[1:]
	}
	for column := range columns {
		t.heads = append(t.heads, t.head(tops, column))
	}
	t.takeHeader(g)
	t.knowLinks()
	t.nameUnits()
	t.passSymbols()
	t.stateTitles()
	t.spaced = t.partsThousands()
	t.uniform = t.isUniform()
	if !t.uniform && len(t.units) > 0 {
		t.shareUnit()
	}
	t.withoutEach()
	return t
}

// mostHeaders is how many rows may title the columns together.
const mostHeaders = 3

// head joins what the header rows say of a column. An empty title above a
// filled one is what a cell that spans several columns leaves behind, in formats
// that have no such cells.
func (t *table) head(tops [][]Cell, column int) head {
	var h head
	var said []string
	for i, row := range tops {
		cell := cellAt(row, column)
		if !t.spans && cell.empty() && i+1 < len(tops) && column > 0 && !cellAt(tops[i+1], column).empty() {
			cell = leftOf(row, column)
		}
		if cell.empty() || slices.Contains(said, cell.Text) {
			continue
		}
		said = append(said, cell.Text)
		h.cells = append(h.cells, cell)
		h.titles = append(h.titles, quarry.Context{Role: quarry.RoleHeader, Span: cell.Span})
	}
	h.label = t.labels.of(strings.Join(said, " "))
	return h
}

func cellAt(row []Cell, column int) Cell {
	if column < 0 || column >= len(row) {
		return Cell{}
	}
	return row[column]
}

// leftOf returns the next cell to the left that says anything, but not the
// row's label.
func leftOf(row []Cell, column int) Cell {
	for i := min(column, len(row)) - 1; i > 0; i-- {
		if !row[i].empty() {
			return row[i]
		}
	}
	return Cell{}
}

// titles reports whether a row below a header goes on with it: it holds units,
// or labels and no number, while the next row has numbers.
func (t *table) titles(above, row []Cell) bool {
	if !t.opens(above, row) || !t.followed(row) || t.isFirstFact(above, row) {
		return false
	}
	filled, units, known := 0, 0, 0
	for _, cell := range row[min(1, len(row)):min(len(row), mostLooked)] {
		if cell.empty() {
			continue
		}
		filled++
		switch l := t.labels.of(cell.Text); {
		case t.isValue(cell.Text):
			return false
		case t.isUnit(cell.Text):
			units++
		case l.measures() || l.carries:
			known++
		}
	}
	if filled == 0 {
		return false
	}
	return isBlank(above) || fillsGaps(above, row) || units > 0 && 2*units >= filled || 2*(known+units) > filled
}

// fillsGaps reports whether a row says something below all titles of columns, and some
// of these are empty but for the title of a group to the left.
func fillsGaps(above, row []Cell) bool {
	gaps := 0
	for column := 1; column < min(len(above), mostLooked); column++ {
		switch below := cellAt(row, column); {
		case below.empty():
			return false
		case above[column].empty():
			gaps++
		}
	}
	return gaps > 0 && cellAt(row, 0).empty() && len(above) > 1 && !above[1].empty()
}

// opens reports whether the first cell of a row leaves it open whether the row
// is one of values.
func (t *table) opens(above, row []Cell) bool {
	first, title := cellAt(row, 0), cellAt(above, 0)
	if first.empty() || title.empty() || strings.EqualFold(first.Text, title.Text) {
		return true
	}
	return t.labels.of(first.Text).kind == unitTitle || t.isUnit(first.Text)
}

// mostLooked is how many cells of a row tell what it is.
const mostLooked = 256

// isBlank reports whether a row says nothing.
func isBlank(row []Cell) bool {
	return !slices.ContainsFunc(row, func(c Cell) bool { return !c.empty() })
}

// followed reports whether the next row has a number.
func (t *table) followed(row []Cell) bool {
	if len(t.rows) < 2 {
		return false
	}
	for i, cell := range t.rows[1][:min(len(t.rows[1]), mostLooked)] {
		if i > 0 && t.isValue(cell.Text) && !cellAt(row, i).empty() {
			return true
		}
	}
	return false
}

// isUnit reports whether a cell is a unit, in brackets or not.
func (t *table) isUnit(text string) bool {
	_, ok := t.reader.lexicon.FindUnit(strings.Trim(strings.TrimSpace(text), "()[]"))
	return ok
}

// isValue reports whether a cell begins with a quantity.
func (t *table) isValue(text string) bool {
	return t.reader.startsQuantity(t.place.Numbers, text)
}

// locate finds out which device the place of the table names, and which unit
// it states for all numbers.
func (t *table) locate() {
	texts := []string{t.caption.Text}
	for _, label := range slices.Backward(t.place.Labels) {
		texts = append(texts, label.Text)
	}
	for _, heading := range slices.Backward(naming(t.place.Headings)) {
		texts = append(texts, heading)
	}
	decided, apart := false, false
	for _, text := range texts {
		apart = apart || t.reader.isApart(text)
		t.needed = t.needed || t.reader.isOfNeeds(text)
		t.units = append(t.units, t.reader.unitsOfTitle(text)...)
		t.labels.each = append(t.labels.each, t.reader.eachUnits(text)...)
		if decided {
			continue
		}
		if named := t.reader.carriers(text); len(named) > 0 {
			decided = true
			t.scope, t.scoped = named[0], len(named) == 1 && !t.reader.isComparison(text) && !t.reader.isOfAnother(text, named[0]) && (!apart || !isCard(named[0]))
		} else if text != t.caption.Text {
			decided = !t.reader.passesOn(text)
		}
	}
}

// isUniform reports whether no title and no label in the table states a unit of
// its own, or has values of another kind than the unit that its place states.
func (t *table) isUniform() bool {
	if len(t.units) == 0 || t.statesSeveral() {
		return false
	}
	fits := func(l *label) bool {
		return !l.sure() && (len(l.attributes) == 0 || t.measured(l.attributes, t.units[0].unit.Symbol))
	}
	named := t.labelColumn()
	labelled := false // beside names that a title knows by another kind
	for i, h := range t.heads {
		switch {
		case fits(h.label):
		case i == named:
			labelled = true
		default:
			return false
		}
	}
	if labelled && t.hasStray() {
		return false
	}
	for _, row := range t.sample() {
		if !fits(t.labels.of(cellAt(row, 0).Text)) {
			return false
		}
	}
	return true
}

// unitsOfTitle returns the units that a title states for all that stands under
// it: in brackets, or behind "in".
func (r *Reader) unitsOfTitle(title string) []hint {
	if len(title) > longestLabel {
		return nil
	}
	var found []hint
	for _, inside := range bracketed(title) {
		found = append(found, r.unitsInside(inside)...)
	}
	words := strings.Fields(title)
	for i, word := range words[:max(0, len(words)-1)] {
		next := strings.Trim(words[i+1], ".,:;()")
		if word != "in" && word != "(in" {
			continue
		}
		if unit, ok := r.rateIn(words[i+1:]); ok {
			found = append(found, hint{unit: unit})
		} else if unit, ok := r.lexicon.FindUnit(next); ok {
			found = append(found, hint{unit: unit, weak: next == "in"})
		}
	}
	return slices.DeleteFunc(found, func(h hint) bool { return isThing(h.unit) })
}

// rateIn returns the unit that words begin with and that says of what a number is:
// "USD per hour".
func (r *Reader) rateIn(words []string) (quantity.Unit, bool) {
	if len(words) < 3 || words[1] != "per" {
		return quantity.Unit{}, false
	}
	return r.unitCalled(strings.Trim(strings.Join(words[:3], " "), ".,:;()"))
}

// sample returns the first rows that are no titles of groups.
func (t *table) sample() [][]Cell {
	var rows [][]Cell
	for _, row := range t.rows {
		if len(rows) == mostSampled {
			break
		}
		if _, isGroup := groupOf(row); !isGroup {
			rows = append(rows, row)
		}
	}
	return rows
}

// labelColumn returns the column that labels the rows: the first that does not
// count them and does not hold units, or symbols or groups of what the next one
// names.
func (t *table) labelColumn() int {
	for i, h := range t.heads[:min(len(t.heads), mostHeaders)] {
		if h.kind == indexTitle || h.kind == unitTitle || i+1 < len(t.heads) && t.reader.isBesideNames(h.text) && t.reader.isProperty(t.heads[i+1].text) {
			continue
		}
		return i
	}
	return 0
}

// isBesideNames reports whether a title stands over what is said beside the names
// of attributes: signs for them, or groups of them.
func (r *Reader) isBesideNames(title string) bool {
	return r.cues["beside_attributes"].Has(strings.ToLower(title))
}

// passSymbols lets the symbols of attributes that stand right behind their names be
// read over, as if they were remarks.
func (t *table) passSymbols() {
	for i := 1; i < len(t.heads) && i < mostHeaders; i++ {
		if t.reader.isBesideNames(t.heads[i].text) && t.reader.isProperty(t.heads[i-1].text) && t.heads[i-1].text != "" {
			passed := *t.heads[i].label
			passed.kind = noteTitle
			t.heads[i].label = &passed
		}
	}
}

// groupOf returns the text of a row that says only one thing, in its first cell
// or the same in all: it speaks for the rows below.
func groupOf(row []Cell) (Cell, bool) {
	first := cellAt(row, 0)
	if len(row) < 2 || first.empty() || len(first.Text) > longestLabel {
		return Cell{}, false
	}
	same, blank := true, true
	for _, cell := range row[1:] {
		same, blank = same && cell.Text == first.Text, blank && cell.empty()
		if !same && !blank {
			return Cell{}, false
		}
	}
	return first, true
}
