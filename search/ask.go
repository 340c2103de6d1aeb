package search

import (
	"cmp"
	"context"
	"fmt"
	"hash/fnv"
	"log/slog"
	"slices"
	"strconv"
	"sync"

	"github.com/quarrykb/quarry"
)

// enginesOf returns which engines a mode wants.
func enginesOf(mode quarry.Mode) []string {
	switch mode {
	case quarry.ModeLexical:
		return []string{EngineLexical}
	case quarry.ModeSemantic:
		return []string{EngineVector}
	case quarry.ModeHybrid:
		return []string{EngineLexical, EngineVector}
	}
	return nil
}

// engineResults is what the engines of a mode said, in the order in which it wants
// them.
type engineResults struct {
	answers  []answer // at least one
	missing  []string
	repaired string             // what was asked in the place of the query; "" where that was it
	timings  []quarry.StageTime // of the engines that answered
}

// revision returns how far the engine has read that has read most: no hit is newer.
func (h engineResults) revision() quarry.Sequence {
	newest := h.answers[0].ranking.Revision
	for _, one := range h.answers[1:] {
		newest = max(newest, one.ranking.Revision)
	}
	return newest
}

// by is a digest of the engines that answered, of their models and of how far they have read.
func (h engineResults) by() string {
	sum := fnv.New64a()
	for _, one := range h.answers {
		_, _ = fmt.Fprintf(sum, "%q%q%d+%d", one.name, one.ranking.Model, one.ranking.Revision, one.ranking.Ahead) // it never fails
	}
	return strconv.FormatUint(sum.Sum64(), 36)
}

// first returns the ranking of the first engine that has something; none where no engine
// has it.
func (h engineResults) first(has func(Ranking) bool) Ranking {
	for _, one := range h.answers {
		if has(one.ranking) {
			return one.ranking
		}
	}
	return Ranking{}
}

// facets returns the counts of the first engine that counts.
func (h engineResults) facets() map[quarry.FacetName][]quarry.Facet {
	return h.first(func(r Ranking) bool { return r.Facets != nil }).Facets
}

// correctedQuery returns the query that was searched for where a word was taken
// for a slip of the pen, by the first of the engines or before they were asked; ""
// where none was.
func (h engineResults) correctedQuery() string {
	return cmp.Or(h.first(func(r Ranking) bool { return r.CorrectedQuery != "" }).CorrectedQuery, h.repaired)
}

// words returns the query's words as the first engine knows them that goes by words.
func (h engineResults) words() []quarry.QueryWord {
	return h.first(func(r Ranking) bool { return r.Words != nil }).Words
}

// ask puts a query to every engine of its mode at once, or to the engine of meaning as soon
// as that of words has told what everyday words mean. An engine that is down is left out as
// long as another one answers; a query that is wrong is wrong for all of them. All are asked
// the same: names that are written apart joined, and slips of the pen put right.
func (s *Searcher) ask(ctx context.Context, q quarry.Query) (engineResults, error) {
	q.Meant = nil
	repaired := ""
	if joiner, ok := s.setup.Devices.(NameJoiner); ok {
		if joined := joiner.JoinNames(q.Text); joined != q.Text {
			q.Text, repaired = joined, joined
		}
	}
	repaired = cmp.Or(s.repaired(ctx, q), repaired)
	q.Text = cmp.Or(repaired, q.Text)
	words := sync.OnceValues(func() (Ranking, error) { return s.askOne(ctx, EngineLexical, q) })
	waits := false // for what the engine of words tells of everyday ones
	if engine, err := s.engine(EngineLexical); err == nil && q.Mode == quarry.ModeHybrid {
		paraphraser, ok := engine.(Paraphraser)
		waits = ok && paraphraser.Paraphrases(q.Text)
	}
	h, err := s.askEach(ctx, enginesOf(q.Mode), func(name string) (Ranking, error) {
		if name == EngineLexical {
			return words()
		}
		q := q
		if waits {
			ranking, _ := words() // where they fail, nothing is meant
			q.Meant = ranking.Meant
		}
		return s.askOne(ctx, name, q)
	})
	h.repaired = repaired
	return h, err
}

// keptBesideWords is the share of its weight that meaning keeps where only words find
// anything of a query.
const keptBesideWords = 0.05

// lostToWords is the share of its weight that meaning loses where an entry has all of the
// query's words. Who names what they want is served by the words, and what is near in
// meaning stands beside it only; who has none of its words needs the meaning. Two judged
// sets gained by any share from .5 to .8, and three neither gained nor lost.
const lostToWords = 0.5

// weighed lets the engine of meaning count the less the more of the query only words
// find, and the more of the query's words the best hit by words has. To it one value is
// like the next, and it has learnt nothing of words that hardly any entry has.
func (h engineResults) weighed() engineResults {
	wordsOnly, share := 0.0, 0.0
	for _, one := range h.answers {
		wordsOnly = max(wordsOnly, one.ranking.WordsOnly)
		if len(one.ranking.Hits) > 0 {
			share = max(share, one.ranking.Hits[0].Share)
		}
	}
	for i := range h.answers {
		if one := &h.answers[i]; one.name == EngineVector {
			one.weight *= max(keptBesideWords, 1-wordsOnly) * (1 - lostToWords*share)
		}
	}
	return h
}

// askEach puts something to every wanted engine at once, by its name.
func (s *Searcher) askEach(ctx context.Context, wanted []string, ask func(name string) (Ranking, error)) (engineResults, error) {
	if len(wanted) == 0 {
		return engineResults{}, quarry.Errorf(quarry.KindInvalid, "the mode is not known")
	}
	rankings := make([]Ranking, len(wanted))
	failures := make([]error, len(wanted))
	timings := make([][]quarry.StageTime, len(wanted))
	askAt := func(i int) {
		asked := s.stage(wanted[i])
		rankings[i], failures[i] = ask(wanted[i])
		timings[i] = asked()
	}
	var others sync.WaitGroup
	for i := 1; i < len(wanted); i++ {
		others.Go(func() { askAt(i) })
	}
	askAt(0)
	others.Wait()
	if err := ctx.Err(); err != nil {
		return engineResults{}, err
	}
	var h engineResults
	for i, name := range wanted {
		switch {
		case failures[i] == nil:
			one := answer{name: name, weight: 1, ranking: rankings[i]}
			if at := s.at(name); at >= 0 && s.setup.Engines[at].Weight > 0 {
				one.weight = s.setup.Engines[at].Weight
			}
			h.answers = append(h.answers, one)
			h.timings = append(h.timings, timings[i]...)
		case quarry.IsKind(failures[i], quarry.KindInvalid):
			return engineResults{}, failures[i]
		default:
			h.missing = append(h.missing, name)
		}
	}
	if len(h.answers) == 0 {
		return engineResults{}, refusal(failures)
	}
	s.logDegraded(ctx, wanted, failures)
	return h, nil
}

// at returns where an engine stands among the engines, or -1.
func (s *Searcher) at(name string) int {
	return slices.IndexFunc(s.setup.Engines, func(n Named) bool { return n.Name == name })
}

// engine returns an engine by its name.
func (s *Searcher) engine(name string) (Engine, error) {
	if at := s.at(name); at >= 0 {
		return s.setup.Engines[at].Engine, nil
	}
	return nil, quarry.Errorf(quarry.KindUnavailable, "the %s engine is not there", name).WithCode("engine_unavailable")
}

// askOne asks one engine for as many candidates as a page needs: folding may
// join all of the foldable ones into one.
func (s *Searcher) askOne(ctx context.Context, name string, q quarry.Query) (Ranking, error) {
	engine, err := s.engine(name)
	if err != nil {
		return Ranking{}, err
	}
	q.Limit, q.Offset = foldable+q.Offset+q.Limit, 0
	ranking, err := engine.Search(ctx, q)
	if err != nil {
		return Ranking{}, fmt.Errorf("search %s: %w", name, err)
	}
	return ranking, nil
}

// refusal returns the first failure that is more than an absent engine.
func refusal(failures []error) error {
	for _, failure := range failures {
		if !quarry.IsKind(failure, quarry.KindUnavailable) {
			return failure
		}
	}
	return failures[0]
}

// logDegraded notes what went wrong with an engine whose answer is missed. One
// that is absent or being built says so itself.
func (s *Searcher) logDegraded(ctx context.Context, wanted []string, failures []error) {
	for i, failure := range failures {
		if failure != nil && !quarry.IsKind(failure, quarry.KindUnavailable) {
			s.setup.Log.WarnContext(ctx, "search goes on without an engine",
				slog.String("engine", wanted[i]), slog.Any("error", failure))
		}
	}
}

// Repairer is an engine that knows which words its entries have.
type Repairer interface {
	// Repaired returns a query's text with its slips of the pen put right, the text
	// itself where there are none.
	Repaired(ctx context.Context, text string) (string, error)
}

// repaired returns what a query is taken for before engines are asked that cannot
// tell a slip themselves; "" where that is what it says. An engine that cannot
// answer repairs nothing: when it is asked for hits, it says so itself. Where it is
// the only engine, it puts slips right as it goes.
func (s *Searcher) repaired(ctx context.Context, q quarry.Query) string {
	if q.Mode == quarry.ModeLexical || len(s.setup.Engines) == 1 {
		return ""
	}
	for _, engine := range s.setup.Engines {
		repairer, ok := engine.Engine.(Repairer)
		if !ok {
			continue
		}
		if better, err := repairer.Repaired(ctx, q.Text); err == nil && better != q.Text {
			return better
		}
	}
	return ""
}
