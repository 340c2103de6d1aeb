package main

import (
	"fmt"
	"math"

	"github.com/quarrykb/quarry"
)

// verdictThresholds say when a verdict is sure enough.
type verdictThresholds struct {
	Harm   float64 `json:"harm"`
	Least  float64 `json:"least"`
	Partly float64 `json:"partly"`
}

// What is asked of definite verdicts, over the sets that were judged as a fair examiner does.
const (
	mostHarmful  = 0.02
	leastAgreed  = 0.80
	farFromAsked = 10 // what is missing weighs as many times as much as what is definite
)

// thresholds chooses when a verdict is said, by the out-of-fold probabilities: as often as
// what is asked of definite verdicts allows.
func (t *trainer) thresholds(sets []answerSet, all []*judgedAnswer) verdictThresholds {
	var best verdictThresholds
	most := math.Inf(-1)
	for _, one := range thresholdsTried() {
		definite, agreeing, harmful := 0.0, 0.0, 0.0
		for i, set := range sets {
			if f := figuresOf(all, i, one); set.home {
				definite, agreeing, harmful = definite+f.definite/f.answers, agreeing+f.agreeing/f.answers, harmful+f.harmful/f.answers
			}
		}
		missing := max(0, harmful-mostHarmful*definite) + max(0, leastAgreed*definite-agreeing)
		if worth := definite - farFromAsked*missing; worth > most {
			best, most = one, worth
		}
	}
	t.printf("thresholds %+v\n", best)
	for i, set := range sets {
		t.printf("%-20s %s\n", set.name, figuresOf(all, i, best))
	}
	return best
}

func thresholdsTried() []verdictThresholds {
	const step = 0.05
	var all []verdictThresholds
	for _, harm := range []float64{0, 1, 2, 3, 4, 6, 8} {
		for least := 0.0; least < 0.9; least += step {
			for partly := 0.3; partly < 0.8; partly += step {
				all = append(all, verdictThresholds{harm, digits(least, 3), digits(partly, 3)})
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
	case 1-a.partly-by.Harm*a.correct >= by.Least:
		return a.Within(quarry.VerdictIncorrect)
	case a.correct-by.Harm*(1-a.partly) >= by.Least:
		return a.Within(quarry.VerdictCorrect)
	case a.partly-a.correct >= by.Partly:
		return a.Within(quarry.VerdictPartly)
	}
	return a.Within(quarry.VerdictUnsure)
}
