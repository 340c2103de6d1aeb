package mcp_test

import (
	"encoding/json"
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
	"pgregory.net/rapid"

	"github.com/quarrykb/quarry/api/mcp"
)

func TestArgumentsAreReadAsHostsSendThem(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		tool, arguments, path, query string
	}{
		"a number":                           {"search", `{"query":"warp","limit":3}`, "/v1/search", "highlight=false&limit=3&q=warp"},
		"a number as text":                   {"search", `{"query":"warp","limit":"3"}`, "/v1/search", "highlight=false&limit=3&q=warp"},
		"a number with a fraction of none":   {"search", `{"query":"warp","limit":3.0}`, "/v1/search", "highlight=false&limit=3&q=warp"},
		"null for none":                      {"search", `{"query":"warp","limit":null,"topic":null}`, "/v1/search", "highlight=false&limit=10&q=warp"},
		"an empty text for none":             {"search", `{"query":"warp","topic":"","kind":" "}`, "/v1/search", "highlight=false&limit=10&q=warp"},
		"capitals in a closed vocabulary":    {"search", `{"query":"warp","kind":"Fact"}`, "/v1/search", "highlight=false&kind=fact&limit=10&q=warp"},
		"several words with commas":          {"search", `{"query":"warp","difficulty":"easy, hard"}`, "/v1/search", "difficulty=easy%2Chard&highlight=false&limit=10&q=warp"},
		"several words as a list":            {"search", `{"query":"warp","difficulty":["easy","hard"]}`, "/v1/search", "difficulty=easy%2Chard&highlight=false&limit=10&q=warp"},
		"a list":                             {"compare_specs", `{"devices":["h100","a100"]}`, "/v1/specs/compare", "devices=h100%2Ca100"},
		"a list as text with commas":         {"compare_specs", `{"devices":"h100, a100"}`, "/v1/specs/compare", "devices=h100%2C+a100"},
		"a comma within an item of a list":   {"compare_specs", `{"devices":["X, Y","a100"]}`, "/v1/specs/compare", "devices=X%5C%2C+Y%2Ca100"},
		"a truth":                            {"random_question", `{"hide_answer":true}`, "/v1/questions/random", "count=1&hide_answers=true"},
		"a truth as text":                    {"random_question", `{"hide_answer":"True","answered":"false"}`, "/v1/questions/random", "answered=false&count=1&hide_answers=true"},
		"the largest seed":                   {"random_question", `{"seed":9007199254740991}`, "/v1/questions/random", "count=1&seed=9007199254740991"},
		"a least confidence":                 {"lookup_spec", `{"device":"h100","min_confidence":0.9}`, "/v1/specs", "device=h100&limit=100&min_confidence=0.9"},
		"bounds with a unit":                 {"lookup_spec", `{"attribute":"tdp","min":1e2,"max":"700","unit":"W"}`, "/v1/specs", "attribute=tdp&limit=100&max=700&min=1e2&unit=W"},
		"the lines of a document":            {"fetch", `{"id":"d_aaaaaaaaaaaaaaaaaaaa","lines":"5-9"}`, "/v1/documents/d_aaaaaaaaaaaaaaaaaaaa/content", "lines=5-9"},
		"one line of a document":             {"fetch", `{"id":"d_aaaaaaaaaaaaaaaaaaaa","lines":5}`, "/v1/documents/d_aaaaaaaaaaaaaaaaaaaa/content", "lines=5-5"},
		"an address for an id":               {"fetch", `{"id":"http://h/v1/facts/f_aaaaaaaaaaaaaaaaaaaa"}`, "/v1/facts/f_aaaaaaaaaaaaaaaaaaaa", ""},
		"an address of lines for an id":      {"fetch", `{"id":"/v1/documents/d_aaaaaaaaaaaaaaaaaaaa/content#L5-L9"}`, "/v1/documents/d_aaaaaaaaaaaaaaaaaaaa/content", "lines=5-9"},
		"an address that asks for lines":     {"fetch", `{"id":"/v1/documents/d_aaaaaaaaaaaaaaaaaaaa/content?lines=5-9"}`, "/v1/documents/d_aaaaaaaaaaaaaaaaaaaa/content", "lines=5-9"},
		"an address for a question's id":     {"check_answer", `{"question_id":"/v1/questions/q_aaaaaaaaaaaaaaaaaaaa","answer":"x"}`, "/v1/questions/q_aaaaaaaaaaaaaaaaaaaa/check", ""},
		"an empty answer, which is judged":   {"check_answer", `{"question_id":"q_aaaaaaaaaaaaaaaaaaaa","answer":""}`, "/v1/questions/q_aaaaaaaaaaaaaaaaaaaa/check", ""},
		"a number for an answer":             {"check_answer", `{"question_id":"q_aaaaaaaaaaaaaaaaaaaa","answer":32}`, "/v1/questions/q_aaaaaaaaaaaaaaaaaaaa/check", ""},
		"an id that is no path of its own":   {"fetch", `{"id":"q_a/../../livez"}`, "/v1/questions/q_a", ""},
		"an id with letters of a path in it": {"fetch", `{"id":"q_%2e%2e%3fx"}`, "/v1/questions/q_%2e%2e%3fx", ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			k := newKit(t, small)
			try(t, k.overLines(t), tc.tool, json.RawMessage(tc.arguments))
			got := k.routes.last(t)
			query := got.URL.Query()
			query.Del("view") // how much is asked for is up to the tool
			query.Del("fields")
			if got.URL.Path != tc.path || query.Encode() != tc.query {
				t.Errorf("asked %s ? %s, want %s ? %s", got.URL.Path, got.URL.RawQuery, tc.path, tc.query)
			}
		})
	}
}

func TestWrongArgumentsAreRefusedInWordsThatHelp(t *testing.T) {
	t.Parallel()
	session := newKit(t, small).overLines(t)
	for name, tc := range map[string]struct{ tool, arguments, want string }{
		"nothing":                       {"search", `{}`, "query is needed"},
		"null for what is needed":       {"search", `{"query":null}`, "query is needed"},
		"a blank":                       {"search", `{"query":"  "}`, "query is needed"},
		"no object":                     {"search", `[1]`, "must be a JSON object"},
		"a slip in what is needed":      {"search", `{"qury":"x"}`, `no argument "qury"; it takes query, kind, limit`},
		"an unknown name":               {"search", `{"query":"x","colour":"red"}`, `no argument "colour"; it takes query, kind, limit`},
		"an object for a text":          {"search", `{"query":{"a":1}}`, "query: must be a single value"},
		"a word that is none":           {"search", `{"query":"x","kind":"poem"}`, `"poem" is not one of question, fact, spec, passage`},
		"a number out of bounds":        {"search", `{"query":"x","limit":1000}`, "limit: must be a whole number from 1 to 20"},
		"a part of a number":            {"search", `{"query":"x","limit":1.5}`, "limit: must be a whole number"},
		"no number":                     {"search", `{"query":"x","limit":"many"}`, "limit: must be a whole number"},
		"an endless number":             {"lookup_spec", `{"device":"x","min":1e999}`, "min: must be a number"},
		"no confidence":                 {"lookup_spec", `{"device":"x","min_confidence":"high"}`, "min_confidence: must be a number"},
		"no truth":                      {"random_question", `{"hide_answer":"maybe"}`, "hide_answer: must be true or false"},
		"a text that is too long":       {"search", `{"query":"` + strings.Repeat("x", 2001) + `"}`, "query: has 2001 characters, and may have 2000"},
		"too many items":                {"compare_specs", `{"devices":["1","2","3","4","5","6","7","8","9"]}`, "devices: has 9 items, and may have 8"},
		"a list within a list":          {"compare_specs", `{"devices":[["a"],"b"]}`, "devices: must be a list of texts"},
		"an empty list":                 {"compare_specs", `{"devices":[]}`, "devices is needed"},
		"neither device nor attribute":  {"lookup_spec", `{"unit":"W"}`, "name a device, an attribute or both"},
		"an id of nothing":              {"fetch", `{"id":"warp"}`, "an id begins with q_"},
		"an id of no kind":              {"fetch", `{"id":"x_aaaa"}`, "an id begins with q_"},
		"lines of what has none":        {"fetch", `{"id":"q_aaaaaaaaaaaaaaaaaaaa","lines":"1-2"}`, "only a document"},
		"lines that are none":           {"fetch", `{"id":"d_aaaaaaaaaaaaaaaaaaaa","lines":"first"}`, "lines: must be a line or a range"},
		"a fact's id for a question's":  {"check_answer", `{"question_id":"f_aaaaaaaaaaaaaaaaaaaa","answer":"x"}`, "no question's id"},
		"no answer":                     {"check_answer", `{"question_id":"q_aaaaaaaaaaaaaaaaaaaa"}`, "answer is needed"},
		"fewer tokens than a passage":   {"get_context", `{"query":"x","max_tokens":1}`, "max_tokens: must be a whole number from 100 to 4000"},
		"a number that is out of range": {"random_question", `{"seed":9007199254740993}`, "seed: must be a whole number from 0 to 9007199254740991"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if got := refusedWith(t, session, tc.tool, json.RawMessage(tc.arguments)); !strings.Contains(got, tc.want) {
				t.Errorf("said %q, want %q in it", got, tc.want)
			}
		})
	}
}

func TestNoArgumentsBreakATool(t *testing.T) {
	t.Parallel()
	k := newKit(t, small)
	session := k.overLines(t)
	names := argumentNames(toolsOf(t, session))
	rapid.Check(t, func(rt *rapid.T) {
		one := rapid.SampledFrom(calls()).Draw(rt, "call")
		arguments := map[string]any{}
		if usual, ok := one.Arguments.(map[string]any); ok && rapid.Bool().Draw(rt, "with what is needed") {
			maps.Copy(arguments, usual)
		}
		for _, name := range rapid.SliceOfN(rapid.SampledFrom(names), 0, 4).Draw(rt, "names") {
			arguments[name] = wild(2).Draw(rt, name)
		}
		result, err := session.CallTool(t.Context(), &sdk.CallToolParams{Name: one.Name, Arguments: arguments})
		if err != nil {
			rt.Fatalf("%s %v: %v", one.Name, arguments, err)
		}
		said := textOf(t, result)
		if len(said) > mcp.Budget || !utf8.ValidString(said) || strings.Contains(said, "went wrong inside") {
			rt.Errorf("%s %v: %d bytes, valid %t: %.300s\n%s", one.Name, arguments, len(said), utf8.ValidString(said), said, k.log)
		}
	})
}

// argumentNames returns what any tool takes, and a name that none does.
func argumentNames(tools map[string]*sdk.Tool) []string {
	names := []string{"colour"}
	for _, tool := range tools {
		schema, _ := tool.InputSchema.(map[string]any)
		properties, _ := schema["properties"].(map[string]any)
		names = slices.AppendSeq(names, maps.Keys(properties))
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// wild generates any JSON value.
func wild(depth int) *rapid.Generator[any] {
	kinds := []*rapid.Generator[any]{
		rapid.Just[any](nil), rapid.Just[any](""), rapid.Just[any]("q_aaaaaaaaaaaaaaaaaaaa"), rapid.Just[any]("d_aaaaaaaaaaaaaaaaaaaa"),
		rapid.Just[any]("1-2"), rapid.Just[any](",,\\,"), rapid.String().AsAny(), rapid.Float64().AsAny(), rapid.Int().AsAny(), rapid.Bool().AsAny(),
	}
	if depth > 0 {
		kinds = append(kinds, rapid.SliceOfN(wild(depth-1), 0, 12).AsAny(), rapid.MapOfN(rapid.String(), wild(depth-1), 0, 3).AsAny())
	}
	return rapid.OneOf(kinds...)
}

func TestAProblemIsSaidWithWhatWouldMendIt(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		status     int
		body, want string
	}{
		"with fixes":          {http.StatusBadRequest, `{"detail":"topic: \"memroy\" is not known","fixes":["memory"]}`, `topic: "memroy" is not known; try: memory`},
		"without":             {http.StatusNotFound, `{"detail":"there is no such question"}`, "there is no such question"},
		"without a key":       {http.StatusUnauthorized, `{"detail":"a key is needed"}`, "a key is needed (the tools send the key that your host sends as Authorization: Bearer)"},
		"while it starts":     {http.StatusServiceUnavailable, `{"detail":"there is no index yet"}`, "there is no index yet"},
		"from something else": {http.StatusBadGateway, `<html>`, "the server answered with status 502 (Bad Gateway)"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			session := newKit(t, func(*http.Request) (int, string) { return tc.status, tc.body }).overLines(t)
			for _, one := range calls() {
				if got := refusedWith(t, session, one.Name, one.Arguments); got != tc.want {
					t.Errorf("%s said %q, want %q", one.Name, got, tc.want)
				}
			}
		})
	}
}

// Otherwise a model takes a document whose text could not be read for an empty one.
func TestADocumentWhoseTextCannotBeReadIsRefused(t *testing.T) {
	t.Parallel()
	session := newKit(t, func(r *http.Request) (int, string) {
		if strings.HasSuffix(r.URL.Path, "/content") {
			return http.StatusServiceUnavailable, `{"detail":"the request took too long"}`
		}
		return small(r)
	}).overLines(t)
	arguments := map[string]any{"id": "d_aaaaaaaaaaaaaaaaaaaa"}
	if got := refusedWith(t, session, "fetch", arguments); got != "the request took too long" {
		t.Errorf("fetch said %q, want why there is no text", got)
	}
}

func TestAFaultInsideIsLoggedAndNotTold(t *testing.T) {
	t.Parallel()
	k := newKit(t, func(*http.Request) (int, string) { return http.StatusOK, `{"items":"secret` })
	for _, one := range calls()[:6] {
		if got := refusedWith(t, k.overLines(t), one.Name, one.Arguments); strings.Contains(got, "secret") || !strings.Contains(got, "its log says what") {
			t.Errorf("%s said %q", one.Name, got)
		}
	}
	if !strings.Contains(k.log.String(), "tool failed") {
		t.Errorf("log = %q, want the fault", k.log)
	}
}
