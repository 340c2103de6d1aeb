package view

import (
	"time"

	"github.com/quarrykb/quarry"
)

// StudyCard is a question as a learner stands to it. Of a question that is new to them nothing
// is known yet.
type StudyCard struct {
	// id of the question, that of the canonical one
	QuestionID string `json:"question_id" validate:"required" example:"q_6xw2m7k4zntq5ravcbyh"`
	// how far the learner is with it: new, being learnt, known for days, or being learnt again
	State string `json:"state" validate:"required" example:"review" enums:"new,learning,review,relearning"`
	// when it is to be asked again; null where it is new
	Due *time.Time `json:"due" validate:"required" example:"2026-12-08T04:00:00Z" format:"date-time" extensions:"x-nullable"`
	// days after which the learner knows it with a chance of 90 %; null where it is new
	Stability *float64 `json:"stability" validate:"required" example:"3.2" minimum:"0" extensions:"x-nullable"`
	// how hard it is for the learner, from 1 to 10; null where it is new
	Difficulty *float64 `json:"difficulty" validate:"required" example:"5.1" minimum:"1" maximum:"10" extensions:"x-nullable"`
	// the chance that the learner knows it now, from 0 to 1; null where it is new
	Retrievability *float64 `json:"retrievability" validate:"required" example:"0.93" minimum:"0" maximum:"1" extensions:"x-nullable"`
	// how often it was reviewed
	Reps int `json:"reps" validate:"required" example:"4" minimum:"0"`
	// how often it was known for days, and then forgotten
	Lapses int `json:"lapses" validate:"required" example:"0" minimum:"0"`
	// when it was reviewed last; null where it never was
	LastReview *time.Time `json:"last_review" validate:"required" example:"2026-12-01T18:30:00Z" format:"date-time" extensions:"x-nullable"`
	// whether it is not asked until that is lifted
	Suspended bool `json:"suspended" validate:"required" example:"false"`
	// until when it is not asked; null where it is not put off
	BuriedUntil *time.Time `json:"buried_until" validate:"required" example:"2026-12-02T04:00:00Z" format:"date-time" extensions:"x-nullable"`
}

// StudyNext is what a learner is to be asked now.
type StudyNext struct {
	// who learns
	Learner string `json:"learner" validate:"required" example:"ann"`
	// what to ask, in this order
	Items []StudyItem `json:"items" validate:"required"`
	// how much is left for today, what is answered here included
	Left StudyLeft `json:"left" validate:"required"`
	// when the first question is due that is not yet; null where none is
	NextDue *time.Time `json:"next_due" validate:"required" example:"2026-12-01T18:40:00Z" format:"date-time" extensions:"x-nullable"`
	// decides the order of new questions; null where none was sent and they come in that of their documents
	Seed *uint64 `json:"seed" validate:"required" example:"42" minimum:"0" maximum:"9007199254740991" format:"int64" extensions:"x-nullable"`
	// what the caller should know of this answer, such as a filter that is not known
	Notes []string `json:"notes" validate:"required" example:"document \"nope.md\" is not known"`
}

// StudyItem is a question that is to be asked.
type StudyItem struct {
	// the question, whole
	Question Question `json:"question" validate:"required"`
	// how the learner stands to it
	Card StudyCard `json:"card" validate:"required"`
	// when it comes again, by how the learner rates it
	Intervals StudyIntervals `json:"intervals" validate:"required"`
	// what its source says now in the place of what the learner was asked last; null where it says the same
	Changed *StudyChange `json:"changed" validate:"required" extensions:"x-nullable"`
}

// StudyIntervals says when a card is due again, by its next rating.
type StudyIntervals struct {
	// rated 1: it was not known
	Again StudyInterval `json:"again" validate:"required"`
	// rated 2: known with effort
	Hard StudyInterval `json:"hard" validate:"required"`
	// rated 3: known
	Good StudyInterval `json:"good" validate:"required"`
	// rated 4: known at once
	Easy StudyInterval `json:"easy" validate:"required"`
}

// StudyInterval is how long it takes until a card is due again.
type StudyInterval struct {
	// when it is due
	Due time.Time `json:"due" validate:"required" example:"2026-12-08T18:30:00Z" format:"date-time"`
	// in how many seconds that is
	Seconds int64 `json:"seconds" validate:"required" example:"604800" minimum:"0" format:"int64"`
}

// StudyChange says what became of the source of a question since it was reviewed.
type StudyChange struct {
	// when the document was stored that says something else
	At time.Time `json:"at" validate:"required" example:"2026-12-01T12:00:00Z" format:"date-time"`
	// what it said, as it was written; empty where that was not kept
	Was string `json:"was" validate:"required" example:"**Answer:** 16 threads."`
	// what it says
	Now string `json:"now" validate:"required" example:"**Answer:** 32 threads."`
}

// StudyLeft counts what is left for today.
type StudyLeft struct {
	// being learnt, and due now
	Learning int `json:"learning" validate:"required" example:"1" minimum:"0"`
	// known for days, and due today
	Review int `json:"review" validate:"required" example:"7" minimum:"0"`
	// whose source says something else now
	Changed int `json:"changed" validate:"required" example:"1" minimum:"0"`
	// new ones, as many as the learner begins on a day
	New int `json:"new" validate:"required" example:"12" minimum:"0"`
}

// StudyReviewRequest is one answer of a learner: a rating, an answer to be judged, or both.
type StudyReviewRequest struct {
	// who learns, in a name that the caller chooses: 1 to 64 printable characters in one line
	Learner string `json:"learner" validate:"required" example:"ann" minLength:"1" maxLength:"64"`
	// id of the question; that of a variant stands for the canonical one
	QuestionID string `json:"question_id" validate:"required" example:"q_6xw2m7k4zntq5ravcbyh" minLength:"1" maxLength:"200"`
	// how well it was known: 1 again, 2 hard, 3 good, 4 easy; without one the answer is judged, correct counts as 3, partly as 2 and incorrect as 1
	Rating *int `json:"rating,omitempty" validate:"optional" example:"3" minimum:"1" maximum:"4"`
	// what the learner answered, of 20,000 bytes in UTF-8 at most; it is judged and kept
	Answer *string `json:"answer,omitempty" validate:"optional" example:"A warp has 32 threads." maxLength:"20000"`
	// how long it took, in milliseconds
	TookMS int64 `json:"took_ms,omitempty" validate:"optional" example:"5200" minimum:"0" maximum:"86400000" format:"int64"`
	// names the review among those of its learner, so that it may be sent again; one is made where it is left out
	ID string `json:"id,omitempty" validate:"optional" example:"ann-2026-12-01-17" minLength:"1" maxLength:"64"`
}

// StudyReview is one answer of a learner.
type StudyReview struct {
	// names it among those of its learner
	ID string `json:"id" validate:"required" example:"ann-2026-12-01-17"`
	// who learns
	Learner string `json:"learner" validate:"required" example:"ann"`
	// id of the question, that of the canonical one
	QuestionID string `json:"question_id" validate:"required" example:"q_6xw2m7k4zntq5ravcbyh"`
	// how well it was known: 1 again, 2 hard, 3 good, 4 easy
	Rating int `json:"rating" validate:"required" example:"3" minimum:"1" maximum:"4"`
	// when it was answered
	At time.Time `json:"at" validate:"required" example:"2026-12-01T18:30:00Z" format:"date-time"`
	// how long that took, in milliseconds; null where it was not said
	TookMS *int64 `json:"took_ms" validate:"required" example:"5200" minimum:"0" format:"int64" extensions:"x-nullable"`
	// what the learner answered; null where only a rating was sent
	Answer *string `json:"answer" validate:"required" example:"A warp has 32 threads." extensions:"x-nullable"`
	// what was judged of the answer; null where none was sent
	Verdict *string `json:"verdict" validate:"required" example:"correct" enums:"correct,partly,incorrect,unsure" extensions:"x-nullable"`
	// when it was undone; null where it counts
	UndoneAt *time.Time `json:"undone_at" validate:"required" example:"2026-12-01T18:31:00Z" format:"date-time" extensions:"x-nullable"`
}

// StudyRecorded is what came of a review.
type StudyRecorded struct {
	// the review, as it is kept
	Review StudyReview `json:"review" validate:"required"`
	// the question as the learner stands to it now
	Card StudyCard `json:"card" validate:"required"`
	// what was judged of the answer; null where none was sent
	Check *Check `json:"check" validate:"required" extensions:"x-nullable"`
	// whether this review was kept before, and nothing was written
	Repeated bool `json:"repeated" validate:"required" example:"false"`
}

// StudyUndone is what came of undoing a review.
type StudyUndone struct {
	// the review, which counts no more
	Review StudyReview `json:"review" validate:"required"`
	// the question as the learner stood to it before; null where it is new again
	Card *StudyCard `json:"card" validate:"required" extensions:"x-nullable"`
}

// StudyCardRequest puts a question off, or lets it be asked again. What is left out stays.
type StudyCardRequest struct {
	// who learns
	Learner string `json:"learner" validate:"required" example:"ann" minLength:"1" maxLength:"64"`
	// whether it is not asked until that is lifted
	Suspended *bool `json:"suspended,omitempty" validate:"optional" example:"true"`
	// whether it is not asked until the learner's next day begins
	Buried *bool `json:"buried,omitempty" validate:"optional" example:"false"`
}

// StudyListed is a card in a list.
type StudyListed struct {
	// how the learner stands to it
	Card StudyCard `json:"card" validate:"required"`
	// the question; null where it is stored no more, or not now
	Title *string `json:"title" validate:"required" example:"How many threads has a warp?" extensions:"x-nullable"`
}

// NewStudyCard shows a card.
func NewStudyCard(c quarry.CardView) StudyCard {
	shown := StudyCard{
		QuestionID: string(c.Question), State: string(c.State), Due: MomentOf(c.Due), Reps: c.Reps, Lapses: c.Lapses,
		LastReview: MomentOf(c.LastReview), Suspended: c.Suspended, BuriedUntil: MomentOf(c.BuriedUntil),
	}
	if c.State != quarry.CardNew {
		shown.Stability, shown.Difficulty, shown.Retrievability = &c.Stability, &c.Difficulty, &c.Retrievability
	}
	return shown
}

// NewStudyItem shows a question that is to be asked at a moment, as show does.
func NewStudyItem(i quarry.StudyItem, at time.Time, show func(quarry.Question) Question) StudyItem {
	interval := func(r quarry.Rating) StudyInterval {
		return StudyInterval{Due: at.Add(i.Intervals[r]).UTC().Truncate(time.Second), Seconds: int64(i.Intervals[r] / time.Second)}
	}
	shown := StudyItem{
		Question: show(i.Question), Card: NewStudyCard(i.Card),
		Intervals: StudyIntervals{
			Again: interval(quarry.RatingAgain), Hard: interval(quarry.RatingHard),
			Good: interval(quarry.RatingGood), Easy: interval(quarry.RatingEasy),
		},
	}
	if i.Changed != nil {
		shown.Changed = &StudyChange{At: i.Changed.At.UTC(), Was: i.Changed.Was, Now: i.Changed.Now}
	}
	return shown
}

// NewStudyReview shows a review.
func NewStudyReview(r quarry.Review) StudyReview {
	shown := StudyReview{
		ID: string(r.ID), Learner: string(r.Learner), QuestionID: string(r.Question), Rating: int(r.Rating),
		At: r.At.UTC(), Answer: Nullable(r.Answer), Verdict: Nullable(r.Verdict), UndoneAt: MomentOf(r.Undone),
	}
	if took := r.Took.Milliseconds(); took > 0 {
		shown.TookMS = &took
	}
	return shown
}

// NewStudyListed shows a card in a list.
func NewStudyListed(c quarry.ListedCard) StudyListed {
	return StudyListed{Card: NewStudyCard(c.CardView), Title: Nullable(c.Title)}
}

// MomentOf is null where nothing has happened, or is to come.
func MomentOf(t time.Time) *time.Time {
	if t.IsZero() {
		return nil
	}
	moment := t.UTC()
	return &moment
}
