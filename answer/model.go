package answer

import (
	_ "embed" // the fitted models
	"encoding/json"
	"fmt"
	"slices"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/internal/fit"
)

//go:embed weights.json
var weightsFile []byte

// model is the fitted part of the judge: the grade that is expected, how likely a fair
// examiner calls an answer right at least in part, and right, and when that is sure enough
// for a verdict. The probabilities are ordinal: what is right is right in part.
type model struct {
	Score      fit.Model  `json:"score"`
	Partly     fit.Model  `json:"partly"`
	Correct    fit.Model  `json:"correct"`
	Thresholds Thresholds `json:"thresholds"`
}

// Thresholds say when a verdict is sure enough; what reaches none is unsure.
type Thresholds struct {
	Incorrect float64 `json:"incorrect"` // the least probability of each verdict
	Partly    float64 `json:"partly"`
	Correct   float64 `json:"correct"`
	Low       float64 `json:"low"` // the highest score of what is called incorrect; what is called correct has more
}

func readModel(data []byte) (*model, error) {
	var m model
	if err := json.Unmarshal(data, &m); err != nil {
		return nil, fmt.Errorf("read the model of answers: %w", err)
	}
	for _, one := range []*fit.Model{&m.Score, &m.Partly, &m.Correct} {
		if err := one.Check(); err != nil {
			return nil, fmt.Errorf("read the model of answers: %w", err)
		}
		if !slices.Equal(one.Names(), features()) {
			return nil, fmt.Errorf("the model of answers takes %q, want %q: fit it again", one.Names(), features())
		}
	}
	return &m, nil
}

// opinion is what the model says of an answer.
type opinion struct {
	score           float64 // the grade that is expected, from 0 to 1
	partly, correct float64 // how likely it is right at least in part, and right
}

func (m *model) judge(x []float64) opinion {
	partly := m.Partly.Probability(x)
	return opinion{m.Score.Probability(x), partly, min(partly, m.Correct.Probability(x))}
}

// Verdict returns what an answer is called that is expected to be graded with a score, and
// that is right at least in part, and right, with such probabilities.
func (t Thresholds) Verdict(score, partly, correct float64) quarry.AnswerVerdict {
	switch {
	case 1-partly >= t.Incorrect && score <= t.Low:
		return quarry.VerdictIncorrect
	case correct >= t.Correct && score > t.Low:
		return quarry.VerdictCorrect
	case partly-correct >= t.Partly:
		return quarry.VerdictPartly
	}
	return quarry.VerdictUnsure
}

// confidence is how likely a verdict is right; of one that is unsure, how likely the
// likeliest is.
func (o opinion) confidence(verdict quarry.AnswerVerdict) float64 {
	switch verdict {
	case quarry.VerdictIncorrect:
		return 1 - o.partly
	case quarry.VerdictCorrect:
		return o.correct
	case quarry.VerdictPartly:
		return o.partly - o.correct
	case quarry.VerdictUnsure:
	}
	return max(1-o.partly, o.partly-o.correct, o.correct)
}
