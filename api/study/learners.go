package study

import (
	"cmp"
	"context"

	"github.com/gin-gonic/gin"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/api/rest"
	"github.com/quarrykb/quarry/api/view"
)

// Learners keeps who learns, and how they want to.
type Learners interface {
	Learners(ctx context.Context) ([]quarry.LearnerProfile, error)
	Learner(ctx context.Context, name quarry.Learner) (quarry.LearnerProfile, error)
	SetLearner(ctx context.Context, name quarry.Learner, settings quarry.LearnerSettings) (quarry.LearnerProfile, error)
	DeleteLearner(ctx context.Context, name quarry.Learner) (quarry.LearnerProfile, error)
}

// ListLearners answers a part of the learners.
//
//	@Summary		List learners
//	@Description	Everybody of whom something is kept, by their names, with how they learn.
//	@x-whole		true
//	@Success		200		{object}	view.List[view.Learner]
//	@Failure		403		{object}	view.Problem	"scope_missing"
//	@x-fresh		true
//	@Router			/v1/study/learners [get]
func (h *Handlers) ListLearners(c *gin.Context) error {
	p := rest.NewParameters(c)
	at, err := h.BindPage(c, p, rest.DefaultLimit)
	if err = cmp.Or(err, p.Err()); err != nil {
		return err
	}
	all, err := h.desk.Learners(c.Request.Context())
	if err != nil {
		return err
	}
	byName := func(l quarry.LearnerProfile) quarry.Position { return quarry.Position{Path: string(l.Name)} }
	return answerPage(h, c, at.Scope, rest.PageOf(all, byName, at.PageRequest), view.NewLearner)
}

// GetLearner answers one learner.
//
//	@Summary		Read a learner
//	@Description	How a learner learns, and how much is kept of them.
//	@x-whole		true
//	@Param			learner	path		string	true	"who learns"	minLength(1)	maxLength(64)	example(ann)
//	@Success		200		{object}	view.Learner
//	@Failure		400		{object}	view.Problem	"invalid_parameter, key_ambiguous, key_in_query, malformed_query, query_too_long, unknown_parameter"
//	@Failure		403		{object}	view.Problem	"scope_missing"
//	@x-fresh		true
//	@Router			/v1/study/learners/{learner} [get]
func (h *Handlers) GetLearner(c *gin.Context) error {
	name, err := learnerAt(c)
	if err != nil {
		return err
	}
	profile, err := h.desk.Learner(c.Request.Context(), name)
	if err != nil {
		return err
	}
	return h.Answer(c, view.NewLearner(profile))
}

// SetLearner keeps how somebody wants to learn.
//
//	@Summary		Set a learner up
//	@Description	Keeps how somebody wants to learn: how sure they want to be, how many new questions and reviews a day has, and when it begins. What is left out stays, and is what is usual where nothing was said: a retention of 0.9, 20 new questions and 200 reviews a day, which begins at 4 o'clock in UTC. What was answered stays; the next review of a question follows the new settings.
//	@Param			settings	body		view.LearnerRequest	true	"what is to be changed"
//	@Success		200			{object}	view.Learner
//	@Failure		507			{object}	view.Problem
//	@Router			/v1/study/learners/{learner} [put]
func (h *Handlers) SetLearner(c *gin.Context) error {
	name, err := learnerAt(c)
	if err != nil {
		return err
	}
	body, err := rest.ReadJSON(c, longestRequest)
	if err != nil {
		return err
	}
	change, err := readSettings(body)
	if err != nil {
		return err
	}
	settings := quarry.DefaultLearnerSettings()
	profile, err := h.desk.Learner(c.Request.Context(), name)
	switch {
	case err == nil:
		settings = profile.Settings
	case !quarry.IsKind(err, quarry.KindNotFound): // who is new learns as is usual
		return err
	}
	profile, err = h.desk.SetLearner(c.Request.Context(), name, changed(settings, change))
	if err != nil {
		return err
	}
	return h.Answer(c, view.NewLearner(profile))
}

// readSettings reads the settings of a body.
func readSettings(body []byte) (view.LearnerChange, error) {
	var change view.LearnerChange
	fields, err := rest.FieldsOf(body, "a learner has", "settings")
	if err != nil {
		return change, err
	}
	if fields["settings"] == nil {
		return change, rest.RefuseField("settings", rest.CodeParameter, "is needed")
	}
	said, err := rest.FieldsOf(fields["settings"], "settings have", "retention", "new_per_day", "reviews_per_day", "timezone", "day_begins")
	if err != nil {
		return change, err
	}
	errs := make([]error, 5)
	change.Retention, errs[0] = field[float64](said, "retention", "a number from 0.7 to 0.97")
	change.NewPerDay, errs[1] = field[int](said, "new_per_day", "a whole number from 0 to 9999")
	change.ReviewsPerDay, errs[2] = field[int](said, "reviews_per_day", "a whole number from 0 to 9999")
	change.Timezone, errs[3] = field[string](said, "timezone", "a text")
	change.DayBegins, errs[4] = field[int](said, "day_begins", "a whole number from 0 to 23")
	return change, cmp.Or(errs...)
}

// changed returns settings with what is to be changed of them.
func changed(s quarry.LearnerSettings, by view.LearnerChange) quarry.LearnerSettings {
	set(&s.Retention, by.Retention)
	set(&s.NewPerDay, by.NewPerDay)
	set(&s.ReviewsPerDay, by.ReviewsPerDay)
	set(&s.Timezone, by.Timezone)
	set(&s.DayBegins, by.DayBegins)
	return s
}

func set[T any](of, to *T) {
	if to != nil {
		*of = *to
	}
}

// DeleteLearner removes all that is kept of a learner.
//
//	@Summary		Delete a learner
//	@Description	Removes all that is kept of a learner: settings, cards and reviews. The answer says how much that was. 404 where there is nothing, also when it was deleted before.
//	@Success		200		{object}	view.StudyDeleted
//	@Failure		400		{object}	view.Problem	"invalid_parameter, key_ambiguous, key_in_query, malformed_query, query_too_long, unknown_parameter"
//	@Failure		507		{object}	view.Problem
//	@Router			/v1/study/learners/{learner} [delete]
func (h *Handlers) DeleteLearner(c *gin.Context) error {
	name, err := learnerAt(c)
	if err != nil {
		return err
	}
	gone, err := h.desk.DeleteLearner(c.Request.Context(), name)
	if err != nil {
		return err
	}
	return h.Answer(c, view.StudyDeleted{Cards: gone.Cards, Reviews: gone.Reviews})
}
