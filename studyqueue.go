package quarry

import "time"

// StudyRequest asks what a learner is to be asked.
type StudyRequest struct {
	Learner Learner
	Filter  Filter
	Day     StudyDay // that Now is of
	Now     time.Time
	Ahead   time.Time // until when a card that is being learnt may be due to be asked ahead
	Seed    *uint64   // orders new questions; nil leaves them in the order of their documents
	Most    int       // of each list of the queue
}

// StudyQueue is what a learner may be asked, by what they would be asked it for. Nothing in
// it is suspended or buried, and nothing is in two of its lists.
type StudyQueue struct {
	Learning []Card       // being learnt or learnt again, and due, by when
	Changed  []Card       // whose source says something else than it did, by since when
	Review   []Card       // due before the learner's day ends, by when
	New      []QuestionID // easy ones first, and those last of which nobody knows
	Ahead    []Card       // being learnt, and due soon
	Waiting  StudyWaiting
	Begun    int       // new questions of the day that have been answered
	Reviewed int       // cards in the state CardReview that have been reviewed on the day
	NextDue  time.Time // of the first card that is due later; zero where there is none
	Revision Sequence
}

// StudyWaiting says how many a queue would have if it was endless.
type StudyWaiting struct{ Learning, Changed, Review, New int }

// StoredCard is a card with where its question is, so that it can be found again.
type StoredCard struct {
	Card

	Collection string // these are "" where the question is stored no more
	Path       string
	Text       string

	Quoted string // what the source said when it was reviewed last; "" where that was not noted
}

// CardFilter narrows a list of cards. What is empty does not filter.
type CardFilter struct {
	Learner   Learner
	States    []CardState
	Suspended Tristate
}

// CardEdit says what becomes of a card besides its schedule; nil leaves it as it is.
type CardEdit struct {
	Suspended   *bool
	BuriedUntil *time.Time // the zero time where it is not buried any more
}

// ReviewFilter narrows a list of reviews, which those that were undone are not in.
type ReviewFilter struct {
	Learner  Learner
	Question QuestionID // "" for all
}

// StudyHistory is all that is kept of a learner.
type StudyHistory struct {
	Learner  Learner
	Settings LearnerSettings // of a learner of whom nothing is stored yet
	Cards    []StoredCard
	Reviews  []Review // that stand

	Waits bool // cards whose question is not stored are kept as well, and wait for it
}

// HistoryTaker is handed a history: the learner, then the cards, then the reviews as they came.
type HistoryTaker interface {
	Learner(p LearnerProfile) error
	Card(c StoredCard) error
	Review(r Review) error
}

// StudyImport is what came of taking a history over.
type StudyImport struct {
	Cards    int // that were not there, or were of an earlier review
	Reviews  int
	Repeated int          // reviews that were there
	Unknown  []QuestionID // that are not stored: their cards and reviews are left out
}

// StudyStatsRequest asks how a learner gets on.
type StudyStatsRequest struct {
	Learner Learner
	Filter  Filter
	At      time.Time
	Past    []StudyDay // in their order, the last of them the one that At is of
	Coming  []StudyDay // likewise, the first of them the one that At is of
	Streak  []StudyDay // backwards, from the one that At is of

	// Recall returns the chance that a card is known at At.
	Recall func(Schedule) float64
}

// StudyStats says how a learner gets on, at one moment.
type StudyStats struct {
	Days     []StudiedDay // one for each of the past
	Streak   int          // days in a row with reviews, up to today or yesterday
	Cards    CardCounts
	Due      []int // of each coming day, what is overdue on the first
	Topics   []TopicProgress
	Revision Sequence
}

// StudiedDay is what a learner did on a day. Tested counts the cards in the state CardReview
// at their first review of the day, and Recalled those of them that were known.
type StudiedDay struct {
	Date             string
	Reviews, Passed  int
	New              int // questions that were answered for the first time
	Again            int // reviews that were not passed
	Took             time.Duration
	Tested, Recalled int
}

// CardCounts counts questions by how a learner stands to them: those that are suspended or
// buried by nothing else, changed ones once more.
type CardCounts struct {
	New, Learning, Review, Relearning int
	Suspended, Buried, Changed        int
}

// TopicProgress is how a learner gets on with the questions of a topic and a difficulty,
// which is "" where nobody knows it. A question of several topics is counted in each.
type TopicProgress struct {
	Topic      TopicID
	Difficulty Difficulty
	Total      int
	Seen       int     // that were reviewed
	Due        int     // of these, now
	Recall     float64 // mean chance to know one that was seen; 0 where none was
}
