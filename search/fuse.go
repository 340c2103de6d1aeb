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
	Ranked // with the fused score

	explain []quarry.EngineScore // one for each engine that found it
}

// fuse merges rankings: each engine's scores are divided by its best, and the
// engines' weights are equal and add up to 1. So the best score there can be is
// 1, and what an engine adds to a hit can be shown. Equal scores come by id.
func fuse(answers []answer) []candidate {
	if len(answers) == 1 {
		return alone(answers[0])
	}
	found := map[quarry.EntryRef]*candidate{}
	for _, a := range answers {
		for i := range a.ranking.Hits {
			part := a.part(i, 1/float64(len(answers)))
			ref := a.ranking.Hits[i].EntryRef
			if found[ref] == nil {
				found[ref] = &candidate{Ranked: a.ranking.Hits[i]}
				found[ref].Score = 0
			}
			found[ref].Score += part.Weight * part.Normalized
			found[ref].explain = append(found[ref].explain, part)
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
	parts := make([]quarry.EngineScore, len(a.ranking.Hits))
	for i, hit := range a.ranking.Hits {
		parts[i] = a.part(i, 1)
		fused[i] = candidate{Ranked: hit, explain: parts[i : i+1 : i+1]}
		fused[i].Score = parts[i].Normalized
	}
	return fused
}

// part returns what the engine contributes to its i-th hit.
func (a answer) part(i int, weight float64) quarry.EngineScore {
	score, best := a.ranking.Hits[i].Score, a.ranking.Hits[0].Score
	return quarry.EngineScore{
		Engine: a.name, Rank: i + 1, Score: score, Normalized: score / best, Weight: weight,
	}
}
