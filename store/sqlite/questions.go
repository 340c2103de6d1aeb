package sqlite

import (
	"context"

	"github.com/quarrykb/quarry"
)

// Questions lists the questions that a filter lets through, by path, line and
// id, with their exact number.
func (s *Store) Questions(
	ctx context.Context, f quarry.Filter, r quarry.PageRequest,
) (quarry.Page[quarry.Question], error) {
	return list(ctx, s, questions(), f, r)
}

// Question returns one question and the revision it was read at, or
// KindNotFound.
func (s *Store) Question(ctx context.Context, id quarry.QuestionID) (quarry.Question, quarry.Sequence, error) {
	return one(ctx, s, questions, string(id))
}

func questions() kindOf[quarry.Question] {
	k := entryKind[quarry.Question](quarry.EntryQuestion,
		canonicalID+", "+answerState+", e.style, e.answered, e.text, e.answer, e.choices")
	k.read = readQuestion
	k.claims = quarry.Question.Occurrences
	k.where = whereQuestion
	return k
}

func readQuestion(scan scanFunc) (quarry.Question, error) {
	var e shared
	var q quarry.Question
	var choices string
	topics, err := e.scan(scan, &q.CanonicalID, &q.AnswerState, &q.Style, &q.Answered, &q.Text, &q.Answer, &choices)
	if err != nil {
		return q, err
	}
	q.ID, q.Topics, q.Grade, q.Source = quarry.QuestionID(e.id), topics, e.grade, e.source
	q.Choices, err = listOf[string](choices)
	return q, err
}

const questionColumns = entryColumns + ", style, answered, text, answer, choices"

func questionRow(q quarry.Question) row {
	ref := quarry.EntryRef{Kind: quarry.EntryQuestion, ID: quarry.EntryID(q.ID)}
	return row{EntryRef: ref, values: append(
		entryValues(ref.ID, q.Grade, q.Topics, q.Source),
		string(q.Style), q.Answered, q.Text, q.Answer, later(jsonList(q.Choices)),
	)}
}
