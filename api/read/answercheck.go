package read

import (
	"context"

	"github.com/gin-gonic/gin"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/api/check"
	"github.com/quarrykb/quarry/api/rest"
)

// AnswerJudge judges a free answer by the reference answer of its question.
type AnswerJudge interface {
	Judge(q quarry.Question, given string) quarry.AnswerCheck
}

// AnswerReviewer looks once more at a judgement, and may wait for another program.
type AnswerReviewer interface {
	Review(ctx context.Context, q quarry.Question, given string, judged quarry.AnswerCheck) quarry.AnswerCheck
}

// CheckAnswer judges an answer to a question.
//
//	@Summary		Check an answer
//	@Description	Judges a free answer by the question's own. Options, gaps, verdicts, lone numbers in any unit and formulas are judged by rules; free text by a small fitted model, or by a model that the operator has named, as `judged_by` says. `score` is the grade that is expected. The verdict is `unsure` where words tell too little either way. An empty answer is judged, not refused. Nothing is stored. The id of a variant stands for the canonical question, which `id` names.
//	@Param			answer	body		view.CheckRequest	true	"the answer"
//	@Success		200		{object}	view.Check
//	@Header			200		{integer}	Quarry-Revision	"change sequence that the answer was computed from"
//	@Router			/v1/questions/{id}/check [post]
func (h *Handlers) CheckAnswer(c *gin.Context) error {
	fields, err := rest.FieldsOf(rest.BodyOf(c), "a check has", "answer")
	if err != nil {
		return err
	}
	given, err := check.Answer(fields)
	if err != nil {
		return err
	}
	if given == nil {
		return rest.RefuseField("answer", rest.CodeParameter, "is missing; an empty one is judged")
	}
	question, revision, err := h.Store.Question(c.Request.Context(), quarry.QuestionID(c.Param("id")))
	if err != nil {
		return err
	}
	judged := h.Judge.Judge(question, *given)
	if h.Reviewer != nil {
		rest.LeaveTurn(c)
		judged = h.Reviewer.Review(c.Request.Context(), question, *given, judged)
	}
	shown, err := check.View(c.Request.Context(), h.Store, question, judged)
	if err != nil {
		return err
	}
	return h.AnswerAt(c, revision, shown)
}
