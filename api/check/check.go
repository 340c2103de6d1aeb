package check

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/gin-gonic/gin"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/api/rest"
	"github.com/quarrykb/quarry/api/view"
)

// Judge judges a free answer by the reference answer of its question.
type Judge interface {
	Judge(q quarry.Question, given string) quarry.AnswerCheck
}

// Reviewer looks once more at a judgement, and may wait for another program.
type Reviewer interface {
	Review(ctx context.Context, q quarry.Question, given string, check quarry.AnswerCheck) quarry.AnswerCheck
}

// TextReader reads the text that a question stands in.
type TextReader interface {
	Content(ctx context.Context, id quarry.DocumentID) (quarry.Content, quarry.Sequence, error)
}

// Checker judges answers.
type Checker struct {
	Judge    Judge
	Reviewer Reviewer // nil where nobody looks once more
	Texts    TextReader
}

const longestAnswer = 20_000 // bytes of an answer

// LongestBody is how many bytes a body may have, in which an answer may be escaped.
const LongestBody = 1 << 17

// Answer reads the field of a body that is an answer, nil where it was not sent.
func Answer(fields map[string]json.RawMessage) (*string, error) {
	var answer *string
	if written, sent := fields["answer"]; sent && json.Unmarshal(written, &answer) != nil {
		return nil, rest.RefuseField("answer", rest.CodeParameter, "must be a text")
	}
	if answer != nil && len(*answer) > longestAnswer {
		return nil, rest.RefuseField("answer", rest.CodeParameter, fmt.Sprintf("must have at most %d bytes", longestAnswer))
	}
	return answer, nil
}

// Check judges an answer to a question, and shows where what it has and lacks stands. A
// request that waits for another program to look once more leaves its turn to others.
func (h Checker) Check(c *gin.Context, question quarry.Question, given string) (view.Check, error) {
	content, _, err := h.Texts.Content(c.Request.Context(), question.Source.DocumentID)
	if err != nil {
		return view.Check{}, fmt.Errorf("read the question's document: %w", err)
	}
	check := h.Judge.Judge(question, given)
	if h.Reviewer != nil {
		rest.LeaveTurn(c)
		check = h.Reviewer.Review(c.Request.Context(), question, given, check)
	}
	quote := quoted{question: question, text: content.Text}
	return view.Check{
		ID: string(question.ID), Verdict: string(check.Verdict), Reason: string(check.Reason),
		Explanation: check.Explanation,
		Score:       check.Score, Confidence: check.Confidence, JudgedBy: check.JudgedBy, Coverage: check.Coverage,
		Covered: view.Map(check.Covered, quote.viewKeyPoint), Missing: view.Map(check.Missing, quote.viewKeyPoint),
		Numbers: view.Map(check.Numbers, view.NewNumberCheck), Source: view.NewSource(question.Source),
	}, nil
}
