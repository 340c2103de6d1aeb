package grading

import (
	"context"
	"fmt"
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
	Examples  int
	Classes   []Class // those that are stated, easiest first
	Documents int     // that state any
	Groups    int     // near copies, and statements below one heading, are one
	// Questions is measured with groups in parts, Documents with whole documents in
	// parts: nil where there is too little to tell.
	ByGroup, ByDocument *Validation
	// Verdict says whether estimates beat always saying the most frequent
	// difficulty, in both ways that could be measured.
	Verdict Verdict
}

// Class is a difficulty and how many examples have it.
type Class struct {
	Difficulty quarry.Difficulty
	Examples   int
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
	Parts, Rounds int
	Accuracy      float64 // the share for which the likeliest class is the stated one
	Majority      quarry.Difficulty
	Baseline      float64 // the accuracy of always saying Majority
	Better, Worse int     // groups of which more, and fewer, are right than by Majority
	P             float64 // how likely so many of them are better where better and worse are as likely
	Confusion     [][]int // by stated class, by estimated class
	Confidence    Confidence
}

// Evaluate measures by cross-validation. It takes seconds for a thousand examples
// and at most minutes; it ends with ctx.
func Evaluate(ctx context.Context, sample *Sample) (Evaluation, error) {
	c := newCorpus(sample.examples())
	e := Evaluation{Examples: len(c.examples), Documents: different(c.document), Groups: different(c.group)}
	for k, n := range c.counts(c.all()) {
		e.Classes = append(e.Classes, Class{Difficulty: c.classes[k], Examples: n})
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
	e.ByGroup, err = c.validate(ctx, func(round uint64) dealing { return c.dealGroups(c.all(), parts, round) })
	if err != nil {
		return e, err
	}
	e.ByGroup.Parts = parts
	if c.tellsDocuments(e.Documents) {
		if e.ByDocument, err = c.validate(ctx, c.dealDocuments); err != nil {
			return e, err
		}
		e.ByDocument.Parts = min(parts, e.Documents)
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
func (c *corpus) tellsDocuments(documents int) bool {
	held := map[int]int{}
	most := 0
	for _, d := range c.document {
		held[d]++
		most = max(most, held[d])
	}
	return documents >= fewestShelves && 2*most <= len(c.examples)
}

func different(numbers []int) int {
	return len(slices.Compact(slices.Sorted(slices.Values(numbers))))
}

func (c *corpus) validate(ctx context.Context, deal func(round uint64) dealing) (*Validation, error) {
	judged, err := c.judgeUnseen(ctx, deal)
	if err != nil {
		return nil, fmt.Errorf("cross-validate: %w", err)
	}
	counts := c.counts(c.all())
	majority := slices.Index(counts, slices.Max(counts))
	v := &Validation{
		Rounds: rounds(len(c.examples)), Majority: c.classes[majority],
		Baseline:  float64(counts[majority]) / float64(len(c.examples)),
		Confusion: make([][]int, len(c.classes)),
	}
	for k := range v.Confusion {
		v.Confusion[k] = make([]int, len(c.classes))
	}
	right, ahead := 0, map[int]int{}
	guesses := make([]guess, len(c.examples))
	for i, probabilities := range judged {
		said, stated := likeliest(probabilities), c.class[i]
		v.Confusion[stated][said]++
		guesses[i] = guess{probabilities: probabilities, stated: stated}
		if said == stated {
			right++
			ahead[c.group[i]]++
		}
		if majority == stated {
			guesses[i].easy = true
			ahead[c.group[i]]--
		}
	}
	v.Accuracy = float64(right) / float64(len(c.examples))
	v.compare(ahead)
	v.Confidence = calibrate(guesses)
	return v, nil
}

// compare counts the groups and tests them.
func (v *Validation) compare(ahead map[int]int) {
	for _, by := range ahead {
		if by > 0 {
			v.Better++
		}
		if by < 0 {
			v.Worse++
		}
	}
	v.P = atLeast(v.Better, v.Better+v.Worse)
}

// likeliest returns the class of the highest probability, the first of equal ones.
func likeliest(probabilities []float64) int {
	return slices.Index(probabilities, slices.Max(probabilities))
}

// atLeast returns how likely a fair coin shows heads so often or more in so many
// throws: the exact sign test, in one direction, which for pairs of right and wrong
// answers is McNemar's.
func atLeast(heads, throws int) float64 {
	sum := 0.0
	for k := heads; k <= throws; k++ {
		sum += math.Exp(logChoose(throws, k) - float64(throws)*math.Ln2)
	}
	return min(1, sum)
}

func logChoose(n, k int) float64 {
	of := func(x int) float64 {
		value, _ := math.Lgamma(float64(x + 1))
		return value
	}
	return of(n) - of(k) - of(n-k)
}
