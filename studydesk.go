package quarry

import "time"

// CardView is a card as it stands at a moment.
type CardView struct {
	Card

	Retrievability float64 // chance to know the answer now; 0 for a new card
}

// ListedCard is a card in a list, with its question's text, "" where that is stored no more.
type ListedCard struct {
	CardView

	Title string
}

// CardRequest says what becomes of a card besides its schedule; nil leaves it as it is.
type CardRequest struct {
	Suspended *bool
	Buried    *bool // until the learner's next day begins
}

// StudyNextRequest asks what a learner is to be asked.
type StudyNextRequest struct {
	Learner       Learner
	Filter        Filter
	Limit         int     // at least 1
	Seed          *uint64 // orders new questions; nil leaves them in the order of their documents
	NewPerDay     *int    // in place of the learner's; nil leaves that
	ReviewsPerDay *int
}

// StudyNext is what a learner is to be asked, in this order.
type StudyNext struct {
	Learner  Learner
	Items    []StudyItem
	Left     StudyWaiting // within the limits of the day, those among Items too
	NextDue  time.Time    // of the first card that is not due yet; zero where there is none
	Notes    []string     // what a person would want to know of it, each a sentence
	Revision Sequence
}

// StudyItem is one question to be asked.
type StudyItem struct {
	Question  Question
	Card      CardView
	Intervals map[Rating]time.Duration // after which it would be due behind each rating
	Changed   *CardChange              // nil where its source says what it said
}

// CardChange is what became of the source of a card since it was reviewed.
type CardChange struct {
	At       time.Time
	Was, Now string // what it says, as the document has it; Was is "" where that was not noted
}

// GivenAnswer is how a learner answered a question. The rating, the answer, or both are given.
type GivenAnswer struct {
	ID       ReviewID // "" lets the desk choose one
	Learner  Learner
	Question QuestionID
	Rating   Rating // 0 lets the verdict on the answer decide
	Answer   string
	Took     time.Duration
}

// ReviewOutcome is what came of an answer.
type ReviewOutcome struct {
	Review   Review
	Card     CardView     // in the state CardNew where undoing made the question new again
	Check    *AnswerCheck // nil where no answer was given
	Repeated bool         // it was recorded before, and nothing was written
}

// ProgressRequest asks how a learner gets on with the questions that a filter lets through.
type ProgressRequest struct {
	Learner Learner
	Filter  Filter
}

// Progress says how a learner gets on.
type Progress struct {
	Learner   Learner
	At        time.Time
	Today     StudiedDay
	Streak    int // days in a row with reviews, up to today or yesterday
	Cards     CardCounts
	Retention Retention
	Forecast  []DueDay     // of 30 days, today with what is overdue
	History   []StudiedDay // of the last 90 days those that have reviews
	Topics    []TopicProgress
	Revision  Sequence
}

// Retention is how many of the cards in the state CardReview were known at their first review
// of a day.
type Retention struct {
	Days            int
	Reviews, Passed int
}

// Rate returns the share of what was known, false where nothing was reviewed.
func (r Retention) Rate() (float64, bool) {
	if r.Reviews == 0 {
		return 0, false
	}
	return float64(r.Passed) / float64(r.Reviews), true
}

// DueDay is how many cards are due on a day.
type DueDay struct {
	Date string
	Due  int
}

// HistoryFormat names a way to write a learner's history down.
type HistoryFormat string

// The formats. HistoryLines is lossless and can be read again: a line of JSON for the learner, one
// a card, one a review. HistoryRevlog is the CSV that optimizers of FSRS read.
const (
	HistoryLines  HistoryFormat = "jsonl"
	HistoryRevlog HistoryFormat = "revlog"
)

// HistoryFormats lists them all.
func HistoryFormats() []HistoryFormat { return []HistoryFormat{HistoryLines, HistoryRevlog} }

// HistoryImported is what came of reading a history.
type HistoryImported struct {
	Cards    int // that were not there, or were of an earlier review
	Reviews  int
	Repeated int      // reviews that were there
	Unknown  []string // the first questions that are not stored, each with where it was
}
