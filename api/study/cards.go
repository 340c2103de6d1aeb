package study

import (
	"cmp"
	"context"

	"github.com/gin-gonic/gin"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/api/rest"
	"github.com/quarrykb/quarry/api/view"
)

// Cards keeps how learners stand to questions.
type Cards interface {
	Cards(ctx context.Context, f quarry.CardFilter, r quarry.PageRequest) (quarry.Page[quarry.ListedCard], error)
	SetCard(ctx context.Context, learner quarry.Learner, id quarry.QuestionID, r quarry.CardRequest) (quarry.CardView, error)
}

// longestRequest is how many bytes a body may have that puts a card off, or sets a learner up.
const longestRequest = 16 << 10

// ListStudyCards answers a part of the cards of a learner.
//
//	@Summary		List cards
//	@Description	The questions that a learner was asked, suspended or put off, by their ids. A question that is stored no more has no title: its card is kept, and is asked again once the question is back.
//	@x-whole		true
//	@x-takes		["learner", "state", "suspended"]
//	@Param			state		query		[]string	false	"how far the learner is with them"	collectionFormat(csv)	Enums(new,learning,review,relearning)
//	@Param			suspended	query		boolean		false	"those that are not asked until that is lifted, or the others; both where it is left out"
//	@Success		200			{object}	view.List[view.StudyListed]
//	@x-fresh		true
//	@Router			/v1/study/cards [get]
func (h *Handlers) ListStudyCards(c *gin.Context) error {
	p := rest.NewParameters(c)
	filter := quarry.CardFilter{
		Learner: learnerIn(p), States: rest.Vocabulary(p, "state", quarry.CardStates()), Suspended: p.Tristate("suspended"),
	}
	at, err := h.BindPage(c, p, rest.DefaultLimit)
	if err = cmp.Or(err, p.Err()); err != nil {
		return err
	}
	page, err := h.desk.Cards(c.Request.Context(), filter, at.PageRequest)
	if err != nil {
		return err
	}
	return answerPage(h, c, at.Scope, page, view.NewStudyListed)
}

// SetStudyCard puts a question off, or lets it be asked again.
//
//	@Summary		Suspend or bury a question
//	@Description	`suspended` keeps a question from a learner until that is lifted, `buried` until their next day begins; false lifts it. What is left out stays. The question has an answer or choices; the id of a variant stands for the canonical one.
//	@Param			question_id	path		string					true	"id of the question"	example(q_6xw2m7k4zntq5ravcbyh)
//	@Param			card		body		view.StudyCardRequest	true	"what becomes of it"
//	@Success		200			{object}	view.StudyCard
//	@Failure		400			{object}	view.Problem	"invalid_parameter, key_ambiguous, key_in_query, malformed_body, malformed_query, query_too_long, question_unanswered, repeated_parameter, unknown_parameter"
//	@Failure		507			{object}	view.Problem
//	@Router			/v1/study/cards/{question_id} [put]
func (h *Handlers) SetStudyCard(c *gin.Context) error {
	body, err := rest.ReadJSON(c, longestRequest)
	if err != nil {
		return err
	}
	fields, err := rest.FieldsOf(body, "a card has", "learner", "suspended", "buried")
	if err != nil {
		return err
	}
	const truth = "true or false"
	learner, err1 := given(fields).learner()
	suspended, err2 := field[bool](fields, "suspended", truth)
	buried, err3 := field[bool](fields, "buried", truth)
	if err := cmp.Or(err1, err2, err3); err != nil {
		return err
	}
	request := quarry.CardRequest{Suspended: suspended, Buried: buried}
	card, err := h.desk.SetCard(c.Request.Context(), learner, quarry.QuestionID(c.Param("question_id")), request)
	if err != nil {
		return err
	}
	return h.Answer(c, view.NewStudyCard(card))
}
