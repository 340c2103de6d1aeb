package labelled

import (
	"strings"

	"github.com/quarrykb/quarry"
)

// column is what a column of a table looks like, by some of its rows.
type column struct {
	head     string
	filled   int
	numbers  int
	units    int // cells that are a unit
	measures int // cells that name what is measured
	named    float64
	kinds    map[quarry.QuantityKind]int // of the numbers
	distinct map[string]bool
}

// look returns what the columns of a part look like.
func (w *walker) look(p *part) []column {
	all := make([]column, max(len(p.heads), width(p.rows)))
	for i := range all {
		all[i] = column{kinds: map[quarry.QuantityKind]int{}, distinct: map[string]bool{}}
		if i < len(p.heads) {
			all[i].head = p.heads[i].Text
		}
	}
	for _, row := range p.rows[:min(len(p.rows), mostSampled)] {
		for i, cell := range row {
			if written := strings.TrimSpace(cell.Text.Text); written != "" && !w.words.IsEmpty(written) {
				w.add(&all[i], written)
			}
		}
	}
	return all
}

func (w *walker) add(c *column, cell string) {
	c.filled++
	c.distinct[cell] = true
	kind, number := w.words.number(w.style, cell)
	switch {
	case number:
		c.numbers++
		c.kinds[kind]++
	case w.words.isUnit(cell):
		c.units++
	case w.words.measures(cell):
		c.measures++
	}
	c.named += w.words.looksNamed(cell)
}

func (c *column) share(of int) float64 {
	if c.filled == 0 {
		return 0
	}
	return float64(of) / float64(c.filled)
}

// alike returns the share of the commonest kind among the numbers.
func (c *column) alike() float64 {
	most, all := 0, 0
	for _, n := range c.kinds {
		most, all = max(most, n), all+n
	}
	if all == 0 {
		return 1
	}
	return float64(most) / float64(all)
}

// rowsAlike returns how much the numbers of one row are of one kind, over the rows.
func (w *walker) rowsAlike(p *part) float64 {
	sum, rows := 0.0, 0
	for _, row := range p.rows[:min(len(p.rows), mostSampled)] {
		c := column{kinds: map[quarry.QuantityKind]int{}}
		for _, cell := range row[min(1, len(row)):] {
			if kind, ok := w.words.number(w.style, cell.Text.Text); ok {
				c.kinds[kind]++
				c.numbers++
			}
		}
		if c.numbers > 1 {
			sum, rows = sum+c.alike(), rows+1
		}
	}
	if rows == 0 {
		return 1
	}
	return sum / float64(rows)
}

// What speaks for the rows of a table being what is measured, and the columns things.
const (
	ofCorner    = 2.0 // the title over the first column says so
	ofMeasures  = 2.0 // the first column names attributes, and the titles do not
	ofNames     = 1.5 // the titles are names, and the first column is none
	ofAlike     = 2.0 // numbers of a row are of one kind, those of a column are not
	ofTwo       = 1.0 // two columns, the second without a title of its own
	ofLater     = 0.7 // a column that is not the first
	ofSameKinds = 1.5 // two columns, whose numbers are of several kinds
)

// isSheet reports whether the rows of a part are what is measured; otherwise they are
// things, and what is measured of them stands over the columns.
func (w *walker) isSheet(p *part, columns []column) bool {
	if w.hasLimits(columns) || len(columns) > 2 && columns[1].numbers == 0 && w.words.IsProperty(columns[1].head) {
		return true
	}
	score := 0.0
	first := columns[0]
	switch named := w.words.IsName(first.head); {
	case w.words.IsProperty(first.head) && first.head != "":
		score += ofCorner
	case named && first.head != "":
		score -= ofCorner
	}
	headed, naming, alike, values := 0.0, 0.0, 0.0, 0.0
	for _, c := range columns[1:] {
		if c.filled == 0 {
			continue
		}
		values++
		alike += c.alike()
		switch {
		case w.words.carrier(c.head):
			naming += w.words.looksNamed(c.head)
		case w.words.measures(c.head) || w.words.isUnit(c.head):
			headed++
		default:
			naming += w.words.looksNamed(c.head)
		}
	}
	if values == 0 {
		return true
	}
	score += ofMeasures * (first.share(first.measures) - headed/values)
	score += ofNames * (naming/values - first.share(int(first.named)))
	score += ofAlike * (w.rowsAlike(p) - alike/values)
	if len(p.units) > 0 {
		score -= ofCorner
	}
	if 2*first.filled < min(len(p.rows), mostSampled) { // labels stand in every row
		score -= ofCorner
	}
	if len(columns) == 2 {
		score += w.ofPair(&columns[1])
	}
	return score > 0
}

// ofPair returns what the second of two columns says for the first to hold labels.
func (w *walker) ofPair(second *column) float64 {
	score := 0.0
	if w.words.isFigure(second.head) {
		score += ofTwo
	}
	if len(second.kinds) > 1 && second.alike() < 1 {
		score += ofSameKinds
	}
	return score
}

// hasLimits reports whether a column has the units of the others, or two are the ends of
// what values may be.
func (w *walker) hasLimits(columns []column) bool {
	limits := 0
	for i, c := range columns {
		if i > 0 && (w.words.isUnits(c.head) || c.filled > 1 && c.units == c.filled) {
			return true
		}
		if w.words.limitOf(c.head) != NoLimit {
			limits++
		}
	}
	return limits > 1
}
