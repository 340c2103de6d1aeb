package api

import (
	"context"

	"github.com/gin-gonic/gin"

	"github.com/quarrykb/quarry"
)

// QuestionReader is what the question routes need from a store.
type QuestionReader interface {
	Questions(ctx context.Context, f quarry.Filter, p quarry.PageRequest) (quarry.Page[quarry.Question], error)
	Question(ctx context.Context, id quarry.QuestionID) (quarry.Question, quarry.Sequence, error)
	DrawQuestions(ctx context.Context, r quarry.DrawRequest) (quarry.Draw, error)
}

// QuestionView is a question as the API shows it. The canonical occurrence is
// not among its own variants. Choices are what a multiple-choice question
// offers, in the order of its source; no other question has any.
type QuestionView struct {
	// its id
	ID string `json:"id" validate:"required" example:"q_6xw2m7k4zntq5ravcbyh"`
	// always question
	Kind string `json:"kind" validate:"required" example:"question" enums:"question"`
	// id of the one that stands for all that ask the same: its own, where it is that one
	CanonicalID string `json:"canonical_id" validate:"required" example:"q_6xw2m7k4zntq5ravcbyh"`
	// the question, without marks and labels
	Question string `json:"question" validate:"required" example:"How many threads has a warp?"`
	// the answer in Markdown, as its source writes it; null where it has none, or answers are hidden
	Answer *string `json:"answer" validate:"required" example:"32." extensions:"x-nullable"`
	// whether its source answers it
	Answered bool `json:"answered" validate:"required" example:"true"`
	// answered by its own source, likely answered by best_answers, or by nothing (gap); a new question is a gap until answers were looked for, some seconds after it is stored
	AnswerState string `json:"answer_state" validate:"required" example:"answered" enums:"answered,likely,gap"`
	// how hard it is; null where its source does not say
	Difficulty *string `json:"difficulty" validate:"required" example:"easy" enums:"easy,medium,hard" extensions:"x-nullable"`
	// where the difficulty comes from: the source (stated), an estimate, or nowhere (none)
	DifficultySource string `json:"difficulty_source" validate:"required" example:"stated" enums:"none,stated,estimated"`
	// how sure the difficulty is, from 0 to 1, and 1 where it is stated; null where there is none
	DifficultyConfidence *float64 `json:"difficulty_confidence" validate:"required" example:"1" minimum:"0" maximum:"1" extensions:"x-nullable"`
	// how it is put
	Style string `json:"style" validate:"required" example:"open" enums:"open,true_false,scenario,choice,cloze"`
	// what a multiple-choice question offers, in the order of its source; empty for any other
	Choices []string `json:"choices" validate:"required" example:"16,32,64"`
	// ids of its topics in /v1/topics
	Topics []string `json:"topics" validate:"required" example:"memory"`
	// other occurrences of the question, whole, by path and line
	Variants []VariantView `json:"variants" validate:"required"`
	// what seems to answer a question that its source does not, the best first, three at most
	BestAnswers []BestAnswerView `json:"best_answers" validate:"required"`
	// where it stands
	Source SourceView `json:"source" validate:"required"`
}

// VariantView is another occurrence of a question, kept whole.
type VariantView struct {
	// its id
	ID string `json:"id" validate:"required" example:"q_z4ntq5ravcbyh6xw2m7k"`
	// the question as it is put here
	Question string `json:"question" validate:"required" example:"What is the size of a warp?"`
	// the answer in Markdown, as its source writes it; null where it has none, or answers are hidden
	Answer *string `json:"answer" validate:"required" example:"32 threads." extensions:"x-nullable"`
	// whether its source answers it
	Answered bool `json:"answered" validate:"required" example:"true"`
	// how hard it is; null where its source does not say
	Difficulty *string `json:"difficulty" validate:"required" example:"easy" enums:"easy,medium,hard" extensions:"x-nullable"`
	// where the difficulty comes from: the source (stated), an estimate, or nowhere (none)
	DifficultySource string `json:"difficulty_source" validate:"required" example:"stated" enums:"none,stated,estimated"`
	// how it is put
	Style string `json:"style" validate:"required" example:"open" enums:"open,true_false,scenario,choice,cloze"`
	// what a multiple-choice question offers, in the order of its source; empty for any other
	Choices []string `json:"choices" validate:"required" example:"16,32,64"`
	// where it stands
	Source SourceView `json:"source" validate:"required"`
}

// BestAnswerView points from an unanswered question to what answers it. The score
// says how likely that is. The snippet is HTML: escaped text with the question's words
// in mark elements.
type BestAnswerView struct {
	// id of the entry
	ID string `json:"id" validate:"required" example:"f_3v5nq2k7xw4mzt6cyrab"`
	// what sort of entry it is
	Kind string `json:"kind" validate:"required" example:"fact" enums:"question,fact,spec,passage"`
	// how likely it is that this answers the question, from 0 to 1
	Score float64 `json:"score" validate:"required" example:"0.71" minimum:"0" maximum:"1"`
	// the question, the subject of a fact, device and attribute of a spec, or the heading of a passage
	Title string `json:"title" validate:"required" example:"Warp"`
	// HTML: escaped text with mark elements around words of the question
	Snippet string `json:"snippet" validate:"required" example:"A <mark>warp</mark> has 32 threads."`
	// address of the entry, relative to the server
	URL string `json:"url" validate:"required" example:"/v1/facts/f_3v5nq2k7xw4mzt6cyrab"`
}

func viewQuestion(q quarry.Question) QuestionView {
	return QuestionView{
		ID: string(q.ID), Kind: string(quarry.EntryQuestion), CanonicalID: string(q.CanonicalID),
		Question: q.Text, Answer: answerOf(q.Answer, q.Answered), Answered: q.Answered,
		AnswerState: string(q.AnswerState),
		Difficulty:  nullable(q.Grade.Difficulty), DifficultySource: string(q.Grade.Source),
		DifficultyConfidence: confidenceOf(q.Grade),
		Style:                string(q.Style), Choices: texts(q.Choices), Topics: texts(q.Topics),
		Variants: mapped(q.Variants, viewVariant), BestAnswers: mapped(q.BestAnswers, viewBestAnswer),
		Source: viewSource(q.Source),
	}
}

func viewVariant(v quarry.Variant) VariantView {
	return VariantView{
		ID: string(v.ID), Question: v.Text, Answer: answerOf(v.Answer, v.Answered), Answered: v.Answered,
		Difficulty: nullable(v.Grade.Difficulty), DifficultySource: string(v.Grade.Source),
		Style: string(v.Style), Choices: texts(v.Choices), Source: viewSource(v.Source),
	}
}

func viewBestAnswer(b quarry.BestAnswer) BestAnswerView {
	return BestAnswerView{
		ID: string(b.ID), Kind: string(b.Kind), Score: b.Score, Title: b.Title, Snippet: b.Snippet,
		URL: urlOf(b.EntryRef),
	}
}

// answerOf tells a question without an answer from one whose answer is empty.
func answerOf(text string, answered bool) *string { //nolint:revive // answered is data, not a switch
	if !answered {
		return nil
	}
	return &text
}

// confidenceOf is null where there is no difficulty to be sure of.
func confidenceOf(g quarry.Grade) *float64 {
	if g.Difficulty == "" {
		return nil
	}
	return &g.Confidence
}

// listQuestions answers a part of the questions.
//
//	@ID				listQuestions
//	@Summary		List questions
//	@Description	Questions in the order of path, line and id. Those that ask the same are one, with the others as its variants: a document and a collection match where any of them stands. Those without an answer have in best_answers what seems to answer them elsewhere. A cursor survives changes to the store.
//	@Tags			questions
//	@Produce		json
//	@Param			difficulty			query		[]string	false	"difficulties; questions of unknown difficulty never match"	collectionFormat(csv)	Enums(easy,medium,hard)
//	@Param			difficulty_source	query		[]string	false	"who says how hard it is"									collectionFormat(csv)	Enums(none,stated,estimated)
//	@Param			topic				query		[]string	false	"topics; a parent stands for its children too"				collectionFormat(csv)
//	@Param			style				query		[]string	false	"ways of asking"											collectionFormat(csv)	Enums(open,true_false,scenario,choice,cloze)
//	@Param			document			query		[]string	false	"document ids or paths, a comma within one as `\,`; an unknown one is noted"			collectionFormat(csv)
//	@Param			collection			query		[]string	false	"collections, a comma within one as `\,`"												collectionFormat(csv)
//	@Param			answered			query		boolean		false	"whether the source answers it"
//	@Param			answer_state		query		[]string	false	"answered, answered elsewhere, or not at all"	collectionFormat(csv)	Enums(answered,likely,gap)
//	@Param			limit				query		integer		false	"questions per page"							minimum(1)	maximum(100)	default(20)
//	@Param			cursor				query		string		false	"next_cursor of the page before; it goes with the filters of that page"
//	@Success		200					{object}	List[QuestionView]
//	@Success		304					"the caller has this answer already"
//	@Router			/v1/questions [get]
func (s *Server) listQuestions(c *gin.Context) {
	serveList(s, c, s.read.Questions.Questions, viewQuestion)
}

// getQuestion answers one question.
//
//	@ID				getQuestion
//	@Summary		Read one question
//	@Description	One question by its id. The id of a variant answers the canonical question.
//	@Tags			questions
//	@Produce		json
//	@Param			id		path		string	true	"question id"	example(q_6xw2m7k4zntq5ravcbyh)
//	@Success		200		{object}	QuestionView
//	@Success		304		"the caller has this answer already"
//	@Failure		404		{object}	Problem
//	@Router			/v1/questions/{id} [get]
func (s *Server) getQuestion(c *gin.Context) { serveOne(s, c, s.read.Questions.Question, viewQuestion) }

// verifyQuestion holds a question and its variants against their sources.
//
//	@ID				verifyQuestion
//	@Summary		Verify a question
//	@Description	Do the stored texts really say this? Question and answer are held against the source, and each variant against its own.
//	@Tags			questions
//	@Produce		json
//	@Param			id		path		string	true	"question id"	example(q_6xw2m7k4zntq5ravcbyh)
//	@Success		200		{object}	VerificationView
//	@Success		304		"the caller has this answer already"
//	@Failure		404		{object}	Problem
//	@Router			/v1/questions/{id}/verify [get]
func (s *Server) verifyQuestion(c *gin.Context) { s.serveVerify(c, quarry.EntryQuestion) }
