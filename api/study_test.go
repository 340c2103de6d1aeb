package api_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/api"
	"github.com/quarrykb/quarry/api/view"
)

const firstQuestion = "q_aaaaaaaaaaaaaaaaaaaa"

// studies is a request of who studies, by who may.
func studies(tb testing.TB, method, target, body string) *http.Request {
	tb.Helper()
	r := httptest.NewRequestWithContext(tb.Context(), method, target, strings.NewReader(body))
	r.Host, r.RemoteAddr = "localhost", "127.0.0.1:40000"
	switch {
	case strings.HasSuffix(target, "/history"):
		r.Header.Set("Content-Type", "application/x-ndjson")
	case body != "":
		r.Header.Set("Content-Type", "application/json")
	}
	return r
}

// learns asks as who studies, and reads the answer.
func learns[V any](tb testing.TB, k *kit, method, target, body string) V {
	tb.Helper()
	answer := k.do(tb, studies(tb, method, target, body))
	if got := answer.Header().Get("Cache-Control"); got != "no-store" {
		tb.Errorf("%s %s: Cache-Control %q, want no-store", method, target, got)
	}
	return decoded[V](tb, answer, http.StatusOK)
}

func TestWhatIsDueIsAskedWithWhatComesOfEachRating(t *testing.T) {
	t.Parallel()
	k := newKit(t, func(c *api.Config) { c.Now = studyTime })
	k.tutor.answer = &quarry.CardChange{At: studyTime(), Was: "It cools clay.", Now: "It fires clay."}
	got := learns[view.StudyNext](t, k, http.MethodGet, "/v1/study/next?learner=ann&limit=2&seed=7&new_per_day=3&topic=firing&difficulty=easy&document=nope.md", "")
	asked := k.tutor.next
	if asked.Learner != "ann" || asked.Limit != 2 || asked.Seed == nil || *asked.Seed != 7 || *asked.NewPerDay != 3 || asked.ReviewsPerDay != nil {
		t.Errorf("asked %+v", asked)
	}
	if diff := cmp.Diff([]quarry.TopicID{"firing", "heat"}, asked.Filter.Topics); diff != "" {
		t.Errorf("topics with their children (-want +got):\n%s", diff)
	}
	if len(got.Items) != 2 || got.Left != (view.StudyLeft{Learning: 1, Changed: 2, Review: 3, New: 4}) || got.NextDue == nil || *got.Seed != 7 {
		t.Fatalf("next = %+v", got)
	}
	if diff := cmp.Diff([]string{`document "nope.md" is not known`, "it is late"}, got.Notes); diff != "" {
		t.Errorf("notes (-want +got):\n%s", diff)
	}
	item := got.Items[0]
	if item.Question.ID != firstQuestion || item.Question.Answer == nil || item.Question.Variants == nil {
		t.Errorf("the question is not whole: %+v", item.Question)
	}
	if item.Card.State != "new" || item.Card.Due != nil || item.Card.Retrievability != nil {
		t.Errorf("a new card knows something: %+v", item.Card)
	}
	easy := view.StudyInterval{Due: studyTime().Add(4 * time.Minute), Seconds: 240}
	if item.Intervals.Easy != easy || item.Changed == nil || item.Changed.Was != "It cools clay." {
		t.Errorf("intervals %+v, changed %+v", item.Intervals, item.Changed)
	}
}

func TestWhoHidesAnswersIsShownNoneOfThem(t *testing.T) {
	t.Parallel()
	k := newKit(t)
	k.tutor.answer = &quarry.CardChange{At: studyTime(), Was: "It cools clay.", Now: "It fires clay."}
	answer := k.do(t, studies(t, http.MethodGet, "/v1/study/next?learner=ann&hide_answers=true", ""))
	item := decoded[view.StudyNext](t, answer, http.StatusOK).Items[0]
	if item.Question.Answer != nil || item.Changed == nil || strings.Contains(answer.Body.String(), "clay.") {
		t.Errorf("an answer is shown: %s", answer.Body)
	}
}

func TestAReviewIsKeptByItsRatingOrItsAnswer(t *testing.T) {
	t.Parallel()
	k := newKit(t)
	const about = `"learner":"ann","question_id":"` + firstQuestion + `"`
	rated := learns[view.StudyRecorded](t, k, http.MethodPost, "/v1/study/reviews", `{`+about+`,"rating":4,"took_ms":5200,"id":"one"}`)
	if r := rated.Review; r.Rating != 4 || *r.TookMS != 5200 || r.Answer != nil || r.Verdict != nil || r.UndoneAt != nil || rated.Check != nil {
		t.Errorf("rated: %+v", rated)
	}
	if c := rated.Card; c.State != "review" || c.Due == nil || *c.Stability != 3.2 || *c.Difficulty != 5 || *c.Retrievability != 1 {
		t.Errorf("card: %+v", c)
	}
	judged := learns[view.StudyRecorded](t, k, http.MethodPost, "/v1/study/reviews", `{`+about+`,"answer":"It fires clay.","id":"two"}`)
	if judged.Review.Rating != 3 || *judged.Review.Verdict != "correct" || judged.Check == nil || judged.Check.Verdict != "correct" ||
		len(judged.Check.Covered) == 0 || judged.Check.Covered[0].LineStart == 0 {
		t.Errorf("judged: %+v", judged)
	}
	again := learns[view.StudyRecorded](t, k, http.MethodPost, "/v1/study/reviews", `{`+about+`,"answer":"It fires clay.","id":"two"}`)
	if !again.Repeated || judged.Repeated {
		t.Errorf("repeated: %t at first, %t again", judged.Repeated, again.Repeated)
	}
	named := learns[view.StudyRecorded](t, k, http.MethodPost, "/v1/study/reviews", `{`+about+`,"rating":1,"answer":null,"took_ms":null,"id":null}`)
	if named.Review.ID == "" || named.Review.TookMS != nil {
		t.Errorf("without an id: %+v", named.Review)
	}
	list := learns[view.List[view.StudyReview]](t, k, http.MethodGet, "/v1/study/reviews?learner=ann&limit=2", "")
	if list.Total != 3 || list.Items[1].ID != "two" || list.NextCursor == nil {
		t.Errorf("listed: %+v", list)
	}
	rest := learns[view.List[view.StudyReview]](t, k, http.MethodGet, "/v1/study/reviews?learner=ann&limit=2&cursor="+*list.NextCursor, "")
	if len(rest.Items) != 1 || rest.Items[0].ID != "one" {
		t.Errorf("the next page: %+v", rest)
	}
	for question, want := range map[string]int{firstQuestion: 3, "q_gone": 0} {
		if got := learns[view.List[view.StudyReview]](t, k, http.MethodGet, "/v1/study/reviews?learner=ann&question="+question, ""); got.Total != want {
			t.Errorf("%s has %d reviews, want %d", question, got.Total, want)
		}
	}
}

func TestAReviewThatCannotBeOneIsRefused(t *testing.T) {
	t.Parallel()
	k := newKit(t)
	const about = `"learner":"ann","question_id":"` + firstQuestion + `"`
	learns[view.StudyRecorded](t, k, http.MethodPost, "/v1/study/reviews", `{`+about+`,"rating":4,"id":"one"}`)
	for body, want := range map[string]struct {
		status      int
		code, field string
	}{
		`{"question_id":"q_x","rating":3}`:                   {400, "invalid_parameter", "learner"},
		`{"learner":"","question_id":"q_x","rating":3}`:      {400, "invalid_parameter", "learner"},
		`{"learner":"a\nb","question_id":"q_x","rating":3}`:  {400, "invalid_parameter", "learner"},
		`{"learner":7,"question_id":"q_x","rating":3}`:       {400, "invalid_parameter", "learner"},
		`{"learner":"ann","rating":3}`:                       {400, "invalid_parameter", "question_id"},
		`{"learner":"ann","question_id":["q_x"],"rating":3}`: {400, "invalid_parameter", "question_id"},

		`{` + about + `}`:                                                {400, "invalid_parameter", "rating"},
		`{` + about + `,"answer":""}`:                                    {400, "invalid_parameter", "rating"},
		`{` + about + `,"rating":0}`:                                     {400, "invalid_parameter", "rating"},
		`{` + about + `,"rating":5}`:                                     {400, "invalid_parameter", "rating"},
		`{` + about + `,"rating":2.5}`:                                   {400, "invalid_parameter", "rating"},
		`{` + about + `,"rating":"good"}`:                                {400, "invalid_parameter", "rating"},
		`{` + about + `,"rating":3,"took_ms":-1}`:                        {400, "invalid_parameter", "took_ms"},
		`{` + about + `,"rating":3,"took_ms":86400001}`:                  {400, "invalid_parameter", "took_ms"},
		`{` + about + `,"rating":3,"took_ms":9000000000000000000}`:       {400, "invalid_parameter", "took_ms"},
		`{` + about + `,"rating":3,"id":""}`:                             {400, "invalid_parameter", "id"},
		`{` + about + `,"rating":3,"id":"a b"}`:                          {400, "invalid_parameter", "id"},
		`{` + about + `,"rating":3,"at":"2020-01-01"}`:                   {400, "unknown_parameter", "at"},
		`{` + about + `,"answer":["x"]}`:                                 {400, "invalid_parameter", "answer"},
		`{` + about + `,"answer":"` + strings.Repeat("a", 20_001) + `"}`: {400, "invalid_parameter", "answer"},
		`{` + about + `,"answer":"Perhaps."}`:                            {400, "rating_needed", ""},
		`{` + about + `,"rating":1,"id":"one"}`:                          {409, "review_id_reused", ""},
		`{"learner":"ann","question_id":"q_x","rating":3}`:               {404, "not_found", ""},
	} {
		got := problem(t, k.do(t, studies(t, http.MethodPost, "/v1/study/reviews", body)), want.status)
		field := ""
		if len(got.Errors) > 0 {
			field = got.Errors[0].Field
		}
		if got.Code != want.code || field != want.field {
			t.Errorf("%.100s: %s of %q, want %s of %q", body, got.Code, field, want.code, want.field)
		}
	}
	if len(k.tutor.reviews) != 1 {
		t.Errorf("kept %+v", k.tutor.reviews)
	}
}

func TestAReviewCanBeUndone(t *testing.T) {
	t.Parallel()
	k := newKit(t)
	for _, id := range []string{"one", "two"} {
		learns[view.StudyRecorded](t, k, http.MethodPost, "/v1/study/reviews", `{"learner":"ann","question_id":"`+firstQuestion+`","rating":3,"id":"`+id+`"}`)
	}
	undo := func(id string) *http.Request {
		return studies(t, http.MethodDelete, "/v1/study/reviews/"+id+"?learner=ann", "")
	}
	if got := problem(t, k.do(t, undo("one")), http.StatusConflict); got.Code != "review_not_last" {
		t.Errorf("one that is not the last: %q", got.Code)
	}
	second := decoded[view.StudyUndone](t, k.do(t, undo("two")), http.StatusOK)
	if second.Review.UndoneAt == nil || second.Card == nil || second.Card.State != "review" {
		t.Errorf("the second: %+v", second)
	}
	for target, status := range map[string]int{
		"/v1/study/reviews/none?learner=ann": http.StatusNotFound, "/v1/study/reviews/two?learner=bob": http.StatusNotFound,
		"/v1/study/reviews/two": http.StatusBadRequest,
	} {
		problem(t, k.do(t, studies(t, http.MethodDelete, target, "")), status)
	}
	late := studies(t, http.MethodPost, "/v1/study/reviews", `{"learner":"ann","question_id":"`+firstQuestion+`","rating":3,"id":"two"}`)
	if got := problem(t, k.do(t, late), http.StatusConflict); got.Code != "review_undone" {
		t.Errorf("sent again: %q", got.Code)
	}
	k.tutor.reviews = k.tutor.reviews[:1]
	if first := decoded[view.StudyUndone](t, k.do(t, undo("one")), http.StatusOK); first.Card != nil {
		t.Errorf("the first leaves a card: %+v", first.Card)
	}
}

func TestACardIsSuspendedAndBuried(t *testing.T) {
	t.Parallel()
	k := newKit(t)
	target := "/v1/study/cards/" + firstQuestion
	card := learns[view.StudyCard](t, k, http.MethodPut, target, `{"learner":"ann","suspended":true}`)
	if !card.Suspended || card.BuriedUntil != nil {
		t.Errorf("suspended: %+v", card)
	}
	card = learns[view.StudyCard](t, k, http.MethodPut, target, `{"learner":"ann","buried":true,"suspended":null}`)
	if !card.Suspended || card.BuriedUntil == nil {
		t.Errorf("what was left out did not stay: %+v", card)
	}
	list := learns[view.List[view.StudyListed]](t, k, http.MethodGet, "/v1/study/cards?learner=ann&state=new,review&suspended=true", "")
	if list.Total != 1 || list.Items[0].Title == nil || k.tutor.filter.Suspended != quarry.Yes || len(k.tutor.filter.States) != 2 {
		t.Errorf("listed %+v by %+v", list, k.tutor.filter)
	}
	for body, status := range map[string]int{
		`{"suspended":true}`: 400, `{"learner":"ann","suspended":"yes"}`: 400, `{"learner":"ann","due":"now"}`: 400, `[]`: 400,
	} {
		problem(t, k.do(t, studies(t, http.MethodPut, target, body)), status)
	}
	problem(t, k.do(t, studies(t, http.MethodPut, "/v1/study/cards/q_none", `{"learner":"ann"}`)), http.StatusNotFound)
}

func TestHowALearnerGetsOnIsTold(t *testing.T) {
	t.Parallel()
	k := newKit(t)
	got := learns[view.StudyStats](t, k, http.MethodGet, "/v1/study/stats?learner=ann&style=open", "")
	rate := 0.75
	if diff := cmp.Diff(view.StudyRetention{Days: 30, Reviews: 4, Passed: 3, Rate: &rate}, got.Retention); diff != "" {
		t.Errorf("retention (-want +got):\n%s", diff)
	}
	half, easy := 0.5, "easy"
	want := []view.StudyTopic{
		{Topic: view.TopicName{ID: "firing", Name: "Firing"}, Difficulty: &easy, Total: 3, Seen: 1, Due: 1, Retrievability: &half},
		{Topic: view.TopicName{ID: "sails", Name: "sails"}, Total: 1},
	}
	if diff := cmp.Diff(want, got.ByTopic); diff != "" {
		t.Errorf("topics (-want +got):\n%s", diff)
	}
	if got.Today.Seconds != 4 || got.StreakDays != 2 || got.Cards.Changed != 1 || len(k.tutor.progress.Filter.Styles) != 1 {
		t.Errorf("stats = %+v of %+v", got, k.tutor.progress)
	}
}

func TestALearnerIsSetUpReadAndDeleted(t *testing.T) {
	t.Parallel()
	k := newKit(t)
	problem(t, k.do(t, studies(t, http.MethodGet, "/v1/study/learners/ann", "")), http.StatusNotFound)
	set := learns[view.Learner](t, k, http.MethodPut, "/v1/study/learners/ann", `{"settings":{"retention":0.85,"timezone":"Europe/Berlin"}}`)
	want := view.LearnerSettings{Retention: 0.85, NewPerDay: 20, ReviewsPerDay: 200, Timezone: "Europe/Berlin", DayBegins: 4}
	if set.Settings != want || set.LastReview != nil {
		t.Errorf("set up: %+v", set)
	}
	want.NewPerDay = 0
	if got := learns[view.Learner](t, k, http.MethodPut, "/v1/study/learners/ann", `{"settings":{"new_per_day":0}}`).Settings; got != want {
		t.Errorf("what was left out did not stay: %+v", got)
	}
	learns[view.Learner](t, k, http.MethodPut, "/v1/study/learners/Zo%C3%AB%20%2F+b", `{"settings":{}}`)
	page := learns[view.List[view.Learner]](t, k, http.MethodGet, "/v1/study/learners?limit=1", "")
	if page.Total != 2 || page.Items[0].Name != "Zoë /+b" || page.NextCursor == nil {
		t.Fatalf("listed: %+v", page)
	}
	if page = learns[view.List[view.Learner]](t, k, http.MethodGet, "/v1/study/learners?limit=1&cursor="+*page.NextCursor, ""); page.Items[0].Name != "ann" {
		t.Errorf("the next page: %+v", page)
	}
	for body, field := range map[string]string{
		`{}`: "settings", `{"settings":{"retention":0.99}}`: "retention", `{"settings":{"retention":"high"}}`: "retention",
		`{"settings":{"timezone":"Mars/Base"}}`: "timezone", `{"settings":{"timezone":"../../etc/passwd"}}`: "timezone", `{"settings":{"day_begins":24}}`: "day_begins",
		`{"settings":{"new_per_day":-1}}`: "new_per_day", `{"settings":{"reviews_per_day":1.5}}`: "reviews_per_day", `{"settings":{"name":"x"}}`: "name", `{"name":"x"}`: "name",
	} {
		got := problem(t, k.do(t, studies(t, http.MethodPut, "/v1/study/learners/ann", body)), http.StatusBadRequest)
		if len(got.Errors) != 1 || got.Errors[0].Field != field {
			t.Errorf("%s: %+v, want %s named", body, got.Errors, field)
		}
	}
	for _, name := range []string{strings.Repeat("a", 65), "a%0Ab", "%20ann", "%00"} {
		for _, method := range []string{http.MethodGet, http.MethodDelete} {
			problem(t, k.do(t, studies(t, method, "/v1/study/learners/"+name, "")), http.StatusBadRequest)
		}
	}
	if gone := learns[view.StudyDeleted](t, k, http.MethodDelete, "/v1/study/learners/ann", ""); gone != (view.StudyDeleted{}) {
		t.Errorf("gone: %+v", gone)
	}
	problem(t, k.do(t, studies(t, http.MethodDelete, "/v1/study/learners/ann", "")), http.StatusNotFound)
}

func TestAHistoryIsTakenAlongAndOver(t *testing.T) {
	t.Parallel()
	k := newKit(t)
	const target = "/v1/study/learners/ann/history"
	problem(t, k.do(t, studies(t, http.MethodGet, target, "")), http.StatusNotFound)
	done := learns[view.StudyImported](t, k, http.MethodPost, target, "one\nlost\nthree\n")
	if diff := cmp.Diff(view.StudyImported{Reviews: 3, Unknown: []string{"line 2"}}, done); diff != "" {
		t.Errorf("taken over (-want +got):\n%s", diff)
	}
	for query, want := range map[string][]string{
		"": {"jsonl of ann\n", "application/x-ndjson; charset=utf-8"}, "?format=revlog": {"revlog of ann\n", "text/csv; charset=utf-8"},
	} {
		answer := k.do(t, studies(t, http.MethodGet, target+query, ""))
		if got := answer.Header().Get("Content-Type"); answer.Body.String() != want[0] || got != want[1] {
			t.Errorf("%s = %q as %s", query, answer.Body, got)
		}
		head := k.raw(studies(t, http.MethodHead, target+query, ""))
		if head.Code != http.StatusOK || head.Body.Len() > 0 || !strings.HasPrefix(head.Header().Get("Content-Disposition"), "attachment") {
			t.Errorf("HEAD = %d %v", head.Code, head.Header())
		}
	}
	other := studies(t, http.MethodPost, target, `{"learner":"ann"}`)
	other.Header.Set("Content-Type", "application/json")
	problem(t, k.do(t, other), http.StatusUnsupportedMediaType)
	long := studies(t, http.MethodPost, target, strings.Repeat(strings.Repeat("a", 1000)+"\n", 68_000))
	problem(t, k.do(t, long), http.StatusRequestEntityTooLarge)
	k.tutor.leaves = true
	problem(t, k.do(t, studies(t, http.MethodGet, target, "")), http.StatusInternalServerError)
}

func TestSchedulesOfDocumentsAreTakenOver(t *testing.T) {
	t.Parallel()
	k := newKit(t)
	got := learns[view.StudySchedules](t, k, http.MethodPost, "/v1/study/learners/ann/schedules?document=nope.md", "")
	if got.Cards != 3 || len(got.Notes) != 1 || len(k.tutor.taken.Documents) != 1 {
		t.Errorf("taken %+v by %+v", got, k.tutor.taken)
	}
}

func TestWhereNothingCanBeKeptNobodyStudies(t *testing.T) {
	t.Parallel()
	k := newKit(t, func(c *api.Config) { c.Study = nil })
	for _, r := range []*http.Request{
		studies(t, http.MethodGet, "/v1/study/next?learner=ann", ""), studies(t, http.MethodPost, "/v1/study/reviews", `{}`),
		studies(t, http.MethodGet, "/v1/study/learners", ""), studies(t, http.MethodGet, "/v1/study/learners/ann/history", ""),
	} {
		if got := problem(t, k.do(t, r), http.StatusServiceUnavailable); got.Code != "writing_unavailable" {
			t.Errorf("%s: %q", r.URL, got.Code)
		}
	}
}
