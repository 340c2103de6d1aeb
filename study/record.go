package study

import (
	"context"
	"fmt"
	"io"
	"time"

	"github.com/quarrykb/quarry"
)

// Record keeps how a learner answered. The same id with the same content again returns what
// the first returned, and writes nothing. KindConflict (review_id_reused) where the id came
// with other content, and (review_undone) where its review was undone; KindInvalid
// (rating_needed) where an answer alone was given, and no verdict on it is sure. The id of a
// variant stands for the canonical question, which has to have an answer or choices.
func (d *Desk) Record(ctx context.Context, g quarry.GivenAnswer) (quarry.ReviewOutcome, error) {
	review := quarry.Review{
		ID: g.ID, Learner: g.Learner, Question: g.Question, Rating: g.Rating, At: d.now(),
		Took: g.Took.Truncate(time.Millisecond), Answer: g.Answer,
	}
	repeats, err := d.known(ctx, &review)
	if err != nil {
		return quarry.ReviewOutcome{}, err
	}
	var check *quarry.AnswerCheck
	question, err := d.studied(ctx, g.Question)
	switch {
	case err != nil && !repeats:
		return quarry.ReviewOutcome{}, err
	case err == nil && g.Answer != "":
		judged := d.config.Judge(ctx, question, g.Answer)
		check, review.Verdict = &judged, judged.Verdict
	}
	if !repeats {
		if err := rate(&review); err != nil {
			return quarry.ReviewOutcome{}, err
		}
	}
	settings, err := d.config.Store.LearnerSettings(ctx, g.Learner)
	if err != nil {
		return quarry.ReviewOutcome{}, err
	}
	done, err := d.config.Store.RecordReview(ctx, review, reschedule(settings))
	if err != nil {
		return quarry.ReviewOutcome{}, err
	}
	return quarry.ReviewOutcome{Review: done.Review, Card: d.view(done.Card, done.Review.At), Check: check, Repeated: done.Repeated}, nil
}

// known gives a review an id where it has none, and reports whether there is one of its id.
func (d *Desk) known(ctx context.Context, review *quarry.Review) (bool, error) {
	if review.ID == "" {
		var random [quarry.ReviewEntropy]byte
		if _, err := io.ReadFull(d.config.Random, random[:]); err != nil {
			return false, fmt.Errorf("make the id of a review: %w", err)
		}
		review.ID = quarry.NewReviewID(random)
		return false, nil
	}
	if err := review.ID.Validate(); err != nil {
		return false, err
	}
	_, err := d.config.Store.Review(ctx, review.Learner, review.ID)
	if quarry.IsKind(err, quarry.KindNotFound) {
		return false, nil
	}
	return err == nil, err
}

// rate gives a review the rating of its verdict where it has none.
func rate(review *quarry.Review) error {
	if review.Rating != 0 {
		return review.Validate()
	}
	if review.Answer == "" {
		return quarry.Errorf(quarry.KindInvalid, "rating: is missing, and so is an answer that could be judged").
			WithCode("invalid_parameter").OnField("rating", "is missing, and so is an answer that could be judged").WithFixes("3")
	}
	rating, sure := review.Verdict.Rating()
	if !sure {
		return quarry.Errorf(quarry.KindInvalid, "the verdict on the answer is %q: rate it yourself", review.Verdict).
			WithCode("rating_needed").OnField("rating", "is needed: 1 again, 2 hard, 3 good, 4 easy").WithFixes("3")
	}
	review.Rating = rating
	return review.Validate()
}

// Undo takes back a review, the newest one of its card that stands, and leaves the card as it
// was before: KindConflict (review_not_last) for any other. One that was undone before is
// returned as it is. KindNotFound where there is none.
func (d *Desk) Undo(ctx context.Context, learner quarry.Learner, id quarry.ReviewID) (quarry.ReviewOutcome, error) {
	at := d.now()
	done, err := d.config.Store.UndoReview(ctx, learner, id, at)
	return quarry.ReviewOutcome{Review: done.Review, Card: d.view(done.Card, at), Repeated: done.Repeated}, err
}
