package quarry_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/quarrykb/quarry"
)

func TestALearnersDayBeginsAtTheirHourInTheirZone(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		zone  string
		hour  int
		at    string
		date  string
		begin string
		hours float64
	}{
		"before the hour it is yesterday":        {"UTC", 4, "2026-12-01T03:59:59Z", "2026-11-30", "2026-11-30T04:00:00Z", 24},
		"at the hour a day begins":               {"UTC", 4, "2026-12-01T04:00:00Z", "2026-12-01", "2026-12-01T04:00:00Z", 24},
		"a zone ahead is on the next day":        {"Asia/Tokyo", 4, "2026-12-01T20:00:00Z", "2026-12-02", "2026-12-01T19:00:00Z", 24},
		"a zone behind is on the one before":     {"America/New_York", 4, "2026-12-01T08:00:00Z", "2026-11-30", "2026-11-30T09:00:00Z", 24},
		"a quarter of an hour counts":            {"Asia/Kathmandu", 4, "2026-12-01T22:14:59Z", "2026-12-01", "2026-11-30T22:15:00Z", 24},
		"the day before clocks go on is shorter": {"Europe/Berlin", 4, "2026-03-28T12:00:00Z", "2026-03-28", "2026-03-28T03:00:00Z", 23},
		"the one before they go back is longer":  {"Europe/Berlin", 4, "2026-10-24T12:00:00Z", "2026-10-24", "2026-10-24T02:00:00Z", 25},
		"a day without the hour begins":          {"Europe/Berlin", 2, "2026-03-29T12:00:00Z", "2026-03-29", "2026-03-29T01:00:00Z", 23},
		"a midnight that there is not":           {"America/Santiago", 0, "2026-09-06T12:00:00Z", "2026-09-06", "2026-09-06T03:00:00Z", 24},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			settings := quarry.DefaultLearnerSettings()
			settings.Timezone, settings.DayBegins = tc.zone, tc.hour
			at, err := time.Parse(time.RFC3339, tc.at)
			if err != nil {
				t.Fatal(err)
			}
			day, err := settings.DayOf(at)
			if err != nil || day.Date != tc.date || day.Begins.UTC().Format(time.RFC3339) != tc.begin || day.Ends.Sub(day.Begins).Hours() != tc.hours {
				t.Errorf("day %s from %s for %v (%v), want %s from %s for %g hours", day.Date, day.Begins.UTC(), day.Ends.Sub(day.Begins), err, tc.date, tc.begin, tc.hours)
			}
		})
	}
}

func TestTheDaysOfALearnerFollowOneAnother(t *testing.T) {
	t.Parallel()
	for _, zone := range []string{"UTC", "Europe/Berlin", "America/Santiago", "Australia/Lord_Howe", "Pacific/Apia"} {
		for hour := range 24 {
			settings := quarry.DefaultLearnerSettings()
			settings.Timezone, settings.DayBegins = zone, hour
			day, err := settings.DayOf(time.Date(2026, 1, 1, 12, 0, 0, 0, time.UTC))
			if err != nil {
				t.Fatal(err)
			}
			for range 400 {
				next := settings.DayAfter(day, 1)
				of, err := settings.DayOf(day.Begins)
				if !next.Begins.Equal(day.Ends) || settings.DayAfter(next, -1) != day || err != nil || of.Date != day.Date {
					t.Fatalf("%s at %d: %v is followed by %v, and its beginning is of %v (%v)", zone, hour, day, next, of, err)
				}
				day = next
			}
		}
	}
}

func TestALearnerIsNamedInOneLine(t *testing.T) {
	t.Parallel()
	for given, want := range map[string]quarry.Learner{
		"ann": "ann", "A\u0301nn Lee": "Ánn Lee", "学生": "学生", strings.Repeat("ä", 64): quarry.Learner(strings.Repeat("ä", 64)),
		"": "", " ann": "", "ann ": "", "a\nb": "", "a\x00": "", "a\xff": "", "a\u200b": "", strings.Repeat("a", 65): "",
	} {
		got, err := quarry.LearnerName(given)
		if got != want || quarry.IsKind(err, quarry.KindInvalid) != (want == "") {
			t.Errorf("learner of %q = %q (%v), want %q", given, got, err, want)
		}
	}
}

func TestSettingsThatNobodyCanLearnByAreRefused(t *testing.T) {
	t.Parallel()
	for field, edit := range map[string]func(*quarry.LearnerSettings){
		"":                func(*quarry.LearnerSettings) {},
		"retention":       func(s *quarry.LearnerSettings) { s.Retention = 0.98 },
		"new_per_day":     func(s *quarry.LearnerSettings) { s.NewPerDay = -1 },
		"reviews_per_day": func(s *quarry.LearnerSettings) { s.ReviewsPerDay = quarry.MostPerDay + 1 },
		"timezone":        func(s *quarry.LearnerSettings) { s.Timezone = "Local" },
		"day_begins":      func(s *quarry.LearnerSettings) { s.DayBegins = 24 },
	} {
		settings := quarry.DefaultLearnerSettings()
		edit(&settings)
		err := settings.Validate()
		if field == "" && err == nil {
			continue
		}
		fields := quarry.Explain(err).Fields
		if len(fields) != 1 || fields[0].Field != field {
			t.Errorf("%q: error = %v on %v", field, err, fields)
		}
	}
}

func TestAReviewThatCannotBeOneIsRefused(t *testing.T) {
	t.Parallel()
	for field, edit := range map[string]func(*quarry.Review){
		"":        func(*quarry.Review) {},
		"id":      func(r *quarry.Review) { r.ID = "two words" },
		"rating":  func(r *quarry.Review) { r.Rating = 5 },
		"took_ms": func(r *quarry.Review) { r.Took = -time.Second },
		"answer":  func(r *quarry.Review) { r.Answer = strings.Repeat("a", 20_001) },
	} {
		review := quarry.Review{ID: "ann.2026-12-01_1", Rating: quarry.RatingEasy}
		edit(&review)
		err := review.Validate()
		if field == "" && err == nil {
			continue
		}
		if fields := quarry.Explain(err).Fields; len(fields) != 1 || fields[0].Field != field {
			t.Errorf("%q: error = %v on %v", field, err, fields)
		}
	}
}

func TestAQuoteHoldsTheAnswerThatStandsElsewhere(t *testing.T) {
	t.Parallel()
	text := []byte("1: One?\n2: Two?\n\n1: I")
	source := quarry.Source{Span: quarry.Span{ByteEnd: 7}, Context: []quarry.Context{
		{Role: quarry.RoleHeading, Span: quarry.Span{ByteStart: 8, ByteEnd: 15}}, {Role: quarry.RoleAnswer, Span: quarry.Span{ByteStart: 17, ByteEnd: 21}},
	}}
	if got := quarry.QuoteOf(text, source); got.Text != "1: One?\n1: I" || len(got.Hash) != 64 {
		t.Errorf("quote = %+v", got)
	}
	source.Context = nil
	if got, want := quarry.QuoteOf(text, source).Hash, quarry.SpanHash(text, source.Span); got != want {
		t.Errorf("hash of a span = %q, want %q", got, want)
	}
	if got := quarry.QuoteOf(text[:3], source); got != (quarry.Quote{}) {
		t.Errorf("quote of what is not there = %+v", got)
	}
}

func TestOnlyASureVerdictIsARating(t *testing.T) {
	t.Parallel()
	var rated []quarry.Rating
	for _, verdict := range quarry.AnswerVerdicts() {
		if rating, sure := verdict.Rating(); sure {
			rated = append(rated, rating)
		}
	}
	if want := []quarry.Rating{quarry.RatingGood, quarry.RatingHard, quarry.RatingAgain}; !slices.Equal(rated, want) {
		t.Errorf("ratings of verdicts = %v, want %v", rated, want)
	}
}
