package study

import (
	"cmp"
	"context"
	"fmt"
	"time"

	"github.com/gin-gonic/gin"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/api/check"
	"github.com/quarrykb/quarry/api/rest"
	"github.com/quarrykb/quarry/api/view"
)

// Recorder keeps how learners answered.
type Recorder interface {
	Record(ctx context.Context, g quarry.GivenAnswer) (quarry.ReviewOutcome, error)
	Undo(ctx context.Context, learner quarry.Learner, id quarry.ReviewID) (quarry.ReviewOutcome, error)
	Reviews(ctx context.Context, f quarry.ReviewFilter, r quarry.PageRequest) (quarry.Page[quarry.Review], error)
}

// RecordReview keeps one answer of a learner.
//
//	@Summary		Record a review
//	@Description	Keeps how a learner answered a question, and says when to ask it again. `rating` says how well it was known; an `answer` alone is judged as `/v1/questions/{id}/check` does, and refused with the code `rating_needed` where the verdict is `unsure`. With both the rating counts, and the verdict is kept beside it. The question has an answer or choices; the id of a variant stands for the canonical one.
//	@Description
//	@Description	With an `id` of its own a review may be sent again: the same content is answered as before with `repeated`, and other content is refused. What is answered for survives a power cut.
//	@Param			review	body		view.StudyReviewRequest	true	"the answer"
//	@Success		200		{object}	view.StudyRecorded
//	@Failure		400		{object}	view.Problem	"invalid_parameter, key_ambiguous, key_in_query, malformed_body, malformed_query, query_too_long, question_unanswered, rating_needed, repeated_parameter, unknown_parameter"
//	@Failure		404		{object}	view.Problem
//	@Failure		409		{object}	view.Problem	"review_id_reused, review_undone"
//	@Failure		507		{object}	view.Problem
//	@Router			/v1/study/reviews [post]
func (h *Handlers) RecordReview(c *gin.Context) error {
	answer, err := readReview(rest.BodyOf(c))
	if err != nil {
		return err
	}
	done, err := h.desk.Record(c.Request.Context(), answer)
	if err != nil {
		return err
	}
	shown := view.StudyRecorded{
		Review: view.NewStudyReview(done.Review), Card: view.NewStudyCard(done.Card), Repeated: done.Repeated,
	}
	if done.Check != nil {
		question, _, err := h.store.Question(c.Request.Context(), done.Review.Question)
		if err != nil {
			return fmt.Errorf("read what was answered: %w", err)
		}
		checked, err := check.View(c.Request.Context(), h.store, question, *done.Check)
		if err != nil {
			return err
		}
		shown.Check = &checked
	}
	return h.Answer(c, shown)
}

// readReview reads the fields of a review.
func readReview(body []byte) (quarry.GivenAnswer, error) {
	fields, err := rest.FieldsOf(body, "a review has", "learner", "question_id", "rating", "answer", "took_ms", "id")
	if err != nil {
		return quarry.GivenAnswer{}, err
	}
	learner, err1 := given(fields).learner()
	question, err2 := field[string](fields, "question_id", "a text")
	rating, err3 := field[int](fields, "rating", "1 (again), 2 (hard), 3 (good) or 4 (easy)")
	answer, err4 := check.Answer(fields)
	took, err5 := field[int64](fields, "took_ms", "a whole number of milliseconds")
	id, err6 := field[string](fields, "id", "a text")
	if err := cmp.Or(err1, err2, needed("question_id", question), err3, err4, err5, err6); err != nil {
		return quarry.GivenAnswer{}, err
	}
	read := quarry.GivenAnswer{Learner: learner, Question: quarry.QuestionID(*question)}
	if rating != nil {
		read.Rating = quarry.Rating(*rating)
		if err := read.Rating.Validate(); err != nil {
			return read, err
		}
	}
	if answer != nil {
		read.Answer = *answer
	}
	if rating == nil && read.Answer == "" {
		return read, rest.RefuseField("rating", rest.CodeParameter, "is needed where no answer is sent").WithFixes("1", "2", "3", "4")
	}
	if took != nil {
		if *took < 0 || *took > longestTook.Milliseconds() {
			return read, rest.RefuseField("took_ms", rest.CodeParameter, "must be a whole number from 0 to 86400000")
		}
		read.Took = time.Duration(*took) * time.Millisecond
	}
	if id != nil {
		read.ID = quarry.ReviewID(*id)
		return read, read.ID.Validate()
	}
	return read, nil
}

const longestTook = 24 * time.Hour

// UndoReview takes a review back.
//
//	@Summary		Undo a review
//	@Description	Takes back the newest review of its question that counts, and leaves the question as it was before: a slip of the finger. Undoing it once more answers the same. The review is kept, counts no more, and its id cannot be used again.
//	@x-takes		["learner"]
//	@Param			id	path		string	true	"id of the review"	example(ann-2026-12-01-17)
//	@Success		200	{object}	view.StudyUndone
//	@Failure		403	{object}	view.Problem
//	@Failure		409	{object}	view.Problem	"review_not_last"
//	@Failure		507	{object}	view.Problem
//	@Router			/v1/study/reviews/{id} [delete]
func (h *Handlers) UndoReview(c *gin.Context) error {
	p := rest.NewParameters(c)
	learner := learnerIn(p)
	if err := p.Err(); err != nil {
		return err
	}
	done, err := h.desk.Undo(c.Request.Context(), learner, quarry.ReviewID(c.Param("id")))
	if err != nil {
		return err
	}
	shown := view.StudyUndone{Review: view.NewStudyReview(done.Review)}
	if done.Card.State != quarry.CardNew {
		card := view.NewStudyCard(done.Card)
		shown.Card = &card
	}
	return h.Answer(c, shown)
}

// ListReviews answers a part of the reviews of a learner.
//
//	@Summary		List reviews
//	@Description	What a learner answered, the newest first, without what was undone.
//	@x-whole		true
//	@x-takes		["learner", "question"]
//	@Param			question	query		string	false	"id of a question; that of a variant stands for the canonical one"	example(q_6xw2m7k4zntq5ravcbyh)
//	@Success		200			{object}	view.List[view.StudyReview]
//	@x-fresh		true
//	@Router			/v1/study/reviews [get]
func (h *Handlers) ListReviews(c *gin.Context) error {
	p := rest.NewParameters(c)
	filter := quarry.ReviewFilter{Learner: learnerIn(p), Question: quarry.QuestionID(p.Text("question"))}
	at, err := h.BindPage(c, p, rest.DefaultLimit)
	if err = cmp.Or(err, p.Err()); err != nil {
		return err
	}
	if filter.Question != "" {
		question, _, err := h.store.Question(c.Request.Context(), filter.Question)
		switch {
		case err == nil:
			filter.Question = question.ID
		case !quarry.IsKind(err, quarry.KindNotFound): // that of a question which is gone is kept
			return err
		}
	}
	page, err := h.desk.Reviews(c.Request.Context(), filter, at.PageRequest)
	if err != nil {
		return err
	}
	return answerPage(h, c, at.Scope, page, view.NewStudyReview)
}

// answerPage answers a page, and where the next one begins.
func answerPage[T, V any](h *Handlers, c *gin.Context, in rest.Scope, page quarry.Page[T], show func(T) V) error {
	next, err := in.SealPosition(page.Next)
	if err != nil {
		return err
	}
	return h.Answer(c, view.List[V]{Items: view.Map(page.Items, show), Total: page.Total, NextCursor: next})
}
