package main

import (
	"cmp"
	"math"
	"slices"

	"github.com/quarrykb/quarry/internal/fit"
)

// learnWeights fits weights to features that are brought to one scale first, and writes
// them for the features as they are.
func learnWeights(examples []example, s settings) *fit.Model {
	scaled, mean, scale := standardized(examples)
	n := len(mean)
	weights := make([]float64, n+1) // the last is the start
	weights[n] = startOf(examples)
	const steps, halvings = 12, 8
	loss := ridgeLoss(scaled, weights, s.ridge)
	for range steps {
		step := solve(newtonStep(scaled, weights, s.ridge))
		for range halvings { // a whole step may lead too far
			next := slices.Clone(weights)
			for i, by := range step {
				next[i] += by
				step[i] /= 2
			}
			if worth := ridgeLoss(scaled, next, s.ridge); worth < loss {
				weights, loss = next, worth
				break
			}
		}
	}
	m := &fit.Model{Start: weights[n], Weights: make([]float64, n)}
	for f := range n {
		m.Weights[f] = weights[f] / scale[f]
		m.Start -= m.Weights[f] * mean[f]
	}
	return m
}

// standardized returns the examples with features of mean 0 and deviation 1, and a last
// one that is always 1; and the means and deviations that they had.
func standardized(examples []example) ([]example, []float64, []float64) {
	n := len(examples[0].x)
	mean, scale := make([]float64, n), make([]float64, n)
	total := 0.0
	for _, e := range examples {
		total += e.weight
		for f, v := range e.x {
			mean[f] += e.weight * v
		}
	}
	for f := range mean {
		mean[f] /= total
	}
	for _, e := range examples {
		for f, v := range e.x {
			scale[f] += e.weight * (v - mean[f]) * (v - mean[f])
		}
	}
	for f := range scale {
		scale[f] = cmp.Or(math.Sqrt(scale[f]/total), 1)
	}
	scaled := make([]example, len(examples))
	for i, e := range examples {
		row := make([]float64, n+1)
		for f, v := range e.x {
			row[f] = (v - mean[f]) / scale[f]
		}
		row[n] = 1
		e.x = row
		scaled[i] = e
	}
	return scaled, mean, scale
}

// ridgeLoss returns the logistic loss with a ridge on all weights but the last.
func ridgeLoss(examples []example, weights []float64, ridge float64) float64 {
	loss := 0.0
	for _, w := range weights[:len(weights)-1] {
		loss += ridge * w * w / 2
	}
	for _, e := range examples {
		odds := 0.0
		for i, v := range e.x {
			odds += weights[i] * v
		}
		loss += e.weight * (max(odds, 0) - e.y*odds + math.Log1p(math.Exp(-math.Abs(odds))))
	}
	return loss
}

// newtonStep returns the linear equations of a Newton step on the logistic loss with a ridge
// on all weights but the last.
func newtonStep(examples []example, weights []float64, ridge float64) [][]float64 {
	n := len(weights)
	matrix := make([][]float64, n)
	for i := range matrix {
		matrix[i] = make([]float64, n+1)
	}
	for _, e := range examples {
		odds := 0.0
		for i, v := range e.x {
			odds += weights[i] * v
		}
		p := probability(odds)
		for i, v := range e.x {
			matrix[i][n] += e.weight * (e.y - p) * v
			for k, w := range e.x {
				matrix[i][k] += e.weight * p * (1 - p) * v * w
			}
		}
	}
	for i := range n - 1 {
		matrix[i][i] += ridge
		matrix[i][n] -= ridge * weights[i]
	}
	return matrix
}

// solve solves linear equations, each row with its right side behind it, by elimination
// with pivots. A variable that nothing depends on is 0.
func solve(rows [][]float64) []float64 {
	const tiny = 1e-12
	n := len(rows)
	for i := range n {
		pivot := i
		for k := i; k < n; k++ {
			if math.Abs(rows[k][i]) > math.Abs(rows[pivot][i]) {
				pivot = k
			}
		}
		rows[i], rows[pivot] = rows[pivot], rows[i]
		if math.Abs(rows[i][i]) >= tiny {
			eliminate(rows, i)
		}
	}
	solution := make([]float64, n)
	for i := range solution {
		if math.Abs(rows[i][i]) >= tiny {
			solution[i] = rows[i][n] / rows[i][i]
		}
	}
	return solution
}

// eliminate takes a variable out of all rows but its own.
func eliminate(rows [][]float64, variable int) {
	for k, row := range rows {
		if k == variable {
			continue
		}
		by := row[variable] / rows[variable][variable]
		for c := variable; c < len(row); c++ {
			row[c] -= by * rows[variable][c]
		}
	}
}
