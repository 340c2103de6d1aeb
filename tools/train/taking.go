package main

import (
	"encoding/json"
	"fmt"
	"math"
	"os"

	"github.com/quarrykb/quarry/internal/fit"
)

// taking is a model of what a reader takes, as it is fitted: a logistic regression.
type taking struct {
	of       string   // what it is fitted to, for people
	names    []string // of the features
	examples []example
	groups   []string // of the examples: those of one are judged together
	settings settings
	seeds    int
	report   func(said []float64) // prints what the probabilities out of fold come to
	file     string               // where it is embedded
}

// fitTaking fits a model, prints what it does out of fold and what dropping each of its
// features costs, and writes it.
func (t *trainer) fitTaking(of taking) error {
	said := outOfFold(of.groups, of.examples, of.settings, of.seeds)
	loss := takingLoss(of.examples, said)
	m := learn(of.examples, of.settings)
	m.About = fmt.Sprintf("Weights of a logistic regression for %s. Out of fold by document: log loss %.3f. The cost of a feature is what dropping it adds to the log loss.", of.of, loss)
	of.report(said)
	t.printf("\n| feature | dropping it adds to the log loss of %.3f |\n|---|---|\n", loss)
	for f, name := range of.names {
		m.Features = append(m.Features, fit.Feature{Name: name})
		if t.ablate {
			m.Features[f].Cost = takingLoss(of.examples, outOfFold(of.groups, without(of.examples, f), of.settings, of.seeds)) - loss
		}
		t.printf("| `%s` | %+.4f |\n", name, m.Features[f].Cost)
	}
	rounded(m)
	encoded, err := json.Marshal(m)
	if err != nil {
		return err
	}
	return os.WriteFile(of.file, append(encoded, '\n'), 0o600)
}

// blankModel returns a model of some features that knows nothing.
func blankModel(names []string) *fit.Model {
	m := &fit.Model{About: "it knows nothing: run make train"}
	for _, name := range names {
		m.Features = append(m.Features, fit.Feature{Name: name})
	}
	return m
}

// takingLoss returns the mean log loss of some probabilities.
func takingLoss(examples []example, said []float64) float64 {
	sum, weight := 0.0, 0.0
	for i, e := range examples {
		p := min(max(said[i], 1e-4), 1-1e-4)
		sum -= e.weight * (e.y*math.Log(p) + (1-e.y)*math.Log(1-p))
		weight += e.weight
	}
	return sum / weight
}
