package study_test

import (
	"bytes"
	"context"
	"crypto/rand"
	"fmt"
	mathrand "math/rand/v2"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"github.com/open-spaced-repetition/go-fsrs/v4"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/store/sqlite"
	"github.com/quarrykb/quarry/store/storetest"
	"github.com/quarrykb/quarry/study"
)

// clock is the time of a desk, which a test sets.
type clock struct {
	mu sync.Mutex
	at time.Time
}

func (c *clock) now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.at
}

func (c *clock) set(at time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.at = at
}

func (c *clock) pass(d time.Duration) { c.set(c.now().Add(d)) }

// studied is a desk over a database of its own.
type studied struct {
	*study.Desk
	*clock

	store *sqlite.Store
}

// openDesk opens a desk at nine in the morning. Answers are judged by what they say.
func openDesk(t *testing.T) studied {
	t.Helper()
	c := &clock{at: time.Date(2026, 12, 1, 9, 0, 0, 0, time.UTC)}
	store, err := sqlite.Open(t.Context(), filepath.Join(t.TempDir(), "quarry.db"), sqlite.Options{Now: c.now})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := store.Check(context.WithoutCancel(t.Context())); err != nil {
			t.Errorf("the store is damaged afterwards: %v", err)
		}
		_ = store.Close()
	})
	judge := func(_ context.Context, _ quarry.Question, given string) quarry.AnswerCheck {
		return quarry.AnswerCheck{Verdict: quarry.AnswerVerdict(given)}
	}
	return studied{study.NewDesk(study.Config{Store: store, Now: c.now, Random: rand.Reader, Judge: judge}), c, store}
}

// file stores a document of questions that have answers.
func (s studied) file(t *testing.T, questions int) []quarry.QuestionID {
	t.Helper()
	draft := storetest.NewDraft("a.md")
	for n := range questions {
		draft.Question(fmt.Sprintf("What is %d of a.md?", n), strconv.Itoa(n))
	}
	k := draft.Knowledge()
	if _, err := s.store.SaveDocument(t.Context(), k); err != nil {
		t.Fatal(err)
	}
	var ids []quarry.QuestionID
	for _, q := range k.Questions {
		ids = append(ids, q.ID)
	}
	return ids
}

func (s studied) record(t *testing.T, id quarry.QuestionID, rating quarry.Rating) quarry.ReviewOutcome {
	t.Helper()
	done, err := s.Record(t.Context(), quarry.GivenAnswer{Learner: "ann", Question: id, Rating: rating})
	if err != nil {
		t.Fatal(err)
	}
	return done
}

func (s studied) next(t *testing.T, edits ...func(*quarry.StudyNextRequest)) quarry.StudyNext {
	t.Helper()
	request := quarry.StudyNextRequest{Learner: "ann", Limit: 50}
	for _, edit := range edits {
		edit(&request)
	}
	next, err := s.Next(t.Context(), request)
	if err != nil {
		t.Fatal(err)
	}
	return next
}

func asked(next quarry.StudyNext) []quarry.QuestionID {
	var ids []quarry.QuestionID
	for _, item := range next.Items {
		ids = append(ids, item.Question.ID)
	}
	return ids
}

// Reviews, some of them undone, leave the schedule that FSRS makes of those that stand.
func TestAScheduleIsThatOfFSRSForItsHistory(t *testing.T) {
	t.Parallel()
	s := openDesk(t)
	random := mathrand.New(mathrand.NewPCG(3, 4))
	scheduler := fsrs.NewFSRS(fsrs.DefaultParam())
	for _, id := range s.file(t, 20) {
		want := []fsrs.Card{{}}
		var ids []quarry.ReviewID
		for range 25 {
			s.pass(time.Duration(random.Int64N(int64(9 * 24 * time.Hour))).Truncate(time.Microsecond)) // as stores keep it
			if last := len(ids) - 1; last >= 0 && random.IntN(4) == 0 {
				if _, err := s.Undo(t.Context(), "ann", ids[last]); err != nil {
					t.Fatal(err)
				}
				ids, want = ids[:last], want[:len(want)-1]
			}
			rating := quarry.Ratings()[random.IntN(4)]
			done := s.record(t, id, rating)
			next, err := scheduler.Next(want[len(want)-1], s.now(), fsrs.Rating(rating))
			if err != nil {
				t.Fatal(err)
			}
			want, ids = append(want, next.Card), append(ids, done.Review.ID)
			sameSchedule(t, done.Card.Schedule, next.Card)
		}
		kept, err := s.store.Card(t.Context(), "ann", id)
		if err != nil {
			t.Fatal(err)
		}
		sameSchedule(t, kept.Schedule, want[len(want)-1])
	}
}

func sameSchedule(t *testing.T, got quarry.Schedule, want fsrs.Card) {
	t.Helper()
	asOurs := quarry.Schedule{
		Due: want.Due, State: quarry.CardStates()[want.State], Stability: want.Stability, Difficulty: want.Difficulty,
		Reps: int(want.Reps), Lapses: int(want.Lapses), LastReview: want.LastReview, Step: want.RemainingSteps,
		ScheduledDays: int(want.ScheduledDays),
	}
	if diff := cmp.Diff(asOurs, got); diff != "" {
		t.Fatalf("schedule (-FSRS +got):\n%s", diff)
	}
}

func TestADayHasAsManyNewQuestionsAndReviewsAsTheLearnerWants(t *testing.T) {
	t.Parallel()
	s := openDesk(t)
	ids := s.file(t, 12)
	settings := quarry.DefaultLearnerSettings()
	settings.NewPerDay, settings.ReviewsPerDay = 5, 3
	if _, err := s.SetLearner(t.Context(), "ann", settings); err != nil {
		t.Fatal(err)
	}
	if got := asked(s.next(t)); !slices.Equal(got, ids[:5]) {
		t.Errorf("asked are %v, want the first five", got)
	}
	for _, id := range ids[:5] {
		s.record(t, id, quarry.RatingEasy)
	}
	next := s.next(t)
	if len(next.Items) != 0 || len(next.Notes) != 1 || !strings.Contains(next.Notes[0], "new_per_day") || next.NextDue.IsZero() {
		t.Errorf("behind the limit: %d questions, notes %q, due %v", len(next.Items), next.Notes, next.NextDue)
	}
	more := 7
	if next := s.next(t, func(r *quarry.StudyNextRequest) { r.NewPerDay = &more }); next.Left.New != 2 || len(next.Items) != 2 {
		t.Errorf("with a larger limit %d are left and %d asked, want 2", next.Left.New, len(next.Items))
	}
	s.pass(30 * 24 * time.Hour)
	next = s.next(t)
	if next.Left.Review != 3 || next.Left.New != 5 || !slices.Equal(asked(next)[:3], ids[:3]) {
		t.Errorf("a month later %+v are left, and asked are %v", next.Left, asked(next))
	}
	for _, item := range next.Items[:3] {
		s.record(t, item.Question.ID, quarry.RatingGood)
	}
	if next = s.next(t); next.Left.Review != 0 || len(next.Notes) != 1 || !strings.Contains(next.Notes[0], "2 more") {
		t.Errorf("behind three reviews %+v are left: %q", next.Left, next.Notes)
	}
	s.pass(19*time.Hour - time.Second) // up to the end of the day, at four
	if next = s.next(t); next.Left.Review != 0 {
		t.Errorf("before the day ends %d reviews are left", next.Left.Review)
	}
	s.pass(time.Second)
	if next = s.next(t); next.Left.Review != 2 {
		t.Errorf("on the next day %d reviews are left, want the two that were not asked", next.Left.Review)
	}
}

func TestWhatIsBeingLearntIsAskedAheadWhereNothingElseIsLeft(t *testing.T) {
	t.Parallel()
	s := openDesk(t)
	id := s.file(t, 1)[0]
	s.record(t, id, quarry.RatingGood) // in ten minutes
	next := s.next(t)
	if !slices.Equal(asked(next), []quarry.QuestionID{id}) || len(next.Notes) != 1 || next.Left.Learning != 0 {
		t.Errorf("asked are %v, notes %q, left %+v", asked(next), next.Notes, next.Left)
	}
	want := map[quarry.Rating]time.Duration{
		quarry.RatingAgain: time.Minute, quarry.RatingHard: 6 * time.Minute,
		quarry.RatingGood: 2 * 24 * time.Hour, quarry.RatingEasy: 4 * 24 * time.Hour,
	}
	for rating, behind := range next.Items[0].Intervals {
		schedule := s.preview(t, next.Items[0].Card.Schedule, rating)
		if behind != schedule || rating == quarry.RatingAgain && behind != want[rating] {
			t.Errorf("rated %d it is due behind %v, want %v", rating, behind, schedule)
		}
	}
	if len(next.Items[0].Intervals) != len(want) {
		t.Errorf("intervals = %v", next.Items[0].Intervals)
	}
}

// preview returns behind what time FSRS has a card due.
func (s studied) preview(t *testing.T, card quarry.Schedule, rating quarry.Rating) time.Duration {
	t.Helper()
	next, err := fsrs.NewFSRS(fsrs.DefaultParam()).Next(fsrs.Card{
		State: fsrs.Learning, Due: card.Due, Stability: card.Stability, Difficulty: card.Difficulty, Reps: 1,
		LastReview: card.LastReview, RemainingSteps: card.Step,
	}, s.now(), fsrs.Rating(rating))
	if err != nil {
		t.Fatal(err)
	}
	return next.Card.Due.Sub(s.now())
}

func TestAnAnswerAloneIsRatedByItsVerdict(t *testing.T) {
	t.Parallel()
	s := openDesk(t)
	id := s.file(t, 1)[0]
	given := quarry.GivenAnswer{ID: "r.1", Learner: "ann", Question: id, Answer: string(quarry.VerdictPartly)}
	done, err := s.Record(t.Context(), given)
	if err != nil || done.Review.Rating != quarry.RatingHard || done.Review.Verdict != quarry.VerdictPartly || done.Check == nil {
		t.Errorf("recorded %+v with the check %v (%v)", done.Review, done.Check, err)
	}
	again, err := s.Record(t.Context(), given)
	done.Repeated = true
	if diff := cmp.Diff(done, again); err != nil || diff != "" {
		t.Errorf("the same once more (%v) (-first +again):\n%s", err, diff)
	}
	given.ID, given.Answer = "r.2", string(quarry.VerdictUnsure)
	if _, err := s.Record(t.Context(), given); quarry.Explain(err).Code != "rating_needed" {
		t.Errorf("an unsure verdict alone: %v", err)
	}
	given.Rating = quarry.RatingEasy
	if done, err = s.Record(t.Context(), given); err != nil || done.Review.Verdict != quarry.VerdictUnsure || done.Review.Rating != quarry.RatingEasy {
		t.Errorf("recorded %+v (%v)", done.Review, err)
	}
	given.ID, given.Rating, given.Answer = "r.3", 0, ""
	if _, err := s.Record(t.Context(), given); !quarry.IsKind(err, quarry.KindInvalid) {
		t.Errorf("neither rating nor answer: %v", err)
	}
}

func TestABuriedCardIsThereAgainWhenTheNextDayBegins(t *testing.T) {
	t.Parallel()
	s := openDesk(t)
	id := s.file(t, 1)[0]
	yes, no := true, false
	set := func(edit quarry.CardRequest) quarry.CardView {
		view, err := s.SetCard(t.Context(), "ann", id, edit)
		if err != nil {
			t.Fatal(err)
		}
		return view
	}
	if view := set(quarry.CardRequest{Buried: &yes}); !view.BuriedUntil.Equal(time.Date(2026, 12, 2, 4, 0, 0, 0, time.UTC)) {
		t.Errorf("buried until %v", view.BuriedUntil)
	}
	if next := s.next(t); len(next.Items) != 0 || !next.NextDue.Equal(time.Date(2026, 12, 2, 4, 0, 0, 0, time.UTC)) {
		t.Errorf("asked are %v, the next at %v", asked(next), next.NextDue)
	}
	s.pass(19 * time.Hour)
	if next := s.next(t); len(next.Items) != 1 {
		t.Errorf("on the next day asked are %v", asked(next))
	}
	set(quarry.CardRequest{Suspended: &yes})
	if next := s.next(t); len(next.Items) != 0 {
		t.Errorf("asked though it is suspended: %v", asked(next))
	}
	set(quarry.CardRequest{Suspended: &no, Buried: &no})
	if next := s.next(t); len(next.Items) != 1 {
		t.Errorf("asked are %v", asked(next))
	}
	unanswered := storetest.NewDraft("b.md").Question("Why?", "").Knowledge()
	if _, err := s.store.SaveDocument(t.Context(), unanswered); err != nil {
		t.Fatal(err)
	}
	_, err := s.SetCard(t.Context(), "ann", unanswered.Questions[0].ID, quarry.CardRequest{Suspended: &yes})
	if quarry.Explain(err).Code != "question_unanswered" {
		t.Errorf("a question without an answer: %v", err)
	}
}

func TestAnEditedAnswerIsAskedFirstWithBothTexts(t *testing.T) {
	t.Parallel()
	s := openDesk(t)
	deck := func(answer string) quarry.Knowledge {
		return storetest.NewDraft("a.md").Question("What is due?", "Yes.").
			Question("What is one? "+answer, answer, func(q *quarry.Question) { q.Text = "What is one?" }).Knowledge()
	}
	before, after := deck("1"), deck("I")
	if _, err := s.store.SaveDocument(t.Context(), before); err != nil {
		t.Fatal(err)
	}
	for _, q := range before.Questions {
		s.record(t, q.ID, quarry.RatingEasy)
	}
	s.pass(20 * 24 * time.Hour)
	edited := s.now()
	if _, err := s.store.SaveDocument(t.Context(), after); err != nil {
		t.Fatal(err)
	}
	s.pass(time.Minute)
	next := s.next(t)
	if !slices.Equal(asked(next), []quarry.QuestionID{after.Questions[1].ID, after.Questions[0].ID}) || next.Items[1].Changed != nil {
		t.Fatalf("asked are %v", asked(next))
	}
	want := &quarry.CardChange{At: edited, Was: "What is one? 1", Now: "What is one? I"}
	if diff := cmp.Diff(want, next.Items[0].Changed); diff != "" {
		t.Errorf("what changed (-want +got):\n%s", diff)
	}
}

func TestAHistoryIsTakenElsewhereAndBackWhole(t *testing.T) {
	t.Parallel()
	s, other := openDesk(t), openDesk(t)
	ids := s.file(t, 30)
	other.file(t, 29) // the last is not known there
	settings := quarry.LearnerSettings{Retention: 0.8, NewPerDay: 7, ReviewsPerDay: 9, Timezone: "Europe/Berlin", DayBegins: 3}
	if _, err := s.SetLearner(t.Context(), "ann", settings); err != nil {
		t.Fatal(err)
	}
	random := mathrand.New(mathrand.NewPCG(5, 6))
	for range 300 {
		s.record(t, ids[random.IntN(len(ids))], quarry.Ratings()[random.IntN(4)])
		s.pass(time.Duration(random.Int64N(int64(12 * time.Hour))))
	}
	yes := true
	if _, err := s.SetCard(t.Context(), "ann", ids[3], quarry.CardRequest{Suspended: &yes, Buried: &yes}); err != nil {
		t.Fatal(err)
	}
	lines := export(t, s, quarry.HistoryLines)
	imported, err := other.ImportHistory(t.Context(), "ann", strings.NewReader(lines))
	if err != nil || imported.Cards != 29 || len(imported.Unknown) != 1 || !strings.Contains(imported.Unknown[0], "a.md: What is 29 of a.md?") {
		t.Errorf("imported %+v (%v)", imported, err)
	}
	wanted := slices.DeleteFunc(strings.SplitAfter(lines, "\n"), func(line string) bool { return strings.Contains(line, string(ids[29])) })
	if diff := cmp.Diff(strings.Join(wanted, ""), export(t, other, quarry.HistoryLines)); diff != "" {
		t.Errorf("exported once more (-want +got):\n%s", diff)
	}
	again, err := other.ImportHistory(t.Context(), "ann", strings.NewReader(lines))
	if err != nil || again.Cards != 0 || again.Reviews != 0 || again.Repeated != imported.Reviews {
		t.Errorf("imported once more %+v (%v)", again, err)
	}
	log := strings.Split(strings.TrimSpace(export(t, s, quarry.HistoryRevlog)), "\n")
	if len(log) != 301 || log[0] != "card_id,review_time,review_rating,review_state,review_duration" {
		t.Errorf("%d lines of a revlog that begins with %q", len(log), log[0])
	}
	other.set(s.now())
	if diff := cmp.Diff(ahead(t, s, ids[29]), ahead(t, other, ids[29]), cmpopts.EquateEmpty()); diff != "" {
		t.Errorf("forecast (-want +got):\n%s", diff)
	}
}

// ahead is what a learner stands before, without one question.
func ahead(t *testing.T, s studied, without quarry.QuestionID) []quarry.DueDay {
	t.Helper()
	yes := true
	if card, err := s.store.Card(t.Context(), "ann", without); err == nil && card.State != quarry.CardNew {
		if _, err := s.SetCard(t.Context(), "ann", without, quarry.CardRequest{Suspended: &yes}); err != nil {
			t.Fatal(err)
		}
	}
	stats, err := s.Stats(t.Context(), quarry.ProgressRequest{Learner: "ann"})
	if err != nil {
		t.Fatal(err)
	}
	return stats.Forecast
}

func export(t *testing.T, s studied, format quarry.HistoryFormat) string {
	t.Helper()
	var out bytes.Buffer
	if err := s.ExportHistory(t.Context(), "ann", format, &out); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

func TestWhatIsNoHistoryIsRefusedWithItsLine(t *testing.T) {
	t.Parallel()
	s := openDesk(t)
	s.file(t, 1)
	head := `{"learner":{"name":"ben","settings":{"retention":0.9,"new_per_day":20,"reviews_per_day":200,"timezone":"UTC","day_begins":4}}}` + "\n"
	for line, why := range map[string]string{
		"words":                       "is no line of a history",
		`{"note":{}}`:                 "says nothing",
		`{"card":{"state":"tired"}}`:  "a state that there is",
		`{"card":{"state":"review"}}`: "is due",
		`{"card":{"state":"review","due":"2026-01-01T00:00:00Z","last_review":"2026-01-01T00:00:00Z","stability":-1,"difficulty":3}}`: "stability",
		`{"review":{"id":"a b"}}`: "has a moment",
		`{"learner":{"name":"ann","settings":{"retention":2,"timezone":"UTC"}}}`: "retention",
	} {
		_, err := s.ImportHistory(t.Context(), "ann", strings.NewReader(head+line+"\n"))
		shown := quarry.Explain(err)
		if shown.Code != "history_invalid" || !strings.HasPrefix(shown.Message, "line 2: ") || !strings.Contains(shown.Message, why) {
			t.Errorf("%s: %v, want it to say %q", line, err, why)
		}
	}
	if _, err := s.Learner(t.Context(), "ann"); !quarry.IsKind(err, quarry.KindNotFound) {
		t.Errorf("something was taken over: %v", err)
	}
}

func TestSchedulesThatDocumentsCarryAreTakenOver(t *testing.T) {
	t.Parallel()
	s := openDesk(t)
	k := storetest.NewDraft("a.md").
		Question("What is a warp? <!--SR:!2026-12-03,14,250-->", "32 threads.").Question("What is a block?", "Warps.").Knowledge()
	if _, err := s.store.SaveDocument(t.Context(), k); err != nil {
		t.Fatal(err)
	}
	for _, want := range []int{1, 0} {
		if taken, err := s.TakeSchedules(t.Context(), "ann", quarry.Filter{}); err != nil || taken != want {
			t.Errorf("taken over are %d (%v), want %d", taken, err, want)
		}
	}
	card, err := s.store.Card(t.Context(), "ann", k.Questions[0].ID)
	memory, wrong := fsrs.NewFSRS(fsrs.DefaultParam()).MemoryStateFromSM2(2.5, 14, 0.9)
	if err != nil || wrong != nil || card.Stability != memory.Stability || card.Difficulty != memory.Difficulty ||
		!card.Due.Equal(time.Date(2026, 12, 3, 4, 0, 0, 0, time.UTC)) || card.State != quarry.CardReview {
		t.Errorf("card = %+v (%v), want the memory %+v", card, err, memory)
	}
	s.pass(2 * 24 * time.Hour)
	if next := s.next(t); next.Left.Review != 1 {
		t.Errorf("on its day %+v are left", next.Left)
	}
	s.record(t, card.Question, quarry.RatingGood)
}

func TestALearnersStatsAreOfTheirOwnDays(t *testing.T) {
	t.Parallel()
	s := openDesk(t)
	settings := quarry.DefaultLearnerSettings()
	settings.Timezone = "Asia/Tokyo"
	if _, err := s.SetLearner(t.Context(), "ann", settings); err != nil {
		t.Fatal(err)
	}
	ids := s.file(t, 4)
	s.set(time.Date(2026, 11, 28, 12, 0, 0, 0, time.UTC))
	for day := range 3 {
		s.record(t, ids[0], quarry.RatingEasy)
		s.record(t, ids[day+1], quarry.RatingAgain)
		s.pass(24 * time.Hour)
	}
	stats, err := s.Stats(t.Context(), quarry.ProgressRequest{Learner: "ann"})
	if err != nil {
		t.Fatal(err)
	}
	var dates []string
	for _, day := range stats.History {
		dates = append(dates, day.Date)
	}
	rate, known := stats.Retention.Rate()
	if !slices.Equal(dates, []string{"2026-11-28", "2026-11-29", "2026-11-30"}) || stats.Streak != 3 || stats.Today.Date != "2026-12-01" ||
		stats.Retention != (quarry.Retention{Days: 30, Reviews: 2, Passed: 2}) || rate != 1 || !known {
		t.Errorf("stats = %+v", stats)
	}
	if len(stats.Forecast) != 30 || stats.Forecast[0] != (quarry.DueDay{Date: "2026-12-01", Due: 3}) {
		t.Errorf("forecast = %v", stats.Forecast)
	}
	if topics := stats.Topics; len(topics) != 1 || topics[0].Total != 4 || topics[0].Seen != 4 || topics[0].Due != 3 ||
		topics[0].Recall <= 0.5 || topics[0].Recall >= 1 {
		t.Errorf("topics = %+v", topics)
	}
}
