package view

import (
	"time"

	"github.com/quarrykb/quarry"
)

// StudyStats says how a learner gets on.
type StudyStats struct {
	// who learns
	Learner string `json:"learner" validate:"required" example:"ann"`
	// when that was so
	At time.Time `json:"at" validate:"required" example:"2026-12-01T18:30:00Z" format:"date-time"`
	// what was done since the learner's day began
	Today StudyToday `json:"today" validate:"required"`
	// days in a row with reviews, up to today or yesterday
	StreakDays int `json:"streak_days" validate:"required" example:"12" minimum:"0"`
	// questions, by how the learner stands to them
	Cards StudyCardCounts `json:"cards" validate:"required"`
	// how much of what was known for days was still known
	Retention StudyRetention `json:"retention" validate:"required"`
	// how many questions are due on each of the next 30 days, what is overdue on the first
	Forecast []StudyDue `json:"forecast" validate:"required"`
	// those of the last 90 days on which anything was reviewed
	History []StudyDay `json:"history" validate:"required"`
	// by topic and difficulty; a question of several topics is counted in each
	ByTopic []StudyTopic `json:"by_topic" validate:"required"`
	// what the caller should know of this answer, such as a filter that is not known
	Notes []string `json:"notes" validate:"required" example:"document \"nope.md\" is not known"`
}

// StudyToday is what was done on a day that goes on.
type StudyToday struct {
	// reviews
	Reviews int `json:"reviews" validate:"required" example:"31" minimum:"0"`
	// questions that were answered for the first time
	New int `json:"new" validate:"required" example:"8" minimum:"0"`
	// reviews that were rated 1
	Again int `json:"again" validate:"required" example:"4" minimum:"0"`
	// how long the reviews took that were measured
	Seconds int64 `json:"seconds" validate:"required" example:"410" minimum:"0" format:"int64"`
}

// StudyCardCounts counts questions by how a learner stands to them.
type StudyCardCounts struct {
	// never answered
	New int `json:"new" validate:"required" example:"80" minimum:"0"`
	// being learnt
	Learning int `json:"learning" validate:"required" example:"5" minimum:"0"`
	// known for days
	Review int `json:"review" validate:"required" example:"110" minimum:"0"`
	// being learnt again
	Relearning int `json:"relearning" validate:"required" example:"2" minimum:"0"`
	// not asked until that is lifted; counted nowhere else
	Suspended int `json:"suspended" validate:"required" example:"1" minimum:"0"`
	// not asked today; counted nowhere else
	Buried int `json:"buried" validate:"required" example:"1" minimum:"0"`
	// whose source says something else since they were answered; they are counted above, too
	Changed int `json:"changed" validate:"required" example:"1" minimum:"0"`
}

// StudyRetention is how much was known of what was known for days before, at the first review of a
// day.
type StudyRetention struct {
	// how many days it is about
	Days int `json:"days" validate:"required" example:"30" minimum:"1"`
	// such reviews
	Reviews int `json:"reviews" validate:"required" example:"240" minimum:"0"`
	// those of them that were rated 2 or more
	Passed int `json:"passed" validate:"required" example:"221" minimum:"0"`
	// their share, from 0 to 1; null where there are none
	Rate *float64 `json:"rate" validate:"required" example:"0.92" minimum:"0" maximum:"1" extensions:"x-nullable"`
}

// StudyDue is how many questions are due on a day.
type StudyDue struct {
	// the learner's day
	Date string `json:"date" validate:"required" example:"2026-12-02" format:"date"`
	// questions that are due on it
	Due int `json:"due" validate:"required" example:"7" minimum:"0"`
}

// StudyDay is what was done on a day.
type StudyDay struct {
	// the learner's day
	Date string `json:"date" validate:"required" example:"2026-11-30" format:"date"`
	// reviews
	Reviews int `json:"reviews" validate:"required" example:"42" minimum:"0"`
	// those of them that were rated 2 or more
	Passed int `json:"passed" validate:"required" example:"38" minimum:"0"`
}

// StudyTopic is how a learner gets on with the questions of a topic and a difficulty.
type StudyTopic struct {
	// the topic
	Topic TopicName `json:"topic" validate:"required"`
	// how hard the questions are; null where nobody knows
	Difficulty *string `json:"difficulty" validate:"required" example:"easy" enums:"easy,medium,hard" extensions:"x-nullable"`
	// questions
	Total int `json:"total" validate:"required" example:"20" minimum:"0"`
	// those of them that were answered
	Seen int `json:"seen" validate:"required" example:"14" minimum:"0"`
	// those of these that are due
	Due int `json:"due" validate:"required" example:"3" minimum:"0"`
	// the mean chance that one of them is known now, from 0 to 1; null where none was answered
	Retrievability *float64 `json:"retrievability" validate:"required" example:"0.91" minimum:"0" maximum:"1" extensions:"x-nullable"`
}

// TopicName is a topic by its id and its name.
type TopicName struct {
	// its id in /v1/topics
	ID string `json:"id" validate:"required" example:"memory"`
	// its name
	Name string `json:"name" validate:"required" example:"Memory"`
}

// NewStudyStats shows how a learner gets on, with topics by their names.
func NewStudyStats(p quarry.Progress, nameOf func(quarry.TopicID) string, notes []string) StudyStats {
	shown := StudyStats{
		Learner: string(p.Learner), At: p.At.UTC(), StreakDays: p.Streak, Cards: StudyCardCounts(p.Cards),
		Today: StudyToday{
			Reviews: p.Today.Reviews, New: p.Today.New, Again: p.Today.Again, Seconds: int64(p.Today.Took / time.Second),
		},
		Retention: StudyRetention{Days: p.Retention.Days, Reviews: p.Retention.Reviews, Passed: p.Retention.Passed},
		Forecast:  Map(p.Forecast, func(d quarry.DueDay) StudyDue { return StudyDue(d) }),
		History: Map(p.History, func(d quarry.StudiedDay) StudyDay {
			return StudyDay{Date: d.Date, Reviews: d.Reviews, Passed: d.Passed}
		}),
		ByTopic: Map(p.Topics, func(t quarry.TopicProgress) StudyTopic {
			topic := StudyTopic{
				Topic: TopicName{ID: string(t.Topic), Name: nameOf(t.Topic)}, Difficulty: Nullable(t.Difficulty),
				Total: t.Total, Seen: t.Seen, Due: t.Due,
			}
			if t.Seen > 0 {
				topic.Retrievability = &t.Recall
			}
			return topic
		}),
		Notes: Texts(notes),
	}
	if rate, known := p.Retention.Rate(); known {
		shown.Retention.Rate = &rate
	}
	return shown
}
