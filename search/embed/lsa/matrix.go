package lsa

import (
	"runtime"
	"sync"
	"sync/atomic"

	"gonum.org/v1/gonum/mat"
)

// laneOfRow is what the length of a row in memory is a multiple of, so that rows
// begin where memory is read from at once.
const laneOfRow = 16

// dense is a matrix of rows side by side.
type dense struct {
	values []float32
	rows   int
	width  int
	stride int
}

func newDense(rows, width int) dense {
	stride := (width + laneOfRow - 1) / laneOfRow * laneOfRow
	return dense{values: make([]float32, rows*stride), rows: rows, width: width, stride: stride}
}

// row returns a row and the zeros that fill it up.
func (d dense) row(i int) []float32 { return d.values[i*d.stride : (i+1)*d.stride] }

// dense returns the rows with nothing between them.
func (d dense) dense() []float32 {
	values := make([]float32, 0, d.rows*d.width)
	for i := range d.rows {
		values = append(values, d.row(i)[:d.width]...)
	}
	return values
}

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
		for k, x := range left.row(i)[:left.width] {
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
		first, last := i*rowsOfGram, min((i+1)*rowsOfGram, d.rows)
		exact := make([]float64, 0, (last-first)*d.width)
		for row := first; row < last; row++ {
			for _, x := range d.row(row)[:d.width] {
				exact = append(exact, float64(x))
			}
		}
		parts[i] = mat.NewSymDense(d.width, nil)
		parts[i].SymOuterK(1, mat.NewDense(last-first, d.width, exact).T())
	})
	gram := mat.NewSymDense(d.width, nil)
	for _, part := range parts {
		gram.AddSym(gram, part)
	}
	return gram
}

// sharesOfProcessor is in how many pieces each processor gets its part of the
// work, one after the other: some pieces are harder than others.
const sharesOfProcessor = 32

// sideBySide calls do for every number under count, on every thread that runs Go. What one
// call does must not depend on another.
func sideBySide(count int, do func(i int)) {
	processors := min(runtime.GOMAXPROCS(0), count)
	shares := min(processors*sharesOfProcessor, count)
	var taken atomic.Int64
	var group sync.WaitGroup
	for range processors {
		group.Go(func() {
			for share := int(taken.Add(1)) - 1; share < shares; share = int(taken.Add(1)) - 1 {
				for i := count * share / shares; i < count*(share+1)/shares; i++ {
					do(i)
				}
			}
		})
	}
	group.Wait()
}
