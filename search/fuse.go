package search

import (
	"cmp"
	"slices"

	"github.com/quarrykb/quarry"
)

// answer is what one engine said, and what it counts.
type answer struct {
	name    string
	weight  float64 // above 0
	ranking Ranking
}

// candidate is an entry that at least one engine found.
type candidate struct {
	*Ranked // as the first engine that found it has it

	Score float64 // fused; it hides the engine's own
	ranks []int   // in every answer, from 1; 0 where it was not found
}

// fuse merges rankings. An engine adds its weight times what its score is of its
// best one; where the scores of one of them tell nothing but its order, its weight
// times what its rank is worth. The weights are shares of 1, and so the best score
// there can be is 1. Equal scores come by id.
func fuse(answers []answer) []candidate {
	parts := partsOf(answers)
	most := 0
	for _, a := range answers {
		most += len(a.ranking.Hits)
	}
	fused, found := make([]candidate, 0, most), make(map[quarry.EntryRef]int, most)
	ranks := make([]int, most*len(answers))
	for n, a := range answers {
		for i := range a.ranking.Hits {
			hit := &a.ranking.Hits[i]
			at, known := found[hit.EntryRef]
			if !known {
				at = len(fused)
				found[hit.EntryRef] = at
				fused = append(fused, candidate{Ranked: hit, ranks: ranks[:len(answers):len(answers)]})
				ranks = ranks[len(answers):]
			}
			fused[at].ranks[n] = i + 1
			part := parts(n, i)
			fused[at].Score += part.Weight * part.Normalized
		}
	}
	if len(answers) > 1 { // a single engine has put them in order
		slices.SortFunc(fused, func(a, b candidate) int {
			return cmp.Or(cmp.Compare(b.Score, a.Score), cmp.Compare(a.ID, b.ID))
		})
	}
	return fused
}

// openWeight is what a question without an answer ranks by, of its score: who asks
// the same wants the answer that stands elsewhere first.
const openWeight = 0.9

// answersFirst ranks questions without an answer behind what is as near. Scores
// stay.
func answersFirst(candidates []candidate) {
	rankedBy := func(c candidate) float64 {
		if c.Open {
			return openWeight * c.Score
		}
		return c.Score
	}
	slices.SortStableFunc(candidates, func(a, b candidate) int { return cmp.Compare(rankedBy(b), rankedBy(a)) })
}

// explain returns what each engine contributes to a candidate that it found.
func explain(answers []answer, c *candidate) []quarry.EngineScore {
	of := partsOf(answers)
	var parts []quarry.EngineScore
	for n := range answers {
		if c.ranks[n] > 0 {
			parts = append(parts, of(n, c.ranks[n]-1))
		}
	}
	return parts
}

// rankConstant is the k of reciprocal rank fusion (Cormack, Clarke and Büttcher,
// "Reciprocal Rank Fusion outperforms Condorcet and individual Rank Learning
// Methods", 2009): how little the first ranks differ.
const rankConstant = 60

// partsOf returns what tells what an engine contributes to its i-th hit. Scores
// count where those of all engines do: a rank is worth 1 at the first and
// (k+1)/(k+rank) further down, which orders as the sum of 1/(k+rank) does.
func partsOf(answers []answer) func(n, i int) quarry.EngineScore {
	total, byRank := 0.0, false
	for _, a := range answers {
		total += a.weight
		byRank = byRank || a.ranking.ByRank
	}
	byRank = byRank && len(answers) > 1
	return func(n, i int) quarry.EngineScore {
		a := answers[n]
		part := quarry.EngineScore{Engine: a.name, Rank: i + 1, Score: a.ranking.Hits[i].Score, Weight: a.weight / total}
		if byRank {
			part.Normalized = (rankConstant + 1) / (rankConstant + float64(part.Rank))
		} else {
			part.Normalized = part.Score / a.ranking.Hits[0].Score
		}
		return part
	}
}

// farthestBehind is how many changes the engine of meaning may be behind that of words.
const farthestBehind = 5000

// together leaves out the engine of meaning where it is very far behind that of words: it
// would speak for a part of what the other knows. Where engines are a little apart, the
// answer has what any of them knows, and the revision of the newest.
func (h engineResults) together() engineResults {
	var words quarry.Sequence
	for _, one := range h.answers {
		if one.name == EngineLexical {
			words = one.ranking.Revision
		}
	}
	left := h
	left.answers = slices.Clone(h.answers)
	left.answers = slices.DeleteFunc(left.answers, func(one answer) bool {
		behind := words-one.ranking.Revision >= farthestBehind
		if behind {
			left.missing = append(slices.Clone(left.missing), one.name)
		}
		return behind
	})
	return left
}
