package lsa

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/mat"
)

// How the decomposition is found: by subspace iteration on AᵀA from random
// directions, some more than are wanted (Halko, Martinsson and Tropp, "Finding
// Structure with Randomness", 2011). The rows of A are the texts.
const (
	oversampled = 10
	rounds      = 4
	seed        = 1990
)

// Under these shares of the strongest direction another one is nothing but
// rounding.
const (
	leastOfBasis    = 1e-10
	leastOfStrength = 1e-10
)

// decompose finds the directions of the terms: the right singular vectors of
// the matrix whose rows are the texts. There are none where no text has a term.
func (m *Model) decompose(ctx context.Context, rows []row, dimensions int) error {
	a := newMatrix(rows, len(m.names))
	basis := randomBasis(len(m.names), min(dimensions+oversampled, len(m.names), len(rows)))
	for range rounds {
		if err := ctx.Err(); err != nil {
			return err
		}
		image := a.transposedTimes(a.times(basis))
		turn, err := rotation(gramOf(image), leastOfBasis, image.width, scaledToOne)
		if err != nil {
			return err
		}
		if basis = product(image, turn); basis.width == 0 {
			return nil
		}
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	turn, err := rotation(gramOf(a.times(basis)), leastOfStrength, dimensions, unscaled)
	if err != nil {
		return err
	}
	directions := product(basis, turn)
	m.directions, m.spread = directions.width, directions.dense()
	m.learnShadow()
	return nil
}

// randomBasis returns random directions.
func randomBasis(terms, width int) dense {
	random := rand.New(rand.NewPCG(seed, seed)) //nolint:gosec // It must be the same every time.
	basis := newDense(terms, width)
	for i := range terms {
		row := basis.row(i)[:width]
		for k := range row {
			row[k] = float32(random.NormFloat64())
		}
	}
	return basis
}

// scaledToOne divides a direction by its strength, the square of its length.
func scaledToOne(strength float64) float64 { return 1 / math.Sqrt(strength) }

// unscaled leaves a direction what it is.
func unscaled(float64) float64 { return 1 }

// rotation turns vectors by their products with each other so that they stand at
// right angles, the strongest first. It keeps at most so many, and those only
// whose strength is more than a share of the strongest one's, and scales each by
// its strength.
func rotation(gram *mat.SymDense, least float64, most int, scale func(strength float64) float64) (dense, error) {
	var found mat.EigenSym
	if !found.Factorize(gram, true) {
		return dense{}, errors.New("decompose the texts' terms: the eigenvalues do not converge")
	}
	strengths := found.Values(nil) // the weakest first
	var vectors mat.Dense
	found.VectorsTo(&vectors)
	slices.Reverse(strengths)
	kept := 0
	for kept < min(most, len(strengths)) && strengths[kept] > least*strengths[0] {
		kept++
	}
	turn := newDense(len(strengths), kept)
	for column := range kept {
		by := scale(strengths[column])
		for i := range strengths {
			turn.row(i)[column] = float32(by * vectors.At(i, len(strengths)-1-column))
		}
	}
	return turn, nil
}
