package search

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/quarrykb/quarry"
)

// mostAnswering is how many candidates of each sort an engine is asked for.
const mostAnswering = 100

// Answers returns what may answer a question best: answered questions, facts and
// passages, never the question itself or a variant of it. The whole question is
// asked, by words and by meaning; nothing in it is a demand. Confidence says how
// likely it is that one of the hits answers it. An engine that cannot answer is
// named in Degraded.
func (s *Searcher) Answers(ctx context.Context, to quarry.Question, limit int) (quarry.Found, error) {
	if limit < 1 {
		return quarry.Found{}, quarry.Errorf(quarry.KindInvalid, "limit must be at least 1")
	}
	q := quarry.Query{Text: undemanding(to.Text), Mode: quarry.ModeHybrid, Limit: limit, Highlight: true}
	heard, err := s.askEach(ctx, enginesOf(q.Mode), func(name string) (Ranking, error) { return s.answering(ctx, name, q) })
	if err == nil {
		heard, err = s.agree(ctx, heard)
	}
	if err != nil {
		return quarry.Found{}, err
	}
	heard = heard.besides(occurrences(to))
	hits, err := s.hydrate(ctx, q, newList(heard.answers))
	confidence, answerable := heard.confidence()
	return quarry.Found{
		Hits: hits, Total: len(hits), Mode: q.Mode, Degraded: heard.missing, By: heard.by(), Revision: heard.revision(),
		Confidence: confidence, Answerable: answerable,
	}, err
}

// answering asks one engine for what may answer a query: what the store holds
// besides questions that nobody answered, and besides bare numbers. A filter by
// answers lets no other entries through, and so there are two.
func (s *Searcher) answering(ctx context.Context, name string, q quarry.Query) (Ranking, error) {
	at := s.at(name)
	if at < 0 {
		return Ranking{}, notThere(name)
	}
	var all Ranking
	for n, filter := range []quarry.Filter{
		{Kinds: []quarry.EntryKind{quarry.EntryQuestion}, Answered: quarry.Yes},
		{Kinds: []quarry.EntryKind{quarry.EntryFact, quarry.EntryPassage}},
	} {
		q.Filter, q.Limit = filter, mostAnswering
		some, err := s.engines[at].Engine.Search(ctx, q)
		if err != nil {
			return Ranking{}, fmt.Errorf("look for answers, %s: %w", name, err)
		}
		if n > 0 {
			some = all.plus(some)
		}
		all = some
	}
	return all, nil
}

// plus merges two rankings of one engine for one query. Its scores compare.
func (r Ranking) plus(other Ranking) Ranking {
	r.Hits = slices.Concat(r.Hits, other.Hits)
	slices.SortFunc(r.Hits, func(a, b Ranked) int {
		return cmp.Or(cmp.Compare(b.Score, a.Score), cmp.Compare(a.ID, b.ID))
	})
	r.Total += other.Total
	r.Revision = min(r.Revision, other.Revision)
	r.ByRank = r.ByRank || other.ByRank
	return r
}

// undemanding returns a question's text so that it asks for its words only: what
// a person quotes in a question or puts a dash before, no answer needs to quote
// or to avoid.
func undemanding(text string) string {
	words := strings.Fields(strings.ReplaceAll(plain(text), `"`, " "))
	for i, word := range words {
		words[i] = strings.TrimLeft(word, "-")
	}
	return strings.Join(words, " ")
}
