package search

import (
	"context"
	"fmt"
	"slices"

	"github.com/quarrykb/quarry"
)

// Resembler is an engine that finds what is like an entry.
type Resembler interface {
	// Resembling ranks at most so many entries that pass the filter, the nearest
	// to an entry first and equal scores by id; the entry itself may be among
	// them. What the entry names does not keep others apart. It is
	// quarry.KindUnavailable where the engine knows too little of the entry.
	Resembling(ctx context.Context, to quarry.Entry, f quarry.Filter, most int) (Ranking, error)
}

// mostResembling is how many candidates an engine is asked for.
const mostResembling = 100

// nearnessOfMeaning is how much more than elsewhere the engine of meaning counts
// beside the words. Who asks the same in other words shares few of them, and has
// much the same answer; a vector is of both. An engine whose scores tell their order
// only counts as elsewhere: nothing is known of how good they are.
const nearnessOfMeaning = 2

// Similar returns the questions that are nearest to one, by its words and by its
// stored vector, which counts twice where it was learnt from the entries, and never the question itself or a variant of it. Those about
// another device than it asks for come behind all others; otherwise hits come by
// falling score. An engine that has nothing to compare the question by is named in
// Degraded.
func (s *Searcher) Similar(ctx context.Context, to quarry.Question, limit int) (quarry.Found, error) {
	if limit < 1 {
		return quarry.Found{}, quarry.Errorf(quarry.KindInvalid, "limit must be at least 1")
	}
	own := occurrences(to)
	results, err := s.askEach(ctx, enginesOf(quarry.ModeHybrid), func(name string) (Ranking, error) {
		return s.resembling(ctx, name, to.Entry(), mostResembling+len(own))
	})
	if err != nil {
		return quarry.Found{}, err
	}
	hits, err := s.nearest(ctx, to, newList(results.together().besides(own).byMeaning().answers), limit)
	return quarry.Found{
		Hits: hits, Total: len(hits), Mode: quarry.ModeHybrid, Degraded: results.missing, Revision: results.revision(),
	}, err
}

// occurrences returns the references of a question and of its variants.
func occurrences(q quarry.Question) []quarry.EntryRef {
	refs := []quarry.EntryRef{q.Entry().EntryRef, {Kind: quarry.EntryQuestion, ID: quarry.EntryID(q.CanonicalID)}}
	for _, v := range q.Variants {
		refs = append(refs, quarry.EntryRef{Kind: quarry.EntryQuestion, ID: quarry.EntryID(v.ID)})
	}
	return refs
}

// resembling asks one engine for the questions that are like an entry.
func (s *Searcher) resembling(ctx context.Context, name string, to quarry.Entry, most int) (Ranking, error) {
	there, err := s.engine(name)
	if err != nil {
		return Ranking{}, err
	}
	engine, ok := there.(Resembler)
	if !ok {
		return Ranking{}, quarry.Errorf(quarry.KindUnavailable, "the %s engine is not there", name).WithCode("engine_unavailable")
	}
	ranking, err := engine.Resembling(ctx, to, quarry.Filter{Kinds: []quarry.EntryKind{quarry.EntryQuestion}}, most)
	if err != nil {
		return Ranking{}, fmt.Errorf("look for what is like %s, %s: %w", to.ID, name, err)
	}
	return ranking, nil
}

// besides leaves out what resembles itself.
func (h engineResults) besides(own []quarry.EntryRef) engineResults {
	others := engineResults{answers: slices.Clone(h.answers), missing: h.missing}
	for i := range others.answers {
		ranking := &others.answers[i].ranking
		ranking.Hits = slices.DeleteFunc(slices.Clone(ranking.Hits), func(r Ranked) bool { return slices.Contains(own, r.EntryRef) })
	}
	return others
}

// byMeaning lets the engine of meaning count more.
func (h engineResults) byMeaning() engineResults {
	weighed := engineResults{answers: slices.Clone(h.answers), missing: h.missing}
	for i := range weighed.answers {
		if one := &weighed.answers[i]; one.name == EngineVector && !one.ranking.ByRank {
			one.weight *= nearnessOfMeaning
		}
	}
	return weighed
}

// nearest returns the first of a list, those behind that are about other devices
// than a question asks for.
func (s *Searcher) nearest(ctx context.Context, to quarry.Question, l list, limit int) ([]quarry.Hit, error) {
	guard := GuardDevices(s.setup.Devices, to.Text)
	if len(guard.Others) == 0 {
		return s.hydrate(ctx, quarry.Query{Limit: limit}, l)
	}
	hits, err := s.hydrate(ctx, quarry.Query{Limit: len(l.groups)}, l)
	if err != nil {
		return nil, err
	}
	same, other := make([]quarry.Hit, 0, len(hits)), []quarry.Hit(nil)
	for _, hit := range hits {
		if s.isAboutAnother(hit.Entry, guard) {
			other = append(other, hit)
		} else {
			same = append(same, hit)
		}
	}
	same = append(same, other...)
	return same[:min(limit, len(same))], nil
}

// isAboutAnother reports whether an entry names other devices than those that are
// asked for: in its title, or in its text where the title names none.
func (s *Searcher) isAboutAnother(e quarry.Entry, guard DeviceGuard) bool {
	named := distinct(s.setup.Devices.DevicesIn(e.Title))
	if len(named) == 0 {
		named = distinct(s.setup.Devices.DevicesIn(e.Text))
	}
	among := func(ids []quarry.DeviceID) bool {
		return slices.ContainsFunc(named, func(id quarry.DeviceID) bool { return slices.Contains(ids, id) })
	}
	return among(guard.Others) && !among(guard.Asked)
}
