package sqlite

import (
	"context"

	"github.com/quarrykb/quarry"
)

// Questions lists the questions that a filter lets through, by path, line and
// id, with their exact number. Of those that ask the same it lists the one that
// leads, with the others as its variants; a document and a collection let it
// through when any of them stands there.
func (s *Store) Questions(
	ctx context.Context, f quarry.Filter, r quarry.PageRequest,
) (quarry.Page[quarry.Question], error) {
	return list(ctx, s, questions(), f, r)
}

// Question returns one question and the revision it was read at, or
// KindNotFound. The id of a variant names the question that stands for it.
func (s *Store) Question(ctx context.Context, id quarry.QuestionID) (quarry.Question, quarry.Sequence, error) {
	return one(ctx, s, questions, string(id))
}

// questions are those that lead, each with its variants.
func questions() kindOf[quarry.Question] {
	k := questionKind("e.id", variantsOf)
	k.live, k.named = isLeader, leaderOf
	k.claims = quarry.Question.Occurrences
	k.where = whereQuestion
	return k
}

// barely are the questions that lead, with no more of their variants than where
// they stand, and without what else answers them: what an index keeps of them.
func barely() kindOf[bareQuestion] {
	k := entryKind[bareQuestion](quarry.EntryQuestion, questionDetails("e.id", placesOf, noAnswers))
	k.live = isLeader
	k.where = whereQuestion
	k.read = func(scan scanFunc) (bareQuestion, error) {
		q, err := readQuestion(scan)
		return bareQuestion{q}, err
	}
	return k
}

// bareQuestion is a question of whose variants little was read.
type bareQuestion struct{ quarry.Question }

// occurrences are all questions, as each stands in its document.
func occurrences() kindOf[quarry.Question] {
	k := questionKind(canonicalID, "'[]'")
	k.where = whereOccurrence
	return k
}

func questionKind(canonical, variants string) kindOf[quarry.Question] {
	k := entryKind[quarry.Question](quarry.EntryQuestion, questionDetails(canonical, variants, bestAnswersOf(canonical)))
	k.read = readQuestion
	return k
}

func questionDetails(canonical, variants, answers string) string {
	return canonical + ", e.style, e.answered, e.text, e.answer, e.choices, e.asks, " + variants + ", " + answers
}

func readQuestion(scan scanFunc) (quarry.Question, error) {
	var e shared
	var q quarry.Question
	var choices, variants, answers string
	topics, err := e.scan(scan, &q.CanonicalID, &q.Style, &q.Answered, &q.Text, &q.Answer, &choices,
		&q.Asks, &variants, &answers)
	if err != nil {
		return q, err
	}
	q.ID, q.Topics, q.Grade, q.Source = quarry.QuestionID(e.id), topics, e.grade, e.source
	if q.Variants, err = readVariants(variants); err != nil {
		return q, err
	}
	if q.BestAnswers, err = readBestAnswers(answers); err != nil {
		return q, err
	}
	q.AnswerState = stateOf(q)
	q.Choices, err = listOf[string](choices)
	return q, err
}

// stateOf says what answerState does.
func stateOf(q quarry.Question) quarry.AnswerState {
	switch {
	case q.Answered:
		return quarry.AnswerOwn
	case len(q.BestAnswers) > 0:
		return quarry.AnswerLikely
	}
	return quarry.AnswerGap
}

const questionColumns = entryColumns + ", style, answered, text, answer, choices, asks, leads, place"

func questionRow(q quarry.Question) row {
	ref := quarry.EntryRef{Kind: quarry.EntryQuestion, ID: quarry.EntryID(q.ID)}
	return row{EntryRef: ref, claim: q.Asks, values: append(
		entryValues(ref.ID, q.Grade, q.Topics, q.Source),
		string(q.Style), q.Answered, q.Text, q.Answer, later(jsonList(q.Choices)), made(q.Asks),
	), rival: rival{
		EntryRef: ref, merit: meritOf(q.Answered, q.Grade.Source == quarry.DifficultyStated),
		path: q.Source.Path, line: q.Source.LineStart,
	}}
}
