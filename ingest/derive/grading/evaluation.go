// Package grading learns from entries whose source states how hard they are what
// the texts of the hard and of the easy ones have in common. It promises that its
// figures are of entries that the judged model had not seen, and that the same
// entries give the same figures, in whatever order they come.
//
// [Sample] chooses what is learnt from, [Evaluate] says how often a model is right
// that was trained on the other entries, beside a guess that always says what is
// most frequent. A model knows the text of an entry and nothing else of it: not
// its document, its place or its neighbours.
package grading

import (
	"cmp"
	"context"
	"maps"
	"math"
	"slices"

	"github.com/quarrykb/quarry"
)

// What estimates need to be good enough.
const (
	FewestExamples = 30   // with a stated difficulty, of at least two difficulties
	MostLikely     = 0.05 // that chance alone does so well: p has to be below
	fewestShelves  = 3    // documents, none with more than half of the examples: fewer say nothing about others
)

// Evaluation says how well difficulties can be estimated from the examples.
type Evaluation struct {
	Examples  int                       `json:"examples"`
	Classes   map[quarry.Difficulty]int `json:"classes"`   // how many examples state it, none that none states
	Documents int                       `json:"documents"` // that state any
	Groups    int                       `json:"groups"`    // near copies, and statements below one heading, are one
	// ByGroup is measured with groups in parts, ByDocument with whole documents in
	// parts: nil where there is too little to tell.
	ByGroup    *Validation `json:"by_group"`
	ByDocument *Validation `json:"by_document"`
	// Verdict says whether estimates beat always saying the most frequent
	// difficulty, in both ways that could be measured.
	Verdict Verdict `json:"verdict"`
}

// Verdict says what becomes of estimates.
type Verdict string

// The verdicts.
const (
	Better        Verdict = "better"         // significantly better than the most frequent difficulty
	NotBetter     Verdict = "not_better"     // than the most frequent difficulty
	TooFew        Verdict = "too_few"        // examples, or groups of them
	OneDifficulty Verdict = "one_difficulty" // there is nothing to tell apart
)

// Validation is what models say of examples that they have not seen.
type Validation struct {
	Accuracy   float64           `json:"accuracy"` // the share for which the likeliest class is the stated one
	Majority   quarry.Difficulty `json:"majority"`
	Baseline   float64           `json:"baseline"` // the accuracy of always saying Majority
	P          float64           `json:"p"`        // how likely so many are better where better and worse are as likely
	Better     int               `json:"better"`   // groups of which more are right than by Majority
	Worse      int               `json:"worse"`    // and fewer
	Parts      int               `json:"parts"`
	Rounds     int               `json:"rounds"`
	Confusion  Confusion         `json:"confusion"`
	Confidence Confidence        `json:"confidence"`
}

// Confusion counts examples by their stated, then by their estimated difficulty, with a 0 where
// there is none.
type Confusion map[quarry.Difficulty]map[quarry.Difficulty]int

// Evaluate measures by cross-validation. It takes seconds for a thousand examples
// and at most minutes; it ends with ctx.
func Evaluate(ctx context.Context, sample *Sample) (Evaluation, error) {
	c := newCorpus(sample.examples())
	e := Evaluation{
		Examples: len(c.examples), Classes: make(map[quarry.Difficulty]int),
		Documents: different(c.document), Groups: different(c.group),
	}
	for k, n := range c.counts(c.all()) {
		e.Classes[c.classes[k]] = n
	}
	switch {
	case e.Examples < FewestExamples || e.Groups < parts:
		e.Verdict = TooFew
		return e, nil
	case len(e.Classes) < 2: //nolint:mnd // Two are what can be told apart.
		e.Verdict = OneDifficulty
		return e, nil
	}
	var err error
	if e.ByGroup, err = c.validate(ctx, c.group); err != nil {
		return e, err
	}
	if c.tellsDocuments() {
		if e.ByDocument, err = c.validate(ctx, c.document); err != nil {
			return e, err
		}
	}
	e.Verdict = Better
	if !e.ByGroup.better() || e.ByDocument != nil && !e.ByDocument.better() {
		e.Verdict = NotBetter
	}
	return e, nil
}

func (v *Validation) better() bool { return v.Accuracy > v.Baseline && v.P < MostLikely }

// tellsDocuments reports whether the examples are of so many documents that some
// of these may stand for those that are not there yet.
func (c *corpus) tellsDocuments() bool {
	held := map[int]int{}
	for _, d := range c.document {
		held[d]++
	}
	return len(held) >= fewestShelves && 2*slices.Max(slices.Collect(maps.Values(held))) <= len(c.examples)
}

func different(numbers []int) int {
	return len(slices.Compact(slices.Sorted(slices.Values(numbers))))
}

// validate holds what models say that have not seen an example's unit, its group or its
// document, against what is stated.
func (c *corpus) validate(ctx context.Context, unit []int) (*Validation, error) {
	judged, err := c.judgeUnseen(ctx, unit)
	if err != nil {
		return nil, err
	}
	counts := c.counts(c.all())
	majority := slices.Index(counts, slices.Max(counts))
	v := &Validation{
		Parts: min(parts, different(unit)), Rounds: c.rounds(), Majority: c.classes[majority],
		Baseline:  float64(counts[majority]) / float64(len(c.examples)),
		Confusion: make(Confusion),
	}
	for _, stated := range c.classes {
		v.Confusion[stated] = make(map[quarry.Difficulty]int)
		for _, estimated := range c.classes {
			v.Confusion[stated][estimated] = 0
		}
	}
	right, ahead := 0, map[int]int{} // by group: how many more are right than by Majority
	guesses := make([]guess, len(c.examples))
	for i, probabilities := range judged {
		said, stated := slices.Index(probabilities, slices.Max(probabilities)), c.class[i]
		v.Confusion[c.classes[stated]][c.classes[said]]++
		guesses[i] = guess{probabilities: probabilities, stated: stated, right: said == stated, easy: majority == stated}
		if guesses[i].right {
			right++
		}
		ahead[c.group[i]] += guesses[i].ahead()
	}
	for _, by := range ahead {
		switch cmp.Compare(by, 0) {
		case 1:
			v.Better++
		case -1:
			v.Worse++
		}
	}
	v.Accuracy = float64(right) / float64(len(c.examples))
	v.P = atLeast(v.Better, v.Better+v.Worse)
	v.Confidence = calibrate(guesses)
	return v, nil
}

// atLeast returns how likely a fair coin shows heads so often or more in so many
// throws: the exact sign test, in one direction, which for pairs of right and wrong
// answers is McNemar's.
func atLeast(heads, throws int) float64 {
	ofFactorial := func(n int) float64 {
		value, _ := math.Lgamma(float64(n + 1))
		return value
	}
	sum := 0.0
	for k := heads; k <= throws; k++ {
		choose := ofFactorial(throws) - ofFactorial(k) - ofFactorial(throws-k)
		sum += math.Exp(choose - float64(throws)*math.Ln2)
	}
	return min(1, sum)
}

// Confidence is how sure estimates may be of themselves, from 0 to 1, and from
// where on they are of use. It is read off the same examples that it speaks of, of
// which no model had seen those that it judged.
type Confidence struct {
	Mean     float64 `json:"mean"`     // confidence of the likeliest class; the accuracy, where it is honest
	Floor    float64 `json:"floor"`    // estimates of less are, together, right no more often than Majority
	Above    int     `json:"above"`    // examples whose estimates are at the floor or above
	Accuracy float64 `json:"accuracy"` // of these
	Baseline float64 `json:"baseline"` // the share of these whose class is the most frequent one of all
}

// guess is what was said of one example.
type guess struct {
	probabilities []float64
	stated        int
	right         bool
	easy          bool // whether always saying the most frequent class is right

	confidence float64
}

// ahead is 1 where only the guess is right, and -1 where only the most frequent class is.
func (g guess) ahead() int {
	switch {
	case g.right && !g.easy:
		return 1
	case g.easy && !g.right:
		return -1
	}
	return 0
}

func calibrate(guesses []guess) Confidence {
	var c Confidence
	temperature := temperatureOf(guesses)
	for i, g := range guesses {
		guesses[i].confidence = slices.Max(tempered(g.probabilities, temperature))
		c.Mean += guesses[i].confidence / float64(len(guesses))
	}
	slices.SortStableFunc(guesses, func(a, b guess) int { return cmp.Compare(a.confidence, b.confidence) })
	// So many of the least sure are, together, right no more often than the most frequent
	// class. Those that are as sure stay together.
	ahead, useless := 0, 0
	for i, g := range guesses {
		ahead += g.ahead()
		if ahead <= 0 && (i+1 == len(guesses) || guesses[i+1].confidence > g.confidence) {
			useless = i + 1
		}
	}
	of := guesses[useless:]
	c.Floor, c.Above = 1, len(of)
	if len(of) > 0 {
		c.Floor = of[0].confidence
	}
	for _, g := range of {
		if g.right {
			c.Accuracy += 1 / float64(len(of))
		}
		if g.easy {
			c.Baseline += 1 / float64(len(of))
		}
	}
	return c
}

// temperatureOf returns by what the logarithms of the probabilities have to be
// divided for what is stated to be the least surprising (Guo and others, "On
// calibration of modern neural networks", 2017): above 1 where the models are too
// sure of themselves.
func temperatureOf(guesses []guess) float64 {
	const lowest, highest, step = 0.1, 20, 1.05
	best, least := 1.0, math.Inf(1)
	for temperature := lowest; temperature < highest; temperature *= step {
		surprise := 0.0
		for _, g := range guesses {
			surprise -= math.Log(max(leastShare, tempered(g.probabilities, temperature)[g.stated]))
		}
		if surprise < least {
			best, least = temperature, surprise
		}
	}
	return best
}

// tempered returns the probabilities at a temperature.
func tempered(probabilities []float64, temperature float64) []float64 {
	scores := make([]float64, len(probabilities))
	for k, p := range probabilities {
		scores[k] = math.Log(max(leastShare, p)) / temperature
	}
	return softmax(scores)
}
