package bleveindex

import "context"

// An abbreviation that documents explain themselves says nothing more of an entry
// that has the query's own words: who asks for a GPU does not mean the one that
// spells it out first. It counts in their place only, and no more than they would,
// however rare its own words are.

// noteSaid notes which documents have all terms that the next alternative stands
// for.
func (r *ranker) noteSaid(ctx context.Context, of []string) error {
	r.choice++
	for n, term := range of {
		if err := r.read(ctx, term); err != nil {
			return err
		}
		r.hold(n)
	}
	for _, number := range r.having {
		if r.has(number, len(of)) {
			r.states[number].said = r.choice + 1
		}
	}
	return nil
}

// replaces reports whether a document has the last alternative, and may have it
// in the place of what it stands for.
func (r *ranker) replaces(number uint64, terms int) bool {
	return r.has(number, terms) && r.states[number].said != r.choice
}

// bound returns by how much an alternative counts less that is rarer than what
// it stands for.
func (a alternative) bound(stands, rarity float64) float64 {
	if !a.instead || rarity <= stands {
		return 1
	}
	return stands / rarity
}
