package lsa

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"math"

	"gonum.org/v1/gonum/blas/blas32"

	"github.com/quarrykb/quarry/search"
)

// Model embeds texts. It never changes, and its methods may be called side by
// side. One of dimension 0, learnt from too few texts, abstains from them all.
type Model struct {
	terms      Terms
	numbers    map[string]int32
	names      []string
	idf        []float32 // by term
	directions int
	spread     []float32 // by term, as many numbers each: its direction
	shadow     dense     // by direction; none where the directions leave nothing
	id         string
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
func (m *Model) Dim() int { return m.directions + m.shadow.width }

// Embed returns a vector of length 1 for each text, nil where it has no term
// that the model knows. The first line of an entry is its title.
func (m *Model) Embed(ctx context.Context, texts []string, kind search.TextKind) ([][]float32, error) {
	vectors := make([][]float32, len(texts))
	for i, text := range texts {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		count := m.terms.query
		if kind == search.TextEntry {
			count = m.terms.entry
		}
		vectors[i] = m.sum(m.weighted(m.known(count(text))))
	}
	return vectors, nil
}

// known returns the counts of those terms that the model has.
func (m *Model) known(all tally) counted {
	known := make(counted, 0, len(all))
	for _, one := range all {
		if number, has := m.numbers[one.term]; has {
			known = append(known, counts{term: number, title: one.title, rest: one.rest})
		}
	}
	return known
}

// sum returns where a row points, nil where it points nowhere.
func (m *Model) sum(weighted row) []float32 {
	vector := make([]float32, m.Dim())
	for _, c := range weighted {
		addScaled(vector[:m.directions], m.direction(c.term), c.value)
	}
	if m.shadow.rows > 0 {
		m.addRemainder(vector, weighted)
	}
	if !normalise(vector) {
		return nil
	}
	return vector
}

// direction returns where a term points.
func (m *Model) direction(term int32) []float32 {
	return m.spread[int(term)*m.directions : (int(term)+1)*m.directions]
}

// titleWeight is how much the title of an entry counts against all the rest of
// it.
const titleWeight = 0.5

// row is what one text has of each term, by the term's number.
type row []cell

type cell struct {
	term  int32
	value float32
}

// weighted weighs terms by how often they stand in a text and in how few others.
// The title is made as long as the rest of the text before they are added, and
// the sum as long as any other: a text counts by what it is about, and not by
// how much it says.
func (m *Model) weighted(all counted) row {
	weighted := make(row, len(all))
	var titles, rests float64
	for _, one := range all {
		idf := float64(m.idf[one.term])
		title, rest := idf*float64(saturated(one.title)), idf*float64(saturated(one.rest))
		titles, rests = titles+title*title, rests+rest*rest
	}
	byTitle, byRest := titleWeight*inverseLength(titles), inverseLength(rests)
	squares := 0.0
	for i, one := range all {
		value := float64(m.idf[one.term]) *
			(byTitle*float64(saturated(one.title)) + byRest*float64(saturated(one.rest)))
		weighted[i] = cell{term: one.term, value: float32(value)}
		squares += value * value
	}
	shrink := float32(inverseLength(squares))
	for i := range weighted {
		weighted[i].value *= shrink
	}
	return weighted
}

// inverseLength returns 1 over a vector's length, 0 where it has none.
func inverseLength(squares float64) float64 {
	if squares <= 0 {
		return 0
	}
	return 1 / math.Sqrt(squares)
}

// seal gives a finished model its id.
func (m *Model) seal() {
	encoded := m.Encode()
	m.name([sha256.Size]byte(encoded[len(encoded)-sha256.Size:]))
}

// name makes the model's id of the digest that ends its encoding.
func (m *Model) name(sum [sha256.Size]byte) {
	m.id = fmt.Sprintf("lsa/%d/%s", m.Dim(), hex.EncodeToString(sum[:6]))
}

// addScaled adds a multiple of a vector to another one of the same length. The
// order of the sums is the same wherever the vectors stand in memory.
func addScaled(to, vector []float32, by float32) {
	blas32.Axpy(by, blas32.Vector{N: len(vector), Data: vector, Inc: 1}, blas32.Vector{N: len(to), Data: to, Inc: 1})
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
