package grading

import (
	"fmt"
	"math"
	"math/bits"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/optimize"

	"github.com/quarrykb/quarry"
)

// featuresOf returns what an entry has or has not: words of the title, words of the text, and
// marks of how it begins, of what kind it is and how large, each once.
func featuresOf(e quarry.Entry) [blocks][]string {
	title, text, both := wordsOf(e.Title), wordsOf(e.Text), e.Title+"\n"+e.Text
	marks := []string{"kind " + string(e.Kind), "style " + string(e.Style)}
	for n := range min(2, len(title)) {
		marks = append(marks, "begins "+strings.Join(title[:n+1], " "))
	}
	if e.Kind == quarry.EntryQuestion && !e.Answered {
		marks = append(marks, "unanswered")
	}
	for name, size := range map[string]int{
		"words of the title": len(title),
		"words of the text":  len(text),
		"letters of a word":  utf8.RuneCountInString(strings.Join(title, "")) / max(1, len(title)),
		"numbers":            len(strings.FieldsFunc(both, func(r rune) bool { return !unicode.IsDigit(r) })),
	} {
		marks = append(marks, fmt.Sprint(name, " ", bits.Len(uint(size))))
	}
	all := [blocks][]string{blockTitle: title, blockText: text, blockMarks: marks}
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
	blockText
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

// rowsOf makes rows of examples, and returns how many columns they have: one for each feature
// that several examples have. The words of a block have a length of 1 together. It looks at
// nothing that is stated of the difficulties.
func rowsOf(examples []example) ([]row, int) {
	const fewestWith, weightOfMark = 2, 0.3
	features, with := make([][blocks][]string, len(examples)), map[string]int{}
	for i, e := range examples {
		features[i] = featuresOf(e.entry)
		for _, feature := range slices.Concat(features[i][:]...) {
			with[feature]++
		}
	}
	rows, columns := make([]row, len(examples)), map[string]int{}
	for i := range examples {
		for block, own := range features[i] {
			own = slices.DeleteFunc(own, func(feature string) bool { return with[feature] < fewestWith })
			value := weightOfMark
			if block != blockMarks {
				value = 1 / math.Sqrt(float64(len(own)))
			}
			for _, feature := range own {
				if _, known := columns[feature]; !known {
					columns[feature] = len(columns)
				}
				rows[i].columns, rows[i].values = append(rows[i].columns, columns[feature]), append(rows[i].values, value)
			}
		}
	}
	return rows, len(columns)
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
