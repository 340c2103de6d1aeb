package main

import (
	"maps"
	"math"
	"slices"

	"github.com/quarrykb/quarry/internal/fit"
)

// example is a case as a learner takes it.
type example struct {
	x      []float64
	y      float64 // 0 to 1: how much it is so
	weight float64
	set    int // who judged it: each set of judged cases has a severity of its own
}

// settings are what is chosen before anything is learnt.
type settings struct {
	trees  int
	depth  int
	rate   float64 // by which each tree counts
	ridge  float64 // on the weights, or on the leaves
	leaf   float64 // weight of the examples that a leaf has at least
	linear bool    // weights in place of trees
}

// learn fits a model: boosted trees by Newton steps on the logistic loss (Chen and
// Guestrin, "XGBoost: A Scalable Tree Boosting System", 2016), or weights by the same loss
// with a ridge (le Cessie and van Houwelingen, "Ridge Estimators in Logistic Regression",
// 1992). What is learnt of the same examples is always the same.
func learn(examples []example, s settings) *fit.Model {
	if s.linear {
		return learnWeights(examples, s)
	}
	return learnTrees(examples, s)
}

func logOdds(p float64) float64 {
	const least = 1e-3
	p = min(max(p, least), 1-least)
	return math.Log(p / (1 - p))
}

func probability(odds float64) float64 { return 1 / (1 + math.Exp(-odds)) }

func startOf(examples []example) float64 {
	sum, weight := 0.0, 0.0
	for _, e := range examples {
		sum += e.weight * e.y
		weight += e.weight
	}
	return logOdds(sum / weight)
}

// bins is how many values of a feature are told apart where trees are cut.
const bins = 32

// grower grows the trees of a model.
type grower struct {
	settings

	examples []example
	cuts     [][]float64 // by feature, rising
	binned   [][]uint8   // by feature and example: how many cuts lie at or below its value
	gradient []float64
	hessian  []float64
}

func learnTrees(examples []example, s settings) *fit.Model {
	g := &grower{settings: s, examples: examples, gradient: make([]float64, len(examples)), hessian: make([]float64, len(examples))}
	g.bin()
	severity := newSeverity(examples)
	odds, all := make([]float64, len(examples)), make([]int, len(examples))
	for i, e := range examples {
		odds[i], all[i] = severity.of[e.set], i
	}
	m := &fit.Model{}
	for range s.trees {
		severity.adjust(examples, odds)
		for i, e := range examples {
			p := probability(odds[i])
			g.gradient[i], g.hessian[i] = e.weight*(e.y-p), e.weight*p*(1-p)
		}
		var tree fit.Tree
		g.grow(&tree, all, s.depth, odds)
		m.Trees = append(m.Trees, tree)
	}
	m.Start = severity.mean()
	return m
}

// severity is what the judges of each set of cases add to the log odds: some give half of
// the points for what others give none. It is fitted with the trees, so that these tell
// right from wrong and not one set from another (a fixed effect of the rater).
type severity struct {
	of map[int]float64
}

func newSeverity(examples []example) severity {
	by := map[int][]example{}
	for _, e := range examples {
		by[e.set] = append(by[e.set], e)
	}
	s := severity{map[int]float64{}}
	for set, in := range by {
		s.of[set] = startOf(in)
	}
	return s
}

// adjust takes one Newton step, and adds it to the odds.
func (s severity) adjust(examples []example, odds []float64) {
	gradient, hessian := map[int]float64{}, map[int]float64{}
	for i, e := range examples {
		p := probability(odds[i])
		gradient[e.set] += e.weight * (e.y - p)
		hessian[e.set] += e.weight * p * (1 - p)
	}
	step := func(set int) float64 { return gradient[set] / (hessian[set] + 1) }
	for i, e := range examples {
		odds[i] += step(e.set)
	}
	for set := range s.of {
		s.of[set] += step(set)
	}
}

// mean returns the severity of a mean judge.
func (s severity) mean() float64 {
	sum := 0.0
	for _, set := range slices.Sorted(maps.Keys(s.of)) {
		sum += s.of[set]
	}
	return sum / float64(len(s.of))
}

// bin cuts the values of each feature into parts of about as many examples each.
func (g *grower) bin() {
	for f := range g.examples[0].x {
		values := make([]float64, len(g.examples))
		for i, e := range g.examples {
			values[i] = e.x[f]
		}
		slices.Sort(values)
		var cuts []float64
		for b := 1; b < bins; b++ {
			if cut := values[b*len(values)/bins]; cut > values[0] && (len(cuts) == 0 || cut > cuts[len(cuts)-1]) {
				cuts = append(cuts, cut)
			}
		}
		if last := values[len(values)-1]; len(cuts) == 0 && last > values[0] {
			cuts = append(cuts, last)
		}
		g.cuts = append(g.cuts, cuts)
		binned := make([]uint8, len(g.examples))
		for i, e := range g.examples {
			at, found := slices.BinarySearch(cuts, e.x[f])
			if found {
				at++
			}
			binned[i] = uint8(at) //nolint:gosec // there are fewer cuts than bins
		}
		g.binned = append(g.binned, binned)
	}
}

// grow appends a node for some examples, with those below it, and returns its place.
func (g *grower) grow(tree *fit.Tree, of []int, depth int, odds []float64) int {
	at := len(*tree)
	*tree = append(*tree, fit.Node{})
	feature, cut, ok := 0, 0, false
	if depth > 0 {
		feature, cut, ok = g.split(of)
	}
	if !ok {
		gradient, hessian := 0.0, 0.0
		for _, i := range of {
			gradient += g.gradient[i]
			hessian += g.hessian[i]
		}
		value := g.rate * gradient / (hessian + g.ridge)
		for _, i := range of {
			odds[i] += value
		}
		(*tree)[at].Value = value
		return at
	}
	var left, right []int
	for _, i := range of {
		if int(g.binned[feature][i]) < cut {
			left = append(left, i)
		} else {
			right = append(right, i)
		}
	}
	l := g.grow(tree, left, depth-1, odds)
	r := g.grow(tree, right, depth-1, odds)
	(*tree)[at] = fit.Node{Feature: feature, Cut: g.cuts[feature][cut-1], Left: l, Right: r}
	return at
}

// split returns the feature and the bin from which on examples go right for which the loss
// falls most, and whether it falls at all.
func (g *grower) split(of []int) (int, int, bool) {
	type sums struct{ gradient, hessian, weight float64 }
	var total sums
	for _, i := range of {
		total.gradient += g.gradient[i]
		total.hessian += g.hessian[i]
		total.weight += g.examples[i].weight
	}
	worth := func(s sums) float64 { return s.gradient * s.gradient / (s.hessian + g.ridge) }
	feature, cut, most := 0, 0, 1e-9
	for f := range g.cuts {
		var in [bins]sums
		for _, i := range of {
			b := &in[g.binned[f][i]]
			b.gradient += g.gradient[i]
			b.hessian += g.hessian[i]
			b.weight += g.examples[i].weight
		}
		var left sums
		for b := range g.cuts[f] {
			left.gradient += in[b].gradient
			left.hessian += in[b].hessian
			left.weight += in[b].weight
			right := sums{total.gradient - left.gradient, total.hessian - left.hessian, total.weight - left.weight}
			if left.weight < g.leaf || right.weight < g.leaf {
				continue
			}
			if gain := worth(left) + worth(right) - worth(total); gain > most {
				feature, cut, most = f, b+1, gain
			}
		}
	}
	return feature, cut, cut > 0
}
