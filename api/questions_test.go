package api_test

import (
	"net/http"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/api"
	"github.com/quarrykb/quarry/api/view"
)

func TestAQuestionIsShownWithAnswerVariantsAndSource(t *testing.T) {
	t.Parallel()
	k := newKit(t)
	answer := k.get(t, "/v1/questions/q_aaaaaaaaaaaaaaaaaaaa")
	got := decoded[view.Question](t, answer, http.StatusOK)
	text, easy, sure := "It fires clay.", "easy", 1.0
	variant := "A kiln has a window."
	source := view.Source{
		DocumentID: string(notesID), Collection: "main", Path: notesPath, Title: "Kilns", SHA256: notesSum(),
		Heading: []string{"Kilns"}, LineStart: 3, LineEnd: 5, ByteStart: 9, ByteEnd: 50,
		Context: []view.Context{}, URL: "/v1/documents/" + string(notesID) + "/content#L3-L5",
	}
	door := source
	door.LineStart, door.LineEnd, door.ByteStart, door.ByteEnd = 7, 7, 52, 70
	door.URL = "/v1/documents/" + string(notesID) + "/content#L7-L7"
	want := view.Question{
		ID: "q_aaaaaaaaaaaaaaaaaaaa", Kind: "question", CanonicalID: "q_aaaaaaaaaaaaaaaaaaaa",
		Question: "What does a kiln do?", Answer: &text, Answered: true, AnswerState: "answered",
		Difficulty: &easy, DifficultySource: "stated", DifficultyConfidence: &sure, Style: "open",
		Choices: []string{}, Topics: []string{"firing"}, BestAnswers: []view.BestAnswer{}, Source: source,
		Variants: []view.Variant{{
			ID: "q_bbbbbbbbbbbbbbbbbbbb", Question: "A kiln has a door.", Answer: &variant, Answered: true,
			DifficultySource: "none", Style: "choice", Choices: []string{"A kiln has a door.", "A kiln has a window."},
			Source: door,
		}},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("question (-want +got):\n%s", diff)
	}
	if got := answer.Header().Get("Quarry-Revision"); got != "7" {
		t.Errorf("Quarry-Revision = %q, want 7", got)
	}
}

func TestAQuestionWithoutAnswerHasNullAndNotAnEmptyText(t *testing.T) {
	t.Parallel()
	got := decoded[view.Question](t, newKit(t).get(t, "/v1/questions/q_cccccccccccccccccccc"), http.StatusOK)
	if got.Answer != nil || got.Answered || got.AnswerState != "likely" {
		t.Errorf("answer = %v, answered = %v, state = %q; want null, false and likely", got.Answer, got.Answered, got.AnswerState)
	}
	if got.Difficulty != nil || got.DifficultyConfidence != nil || got.DifficultySource != "none" {
		t.Errorf("difficulty = %v (%v, %q); want neither, from none", got.Difficulty, got.DifficultyConfidence, got.DifficultySource)
	}
	if len(got.BestAnswers) != 1 || got.BestAnswers[0].URL != "/v1/facts/f_aaaaaaaaaaaaaaaaaaaa" {
		t.Errorf("best answers = %+v, want the fact with its url", got.BestAnswers)
	}
}

func TestEveryQuestionFilterReachesTheStore(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		query string
		want  quarry.Filter
	}{
		"difficulty":            {"difficulty=easy,hard", quarry.Filter{Difficulties: []quarry.Difficulty{"easy", "hard"}}},
		"difficulty source":     {"difficulty_source=none", quarry.Filter{DifficultySources: []quarry.DifficultySource{"none"}}},
		"a topic alone":         {"topic=glaze", quarry.Filter{Topics: []quarry.TopicID{"glaze"}}},
		"a topic's child":       {"topic=firing", quarry.Filter{Topics: []quarry.TopicID{"firing", "heat"}}},
		"a topic of a document": {"topic=kilns", quarry.Filter{Topics: []quarry.TopicID{"kilns"}}},
		"style":                 {"style=true_false", quarry.Filter{Styles: []quarry.Style{"true_false"}}},
		"a document's path":     {"document=notes/kiln.md", quarry.Filter{Documents: []string{"notes/kiln.md"}}},
		"collection":            {"collection=main,%20starter", quarry.Filter{Collections: []string{"main", "starter"}}},
		"answered":              {"answered=false", quarry.Filter{Answered: quarry.No}},
		"answer state":          {"answer_state=likely,gap", quarry.Filter{AnswerStates: []quarry.AnswerState{"likely", "gap"}}},
		"several at once": {"style=open&answered=true", quarry.Filter{
			Styles: []quarry.Style{"open"}, Answered: quarry.Yes,
		}},
	} {
		for _, path := range []string{"/v1/questions", "/v1/questions/random"} {
			t.Run(name+" of "+path, func(t *testing.T) {
				t.Parallel()
				k := newKit(t)
				if answer := k.get(t, path+"?"+tc.query); answer.Code != http.StatusOK {
					t.Fatalf("status = %d: %s", answer.Code, answer.Body)
				}
				if diff := cmp.Diff(tc.want, k.store.lastAsked(), cmpopts.EquateEmpty()); diff != "" {
					t.Errorf("the store was asked (-want +got):\n%s", diff)
				}
			})
		}
	}
}

func TestAListIsReadPageByPage(t *testing.T) {
	t.Parallel()
	k := newKit(t)
	var ids []string
	target := "/v1/questions?limit=1&style=open"
	for range 3 {
		page := decoded[view.List[view.Question]](t, k.get(t, target), http.StatusOK)
		for _, item := range page.Items {
			ids = append(ids, item.ID)
		}
		if page.Total != 2 {
			t.Errorf("total = %d, want 2", page.Total)
		}
		if page.NextCursor == nil {
			break
		}
		target = "/v1/questions?limit=1&style=open&cursor=" + *page.NextCursor
	}
	want := []string{"q_aaaaaaaaaaaaaaaaaaaa", "q_cccccccccccccccccccc"}
	if !slices.Equal(ids, want) {
		t.Errorf("pages brought %v, want %v", ids, want)
	}
}

func TestAnEmptyListIsAListAndNotNull(t *testing.T) {
	t.Parallel()
	k := newKit(t)
	k.store.questions = nil
	answer := k.get(t, "/v1/questions")
	const want = `{"items":[],"total":0,"next_cursor":null}` + "\n"
	if got := answer.Body.String(); got != want {
		t.Errorf("body = %s, want %s", got, want)
	}
}

func TestAnUnknownPlaceInAFilterIsNotedAndNoError(t *testing.T) {
	t.Parallel()
	page := decoded[view.List[view.Question]](t,
		newKit(t).get(t, "/v1/questions?document=nope.md,notes/kiln.md,Kiln,b,kiln.md&collection=main,nowhere,mian"), http.StatusOK)
	want := []string{
		`document "nope.md" is not known`, `document "Kiln" is not known; did you mean notes/kiln.md?`,
		`document "b" is not known`, `document "kiln.md" is not known`, // the fourth: nothing is looked for
		`collection "nowhere" is not known`, `collection "mian" is not known; did you mean main?`,
	}
	if diff := cmp.Diff(want, page.Notes); diff != "" {
		t.Errorf("notes (-want +got):\n%s", diff)
	}
}

func TestVerifyingAQuestionWeighsEveryOccurrence(t *testing.T) {
	t.Parallel()
	k := newKit(t)
	got := decoded[view.Verification](t, k.get(t, "/v1/questions/q_aaaaaaaaaaaaaaaaaaaa/verify"), http.StatusOK)
	if !got.Verified || got.Quote != "What does a kiln do? easy\n\nIt fires clay." || got.TextSHA256 != notesSum() {
		t.Errorf("verification = %+v, want the quote, verified", got.Evidence)
	}
	if len(got.Variants) != 1 || got.Variants[0].Verified || got.Variants[0].ID != "q_bbbbbbbbbbbbbbbbbbbb" {
		t.Fatalf("variants = %+v, want one that is not verified", got.Variants)
	}
	if diff := cmp.Diff([]string{"window"}, got.Variants[0].MissingWords); diff != "" {
		t.Errorf("missing words (-want +got):\n%s", diff)
	}
}

func TestAChangedTextIsNoLongerVerified(t *testing.T) {
	t.Parallel()
	k := newKit(t)
	k.store.contents[notesID] = quarry.Content{Text: []byte(notesText + " ")}
	got := decoded[view.Verification](t, k.get(t, "/v1/facts/f_aaaaaaaaaaaaaaaaaaaa/verify"), http.StatusOK)
	if got.Verified || got.TextSHA256 == notesSum() {
		t.Errorf("verified = %v with hash %s; want false with the new text's hash", got.Verified, got.TextSHA256)
	}
}

func TestGapsAreSaidToBeLookedIntoAsLongAsTheyAre(t *testing.T) {
	t.Parallel()
	for cursor, want := range map[quarry.Sequence]int{6: 1, 7: 0} {
		links := &follower{state: quarry.FollowerState{Name: "links", Cursor: cursor, Ready: true, Aside: true}}
		k := newKit(t, func(c *api.Config) { c.Followers = append(c.Followers, links) })
		for target, want := range map[string]int{"answer_state=gap": want, "answer_state=likely": want, "answer_state=answered": 0, "": 0} {
			if got := decoded[view.List[view.Question]](t, k.get(t, "/v1/questions?"+target), http.StatusOK); len(got.Notes) != want {
				t.Errorf("%q at %d of 7: notes %q, want %d", target, cursor, got.Notes, want)
			}
		}
	}
}
