package grading

import (
	"cmp"
	"math"
	"slices"
)

// How texts become rows.
const (
	mostColumns   = 30_000 // beside the sizes: the features that the most examples have
	fewestWith    = 2      // examples that have a feature which counts
	weightOfMark  = 0.5    // where the words of a title have a length of 1 together
	weightOfSizes = 0.3    // by standard deviations
)

// encoder makes rows of texts: what it knows of features is from the examples that
// it was made of.
type encoder struct {
	column  []int32 // by feature; -1 for none
	rarity  []float64
	columns int // of features; the sizes follow
	mean    [sizes]float64
	scale   [sizes]float64
}

// row is one example: the columns that are not 0, in order.
type row struct {
	columns []int32
	values  []float64
}

func (c *corpus) encoder(of []int) *encoder {
	with := make([]int32, c.names)
	for _, i := range of {
		for _, block := range c.texts[i].blocks {
			for _, feature := range block {
				with[feature]++
			}
		}
	}
	var known []int32
	for feature, n := range with {
		if n >= fewestWith {
			known = append(known, int32(feature))
		}
	}
	if len(known) > mostColumns {
		slices.SortFunc(known, func(a, b int32) int { return cmp.Or(cmp.Compare(with[b], with[a]), cmp.Compare(a, b)) })
		known = known[:mostColumns]
	}
	e := &encoder{column: slices.Repeat([]int32{-1}, c.names), columns: len(known)}
	for column, feature := range known {
		e.column[feature] = int32(column)
		e.rarity = append(e.rarity, math.Log(float64(len(of)+1)/float64(with[feature])))
	}
	e.measure(c, of)
	return e
}

// measure finds mean and deviation of the sizes.
func (e *encoder) measure(c *corpus, of []int) {
	const least = 1e-6
	n := float64(max(1, len(of)))
	for size := range sizes {
		sum, squares := 0.0, 0.0
		for _, i := range of {
			sum += c.texts[i].sizes[size]
		}
		e.mean[size] = sum / n
		for _, i := range of {
			apart := c.texts[i].sizes[size] - e.mean[size]
			squares += apart * apart
		}
		if deviation := math.Sqrt(squares / n); deviation > least {
			e.scale[size] = weightOfSizes / deviation
		}
	}
}

// width returns how many columns a row may have.
func (e *encoder) width() int { return e.columns + int(sizes) }

func (e *encoder) encode(t text) row {
	var r row
	for block, features := range t.blocks {
		values := r.add(e, features)
		if block != blockMarks {
			toLengthOne(values)
			continue
		}
		for i := range values {
			values[i] = weightOfMark
		}
	}
	for size, value := range t.sizes {
		if e.scale[size] > 0 {
			r.columns = append(r.columns, int32(e.columns+size)) //nolint:gosec // A little more than mostColumns.
			r.values = append(r.values, (value-e.mean[size])*e.scale[size])
		}
	}
	return r
}

// add appends the features that have a column, each with its rarity, and returns
// the values of these.
func (r *row) add(e *encoder, features []int32) []float64 {
	from := len(r.values)
	for _, feature := range features {
		if column := e.column[feature]; column >= 0 {
			r.columns, r.values = append(r.columns, column), append(r.values, e.rarity[column])
		}
	}
	return r.values[from:]
}

func toLengthOne(values []float64) {
	squares := 0.0
	for _, value := range values {
		squares += value * value
	}
	if squares == 0 {
		return
	}
	for i := range values {
		values[i] /= math.Sqrt(squares)
	}
}
