package search

import (
	"cmp"
	"context"
	"fmt"
	"log/slog"
	"slices"
	"time"

	"github.com/quarrykb/quarry"
)

// Setup is what a searcher works with.
type Setup struct {
	Entries     EntryReader
	Engines     []Named
	Reranker    Reranker    // nil leaves the order to the engines
	Highlighter Highlighter // nil marks nothing
	Devices     DeviceNames // nil takes every question for one about the same device
	Asking      Asking      // nil knows no words by which people ask
	Judge       Judge       // nil says nothing of whether a query is answered
	Log         *slog.Logger
	Now         func() time.Time // nil measures no stage
}

// Searcher answers queries.
type Searcher struct {
	setup  Setup
	asking askingWords
}

// NewSearcher returns a searcher over these engines.
func NewSearcher(s Setup) *Searcher {
	return &Searcher{setup: s, asking: newAskingWords(s.Asking)}
}

// Search answers one query. An engine that a hybrid search lacks is named in
// Degraded; a search that no engine can answer is quarry.KindUnavailable, and a
// further page of a revision that is no more is quarry.KindExpired, as is one that
// others would rank than the first.
//
// Total and facets are those of the first engine that can count, exact and before
// folding: of a hybrid search they count what words find. Where none can count they
// are of the closest. A search that one engine answered goes on behind the folded hits,
// one hit a candidate; a fused one ends there. Hits come by falling score, save
// that among the folded ones a question without an answer comes behind what is
// as near, and those come last which show nothing that a hit before them does not
// show.
func (s *Searcher) Search(ctx context.Context, q quarry.Query) (quarry.Found, error) {
	if q.Mode == "" {
		q.Mode = quarry.ModeHybrid
	}
	if q.Limit < 1 || q.Offset < 0 {
		return quarry.Found{}, quarry.Errorf(quarry.KindInvalid, "limit must be at least 1 and offset at least 0")
	}
	results, err := s.ask(ctx, q)
	fusing := s.stage(quarry.StageFuse)
	if err != nil {
		return quarry.Found{}, err
	}
	results = results.together().weighed()
	list := newList(results.answers)
	corrected, asked := results.correctedQuery(), q.Text
	q.Text = cmp.Or(corrected, q.Text)
	timings := slices.Concat(results.timings, fusing())
	reranked, err := s.rerank(ctx, q, &list)
	if err != nil {
		return quarry.Found{}, err
	}
	revision, by := results.revision(), results.by()+reranked.by
	if q.At != 0 && q.At != revision || q.By != "" && q.By != by {
		return quarry.Found{}, quarry.Errorf(quarry.KindExpired,
			"the index has changed since the first page; search again").WithCode("cursor_expired")
	}
	hydrating := s.stage(quarry.StageHydrate)
	hits, err := s.hydrate(ctx, q, list)
	if err != nil {
		return quarry.Found{}, err
	}
	expression := ParseExpression(q.Text)
	return s.judged(ctx, asked, q, list, quarry.Found{
		By: by, Words: results.words(),
		Hits: hits, Total: list.total, TotalIsExact: len(results.answers) == 1 && !results.answers[0].ranking.AtLeast,
		Facets: results.facets(), Mode: q.Mode, CorrectedQuery: corrected, Degraded: slices.Concat(results.missing, reranked.missing),
		Excluded: expression.Excluded, PassedOver: expression.PassedOver, More: list.length > q.Offset+q.Limit, Revision: revision,
		Timings: slices.Concat(timings, reranked.timings, hydrating()),
	})
}

// hydrate reads a page's entries, the folded ones too, in one transaction. What
// the store no longer has is left out.
func (s *Searcher) hydrate(ctx context.Context, q quarry.Query, l list) ([]quarry.Hit, error) {
	page := l.page(q.Offset, q.Limit)
	var refs []quarry.EntryRef
	for _, g := range page {
		refs = append(refs, g.shown.EntryRef)
		for _, also := range g.also {
			refs = append(refs, also.EntryRef)
		}
	}
	if len(refs) == 0 {
		return nil, nil
	}
	alive, err := s.entries(ctx, refs)
	if err != nil {
		return nil, err
	}
	matches := s.matches(q)
	hits := make([]quarry.Hit, 0, len(page))
	for _, g := range page {
		entry := alive[g.shown.EntryRef]
		if entry == nil {
			continue
		}
		next := l.hit(g, *entry, alive)
		next.Snippet = snippet(*entry, matches)
		if q.Explain {
			next.Explain = l.explain(g)
		}
		hits = append(hits, next)
	}
	return hits, nil
}

// entries reads entries in one transaction. Those that the store no longer has are left out.
func (s *Searcher) entries(ctx context.Context, refs []quarry.EntryRef) (map[quarry.EntryRef]*quarry.Entry, error) {
	read, _, err := s.setup.Entries.Entries(ctx, refs)
	if err != nil {
		return nil, fmt.Errorf("read %d entries: %w", len(refs), err)
	}
	alive := make(map[quarry.EntryRef]*quarry.Entry, len(read))
	for i := range read {
		alive[read[i].EntryRef] = &read[i]
	}
	return alive, nil
}

// matches returns what finds the query's matches in a text, nil where none are
// to be shown.
func (s *Searcher) matches(q quarry.Query) func(string) []Range {
	if !q.Highlight || s.setup.Highlighter == nil {
		return nil
	}
	return s.setup.Highlighter.Matches(q.Text)
}

// stage begins to measure a stage, and returns what ends it: its time, or nothing
// where the searcher has no clock.
func (s *Searcher) stage(name string) func() []quarry.StageTime {
	if s.setup.Now == nil {
		return func() []quarry.StageTime { return nil }
	}
	began := s.setup.Now()
	return func() []quarry.StageTime { return []quarry.StageTime{{Stage: name, Took: s.setup.Now().Sub(began)}} }
}

// Judge says whether what was found answers a query, how likely that is from 0 to 1, and
// why it says so, in a sentence for a person.
type Judge interface {
	Judge(query string, found quarry.Found) (quarry.Answerable, float64, string)
}

// judgedHits is how many of the best hits are judged, whichever page of them is asked for.
const judgedHits = 10

// judged returns what was found with a word on whether it answers the query, as far as there
// is a judge, who sees the query as it was asked.
func (s *Searcher) judged(ctx context.Context, asked string, q quarry.Query, l list, found quarry.Found) (quarry.Found, error) {
	if s.setup.Judge == nil {
		return found, nil
	}
	best := found
	if q.Offset > 0 || q.Limit < judgedHits {
		hits, err := s.hydrate(ctx, quarry.Query{Limit: judgedHits}, l)
		if err != nil {
			return quarry.Found{}, err
		}
		best.Hits = hits
	}
	found.Answerable, found.Confidence, found.Reason = s.setup.Judge.Judge(asked, best)
	return found, nil
}
