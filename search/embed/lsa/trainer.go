package lsa

import (
	"context"
	"math"
	"slices"
)

// Limits of a model, and what a corpus needs for one.
const (
	mostDirections = 160
	fewestTexts    = 50      // under which the company that terms keep says nothing
	mostTerms      = 1 << 16 // of a model: those that the most texts have
	longestTerm    = 1 << 8  // bytes of a term of a model: what is longer is no word
)

// Trainer collects what a model is made of. It keeps every term once, and eight
// bytes for each text that has it, besides the last few texts that came.
type Trainer struct {
	terms   Terms
	waiting []string // texts that were added and are still to be counted
	length  int      // of these, in bytes
	numbers map[string]int32
	names   []string
	with    []int32 // by term: texts that have it
	counted []counted
	rows    []row  // of the model, once there is one
	model   *Model // once it is trained
}

// counted is what one text has of each term.
type counted []counts

// counts is how often a term stands in the title and in the rest of a text.
type counts struct {
	term        int32
	title, rest uint16
}

// NewTrainer returns a trainer that knows nothing yet.
func NewTrainer(terms Terms) *Trainer {
	return &Trainer{terms: terms, numbers: map[string]int32{}}
}

// lengthOfCount is how many bytes of texts are counted in one go: enough to be
// worth the while of all processors.
const lengthOfCount = 1 << 18

// Add takes one more text in, of which the first line is the title.
func (t *Trainer) Add(text string) {
	t.waiting = append(t.waiting, text)
	if t.length += len(text); t.length >= lengthOfCount {
		t.count()
	}
}

// count counts the texts that wait. They are split side by side; terms get their
// numbers in the order of the texts.
func (t *Trainer) count() {
	tallies := make([]tally, len(t.waiting))
	sideBySide(len(tallies), func(i int) { tallies[i] = t.terms.entry(t.waiting[i]) })
	for _, one := range tallies {
		known := make(counted, len(one))
		for i, term := range one {
			known[i] = counts{term: t.number(term.term), title: term.title, rest: term.rest}
			t.with[known[i].term]++
		}
		t.counted = append(t.counted, known)
	}
	clear(t.waiting)
	t.waiting, t.length = t.waiting[:0], 0
}

// number returns the number of a term, a new one where it has none.
func (t *Trainer) number(term string) int32 {
	number, known := t.numbers[term]
	if !known {
		number = int32(len(t.names)) //nolint:gosec // There is no room for so many terms.
		t.numbers[term] = number
		t.names = append(t.names, term)
		t.with = append(t.with, 0)
	}
	return number
}

// Train makes a model of the texts that were added: one of dimension 0, which
// abstains, where they are too few. It may be called once, and no text may be
// added afterwards.
func (t *Trainer) Train(ctx context.Context) (*Model, error) {
	t.count()
	model := newModel(t.terms, 0)
	if len(t.counted) >= fewestTexts {
		model = t.vocabulary()
	}
	if dimensions := min(mostDirections, len(t.counted)-1, len(model.names)-1); dimensions > 0 {
		t.rows = make([]row, len(t.counted))
		sideBySide(len(t.rows), func(i int) {
			t.rows[i] = model.weighted(t.counted[i])
			t.counted[i] = nil
		})
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
	if t.model == nil || t.model.directions == 0 {
		return nil
	}
	return t.model.sum(t.rows[added])
}

// vocabulary makes a model of the terms, without directions, and renumbers what
// was counted by its numbers.
func (t *Trainer) vocabulary() *Model {
	chosen := t.chosen()
	model := newModel(t.terms, len(chosen))
	renumbered := make([]int32, len(t.names))
	for i := range renumbered {
		renumbered[i] = -1
	}
	for _, number := range chosen {
		renumbered[number] = model.add(t.names[number], inverseFrequency(len(t.counted), int(t.with[number])))
	}
	for i, all := range t.counted {
		known := all[:0]
		for _, one := range all {
			if one.term = renumbered[one.term]; one.term >= 0 {
				known = append(known, one)
			}
		}
		t.counted[i] = known
	}
	t.numbers, t.names, t.with = nil, nil, nil
	return model
}

// chosen returns the terms that a model has, in the order in which they were
// first seen. A term of one text only counts too: it keeps no company, but says
// which text is meant.
func (t *Trainer) chosen() []int32 {
	var chosen []int32
	for number, name := range t.names {
		if len(name) <= longestTerm {
			chosen = append(chosen, int32(number))
		}
	}
	if len(chosen) > mostTerms {
		slices.SortStableFunc(chosen, func(a, b int32) int { return int(t.with[b]) - int(t.with[a]) })
		chosen = chosen[:mostTerms]
		slices.Sort(chosen)
	}
	return chosen
}

// inverseFrequency is idf: ln(1 + texts / texts that have the term).
func inverseFrequency(texts, with int) float32 {
	return float32(math.Log1p(float64(texts) / float64(with)))
}
