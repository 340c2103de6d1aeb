package main

import (
	"fmt"
	"math"

	"github.com/quarrykb/quarry"
)

// verdictThresholds are the least probabilities of the verdicts.
type verdictThresholds struct {
	Incorrect float64 `json:"incorrect"`
	Partly    float64 `json:"partly"`
	Correct   float64 `json:"correct"`
}

// thresholds chooses from which probabilities on a verdict is said, by the out-of-fold
// probabilities of the sets that were judged as a fair examiner does.
func (t *trainer) thresholds(sets []answerSet, all []*judgedAnswer) verdictThresholds {
	var best verdictThresholds
	most := math.Inf(-1)
	for _, one := range thresholdsTried() {
		worth := 0.0
		for i, set := range sets {
			if set.home {
				worth += figuresOf(all, i, one).worth()
			}
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

// thresholdsTried returns what is tried. Nothing is called incorrect that is right about as
// likely: that hurts most who was right.
func thresholdsTried() []verdictThresholds {
	const step = 0.025
	var all []verdictThresholds
	for incorrect := 0.575; incorrect < 0.85; incorrect += step {
		for correct := 0.5; correct < 0.85; correct += step {
			for partly := 0.3; partly < 0.6; partly += step {
				all = append(all, verdictThresholds{digits(incorrect, 3), digits(partly, 3), digits(correct, 3)})
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

// worth is what is gained by the definite verdicts: nearly half of them agree by chance, and a
// harmful one is worse than none.
func (f verdictFigures) worth() float64 {
	const chance = 0.45
	return (f.agreeing - chance*f.definite - f.harmful) / max(1, f.answers)
}

func (f verdictFigures) String() string {
	return fmt.Sprintf("definite %.3f, of these right %.3f, harmful %.3f; right ones correct or unsure %.3f, incorrect %.3f; wrong ones incorrect %.3f, correct %.3f",
		f.definite/max(1, f.answers), f.agreeing/max(1, f.definite), f.harmful/max(1, f.definite),
		f.rightSpared/max(1, f.right), f.rightIncorrect/max(1, f.right), f.wrongIncorrect/max(1, f.wrong), f.wrongCalledCorrect/max(1, f.wrong))
}

func figuresOf(all []*judgedAnswer, set int, by verdictThresholds) verdictFigures {
	var f verdictFigures
	for _, a := range all {
		if a.set == set && !a.taught {
			f.add(a.Verdict, by.verdict(a))
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

// verdict is what the judge says of an answer: what the rule does, or the model as far as
// rules let it.
func (by verdictThresholds) verdict(a *judgedAnswer) quarry.AnswerVerdict {
	switch {
	case a.exact != "":
		return a.exact
	case 1-a.partly >= by.Incorrect:
		return a.Within(quarry.VerdictIncorrect)
	case a.correct >= by.Correct:
		return a.Within(quarry.VerdictCorrect)
	case a.partly-a.correct >= by.Partly:
		return a.Within(quarry.VerdictPartly)
	}
	return a.Within(quarry.VerdictUnsure)
}
