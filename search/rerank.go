package search

import (
	"cmp"
	"context"
	"fmt"
	"hash/fnv"
	"log/slog"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/quarrykb/quarry"
)

// EngineReranker is what a reranker is called in explanations and in degraded.
const EngineReranker = "reranker"

// Reranker reads a query together with texts that were found for it, which no engine can
// afford with all of them.
type Reranker interface {
	// Model names what reads: hits that another one ranked are another list.
	Model() string
	// Rerank returns for each of the texts, in their order, how well it fits the query, on
	// any scale. The first line of a text is its title and the headings above it. While it is
	// not asked because it did not answer, that is quarry.KindUnavailable.
	Rerank(ctx context.Context, query string, texts []string) ([]float64, error)
}

// mostReranked is how many of the best hits a reranker reads.
const mostReranked = 50

// reranking is what came of a reranker.
type reranking struct {
	by      string // stands for the order that it gave; "" where it gave none
	missing []string
	timings []quarry.StageTime
}

// rerank orders the best hits of a list anew, always the same ones whatever page is asked
// for. Where the reranker fails the list stays as it is. Questions without an answer still
// come behind what is as near, and what shows nothing new behind the others.
func (s *Searcher) rerank(ctx context.Context, q quarry.Query, l *list) (reranking, error) {
	top := l.groups[:min(mostReranked, len(l.groups))]
	if s.setup.Reranker == nil || len(top) < 2 {
		return reranking{}, nil
	}
	took := s.stage(quarry.StageRerank)
	refs := make([]quarry.EntryRef, len(top))
	for i, g := range top {
		refs[i] = g.shown.EntryRef
	}
	alive, err := s.entries(ctx, refs)
	if err != nil {
		return reranking{}, err
	}
	var read, gone []group
	var asked []string
	for _, g := range top {
		entry := alive[g.shown.EntryRef]
		if entry == nil {
			gone = append(gone, g)
			continue
		}
		title := strings.Join(append([]string{entry.Title}, TitlesAbove(*entry)...), ". ")
		read, asked = append(read, g), append(asked, title+"\n"+entry.Text)
	}
	if len(read) < 2 {
		return reranking{}, nil
	}
	scores, err := s.setup.Reranker.Rerank(ctx, ParseExpression(q.Text).Positive(), asked)
	if err == nil && len(scores) != len(read) {
		err = fmt.Errorf("%d scores for %d texts", len(scores), len(read))
	}
	switch {
	case ctx.Err() != nil:
		return reranking{}, ctx.Err()
	case err != nil:
		if !quarry.IsKind(err, quarry.KindUnavailable) { // which was logged before
			s.setup.Log.WarnContext(ctx, "search goes on without the reranker", slog.Any("error", err))
		}
		return reranking{missing: []string{EngineReranker}, timings: took()}, nil
	}
	ordered := slices.Concat(newFirst(scored(read, scores)), gone)
	l.groups = slices.Concat(ordered, l.groups[len(top):])
	l.behind = behind(ordered, l.groups[len(top):])
	return reranking{by: "-" + orderOf(s.setup.Reranker.Model(), ordered), timings: took()}, nil
}

// scored orders groups by scores of a reranker.
func scored(groups []group, scores []float64) []group {
	normal := normalised(scores)
	order := make([]int, len(groups))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(scores[b], scores[a]) })
	ordered := make([]group, len(groups))
	for rank, i := range order {
		ordered[rank] = groups[i]
		ordered[rank].reranked = &quarry.EngineScore{
			Engine: EngineReranker, Rank: rank + 1, Score: scores[i], Normalized: normal[i], Weight: 1,
		}
	}
	rankedBy := func(g group) float64 {
		if g.shown.Open {
			return openWeight * g.reranked.Normalized
		}
		return g.reranked.Normalized
	}
	slices.SortStableFunc(ordered, func(a, b group) int { return cmp.Compare(rankedBy(b), rankedBy(a)) })
	return ordered
}

// normalised brings scores to the scale from 0 to 1. Some servers answer with likelihoods,
// others with what these are the logistic function of.
func normalised(scores []float64) []float64 {
	normal := slices.Clone(scores)
	if !slices.ContainsFunc(scores, func(score float64) bool { return score < 0 || score > 1 }) {
		return normal
	}
	for i, score := range scores {
		normal[i] = 1 / (1 + math.Exp(-score))
	}
	return normal
}

// behind returns what the scores count of hits that were not read, so that none is above one
// that was.
func behind(read, others []group) float64 {
	least, most := 1.0, 0.0
	for _, g := range read {
		if g.reranked != nil {
			least = min(least, g.reranked.Normalized)
		}
	}
	for _, g := range others {
		most = max(most, g.best.Score)
	}
	if most <= least {
		return 1
	}
	return least / most
}

// orderOf is a digest of an order and of the model that gave it.
func orderOf(model string, groups []group) string {
	sum := fnv.New64a()
	_, _ = fmt.Fprintf(sum, "%q", model) // it never fails
	for _, g := range groups {
		_, _ = fmt.Fprintf(sum, "%s/%s ", g.shown.Kind, g.shown.ID)
	}
	return strconv.FormatUint(sum.Sum64(), 36)
}
