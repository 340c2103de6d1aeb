package eval

import (
	"math"
	"slices"
)

// Depth is how many hits of an answer count.
const Depth = 10

// Scores are the measures of one answer, or their means over many. All are
// between 0 and 1.
type Scores struct {
	// NDCG is the normalised discounted cumulative gain (Järvelin and Kekäläinen,
	// "Cumulated gain-based evaluation of IR techniques", 2002): the gain of a hit
	// of grade g at rank i is (2^g - 1) / log2(i + 1), and the sum is divided by
	// that of the best order there is.
	NDCG float64
	// MRR is one divided by the rank of the first relevant hit, 0 without one.
	MRR float64
	// Recall is the share of the relevant places that were found.
	Recall float64
}

// Score measures one answer by its first Depth hits. A judged place counts once,
// for the first hit that shows it; a hit that shows several counts as the best
// of them. What was not judged is not relevant, and a query to which nothing is
// scores 0.
func Score(hits []Hit, relevant []Judgement) Scores {
	hits = hits[:min(Depth, len(hits))]
	met := make([]bool, len(relevant))
	var gained, reciprocal float64
	for i, hit := range hits {
		grade := meet(hit, relevant, met)
		if grade > 0 && reciprocal == 0 {
			reciprocal = 1 / float64(i+1)
		}
		gained += gain(grade, i)
	}
	scores := Scores{MRR: reciprocal}
	if best := ideal(relevant); best > 0 {
		scores.NDCG = gained / best
	}
	worth, found := 0, 0
	for i, r := range relevant {
		if r.Grade > 0 {
			worth++
			if met[i] {
				found++
			}
		}
	}
	if worth > 0 {
		scores.Recall = float64(found) / float64(worth)
	}
	return scores
}

// meet notes which judged places a hit shows that none before it showed, and
// returns the best grade among them.
func meet(hit Hit, relevant []Judgement, met []bool) int {
	grade := 0
	for _, place := range hit {
		for i, r := range relevant {
			if !met[i] && place.overlaps(r.Place) {
				met[i] = true
				grade = max(grade, r.Grade)
			}
		}
	}
	return grade
}

// gain is what a hit of this grade is worth at a rank counted from 0.
func gain(grade, rank int) float64 {
	return (math.Exp2(float64(grade)) - 1) / math.Log2(float64(rank+2))
}

// ideal is the gain of the best order of the judged places.
func ideal(relevant []Judgement) float64 {
	grades := make([]int, len(relevant))
	for i, r := range relevant {
		grades[i] = r.Grade
	}
	slices.SortFunc(grades, func(a, b int) int { return b - a })
	sum := 0.0
	for i, grade := range grades[:min(Depth, len(grades))] {
		sum += gain(grade, i)
	}
	return sum
}

// Mean returns the means of many scores, zeros of none.
func Mean(all []Scores) Scores {
	var sum Scores
	for _, s := range all {
		sum.NDCG += s.NDCG
		sum.MRR += s.MRR
		sum.Recall += s.Recall
	}
	n := float64(max(1, len(all)))
	return Scores{NDCG: sum.NDCG / n, MRR: sum.MRR / n, Recall: sum.Recall / n}
}
