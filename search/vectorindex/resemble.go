package vectorindex

import (
	"context"
	"fmt"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/search"
)

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
	found, err := i.settled(ctx, v, stored[0].Values, newGate(v.names, f, search.DeviceGuard{}), most)
	if err != nil {
		return search.Ranking{}, err
	}
	return search.Ranking{
		Hits: v.ranked(found), Total: len(found), AtLeast: true, ByRank: !v.learnt, Model: v.Embedder, Revision: v.Cursor,
	}, nil
}
