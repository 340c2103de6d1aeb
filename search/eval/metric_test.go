package eval_test

import (
	"math"
	"testing"

	"github.com/quarrykb/quarry/search/eval"
)

// at is a hit that shows some lines of a document, all of them in one hit.
func at(path string, lines ...int) eval.Hit {
	hit := eval.Hit{}
	for _, line := range lines {
		hit = append(hit, eval.Place{Path: path, LineStart: line, LineEnd: line})
	}
	return hit
}

func judged(path string, first, last, grade int) eval.Judgement {
	return eval.Judgement{Place: eval.Place{Path: path, LineStart: first, LineEnd: last}, Grade: grade}
}

// miss is a hit that was not judged.
func miss() eval.Hit { return at("other.md", 1) }

func TestScoresAreThoseThatAHandComputes(t *testing.T) {
	t.Parallel()
	second, third := 1/math.Log2(3), 0.5 // what rank 2 and rank 3 leave of a gain
	for name, tc := range map[string]struct {
		hits     []eval.Hit
		relevant []eval.Judgement
		want     eval.Scores
	}{
		"the best order is 1": {
			[]eval.Hit{at("a", 1), at("b", 1)},
			[]eval.Judgement{judged("b", 1, 1, 1), judged("a", 1, 1, 2)},
			eval.Scores{NDCG: 1, MRR: 1, Recall: 1},
		},
		"a grade of 2 gains 3 and one of 1 gains 1": {
			[]eval.Hit{at("b", 1), at("a", 1)},
			[]eval.Judgement{judged("a", 1, 1, 2), judged("b", 1, 1, 1)},
			eval.Scores{NDCG: (1 + 3*second) / (3 + second), MRR: 1, Recall: 1},
		},
		"the first relevant hit on rank 3": {
			[]eval.Hit{miss(), miss(), at("a", 1)},
			[]eval.Judgement{judged("a", 1, 1, 2), judged("b", 1, 1, 2)},
			eval.Scores{NDCG: 3 * third / (3 + 3*second), MRR: 1.0 / 3, Recall: 0.5},
		},
		"what stands on rank 11 is not found": {
			[]eval.Hit{
				miss(), miss(), miss(), miss(), miss(), miss(), miss(), miss(), miss(), miss(), at("a", 1),
			},
			[]eval.Judgement{judged("a", 1, 1, 1)},
			eval.Scores{},
		},
		"lines that touch are enough": {
			[]eval.Hit{at("a", 5)},
			[]eval.Judgement{judged("a", 1, 5, 1)},
			eval.Scores{NDCG: 1, MRR: 1, Recall: 1},
		},
		"lines beside each other are not": {
			[]eval.Hit{at("a", 6)},
			[]eval.Judgement{judged("a", 1, 5, 1)},
			eval.Scores{},
		},
		"the same lines of another document are not": {
			[]eval.Hit{at("b", 3)},
			[]eval.Judgement{judged("a", 1, 5, 1)},
			eval.Scores{},
		},
		"a place that two hits show counts once": {
			[]eval.Hit{at("a", 1), at("a", 2)},
			[]eval.Judgement{judged("a", 1, 5, 1), judged("b", 1, 1, 1)},
			eval.Scores{NDCG: 1 / (1 + second), MRR: 1, Recall: 0.5},
		},
		"a hit that shows two places counts as the better": {
			[]eval.Hit{at("a", 1, 9)},
			[]eval.Judgement{judged("a", 1, 1, 1), judged("a", 9, 9, 2)},
			eval.Scores{NDCG: 3 / (3 + second), MRR: 1, Recall: 1},
		},
		"a grade of 0 is judged and not relevant": {
			[]eval.Hit{at("a", 1), at("b", 1)},
			[]eval.Judgement{judged("a", 1, 1, 0), judged("b", 1, 1, 1)},
			eval.Scores{NDCG: second, MRR: 0.5, Recall: 1},
		},
		"nothing relevant": {[]eval.Hit{at("a", 1)}, []eval.Judgement{judged("a", 1, 1, 0)}, eval.Scores{}},
		"nothing judged":   {[]eval.Hit{at("a", 1)}, nil, eval.Scores{}},
		"nothing found":    {nil, []eval.Judgement{judged("a", 1, 1, 2)}, eval.Scores{}},
		"recall is of them all, and the ideal of ten": {
			[]eval.Hit{at("a", 1)},
			twelve(),
			eval.Scores{NDCG: 1 / idealOfTen(), MRR: 1, Recall: 1.0 / 12},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if got := eval.Score(tc.hits, tc.relevant); !alike(got, tc.want) {
				t.Errorf("scores = %+v, want %+v", got, tc.want)
			}
		})
	}
}

// twelve are the first twelve lines of a document, each a place of grade 1.
func twelve() []eval.Judgement {
	var all []eval.Judgement
	for line := range 12 {
		all = append(all, judged("a", line+1, line+1, 1))
	}
	return all
}

func idealOfTen() float64 {
	sum := 0.0
	for rank := range 10 {
		sum += 1 / math.Log2(float64(rank)+2)
	}
	return sum
}

func alike(a, b eval.Scores) bool {
	const rounding = 1e-12
	return math.Abs(a.NDCG-b.NDCG) < rounding && math.Abs(a.MRR-b.MRR) < rounding && math.Abs(a.Recall-b.Recall) < rounding
}

func TestAMeanCountsEveryQueryAlike(t *testing.T) {
	t.Parallel()
	got := eval.Mean([]eval.Scores{{NDCG: 1, MRR: 1, Recall: 1}, {NDCG: 0.5, MRR: 0, Recall: 0.25}})
	if want := (eval.Scores{NDCG: 0.75, MRR: 0.5, Recall: 0.625}); !alike(got, want) {
		t.Errorf("mean = %+v, want %+v", got, want)
	}
	if got := eval.Mean(nil); got != (eval.Scores{}) {
		t.Errorf("mean of nothing = %+v, want zeros", got)
	}
}
