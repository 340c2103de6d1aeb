package grading

import (
	_ "embed" // the fitted model
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"math"
	"slices"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/internal/fit"
	"github.com/quarrykb/quarry/internal/lexicon"
)

//go:embed model.json
var modelFile []byte

// Model is the fitted model: two that each part the grades at one place.
type Model struct {
	AboveEasy *fit.Model `json:"above_easy"` // how likely an entry is medium or hard
	Hard      *fit.Model `json:"hard"`       // and how likely it is hard
}

// Odds are how likely an entry is to be easy, medium and hard.
type Odds [3]float64

// Odds returns what the model says of an entry.
func (m *Model) Odds(features []float64) Odds {
	aboveEasy := m.AboveEasy.Probability(features)
	hard := min(aboveEasy, m.Hard.Probability(features))
	return Odds{1 - aboveEasy, aboveEasy - hard, hard}
}

// farWeight is what it costs to call a hard entry easy, or an easy one hard, where to be off
// by one grade costs 1: at 3, out of fold, fewer than one in thirty are.
const farWeight = 3

// Grade returns the grade of which the least harm is to be expected, and how likely it is.
func (o Odds) Grade() quarry.Grade {
	const hundredths = 100
	difficulties := quarry.Difficulties()
	best, least := 0, math.Inf(1)
	for said := range difficulties {
		harm := 0.0
		for is, p := range o {
			switch max(said-is, is-said) {
			case 1:
				harm += p
			case len(difficulties) - 1:
				harm += farWeight * p
			}
		}
		if harm < least {
			best, least = said, harm
		}
	}
	confidence := math.Round(hundredths*o[best]) / hundredths
	return quarry.Grade{Difficulty: difficulties[best], Source: quarry.DifficultyEstimated, Confidence: confidence}
}

// Grader estimates difficulties. It is never changed, and may be used by several
// goroutines.
type Grader struct {
	cues  lexicon.Cues
	model *Model
}

// New returns a grader. It panics where the model that is a part of the program is none: a
// fault of the program.
func New(l *lexicon.Lexicon) *Grader {
	model, err := ReadModel(modelFile)
	if err != nil {
		panic(err)
	}
	return &Grader{cues: l.Cues(), model: model}
}

// ReadModel reads a model, and refuses one that is not of the features.
func ReadModel(data []byte) (*Model, error) {
	var m Model
	if err := json.Unmarshal(data, &m); err != nil {
		return nil, fmt.Errorf("read the model of difficulties: %w", err)
	}
	for _, one := range []*fit.Model{m.AboveEasy, m.Hard} {
		if one == nil || !slices.Equal(one.Names(), Features()) {
			return nil, errors.New("the model of difficulties is of other features")
		}
		if err := one.Check(); err != nil {
			return nil, fmt.Errorf("the model of difficulties: %w", err)
		}
	}
	return &m, nil
}

// Grade gives a grade to every question, fact and spec of a document whose source states none.
func (g *Grader) Grade(k *quarry.Knowledge) {
	for c, grade := range g.Estimates(k) {
		if c.Stated == "" {
			*c.entry.grade = grade
		}
	}
}

// Estimates returns the entries of a document that get a grade, and what would be estimated of each
// if its source stated nothing.
func (g *Grader) Estimates(k *quarry.Knowledge) iter.Seq2[Case, quarry.Grade] {
	return func(yield func(Case, quarry.Grade) bool) {
		cases := g.Cases(k)
		questions := newAnswered(cases)
		for _, c := range cases {
			if !yield(c, questions.leaning(c, g.model.Odds(c.Features)).Grade()) {
				return
			}
		}
	}
}
