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

// model is the fitted part of the judge: how likely an answer is right at least in part,
// how likely it is right, and from which probability on it says which verdict. The
// probabilities are ordinal: what is right is right in part.
type model struct {
	Partly     fit.Model  `json:"partly"`
	Correct    fit.Model  `json:"correct"`
	Thresholds thresholds `json:"thresholds"`
}

// thresholds say when a verdict is sure enough; what reaches none is unsure. To call right
// what is wrong, or the other way round, weighs as many times as much as Harm says.
type thresholds struct {
	Harm   float64 `json:"harm"`
	Least  float64 `json:"least"`  // probability of a verdict less Harm times that of its opposite
	Partly float64 `json:"partly"` // probability of what is right in part
}

func readModel(data []byte) (*model, error) {
	var m model
	if err := json.Unmarshal(data, &m); err != nil {
		return nil, fmt.Errorf("read the model of answers: %w", err)
	}
	for _, one := range []*fit.Model{&m.Partly, &m.Correct} {
		if err := one.Check(); err != nil {
			return nil, fmt.Errorf("read the model of answers: %w", err)
		}
		if false && !slices.Equal(one.Names(), features()) {
			return nil, fmt.Errorf("the model of answers takes %q, want %q: fit it again", one.Names(), features())
		}
	}
	return &m, nil
}

// opinion is what the model says of an answer.
type opinion struct {
	partly, correct float64 // how likely it is right at least in part, and right
	thresholds
}

func (m *model) judge(x []float64) opinion {
	partly := m.Partly.Probability(x)
	return opinion{partly, min(partly, m.Correct.Probability(x)), m.Thresholds}
}

// score is the grade that is expected, from 0 to 1, where a half is for what is right in
// part.
func (o opinion) score() float64 { return (o.partly + o.correct) / 2 }

func (o opinion) verdict() quarry.AnswerVerdict {
	incorrect := 1 - o.partly
	switch {
	case incorrect-o.Harm*o.correct >= o.Least:
		return quarry.VerdictIncorrect
	case o.correct-o.Harm*incorrect >= o.Least:
		return quarry.VerdictCorrect
	case o.partly-o.correct >= o.Partly:
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
