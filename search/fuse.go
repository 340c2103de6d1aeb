package search

import (
	"cmp"
	"slices"

	"github.com/quarrykb/quarry"
)

// answer is what one engine said.
type answer struct {
	name    string
	ranking Ranking
}

// candidate is an entry that at least one engine found.
type candidate struct {
	*Ranked // as the first engine that found it has it

	Score float64 // fused; it hides the engine's own
	ranks []int   // in every answer, from 1; 0 where it was not found
}

// fuse merges rankings: each engine's scores are divided by its best, and the
// engines' weights are equal and add up to 1. So the best score there can be is
// 1, and what an engine adds to a hit can be shown. Equal scores come by id.
func fuse(answers []answer) []candidate {
	if len(answers) == 1 {
		return alone(answers[0])
	}
	found := map[quarry.EntryRef]*candidate{}
	for n, a := range answers {
		for i := range a.ranking.Hits {
			hit := &a.ranking.Hits[i]
			if found[hit.EntryRef] == nil {
				found[hit.EntryRef] = &candidate{Ranked: hit, ranks: make([]int, len(answers))}
			}
			c := found[hit.EntryRef]
			c.ranks[n] = i + 1
			part := a.part(i, 1/float64(len(answers)))
			c.Score += part.Weight * part.Normalized
		}
	}
	fused := make([]candidate, 0, len(found))
	for _, c := range found {
		fused = append(fused, *c)
	}
	slices.SortFunc(fused, func(a, b candidate) int {
		return cmp.Or(cmp.Compare(b.Score, a.Score), cmp.Compare(a.ID, b.ID))
	})
	return fused
}

// alone keeps the order of the only engine.
func alone(a answer) []candidate {
	fused := make([]candidate, len(a.ranking.Hits))
	ranks := make([]int, len(a.ranking.Hits))
	for i := range fused {
		ranks[i] = i + 1
		fused[i] = candidate{
			Ranked: &a.ranking.Hits[i], Score: a.part(i, 1).Normalized, ranks: ranks[i : i+1 : i+1],
		}
	}
	return fused
}

// explain returns what each engine contributes to a candidate that it found.
func explain(answers []answer, c *candidate) []quarry.EngineScore {
	var parts []quarry.EngineScore
	for n, a := range answers {
		if c.ranks[n] > 0 {
			parts = append(parts, a.part(c.ranks[n]-1, 1/float64(len(answers))))
		}
	}
	return parts
}

// part returns what the engine contributes to its i-th hit.
func (a answer) part(i int, weight float64) quarry.EngineScore {
	score, best := a.ranking.Hits[i].Score, a.ranking.Hits[0].Score
	return quarry.EngineScore{
		Engine: a.name, Rank: i + 1, Score: score, Normalized: score / best, Weight: weight,
	}
}
