package check

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/api/rest"
	"github.com/quarrykb/quarry/api/view"
)

// TextReader reads the text that a question stands in.
type TextReader interface {
	Content(ctx context.Context, id quarry.DocumentID) (quarry.Content, quarry.Sequence, error)
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

// View shows what was judged of an answer to a question, and where the document says what
// the answer has and lacks.
func View(ctx context.Context, texts TextReader, question quarry.Question, check quarry.AnswerCheck) (view.Check, error) {
	content, _, err := texts.Content(ctx, question.Source.DocumentID)
	if err != nil {
		return view.Check{}, fmt.Errorf("read the question's document: %w", err)
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
