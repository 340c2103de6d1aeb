package agreement

import (
	"maps"
	"slices"

	"github.com/quarrykb/quarry"
)

// Judge judges answers.
type Judge interface {
	Judge(q quarry.Question, given string) quarry.AnswerCheck
}

// Result is how a judge did.
type Result struct {
	Answers   int
	Agreeing  int
	Confusion Confusion
	Kinds     []Kind
	Misses    []Miss
}

// Confusion counts answers by what people said, then by what the judge said.
type Confusion map[quarry.AnswerVerdict]map[quarry.AnswerVerdict]int

// Kind is how a judge did on answers of one sort.
type Kind struct {
	Name     string
	Answers  int
	Agreeing int
}

// Miss is an answer of which the judge said something else than people.
type Miss struct {
	Answer

	Said quarry.AnswerCheck
}

// Agreement returns the share of answers of which the judge said what people said; 0
// where there are none.
func (r Result) Agreement() float64 { return share(r.Agreeing, r.Answers) }

// FalseCorrect returns the share of wrong answers that were called correct.
func (r Result) FalseCorrect() float64 {
	said := r.Confusion[quarry.VerdictIncorrect]
	wrong := 0
	for _, count := range said {
		wrong += count
	}
	return share(said[quarry.VerdictCorrect], wrong)
}

// Unsure returns the share of answers that the judge was unsure about.
func (r Result) Unsure() float64 {
	unsure := 0
	for _, said := range r.Confusion {
		unsure += said[quarry.VerdictUnsure]
	}
	return share(unsure, r.Answers)
}

func share(part, whole int) float64 {
	if whole == 0 {
		return 0
	}
	return float64(part) / float64(whole)
}

// Measure lets a judge do all answers, in their order.
func Measure(judge Judge, answers []Answer) Result {
	result := Result{Answers: len(answers), Confusion: make(Confusion)}
	kinds := map[string]Kind{}
	for _, verdict := range quarry.AnswerVerdicts() {
		result.Confusion[verdict] = make(map[quarry.AnswerVerdict]int)
	}
	for _, answer := range answers {
		said := judge.Judge(answer.Question, answer.Given)
		kind := kinds[answer.Kind]
		kind.Name = answer.Kind
		kind.Answers++
		result.Confusion[answer.Verdict][said.Verdict]++
		if said.Verdict == answer.Verdict {
			kind.Agreeing++
			result.Agreeing++
		} else {
			result.Misses = append(result.Misses, Miss{answer, said})
		}
		kinds[answer.Kind] = kind
	}
	for _, name := range slices.Sorted(maps.Keys(kinds)) {
		result.Kinds = append(result.Kinds, kinds[name])
	}
	return result
}
