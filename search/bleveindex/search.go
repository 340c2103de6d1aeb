package bleveindex

import (
	"context"
	"errors"
	"sync"

	"github.com/blevesearch/bleve/v2/index/scorch"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/search"
	"github.com/quarrykb/quarry/search/bleveindex/analyzer"
	"github.com/quarrykb/quarry/search/bleveindex/postings"
	"github.com/quarrykb/quarry/search/bleveindex/query"
	"github.com/quarrykb/quarry/search/bleveindex/score"
	"github.com/quarrykb/quarry/search/bleveindex/spelling"
)

var (
	_ search.Repairer    = (*Index)(nil)
	_ search.Paraphraser = (*Index)(nil)
	_ search.Resembler   = (*Index)(nil)
)

// lostLetterWeight is how much a word counts of which the one that is written may have lost
// a letter, against that.
const lostLetterWeight = 0.45

// look reads one moment of the index that serves. What turns out to
// be damaged on the way is noted, so that it is built anew.
func (i *Index) look(read func(*snapshot) error) error {
	g, err := i.acquire()
	if err != nil {
		return err
	}
	memory, _ := i.pool.Get().(*score.Memory)
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

	memory *score.Memory
}

// Search ranks the entries that match any of the query's words, hold every one
// of its phrases, nothing that it excludes, and pass its filter. Total and
// facets count all of them.
func (i *Index) Search(ctx context.Context, q quarry.Query) (search.Ranking, error) {
	filter, err := filterClauses(q.Filter)
	if err := errors.Join(err, search.CheckFacets(q.Facets)); err != nil {
		return search.Ranking{}, err
	}
	var ranking search.Ranking
	err = i.look(func(s *snapshot) error {
		var err error
		ranking, err = s.search(ctx, q, filter)
		return err
	})
	return ranking, err
}

// search ranks what a query asks for. Where its words are repaired, it is asked again.
func (s *snapshot) search(ctx context.Context, q quarry.Query, filter []score.Clause) (search.Ranking, error) {
	asked, err := s.asked()
	if err != nil {
		return search.Ranking{}, err
	}
	known, err := readRecord(s)
	if err != nil {
		return search.Ranking{}, err
	}
	ranking := search.Ranking{Revision: known.Cursor, Ahead: known.Ahead}
	expression := search.ParseExpression(q.Text)
	wanted := s.schema.queries.Read(asked, expression)
	ranker, err := s.rank(ctx, wanted, filter, known.Tokens)
	if err != nil {
		return search.Ranking{}, err
	}
	dictionary := s.schema.speller.In(s.IndexSnapshot, asked)
	suspects := s.schema.speller.Suspects(asked, wanted.Rest, expression.Positive())
	better, err := dictionary.Repair(q.Text, suspects, ranker.Missing())
	if err != nil {
		return search.Ranking{}, err
	}
	if better != q.Text {
		q.Text, ranking.CorrectedQuery = better, better
		expression = search.ParseExpression(better)
		wanted = s.schema.queries.Read(asked, expression)
		suspects = s.schema.speller.Suspects(asked, wanted.Rest, expression.Positive())
		if ranker, err = s.rank(ctx, wanted, filter, known.Tokens); err != nil {
			return search.Ranking{}, err
		}
	}
	if err := s.addLostLetters(ctx, ranker, dictionary, q.Text, suspects); err != nil {
		return search.Ranking{}, err
	}
	if err := ranker.FindMatches(ctx, s.schema.otherDevices(expression.Positive())); err != nil {
		return search.Ranking{}, err
	}
	ranking.WordsOnly, ranking.Meant = ranker.WordsOnly(), ranker.Meant()
	ranking.Words = ranker.QueryWords(s.schema.analyzer, q.Text)
	if ranking.Facets, err = s.countFacets(s.memory.Matches, q.Facets); err != nil {
		return search.Ranking{}, err
	}
	return s.list(ranking, q.Limit)
}

// list fills a ranking with the best of the matches in memory.
func (s *snapshot) list(ranking search.Ranking, most int) (search.Ranking, error) {
	listings, err := score.NewListings(s.IndexSnapshot, &s.listings)
	if err != nil {
		return search.Ranking{}, err
	}
	ranking.Total = len(s.memory.Matches)
	ranking.Hits, err = score.Best(listings, s.memory, most)
	return ranking, err
}

// rank scores what a request asks for.
func (s *snapshot) rank(
	ctx context.Context, wanted query.Request, filter []score.Clause, tokens score.Tally,
) (*score.Ranker, error) {
	kinds, err := s.kinds.Of(s.IndexSnapshot, postings.ReadKinds)
	if err != nil {
		return nil, err
	}
	ranker, err := score.New(ctx, score.Over{
		Reader: s.IndexSnapshot, Tokens: tokens, Kinds: kinds, StopWords: s.schema.analyzer.StopWords,
		Filter: filter, Requirements: wanted.Requirements, Memory: s.memory,
	})
	if err != nil {
		return nil, err
	}
	if err := ranker.Add(ctx, wanted); err != nil {
		return nil, err
	}
	return ranker, ranker.AddStopPhrases(ctx, wanted.Requirements.Must)
}

// addLostLetters adds to the scores what entries have of the words that may be meant by
// those of a query that are no slips, and that no entry has.
func (s *snapshot) addLostLetters(
	ctx context.Context, r *score.Ranker, from *spelling.Dictionary, text string, suspects spelling.Suspects,
) error {
	lost, err := from.LostLetters(text, suspects, r.Missing())
	if err != nil {
		return err
	}
	for _, one := range lost {
		next := query.Alternative{
			Terms: s.schema.analyzer.Stems(one.Word), Of: []string{one.Term}, Weight: lostLetterWeight,
		}
		if err := r.AddAlternative(ctx, next); err != nil {
			return err
		}
	}
	return nil
}

// askedIn is the analyzer of queries to an index as it was at one moment.
type askedIn struct {
	moment   *scorch.IndexSnapshot
	analyzer analyzer.Analyzer
}

// asked returns the analyzer of queries to the snapshot: for English and the other
// languages that its entries are in. It is kept until the index changes, for to open the
// dictionaries of languages would be a tenth of a short search.
func (s *snapshot) asked() (analyzer.Analyzer, error) {
	if !s.schema.analyzer.Others() {
		return s.schema.analyzer, nil
	}
	if known := s.asking.Load(); known != nil && known.moment == s.IndexSnapshot {
		return known.analyzer, nil
	}
	columns, err := postings.Open(s.IndexSnapshot, postings.FieldLanguage)
	if err != nil {
		return analyzer.Analyzer{}, err
	}
	a, err := s.schema.analyzer.Among(func(code string) (bool, error) { return postings.Occurs(columns, code) })
	if err == nil {
		s.asking.Store(&askedIn{s.IndexSnapshot, a})
	}
	return a, err
}

// asked returns the analyzer of queries: for English alone if the index cannot be read,
// which the search tells then.
func (i *Index) asked() analyzer.Analyzer {
	var a analyzer.Analyzer
	if err := i.look(func(s *snapshot) error {
		var err error
		a, err = s.asked()
		return err
	}); err != nil {
		a, _ = i.schema.analyzer.Among(func(string) (bool, error) { return false, nil })
	}
	return a
}

// Repaired returns a query's text as it is searched for: words that no entry has
// are read as the nearest that one has. Where all words are known it costs a look
// into the dictionaries.
func (i *Index) Repaired(ctx context.Context, text string) (string, error) {
	words := search.ParseExpression(text).Words
	asked := i.asked()
	suspects := i.schema.speller.Suspects(asked, words, words)
	if suspects.Empty() {
		return text, ctx.Err()
	}
	better := text
	err := i.look(func(s *snapshot) error {
		dictionary := s.schema.speller.In(s.IndexSnapshot, asked)
		missing, err := dictionary.Missing(asked.Forms(text), suspects)
		if err != nil {
			return err
		}
		better, err = dictionary.Repair(text, suspects, missing)
		return err
	})
	return better, err
}

// Paraphrases reports whether a text says anything in everyday words.
func (i *Index) Paraphrases(text string) bool { return i.schema.queries.Paraphrases(text) }

// Matches prepares a query's text for finding its words, phrases included and
// exclusions not, in texts. A phrase of nothing but stop words is found as a whole.
func (i *Index) Matches(asked string) func(text string) []search.Range {
	return i.asked().Marker(asked)
}

// Resembling ranks the entries that pass a filter by the words of an entry's title. What
// it names keeps nothing apart.
func (i *Index) Resembling(ctx context.Context, to quarry.Entry, f quarry.Filter, most int) (search.Ranking, error) {
	filter, err := filterClauses(f)
	if err != nil {
		return search.Ranking{}, err
	}
	var ranking search.Ranking
	err = i.look(func(s *snapshot) error {
		known, err := readRecord(s)
		if err != nil {
			return err
		}
		asked, err := s.asked()
		if err != nil {
			return err
		}
		ranker, err := s.rank(ctx, s.schema.queries.Read(asked, search.Expression{Words: to.Title}), filter, known.Tokens)
		if err != nil {
			return err
		}
		if err := ranker.FindMatches(ctx, score.Guard{}); err != nil {
			return err
		}
		ranking, err = s.list(search.Ranking{Revision: known.Cursor}, most)
		return err
	})
	return ranking, err
}
