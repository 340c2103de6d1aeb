package storetest

import (
	"context"
	"fmt"
	"maps"
	"testing"
	"time"

	"github.com/quarrykb/quarry"
)

// Study keeps how learners get on with questions.
type Study interface {
	Learners
	Cards
	Reviews
}

// Learners keeps who learns, and takes what is kept of them elsewhere and over.
type Learners interface { //nolint:interfacebloat // one noun
	Learner(ctx context.Context, name quarry.Learner) (quarry.LearnerProfile, error)
	LearnerSettings(ctx context.Context, name quarry.Learner) (quarry.LearnerSettings, error)
	Learners(ctx context.Context) ([]quarry.LearnerProfile, error)
	SetLearner(ctx context.Context, name quarry.Learner, settings quarry.LearnerSettings) (quarry.LearnerProfile, error)
	DeleteLearner(ctx context.Context, name quarry.Learner) (quarry.LearnerProfile, error)
	ReadHistory(ctx context.Context, learner quarry.Learner, take quarry.HistoryTaker) error
	AddHistory(ctx context.Context, h quarry.StudyHistory) (quarry.StudyImport, error)
}

// Cards keeps how learners stand to questions.
type Cards interface {
	Card(ctx context.Context, learner quarry.Learner, question quarry.QuestionID) (quarry.Card, error)
	Cards(ctx context.Context, f quarry.CardFilter, r quarry.PageRequest) (quarry.Page[quarry.StoredCard], error)
	EditCard(ctx context.Context, learner quarry.Learner, question quarry.QuestionID, edit quarry.CardEdit) (quarry.Card, error)
	AddCards(ctx context.Context, learner quarry.Learner, cards []quarry.Card) (int, error)
	StudyQueue(ctx context.Context, r quarry.StudyRequest) (quarry.StudyQueue, error)
	Quote(ctx context.Context, hash string) (quarry.Quote, error)
}

// Reviews keeps what learners answered.
type Reviews interface {
	Review(ctx context.Context, learner quarry.Learner, id quarry.ReviewID) (quarry.Review, error)
	Reviews(ctx context.Context, f quarry.ReviewFilter, r quarry.PageRequest) (quarry.Page[quarry.Review], error)
	RecordReview(
		ctx context.Context, r quarry.Review, schedule func(quarry.Schedule, quarry.Rating, time.Time) (quarry.Schedule, error),
	) (quarry.Recorded, error)
	UndoReview(ctx context.Context, learner quarry.Learner, id quarry.ReviewID, at time.Time) (quarry.Recorded, error)
	StudyStats(ctx context.Context, r quarry.StudyStatsRequest) (quarry.StudyStats, error)
}

func studyTests() tests {
	all := tests{
		"a review and its card are found as they were recorded":    reviewFound,
		"a review is recorded once":                                reviewOnce,
		"an undone review leaves the card as it was":               reviewUndone,
		"a clock that is set back does not go before a review":     clockSetBack,
		"a card is suspended and buried":                           cardEdited,
		"a question that is not stored cannot be reviewed":         reviewOfNothing,
		"cards and reviews are listed in parts":                    studyListed,
		"a learner goes with all that is stored of them":           learnerDeleted,
		"settings stay beside cards":                               learnerSet,
		"a history is read and taken over whole":                   historyTaken,
		"a history waits for questions where that is asked for":    historyWaits,
		"reviews leave the change feed alone":                      studyApart,
		"cards are added where there are none":                     cardsAdded,
		"what is asked comes in its order":                         queueInOrder,
		"new questions come in the order of a seed that outlasts":  queueSeeded,
		"what a learner did is counted by days":                    studyCounted,
		"a variant's cards are those of the question that leads":   variantStudied,
		"an interrupted review leaves the old state or the new":    reviewInterrupted,
		"hidden questions are not asked, and their cards wait":     hiddenWaits,
		"a filter narrows what is asked and counted":               queueFiltered,
		"an import of a later review counts, of an earlier not":    historyMerged,
		"a review that was undone is not taken over once more":     historyOfUndone,
		"only what has an answer or choices is asked":              queueOfAnswered,
		"a buried card comes back, and tells when":                 queueOfBuried,
		"the queue says how much there is beyond what it lists":    queueCounts,
		"two answers to one card at once are both kept":            reviewsAtOnce,
		"a card that waits is listed without its question's words": waitingListed,
	}
	maps.Copy(all, deckTests())
	return all
}

// morning is when the tests' learners learn.
func morning() time.Time { return time.Date(2026, 12, 1, 9, 0, 0, 123_000, time.UTC) }

const ann = quarry.Learner("ann")

// step schedules by what can be counted in the head: a card is being learnt until it was passed
// twice in a row, and then due after as many days as it has been reviewed.
func step(card quarry.Schedule, rating quarry.Rating, at time.Time) (quarry.Schedule, error) {
	card.Reps++
	card.LastReview, card.Difficulty, card.Stability = at, 5, float64(card.Reps)+1./3
	switch {
	case rating == quarry.RatingAgain && card.State == quarry.CardReview:
		card.State, card.Due, card.Step = quarry.CardRelearning, at.Add(10*time.Minute), 1
		card.Lapses++
	case rating == quarry.RatingAgain || card.State == quarry.CardNew && rating != quarry.RatingEasy:
		card.State, card.Due, card.Step = quarry.CardLearning, at.Add(time.Minute), 2
	default:
		card.State, card.ScheduledDays, card.Step = quarry.CardReview, card.Reps, 0
		card.Due = at.Add(time.Duration(card.Reps) * 24 * time.Hour)
	}
	return card, nil
}

// deckOf stores a document of some questions, each with an answer.
func deckOf(t *testing.T, store Store, path string, questions int) quarry.Knowledge {
	t.Helper()
	draft := NewDraft(path)
	for n := range questions {
		draft.Question(fmt.Sprintf("What is number %d of %s?", n, path), fmt.Sprintf("It is %d of %s.", n, path))
	}
	k := draft.Knowledge()
	save(t, store, k)
	return k
}

// answer records a review.
func answer(t *testing.T, store Store, id string, question quarry.QuestionID, rating quarry.Rating, at time.Time) quarry.Recorded {
	t.Helper()
	done, err := store.RecordReview(t.Context(), aReview(id, question, rating, at), step)
	return must(t, done, err)
}

func aReview(id string, question quarry.QuestionID, rating quarry.Rating, at time.Time) quarry.Review {
	return quarry.Review{
		ID: quarry.ReviewID(id), Learner: ann, Question: question, Rating: rating, At: at, Took: 5200 * time.Millisecond,
		Answer: "An answer.", Verdict: quarry.VerdictPartly,
	}
}

func cardNow(t *testing.T, store Cards, question quarry.QuestionID) quarry.Card {
	t.Helper()
	card, err := store.Card(t.Context(), ann, question)
	return must(t, card, err)
}

func isCode(t *testing.T, what string, err error, code string) {
	t.Helper()
	if got := quarry.Explain(err).Code; got != code {
		t.Errorf("%s: error = %v with the code %q, want %q", what, err, got, code)
	}
}

func reviewFound(t *testing.T, store Store) {
	t.Helper()
	k := deckOf(t, store, "a.md", 2)
	q := k.Questions[0]
	want := aReview("r.1", q.ID, quarry.RatingGood, morning())
	done := answer(t, store, "r.1", q.ID, quarry.RatingGood, morning())
	want.Before = quarry.Schedule{State: quarry.CardNew}
	want.After, _ = step(want.Before, quarry.RatingGood, morning())
	card := quarry.Card{
		Learner: ann, Question: q.ID, Schedule: want.After, Quote: quarry.QuoteOf(k.Content.Text, q.Source).Hash,
	}
	equal(t, "what came of it", done, quarry.Recorded{Review: want, Card: card})
	got, err := store.Review(t.Context(), ann, "r.1")
	equal(t, "review", must(t, got, err), want)
	equal(t, "card", cardNow(t, store, q.ID), card)
	other := quarry.Card{Learner: ann, Question: k.Questions[1].ID, Schedule: quarry.Schedule{State: quarry.CardNew}}
	equal(t, "card of another question", cardNow(t, store, other.Question), other)
	quote, err := store.Quote(t.Context(), card.Quote)
	equal(t, "quote", must(t, quote, err), quarry.QuoteOf(k.Content.Text, q.Source))
	_, err = store.Review(t.Context(), "ben", "r.1")
	is(t, "find another learner's review", err, quarry.KindNotFound)
}

func reviewOnce(t *testing.T, store Store) {
	t.Helper()
	k := deckOf(t, store, "a.md", 2)
	id := k.Questions[0].ID
	first := answer(t, store, "r.1", id, quarry.RatingGood, morning())
	answer(t, store, "r.2", id, quarry.RatingGood, morning().Add(time.Hour))
	again := answer(t, store, "r.1", id, quarry.RatingGood, morning().Add(2*time.Hour))
	first.Repeated = true
	equal(t, "the same once more", again, first)
	equal(t, "reps", cardNow(t, store, id).Reps, 2)
	for what, other := range map[string]quarry.Review{
		"question": aReview("r.1", k.Questions[1].ID, quarry.RatingGood, morning()),
		"rating":   aReview("r.1", id, quarry.RatingHard, morning()),
	} {
		_, err := store.RecordReview(t.Context(), other, step)
		is(t, "use an id for another "+what, err, quarry.KindConflict)
		isCode(t, "use an id for another "+what, err, "review_id_reused")
	}
	ben := aReview("r.1", id, quarry.RatingEasy, morning())
	ben.Learner = "ben"
	done, err := store.RecordReview(t.Context(), ben, step)
	equal(t, "whether another learner's is a repetition", must(t, done, err).Repeated, false)
}

func reviewUndone(t *testing.T, store Store) {
	t.Helper()
	id := deckOf(t, store, "a.md", 1).Questions[0].ID
	undo := func(review string, at time.Time) quarry.Recorded {
		done, err := store.UndoReview(t.Context(), ann, quarry.ReviewID(review), at)
		return must(t, done, err)
	}
	answer(t, store, "r.1", id, quarry.RatingGood, morning())
	before := cardNow(t, store, id)
	answer(t, store, "r.2", id, quarry.RatingGood, morning().Add(time.Hour))
	_, err := store.UndoReview(t.Context(), ann, "r.1", morning())
	is(t, "undo one that is not the last", err, quarry.KindConflict)
	isCode(t, "undo one that is not the last", err, "review_not_last")
	undone := undo("r.2", morning().Add(2*time.Hour))
	equal(t, "the card that is returned", undone.Card, before)
	equal(t, "the card", cardNow(t, store, id), before)
	equal(t, "when it was undone", undone.Review.Undone, morning().Add(2*time.Hour))
	again := undo("r.2", morning().Add(3*time.Hour))
	equal(t, "undone twice", again, quarry.Recorded{Review: undone.Review, Card: before, Repeated: true})
	_, err = store.RecordReview(t.Context(), aReview("r.2", id, quarry.RatingGood, morning()), step)
	isCode(t, "record an undone review once more", err, "review_undone")
	equal(t, "the state of a card without reviews", undo("r.1", morning()).Card.State, quarry.CardNew)
	page, err := store.Reviews(t.Context(), quarry.ReviewFilter{Learner: ann}, everything())
	equal(t, "reviews that stand", must(t, page, err).Total, 0)
	_, err = store.UndoReview(t.Context(), ann, "r.3", morning())
	is(t, "undo an unknown review", err, quarry.KindNotFound)
}

func clockSetBack(t *testing.T, store Store) {
	t.Helper()
	id := deckOf(t, store, "a.md", 1).Questions[0].ID
	answer(t, store, "r.1", id, quarry.RatingGood, morning())
	done := answer(t, store, "r.2", id, quarry.RatingGood, morning().Add(-time.Hour))
	equal(t, "when it was", done.Review.At, morning())
	undone, err := store.UndoReview(t.Context(), ann, "r.2", morning())
	equal(t, "reps behind undoing it", must(t, undone, err).Card.Reps, 1)
}

func cardEdited(t *testing.T, store Store) {
	t.Helper()
	k := deckOf(t, store, "a.md", 2)
	fresh, seen := k.Questions[0].ID, k.Questions[1].ID
	yes, no, until, never := true, false, morning().Add(time.Hour), time.Time{}
	edit := func(id quarry.QuestionID, e quarry.CardEdit) quarry.Card {
		card, err := store.EditCard(t.Context(), ann, id, e)
		equal(t, "card as it is stored", cardNow(t, store, id), must(t, card, err))
		return card
	}
	equal(t, "suspended", edit(fresh, quarry.CardEdit{Suspended: &yes}).Suspended, true)
	card := edit(fresh, quarry.CardEdit{BuriedUntil: &until})
	equal(t, "suspended still", card.Suspended, true)
	equal(t, "buried until", card.BuriedUntil, until)
	edit(fresh, quarry.CardEdit{Suspended: &no, BuriedUntil: &never})
	page, err := store.Cards(t.Context(), quarry.CardFilter{Learner: ann}, everything())
	equal(t, "cards that say nothing", must(t, page, err).Total, 0)
	edit(seen, quarry.CardEdit{Suspended: &yes})
	done := answer(t, store, "r.1", seen, quarry.RatingGood, morning())
	equal(t, "suspended behind a review", done.Card.Suspended, true)
	undone, err := store.UndoReview(t.Context(), ann, "r.1", morning())
	equal(t, "suspended and new", must(t, undone, err).Card, quarry.Card{
		Learner: ann, Question: seen, Schedule: quarry.Schedule{State: quarry.CardNew}, Suspended: true,
	})
}

func reviewOfNothing(t *testing.T, store Store) {
	t.Helper()
	_, err := store.RecordReview(t.Context(), aReview("r.1", "q_none", quarry.RatingGood, morning()), step)
	is(t, "review nothing", err, quarry.KindNotFound)
	_, err = store.EditCard(t.Context(), ann, "q_none", quarry.CardEdit{})
	is(t, "edit no card", err, quarry.KindNotFound)
	_, err = store.Learner(t.Context(), ann)
	is(t, "find a learner who did nothing", err, quarry.KindNotFound)
	_, err = store.DeleteLearner(t.Context(), ann)
	is(t, "delete a learner who did nothing", err, quarry.KindNotFound)
	is(t, "read the history of nobody", store.ReadHistory(t.Context(), ann, &taken{}), quarry.KindNotFound)
	_, err = store.Quote(t.Context(), "none")
	is(t, "find no quote", err, quarry.KindNotFound)
}

func studyListed(t *testing.T, store Store) {
	t.Helper()
	k := deckOf(t, store, "a.md", 5)
	var want []quarry.ReviewID
	for n, q := range k.Questions {
		at := morning().Add(time.Duration(n/2) * time.Minute) // two of a moment
		want = append([]quarry.ReviewID{answer(t, store, fmt.Sprint("r.", n), q.ID, quarry.RatingGood, at).Review.ID}, want...)
	}
	var got []quarry.ReviewID
	var cards []quarry.QuestionID
	for request := (quarry.PageRequest{Limit: 2}); ; {
		page, err := store.Reviews(t.Context(), quarry.ReviewFilter{Learner: ann}, request)
		equal(t, "reviews in all", must(t, page, err).Total, 5)
		for _, r := range page.Items {
			got = append(got, r.ID)
		}
		if page.Next == nil {
			break
		}
		request.After = *page.Next
	}
	equal(t, "reviews, the newest first", got, want)
	for request := (quarry.PageRequest{Limit: 2}); ; {
		page, err := store.Cards(t.Context(), quarry.CardFilter{Learner: ann, Suspended: quarry.No}, request)
		equal(t, "cards in all", must(t, page, err).Total, 5)
		for _, c := range page.Items {
			cards = append(cards, c.Question)
		}
		if page.Next == nil {
			break
		}
		request.After = *page.Next
	}
	equal(t, "number of cards", len(cards), 5)
	page, err := store.Reviews(t.Context(), quarry.ReviewFilter{Learner: ann, Question: k.Questions[3].ID}, everything())
	equal(t, "reviews of a question", must(t, page, err).Total, 1)
	none, err := store.Cards(t.Context(), quarry.CardFilter{Learner: ann, States: []quarry.CardState{quarry.CardReview}}, everything())
	equal(t, "cards of another state", must(t, none, err).Total, 0)
	some, err := store.Cards(t.Context(), quarry.CardFilter{Learner: ann, States: []quarry.CardState{quarry.CardLearning}}, everything())
	equal(t, "a card's words", must(t, some, err).Items[0].Path, "a.md")
}

func learnerDeleted(t *testing.T, store Store) {
	t.Helper()
	k := deckOf(t, store, "a.md", 2)
	done := answer(t, store, "r.1", k.Questions[0].ID, quarry.RatingGood, morning())
	shared := aReview("r.1", k.Questions[1].ID, quarry.RatingGood, morning())
	for _, learner := range []quarry.Learner{ann, "ben"} {
		shared.Learner, shared.ID = learner, "r.2"
		_, err := store.RecordReview(t.Context(), shared, step)
		must(t, shared, err)
	}
	profile := quarry.LearnerProfile{
		Name: ann, Settings: quarry.DefaultLearnerSettings(), Cards: 2, Reviews: 2, LastReview: morning(),
	}
	gone, err := store.DeleteLearner(t.Context(), ann)
	equal(t, "what went", must(t, gone, err), profile)
	_, err = store.Review(t.Context(), ann, "r.1")
	is(t, "find a deleted review", err, quarry.KindNotFound)
	_, err = store.Quote(t.Context(), done.Card.Quote)
	is(t, "find what nobody has reviewed", err, quarry.KindNotFound)
	_, err = store.Quote(t.Context(), quarry.QuoteOf(k.Content.Text, k.Questions[1].Source).Hash)
	must(t, done, err)
	profile.Name, profile.Cards, profile.Reviews = "ben", 1, 1
	all, err := store.Learners(t.Context())
	equal(t, "learners", must(t, all, err), []quarry.LearnerProfile{profile})
}

func learnerSet(t *testing.T, store Store) {
	t.Helper()
	id := deckOf(t, store, "a.md", 1).Questions[0].ID
	want := quarry.LearnerProfile{Name: ann, Settings: quarry.LearnerSettings{
		Retention: 0.85, NewPerDay: 3, ReviewsPerDay: 0, Timezone: "Europe/Berlin", DayBegins: 23,
	}}
	set, err := store.SetLearner(t.Context(), ann, want.Settings)
	equal(t, "learner", must(t, set, err), want)
	for learner, settings := range map[quarry.Learner]quarry.LearnerSettings{ann: want.Settings, "ben": quarry.DefaultLearnerSettings()} {
		got, err := store.LearnerSettings(t.Context(), learner)
		equal(t, "settings of "+string(learner), must(t, got, err), settings)
	}
	answer(t, store, "r.1", id, quarry.RatingGood, morning())
	want.Settings.NewPerDay = 4
	want.Cards, want.Reviews, want.LastReview = 1, 1, morning()
	set, err = store.SetLearner(t.Context(), ann, want.Settings)
	equal(t, "learner with a card", must(t, set, err), want)
	found, err := store.Learner(t.Context(), ann)
	equal(t, "learner afterwards", must(t, found, err), want)
}

func studyApart(t *testing.T, store Store) {
	t.Helper()
	id := deckOf(t, store, "a.md", 1).Questions[0].ID
	before := revisionOf(t, store)
	answer(t, store, "r.1", id, quarry.RatingGood, morning())
	equal(t, "revision", revisionOf(t, store), before)
}

func cardsAdded(t *testing.T, store Store) {
	t.Helper()
	k := deckOf(t, store, "a.md", 3)
	answer(t, store, "r.1", k.Questions[0].ID, quarry.RatingGood, morning())
	yes := true
	_, err := store.EditCard(t.Context(), ann, k.Questions[1].ID, quarry.CardEdit{Suspended: &yes})
	must(t, yes, err)
	given := quarry.Schedule{
		State: quarry.CardReview, Due: morning(), Stability: 4.25, Difficulty: 6, Reps: 3, LastReview: morning().Add(-time.Hour), ScheduledDays: 4,
	}
	var cards []quarry.Card
	for _, q := range k.Questions {
		cards = append(cards, quarry.Card{Question: q.ID, Schedule: given})
	}
	cards = append(cards, quarry.Card{Question: "q_none", Schedule: given})
	for _, want := range []int{2, 0} {
		added, err := store.AddCards(t.Context(), ann, cards)
		equal(t, "cards that were added", must(t, added, err), want)
	}
	equal(t, "reps of the card that was there", cardNow(t, store, k.Questions[0].ID).Reps, 1)
	equal(t, "whether a suspended one stays so", cardNow(t, store, k.Questions[1].ID).Suspended, true)
	want := quarry.Card{
		Learner: ann, Question: k.Questions[2].ID, Schedule: given, Quote: quarry.QuoteOf(k.Content.Text, k.Questions[2].Source).Hash,
	}
	equal(t, "card that was added", cardNow(t, store, want.Question), want)
}

func variantStudied(t *testing.T, store Store) {
	t.Helper()
	asks := func(q *quarry.Question) { q.Asks = "warp size" }
	first := NewDraft("a.md").Question("What is a warp?", "32 threads.", asks).Knowledge()
	second := NewDraft("b.md").Question("What's a warp?", "Thirty-two threads.", asks).Knowledge()
	save(t, store, first)
	save(t, store, second)
	done := answer(t, store, "r.1", second.Questions[0].ID, quarry.RatingGood, morning())
	equal(t, "the question of the card", done.Card.Question, first.Questions[0].ID)
	again := answer(t, store, "r.1", second.Questions[0].ID, quarry.RatingGood, morning())
	equal(t, "the variant's id once more", again.Repeated, true)
	_, err := store.DeleteDocument(t.Context(), first.Document.ID)
	card := cardNow(t, store, must(t, second.Questions[0].ID, err))
	equal(t, "reps where the other one leads", card.Reps, 1)
	equal(t, "changed, though nobody edited it", card.Changed, time.Time{})
	save(t, store, first)
	equal(t, "reps where the first leads again", cardNow(t, store, first.Questions[0].ID).Reps, 1)
	undone, err := store.UndoReview(t.Context(), ann, "r.1", morning())
	equal(t, "state", must(t, undone, err).Card.State, quarry.CardNew)
}

func reviewInterrupted(t *testing.T, store Store) {
	t.Helper()
	id := deckOf(t, store, "a.md", 1).Questions[0].ID
	for looks := 1; ; looks++ {
		_, err := store.RecordReview(NewInterrupted(looks), aReview("r.1", id, quarry.RatingGood, morning()), step)
		card := cardNow(t, store, id)
		page, listErr := store.Reviews(t.Context(), quarry.ReviewFilter{Learner: ann}, everything())
		equal(t, "reps and reviews", card.Reps, must(t, page, listErr).Total)
		if err == nil {
			equal(t, "reps of what came through", card.Reps, 1)
			return
		}
	}
}

func reviewsAtOnce(t *testing.T, store Store) {
	t.Helper()
	id := deckOf(t, store, "a.md", 1).Questions[0].ID
	const answers = 8
	errs := make(chan error, answers)
	for n := range answers {
		go func() {
			_, err := store.RecordReview(t.Context(), aReview(fmt.Sprint("r.", n%4), id, quarry.RatingGood, morning()), step)
			errs <- err
		}()
	}
	for range answers {
		if err := <-errs; err != nil {
			t.Error(err)
		}
	}
	equal(t, "reps of four answers, each given twice", cardNow(t, store, id).Reps, 4)
}
