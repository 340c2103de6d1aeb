package main

import (
	"fmt"
	"math"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/answer"
)

// What is asked of verdicts: by all sets, and by those that were judged as a fair examiner
// does.
const (
	mostWronged = 0.03  // share of the right ones that are called incorrect
	leastAgreed = 0.80  // share of the definite verdicts that are those of the examiner
	leastSpared = 0.90  // share of the right ones that are called correct or unsure
	costOfHarm  = 7     // definite verdicts that a harmful one undoes
	costOfShort = 500   // and one that is missing from what is asked
	tried       = 0.025 // step
)

// thresholds chooses when a verdict is said, by the out-of-fold probabilities: as
// often as what is asked allows.
func (t *trainer) thresholds(sets []answerSet, all []*judgedAnswer) answer.Thresholds {
	var best answer.Thresholds
	most := math.Inf(-1)
	for _, one := range thresholdsTried() {
		worth := 0.0
		for i, set := range sets {
			f := figuresOf(all, i, one)
			short := max(0, f.rightIncorrect-mostWronged*f.right)
			if set.home {
				worth += (f.definite - costOfHarm*f.harmful) / f.answers
				short += max(0, leastAgreed*f.definite-f.agreeing) + max(0, leastSpared*f.right-f.rightSpared)
			}
			worth -= costOfShort * short / f.answers
		}
		if worth > most {
			best, most = one, worth
		}
	}
	t.printf("thresholds %+v\n", best)
	for i, set := range sets {
		t.printf("%-20s %s\n", set.name, figuresOf(all, i, best))
	}
	return best
}

func thresholdsTried() []answer.Thresholds {
	var all []answer.Thresholds
	for incorrect := 0.5; incorrect < 0.9; incorrect += tried {
		for correct := 0.5; correct < 0.9; correct += tried {
			for partly := 0.4; partly < 0.7; partly += tried {
				for low := 0.3; low < 0.6; low += tried {
					all = append(all, answer.Thresholds{Incorrect: digits(incorrect, 3), Partly: digits(partly, 3), Correct: digits(correct, 3), Low: digits(low, 3)})
				}
			}
		}
	}
	return all
}

// verdictFigures count how verdicts agree with those of people.
type verdictFigures struct {
	answers, definite, agreeing, harmful      float64
	right, rightSpared, rightIncorrect        float64
	wrong, wrongIncorrect, wrongCalledCorrect float64
}

func (f verdictFigures) String() string {
	return fmt.Sprintf("definite %.3f, of these right %.3f, harmful %.3f; right ones correct or unsure %.3f, incorrect %.3f; wrong ones incorrect %.3f, correct %.3f",
		f.definite/max(1, f.answers), f.agreeing/max(1, f.definite), f.harmful/max(1, f.definite),
		f.rightSpared/max(1, f.right), f.rightIncorrect/max(1, f.right), f.wrongIncorrect/max(1, f.wrong), f.wrongCalledCorrect/max(1, f.wrong))
}

func figuresOf(all []*judgedAnswer, set int, by answer.Thresholds) verdictFigures {
	var f verdictFigures
	for _, a := range all {
		if a.set == set && !a.taught {
			f.add(a.Verdict, a.said(by))
		}
	}
	return f
}

// add counts an answer by what a person said of it and what the judge says.
func (f *verdictFigures) add(judged, said quarry.AnswerVerdict) {
	right, wrong := truth(judged == quarry.VerdictCorrect), truth(judged == quarry.VerdictIncorrect)
	correct, incorrect, unsure := truth(said == quarry.VerdictCorrect), truth(said == quarry.VerdictIncorrect), truth(said == quarry.VerdictUnsure)
	f.answers++
	f.definite += 1 - unsure
	f.agreeing += truth(judged == said) * (1 - unsure)
	f.harmful += right*incorrect + wrong*correct
	f.right += right
	f.rightSpared += right * (correct + unsure)
	f.rightIncorrect += right * incorrect
	f.wrong += wrong
	f.wrongIncorrect += wrong * incorrect
	f.wrongCalledCorrect += wrong * correct
}

func truth(so bool) float64 { //nolint:revive // so is data
	if so {
		return 1
	}
	return 0
}

// said is what the judge says of an answer: what the rule does, or the model as far as
// rules let it.
func (a *judgedAnswer) said(by answer.Thresholds) quarry.AnswerVerdict {
	if a.exact != "" {
		return a.exact
	}
	return a.Within[by.Verdict(a.score, a.partly, a.correct)]
}
