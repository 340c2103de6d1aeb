package study

import (
	"context"

	"github.com/quarrykb/quarry"
)

// How many days are looked at, today among them.
const (
	historyDays   = 90
	retentionDays = 30
	forecastDays  = 30
	streakDays    = 10 * 365
)

// Stats returns how a learner gets on. Nobody is unknown to it: who never learnt has done nothing.
func (d *Desk) Stats(ctx context.Context, r quarry.ProgressRequest) (quarry.Progress, error) {
	at := d.now()
	stats := quarry.Progress{Learner: r.Learner, At: at, Retention: quarry.Retention{Days: retentionDays}}
	settings, err := d.config.Store.LearnerSettings(ctx, r.Learner)
	if err != nil {
		return stats, err
	}
	today, err := settings.DayOf(at)
	if err != nil {
		return stats, err
	}
	request := quarry.StudyStatsRequest{
		Learner: r.Learner, Filter: r.Filter, At: at,
		Recall: func(card quarry.Schedule) float64 { return d.recall(card, at) },
	}
	for days := range historyDays {
		request.Past = append(request.Past, settings.DayAfter(today, days-historyDays+1))
	}
	for days := range forecastDays {
		request.Coming = append(request.Coming, settings.DayAfter(today, days))
	}
	for days := range streakDays {
		request.Streak = append(request.Streak, settings.DayAfter(today, -days))
	}
	found, err := d.config.Store.StudyStats(ctx, request)
	if err != nil {
		return stats, err
	}
	stats.Streak, stats.Cards, stats.Topics, stats.Revision = found.Streak, found.Cards, found.Topics, found.Revision
	for i, day := range found.Days {
		if day.Reviews > 0 {
			stats.History = append(stats.History, day)
		}
		if i >= len(found.Days)-retentionDays {
			stats.Retention.Reviews += day.Tested
			stats.Retention.Passed += day.Recalled
		}
		stats.Today = day
	}
	for i, due := range found.Due {
		stats.Forecast = append(stats.Forecast, quarry.DueDay{Date: request.Coming[i].Date, Due: due})
	}
	return stats, nil
}
