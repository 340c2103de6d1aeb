package view

import (
	"time"

	"github.com/quarrykb/quarry"
)

// LearnerSettings says how somebody wants to learn.
type LearnerSettings struct {
	// the chance to know an answer at which it is asked again
	Retention float64 `json:"retention" validate:"required" example:"0.9" minimum:"0.7" maximum:"0.97"`
	// how many new questions are begun on a day at most
	NewPerDay int `json:"new_per_day" validate:"required" example:"20" minimum:"0" maximum:"9999"`
	// how many questions that are known for days are reviewed on a day at most
	ReviewsPerDay int `json:"reviews_per_day" validate:"required" example:"200" minimum:"0" maximum:"9999"`
	// the time zone that days are counted in, by its name of IANA
	Timezone string `json:"timezone" validate:"required" example:"Europe/Berlin"`
	// the hour of the clock at which a day begins
	DayBegins int `json:"day_begins" validate:"required" example:"4" minimum:"0" maximum:"23"`
}

// LearnerRequest is how a learner is to learn: what is left out stays.
type LearnerRequest struct {
	// what is to be changed
	Settings LearnerChange `json:"settings" validate:"required"`
}

// LearnerChange is a part of the settings of a learner.
type LearnerChange struct {
	// the chance to know an answer at which it is asked again
	Retention *float64 `json:"retention,omitempty" validate:"optional" example:"0.9" minimum:"0.7" maximum:"0.97"`
	// how many new questions are begun on a day at most
	NewPerDay *int `json:"new_per_day,omitempty" validate:"optional" example:"20" minimum:"0" maximum:"9999"`
	// how many questions that are known for days are reviewed on a day at most
	ReviewsPerDay *int `json:"reviews_per_day,omitempty" validate:"optional" example:"200" minimum:"0" maximum:"9999"`
	// the time zone that days are counted in, by its name of IANA
	Timezone *string `json:"timezone,omitempty" validate:"optional" example:"Europe/Berlin" maxLength:"64"`
	// the hour of the clock at which a day begins
	DayBegins *int `json:"day_begins,omitempty" validate:"optional" example:"4" minimum:"0" maximum:"23"`
}

// Learner is somebody who learns, and how much is kept of them.
type Learner struct {
	// the name that callers chose
	Name string `json:"name" validate:"required" example:"ann"`
	// how they learn
	Settings LearnerSettings `json:"settings" validate:"required"`
	// how many questions they were asked, suspended or put off
	Cards int `json:"cards" validate:"required" example:"120" minimum:"0"`
	// how many reviews count
	Reviews int `json:"reviews" validate:"required" example:"480" minimum:"0"`
	// when they reviewed something last; null where they never did
	LastReview *time.Time `json:"last_review" validate:"required" example:"2026-12-01T18:30:00Z" format:"date-time" extensions:"x-nullable"`
}

// StudyDeleted counts what went with a learner.
type StudyDeleted struct {
	// questions that were asked, suspended or put off
	Cards int `json:"cards" validate:"required" example:"120" minimum:"0"`
	// reviews that counted
	Reviews int `json:"reviews" validate:"required" example:"480" minimum:"0"`
}

// StudyImported says what came of a history that was read.
type StudyImported struct {
	// cards that were taken over: that were not there, or were of an earlier review
	Cards int `json:"cards" validate:"required" example:"118" minimum:"0"`
	// reviews that were taken over
	Reviews int `json:"reviews" validate:"required" example:"470" minimum:"0"`
	// reviews that were there already
	Repeated int `json:"repeated" validate:"required" example:"10" minimum:"0"`
	// the first 20 questions that are not found, neither by their ids nor by path and text, each with where it was
	Unknown []string `json:"unknown" validate:"required" example:"q_6xw2m7k4zntq5ravcbyh (notes/gpu.md: How many threads has a warp?)"`
}

// StudySchedules says how many schedules were taken over from documents.
type StudySchedules struct {
	// cards that were made of them
	Cards int `json:"cards" validate:"required" example:"42" minimum:"0"`
	// what the caller should know of this answer, such as a filter that is not known
	Notes []string `json:"notes" validate:"required" example:"document \"nope.md\" is not known"`
}

// NewLearnerSettings shows how somebody learns.
func NewLearnerSettings(s quarry.LearnerSettings) LearnerSettings { return LearnerSettings(s) }

// NewLearner shows a learner.
func NewLearner(p quarry.LearnerProfile) Learner {
	return Learner{
		Name: string(p.Name), Settings: NewLearnerSettings(p.Settings), Cards: p.Cards, Reviews: p.Reviews,
		LastReview: MomentOf(p.LastReview),
	}
}
