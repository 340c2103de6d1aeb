package main

import (
	"fmt"
	"math"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/answer"
)

// verdictThresholds are the least probabilities of the verdicts.
type verdictThresholds struct {
	Incorrect float64 `json:"incorrect"`
	Partly    float64 `json:"partly"`
	Correct   float64 `json:"correct"`
}

// thresholds chooses from which probabilities on a verdict is said, by the out-of-fold
// probabilities of the sets with the severity of the model: the most that are said and
// right, where a harmful verdict costs as much as it may be rare.
func (t *trainer) thresholds(sets []answerSet, all []*judgedAnswer, judge *answer.Judge) verdictThresholds {
	const harm = 1.5
	exact := map[*judgedAnswer]quarry.AnswerVerdict{}
	for _, a := range all {
		if !a.fitted && !a.taught {
			exact[a] = judge.Judge(a.Question, a.Given).Verdict
		}
	}
	var best verdictThresholds
	most := math.Inf(-1)
	for incorrect := 0.5; incorrect < 0.85; incorrect += 0.025 {
		for correct := 0.5; correct < 0.85; correct += 0.025 {
			for partly := 0.3; partly < 0.6; partly += 0.025 {
				one := verdictThresholds{digits(incorrect, 3), digits(partly, 3), digits(correct, 3)}
				worth := 0.0
				for i, set := range sets {
					if !set.home {
						continue
					}
					f := figuresOf(all, i, one, exact)
					worth += f.definite*(f.accuracy-0.5) - harm*f.definite*f.harmful
				}
				if worth > most {
					best, most = one, worth
				}
			}
		}
	}
	t.printf("thresholds %+v\n", best)
	for i, set := range sets {
		t.printf("%-20s %s\n", set.name, figuresOf(all, i, best, exact))
	}
	return best
}

// verdictFigures are how verdicts agree with those of people.
type verdictFigures struct {
	definite, accuracy, harmful                             float64 // shares of all, of the definite, of the definite
	rightSpared, rightIncorrect, wrongIncorrect, wrongRight float64
}

func (f verdictFigures) String() string {
	return fmt.Sprintf("definite %.3f, of these right %.3f, harmful %.3f; right ones correct or unsure %.3f, incorrect %.3f; wrong ones incorrect %.3f, correct %.3f",
		f.definite, f.accuracy, f.harmful, f.rightSpared, f.rightIncorrect, f.wrongIncorrect, f.wrongRight)
}

func figuresOf(all []*judgedAnswer, set int, by verdictThresholds, exact map[*judgedAnswer]quarry.AnswerVerdict) verdictFigures {
	var f verdictFigures
	count, right, wrong := 0.0, 0.0, 0.0
	for _, a := range all {
		if a.set != set || a.taught {
			continue
		}
		count++
		said, ruled := exact[a]
		if !ruled {
			said = by.verdict(a)
		}
		isRight, isWrong := a.Verdict == quarry.VerdictCorrect, a.Verdict == quarry.VerdictIncorrect
		add := func(to *float64, is bool) {
			if is {
				*to++
			}
		}
		add(&right, isRight)
		add(&wrong, isWrong)
		add(&f.definite, said != quarry.VerdictUnsure)
		add(&f.accuracy, said == a.Verdict && said != quarry.VerdictUnsure)
		add(&f.harmful, isRight && said == quarry.VerdictIncorrect || isWrong && said == quarry.VerdictCorrect)
		add(&f.rightSpared, isRight && (said == quarry.VerdictCorrect || said == quarry.VerdictUnsure))
		add(&f.rightIncorrect, isRight && said == quarry.VerdictIncorrect)
		add(&f.wrongIncorrect, isWrong && said == quarry.VerdictIncorrect)
		add(&f.wrongRight, isWrong && said == quarry.VerdictCorrect)
	}
	f.accuracy, f.harmful = f.accuracy/max(1, f.definite), f.harmful/max(1, f.definite)
	f.definite /= max(1, count)
	f.rightSpared, f.rightIncorrect = f.rightSpared/max(1, right), f.rightIncorrect/max(1, right)
	f.wrongIncorrect, f.wrongRight = f.wrongIncorrect/max(1, wrong), f.wrongRight/max(1, wrong)
	return f
}

func (by verdictThresholds) verdict(a *judgedAnswer) quarry.AnswerVerdict {
	switch {
	case 1-a.partly >= by.Incorrect:
		return quarry.VerdictIncorrect
	case a.correct >= by.Correct:
		return quarry.VerdictCorrect
	case a.partly-a.correct >= by.Partly:
		return quarry.VerdictPartly
	}
	return quarry.VerdictUnsure
}
