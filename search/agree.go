package search

import (
	"context"
	"fmt"
	"slices"

	"github.com/quarrykb/quarry"
)

// ChangeReader lists what changed in the store.
type ChangeReader interface {
	// ChangesAfter returns the changes behind a sequence, oldest first, at most so
	// many.
	ChangesAfter(ctx context.Context, after quarry.Sequence, most int) ([]quarry.Change, error)
}

// farthestApart is how many changes the engines of one answer may be apart.
const farthestApart = 5000

// agree makes one moment of what engines said who had not all read the same. What
// was put after the slowest one had read is taken away from the others: the
// answer's revision does not have it. An engine that is very far behind is left
// out instead.
func (s *Searcher) agree(ctx context.Context, h heard) (heard, error) {
	slowest, fastest := h.revision(), h.latest()
	if slowest == fastest || s.changes == nil {
		return h, nil
	}
	changes, err := s.changes.ChangesAfter(ctx, slowest, farthestApart)
	if err != nil {
		return heard{}, fmt.Errorf("read what changed after %d: %w", slowest, err)
	}
	if len(changes) == farthestApart {
		return h.without(slowest), nil
	}
	young := make(map[quarry.EntryRef]bool, len(changes))
	for _, change := range changes {
		young[change.EntryRef] = change.Op == quarry.OpPut
	}
	for i := range h.answers {
		ranking := &h.answers[i].ranking
		if ranking.Revision > slowest {
			ranking.Hits = slices.DeleteFunc(slices.Clone(ranking.Hits), func(r Ranked) bool { return young[r.EntryRef] })
		}
	}
	return h, nil
}

// latest returns how far the fastest engine has read.
func (h heard) latest() quarry.Sequence {
	fastest := h.answers[0].ranking.Revision
	for _, one := range h.answers[1:] {
		fastest = max(fastest, one.ranking.Revision)
	}
	return fastest
}

// without leaves out the engines that had read up to a sequence only.
func (h heard) without(slowest quarry.Sequence) heard {
	left := heard{missing: h.missing, written: h.written, repaired: h.repaired}
	for _, one := range h.answers {
		if one.ranking.Revision == slowest {
			left.missing = append(left.missing, one.name)
		} else {
			left.answers = append(left.answers, one)
		}
	}
	return left
}
