// Package fit evaluates small models that were fitted to judged cases: some numbers that
// describe a case in, a probability out. It promises that a model says the same of the same
// numbers on every machine, and that a file that is no whole model is refused. Models are
// fitted by tools/train; what was measured stands in the file of each.
package fit

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
)

// MostFeatures is how many numbers a model takes at most: who reads it can still think
// about each.
const MostFeatures = 24

// Model is a fitted model: log odds that are a sum of boosted regression trees (Friedman,
// "Greedy function approximation: a gradient boosting machine", 2001) and of weighted
// features, put right by a calibration. It is never changed, and may be used by several
// goroutines.
type Model struct {
	About       string    `json:"about"` // what it was fitted to, and with which figures
	Features    []Feature `json:"features"`
	Start       float64   `json:"start"`             // log odds before any feature counts
	Weights     []float64 `json:"weights,omitempty"` // one for each feature, or none
	Trees       []Tree    `json:"trees,omitempty"`
	Calibration []Knot    `json:"calibration,omitempty"` // by rising log odds; none leaves them as they are
}

// Feature is one of the numbers that a model takes.
type Feature struct {
	Name string  `json:"name"`
	Cost float64 `json:"cost"` // what dropping it costs of the figure that About names, out of fold
}

// Tree is a regression tree by its nodes; the first is the root.
type Tree []Node

// Node is a question to a feature, or a leaf where Left is 0. Its children stand behind it.
type Node struct {
	Feature     int
	Cut         float64 // what is less goes left
	Left, Right int     // places of its children in the tree
	Value       float64 // of a leaf, in log odds
}

// Knot is a place of a calibration: probabilities between two are interpolated.
type Knot struct {
	LogOdds     float64 `json:"log_odds"`
	Probability float64 `json:"probability"`
}

// Read reads a model, and refuses one that could not be evaluated.
func Read(data []byte) (*Model, error) {
	var m Model
	if err := json.Unmarshal(data, &m); err != nil {
		return nil, fmt.Errorf("read a model: %w", err)
	}
	return &m, m.Check()
}

// Embedded reads a model that is a part of the program. It panics where that is none: a
// fault of the program.
func Embedded(data []byte) *Model {
	m, err := Read(data)
	if err != nil {
		panic(err)
	}
	return m
}

// Yes returns 1 for what is so, and 0: a feature that holds or does not.
func Yes(so bool) float64 { //nolint:revive // the flag is the number
	if so {
		return 1
	}
	return 0
}

// Check refuses a model that could not be evaluated.
func (m *Model) Check() error {
	if n := len(m.Features); n == 0 || n > MostFeatures {
		return fmt.Errorf("a model has %d features, want 1 to %d", n, MostFeatures)
	}
	if n := len(m.Weights); n != 0 && n != len(m.Features) {
		return fmt.Errorf("a model has %d weights for %d features", n, len(m.Features))
	}
	for i, tree := range m.Trees {
		if err := tree.check(len(m.Features)); err != nil {
			return fmt.Errorf("tree %d of a model: %w", i, err)
		}
	}
	for i, k := range m.Calibration {
		if i > 0 && (k.LogOdds <= m.Calibration[i-1].LogOdds || k.Probability < m.Calibration[i-1].Probability) {
			return errors.New("the calibration of a model does not rise")
		}
	}
	return nil
}

// check refuses a tree in which a walk would leave it or not end.
func (t Tree) check(features int) error {
	if len(t) == 0 {
		return errors.New("it has no nodes")
	}
	for i, n := range t {
		if n.Left == 0 {
			continue
		}
		if n.Feature < 0 || n.Feature >= features || n.Left <= i || n.Right <= i || max(n.Left, n.Right) >= len(t) {
			return fmt.Errorf("node %d asks for feature %d and goes on to %d and %d", i, n.Feature, n.Left, n.Right)
		}
	}
	return nil
}

// Names returns the names of the features, in the order in which Probability takes them.
func (m *Model) Names() []string {
	names := make([]string, len(m.Features))
	for i, f := range m.Features {
		names[i] = f.Name
	}
	return names
}

// Probability returns how likely it is, from 0 to 1, that what x describes is so: one
// number for each feature.
func (m *Model) Probability(x []float64) float64 {
	return m.calibrated(m.LogOdds(x))
}

// LogOdds returns what the model says before it is calibrated.
func (m *Model) LogOdds(x []float64) float64 {
	sum := m.Start
	for i, w := range m.Weights {
		sum += w * x[i]
	}
	for _, tree := range m.Trees {
		sum += tree.value(x)
	}
	return sum
}

func (t Tree) value(x []float64) float64 {
	at := 0
	for t[at].Left != 0 {
		if x[t[at].Feature] < t[at].Cut {
			at = t[at].Left
		} else {
			at = t[at].Right
		}
	}
	return t[at].Value
}

func (m *Model) calibrated(odds float64) float64 {
	if len(m.Calibration) == 0 {
		return 1 / (1 + math.Exp(-odds))
	}
	at, _ := slices.BinarySearchFunc(m.Calibration, odds, func(k Knot, odds float64) int {
		if k.LogOdds < odds {
			return -1
		}
		return 1
	})
	if at == 0 {
		return m.Calibration[0].Probability
	}
	if at == len(m.Calibration) {
		return m.Calibration[at-1].Probability
	}
	from, to := m.Calibration[at-1], m.Calibration[at]
	share := (odds - from.LogOdds) / (to.LogOdds - from.LogOdds)
	return from.Probability + share*(to.Probability-from.Probability)
}

// MarshalJSON writes a node as a row of five numbers, a leaf as its value.
func (n Node) MarshalJSON() ([]byte, error) {
	if n.Left == 0 {
		return json.Marshal(n.Value)
	}
	return json.Marshal([]float64{float64(n.Feature), n.Cut, float64(n.Left), float64(n.Right)})
}

// UnmarshalJSON reads what MarshalJSON writes.
func (n *Node) UnmarshalJSON(data []byte) error {
	if err := json.Unmarshal(data, &n.Value); err == nil {
		return nil
	}
	var row [4]float64
	if err := json.Unmarshal(data, &row); err != nil {
		return fmt.Errorf("read a node: %w", err)
	}
	n.Feature, n.Cut, n.Left, n.Right = int(row[0]), row[1], int(row[2]), int(row[3])
	return nil
}
