package vectorindex

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/search"
)

// Search ranks the entries that pass the filter by how close they are to what the
// text asks for: by the cosine of the angle, of which a short text is counted less
// (see [weightOf]). An entry whose direction is not closer than a right angle is
// no match. A text that the embedder abstains from ranks nothing. Where a query means
// something by everyday words, it asks for that too: for the weighted sum of the directions.
// Phrases and exclusions are held against the 500 entries that are closest, best first.
//
// In the end everything resembles everything a little: Total and Facets are of the
// 200 closest that are returned. How the cosines of an embedder spread that was not learnt from
// the entries is not known: they count by their order only.
func (i *Index) Search(ctx context.Context, q quarry.Query) (search.Ranking, error) {
	if err := errors.Join(search.CheckFilter(q.Filter), search.CheckFacets(q.Facets)); err != nil {
		return search.Ranking{}, err
	}
	v := i.shown.Load()
	if v == nil {
		return search.Ranking{}, unavailable()
	}
	query, err := i.direction(ctx, v, q)
	if err != nil {
		return search.Ranking{}, err
	}
	found, err := i.find(ctx, v, query, q)
	if err != nil {
		return search.Ranking{}, err
	}
	counted := found[:min(mostCounted, len(found))]
	return search.Ranking{
		Hits: ranked(found), Total: len(counted), AtLeast: true, ByRank: !v.learnt, Model: v.Embedder,
		Facets: facets(counted, q.Facets, i.options.Topics), Revision: v.Cursor,
	}, nil
}

// mostCounted is how many of the closest entries are counted, however many a page
// asks for.
const mostCounted = 200

// find returns the entries closest to a query's vector that hold what it requires.
func (i *Index) find(ctx context.Context, v *view, query []float32, q quarry.Query) ([]scored, error) {
	if query == nil {
		return nil, nil
	}
	g := newFilter(q.Filter, search.GuardDevices(i.options.Devices, meantBy(q.Text)))
	var required search.Requirements
	if i.options.Requirements != nil {
		required = i.options.Requirements.Requirements(q.Text)
	}
	if required == nil {
		return i.settled(ctx, v, query, g, q.Limit)
	}
	found, err := i.settled(ctx, v, query, g, max(mostHeld, q.Limit))
	if err != nil {
		return nil, err
	}
	return i.meeting(ctx, v, found, required, q.Limit)
}

// meantBy returns what is embedded of a query.
func meantBy(query string) string {
	return strings.TrimSpace(search.ParseExpression(query).Positive())
}

// further is how many more of the best narrow rows than are wanted are looked at
// exactly, where so many could be among them.
const further = 100

// settled returns the closest rows, at most so many. Narrow rows are compared by
// the exact vectors that the store has of the best; those that it has no more,
// because another generation took this one's place meanwhile, by what is known.
func (i *Index) settled(ctx context.Context, v *view, query []float32, g filter, most int) ([]scored, error) {
	if v.scale == 0 {
		return v.scan(query, g, most), nil
	}
	found := v.telling(query, v.scan(query, g, most+further), most)
	refs := make([]quarry.EntryRef, len(found))
	at := make(map[quarry.EntryRef]int, len(found))
	for n, s := range found {
		refs[n], at[s.card.ref] = s.card.ref, n
	}
	exact, err := i.store.Vectors(ctx, v.Number, refs)
	if err != nil {
		return nil, fmt.Errorf("read the exact vectors of %d rows: %w", len(refs), err)
	}
	padded, row := make([]float32, v.stride), make([]float32, v.stride)
	copy(padded, query)
	for _, one := range exact {
		copy(row, one.Values)
		s := &found[at[one.EntryRef]]
		s.score = dot(padded, row) * s.weight
	}
	found = slices.DeleteFunc(found, func(s scored) bool { return s.score <= 0 })
	slices.SortFunc(found, better)
	return found[:min(most, len(found))], nil
}

// directions returns the vectors of queries, nil where the embedder abstains; none
// where the first of them is empty.
func (v *view) directions(ctx context.Context, texts []string) ([][]float32, error) {
	if texts[0] == "" || v.Dim == 0 {
		return nil, nil
	}
	made, err := embedAll(ctx, v.embedder, texts, search.TextQuery, v.Dim)
	if err != nil {
		return nil, fmt.Errorf("embed a query: %w", err)
	}
	return made, nil
}

func ranked(found []scored) []search.Ranked {
	hits := make([]search.Ranked, len(found))
	for i, s := range found {
		hits[i] = search.Ranked{EntryRef: s.card.ref, Score: float64(s.score), Place: search.Place{
			Document:  quarry.DocumentID(s.card.values[columnDocument].Value()),
			LineStart: int(s.card.first), LineEnd: int(s.card.last),
		}, Open: s.card.isOpen()}
	}
	return hits
}

// Resembling ranks the entries that pass a filter by how close they are to an
// entry's stored vector. An entry without one, because it is too new or the
// embedder abstains from it, is quarry.KindUnavailable. As in searches, cosines of
// an embedder that was not learnt count by their order only.
func (i *Index) Resembling(ctx context.Context, to quarry.Entry, f quarry.Filter, most int) (search.Ranking, error) {
	if err := search.CheckFilter(f); err != nil {
		return search.Ranking{}, err
	}
	v := i.shown.Load()
	if v == nil {
		return search.Ranking{}, unavailable()
	}
	stored, err := i.store.Vectors(ctx, v.Number, []quarry.EntryRef{to.EntryRef})
	if err != nil {
		return search.Ranking{}, fmt.Errorf("read the vector of %s: %w", to.ID, err)
	}
	if len(stored) == 0 || len(stored[0].Values) == 0 || len(stored[0].Values) != v.Dim {
		return search.Ranking{}, quarry.Errorf(quarry.KindUnavailable, "there is no vector of %s", to.ID).
			WithCode("engine_unavailable")
	}
	found, err := i.settled(ctx, v, stored[0].Values, newFilter(f, search.DeviceGuard{}), most)
	if err != nil {
		return search.Ranking{}, err
	}
	return search.Ranking{
		Hits: ranked(found), Total: len(found), AtLeast: true, ByRank: !v.learnt, Model: v.Embedder, Revision: v.Cursor,
	}, nil
}

// Trouble says why the last query that the embedder was asked for has no vector, ""
// where it has one.
func (i *Index) Trouble() string {
	i.mu.Lock()
	defer i.mu.Unlock()
	return i.trouble
}

// noteTrouble takes in what came of asking the embedder for a query. It is logged
// when it begins and when it is over, and not for every query between. A caller that left
// before the answer says nothing of the embedder.
func (i *Index) noteTrouble(ctx context.Context, err error) {
	if ctx.Err() != nil {
		return
	}
	now := ""
	if err != nil {
		now = "queries have no vectors: " + quarry.Explain(err).Message
	}
	i.mu.Lock()
	before := i.trouble
	i.trouble = now
	i.mu.Unlock()
	switch {
	case before == "" && err != nil:
		i.options.Log.WarnContext(ctx, "the embedder makes no vectors of queries: searches go by words", slog.Any("error", err))
	case before != "" && err == nil:
		i.options.Log.InfoContext(ctx, "the embedder makes vectors of queries again")
	}
}
