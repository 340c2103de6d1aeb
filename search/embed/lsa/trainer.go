package lsa

import (
	"context"
	"math"
	"slices"
)

// Terms splits a text into terms, as the lexical index does, so that both
// engines mean the same by a word.
type Terms func(text string) []string

// Limits of a model, and what a corpus needs for one.
const (
	mostDimensions = 100
	fewestTexts    = 50      // under which the company that terms keep says nothing
	mostTerms      = 1 << 16 // of a model: those that the most texts have
	fewestWith     = 2       // texts that a term must stand in: alone it has no company
	mostCounted    = 1 << 16 // occurrences of one term in one text
	longestTerm    = 1 << 8  // bytes of a term of a model: what is longer is no word
)

// Trainer collects what a model is made of. It keeps a number and a count for
// every term of every text, eight bytes each.
type Trainer struct {
	terms   Terms
	numbers map[string]int32
	names   []string
	with    []int32 // by term: texts that have it
	rows    []row
	model   *Model // once it is trained: the rows are then its own
}

// row is what one text has of each term, by the term's number.
type row []cell

type cell struct {
	term  int32
	value float32
}

// NewTrainer returns a trainer that knows nothing yet.
func NewTrainer(terms Terms) *Trainer {
	return &Trainer{terms: terms, numbers: map[string]int32{}}
}

// Add counts one more text.
func (t *Trainer) Add(text string) {
	counts := countsOf(t.terms(text))
	counted := make(row, 0, len(counts))
	for _, one := range counts {
		number, known := t.numbers[one.term]
		if !known {
			number = int32(len(t.names)) //nolint:gosec // There is no room for so many terms.
			t.numbers[one.term] = number
			t.names = append(t.names, one.term)
			t.with = append(t.with, 0)
		}
		t.with[number]++
		counted = append(counted, cell{term: number, value: logarithmic(one.count)})
	}
	t.rows = append(t.rows, counted)
}

// count is how often a term stands in a text.
type count struct {
	term  string
	count int
}

// countsOf returns the different terms in the order in which they first stand.
func countsOf(terms []string) []count {
	at := make(map[string]int, len(terms))
	counts := make([]count, 0, len(terms))
	for _, term := range terms {
		i, known := at[term]
		if !known {
			i = len(counts)
			at[term] = i
			counts = append(counts, count{term: term})
		}
		counts[i].count++
	}
	return counts
}

// logarithmic dampens how often a term stands in a text.
func logarithmic(count int) float32 {
	return float32(math.Log1p(float64(min(count, mostCounted))))
}

// Train makes a model of the texts that were added: one of dimension 0, which
// abstains, where they are too few. It may be called once, and no text may be
// added afterwards.
func (t *Trainer) Train(ctx context.Context) (*Model, error) {
	model := newModel(t.terms, 0)
	if len(t.rows) >= fewestTexts {
		model = t.vocabulary()
	}
	if dimensions := min(mostDimensions, len(t.rows)-1, len(model.names)-1); dimensions > 0 {
		for i := range t.rows {
			t.rows[i] = model.weighted(t.rows[i])
		}
		if err := model.decompose(ctx, t.rows, dimensions); err != nil {
			return nil, err
		}
	}
	model.seal()
	t.model = model
	return model, nil
}

// Vector returns the vector of a text that was added, by its number from 0: the
// same that the model of Train embeds it with, without splitting it again. It is
// nil where the model abstains, and before Train. It may be called side by side.
func (t *Trainer) Vector(added int) []float32 {
	if t.model == nil || t.model.dim == 0 {
		return nil
	}
	return t.model.sum(t.rows[added])
}

// vocabulary chooses the terms of a model and renumbers the rows by them.
func (t *Trainer) vocabulary() *Model {
	chosen := make([]int32, 0, len(t.names))
	for number, with := range t.with {
		if with >= fewestWith && len(t.names[number]) <= longestTerm {
			chosen = append(chosen, int32(number)) //nolint:gosec // It was one before.
		}
	}
	if len(chosen) > mostTerms {
		slices.SortStableFunc(chosen, func(a, b int32) int { return int(t.with[b]) - int(t.with[a]) })
		chosen = chosen[:mostTerms]
		slices.Sort(chosen)
	}
	model := newModel(t.terms, len(chosen))
	renumbered := make([]int32, len(t.names))
	for i := range renumbered {
		renumbered[i] = -1
	}
	for _, number := range chosen {
		renumbered[number] = model.add(t.names[number], inverseFrequency(len(t.rows), int(t.with[number])))
	}
	for i, counted := range t.rows {
		kept := counted[:0]
		for _, c := range counted {
			if number := renumbered[c.term]; number >= 0 {
				kept = append(kept, cell{term: number, value: c.value})
			}
		}
		t.rows[i] = kept
	}
	return model
}

// inverseFrequency is idf: ln((1 + texts) / (1 + texts that have the term)).
func inverseFrequency(texts, with int) float32 {
	return float32(math.Log(float64(1+texts) / float64(1+with)))
}
