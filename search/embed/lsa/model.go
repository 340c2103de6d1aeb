package lsa

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"math"

	"github.com/quarrykb/quarry/search"
)

// Model embeds texts. It never changes, and its methods may be called side by
// side. One of dimension 0, learnt from too few texts, abstains from them all.
type Model struct {
	terms   Terms
	numbers map[string]int32
	names   []string
	idf     []float32 // by term
	dim     int
	spread  []float32 // by term, dim numbers each: its direction
	id      string
}

func newModel(terms Terms, size int) *Model {
	return &Model{terms: terms, numbers: make(map[string]int32, size), names: make([]string, 0, size)}
}

func (m *Model) add(name string, idf float32) int32 {
	number := int32(len(m.names)) //nolint:gosec // There are at most mostTerms.
	m.numbers[name] = number
	m.names, m.idf = append(m.names, name), append(m.idf, idf)
	return number
}

// ID returns "lsa", the dimension, and a digest of what was learnt.
func (m *Model) ID() string { return m.id }

// Dim returns how many numbers a vector has.
func (m *Model) Dim() int { return m.dim }

// Embed returns a vector of length 1 for each text, nil where it has no term
// that the model knows.
func (m *Model) Embed(ctx context.Context, texts []string, _ search.TextKind) ([][]float32, error) {
	vectors := make([][]float32, len(texts))
	for i, text := range texts {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		vectors[i] = m.embed(text)
	}
	return vectors, nil
}

func (m *Model) embed(text string) []float32 {
	var known row
	for _, one := range countsOf(m.terms(text)) {
		if number, ok := m.numbers[one.term]; ok {
			known = append(known, cell{term: number, value: logarithmic(one.count)})
		}
	}
	return m.sum(m.weighted(known))
}

// sum returns where a row points, nil where it points nowhere.
func (m *Model) sum(weighted row) []float32 {
	vector := make([]float32, m.dim)
	for _, c := range weighted {
		addScaled(vector, m.direction(c.term), c.value)
	}
	if !normalise(vector) {
		return nil
	}
	return vector
}

// direction returns where a term points.
func (m *Model) direction(term int32) []float32 {
	return m.spread[int(term)*m.dim : (int(term)+1)*m.dim]
}

// weighted multiplies counts by the inverse frequency of their terms, and makes
// the row as long as any other: a text counts by what it is about, and not by
// how much it says. It writes into the row.
func (m *Model) weighted(counted row) row {
	squares := 0.0
	for i, c := range counted {
		counted[i].value = c.value * m.idf[c.term]
		squares += float64(counted[i].value) * float64(counted[i].value)
	}
	if squares == 0 {
		return counted[:0]
	}
	shrink := float32(1 / math.Sqrt(squares))
	for i := range counted {
		counted[i].value *= shrink
	}
	return counted
}

// seal gives a finished model its id.
func (m *Model) seal() {
	encoded := m.Encode()
	m.name([sha256.Size]byte(encoded[len(encoded)-sha256.Size:]))
}

// name makes the model's id of the digest that ends its encoding.
func (m *Model) name(sum [sha256.Size]byte) {
	m.id = fmt.Sprintf("lsa/%d/%s", m.dim, hex.EncodeToString(sum[:6]))
}

// addScaled adds a multiple of a vector to another one of the same length.
func addScaled(to, vector []float32, by float32) {
	vector = vector[:len(to)]
	for i := range to {
		to[i] += by * vector[i]
	}
}

// normalise makes a vector one of length 1. A vector of no length stays what it
// is.
func normalise(vector []float32) bool {
	squares := 0.0
	for _, x := range vector {
		squares += float64(x) * float64(x)
	}
	if squares < 1e-20 || math.IsInf(squares, 0) || math.IsNaN(squares) {
		return false
	}
	shrink := float32(1 / math.Sqrt(squares))
	for i := range vector {
		vector[i] *= shrink
	}
	return true
}
