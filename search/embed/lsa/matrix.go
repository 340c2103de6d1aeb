package lsa

import (
	"runtime"
	"sync"

	"gonum.org/v1/gonum/mat"
)

// dense is a matrix of rows side by side.
type dense struct {
	values []float32
	rows   int
	width  int
}

func newDense(rows, width int) dense {
	return dense{values: make([]float32, rows*width), rows: rows, width: width}
}

func (d dense) row(i int) []float32 { return d.values[i*d.width : (i+1)*d.width] }

// matrix holds the texts' terms by text and, for its transpose, by term.
type matrix struct {
	texts []row
	terms []row // of each term: in which texts it stands, in their order
}

func newMatrix(texts []row, terms int) matrix {
	ends := make([]int, terms+1) // the ends of the terms, one place further
	for _, text := range texts {
		for _, c := range text {
			ends[c.term+1]++
		}
	}
	for i := range terms {
		ends[i+1] += ends[i]
	}
	cells := make(row, ends[terms])
	for i, text := range texts {
		for _, c := range text {
			cells[ends[c.term]] = cell{term: int32(i), value: c.value}
			ends[c.term]++
		}
	}
	m := matrix{texts: texts, terms: make([]row, terms)}
	start := 0
	for i := range terms {
		m.terms[i] = cells[start:ends[i]]
		start = ends[i]
	}
	return m
}

// times returns the matrix times another one.
func (m matrix) times(right dense) dense { return sums(m.texts, right) }

// transposedTimes returns the transpose of the matrix times another one.
func (m matrix) transposedTimes(right dense) dense { return sums(m.terms, right) }

// sums returns a sum of rows of another matrix for each of the rows.
func sums(rows []row, of dense) dense {
	result := newDense(len(rows), of.width)
	sideBySide(len(rows), func(i int) {
		to := result.row(i)
		for _, c := range rows[i] {
			addScaled(to, of.row(int(c.term)), c.value)
		}
	})
	return result
}

// product returns a matrix times a small one.
func product(left, right dense) dense {
	result := newDense(left.rows, right.width)
	if right.width == 0 {
		return result
	}
	sideBySide(left.rows, func(i int) {
		to := result.row(i)
		for k, x := range left.row(i) {
			addScaled(to, right.row(k), x)
		}
	})
	return result
}

// rowsOfGram is how many rows are summed in one go.
const rowsOfGram = 2048

// gramOf returns the products of the columns with each other. What is summed
// apart, and in which order that is added, is the same on any machine.
func gramOf(d dense) *mat.SymDense {
	parts := make([]*mat.SymDense, (d.rows+rowsOfGram-1)/rowsOfGram)
	sideBySide(len(parts), func(i int) {
		some := d.values[i*rowsOfGram*d.width : min((i+1)*rowsOfGram, d.rows)*d.width]
		exact := make([]float64, len(some))
		for k, x := range some {
			exact[k] = float64(x)
		}
		parts[i] = mat.NewSymDense(d.width, nil)
		parts[i].SymOuterK(1, mat.NewDense(len(some)/d.width, d.width, exact).T())
	})
	gram := mat.NewSymDense(d.width, nil)
	for _, part := range parts {
		gram.AddSym(gram, part)
	}
	return gram
}

// sideBySide calls do for every number under count, on all processors. What one
// call does must not depend on another.
func sideBySide(count int, do func(i int)) {
	shares := min(runtime.GOMAXPROCS(0), count)
	var group sync.WaitGroup
	for share := range shares {
		group.Go(func() {
			for i := count * share / shares; i < count*(share+1)/shares; i++ {
				do(i)
			}
		})
	}
	group.Wait()
}
