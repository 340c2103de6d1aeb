package study

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/gin-gonic/gin"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/api/rest"
	"github.com/quarrykb/quarry/api/view"
)

// Asker says what is to be asked, and how a learner gets on.
type Asker interface {
	Next(ctx context.Context, r quarry.StudyNextRequest) (quarry.StudyNext, error)
	Stats(ctx context.Context, r quarry.ProgressRequest) (quarry.Progress, error)
}

const (
	mostAsked = 50 // questions of one answer
	// largestSeed is the largest whole number that every JSON reader keeps exactly (2^53 - 1).
	largestSeed = 1<<53 - 1
)

// GetStudyNext answers what a learner is to be asked next.
//
//	@Summary		Ask what is due
//	@Description	What a learner is to be asked now, the most urgent first: what is being learnt and due; what the source says differently since it was answered, with both texts in `changed`; what is due today, as many as the learner reviews on a day; new questions, easy ones first, as many as they begin on a day. Where nothing of that is left, what is being learnt and due within 20 minutes is asked ahead. Questions have an answer or choices. Asking changes nothing: the same is asked until a review is sent. A learner of whom nothing is kept is new to every question.
//	@x-whole		true
//	@x-takes		["learner", "limit", "topic", "difficulty", "style", "document", "collection", "seed", "new_per_day", "reviews_per_day", "hide_answers"]
//	@Param			limit			query		integer		false	"how many to ask"	minimum(1)	maximum(50)	default(1)
//	@Param			seed			query		integer		false	"orders new questions of one difficulty; without one they come in the order of their documents"	Format(int64)	minimum(0)	maximum(9007199254740991)	example(42)
//	@Param			new_per_day		query		integer		false	"how many new questions are begun today at most, in the place of the learner's own number"	minimum(0)	maximum(9999)	example(20)
//	@Param			reviews_per_day	query		integer		false	"how many that are known for days are reviewed today at most, in the place of the learner's own number"	minimum(0)	maximum(9999)	example(200)
//	@Param			hide_answers	query		boolean		false	"leave out every answer, and the texts of `changed`"	default(false)
//	@Success		200				{object}	view.StudyNext
//	@Header			200				{integer}	Quarry-Revision	"change sequence that the answer was computed from"
//	@x-fresh		true
//	@Router			/v1/study/next [get]
func (h *Handlers) GetStudyNext(c *gin.Context) error {
	p := rest.NewParameters(c)
	request := quarry.StudyNextRequest{
		Learner: learnerIn(p), Limit: p.Whole("limit", 1, mostAsked, 1),
		NewPerDay: wholeIn(p, "new_per_day"), ReviewsPerDay: wholeIn(p, "reviews_per_day"),
	}
	if p.Has("seed") {
		seed := uint64(p.Whole("seed", 0, largestSeed, 0)) //nolint:gosec // it is not negative
		request.Seed = &seed
	}
	show, hides := view.NewQuestion, p.Yes("hide_answers", quarry.No)
	if hides {
		show = view.NewUnanswered
	}
	asked, err := h.Filter(c.Request.Context(), p)
	if err != nil {
		return err
	}
	request.Filter = asked.Filter
	next, err := h.desk.Next(c.Request.Context(), request)
	if err != nil {
		return err
	}
	at := h.Now()
	left := view.StudyLeft{Learning: next.Left.Learning, Review: next.Left.Review, Changed: next.Left.Changed, New: next.Left.New}
	return h.AnswerAt(c, next.Revision, view.StudyNext{
		Learner: string(request.Learner),
		Items: view.Map(next.Items, func(i quarry.StudyItem) view.StudyItem {
			if i.Changed != nil && hides {
				i.Changed = &quarry.CardChange{At: i.Changed.At}
			}
			return view.NewStudyItem(i, at, show)
		}),
		Left: left, NextDue: view.MomentOf(next.NextDue), Seed: request.Seed,
		Notes: view.Texts(slices.Concat(asked.Notes, next.Notes)),
	})
}

// wholeIn reads how many of something there may be on a day, nil where that is left out.
func wholeIn(p *rest.Parameters, name string) *int {
	if !p.Has(name) {
		return nil
	}
	number := p.Whole(name, 0, quarry.MostPerDay, 0)
	return &number
}

// GetStudyStats answers how a learner gets on.
//
//	@Summary		Read how a learner gets on
//	@Description	What was done today and on the days before, what is due on the next 30, how much of what was known for days was still known, and how far the learner is with each topic. Days are the learner's own: they begin at the hour and in the time zone of the settings.
//	@x-whole		true
//	@x-takes		["learner", "topic", "difficulty", "style", "document", "collection"]
//	@Success		200			{object}	view.StudyStats
//	@Header			200			{integer}	Quarry-Revision	"change sequence that the answer was computed from"
//	@x-fresh		true
//	@Router			/v1/study/stats [get]
func (h *Handlers) GetStudyStats(c *gin.Context) error {
	p := rest.NewParameters(c)
	learner := learnerIn(p)
	asked, err := h.Filter(c.Request.Context(), p)
	if err != nil {
		return err
	}
	progress, err := h.desk.Stats(c.Request.Context(), quarry.ProgressRequest{Learner: learner, Filter: asked.Filter})
	if err != nil {
		return err
	}
	names, err := h.topicNames(c.Request.Context())
	if err != nil {
		return err
	}
	nameOf := func(id quarry.TopicID) string { return cmp.Or(names[id], string(id)) }
	return h.AnswerAt(c, progress.Revision, view.NewStudyStats(progress, nameOf, asked.Notes))
}

// topicNames returns how topics are called, those of the lexicon and those that documents
// brought.
func (h *Handlers) topicNames(ctx context.Context) (map[quarry.TopicID]string, error) {
	counted, _, err := h.store.TopicCounts(ctx)
	if err != nil {
		return nil, fmt.Errorf("read how topics are called: %w", err)
	}
	names := make(map[quarry.TopicID]string, len(counted))
	for _, topic := range counted {
		names[topic.Topic] = topic.Name
	}
	for _, topic := range h.Lexicon.Topics() {
		names[topic.ID] = topic.Name
	}
	return names, nil
}
