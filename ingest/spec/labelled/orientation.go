package labelled

import (
	"strconv"
	"strings"

	"github.com/quarrykb/quarry"
)

// column is what a column of a table looks like, by some of its rows.
type column struct {
	head     string
	filled   int
	counting int // cells that count the rows, from first on
	first    int
	numbers  int
	units    int     // cells that are a unit
	measures float64 // cells that name what is measured
	named    float64
	kinds    map[quarry.QuantityKind]bool // of the numbers with a unit
	distinct map[string]bool
}

// look returns what the columns of a part look like.
func (w *walker) look(p *part) []column {
	all := make([]column, max(len(p.heads), width(p.rows)))
	for i := range all {
		all[i] = column{distinct: map[string]bool{}, kinds: map[quarry.QuantityKind]bool{}}
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
	if n, err := strconv.Atoi(cell); err == nil {
		if c.filled == 0 {
			c.first = n
		}
		if n == c.first+c.filled && c.first <= 1 && n >= 0 {
			c.counting++
		}
	}
	c.filled++
	c.distinct[cell] = true
	kind, isNumber := w.words.number(w.style, cell)
	switch {
	case isNumber:
		c.numbers++
		if kind != "" {
			c.kinds[kind] = true
		}
	case w.words.isUnit(cell):
		c.units++
	case w.words.measures(cell):
		c.measures++
	}
	c.named += w.words.looksNamed(cell)
}

// fewestCounted is how many rows a column must have to tell that it counts them.
const fewestCounted = 3

// isCounting reports whether a column only numbers the rows.
func (c *column) isCounting() bool { return c.filled >= fewestCounted && c.counting == c.filled }

// share returns how much of a column something is that was counted in its cells.
func (c *column) share(of float64) float64 {
	if c.filled == 0 {
		return 0
	}
	return of / float64(c.filled)
}

// What speaks for the rows of a table being what is measured, and the columns things.
const (
	ofCorner   = 2.0 // the title over the first column says so
	ofMeasures = 2.0 // the first column names attributes, and the titles do not
	ofNames    = 1.5 // the titles are names, and the first column is none
	ofMixed    = 1.5 // the columns have measures of several kinds
	ofPair     = 1.0 // two columns, the second without a title of its own
)

// isSheet reports whether the rows of a part are what is measured; otherwise they are
// things, and what is measured of them stands over the columns.
func (w *walker) isSheet(p *part, columns []column) bool {
	ofAttributes := len(columns) > 2 && columns[1].numbers == 0 && columns[1].share(columns[1].named) < 0.5 && w.words.IsProperty(columns[1].head) // "Card | Parameter | Value"
	if ofAttributes || w.hasLimits(columns) {
		return true
	}
	headed, named, mixed, values := 0.0, 0.0, 0.0, 0.0
	for _, c := range columns[1:] {
		if c.filled == 0 {
			continue
		}
		values++
		if len(c.kinds) > 1 {
			mixed++
		}
		if !w.words.carrier(c.head) && (w.words.measures(c.head) || w.words.isUnit(c.head)) {
			headed++
		} else {
			named += w.words.looksNamed(c.head)
		}
	}
	if values == 0 {
		return true
	}
	first := columns[0]
	score := ofMeasures*(first.share(first.measures)-headed/values) + ofNames*(named/values-first.share(first.named)) + ofMixed*mixed/values
	switch {
	case first.head == "":
	case w.words.IsProperty(first.head):
		score += ofCorner
	case w.words.IsName(first.head):
		score -= ofCorner
	}
	if len(columns) == 2 && w.words.isFigure(columns[1].head) {
		score += ofPair
	}
	if len(p.units) > 0 {
		score -= ofCorner
	}
	if 2*first.filled < min(len(p.rows), mostSampled) { // labels stand in every row
		score -= ofCorner
	}
	return score > 0
}

// hasLimits reports whether a column has the units of the others, or two are the ends of
// what values may be.
func (w *walker) hasLimits(columns []column) bool {
	limits := 0
	for i, c := range columns {
		if i > 0 && w.holdsUnits(&c) {
			return true
		}
		if w.words.limitOf(c.head) != NoLimit {
			limits++
		}
	}
	return limits > 1
}

// holdsUnits reports whether a column has the units of the others.
func (w *walker) holdsUnits(c *column) bool {
	return w.words.isUnits(c.head) || c.filled > 1 && 4*c.units >= 3*c.filled
}
