package agreement

import (
	"cmp"
	"slices"

	"github.com/quarrykb/quarry"
)

// Judge judges answers.
type Judge interface {
	Judge(q quarry.Question, given string) quarry.AnswerCheck
}

// Judgement is an answer that a person judged, and what the judge said of it.
type Judgement struct {
	Answer

	Said quarry.AnswerCheck
}

// Judgements are those of a set of answers, in their order.
type Judgements []Judgement

// Measure lets a judge do all answers, in their order.
func Measure(judge Judge, answers []Answer) Judgements {
	all := make(Judgements, len(answers))
	for i, one := range answers {
		all[i] = Judgement{one, judge.Judge(one.Question, one.Given)}
	}
	return all
}

// Confusion counts answers by what people said, then by what the judge said.
type Confusion map[quarry.AnswerVerdict]map[quarry.AnswerVerdict]int

// Confusion returns the counts, with a 0 where there is nothing.
func (all Judgements) Confusion() Confusion {
	counts := make(Confusion)
	for _, verdict := range quarry.AnswerVerdicts() {
		counts[verdict] = make(map[quarry.AnswerVerdict]int)
		for _, said := range quarry.AnswerVerdicts() {
			counts[verdict][said] = 0
		}
	}
	for _, j := range all {
		counts[j.Verdict][j.Said.Verdict]++
	}
	return counts
}

// Kind is how a judge did on answers of one sort.
type Kind struct {
	Name     string `json:"kind"`
	Answers  int    `json:"answers"`
	Agreeing int    `json:"agreeing"`
}

// Kinds returns how the judge did on each kind, by name.
func (all Judgements) Kinds() []Kind {
	var kinds []Kind
	for _, j := range all {
		at, known := slices.BinarySearchFunc(kinds, j.Kind, func(k Kind, name string) int { return cmp.Compare(k.Name, name) })
		if !known {
			kinds = slices.Insert(kinds, at, Kind{Name: j.Kind})
		}
		kinds[at].Answers++
		if j.agrees() {
			kinds[at].Agreeing++
		}
	}
	return kinds
}

// Misses returns what the judge said otherwise than people.
func (all Judgements) Misses() Judgements {
	return slices.DeleteFunc(slices.Clone(all), Judgement.agrees)
}

func (j Judgement) agrees() bool { return j.Said.Verdict == j.Verdict }

// isDefinite reports whether the judge said what it is.
func (j Judgement) isDefinite() bool { return j.Said.Verdict != quarry.VerdictUnsure }
