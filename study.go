package quarry

import (
	"crypto/sha256"
	"encoding/base32"
	"encoding/hex"
	"slices"
	"strings"
	"time"
	"unicode/utf8"
)

func refuseStudy(field, why string) *Error {
	return Errorf(KindInvalid, "%s: %s", field, why).WithCode("invalid_parameter").OnField(field, why)
}

// Rating is how well a learner knew an answer.
type Rating int

// The ratings, as FSRS and Anki number them. Whoever rates RatingAgain did not know it.
const (
	RatingAgain Rating = iota + 1
	RatingHard
	RatingGood
	RatingEasy
)

// Ratings lists them all.
func Ratings() []Rating { return []Rating{RatingAgain, RatingHard, RatingGood, RatingEasy} }

// Validate refuses a rating that there is not (KindInvalid).
func (r Rating) Validate() error {
	if slices.Contains(Ratings(), r) {
		return nil
	}
	return refuseStudy("rating", "must be 1 (again), 2 (hard), 3 (good) or 4 (easy)").WithFixes("3")
}

// Passed reports whether the answer was known.
func (r Rating) Passed() bool { return r > RatingAgain }

// Rating returns what a verdict on an answer counts as, false where a person has to say.
func (v AnswerVerdict) Rating() (Rating, bool) {
	switch v {
	case VerdictCorrect:
		return RatingGood, true
	case VerdictPartly:
		return RatingHard, true
	case VerdictIncorrect:
		return RatingAgain, true
	case VerdictUnsure:
	}
	return 0, false
}

// CardState is how far a learner is with a card.
type CardState string

// The states of a card. One that was never reviewed is new.
const (
	CardNew        CardState = "new"
	CardLearning   CardState = "learning"
	CardReview     CardState = "review"
	CardRelearning CardState = "relearning"
)

// CardStates lists them all.
func CardStates() []CardState { return []CardState{CardNew, CardLearning, CardReview, CardRelearning} }

// Schedule is what is known of a learner's memory of a card, and when to ask it next, as
// FSRS-6 has it. That of a new card is the zero value in the state CardNew.
type Schedule struct {
	Due           time.Time
	State         CardState
	Stability     float64 // days until the chance to know the answer is 90 %
	Difficulty    float64 // 1 to 10
	Reps          int
	Lapses        int
	LastReview    time.Time // zero for never
	Step          int       // steps of learning that remain
	ScheduledDays int       // from the last review to the one that is due; 0 within a day
}

// Card is a question with an answer or choices, as a learner stands to it. It is that of
// the question which leads those that ask the same. A question that a learner has no card
// of is new to them.
type Card struct {
	Learner  Learner
	Question QuestionID
	Schedule

	Suspended   bool
	BuriedUntil time.Time // it is not asked before that; zero where it is not buried

	Quote   string    // what its source said when it was reviewed last: see QuoteOf; "" where that was not noted
	Changed time.Time // since when the source says something else; zero where it does not
}

// Quote is what a source said: see QuoteOf.
type Quote struct {
	Hash string // lower-case hexadecimal
	Text string
}

// QuoteOf returns the bytes of a stored text that a question rests on: those of its span and,
// where its answer stands elsewhere, of that. The hash of a span alone is SpanHash. It is the
// zero value for a source that does not lie inside of the text.
func QuoteOf(text []byte, source Source) Quote {
	spans := []Span{source.Span}
	for _, c := range source.Context {
		if c.Role == RoleAnswer && !source.Contains(c.Span) {
			spans = append(spans, c.Span)
		}
	}
	parts := make([]string, 0, len(spans))
	for _, s := range spans {
		if SpanHash(text, s) == "" {
			return Quote{}
		}
		parts = append(parts, string(text[s.ByteStart:s.ByteEnd]))
	}
	quote := Quote{Text: strings.Join(parts, "\n")}
	sum := sha256.Sum256([]byte(quote.Text))
	quote.Hash = hex.EncodeToString(sum[:])
	return quote
}

// ReviewID names a review among those of its learner, as its caller chooses.
type ReviewID string

// ReviewEntropy is how many random bytes an id is made of that no caller chose.
const ReviewEntropy = 13

// NewReviewID returns the id that some random bytes make.
func NewReviewID(random [ReviewEntropy]byte) ReviewID {
	encoded := base32.StdEncoding.WithPadding(base32.NoPadding).EncodeToString(random[:])
	return ReviewID("r_" + strings.ToLower(encoded[:idLength]))
}

const (
	longestReviewID     = 64
	reviewIDCharacters  = collectionCharacters
	longestReviewAnswer = 20_000 // characters
	longestTook         = 24 * time.Hour
)

// Validate refuses what is no id (KindInvalid): one has 1 to 64 letters (a to z, small or
// capital), digits, ".", "_" and "-".
func (id ReviewID) Validate() error {
	if id == "" || len(id) > longestReviewID || strings.Trim(string(id), reviewIDCharacters) != "" {
		return refuseStudy("id", `must have 1 to 64 letters (a to z), digits, ".", "_" and "-"`).WithFixes("ann-2026-12-01-1")
	}
	return nil
}

// Review is one answer of a learner to a question. One that was undone counts no more.
type Review struct {
	ID       ReviewID
	Learner  Learner
	Question QuestionID
	Rating   Rating
	At       time.Time
	Took     time.Duration // 0 where it was not measured; whole milliseconds
	Answer   string        // "" where none was given
	Verdict  AnswerVerdict // on the answer; "" where it was not judged
	Before   Schedule
	After    Schedule
	Undone   time.Time // zero where it stands
}

// Validate refuses a review that cannot be one (KindInvalid), whatever it makes of its card.
func (r Review) Validate() error {
	if err := r.ID.Validate(); err != nil {
		return err
	}
	switch {
	case utf8.RuneCountInString(r.Answer) > longestReviewAnswer, !utf8.ValidString(r.Answer):
		return refuseStudy("answer", "must have at most 20,000 characters")
	case r.Took < 0, r.Took > longestTook:
		return refuseStudy("took_ms", "must be 0 to 86400000, a day")
	}
	return r.Rating.Validate()
}

// SameAs reports whether another review of the same id is this one once more. A rating or
// a verdict that was left out is that of the other.
func (r Review) SameAs(other Review) bool {
	return r.Question == other.Question && r.Took == other.Took && r.Answer == other.Answer &&
		(r.Rating == 0 || r.Rating == other.Rating)
}

// Recorded is what came of a review.
type Recorded struct {
	Review   Review
	Card     Card // in the state CardNew where undoing made the question new again
	Repeated bool // it was recorded before, and nothing was written
}
