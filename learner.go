package quarry

import (
	"math"
	"strings"
	"time"
	_ "time/tzdata" // zones are known wherever the program runs
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// Learner names who learns, as the caller chooses: whoever may study may study as anybody.
type Learner string

// LongestLearner is how many characters a learner's name has at most.
const LongestLearner = 64

// LearnerName returns the learner that is named so, in NFC: 1 to LongestLearner printable
// characters in one line, none of them a blank at either end (KindInvalid otherwise).
func LearnerName(given string) (Learner, error) {
	name := norm.NFC.String(given)
	unfit := func(r rune) bool { return r == utf8.RuneError || !unicode.IsPrint(r) }
	if name == "" || strings.TrimSpace(name) != name || utf8.RuneCountInString(name) > LongestLearner || strings.ContainsFunc(name, unfit) {
		return "", refuseStudy("learner", "must have 1 to 64 printable characters in one line, no blank first or last").WithFixes("ann")
	}
	return Learner(name), nil
}

// LearnerSettings is how somebody wants to learn.
type LearnerSettings struct {
	Retention     float64 // chance to know an answer at which it is asked again: 0.7 to 0.97
	NewPerDay     int
	ReviewsPerDay int
	Timezone      string // of IANA, such as "Europe/Berlin"
	DayBegins     int    // hour of the clock at which a day begins
}

// DefaultLearnerSettings is how learners learn who do not say otherwise.
func DefaultLearnerSettings() LearnerSettings {
	return LearnerSettings{Retention: 0.9, NewPerDay: 20, ReviewsPerDay: 200, Timezone: "UTC", DayBegins: 4}
}

// MostPerDay is how many questions a learner is asked on one day at most.
const MostPerDay = 9999

const (
	leastRetention = 0.7
	mostRetention  = 0.97
	hoursOfDay     = 24
)

// Validate refuses settings that nobody can learn by (KindInvalid).
func (s LearnerSettings) Validate() error {
	switch {
	case math.IsNaN(s.Retention), s.Retention < leastRetention, s.Retention > mostRetention:
		return refuseStudy("retention", "must be 0.7 to 0.97").WithFixes("0.9")
	case s.NewPerDay < 0, s.NewPerDay > MostPerDay:
		return refuseStudy("new_per_day", "must be 0 to 9999").WithFixes("20")
	case s.ReviewsPerDay < 0, s.ReviewsPerDay > MostPerDay:
		return refuseStudy("reviews_per_day", "must be 0 to 9999").WithFixes("200")
	case s.DayBegins < 0, s.DayBegins >= hoursOfDay:
		return refuseStudy("day_begins", "must be an hour from 0 to 23").WithFixes("4")
	}
	if _, err := s.Location(); err != nil {
		return refuseStudy("timezone", "is not known: a name of IANA is").WithFixes("Europe/Berlin", "UTC")
	}
	return nil
}

// Location returns the learner's time zone.
func (s LearnerSettings) Location() (*time.Location, error) {
	if s.Timezone == "" || s.Timezone == "Local" { // the zone of the machine is nobody's
		return nil, Errorf(KindInvalid, "there is no time zone %q", s.Timezone)
	}
	return time.LoadLocation(s.Timezone)
}

// StudyDay is a day of a learner, which begins at the hour that they chose and may be an
// hour shorter or longer than others.
type StudyDay struct {
	Date   string // that of its beginning, such as "2026-12-01"
	Begins time.Time
	Ends   time.Time
}

// DayOf returns the learner's day that a moment is of.
func (s LearnerSettings) DayOf(at time.Time) (StudyDay, error) {
	zone, err := s.Location()
	if err != nil {
		return StudyDay{}, err
	}
	local := at.In(zone)
	day := s.day(local.Year(), local.Month(), local.Day(), zone)
	switch {
	case day.Begins.After(at):
		day = s.DayAfter(day, -1)
	case !day.Ends.After(at): // clocks that go on at midnight let a day begin before its date does
		day = s.DayAfter(day, 1)
	}
	return day, nil
}

// DayAfter returns the day that comes so many days behind a day of the learner; fewer than 0
// are before it.
func (s LearnerSettings) DayAfter(of StudyDay, days int) StudyDay {
	date, err := time.Parse(time.DateOnly, of.Date)
	if err != nil {
		return of // which no settings have made
	}
	return s.day(date.Year(), date.Month(), date.Day()+days, of.Begins.Location())
}

func (s LearnerSettings) day(year int, month time.Month, day int, zone *time.Location) StudyDay {
	return StudyDay{
		Date:   time.Date(year, month, day, 0, 0, 0, 0, time.UTC).Format(time.DateOnly),
		Begins: time.Date(year, month, day, s.DayBegins, 0, 0, 0, zone),
		Ends:   time.Date(year, month, day+1, s.DayBegins, 0, 0, 0, zone),
	}
}

// LearnerProfile is a learner, and how much is stored of them.
type LearnerProfile struct {
	Name       Learner
	Settings   LearnerSettings
	Cards      int // that were reviewed, suspended or buried
	Reviews    int // that stand
	LastReview time.Time
}
