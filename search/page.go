package search

import (
	"slices"

	"github.com/quarrykb/quarry"
)

// list is everything that a search can show, in the order in which it shows it.
type list struct {
	answers []answer
	groups  []group // the foldable candidates folded, then the others one by one
	total   int     // matches of the first engine that counts them; else what was looked at
	length  int     // of the whole list, what was not asked for included
	behind  float64 // what the scores of hits count that no reranker has read
}

func newList(answers []answer) list {
	if len(answers) > 1 {
		// A further page asks the engines for more, and what they add must not change the
		// order of what was shown.
		answers = slices.Clone(answers)
		for i := range answers {
			hits := answers[i].ranking.Hits
			answers[i].ranking.Hits = hits[:min(foldable, len(hits))]
		}
	}
	candidates := fuse(answers)
	top := min(foldable, len(candidates))
	answersFirst(candidates[:top])
	l := list{answers: answers, groups: newFirst(fold(candidates[:top])), total: len(candidates), behind: 1}
	folded := len(l.groups)
	for rank := top; rank < len(candidates); rank++ {
		c := &candidates[rank]
		l.groups = append(l.groups, group{shown: c, best: c, rank: rank})
	}
	l.length = len(l.groups)
	if len(answers) > 1 {
		l.groups, l.length = l.groups[:folded], folded
	} else if !answers[0].ranking.AtLeast {
		l.length = folded + max(0, answers[0].ranking.Total-foldable)
	}
	counts := func(a answer) bool { return !a.ranking.AtLeast } // its total and its facets count the same
	l.total = answers[max(0, slices.IndexFunc(answers, counts))].ranking.Total
	return l
}

// page returns the part of the list that a page shows.
func (l list) page(offset, limit int) []group {
	start := min(offset, len(l.groups))
	return l.groups[start:min(start+limit, len(l.groups))]
}

// hit shows a group, whose shown entry was read.
func (l list) hit(g group, entry quarry.Entry, alive map[quarry.EntryRef]*quarry.Entry) quarry.Hit {
	scale := l.behind
	if g.reranked != nil {
		scale = g.reranked.Normalized / g.best.Score
	}
	h := quarry.Hit{Entry: entry, Score: scale * g.best.Score}
	members := append([]*candidate{g.best, g.shown}, g.also...)
	for n, a := range l.answers {
		if slices.ContainsFunc(members, func(c *candidate) bool { return c.ranks[n] > 0 }) {
			h.FoundBy = append(h.FoundBy, a.name)
		}
	}
	for _, also := range g.also {
		if folded := alive[also.EntryRef]; folded != nil {
			h.Also = append(h.Also, quarry.AlsoHit{
				EntryRef: also.EntryRef, Source: folded.Source, Score: scale * also.Score,
			})
		}
	}
	return h
}

// explain returns how a group came by its score. Where a reranker has read it that alone
// counts, and what the engines say weighs nothing.
func (l list) explain(g group) []quarry.EngineScore {
	counts := l.behind
	if g.reranked != nil {
		counts = 0
	}
	parts := explain(l.answers, g.best)
	for i := range parts {
		parts[i].Weight *= counts
	}
	if g.reranked != nil {
		parts = append(parts, *g.reranked)
	}
	return parts
}
