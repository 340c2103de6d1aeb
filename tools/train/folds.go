package main

import (
	"hash/fnv"
	"slices"
	"strings"
	"sync"

	"github.com/quarrykb/quarry/internal/fit"
)

// folds is into how many parts cases are cut; each is judged by a model of the others.
const folds = 10

// foldOf returns the fold of a group of cases, such as the answers to one question: a group
// is never learnt from and judged at once.
func foldOf(group string, seed int) int {
	sum := fnv.New32a()
	_, _ = sum.Write([]byte(strings.Repeat("#", seed) + strings.Join(strings.Fields(strings.ToLower(group)), " "))) // it never fails
	return int(sum.Sum32() % folds)
}

// outOfFold returns for each case the probability by the mean log odds of models that have
// not seen its group, one for each seed.
func outOfFold(groups []string, examples []example, s settings, seeds int) []float64 {
	odds := make([]float64, len(examples))
	var mu sync.Mutex
	var all sync.WaitGroup
	for seed := range seeds {
		for fold := range folds {
			all.Go(func() {
				in, out := parted(groups, seed, fold)
				m := learn(weighted(picked(examples, out)), s)
				mu.Lock()
				defer mu.Unlock()
				for _, i := range in {
					odds[i] += m.LogOdds(examples[i].x) / float64(seeds)
				}
			})
		}
	}
	all.Wait()
	for i := range odds {
		odds[i] = probability(odds[i])
	}
	return odds
}

// bag fits trees that give the mean log odds of several models, each of which lacks another
// fold of the groups: what [outOfFold] measures (Breiman, "Bagging Predictors", 1996).
func bag(groups []string, examples []example, s settings, seeds int) *fit.Model {
	all := &fit.Model{}
	for seed := range seeds {
		_, out := parted(groups, seed, 0)
		m := learn(weighted(picked(examples, out)), s)
		all.Start += m.Start / float64(seeds)
		for _, tree := range m.Trees {
			for i := range tree {
				tree[i].Value /= float64(seeds)
			}
			all.Trees = append(all.Trees, tree)
		}
	}
	return all
}

// parted returns the cases in a fold and those out of it.
func parted(groups []string, seed, fold int) ([]int, []int) {
	var in, out []int
	for i, group := range groups {
		if foldOf(group, seed) == fold {
			in = append(in, i)
		} else {
			out = append(out, i)
		}
	}
	return in, out
}

// weighted returns the examples that count.
func weighted(examples []example) []example {
	return slices.DeleteFunc(slices.Clone(examples), func(e example) bool { return e.weight == 0 })
}

// without returns the examples without one feature.
func without(examples []example, feature int) []example {
	rest := make([]example, len(examples))
	for i, e := range examples {
		rest[i] = e
		rest[i].x = append(append([]float64(nil), e.x[:feature]...), e.x[feature+1:]...)
	}
	return rest
}

// rounded brings a model to as many digits as tell something.
func rounded(m *fit.Model) {
	m.Start = digits(m.Start, 5)
	for i := range m.Weights {
		m.Weights[i] = digits(m.Weights[i], 5)
	}
	for _, tree := range m.Trees {
		for i := range tree {
			tree[i].Cut, tree[i].Value = digits(tree[i].Cut, 5), digits(tree[i].Value, 4)
		}
	}
	for i := range m.Features {
		m.Features[i].Cost = digits(m.Features[i].Cost, 4)
	}
}
