package agreement

import (
	"encoding/json"
	"io"
	"slices"

	"github.com/quarrykb/quarry"
)

// Answer is an answer that a person judged.
type Answer struct {
	ID       string
	Kind     string // what sort of answer it is: "short", "negated"
	Question quarry.Question
	Given    string
	Verdict  quarry.AnswerVerdict
	Grade    float64 // 0 to 1; that of the verdict if none was given
}

type judgedFile struct {
	Questions []struct {
		ID       string       `json:"id"`
		Style    quarry.Style `json:"style"`
		Question string       `json:"question"`
		Answer   string       `json:"answer"`
		Choices  []string     `json:"choices"`
		Given    []struct {
			ID      string               `json:"id"`
			Kind    string               `json:"kind"`
			Verdict quarry.AnswerVerdict `json:"verdict"`
			Answer  string               `json:"answer"`
		} `json:"given"`
	} `json:"questions"`
}

// longestFile is how many bytes a file of judged answers may have.
const longestFile = 16 << 20

// Read reads a file of judged answers: questions with their reference answers, and
// beneath each what was answered and what that is. An answer without an id or with
// a verdict that there is not is refused.
func Read(from io.Reader) ([]Answer, error) {
	decoder := json.NewDecoder(io.LimitReader(from, longestFile))
	decoder.DisallowUnknownFields()
	var file judgedFile
	if err := decoder.Decode(&file); err != nil {
		return nil, quarry.Errorf(quarry.KindInvalid, "is no file of judged answers: %v", err).Because(err)
	}
	var answers []Answer
	for _, q := range file.Questions {
		question := quarry.Question{
			ID: quarry.QuestionID(q.ID), Text: q.Question, Answer: q.Answer, Answered: q.Answer != "", Style: q.Style, Choices: q.Choices,
		}
		if q.Question == "" || !slices.Contains(quarry.Styles(), q.Style) {
			return nil, quarry.Errorf(quarry.KindInvalid, "question %q has no text, or a style that there is not: %q", q.ID, q.Style)
		}
		for _, given := range q.Given {
			if given.ID == "" || !slices.Contains(quarry.AnswerVerdicts(), given.Verdict) {
				return nil, quarry.Errorf(quarry.KindInvalid, "an answer to question %q has no id, or a verdict that there is not: %q", q.ID, given.Verdict)
			}
			answers = append(answers, Answer{given.ID, given.Kind, question, given.Answer, given.Verdict, given.Verdict.Score()})
		}
	}
	return answers, nil
}
