package study

import (
	"context"
	"time"

	"github.com/quarrykb/quarry"
)

// Store keeps learners, their cards and their reviews, beside the questions that these are of.
type Store interface {
	Questions
	Learners
	Cards
	Reviews
	Histories
}

// Questions reads what is asked.
type Questions interface {
	Question(ctx context.Context, id quarry.QuestionID) (quarry.Question, quarry.Sequence, error)
	Questions(ctx context.Context, f quarry.Filter, r quarry.PageRequest) (quarry.Page[quarry.Question], error)
	Content(ctx context.Context, id quarry.DocumentID) (quarry.Content, quarry.Sequence, error)
}

// Learners keeps who learns. Learner is KindNotFound for one of whom nothing is stored, and
// so is DeleteLearner, which removes all that is; LearnerSettings is that of everybody then.
type Learners interface {
	LearnerSettings(ctx context.Context, name quarry.Learner) (quarry.LearnerSettings, error)
	Learner(ctx context.Context, name quarry.Learner) (quarry.LearnerProfile, error)
	Learners(ctx context.Context) ([]quarry.LearnerProfile, error)
	SetLearner(ctx context.Context, name quarry.Learner, settings quarry.LearnerSettings) (quarry.LearnerProfile, error)
	DeleteLearner(ctx context.Context, name quarry.Learner) (quarry.LearnerProfile, error)
}

// Cards keeps how learners stand to questions. Card returns one in the state CardNew where
// there is none, and Quote what a source said when a card was reviewed.
type Cards interface {
	Card(ctx context.Context, learner quarry.Learner, question quarry.QuestionID) (quarry.Card, error)
	Cards(ctx context.Context, f quarry.CardFilter, r quarry.PageRequest) (quarry.Page[quarry.StoredCard], error)
	EditCard(ctx context.Context, learner quarry.Learner, question quarry.QuestionID, edit quarry.CardEdit) (quarry.Card, error)
	AddCards(ctx context.Context, learner quarry.Learner, cards []quarry.Card) (int, error)
	StudyQueue(ctx context.Context, r quarry.StudyRequest) (quarry.StudyQueue, error)
	Quote(ctx context.Context, hash string) (quarry.Quote, error)
}

// Scheduler says when a card is to be asked again that was rated at a moment.
type Scheduler = func(card quarry.Schedule, rating quarry.Rating, at time.Time) (quarry.Schedule, error)

// Reviews keeps reviews. What RecordReview and UndoReview return outlives a power cut, and is
// worked out and written in one transaction.
type Reviews interface {
	Review(ctx context.Context, learner quarry.Learner, id quarry.ReviewID) (quarry.Review, error)
	Reviews(ctx context.Context, f quarry.ReviewFilter, r quarry.PageRequest) (quarry.Page[quarry.Review], error)
	RecordReview(ctx context.Context, r quarry.Review, schedule Scheduler) (quarry.Recorded, error)
	UndoReview(ctx context.Context, learner quarry.Learner, id quarry.ReviewID, at time.Time) (quarry.Recorded, error)
	StudyStats(ctx context.Context, r quarry.StudyStatsRequest) (quarry.StudyStats, error)
}

// Histories reads all that is kept of a learner, of one moment, and takes such over.
type Histories interface {
	ReadHistory(ctx context.Context, learner quarry.Learner, take quarry.HistoryTaker) error
	AddHistory(ctx context.Context, h quarry.StudyHistory) (quarry.StudyImport, error)
}
