package lsa

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"sync"

	"gonum.org/v1/gonum/mat"
)

// How the decomposition is found: by subspace iteration on AᵀA from random
// directions, some more than are wanted (Halko, Martinsson and Tropp, "Finding
// Structure with Randomness", 2011). The rows of A are read once a round, and
// nothing is as large as they are.
const (
	oversampled = 10
	rounds      = 5
	seed        = 1990
	shares      = 4 // of the rows, summed apart and then in order: the sum is the same on any machine
)

// decompose finds the directions of the terms: the right singular vectors of
// the matrix whose rows are the texts. There are none where no text has a term
// that others lack.
func (m *Model) decompose(ctx context.Context, rows []row, dimensions int) error {
	width := min(dimensions+oversampled, len(m.names))
	basis := randomBasis(len(m.names), width)
	for range rounds {
		if err := ctx.Err(); err != nil {
			return err
		}
		image := multiplied(rows, basis)
		orthonormal, err := whitened(image.there)
		if err != nil {
			return err
		}
		if orthonormal == nil {
			return nil
		}
		basis = orthonormal
	}
	return m.rotate(multiplied(rows, basis), basis, dimensions)
}

// rotate turns the basis so that its directions are the singular vectors, and
// keeps the strongest.
func (m *Model) rotate(last image, basis *mat.Dense, dimensions int) error {
	strengths, rotation, err := eigen(last.gram)
	if err != nil {
		return err
	}
	kept := 0
	for kept < min(dimensions, len(strengths)) && strengths[kept] > 1e-12*strengths[0] {
		kept++
	}
	terms, width := basis.Dims()
	var turned mat.Dense
	turned.Mul(basis, rotation.Slice(0, width, 0, kept))
	m.dim, m.spread = kept, make([]float32, terms*kept)
	for term := range terms {
		for i, x := range turned.RawRowView(term) {
			m.spread[term*kept+i] = float32(x)
		}
	}
	return nil
}

// randomBasis returns as many random directions as wanted.
func randomBasis(terms, width int) *mat.Dense {
	random := rand.New(rand.NewPCG(seed, seed)) //nolint:gosec // It must be the same every time.
	values := make([]float64, terms*width)
	for i := range values {
		values[i] = random.NormFloat64()
	}
	return mat.NewDense(terms, width, values)
}

// image is what the rows make of a basis B.
type image struct {
	there *mat.Dense    // AᵀA·B
	gram  *mat.SymDense // (A·B)ᵀ(A·B)
}

// multiplied multiplies a basis by the rows and by their transpose.
func multiplied(rows []row, basis *mat.Dense) image {
	terms, width := basis.Dims()
	from := make([]float32, terms*width)
	for i, x := range basis.RawMatrix().Data {
		from[i] = float32(x)
	}
	parts := make([]part, shares)
	var group sync.WaitGroup
	for i := range parts {
		share := rows[len(rows)*i/shares : len(rows)*(i+1)/shares]
		group.Go(func() { parts[i] = multiply(share, from, width) })
	}
	group.Wait()
	there := mat.NewDense(terms, width, nil)
	gram := mat.NewSymDense(width, nil)
	for _, p := range parts {
		p.addTo(there, gram)
	}
	return image{there: there, gram: gram}
}

// part is the image by some of the rows.
type part struct {
	there []float32
	gram  []float64 // width × width, of which the upper half counts
}

func multiply(rows []row, from []float32, width int) part {
	p := part{there: make([]float32, len(from)), gram: make([]float64, width*width)}
	along := make([]float32, width)
	for _, r := range rows {
		clear(along)
		for _, c := range r {
			addScaled(along, from[int(c.term)*width:(int(c.term)+1)*width], c.value)
		}
		for _, c := range r {
			addScaled(p.there[int(c.term)*width:(int(c.term)+1)*width], along, c.value)
		}
		for i, x := range along {
			line := p.gram[i*width : (i+1)*width]
			for j := i; j < width; j++ {
				line[j] += float64(x) * float64(along[j])
			}
		}
	}
	return p
}

func (p part) addTo(there *mat.Dense, gram *mat.SymDense) {
	sums := there.RawMatrix().Data
	for i, x := range p.there {
		sums[i] += float64(x)
	}
	width := gram.SymmetricDim()
	for i := range width {
		for j := i; j < width; j++ {
			gram.SetSym(i, j, gram.At(i, j)+p.gram[i*width+j])
		}
	}
}

// whitened returns an orthonormal basis of what the columns of a matrix span,
// without the directions that are nothing but rounding. It is nil where they
// span nothing.
func whitened(y *mat.Dense) (*mat.Dense, error) {
	_, width := y.Dims()
	gram := mat.NewSymDense(width, nil)
	gram.SymOuterK(1, y.T())
	strengths, rotation, err := eigen(gram)
	if err != nil {
		return nil, err
	}
	kept := 0
	for kept < width && strengths[kept] > 1e-13*strengths[0] {
		kept++
	}
	if kept == 0 {
		return nil, nil //nolint:nilnil // There is no basis of nothing, and nothing went wrong.
	}
	scaled := mat.NewDense(width, kept, nil)
	for column := range kept {
		by := 1 / math.Sqrt(strengths[column])
		for i := range width {
			scaled.Set(i, column, rotation.At(i, column)*by)
		}
	}
	var basis mat.Dense
	basis.Mul(y, scaled)
	return &basis, nil
}

// eigen returns the eigenvalues of a symmetric matrix, the largest first, and
// the eigenvectors as columns in that order.
func eigen(symmetric *mat.SymDense) ([]float64, *mat.Dense, error) {
	var found mat.EigenSym
	if !found.Factorize(symmetric, true) {
		return nil, nil, fmt.Errorf("decompose the texts' terms: the eigenvalues do not converge")
	}
	values := found.Values(nil)
	var vectors mat.Dense
	found.VectorsTo(&vectors)
	width := len(values)
	ordered := mat.NewDense(width, width, nil)
	for column := range width {
		for i := range width {
			ordered.Set(i, column, vectors.At(i, width-1-column))
		}
	}
	slices.Reverse(values)
	return values, ordered, nil
}
