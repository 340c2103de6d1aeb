package main

import (
	"fmt"
	"math"
	"strconv"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// step are examples that are so from 0.5 of the first feature on; the second tells nothing.
func step(count int) []example {
	var all []example
	for i := range count {
		x, y := float64(i)/float64(count), 0.0
		if x >= 0.5 {
			y = 1
		}
		all = append(all, example{[]float64{x, float64(i * 7 % 5)}, y, 1, 0})
	}
	return all
}

func trees() settings { return settings{trees: 40, depth: 2, rate: 0.2, ridge: 1, leaf: 4} }

func TestTreesLearnAStep(t *testing.T) {
	t.Parallel()
	m := learn(step(200), trees())
	for x, want := range map[float64]float64{0.1: 0, 0.45: 0, 0.55: 1, 0.9: 1} {
		if got := m.Probability([]float64{x, 2}); math.Abs(got-want) > 0.1 {
			t.Errorf("%v is so with %.3f, want %v", x, got, want)
		}
	}
	for _, tree := range m.Trees {
		for _, n := range tree {
			if n.Left != 0 && n.Feature != 0 {
				t.Errorf("a tree asks for feature %d, which tells nothing", n.Feature)
			}
		}
	}
}

// A feature that only tells whose examples they are is worth nothing: who judges more
// severely has a severity, and the model says what a mean judge would say.
func TestSeverityIsTakenApartFromTheFeatures(t *testing.T) {
	t.Parallel()
	var all []example
	for i := range 400 {
		set := i % 2
		y := 0.2
		if set == 1 {
			y = 0.8
		}
		all = append(all, example{[]float64{float64(set)}, y, 1, set})
	}
	m := learn(all, trees())
	for set := range 2 {
		if got := m.Probability([]float64{float64(set)}); math.Abs(got-0.5) > 0.02 {
			t.Errorf("an answer of set %d is right with %.3f, want a half: neither set is said to be better", set, got)
		}
	}
	for i := range all { // one judge for all: then it is the feature that tells
		all[i].set = 0
	}
	m = learn(all, trees())
	if low, high := m.Probability([]float64{0}), m.Probability([]float64{1}); math.Abs(low-0.2) > 0.05 || math.Abs(high-0.8) > 0.05 {
		t.Errorf("one judge: %.3f and %.3f, want 0.2 and 0.8", low, high)
	}
}

func TestSeverityIsThatOfAMeanJudge(t *testing.T) {
	t.Parallel()
	s := newSeverity([]example{{nil, 0.2, 1, 0}, {nil, 0.8, 1, 1}, {nil, 0.8, 3, 1}})
	if got := s.mean(); math.Abs(got) > 1e-9 {
		t.Errorf("log odds %v, want 0: the sets count alike, however many examples they have", got)
	}
}

func TestAGroupIsInOneFold(t *testing.T) {
	t.Parallel()
	const questions = 200
	counts := map[int]int{}
	for i := range questions {
		group := fmt.Sprintf("What is number %d?", i)
		fold := foldOf(group, 0)
		counts[fold]++
		if again := foldOf(fmt.Sprintf("  what IS\nnumber %d?", i), 0); again != fold {
			t.Errorf("%q is in fold %d and, with other spaces and capitals, in %d", group, fold, again)
		}
	}
	for fold := range folds {
		if counts[fold] == 0 {
			t.Errorf("fold %d is empty", fold)
		}
	}
}

// A group whose examples all say the opposite of the others shows whether it was learnt from.
func TestWhatIsJudgedWasNotLearntFrom(t *testing.T) {
	t.Parallel()
	var all []example
	var groups []string
	for i := range 20 {
		for range 10 {
			y := float64(i % 2)
			all, groups = append(all, example{[]float64{float64(i)}, y, 1, 0}), append(groups, fmt.Sprintf("group %d", i))
		}
	}
	s := settings{trees: 60, depth: 6, rate: 0.5, ridge: 0.1, leaf: 1}
	inside, outside := learn(all, s), outOfFold(groups, all, s, 2)
	known, guessed := 0.0, 0.0
	for i, e := range all {
		known += math.Abs(inside.Probability(e.x)-e.y) / float64(len(all))
		guessed += math.Abs(outside[i]-e.y) / float64(len(all))
	}
	if known > 0.2 || guessed < 0.4 {
		t.Errorf("wrong by %.3f where it was learnt and %.3f out of fold, want little and a half at least", known, guessed)
	}
}

func TestWeightsDoNotDependOnTheScale(t *testing.T) {
	t.Parallel()
	s := settings{ridge: 1, linear: true}
	plain, large := step(200), step(200)
	for i := range large {
		large[i].x = []float64{1000*plain[i].x[0] + 5, plain[i].x[1]}
	}
	one, other := learn(plain, s), learn(large, s)
	for x := 0.0; x < 1; x += 0.1 {
		if a, b := one.Probability([]float64{x, 2}), other.Probability([]float64{1000*x + 5, 2}); math.Abs(a-b) > 1e-6 {
			t.Errorf("%.1f is so with %.6f, and with %.6f on another scale", x, a, b)
		}
	}
	if low, high := one.Probability([]float64{0.1, 2}), one.Probability([]float64{0.9, 2}); low > 0.2 || high < 0.8 {
		t.Errorf("a step is fitted as %.3f to %.3f", low, high)
	}
}

func TestTheSameExamplesGiveTheSameModel(t *testing.T) {
	t.Parallel()
	for _, s := range []settings{trees(), {ridge: 1, linear: true}} {
		var all []example
		for i, e := range step(150) {
			e.set, e.y = i%3, (e.y+float64(i%4)/4)/2
			all = append(all, e)
		}
		want := learn(all, s)
		rounded(want)
		for range 3 {
			got := learn(all, s)
			rounded(got)
			if diff := cmp.Diff(want, got); diff != "" {
				t.Fatalf("another model:\n%s", diff)
			}
		}
		groups := make([]string, len(all))
		for i := range groups {
			groups[i] = strconv.Itoa(i / 3)
		}
		if diff := cmp.Diff(outOfFold(groups, all, s, 1), outOfFold(groups, all, s, 1)); diff != "" {
			t.Errorf("other figures out of fold:\n%s", diff)
		}
	}
}

func TestAFeatureIsLeftOut(t *testing.T) {
	t.Parallel()
	all := step(4)
	if got := without(all, 0); len(got[3].x) != 1 || got[3].x[0] != all[3].x[1] || len(all[3].x) != 2 {
		t.Errorf("without the first feature: %v of %v", got[3].x, all[3].x)
	}
}

func TestFiguresAreThoseOfTheTextbook(t *testing.T) {
	t.Parallel()
	if got, want := pearson([]float64{0.1, 0.4, 0.2, 0.9}, []float64{0, 0.5, 0.5, 1}), 0.4/math.Sqrt(0.38*0.5); math.Abs(got-want) > 1e-9 {
		t.Errorf("r = %v, want %v", got, want)
	}
	so, said := []bool{true, true, true, false, false}, []float64{0.9, 0.8, 0.2, 0.7, 0.1}
	if got, want := macroF1(so, said, 0.5), (4.0/6+2.0/4)/2; math.Abs(got-want) > 1e-9 {
		t.Errorf("macro F1 = %v, want %v", got, want)
	}
	if cut := bestCut(so, said); macroF1(so, said, cut) < macroF1(so, said, 0.5) {
		t.Errorf("the best cut %v is worse than a half", cut)
	}
	groups := []string{"a", "a", "b", "b", "c"}
	low, high := interval(groups, func(of []int) float64 { return mean(picked(said, of)) })
	if m := mean(said); low > m || high < m || low == high {
		t.Errorf("the mean %v lies between %v and %v", m, low, high)
	}
}

// A bag says the mean of what models say that lack another fold each.
func TestABagIsTheMeanOfItsModels(t *testing.T) {
	t.Parallel()
	all, groups := step(200), make([]string, 200)
	for i := range groups {
		groups[i] = strconv.Itoa(i)
	}
	const seeds = 3
	want := 0.0
	for seed := range seeds {
		_, out := parted(groups, seed, 0)
		if len(out) == len(all) {
			t.Fatalf("nothing is left out by seed %d", seed)
		}
		want += learn(picked(all, out), trees()).LogOdds(all[0].x) / seeds
	}
	if got := bag(groups, all, trees(), seeds).LogOdds(all[0].x); math.Abs(got-want) > 1e-9 {
		t.Errorf("the bag says %v, its models %v in the mean", got, want)
	}
}
