package storetest

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/quarrykb/quarry"
)

// queueAt asks what ann is to be asked on the day of the tests, which ends at midnight.
func queueAt(t *testing.T, store Store, edits ...func(*quarry.StudyRequest)) quarry.StudyQueue {
	t.Helper()
	begins := morning().Truncate(24 * time.Hour)
	request := quarry.StudyRequest{
		Learner: ann, Now: morning(), Ahead: morning().Add(20 * time.Minute), Most: 100,
		Day: quarry.StudyDay{Date: "2026-12-01", Begins: begins, Ends: begins.Add(24 * time.Hour)},
	}
	for _, edit := range edits {
		edit(&request)
	}
	queue, err := store.StudyQueue(t.Context(), request)
	return must(t, queue, err)
}

func questionsOf(cards []quarry.Card) []quarry.QuestionID {
	var ids []quarry.QuestionID
	for _, card := range cards {
		ids = append(ids, card.Question)
	}
	return ids
}

func graded(d quarry.Difficulty) func(*quarry.Question) {
	return func(q *quarry.Question) { q.Grade = quarry.StatedGrade(d) }
}

// passed records as many reviews that make a card due so many days behind the last.
func passed(t *testing.T, store Store, id string, question quarry.QuestionID, times int, last time.Time) {
	t.Helper()
	for n := range times {
		answer(t, store, fmt.Sprint(id, n), question, quarry.RatingEasy, last.Add(time.Duration(n-times+1)*time.Hour))
	}
}

func queueInOrder(t *testing.T, store Store) {
	t.Helper()
	k := NewDraft("a.md").
		Question("Nobody knows how hard?", "Yes.").
		Question("A hard one?", "Yes.", graded(quarry.Hard)).
		Question("An easy one?", "Yes.", graded(quarry.Easy)).
		Question("A medium one?", "Yes.", graded(quarry.Medium)).
		Question("Another easy one?", "Yes.", graded(quarry.Easy)).
		Question("Being learnt, and due?", "Yes.").
		Question("Being learnt, and due soon?", "Yes.").
		Question("Being learnt, and due in an hour?", "Yes.").
		Question("Due yesterday?", "Yes.").
		Question("Due today?", "Yes.").
		Question("Due tomorrow?", "Yes.").Knowledge()
	save(t, store, k)
	id := func(n int) quarry.QuestionID { return k.Questions[n].ID }
	answer(t, store, "due", id(5), quarry.RatingAgain, morning().Add(-time.Hour))
	answer(t, store, "soon", id(6), quarry.RatingAgain, morning().Add(10*time.Minute))
	answer(t, store, "later", id(7), quarry.RatingAgain, morning().Add(time.Hour))
	passed(t, store, "today", id(9), 2, morning().Add(-48*time.Hour+time.Minute))
	passed(t, store, "yesterday", id(8), 1, morning().Add(-48*time.Hour))
	passed(t, store, "tomorrow", id(10), 2, morning().Add(-24*time.Hour))
	queue := queueAt(t, store)
	equal(t, "learning", questionsOf(queue.Learning), []quarry.QuestionID{id(5)})
	equal(t, "ahead", questionsOf(queue.Ahead), []quarry.QuestionID{id(6)})
	equal(t, "review", questionsOf(queue.Review), []quarry.QuestionID{id(8), id(9)})
	equal(t, "new", queue.New, []quarry.QuestionID{id(2), id(4), id(3), id(1), id(0)})
	equal(t, "waiting", queue.Waiting, quarry.StudyWaiting{Learning: 1, Review: 2, New: 5})
	equal(t, "next", queue.NextDue, morning().Add(11*time.Minute))
	equal(t, "begun and reviewed", [2]int{queue.Begun, queue.Reviewed}, [2]int{3, 0})
	answer(t, store, "now", id(8), quarry.RatingAgain, morning())
	equal(t, "reviewed", queueAt(t, store).Reviewed, 1)
}

func queueSeeded(t *testing.T, store Store) {
	t.Helper()
	deckOf(t, store, "a.md", 30)
	seeded := func(seed uint64) []quarry.QuestionID {
		return queueAt(t, store, func(r *quarry.StudyRequest) { r.Seed = &seed }).New
	}
	plain, first := queueAt(t, store).New, seeded(7)
	equal(t, "the same seed once more", seeded(7), first)
	if slices.Equal(first, plain) || slices.Equal(first, seeded(8)) {
		t.Error("a seed orders as another one, or as none")
	}
	deckOf(t, store, "b.md", 30)
	known := slices.DeleteFunc(seeded(7), func(id quarry.QuestionID) bool { return !slices.Contains(first, id) })
	equal(t, "the order of those that were there, beside new ones", known, first)
}

func queueOfAnswered(t *testing.T, store Store) {
	t.Helper()
	k := NewDraft("a.md").Question("An answer?", "Yes.").Question("None?", "").
		Question("Which?", "", func(q *quarry.Question) { q.Choices, q.Style = []string{"one", "two"}, quarry.StyleChoice }).Knowledge()
	save(t, store, k)
	equal(t, "new", queueAt(t, store).New, []quarry.QuestionID{k.Questions[0].ID, k.Questions[2].ID})
}

func queueFiltered(t *testing.T, store Store) {
	t.Helper()
	about := func(topic quarry.TopicID) func(*quarry.Question) {
		return func(q *quarry.Question) { q.Topics = []quarry.TopicID{topic} }
	}
	k := NewDraft("a.md").Question("Seen?", "Yes.", about("cache")).Question("Unseen?", "Yes.", about("cache")).
		Question("Another?", "Yes.", about("bus")).Question("Another, seen?", "Yes.", about("bus")).Knowledge()
	save(t, store, k)
	passed(t, store, "a", k.Questions[0].ID, 1, morning().Add(-48*time.Hour))
	passed(t, store, "b", k.Questions[3].ID, 1, morning().Add(-48*time.Hour))
	cache := quarry.Filter{Topics: []quarry.TopicID{"cache"}}
	queue := queueAt(t, store, func(r *quarry.StudyRequest) { r.Filter = cache })
	equal(t, "review", questionsOf(queue.Review), []quarry.QuestionID{k.Questions[0].ID})
	equal(t, "new", queue.New, []quarry.QuestionID{k.Questions[1].ID})
	equal(t, "waiting", queue.Waiting, quarry.StudyWaiting{Review: 1, New: 1})
	stats := statsOf(t, store, cache)
	equal(t, "topics", stats.Topics, []quarry.TopicProgress{{Topic: "cache", Total: 2, Seen: 1, Due: 1, Recall: 0.5}})
	equal(t, "reviews", stats.Days[0].Reviews, 1)
	equal(t, "cards", stats.Cards, quarry.CardCounts{New: 1, Review: 1})
}

func queueCounts(t *testing.T, store Store) {
	t.Helper()
	k := deckOf(t, store, "a.md", 9)
	for n := range 4 {
		passed(t, store, fmt.Sprint("r", n, "."), k.Questions[n].ID, 1, morning().Add(-48*time.Hour))
	}
	queue := queueAt(t, store, func(r *quarry.StudyRequest) { r.Most = 2 })
	equal(t, "lengths", [2]int{len(queue.Review), len(queue.New)}, [2]int{2, 2})
	equal(t, "waiting", queue.Waiting, quarry.StudyWaiting{Review: 4, New: 5})
}

func queueOfBuried(t *testing.T, store Store) {
	t.Helper()
	k := deckOf(t, store, "a.md", 3)
	yes, until := true, morning().Add(time.Hour)
	for n, edit := range []quarry.CardEdit{{BuriedUntil: &until}, {Suspended: &yes}, {BuriedUntil: &until}} {
		if n < 2 {
			passed(t, store, fmt.Sprint("r", n, "."), k.Questions[n].ID, 1, morning().Add(-48*time.Hour))
		}
		_, err := store.EditCard(t.Context(), ann, k.Questions[n].ID, edit)
		must(t, n, err)
	}
	queue := queueAt(t, store)
	equal(t, "waiting", queue.Waiting, quarry.StudyWaiting{})
	equal(t, "next", queue.NextDue, until)
	queue = queueAt(t, store, func(r *quarry.StudyRequest) { r.Now = until })
	equal(t, "waiting afterwards", queue.Waiting, quarry.StudyWaiting{Review: 1, New: 1})
	equal(t, "cards", statsOf(t, store, quarry.Filter{}).Cards, quarry.CardCounts{Suspended: 1, Buried: 2})
}

// statsOf counts on the day of the tests and the two before, and on the two behind it. Every
// card is known with a chance of one half.
func statsOf(t *testing.T, store Store, f quarry.Filter) quarry.StudyStats {
	t.Helper()
	day := func(n int) quarry.StudyDay {
		begins := morning().Truncate(24*time.Hour).AddDate(0, 0, n)
		return quarry.StudyDay{Date: begins.Format(time.DateOnly), Begins: begins, Ends: begins.AddDate(0, 0, 1)}
	}
	stats, err := store.StudyStats(t.Context(), quarry.StudyStatsRequest{
		Learner: ann, Filter: f, At: morning(), Past: []quarry.StudyDay{day(-2), day(-1), day(0)},
		Coming: []quarry.StudyDay{day(0), day(1), day(2)}, Streak: []quarry.StudyDay{day(0), day(-1), day(-2)},
		Recall: func(quarry.Schedule) float64 { return 0.5 },
	})
	return must(t, stats, err)
}

func studyCounted(t *testing.T, store Store) {
	t.Helper()
	k := NewDraft("a.md").Question("One?", "Yes.", graded(quarry.Easy)).Question("Two?", "Yes.", graded(quarry.Easy)).
		Question("Three?", "Yes.").Question("Four?", "Yes.").Knowledge()
	save(t, store, k)
	equal(t, "streak of nobody", statsOf(t, store, quarry.Filter{}).Streak, 0)
	yesterday := morning().Add(-24 * time.Hour)
	passed(t, store, "one", k.Questions[0].ID, 1, yesterday.Add(-24*time.Hour)) // due yesterday
	answer(t, store, "failed", k.Questions[0].ID, quarry.RatingAgain, yesterday)
	answer(t, store, "relearnt", k.Questions[0].ID, quarry.RatingGood, yesterday.Add(10*time.Minute)) // in 3 days
	answer(t, store, "begun", k.Questions[1].ID, quarry.RatingGood, yesterday)
	equal(t, "streak up to yesterday", statsOf(t, store, quarry.Filter{}).Streak, 2)
	passed(t, store, "three", k.Questions[2].ID, 1, morning().Add(-time.Minute)) // tomorrow
	answer(t, store, "undone", k.Questions[3].ID, quarry.RatingGood, morning())
	_, err := store.UndoReview(t.Context(), ann, "undone", morning())
	stats := statsOf(t, store, quarry.Filter{})
	took := 5200 * time.Millisecond
	equal(t, "days", must(t, stats, err).Days, []quarry.StudiedDay{
		{Date: "2026-11-29", Reviews: 1, Passed: 1, New: 1, Took: took},
		{Date: "2026-11-30", Reviews: 3, Passed: 2, New: 1, Again: 1, Took: 3 * took, Tested: 1},
		{Date: "2026-12-01", Reviews: 1, Passed: 1, New: 1, Took: took},
	})
	equal(t, "streak", stats.Streak, 3)
	equal(t, "cards", stats.Cards, quarry.CardCounts{New: 1, Learning: 1, Review: 2})
	equal(t, "due", stats.Due, []int{1, 1, 1})
	equal(t, "topics", stats.Topics, []quarry.TopicProgress{
		{Topic: "memory", Difficulty: quarry.Easy, Total: 2, Seen: 2, Due: 1, Recall: 0.5},
		{Topic: "memory", Total: 2, Seen: 1, Recall: 0.5},
	})
}

// taken is a history that was read.
type taken struct {
	quarry.StudyHistory

	profile quarry.LearnerProfile
}

// Learner notes whose history it is.
func (h *taken) Learner(p quarry.LearnerProfile) error {
	h.profile, h.StudyHistory.Learner, h.Settings = p, p.Name, p.Settings
	return nil
}

// Card adds a card.
func (h *taken) Card(c quarry.StoredCard) error {
	h.Cards = append(h.Cards, c)
	return nil
}

// Review adds a review.
func (h *taken) Review(r quarry.Review) error {
	h.Reviews = append(h.Reviews, r)
	return nil
}

func historyOf(t *testing.T, store Store, learner quarry.Learner) quarry.StudyHistory {
	t.Helper()
	var h taken
	if err := store.ReadHistory(t.Context(), learner, &h); err != nil {
		t.Fatal(err)
	}
	return h.StudyHistory
}

// studiedDeck stores a document of which a learner has reviewed some.
func studiedDeck(t *testing.T, store Store) quarry.Knowledge {
	t.Helper()
	k := deckOf(t, store, "a.md", 4)
	settings := quarry.DefaultLearnerSettings()
	settings.NewPerDay = 5
	_, err := store.SetLearner(t.Context(), ann, settings)
	must(t, k, err)
	passed(t, store, "a", k.Questions[0].ID, 2, morning().Add(-48*time.Hour))
	answer(t, store, "b", k.Questions[1].ID, quarry.RatingAgain, morning())
	answer(t, store, "undone", k.Questions[1].ID, quarry.RatingAgain, morning())
	_, err = store.UndoReview(t.Context(), ann, "undone", morning())
	must(t, k, err)
	yes, until := true, morning().Add(time.Hour)
	_, err = store.EditCard(t.Context(), ann, k.Questions[2].ID, quarry.CardEdit{Suspended: &yes, BuriedUntil: &until})
	must(t, k, err)
	return k
}

func historyTaken(t *testing.T, store Store) {
	t.Helper()
	studiedDeck(t, store)
	h := historyOf(t, store, ann)
	equal(t, "cards and reviews", [2]int{len(h.Cards), len(h.Reviews)}, [2]int{3, 3})
	if _, err := store.DeleteLearner(t.Context(), ann); err != nil {
		t.Fatal(err)
	}
	done, err := store.AddHistory(t.Context(), h)
	equal(t, "what was taken over", must(t, done, err), quarry.StudyImport{Cards: 3, Reviews: 3})
	equal(t, "history afterwards", historyOf(t, store, ann), h)
	done, err = store.AddHistory(t.Context(), h)
	equal(t, "what was taken over twice", must(t, done, err), quarry.StudyImport{Repeated: 3})
	equal(t, "history behind that", historyOf(t, store, ann), h)
	h.Learner = "ben"
	done, err = store.AddHistory(t.Context(), h)
	equal(t, "what another learner took over", must(t, done, err).Reviews, 3)
	for n := range h.Cards {
		h.Cards[n].Learner = "ben"
	}
	for n := range h.Reviews {
		h.Reviews[n].Learner = "ben"
	}
	equal(t, "the history of another learner", historyOf(t, store, "ben"), h)
}

func historyWaits(t *testing.T, store Store) {
	t.Helper()
	k := studiedDeck(t, store)
	h := historyOf(t, store, ann)
	_, err := store.DeleteDocument(t.Context(), k.Document.ID)
	must(t, k, err)
	_, err = store.DeleteLearner(t.Context(), ann)
	must(t, k, err)
	done, err := store.AddHistory(t.Context(), h)
	equal(t, "questions that are not known", len(must(t, done, err).Unknown), 3)
	equal(t, "cards and reviews", [2]int{done.Cards, done.Reviews}, [2]int{0, 0})
	h.Waits = true
	done, err = store.AddHistory(t.Context(), h)
	equal(t, "what waits", must(t, done, err), quarry.StudyImport{Cards: 3, Reviews: 3})
	save(t, store, k)
	h.Waits = false
	equal(t, "history when the document is there", historyOf(t, store, ann), h)
	moved := deckOf(t, store, "b.md", 4) // another place, and other ids
	h.Learner = "ben"
	for n := range h.Cards {
		card := &h.Cards[n]
		at := slices.IndexFunc(k.Questions, func(q quarry.Question) bool { return q.ID == card.Question })
		card.Question, card.Path, card.Text = "q_elsewhere"+card.Question, "b.md", moved.Questions[at].Text
	}
	h.Reviews = nil
	done, err = store.AddHistory(t.Context(), h)
	equal(t, "cards by path and text", must(t, done, err), quarry.StudyImport{Cards: 3})
}

func historyMerged(t *testing.T, store Store) {
	t.Helper()
	id := deckOf(t, store, "a.md", 1).Questions[0].ID
	passed(t, store, "a", id, 1, morning().Add(-48*time.Hour))
	early := historyOf(t, store, ann)
	passed(t, store, "b", id, 1, morning())
	late := historyOf(t, store, ann)
	done, err := store.AddHistory(t.Context(), early)
	equal(t, "an earlier history", must(t, done, err), quarry.StudyImport{Repeated: 1})
	equal(t, "history", historyOf(t, store, ann), late)
	_, err = store.DeleteLearner(t.Context(), ann)
	must(t, done, err)
	_, err = store.AddHistory(t.Context(), early)
	must(t, done, err)
	done, err = store.AddHistory(t.Context(), late)
	equal(t, "a later history", must(t, done, err), quarry.StudyImport{Cards: 1, Reviews: 1, Repeated: 1})
	equal(t, "history afterwards", historyOf(t, store, ann), late)
}

func historyOfUndone(t *testing.T, store Store) {
	t.Helper()
	id := deckOf(t, store, "a.md", 1).Questions[0].ID
	passed(t, store, "a", id, 2, morning())
	h := historyOf(t, store, ann)
	undone, err := store.UndoReview(t.Context(), ann, "a1", morning())
	must(t, undone, err)
	_, err = store.AddHistory(t.Context(), h)
	must(t, h, err)
	page, err := store.Reviews(t.Context(), quarry.ReviewFilter{Learner: ann}, everything())
	equal(t, "reviews that stand", must(t, page, err).Total, 1)
}

func waitingListed(t *testing.T, store Store) {
	t.Helper()
	k := studiedDeck(t, store)
	_, err := store.DeleteDocument(t.Context(), k.Document.ID)
	must(t, k, err)
	page, err := store.Cards(t.Context(), quarry.CardFilter{Learner: ann}, everything())
	equal(t, "cards", must(t, page, err).Total, 3)
	equal(t, "words", page.Items[0].Text, "")
	equal(t, "what is asked", queueAt(t, store).Waiting, quarry.StudyWaiting{})
	equal(t, "what is counted", statsOf(t, store, quarry.Filter{}).Cards, quarry.CardCounts{})
}

func hiddenWaits(t *testing.T, store Store) {
	t.Helper()
	k := studiedDeck(t, store)
	q := k.Questions[0]
	h := historyOf(t, store, ann)
	hide := quarry.Correction{EntryRef: q.Entry().EntryRef, Action: quarry.ActionHide}
	correct(t, store, hide)
	equal(t, "what is asked of one that is hidden", queueAt(t, store).Waiting.Review, 0)
	_, err := store.Withdraw(t.Context(), hide.EntryRef, "")
	must(t, k, err)
	equal(t, "history afterwards", historyOf(t, store, ann), h)
	equal(t, "what is asked", queueAt(t, store).Waiting.Review, 1)
}
