package grading

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/optimize"

	"github.com/quarrykb/quarry"
)

// The sizes of a text. Counts are logarithms: the tenth number says less than the first.
const (
	sizeTitle    = iota // words of the title
	sizeAnswer          // words of the text
	sizeLetters         // letters of a mean word of the title
	sizeNumbers         // numbers, of both
	sizeCode            // signs of code, of both
	sizeFormulas        // signs of formulas, of both
	sizes
)

func sizesOf(e quarry.Entry) [sizes]float64 {
	both, title := e.Title+"\n"+e.Text, wordsOf(e.Title)
	signs := func(of string) int {
		n := 0
		for _, r := range both {
			if strings.ContainsRune(of, r) {
				n++
			}
		}
		return n
	}
	numbers := len(strings.FieldsFunc(both, func(r rune) bool { return !unicode.IsDigit(r) }))
	return [sizes]float64{
		sizeTitle:    math.Log1p(float64(len(title))),
		sizeAnswer:   math.Log1p(float64(len(wordsOf(e.Text)))),
		sizeLetters:  float64(utf8.RuneCountInString(strings.Join(title, ""))) / float64(max(1, len(title))),
		sizeNumbers:  math.Log1p(float64(numbers)),
		sizeCode:     math.Log1p(float64(signs("`_{}") + strings.Count(both, "()"))),
		sizeFormulas: math.Log1p(float64(signs("$\\^=≤≥∑√×·"))),
	}
}

// featuresOf returns what an entry has or has not: words of the title, words of the text, and
// marks of how it begins and of what kind it is, each once.
func featuresOf(e quarry.Entry) [blocks][]string {
	title := wordsOf(e.Title)
	marks := []string{"kind " + string(e.Kind), "style " + string(e.Style)}
	for n := range min(2, len(title)) {
		marks = append(marks, "begins "+strings.Join(title[:n+1], " "))
	}
	if e.Kind == quarry.EntryQuestion && !e.Answered {
		marks = append(marks, "unanswered")
	}
	all := [blocks][]string{blockTitle: title, blockAnswer: wordsOf(e.Text), blockMarks: marks}
	for block, features := range all {
		for i := range features {
			features[i] = string(rune('0'+block)) + features[i] // a word of the title is none of the text
		}
		all[block] = slices.Compact(slices.Sorted(slices.Values(features)))
	}
	return all
}

const (
	blockTitle = iota
	blockAnswer
	blockMarks
	blocks
)

// wordsOf returns the words of a text in small letters, the first of very many. What has a
// digit and no letter stands for any number.
func wordsOf(text string) []string {
	const most = 400
	var words []string
	fields := strings.FieldsFuncSeq(strings.ToLower(text), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r) && r != '_'
	})
	for word := range fields {
		if !strings.ContainsFunc(word, unicode.IsLetter) {
			word = "0"
		}
		if words = append(words, word); len(words) == most {
			break
		}
	}
	return words
}

// row is one example as numbers: the columns that are not 0.
type row struct {
	columns []int
	values  []float64
}

// rowsOf makes rows of examples, and returns how many columns they may have: the sizes, by
// their standard deviations, and a column for each feature that several examples have. Words
// count by their rarity, those of a block with a length of 1 together. It looks at nothing
// that is stated of the difficulties.
func rowsOf(examples []example) ([]row, int) {
	const fewestWith, weightOfMark, weightOfSize = 2, 0.5, 0.3
	var mean, deviation [sizes]float64
	ownSizes, ownFeatures := make([][sizes]float64, len(examples)), make([][blocks][]string, len(examples))
	with := map[string]int{}
	for i, e := range examples {
		ownSizes[i], ownFeatures[i] = sizesOf(e.entry), featuresOf(e.entry)
		for size, value := range ownSizes[i] {
			mean[size] += value / float64(len(examples))
		}
		for _, feature := range slices.Concat(ownFeatures[i][:]...) {
			with[feature]++
		}
	}
	for _, own := range ownSizes {
		for size, value := range own {
			deviation[size] += (value - mean[size]) * (value - mean[size]) / float64(len(examples))
		}
	}
	rows, columns := make([]row, len(examples)), map[string]int{}
	for i := range examples {
		for size, value := range ownSizes[i] {
			if deviation[size] > 0 {
				rows[i].add(size, weightOfSize*(value-mean[size])/math.Sqrt(deviation[size]))
			}
		}
		for block, features := range ownFeatures[i] {
			from := len(rows[i].values)
			for _, feature := range features {
				if with[feature] < fewestWith {
					continue
				}
				if _, known := columns[feature]; !known {
					columns[feature] = int(sizes) + len(columns)
				}
				weight := weightOfMark
				if block != blockMarks {
					weight = math.Log(float64(len(examples)+1) / float64(with[feature]))
				}
				rows[i].add(columns[feature], weight)
			}
			if values := rows[i].values[from:]; block != blockMarks && len(values) > 0 {
				floats.Scale(1/floats.Norm(values, 2), values)
			}
		}
	}
	return rows, int(sizes) + len(columns)
}

func (r *row) add(column int, value float64) {
	r.columns, r.values = append(r.columns, column), append(r.values, value)
}

// model is multinomial logistic regression: each class has a score, which begins with the
// logarithm of its share.
type model struct {
	starts  []float64
	weights []float64 // by column, the classes side by side
}

// leastShare keeps logarithms finite.
const leastShare = 1e-12

// judge returns the probabilities of the classes.
func (m model) judge(r row) []float64 {
	scores := slices.Clone(m.starts)
	for i, column := range r.columns {
		for k := range scores {
			scores[k] += r.values[i] * m.weights[column*len(scores)+k]
		}
	}
	return softmax(scores)
}

// softmax turns scores into probabilities, in place.
func softmax(scores []float64) []float64 {
	highest, sum := slices.Max(scores), 0.0
	for k := range scores {
		scores[k] = math.Exp(scores[k] - highest)
		sum += scores[k]
	}
	for k := range scores {
		scores[k] /= sum
	}
	return scores
}

// hold is how strongly weights are held back (L2): half of it times the sum of their squares
// counts as loss. From 0.5 to 8 the figures are much the same.
const hold = 2

// training is the search for the weights of least loss over some of a corpus.
type training struct {
	*corpus

	on     []int
	starts []float64
}

func (c *corpus) training(on []int) training {
	const half = 0.5 // of an example is added to each class, so that none has a share of 0 (Laplace)
	t := training{corpus: c, on: on}
	for _, n := range c.counts(on) {
		t.starts = append(t.starts, math.Log((float64(n)+half)/(float64(len(on))+half*float64(len(c.classes)))))
	}
	return t
}

// train looks for the least loss by L-BFGS. Where it ends at its limit of steps, or finds no
// better step, what it has is taken: good weights are asked for, not the last digit of the
// best ones.
func (c *corpus) train(on []int) (model, error) {
	const steps, flat = 60, 1e-3
	t := c.training(on)
	result, err := optimize.Minimize(
		optimize.Problem{Func: t.loss, Grad: t.gradient}, make([]float64, c.columns*len(c.classes)),
		&optimize.Settings{MajorIterations: steps, GradientThreshold: flat}, &optimize.LBFGS{},
	)
	if result == nil {
		return model{}, fmt.Errorf("train on %d examples: %w", len(on), err)
	}
	return model{t.starts, result.X}, nil
}

func (t training) loss(weights []float64) float64 {
	loss := hold * floats.Dot(weights, weights) / 2
	for _, i := range t.on {
		loss -= math.Log(max(leastShare, model{t.starts, weights}.judge(t.rows[i])[t.class[i]]))
	}
	return loss
}

func (t training) gradient(into, weights []float64) {
	for at, weight := range weights {
		into[at] = hold * weight
	}
	for _, i := range t.on {
		slopes := model{t.starts, weights}.judge(t.rows[i])
		slopes[t.class[i]]--
		for at, column := range t.rows[i].columns {
			for k, slope := range slopes {
				into[column*len(slopes)+k] += t.rows[i].values[at] * slope
			}
		}
	}
}
