package grading

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/optimize"
)

// kind is what a model may be: a family, and how strongly its weights are held
// back.
type kind struct {
	family func(counts []int) family
	hold   float64 // half of it times the sum of the squared weights counts as loss
}

// kinds lists the models among which the examples choose, the simplest first.
func kinds() []kind {
	const strong, middle, weak = 8, 2, 0.5
	var all []kind
	for _, hold := range []float64{strong, middle, weak} {
		all = append(all, kind{family: newOrdinal, hold: hold}, kind{family: newNominal, hold: hold})
	}
	return all
}

// model is trained on some of a corpus, and judges the others.
type model struct {
	*encoder
	family

	weights []float64 // by column, the scores side by side
	beside  []float64
}

// train trains a model on some of the examples.
func (c *corpus) train(k kind, on []int) (*model, error) {
	f, parameters := c.fitOf(k, on)
	values, err := f.minimise(parameters)
	if err != nil {
		return nil, fmt.Errorf("train on %d examples: %w", len(on), err)
	}
	f.model.weights, f.model.beside = f.split(values)
	return f.model, nil
}

// fitOf prepares the search for a model, and returns how many numbers it has.
func (c *corpus) fitOf(k kind, on []int) (*fit, int) {
	m := &model{encoder: c.encoder(on), family: k.family(c.counts(on))}
	rows := make([]row, len(on))
	for i, e := range on {
		rows[i] = m.encode(c.texts[e])
	}
	scores, beside := m.shape()
	return &fit{
		model: m, corpus: c, on: on, rows: rows, hold: k.hold, scores: scores, room: make([]float64, len(c.classes)),
	}, scores*m.width() + beside
}

// judge returns the probabilities of the classes.
func (m *model) judge(t text, classes int) []float64 {
	scores, _ := m.shape()
	into := make([]float64, scores)
	m.encode(t).score(m.weights, into)
	probabilities := make([]float64, classes)
	m.weigh(into, m.beside, probabilities)
	return probabilities
}

// score fills in the scores of a row.
func (r row) score(weights, into []float64) {
	clear(into)
	for i, column := range r.columns {
		for s := range into {
			into[s] += r.values[i] * weights[int(column)*len(into)+s]
		}
	}
}

// fit is the search for the weights of least loss.
type fit struct {
	model  *model
	corpus *corpus
	on     []int
	rows   []row
	hold   float64
	scores int
	room   []float64
}

// The numbers beside the weights are held back only so much that a class which no
// example of a part has does not run away.
const holdBeside = 0.1

// minimise looks for the least loss by L-BFGS. Where it ends at its limit of steps,
// or finds no better step, what it has is taken: good weights are asked for, not
// the last digit of the best ones.
func (f *fit) minimise(parameters int) ([]float64, error) {
	const steps, flat = 60, 1e-3
	result, err := optimize.Minimize(
		optimize.Problem{Func: f.loss, Grad: f.gradient}, make([]float64, parameters),
		&optimize.Settings{MajorIterations: steps, GradientThreshold: flat}, &optimize.LBFGS{},
	)
	if result == nil {
		return nil, err
	}
	return result.X, nil
}

func (f *fit) split(x []float64) ([]float64, []float64) {
	weights := f.scores * f.model.width()
	return x[:weights], x[weights:]
}

func (f *fit) loss(x []float64) float64 {
	weights, beside := f.split(x)
	scores := make([]float64, f.scores)
	loss := 0.0
	for i, r := range f.rows {
		r.score(weights, scores)
		f.model.weigh(scores, beside, f.room)
		loss -= math.Log(max(leastShare, f.room[f.corpus.class[f.on[i]]]))
	}
	return loss + f.hold/2*square(weights) + holdBeside/2*square(beside)
}

func (f *fit) gradient(into, x []float64) {
	weights, beside := f.split(x)
	ofWeights, ofBeside := f.split(into)
	for i, w := range weights {
		ofWeights[i] = f.hold * w
	}
	for i, b := range beside {
		ofBeside[i] = holdBeside * b
	}
	scores := make([]float64, f.scores)
	s := slopes{scores: make([]float64, f.scores), beside: ofBeside, weighed: f.room}
	for i, r := range f.rows {
		r.score(weights, scores)
		f.model.slope(scores, beside, f.corpus.class[f.on[i]], s)
		for at, column := range r.columns {
			for k, slope := range s.scores {
				ofWeights[int(column)*f.scores+k] += r.values[at] * slope
			}
		}
	}
}

func square(values []float64) float64 {
	sum := 0.0
	for _, value := range values {
		sum += value * value
	}
	return sum
}
