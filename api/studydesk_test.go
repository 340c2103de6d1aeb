package api_test

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/quarrykb/quarry"
)

// tutor is a desk of who studies in memory: every review is due again behind as many days as it was
// rated. It remembers what it was asked, and leaves filtering, order and limits to the real one.
type tutor struct {
	knowledge *knowledge

	mu       sync.Mutex
	learners map[quarry.Learner]quarry.LearnerSettings
	cards    map[quarry.Learner]map[quarry.QuestionID]quarry.CardView
	reviews  []quarry.Review

	next     quarry.StudyNextRequest
	progress quarry.ProgressRequest
	taken    quarry.Filter
	filter   quarry.CardFilter
	answer   *quarry.CardChange // of every item of next
	fault    error              // of every call
	leaves   bool               // an export writes something before its fault
}

func newTutor(k *knowledge) *tutor {
	return &tutor{
		knowledge: k, learners: map[quarry.Learner]quarry.LearnerSettings{},
		cards: map[quarry.Learner]map[quarry.QuestionID]quarry.CardView{},
	}
}

// studyTime is when everything is studied.
func studyTime() time.Time { return time.Date(2026, 12, 1, 12, 0, 0, 0, time.UTC) }

// enter is what every call does first.
func (d *tutor) enter() (func(), error) {
	d.mu.Lock()
	return d.mu.Unlock, d.fault
}

func (d *tutor) card(learner quarry.Learner, id quarry.QuestionID) quarry.CardView {
	if card, known := d.cards[learner][id]; known {
		return card
	}
	return quarry.CardView{Card: quarry.Card{Learner: learner, Question: id, Schedule: quarry.Schedule{State: quarry.CardNew}}}
}

func (d *tutor) keep(learner quarry.Learner, card quarry.CardView) {
	if _, known := d.learners[learner]; !known {
		d.learners[learner] = quarry.DefaultLearnerSettings()
	}
	if d.cards[learner] == nil {
		d.cards[learner] = map[quarry.QuestionID]quarry.CardView{}
	}
	d.cards[learner][card.Question] = card
}

func (d *tutor) Next(_ context.Context, r quarry.StudyNextRequest) (quarry.StudyNext, error) {
	leave, err := d.enter()
	defer leave()
	d.next = r
	next := quarry.StudyNext{
		Learner: r.Learner, Left: quarry.StudyWaiting{Learning: 1, Changed: 2, Review: 3, New: 4},
		NextDue: studyTime().Add(time.Hour), Notes: []string{"it is late"}, Revision: 7,
	}
	for _, question := range d.knowledge.questions[:min(r.Limit, len(d.knowledge.questions))] {
		item := quarry.StudyItem{
			Question: question, Card: d.card(r.Learner, question.ID), Changed: d.answer,
			Intervals: map[quarry.Rating]time.Duration{},
		}
		for _, rating := range quarry.Ratings() {
			item.Intervals[rating] = time.Duration(rating) * time.Minute
		}
		next.Items = append(next.Items, item)
	}
	return next, err
}

func (d *tutor) Stats(_ context.Context, r quarry.ProgressRequest) (quarry.Progress, error) {
	leave, err := d.enter()
	defer leave()
	d.progress = r
	return quarry.Progress{
		Learner: r.Learner, At: studyTime(), Streak: 2, Cards: quarry.CardCounts{New: 1, Review: 2, Changed: 1},
		Today:     quarry.StudiedDay{Date: "2026-12-01", Reviews: 3, New: 1, Again: 1, Took: 4500 * time.Millisecond},
		Retention: quarry.Retention{Days: 30, Reviews: 4, Passed: 3},
		Forecast:  []quarry.DueDay{{Date: "2026-12-01", Due: 2}},
		History:   []quarry.StudiedDay{{Date: "2026-11-30", Reviews: 2, Passed: 1}},
		Topics: []quarry.TopicProgress{
			{Topic: "firing", Difficulty: quarry.Easy, Total: 3, Seen: 1, Due: 1, Recall: 0.5}, {Topic: "sails", Total: 1},
		},
		Revision: 7,
	}, err
}

func (d *tutor) Record(_ context.Context, g quarry.GivenAnswer) (quarry.ReviewOutcome, error) {
	leave, err := d.enter()
	defer leave()
	at := slices.IndexFunc(d.knowledge.questions, func(q quarry.Question) bool { return q.ID == g.Question })
	switch {
	case err != nil:
		return quarry.ReviewOutcome{}, err
	case at < 0:
		return quarry.ReviewOutcome{}, quarry.Errorf(quarry.KindNotFound, "there is no question %q", g.Question)
	}
	review := quarry.Review{
		ID: g.ID, Learner: g.Learner, Question: g.Question, Rating: g.Rating, Answer: g.Answer, Took: g.Took, At: studyTime(),
		Before: d.card(g.Learner, g.Question).Schedule,
	}
	var outcome quarry.ReviewOutcome
	if g.Answer != "" {
		check := strict{}.Judge(d.knowledge.questions[at], g.Answer)
		outcome.Check, review.Verdict = &check, check.Verdict
		rated, sure := check.Verdict.Rating()
		if review.Rating == 0 && !sure {
			return outcome, quarry.Errorf(quarry.KindInvalid, "rate it yourself").WithCode("rating_needed")
		}
		if review.Rating == 0 {
			review.Rating = rated
		}
	}
	if review.ID == "" {
		review.ID = quarry.ReviewID(fmt.Sprintf("r_%d", len(d.reviews)))
	}
	if before := slices.IndexFunc(d.reviews, func(r quarry.Review) bool { return r.ID == review.ID && r.Learner == g.Learner }); before >= 0 {
		switch known := d.reviews[before]; {
		case !known.Undone.IsZero():
			return outcome, quarry.Errorf(quarry.KindConflict, "it was undone").WithCode("review_undone")
		case known.Question != g.Question || known.Rating != review.Rating:
			return outcome, quarry.Errorf(quarry.KindConflict, "it names another").WithCode("review_id_reused")
		}
		outcome.Repeated = true
	} else {
		d.reviews = append(d.reviews, review)
	}
	card := d.card(g.Learner, g.Question)
	card.Schedule = quarry.Schedule{
		State: quarry.CardReview, Due: studyTime().AddDate(0, 0, int(review.Rating)), Stability: 3.2, Difficulty: 5, Reps: 1,
		LastReview: studyTime(),
	}
	card.Retrievability = 1
	d.keep(g.Learner, card)
	outcome.Review, outcome.Card = review, card
	return outcome, nil
}

func (d *tutor) Undo(_ context.Context, learner quarry.Learner, id quarry.ReviewID) (quarry.ReviewOutcome, error) {
	leave, err := d.enter()
	defer leave()
	at := slices.IndexFunc(d.reviews, func(r quarry.Review) bool { return r.ID == id && r.Learner == learner })
	switch {
	case err != nil:
		return quarry.ReviewOutcome{}, err
	case at < 0:
		return quarry.ReviewOutcome{}, quarry.Errorf(quarry.KindNotFound, "there is no review %q", id)
	case at < len(d.reviews)-1 && d.reviews[at+1].Question == d.reviews[at].Question:
		return quarry.ReviewOutcome{}, quarry.Errorf(quarry.KindConflict, "it is not the last").WithCode("review_not_last")
	}
	d.reviews[at].Undone = studyTime()
	card := d.card(learner, d.reviews[at].Question)
	card.Schedule = d.reviews[at].Before
	d.keep(learner, card)
	return quarry.ReviewOutcome{Review: d.reviews[at], Card: card}, nil
}

func (d *tutor) Reviews(ctx context.Context, f quarry.ReviewFilter, p quarry.PageRequest) (quarry.Page[quarry.Review], error) {
	leave, err := d.enter()
	defer leave()
	if err != nil {
		return quarry.Page[quarry.Review]{}, err
	}
	var of []quarry.Review
	for _, r := range slices.Backward(d.reviews) {
		if r.Learner == f.Learner && r.Undone.IsZero() && (f.Question == "" || f.Question == r.Question) {
			of = append(of, r)
		}
	}
	return pageOf(ctx, d.knowledge, of, quarry.Filter{}, p)
}

func (d *tutor) Cards(ctx context.Context, f quarry.CardFilter, p quarry.PageRequest) (quarry.Page[quarry.ListedCard], error) {
	leave, err := d.enter()
	defer leave()
	if err != nil {
		return quarry.Page[quarry.ListedCard]{}, err
	}
	d.filter = f
	var of []quarry.ListedCard
	for _, question := range d.knowledge.questions {
		if card, known := d.cards[f.Learner][question.ID]; known {
			of = append(of, quarry.ListedCard{CardView: card, Title: question.Text})
		}
	}
	return pageOf(ctx, d.knowledge, of, quarry.Filter{}, p)
}

func (d *tutor) SetCard(_ context.Context, learner quarry.Learner, id quarry.QuestionID, r quarry.CardRequest) (quarry.CardView, error) {
	leave, err := d.enter()
	defer leave()
	if !slices.ContainsFunc(d.knowledge.questions, func(q quarry.Question) bool { return q.ID == id }) && err == nil {
		err = quarry.Errorf(quarry.KindNotFound, "there is no question %q", id)
	}
	if err != nil {
		return quarry.CardView{}, err
	}
	card := d.card(learner, id)
	if r.Suspended != nil {
		card.Suspended = *r.Suspended
	}
	if r.Buried != nil {
		card.BuriedUntil = time.Time{}
		if *r.Buried {
			card.BuriedUntil = studyTime().AddDate(0, 0, 1)
		}
	}
	d.keep(learner, card)
	return card, nil
}

func (d *tutor) Learners(context.Context) ([]quarry.LearnerProfile, error) {
	leave, err := d.enter()
	defer leave()
	var all []quarry.LearnerProfile
	for name := range d.learners {
		all = append(all, d.profile(name))
	}
	slices.SortFunc(all, func(a, b quarry.LearnerProfile) int { return strings.Compare(string(a.Name), string(b.Name)) })
	return all, err
}

func (d *tutor) profile(name quarry.Learner) quarry.LearnerProfile {
	p := quarry.LearnerProfile{Name: name, Settings: d.learners[name], Cards: len(d.cards[name])}
	for _, r := range d.reviews {
		if r.Learner == name && r.Undone.IsZero() {
			p.Reviews, p.LastReview = p.Reviews+1, r.At
		}
	}
	return p
}

func (d *tutor) Learner(_ context.Context, name quarry.Learner) (quarry.LearnerProfile, error) {
	leave, err := d.enter()
	defer leave()
	if _, known := d.learners[name]; !known && err == nil {
		err = quarry.Errorf(quarry.KindNotFound, "nothing is kept of %q", name)
	}
	return d.profile(name), err
}

func (d *tutor) SetLearner(_ context.Context, name quarry.Learner, s quarry.LearnerSettings) (quarry.LearnerProfile, error) {
	leave, err := d.enter()
	defer leave()
	if err == nil {
		err = s.Validate()
	}
	if err == nil {
		d.learners[name] = s
	}
	return d.profile(name), err
}

func (d *tutor) DeleteLearner(ctx context.Context, name quarry.Learner) (quarry.LearnerProfile, error) {
	gone, err := d.Learner(ctx, name)
	leave, _ := d.enter()
	defer leave()
	delete(d.learners, name)
	delete(d.cards, name)
	d.reviews = slices.DeleteFunc(d.reviews, func(r quarry.Review) bool { return r.Learner == name })
	return gone, err
}

func (d *tutor) ExportHistory(_ context.Context, name quarry.Learner, format quarry.HistoryFormat, to io.Writer) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.leaves {
		_, _ = fmt.Fprintln(to, "something")
		return io.ErrClosedPipe
	}
	_, err := fmt.Fprintf(to, "%s of %s\n", format, name)
	return err
}

func (d *tutor) ImportHistory(_ context.Context, learner quarry.Learner, from io.Reader) (quarry.HistoryImported, error) {
	leave, err := d.enter()
	defer leave()
	if err != nil {
		return quarry.HistoryImported{}, err
	}
	var done quarry.HistoryImported
	lines := bufio.NewScanner(from)
	for lines.Scan() {
		done.Reviews++
		if strings.Contains(lines.Text(), "lost") {
			done.Unknown = append(done.Unknown, fmt.Sprintf("line %d", done.Reviews))
		}
	}
	if err := lines.Err(); err != nil {
		return done, fmt.Errorf("read the history: %w", err)
	}
	d.learners[learner] = quarry.DefaultLearnerSettings()
	return done, nil
}

func (d *tutor) TakeSchedules(_ context.Context, learner quarry.Learner, f quarry.Filter) (int, error) {
	leave, err := d.enter()
	defer leave()
	d.taken = f
	return 3, err
}
