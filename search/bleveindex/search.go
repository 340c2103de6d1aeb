package bleveindex

import (
	"context"
	"errors"
	"slices"
	"sync"

	"github.com/blevesearch/bleve/v2/index/scorch"
	"github.com/blevesearch/bleve/v2/search/query"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/search"
)

// Search ranks the entries that match any of the query's words, hold every one
// of its phrases, nothing that it excludes, and pass its filter. Total and
// facets count all of them.
func (i *Index) Search(ctx context.Context, q quarry.Query) (search.Ranking, error) {
	var ranking search.Ranking
	err := i.look(func(s *snapshot) error {
		wanted, err := s.request(q)
		if err != nil {
			return err
		}
		ranking, err = s.search(ctx, wanted, q)
		return err
	})
	return ranking, err
}

// look reads one moment of the index that serves. What turns out to
// be damaged on the way is noted, so that it is built anew.
func (i *Index) look(read func(*snapshot) error) error {
	g, err := i.acquire()
	if err != nil {
		return err
	}
	memory, _ := i.pool.Get().(*scratch)
	defer i.pool.Put(memory)
	err = safely(func() error {
		reader, err := g.read()
		if err != nil {
			return err
		}
		end := sync.OnceValue(reader.Close)
		defer func() { _ = end() }() // behind a panic, too
		return errors.Join(read(&snapshot{generation: g, IndexSnapshot: reader, memory: memory}), end())
	})
	g.users.Done()
	if broken, ok := errors.AsType[damage](err); ok {
		i.condemn(g, broken.Error())
		return unavailable().Because(broken)
	}
	return explain(err)
}

// snapshot is one moment of an index: all that a search says comes from it.
type snapshot struct {
	*generation
	*scorch.IndexSnapshot

	memory *scratch
}

func (s *snapshot) search(ctx context.Context, wanted request, q quarry.Query) (search.Ranking, error) {
	known, err := readRecord(s)
	if err != nil {
		return search.Ranking{}, err
	}
	if !s.schema.tells(known, wanted.demands) {
		return search.Ranking{}, unavailable()
	}
	ranking := search.Ranking{Revision: known.Cursor, Ahead: known.Ahead}
	ranker, err := s.rank(ctx, wanted, known.Tokens)
	if err != nil {
		return search.Ranking{}, err
	}
	better, err := s.mended(q.Text, wanted.names)
	if err == nil {
		better, err = s.repaired(better, wanted.written, ranker.missing)
	}
	if err != nil {
		return search.Ranking{}, err
	}
	if better != q.Text {
		q.Text, ranking.CorrectedQuery = better, better
		if wanted, ranker, err = s.again(ctx, q, known.Tokens); err != nil {
			return search.Ranking{}, err
		}
	}
	if err := s.addMeant(ctx, ranker, q.Text, wanted.written); err != nil {
		return search.Ranking{}, err
	}
	matches, err := s.matches(ctx, ranker, wanted)
	if err != nil {
		return search.Ranking{}, err
	}
	ranking.Total, ranking.WordsOnly, ranking.Meant = len(matches), ranker.wordsOnly(), ranker.names
	ranking.Words = s.schema.queryWords(q.Text, ranker)
	if ranking.Facets, err = s.countFacets(matches, q.Facets); err != nil {
		return search.Ranking{}, err
	}
	if ranking.Hits, err = best(s.listings(), s.memory, q.Limit); err != nil {
		return search.Ranking{}, err
	}
	return ranking, nil
}

// request reads a query, in the languages that the snapshot's entries are in.
func (s *snapshot) request(q quarry.Query) (request, error) {
	a, err := s.asked()
	if err != nil {
		return request{}, err
	}
	return newRequest(s.schema, a, q)
}

// again ranks what a repaired query asks for.
func (s *snapshot) again(ctx context.Context, q quarry.Query, tokens tally) (request, *ranker, error) {
	wanted, err := s.request(q)
	if err != nil {
		return request{}, nil, err
	}
	ranker, err := s.rank(ctx, wanted, tokens)
	return wanted, ranker, err
}

// rank scores the entries that have a term.
func (s *snapshot) rank(ctx context.Context, wanted request, tokens tally) (*ranker, error) {
	ranker, err := s.newRanker(ctx, tokens, wanted.filter, wanted.demands)
	if err != nil {
		return nil, err
	}
	if err := ranker.addAll(ctx, wanted); err != nil {
		return nil, err
	}
	return ranker, s.addPhrases(ctx, ranker, wanted.demands.must)
}

// newRanker returns a ranker of the documents that meet a filter and hold all phrases.
func (s *snapshot) newRanker(ctx context.Context, tokens tally, filter []clause, wanted demanded) (*ranker, error) {
	kinds, err := s.kinds.of(s.IndexSnapshot)
	if err != nil {
		return nil, err
	}
	r, err := newRanker(s.IndexSnapshot, tokens, kinds, s.memory)
	if err != nil {
		return nil, err
	}
	if len(wanted.must)+len(wanted.not) > 0 {
		if r.texts, err = s.phraseMatchersOf([phraseFields][]column{r.fields[titleField].columns, r.fields[textField].columns}); err != nil {
			return nil, err
		}
	}
	if len(filter)+len(wanted.must) > 0 {
		among, err := s.meetingAll(filter)
		if err != nil {
			return nil, err
		}
		return r, r.restrict(ctx, among, wanted.must)
	}
	documents := 0
	for _, segment := range kinds {
		documents += len(segment)
	}
	r.begin(documents)
	return r, nil
}

// addAll adds what a request asks for.
func (r *ranker) addAll(ctx context.Context, wanted request) error {
	r.forms = wanted.forms
	if wanted.figure {
		r.weights[1+slices.Index(quarry.EntryKinds(), quarry.EntrySpec)] = figureWeight
	}
	for _, term := range wanted.terms {
		weight := 1.0
		if wanted.asking[term] {
			weight = askingWeight
		}
		if err := r.addWeighted(ctx, term, weight); err != nil {
			return err
		}
	}
	for _, next := range wanted.also {
		if next.lastly && slices.ContainsFunc(next.of, func(term string) bool { return !r.missing[term] }) {
			continue
		}
		if err := r.addAlternative(ctx, next); err != nil {
			return err
		}
	}
	return r.addParaphrases(ctx, wanted.meant)
}

// matches returns what has a term, is not guarded against and holds nothing that is
// excluded, by document number.
func (s *snapshot) matches(ctx context.Context, ranker *ranker, wanted request) ([]match, error) {
	matches, err := s.passing(ctx, ranker, wanted.guard)
	if err == nil && len(wanted.demands.not) > 0 {
		matches, err = withoutPhrases(ctx, matches, ranker.texts, wanted.demands.not)
	}
	s.memory.matches = matches
	return matches, err
}

// passing returns what has a term and is none of those that a query stops, by
// document number.
func (s *snapshot) passing(ctx context.Context, ranker *ranker, not query.Query) ([]match, error) {
	gate, err := openGate(ctx, s, s.index.Mapping(), not)
	if err != nil {
		return nil, err
	}
	matches := s.memory.matches[:0]
	for document := range ranker.scores {
		score := ranker.score(document)
		if score == 0 {
			continue
		}
		number := ranker.number(document)
		passes, err := gate.passes(number)
		if err != nil {
			return nil, errors.Join(err, gate.close())
		}
		if passes {
			matches = append(matches, match{
				number: number, score: score, share: ranker.share(document),
			})
		}
	}
	return matches, gate.close()
}
