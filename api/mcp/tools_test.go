package mcp_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/api/mcp"
)

// calls is a call of every tool, and of fetch for every kind of id.
func calls() []sdk.CallToolParams {
	all := []sdk.CallToolParams{
		{Name: "search", Arguments: map[string]any{"query": "warp"}},
		{Name: "random_question", Arguments: map[string]any{"hide_answer": false}},
		{Name: "check_answer", Arguments: map[string]any{"question_id": "q_aaaaaaaaaaaaaaaaaaaa", "answer": "32"}},
		{Name: "next_question", Arguments: map[string]any{"learner": "ann"}},
		{Name: "record_review", Arguments: map[string]any{"learner": "ann", "question_id": "q_aaaaaaaaaaaaaaaaaaaa", "answer": "32"}},
		{Name: "lookup_spec", Arguments: map[string]any{"device": "h100"}},
		{Name: "compare_specs", Arguments: map[string]any{"devices": []string{"h100", "a100"}}},
		{Name: "get_context", Arguments: map[string]any{"query": "warp", "max_tokens": 600}},
	}
	for _, letter := range []string{"q", "f", "s", "p", "c", "d"} {
		all = append(all, sdk.CallToolParams{Name: "fetch", Arguments: map[string]any{"id": letter + "_aaaaaaaaaaaaaaaaaaaa"}})
	}
	return all
}

func TestEveryToolAnswersOverBothTransportsAsItsSchemaSays(t *testing.T) {
	t.Parallel()
	for name, open := range map[string]func(*kit, testing.TB) *sdk.ClientSession{
		"over HTTP": (*kit).overHTTP, "over lines": (*kit).overLines,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			session := open(newKit(t, small), t)
			if got := session.InitializeResult(); got.ServerInfo.Name != "quarry" || got.ServerInfo.Version != "test" || !strings.Contains(got.Instructions, "Cite") {
				t.Errorf("initialised as %+v with %q", got.ServerInfo, got.Instructions)
			}
			tools := toolsOf(t, session)
			called := map[string]bool{}
			for _, one := range calls() {
				conforms(t, tools[one.Name], answered(t, session, one))
				called[one.Name] = true
			}
			if len(called) != len(tools) {
				t.Errorf("%d tools were called, and there are %d", len(called), len(tools))
			}
		})
	}
}

// answered makes a call that must not be refused.
func answered(tb testing.TB, session *sdk.ClientSession, one sdk.CallToolParams) *sdk.CallToolResult {
	tb.Helper()
	result := try(tb, session, one.Name, one.Arguments)
	if result.IsError {
		tb.Fatalf("%s %v: %s", one.Name, one.Arguments, textOf(tb, result))
	}
	return result
}

func TestEveryToolSaysWhenToUseIt(t *testing.T) {
	t.Parallel()
	for name, tool := range toolsOf(t, newKit(t, small).overHTTP(t)) {
		if n := utf8.RuneCountInString(tool.Description); n < 80 || n >= 300 {
			t.Errorf("%s: the description has %d characters, want 80 to 299", name, n)
		}
		hints := tool.Annotations
		if tool.Title == "" || hints == nil || hints.ReadOnlyHint != (name != "record_review") || hints.OpenWorldHint == nil || *hints.OpenWorldHint ||
			!hints.ReadOnlyHint && (hints.DestructiveHint == nil || *hints.DestructiveHint) {
			t.Errorf("%s: title %q, hints %+v: want a title, closed, and read only unless it keeps something", name, tool.Title, hints)
		}
		if tool.OutputSchema == nil {
			t.Errorf("%s has no output schema", name)
		}
	}
}

func TestEverySchemaIsOneThatEveryHostReads(t *testing.T) {
	t.Parallel()
	for name, tool := range toolsOf(t, newKit(t, small).overHTTP(t)) {
		isSimple(t, name+" input", tool.InputSchema)
		isSimple(t, name+" output", tool.OutputSchema)
	}
}

// isSimple reports what in a schema is more than a single type, a short description
// and an enum of texts.
func isSimple(tb testing.TB, path string, node any) {
	tb.Helper()
	schema, _ := node.(map[string]any)
	if _, simple := schema["type"].(string); !simple {
		tb.Errorf("the type of %s is %v, want one", path, schema["type"])
	}
	enum, _ := schema["enum"].([]any)
	says := len(enum) > 0 || !strings.Contains(path, "input.") || strings.HasSuffix(path, "[]")
	if about, _ := schema["description"].(string); len(about) >= 300 || about == "" && !says {
		tb.Errorf("the description of %s is %q", path, about)
	}
	for _, value := range enum {
		if _, text := value.(string); !text {
			tb.Errorf("%s may be %v", path, value)
		}
	}
	properties, _ := schema["properties"].(map[string]any)
	for property, child := range properties {
		isSimple(tb, path+"."+property, child)
	}
	if items, there := schema["items"]; there {
		isSimple(tb, path+"[]", items)
	}
}

func TestNoAnswerIsLongerThanTheBudget(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		piece string
		items int
	}{
		"plain words":     {strings.Repeat("word ", 3_000), 4},
		"one long word":   {strings.Repeat("x", 14_000), 4},
		"escaped letters": {strings.Repeat("<&>", 2_000), 4},
		"control letters": {strings.Repeat("\x01\"\\\n", 2_000), 4},
		"other scripts":   {strings.Repeat("知識", 2_500), 4},
		"short ones":      {"a line of text", 400},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			text, err := json.Marshal(tc.piece)
			if err != nil {
				t.Fatal(err)
			}
			session := newKit(t, func(r *http.Request) (int, string) { return http.StatusOK, knowing(r, string(text), tc.items) }).overLines(t)
			tools := toolsOf(t, session)
			for _, one := range calls() {
				result := answered(t, session, one)
				conforms(t, tools[one.Name], result)
				isShort(t, one, jsonOf(t, result))
			}
		})
	}
}

// isShort reports where an answer is longer than it may be, is cut within a letter,
// or does not say that it was cut.
func isShort(tb testing.TB, one sdk.CallToolParams, said string) {
	tb.Helper()
	if len(said) > mcp.Budget {
		tb.Errorf("%s %v: %d bytes, want %d at most", one.Name, one.Arguments, len(said), mcp.Budget)
	}
	if !utf8.ValidString(said) {
		tb.Errorf("%s %v is cut within a letter", one.Name, one.Arguments)
	}
	if !strings.Contains(said, `truncated":`) && !strings.Contains(said, "…") && len(said) > mcp.Budget/2 {
		tb.Errorf("%s %v does not say that it was cut: %.300s", one.Name, one.Arguments, said)
	}
}

func TestAListThatWasShortenedSaysSo(t *testing.T) {
	t.Parallel()
	k := newKit(t, func(r *http.Request) (int, string) {
		return http.StatusOK, knowing(r, `"`+strings.Repeat("word ", 200)+`"`, 50)
	})
	session := k.overLines(t)
	for tool, list := range map[string]string{"search": "results", "lookup_spec": "specs", "compare_specs": "rows", "get_context": "passages"} {
		at := slices.IndexFunc(calls(), func(c sdk.CallToolParams) bool { return c.Name == tool })
		out := call(t, session, tool, calls()[at].Arguments)
		items, _ := out[list].([]any)
		if out["truncated"] != true || len(items) == 0 || len(items) >= 50 {
			t.Errorf("%s: %d %s, truncated %v; want some, and that it is so", tool, len(items), list, out["truncated"])
		}
	}
}

func TestTheAddressesOfAnAnswerAreThoseOfARunningServer(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		public, address, want string
	}{
		"by what the operator says":  {"https://quarry.example/base/", "", "https://quarry.example/base/v1/facts/"},
		"by the server's address":    {"", "http://127.0.0.1:9", "http://127.0.0.1:9/v1/facts/"},
		"by no server where none is": {"", "", "/v1/facts/"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			k := newKit(t, small, func(c *mcp.Config) { c.PublicURL, c.Address = tc.public, func() string { return tc.address } })
			out := call(t, k.overLines(t), "search", map[string]any{"query": "warp"})
			if got := fmt.Sprint(out["results"]); !strings.Contains(got, "url:"+tc.want) {
				t.Errorf("results = %s, want addresses that begin with %s", got, tc.want)
			}
		})
	}
}

func TestTheAddressesOfAnAnswerAreThoseByWhichTheCallerCame(t *testing.T) {
	t.Parallel()
	session := newKit(t, small).overHTTP(t)
	for _, one := range calls() {
		said := fmt.Sprint(call(t, session, one.Name, one.Arguments))
		if !strings.Contains(said, "url:http://127.0.0.1:") || strings.Contains(said, "url:http://127.0.0.1:8080/") {
			t.Errorf("%s %v = %s, want an address of the caller's host", one.Name, one.Arguments, said)
		}
	}
}

// silent is a transport that has no answer, and says why.
type silent struct{ err error }

// RoundTrip fails.
func (s silent) RoundTrip(*http.Request) (*http.Response, error) { return nil, s.err }

func TestAModelIsToldWhyThereIsNoAnswer(t *testing.T) {
	t.Parallel()
	for want, err := range map[string]error{
		"try again in a moment": quarry.Errorf(quarry.KindUnavailable, "try again in a moment").Because(errors.New("a secret")),
		"the Quarry server did not answer; it may have been stopped": errors.New("a secret"),
	} {
		session := newKit(t, small, func(c *mcp.Config) { c.Transport = silent{err} }).overLines(t)
		if got := refusedWith(t, session, "search", map[string]any{"query": "warp"}); got != want {
			t.Errorf("said %q, want %q", got, want)
		}
	}
}
