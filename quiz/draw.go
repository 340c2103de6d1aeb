package quiz

import (
	"cmp"
	"context"
	"slices"
	"strconv"

	"github.com/quarrykb/quarry"
)

// placed is a generated question at the place that a seed gives it.
type placed struct {
	*quarry.Question

	place uint64
}

// mostPlaces is how many places there are in a draw of generated questions: so many that no two of
// them share one, and so few that every reader of JSON keeps a place exactly.
const mostPlaces = 1 << 52

// mostAtOnce is how many questions one draw gives where generated ones are among them.
const mostAtOnce = 1000

// DrawQuestions draws stored questions, generated ones, or both, in a seed's order. A generated
// question has its place from its id and the seed, so that a draw goes on wherever it was, whatever
// has changed. Where both are drawn, the seed and the places decide of which comes the next, as
// often as there are more of them: what remains is exact, and nothing is remembered.
func (s *Store) DrawQuestions(ctx context.Context, r quarry.DrawRequest) (quarry.Draw, error) {
	if f := r.Filter.Generated; f != quarry.GeneratedInclude && f != quarry.GeneratedOnly {
		return s.library.DrawQuestions(ctx, r)
	}
	if r.Count < 1 {
		return quarry.Draw{}, quarry.Errorf(quarry.KindInvalid, "a draw has at least one question, not %d", r.Count)
	}
	r.Count = min(r.Count, mostAtOnce)
	some, revision, err := s.matching(ctx, r.Filter)
	if err != nil {
		return quarry.Draw{}, err
	}
	made := deal(some, r.Seed, r.After.Made)
	stored := quarry.Draw{Revision: revision}
	if r.Filter.Generated == quarry.GeneratedInclude && !r.After.MadeOnly {
		if stored, err = s.library.DrawQuestions(ctx, r); err != nil {
			return stored, err
		}
	}
	return s.interleave(ctx, r, stored, made)
}

// interleave takes the next questions of two hands, and says where both are then.
func (s *Store) interleave(ctx context.Context, r quarry.DrawRequest, stored quarry.Draw, made []placed) (quarry.Draw, error) {
	draw := quarry.Draw{Revision: stored.Revision}
	left, taken := len(stored.Questions)+stored.Remaining, 0
	next := r.After
	for len(draw.Questions) < r.Count && left-taken+len(made) > 0 {
		if isMade(r.Seed, next.Made, r.After.Drawn+taken, left-taken, len(made)) {
			draw.Questions = append(draw.Questions, *made[0].Question)
			next.Made, made = made[0].place, made[1:]
			continue
		}
		draw.Questions = append(draw.Questions, stored.Questions[taken])
		taken++
	}
	draw.Remaining = left - taken + len(made)
	if draw.Remaining == 0 {
		return draw, nil
	}
	if taken > 0 && taken < len(stored.Questions) { // where the stored ones are behind so many of them
		r.Count = taken
		var err error
		if stored, err = s.library.DrawQuestions(ctx, r); err != nil {
			return draw, err
		}
	}
	draw.Next = &next
	if taken > 0 && stored.Next != nil {
		next = quarry.DrawCursor{
			SlotLimit: stored.Next.SlotLimit, Position: stored.Next.Position, Drawn: stored.Next.Drawn, At: stored.Next.At,
			Made: next.Made,
		}
	}
	next.MadeOnly = taken == left
	return draw, nil
}

// isMade decides by where a draw is whether a generated question comes next: as likely as it is that
// one of what is left is one.
func isMade(seed, place uint64, drawn, stored, made int) bool {
	turn := hashOf(strconv.FormatUint(seed, 10), strconv.FormatUint(place, 10), strconv.Itoa(drawn))
	return quarry.NewPermutation(uint64(stored+made), turn).At(0) < uint64(made) //nolint:gosec // counts are never negative
}

// deal returns the questions behind a place, in the order of a seed.
func deal(some []*quarry.Question, seed, after uint64) []placed {
	order := quarry.NewPermutation(mostPlaces-1, seed)
	var hand []placed
	for _, q := range some {
		if place := 1 + order.At(hashOf(string(q.ID))%(mostPlaces-1)); place > after {
			hand = append(hand, placed{q, place})
		}
	}
	slices.SortFunc(hand, func(a, b placed) int {
		return cmp.Or(cmp.Compare(a.place, b.place), cmp.Compare(a.ID, b.ID))
	})
	return hand
}
