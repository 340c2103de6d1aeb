package mcp_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"
)

func TestAReplyIsSentAsTheRouteTakesIt(t *testing.T) {
	t.Parallel()
	k := newKit(t, small)
	session := k.overLines(t)
	for name, tc := range map[string]struct {
		arguments map[string]any
		want      map[string]any
	}{
		"rated": {
			map[string]any{"learner": "ann", "question_id": "q_aaaaaaaaaaaaaaaaaaaa", "rating": "2", "answer": ""},
			map[string]any{"learner": "ann", "question_id": "q_aaaaaaaaaaaaaaaaaaaa", "rating": 2.0},
		},
		"to be judged": {
			map[string]any{"learner": "ann", "question_id": "http://localhost/v1/questions/q_aaaaaaaaaaaaaaaaaaaa", "answer": "32", "review_id": "r-1"},
			map[string]any{"learner": "ann", "question_id": "q_aaaaaaaaaaaaaaaaaaaa", "answer": "32", "id": "r-1"},
		},
	} {
		out := call(t, session, "record_review", tc.arguments)
		asked := k.routes.last(t)
		var got map[string]any
		if err := json.NewDecoder(asked.Body).Decode(&got); err != nil {
			t.Fatal(err)
		}
		if asked.Method != http.MethodPost || asked.URL.Path != "/v1/study/reviews" || len(got) != len(tc.want) {
			t.Errorf("%s: asked %s %s with %v, want %v", name, asked.Method, asked.URL, got, tc.want)
		}
		for field, want := range tc.want {
			if got[field] != want {
				t.Errorf("%s: %s is %v, want %v", name, field, got[field], want)
			}
		}
		if out["rating"] != 3.0 || out["check"] == nil || out["repeated"] != false {
			t.Errorf("%s: answered %v", name, out)
		}
	}
	if said := refusedWith(t, session, "record_review", map[string]any{"learner": "ann", "question_id": "g_aaaaaaaaaaaaaaaaaaaa", "rating": 3}); !strings.Contains(said, "next_question") {
		t.Errorf("a made question: %q", said)
	}
	if said := refusedWith(t, session, "record_review", map[string]any{"question_id": "q_aaaaaaaaaaaaaaaaaaaa", "rating": 3}); !strings.Contains(said, "learner is needed") {
		t.Errorf("nobody: %q", said)
	}
}

func TestWhatIsNotSureIsToBeRated(t *testing.T) {
	t.Parallel()
	k := newKit(t, func(*http.Request) (int, string) {
		return http.StatusBadRequest, `{"detail":"the verdict is unsure: rate it yourself","fixes":["3"]}`
	})
	said := refusedWith(t, k.overLines(t), "record_review", map[string]any{"learner": "ann", "question_id": "q_aaaaaaaaaaaaaaaaaaaa", "answer": "32"})
	if !strings.Contains(said, "rate it yourself") {
		t.Errorf("told %q", said)
	}
}

func TestWhereNothingIsDueItIsToldWhenSomethingIs(t *testing.T) {
	t.Parallel()
	k := newKit(t, func(*http.Request) (int, string) {
		return http.StatusOK, `{"items":[],"left":{"learning":0},"next_due":"2026-12-08T04:00:00Z","notes":["the limit is reached"]}`
	})
	out := call(t, k.overLines(t), "next_question", map[string]any{"learner": "ann", "topic": "memory"})
	if out["found"] != false || out["next_due"] != "2026-12-08T04:00:00Z" || out["notes"] == nil || out["question"] != nil {
		t.Errorf("answered %v", out)
	}
	if query := k.routes.last(t).URL.Query(); query.Get("learner") != "ann" || query.Get("topic") != "memory" {
		t.Errorf("asked %v", query)
	}
}
