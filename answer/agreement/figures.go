package agreement

import (
	"math"
	"math/rand/v2"
	"slices"

	"github.com/quarrykb/quarry"
)

// Figures are how a judge does, each from 0 to 1 but for the correlation; 0 where there is
// nothing to measure.
type Figures struct {
	Agreement float64 // share of all answers of which it said what people said
	Definite  float64 // share of all answers of which it was not unsure
	Right     float64 // share of the definite ones of which it said what people said
	Harmful   float64 // share of the definite ones: right ones called incorrect, wrong ones correct

	RightSpared    float64 // share of the right answers that were called correct or unsure
	RightIncorrect float64 // and incorrect
	WrongIncorrect float64 // share of the wrong answers that were called incorrect
	WrongCorrect   float64 // and correct

	Correlation float64 // Pearson's r of the score with the grade
	MacroF1     float64 // of what is right and what is not, where a score of a half is called right
	Calibration float64 // expected calibration error of the confidence in definite verdicts
}

// Figures measures.
func (all Judgements) Figures() Figures {
	const right, wrong, unsure = quarry.VerdictCorrect, quarry.VerdictIncorrect, quarry.VerdictUnsure
	share := func(part, whole int) float64 { return float64(part) / float64(max(1, whole)) }
	said, people := all.Confusion(), make(map[quarry.AnswerVerdict]int)
	agreeing, definite := 0, len(all)
	for verdict, counts := range said {
		for _, count := range counts {
			people[verdict] += count
		}
		agreeing += counts[verdict]
		definite -= counts[unsure]
	}
	f := Figures{
		Agreement: share(agreeing, len(all)), Definite: share(definite, len(all)), Right: share(agreeing-said[unsure][unsure], definite),
		Harmful:        share(said[right][wrong]+said[wrong][right], definite),
		RightSpared:    share(said[right][right]+said[right][unsure], people[right]),
		RightIncorrect: share(said[right][wrong], people[right]),
		WrongIncorrect: share(said[wrong][wrong], people[wrong]), WrongCorrect: share(said[wrong][right], people[wrong]),
		Correlation: all.correlation(), MacroF1: all.macroF1(),
	}
	for _, bin := range all.Reliability() {
		f.Calibration += share(bin.Answers, definite) * math.Abs(bin.Right-bin.Confidence)
	}
	return f
}

// correlation returns Pearson's r of score and grade.
func (all Judgements) correlation() float64 {
	meanSaid, meanGrade, n := 0.0, 0.0, float64(max(1, len(all)))
	for _, j := range all {
		meanSaid += j.Said.Score / n
		meanGrade += j.Grade / n
	}
	said, grade, both := 0.0, 0.0, 0.0
	for _, j := range all {
		a, b := j.Said.Score-meanSaid, j.Grade-meanGrade
		said, grade, both = said+a*a, grade+b*b, both+a*b
	}
	const tiny = 1e-12
	if said < tiny || grade < tiny {
		return 0
	}
	return both / math.Sqrt(said*grade)
}

// macroF1 returns the mean of the F1 of what is right and of what is not.
func (all Judgements) macroF1() float64 {
	const cut = 0.5
	var both, only, missed, neither float64
	for _, j := range all {
		switch is, says := j.Verdict == quarry.VerdictCorrect, j.Said.Score >= cut; {
		case is && says:
			both++
		case is:
			missed++
		case says:
			only++
		default:
			neither++
		}
	}
	f1 := func(hits float64) float64 { return 2 * hits / max(1, 2*hits+only+missed) }
	return (f1(both) + f1(neither)) / 2
}

// Bin is what became of the definite verdicts with a confidence from one value to another.
type Bin struct {
	From       float64 `json:"from"`
	To         float64 `json:"to"`
	Answers    int     `json:"answers"`
	Confidence float64 `json:"confidence"` // its mean
	Right      float64 `json:"right"`      // share of those of which people said the same
}

// Reliability returns the bins that hold something, by rising confidence.
func (all Judgements) Reliability() []Bin {
	const bins = 10 // of equal width
	var sums [bins]Bin
	for _, j := range all {
		if !j.isDefinite() {
			continue
		}
		bin := &sums[min(bins-1, max(0, int(j.Said.Confidence*bins)))]
		bin.Answers++
		bin.Confidence += j.Said.Confidence
		if j.agrees() {
			bin.Right++
		}
	}
	var filled []Bin
	for i, bin := range sums {
		if bin.Answers > 0 {
			n := float64(bin.Answers)
			filled = append(filled, Bin{float64(i) / bins, float64(i+1) / bins, bin.Answers, bin.Confidence / n, bin.Right / n})
		}
	}
	return filled
}

// Intervals returns between which figures the middle 95 % lie of samples of the questions,
// drawn with replacement: the answers to one question stay together (Efron, "Bootstrap
// methods: another look at the jackknife", 1979). They are the same each time.
func (all Judgements) Intervals() (Figures, Figures) {
	var low, high Figures
	const samples, tail = 400, 0.025
	byQuestion := map[string]Judgements{}
	var questions []string
	for _, j := range all {
		if byQuestion[j.Question.Text] == nil {
			questions = append(questions, j.Question.Text)
		}
		byQuestion[j.Question.Text] = append(byQuestion[j.Question.Text], j)
	}
	random := rand.New(rand.NewPCG(1, 2)) //nolint:gosec // it has to be the same each time
	var drawn [samples]Figures
	for i := range drawn {
		var sample Judgements
		for range questions {
			sample = append(sample, byQuestion[questions[random.IntN(len(questions))]]...)
		}
		drawn[i] = sample.Figures()
	}
	lows, highs := low.all(), high.all()
	for k := range lows {
		var values [samples]float64
		for i := range drawn {
			values[i] = *drawn[i].all()[k]
		}
		slices.Sort(values[:])
		*lows[k], *highs[k] = values[int(tail*samples)], values[samples-1-int(tail*samples)]
	}
	return low, high
}

// all returns where each figure is kept.
func (f *Figures) all() []*float64 {
	return []*float64{
		&f.Agreement, &f.Definite, &f.Right, &f.Harmful, &f.RightSpared, &f.RightIncorrect, &f.WrongIncorrect, &f.WrongCorrect,
		&f.Correlation, &f.MacroF1, &f.Calibration,
	}
}
