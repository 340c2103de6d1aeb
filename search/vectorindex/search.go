package vectorindex

import (
	"context"
	"fmt"
	"strings"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/search"
)

// Search ranks the entries that pass the filter by how close they are to what the
// text asks for: by the cosine of the angle, of which a short text is counted less
// (see [weightOf]). Phrases count as words, and what is excluded as nothing. An
// entry whose direction is not closer than a right angle is no match. A text that
// the embedder abstains from ranks nothing.
//
// In the end everything resembles everything a little: Total and Facets are of
// what is returned.
func (i *Index) Search(ctx context.Context, q quarry.Query) (search.Ranking, error) {
	if err := search.CheckFilter(q.Filter); err != nil {
		return search.Ranking{}, err
	}
	if err := search.CheckFacets(q.Facets); err != nil {
		return search.Ranking{}, err
	}
	v := i.shown.Load()
	if v == nil {
		return search.Ranking{}, unavailable()
	}
	text := strings.TrimSpace(search.ParseExpression(q.Text).Positive())
	query, err := v.direction(ctx, text)
	if err != nil {
		return search.Ranking{}, err
	}
	var found []scored
	if query != nil {
		found = v.scan(query, newGate(v.names, q.Filter, search.GuardDevices(i.options.Devices, text)), q.Limit)
	}
	return search.Ranking{
		Hits: v.ranked(found), Total: len(found), AtLeast: true,
		Facets: v.facets(found, q.Facets), Revision: v.Cursor,
	}, nil
}

// direction returns the vector of a query, nil where the embedder abstains.
func (v *view) direction(ctx context.Context, text string) ([]float32, error) {
	if text == "" || v.Dim == 0 {
		return nil, nil
	}
	made, err := v.embedder.Embed(ctx, []string{text}, search.TextQuery)
	if err != nil {
		return nil, fmt.Errorf("embed a query: %w", err)
	}
	if len(made) != 1 {
		return nil, fmt.Errorf("embed a query: %d vectors came back", len(made))
	}
	return unit(made[0], v.Dim)
}

func (v *view) ranked(found []scored) []search.Ranked {
	hits := make([]search.Ranked, len(found))
	for i, s := range found {
		hits[i] = search.Ranked{EntryRef: s.card.ref, Score: float64(s.score), Place: search.Place{
			Document:  quarry.DocumentID(v.names.word(s.card.values[columnDocument])),
			LineStart: int(s.card.first), LineEnd: int(s.card.last),
		}}
	}
	return hits
}
