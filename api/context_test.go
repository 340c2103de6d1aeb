package api_test

import (
	"context"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/api"
	"github.com/quarrykb/quarry/api/view"
)

// grounder grounds everything in one question, and remembers what it was asked.
type grounder struct {
	asked quarry.GroundingRequest
	fault error
}

func (g *grounder) Ground(_ context.Context, r quarry.GroundingRequest) (quarry.Grounding, error) {
	g.asked = r
	question := testQuestions()[0]
	return quarry.Grounding{
		Passages: []quarry.GroundingPassage{{
			EntryRef: question.Entry().EntryRef, N: 1, Title: question.Text,
			Text: "Question: What does a kiln do?\nAnswer: It fires clay.", Tokens: 15, Source: question.Source,
		}},
		Beside:     []quarry.GroundingPassage{{EntryRef: question.Entry().EntryRef, N: 2, Title: "Kiln Power", Source: question.Source}},
		Answerable: quarry.AnswerableYes, Reason: "All is there.", Confidence: 0.9, Prompt: "Answer. <passages>", PromptTokens: 99, Tokens: 15,
		MaxTokens: r.MaxTokens, Tokenizer: r.Tokenizer, Mode: r.Query.Mode, Degraded: []string{"vector"}, Revision: 6,
	}, g.fault
}

func newGroundingKit(t *testing.T) (*kit, *grounder) {
	t.Helper()
	g := &grounder{}
	return newKit(t, func(c *api.Config) { c.Grounder = g }), g
}

const contextTarget = "/v1/context"

func TestAContextIsShownWithItsCitations(t *testing.T) {
	t.Parallel()
	k, asked := newGroundingKit(t)
	answer := k.post(t, contextTarget, `{"query":"what does a kiln do","max_tokens":600,"tokenizer":"cl100k_base","mode":"lexical"}`)
	got := decoded[view.Grounding](t, answer, http.StatusOK)
	if got.Answerable != "yes" || got.Reason != "All is there." || got.Tokens != 15 || got.PromptTokens != 99 || got.MaxTokens != 600 ||
		got.Tokenizer != "cl100k_base" || got.Mode != "lexical" || !slices.Equal(got.Degraded, []string{"vector"}) {
		t.Errorf("context = %+v", got)
	}
	if len(got.Passages) != 1 || got.Passages[0].URL != "/v1/questions/q_aaaaaaaaaaaaaaaaaaaa" || got.Passages[0].Source.Path != notesPath {
		t.Errorf("passages = %+v", got.Passages)
	}
	want := []view.Cited{{
		N: 1, ID: "q_aaaaaaaaaaaaaaaaaaaa", Title: "What does a kiln do?", URL: "/v1/questions/q_aaaaaaaaaaaaaaaaaaaa", Document: "Kilns", Path: notesPath,
		Heading: []string{"Kilns"}, LineStart: got.Passages[0].Source.LineStart, LineEnd: got.Passages[0].Source.LineEnd, ContentURL: got.Passages[0].Source.URL,
	}}
	beside := want[0]
	beside.N, beside.Title = 2, "Kiln Power"
	if diff := cmp.Diff(append(want, beside), got.Citations); diff != "" {
		t.Errorf("citations (-want +got):\n%s", diff)
	}
	for name, want := range map[string]string{"Cache-Control": "no-store", "ETag": "", "Quarry-Revision": "6"} {
		if got := answer.Header().Get(name); got != want {
			t.Errorf("%s = %q, want %q", name, got, want)
		}
	}
	if asked.asked.MaxTokens != 600 {
		t.Errorf("asked for %d tokens", asked.asked.MaxTokens)
	}
}

func TestAContextIsNarrowedAsASearchIs(t *testing.T) {
	t.Parallel()
	k, asked := newGroundingKit(t)
	k.post(t, contextTarget, `{"query":"kiln","max_tokens":null,"filters":{"kind":["question","fact"],"topic":"firing","difficulty":["easy"],"answered":true,"document":["notes/kiln.md"],"collection":["main"],"style":["open"]}}`)
	want := quarry.Filter{
		Kinds: []quarry.EntryKind{"question", "fact"}, Topics: []quarry.TopicID{"firing", "heat"}, Difficulties: []quarry.Difficulty{"easy"},
		Answered: quarry.Yes, Documents: []string{"notes/kiln.md"}, Collections: []string{"main"}, Styles: []quarry.Style{"open"},
	}
	got := asked.asked.Query.Filter
	if !slices.Equal(got.Kinds, want.Kinds) || !slices.Contains(got.Topics, "heat") || got.Answered != want.Answered ||
		!slices.Equal(got.Documents, want.Documents) || !slices.Equal(got.Collections, want.Collections) || !slices.Equal(got.Styles, want.Styles) ||
		!slices.Equal(got.Difficulties, want.Difficulties) {
		t.Errorf("filter = %+v, want %+v", got, want)
	}
	if asked.asked.MaxTokens != 1500 || asked.asked.Tokenizer != quarry.TokenizerO200k || asked.asked.Query.Mode != quarry.ModeHybrid {
		t.Errorf("asked = %+v, want the usual budget, tokenizer and mode", asked.asked)
	}
	answer := k.post(t, contextTarget, `{"query":"kiln","filters":{"document":["nope.md"]}}`)
	if shown := decoded[view.Grounding](t, answer, http.StatusOK); len(shown.Notes) != 1 || !strings.Contains(shown.Notes[0], "nope.md") {
		t.Errorf("notes = %q, want the document that is not known", shown.Notes)
	}
}

func TestAContextThatCannotBeReadIsRefusedByTheField(t *testing.T) {
	t.Parallel()
	k, _ := newGroundingKit(t)
	for name, tc := range map[string]struct {
		body, field, code, fix string
		status                 int
	}{
		"no query":                  {`{}`, "query", "invalid_parameter", "", http.StatusBadRequest},
		"an empty query":            {`{"query":" \n"}`, "query", "invalid_parameter", "", http.StatusBadRequest},
		"a query that is a number":  {`{"query":7}`, "query", "invalid_parameter", "", http.StatusBadRequest},
		"a query that is too long":  {`{"query":"` + strings.Repeat("é", 2001) + `"}`, "query", "invalid_parameter", "", http.StatusBadRequest},
		"too few tokens":            {`{"query":"kiln","max_tokens":49}`, "max_tokens", "invalid_parameter", "50", http.StatusBadRequest},
		"too many tokens":           {`{"query":"kiln","max_tokens":40000}`, "max_tokens", "invalid_parameter", "32000", http.StatusBadRequest},
		"half a token":              {`{"query":"kiln","max_tokens":99.5}`, "max_tokens", "invalid_parameter", "1500", http.StatusBadRequest},
		"tokens as a text":          {`{"query":"kiln","max_tokens":"600"}`, "max_tokens", "invalid_parameter", "", http.StatusBadRequest},
		"another tokenizer":         {`{"query":"kiln","tokenizer":"o200k"}`, "tokenizer", "invalid_parameter", "o200k_base", http.StatusBadRequest},
		"another mode":              {`{"query":"kiln","mode":"lexikal"}`, "mode", "invalid_parameter", "lexical", http.StatusBadRequest},
		"a filter that is no field": {`{"query":"kiln","filters":{"topics":["heat"]}}`, "topics", "unknown_parameter", "topic", http.StatusBadRequest},
		"a limit among the filters": {`{"query":"kiln","filters":{"limit":3}}`, "limit", "unknown_parameter", "", http.StatusBadRequest},
		"an unknown topic":          {`{"query":"kiln","filters":{"topic":["haet"]}}`, "topic", "invalid_parameter", "heat", http.StatusBadRequest},
		"filters that are a list":   {`{"query":"kiln","filters":[]}`, "filters", "invalid_parameter", "", http.StatusBadRequest},
		"a field of a search":       {`{"q":"kiln"}`, "q", "unknown_parameter", "", http.StatusBadRequest},
		"a field twice":             {`{"query":"kiln","query":"oven"}`, "query", "repeated_parameter", "", http.StatusBadRequest},
		"no object":                 {`[]`, "", "malformed_body", "", http.StatusBadRequest},
		"a body that is too long":   {`{"query":"` + strings.Repeat("k", 1<<17) + `"}`, "", "", "", http.StatusRequestEntityTooLarge},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := problem(t, k.post(t, contextTarget, tc.body), tc.status)
			field := ""
			if len(got.Errors) > 0 {
				field = got.Errors[0].Field
			}
			if tc.code != "" && got.Code != tc.code || field != tc.field || tc.fix != "" && !slices.Contains(got.Fixes, tc.fix) {
				t.Errorf("code %q, field %q, fixes %q; want %q, %q, %q", got.Code, field, got.Fixes, tc.code, tc.field, tc.fix)
			}
		})
	}
}

func TestAContextNeedsAnIndex(t *testing.T) {
	t.Parallel()
	k := newKit(t)
	if got := problem(t, k.post(t, contextTarget, `{"query":"kiln"}`), http.StatusServiceUnavailable); got.Code != "engine_unavailable" {
		t.Errorf("problem = %+v", got)
	}
	other, asked := newGroundingKit(t)
	asked.fault = quarry.Errorf(quarry.KindUnavailable, "the index is being built").WithCode("engine_unavailable")
	problem(t, other.post(t, contextTarget, `{"query":"kiln"}`), http.StatusServiceUnavailable)
}
