package read

import (
	"context"

	"github.com/gin-gonic/gin"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/api/view"
)

// QuestionReader is what the question routes need from a store.
type QuestionReader interface {
	Questions(ctx context.Context, f quarry.Filter, p quarry.PageRequest) (quarry.Page[quarry.Question], error)
	Question(ctx context.Context, id quarry.QuestionID) (quarry.Question, quarry.Sequence, error)
	DrawQuestions(ctx context.Context, r quarry.DrawRequest) (quarry.Draw, error)
}

// ListQuestions answers a part of the questions.
//
//	@Summary		List questions
//	@Description	Questions in the order of path, line and id, or as `sort` says. Those that ask the same are one, with the others as its variants: a document and a collection match where any of them stands. Those without an answer have in best_answers what seems to answer them elsewhere. `generated` lists those, too, that were made of what documents state, each where its proof stands. A cursor survives changes to the store.
//	@x-takes		["difficulty", "difficulty_source", "min_confidence", "topic", "style", "document", "collection", "answered", "answer_state", "generated"]
//	@Param			difficulty			query		[]string	false	"difficulties, stated and estimated ones; questions of unknown difficulty never match"	collectionFormat(csv)	Enums(easy,medium,hard)
//	@Param			sort				query		string		false	"order: difficulty from easy to hard, -difficulty from hard to easy, date of the document; what has none comes last; generated ones are listed by path alone"	Enums(path,difficulty,-difficulty,date,-date)	default(path)
//	@Success		200					{object}	view.List[view.Question]
//	@Router			/v1/questions [get]
func (h *Handlers) ListQuestions(c *gin.Context) error {
	return serveList(h, c, h.Filter, h.Store.Questions, view.NewQuestion, quarry.SortDifficulty, quarry.SortDate)
}

// GetQuestion answers one question.
//
//	@Summary		Read one question
//	@Description	One question by its id. The id of a variant answers the canonical question. That of a generated one answers as long as what proves it is stored.
//	@x-takes		["format"]
//	@Produce		json
//	@Produce		html
//	@Param			id		path		string	true	"question id"	example(q_6xw2m7k4zntq5ravcbyh)
//	@Success		200		{object}	view.Question
//	@Router			/v1/questions/{id} [get]
func (h *Handlers) GetQuestion(c *gin.Context) error {
	return serveEntry(h, c, h.Store.Question, view.NewQuestion, drawQuestion)
}

// VerifyQuestion holds a question and its variants against their sources.
//
//	@Summary		Verify a question
//	@Description	Do the stored texts really say this? Question and answer are held against the source, and each variant against its own. Of a generated question the proof is held against its source, and as variants what refutes the other choices.
//	@x-whole		true
//	@Success		200		{object}	view.Verification
//	@Router			/v1/questions/{id}/verify [get]
func (h *Handlers) VerifyQuestion(c *gin.Context) error {
	return h.serveVerify(c, quarry.EntryQuestion)
}
