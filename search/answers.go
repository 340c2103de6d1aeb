package search

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/internal/text"
)

// mostAnswering is how many candidates of each sort an engine is asked for.
const mostAnswering = 100

// Answers returns what may answer a question best: answered questions, facts and
// passages, never the question itself or a variant of it. The question is asked
// by words and by meaning; nothing in it is a demand. What is found is then
// weighed by how well entries like it answer questions, and so scores only put
// hits in order. Confidence says how likely it is that one of them answers the
// question, as the judge has it. An engine that cannot answer is named in Degraded.
func (s *Searcher) Answers(ctx context.Context, to quarry.Question, limit int) (quarry.Found, error) {
	if limit < 1 {
		return quarry.Found{}, quarry.Errorf(quarry.KindInvalid, "limit must be at least 1")
	}
	q := quarry.Query{Text: s.undemanding(to.Text), Mode: quarry.ModeHybrid, Limit: limit, Highlight: true}
	results, err := s.askEach(ctx, enginesOf(q.Mode), func(name string) (Ranking, error) { return s.answering(ctx, name, q) })
	if err != nil {
		return quarry.Found{}, err
	}
	results = results.together().besides(occurrences(to))
	hits, err := s.weighed(ctx, q, to, newList(results.answers))
	found := quarry.Found{
		Hits: hits, Total: len(hits), Mode: q.Mode, Degraded: results.missing, By: results.by(), Revision: results.revision(),
		Words: results.words(),
	}
	if err == nil && s.setup.Judge != nil {
		found.Answerable, found.Confidence, found.Reason = s.setup.Judge.Judge(q.Text, found)
	}
	return found, err
}

// Foresight is an engine that makes at once what it needs of many queries.
type Foresight interface {
	// Foresee prepares queries that are asked next.
	Foresee(ctx context.Context, texts []string)
}

// Foresee prepares what Answers is asked next: an embedder elsewhere is asked once
// for many questions and not once for each.
func (s *Searcher) Foresee(ctx context.Context, questions []quarry.Question) {
	texts := make([]string, len(questions))
	for i, q := range questions {
		texts[i] = s.undemanding(q.Text)
	}
	for _, one := range s.setup.Engines {
		if foresees, ok := one.Engine.(Foresight); ok {
			foresees.Foresee(ctx, texts)
		}
	}
}

// answering asks one engine for what may answer a query: what the store holds
// besides questions without an answer, and besides bare numbers. A filter by
// answers lets no other entries through, and so there are two.
func (s *Searcher) answering(ctx context.Context, name string, q quarry.Query) (Ranking, error) {
	engine, err := s.engine(name)
	if err != nil {
		return Ranking{}, err
	}
	var all Ranking
	for n, filter := range []quarry.Filter{
		{Kinds: []quarry.EntryKind{quarry.EntryQuestion}, Answered: quarry.Yes},
		{Kinds: []quarry.EntryKind{quarry.EntryFact, quarry.EntryPassage}},
	} {
		q.Filter, q.Limit = filter, mostAnswering
		some, err := engine.Search(ctx, q)
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

// mostWeighed is how many of the best hits are weighed.
const mostWeighed = 60

// weighed returns the hits that answer a question best.
func (s *Searcher) weighed(ctx context.Context, q quarry.Query, to quarry.Question, l list) ([]quarry.Hit, error) {
	hits, err := s.hydrate(ctx, quarry.Query{Limit: max(mostWeighed, q.Limit)}, l)
	if err != nil {
		return nil, err
	}
	want := s.newWant(to)
	for i := range hits {
		hits[i].Score = want.weigh(hits[i])
	}
	slices.SortStableFunc(hits, func(a, b quarry.Hit) int { return cmp.Compare(b.Score, a.Score) })
	hits = hits[:min(q.Limit, len(hits))]
	matches := s.matches(q)
	for i := range hits {
		hits[i].Snippet = snippet(hits[i].Entry, matches)
	}
	return hits, nil
}

// undemanding returns a question's text so that it asks for its subject only:
// what a person quotes in a question or puts a dash before, no answer needs to
// quote or to avoid, and what tells the reader what to do no answer says.
func (s *Searcher) undemanding(question string) string {
	var words []string
	for word := range strings.FieldsSeq(strings.ReplaceAll(text.Plain(question), `"`, " ")) {
		bare := strings.TrimLeft(word, "-")
		if bare != "" && !s.asking.instructions[strings.ToLower(strings.Trim(bare, ".,:;?!"))] {
			words = append(words, bare)
		}
	}
	return strings.Join(words, " ")
}

// mostRead is how many bytes of an entry are held against questions.
const mostRead = 4096

// AnsweredBy returns the questions without an answer that share the most words with an
// entry and the titles above it, rare ones counting more: at most so many, best first. It
// asks what [Searcher.Answers] does from the other side, by the words alone that say how
// likely an answer is.
func (s *Searcher) AnsweredBy(ctx context.Context, by quarry.Entry, most int) ([]quarry.EntryRef, error) {
	words, err := s.engine(EngineLexical)
	if err != nil {
		return nil, err
	}
	said := strings.Join(append([]string{by.Title}, by.Source.Heading...), ". ") + ". " + by.Text
	ranking, err := words.Search(ctx, quarry.Query{
		Text: s.undemanding(text.Clip(said, mostRead)), Limit: most,
		Filter: quarry.Filter{Kinds: []quarry.EntryKind{quarry.EntryQuestion}, Answered: quarry.No},
	})
	if err != nil {
		return nil, fmt.Errorf("look for what %s answers: %w", by.ID, err)
	}
	refs := make([]quarry.EntryRef, len(ranking.Hits))
	for i, hit := range ranking.Hits {
		refs[i] = hit.EntryRef
	}
	return refs, nil
}
