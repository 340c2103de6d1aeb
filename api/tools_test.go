package api_test

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/quarrykb/quarry/api"
)

// message is a message to the tools.
func message(tb testing.TB, body string, headers map[string]string) *http.Request {
	tb.Helper()
	r := httptest.NewRequestWithContext(tb.Context(), http.MethodPost, "/mcp", strings.NewReader(body))
	r.Host = "localhost"
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Accept", "application/json, text/event-stream")
	for name, value := range headers {
		r.Header.Set(name, value)
	}
	return r
}

const listTools = `{"jsonrpc":"2.0","id":1,"method":"tools/list"}`

func TestToolsAreRefusedToWhoMayNotCallThem(t *testing.T) {
	t.Parallel()
	k := newKit(t)
	for name, tc := range map[string]struct {
		headers map[string]string
		body    string
		status  int
		code    string
	}{
		"a page of another origin":      {map[string]string{"Origin": "http://evil.example"}, listTools, http.StatusForbidden, "cross_origin"},
		"a page of no origin":           {map[string]string{"Origin": "null"}, listTools, http.StatusForbidden, "cross_origin"},
		"a browser that says so":        {map[string]string{"Sec-Fetch-Site": "cross-site"}, listTools, http.StatusForbidden, "cross_origin"},
		"a name that is bound to us":    {map[string]string{"Host": "evil.example", "Origin": "http://evil.example"}, listTools, http.StatusMisdirectedRequest, "misdirected_host"},
		"a form":                        {map[string]string{"Content-Type": "text/plain"}, listTools, http.StatusUnsupportedMediaType, "unsupported_media_type"},
		"a message that is too long":    {nil, `{"x":"` + strings.Repeat("x", 1<<17) + `"}`, http.StatusRequestEntityTooLarge, "too_large"},
		"several messages":              {nil, `[` + listTools + `]`, http.StatusBadRequest, "mcp_batch"},
		"no message":                    {nil, ``, http.StatusBadRequest, "mcp_message"},
		"a word":                        {nil, `"hello"`, http.StatusBadRequest, "mcp_message"},
		"no JSON":                       {nil, `hello`, http.StatusBadRequest, "mcp_message"},
		"half a message":                {nil, `{"jsonrpc":`, http.StatusBadRequest, "mcp_message"},
		"deep nesting":                  {nil, strings.Repeat(`{"a":`, 20_000), http.StatusBadRequest, "mcp_message"},
		"letters that are none":         {nil, "{\"jsonrpc\":\"\xff\"}", http.StatusBadRequest, "malformed_body"},
		"an unlisted version":           {map[string]string{"MCP-Protocol-Version": "1999-01-01"}, listTools, http.StatusBadRequest, "mcp_message"},
		"a stream where there is none":  {map[string]string{"Accept": "text/html"}, listTools, http.StatusBadRequest, "mcp_message"},
		"a method that is none of ours": {nil, `{"jsonrpc":"2.0","id":1,"method":"sing"}`, http.StatusBadRequest, "mcp_message"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := message(t, tc.body, tc.headers)
			if host := tc.headers["Host"]; host != "" {
				r.Host = host
			}
			got := problem(t, k.raw(r), tc.status)
			if got.Code != tc.code {
				t.Errorf("code = %q, want %q: %s", got.Code, tc.code, got.Detail)
			}
			if theirs := regexp.MustCompile(`unmarshal|json:|payload|Bad Request|unsupported|hello|sing"`).FindString(got.Detail); theirs != "" {
				t.Errorf("detail = %q, which has %q in it", got.Detail, theirs)
			}
		})
	}
}

func TestToolsAreCalledByPagesOfThisServerAndByPrograms(t *testing.T) {
	t.Parallel()
	k := newKit(t)
	for name, headers := range map[string]map[string]string{
		"a program":                   nil,
		"a page of ours":              {"Origin": "http://localhost", "Sec-Fetch-Site": "same-origin"},
		"one that accepts JSON alone": {"Accept": "application/json"},
		"one that accepts anything":   {"Accept": "*/*"},
	} {
		if answer := k.raw(message(t, listTools, headers)); answer.Code != http.StatusOK || !strings.Contains(answer.Body.String(), "random_question") {
			t.Errorf("%s: %d %.200s", name, answer.Code, answer.Body)
		}
	}
}

func TestToolsTakePOSTAndNoParameters(t *testing.T) {
	t.Parallel()
	k := newKit(t)
	answer := k.raw(request(t, "/mcp"))
	if got := problem(t, answer, http.StatusMethodNotAllowed); got.Code != "method_not_allowed" || !strings.Contains(answer.Header().Get("Allow"), http.MethodPost) {
		t.Errorf("code = %q, Allow = %q", got.Code, answer.Header().Get("Allow"))
	}
	r := message(t, listTools, nil)
	r.URL.RawQuery = "session=7"
	if got := problem(t, k.raw(r), http.StatusBadRequest); got.Code != "unknown_parameter" {
		t.Errorf("code = %q, want unknown_parameter", got.Code)
	}
}

// host is a chatbot that speaks to a server over the network.
func host(tb testing.TB, k *kit) *sdk.ClientSession {
	tb.Helper()
	web := httptest.NewServer(k.handler)
	tb.Cleanup(web.Close)
	client := sdk.NewClient(&sdk.Implementation{Name: "test", Version: "1"}, nil)
	session, err := client.Connect(tb.Context(), &sdk.StreamableClientTransport{Endpoint: web.URL + "/mcp", MaxRetries: -1, DisableStandaloneSSE: true}, nil)
	if err != nil {
		tb.Fatalf("connect: %v", err)
	}
	tb.Cleanup(func() { _ = session.Close() })
	return session
}

// toolText calls a tool and returns what it says.
func toolText(tb testing.TB, session *sdk.ClientSession, name, arguments string) (string, bool) {
	tb.Helper()
	result, err := session.CallTool(tb.Context(), &sdk.CallToolParams{Name: name, Arguments: json.RawMessage(arguments)})
	if err != nil {
		tb.Fatalf("%s %s: %v", name, arguments, err)
	}
	text, ok := result.Content[0].(*sdk.TextContent)
	if !ok {
		tb.Fatalf("%s %s: %T", name, arguments, result.Content[0])
	}
	if result.IsError {
		return text.Text, true
	}
	written, err := json.Marshal(result.StructuredContent)
	if err != nil {
		tb.Fatal(err)
	}
	return string(written), false
}

func TestEveryToolSaysWhatItsRouteSays(t *testing.T) {
	t.Parallel()
	session := host(t, newKit(t))
	for name, tc := range map[string]struct{ tool, arguments, want string }{
		"search":         {"search", `{"query":"clay"}`, `"results":[`},
		"a question":     {"fetch", `{"id":"q_aaaaaaaaaaaaaaaaaaaa"}`, `"kind":"question"`},
		"a fact":         {"fetch", `{"id":"f_aaaaaaaaaaaaaaaaaaaa"}`, `"kind":"fact"`},
		"a spec":         {"fetch", `{"id":"s_aaaaaaaaaaaaaaaaaaaa"}`, `"kind":"spec"`},
		"a passage":      {"fetch", `{"id":"p_aaaaaaaaaaaaaaaaaaaa"}`, `"kind":"passage"`},
		"a conflict":     {"fetch", `{"id":"c_aaaaaaaaaaaaaaaaaaaa"}`, `"kind":"conflict"`},
		"a document":     {"fetch", `{"id":"` + string(notesID) + `"}`, `"kind":"document"`},
		"random":         {"random_question", `{"seed":1}`, `"found":true`},
		"check":          {"check_answer", `{"question_id":"q_aaaaaaaaaaaaaaaaaaaa","answer":"x"}`, `"verdict":`},
		"a look-up":      {"lookup_spec", `{"device":"k100"}`, `"specs":[{`},
		"a comparison":   {"compare_specs", `{"devices":["k100","k200"]}`, `"rows":[`},
		"revision":       {"fetch", `{"id":"q_aaaaaaaaaaaaaaaaaaaa"}`, `"revision":"`},
		"an address":     {"fetch", `{"id":"q_aaaaaaaaaaaaaaaaaaaa"}`, `"url":"http://127.0.0.1:`},
		"by a label":     {"lookup_spec", `{"device":"k100","attribute":"Draws"}`, `"attribute":{"id":"power"}`},
		"unknown device": {"lookup_spec", `{"device":"k1000"}`, `is not known`},
	} {
		said, refused := toolText(t, session, tc.tool, tc.arguments)
		if refused || !strings.Contains(said, tc.want) {
			t.Errorf("%s: refused %t: %.400s, want %s", name, refused, said, tc.want)
		}
	}
}

func TestWhatARouteRefusesAToolRefuses(t *testing.T) {
	t.Parallel()
	session := host(t, newKit(t))
	for name, tc := range map[string]struct{ tool, arguments, want string }{
		"a question that is not there": {"fetch", `{"id":"q_zzzzzzzzzzzzzzzzzzzz"}`, "there is no such thing"},
		"a topic that is none":         {"search", `{"query":"clay","topic":"heta"}`, "try: heat"},
		"one device alone":             {"compare_specs", `{"devices":"k100"}`, "devices"},
		"a device that is not there":   {"compare_specs", `{"devices":"k100,k999"}`, "k999"},
		"bounds without a unit":        {"lookup_spec", `{"device":"k100","min":3}`, "unit"},
		"an attribute it has not":      {"lookup_spec", `{"device":"k100","attribute":"lodness"}`, "try: x_loudness; without attribute this tool lists what is known of the device"},
		"lines behind the end":         {"fetch", `{"id":"` + string(notesID) + `","lines":"90000-90001"}`, "lines"},
	} {
		said, refused := toolText(t, session, tc.tool, tc.arguments)
		if !refused || !strings.Contains(said, tc.want) {
			t.Errorf("%s: refused %t: %.400s, want %s", name, refused, said, tc.want)
		}
	}
}

func TestTheToolsContractNamesTheServerWhereItsAddressIsKnown(t *testing.T) {
	t.Parallel()
	for public, want := range map[string]string{"": "/", "https://quarry.example/": "https://quarry.example/"} {
		var document struct {
			Servers []struct {
				URL string `json:"url"`
			} `json:"servers"`
		}
		k := newKit(t, func(c *api.Config) { c.PublicURL = public })
		answer := k.get(t, "/openapi-tools.json")
		if err := json.Unmarshal(answer.Body.Bytes(), &document); err != nil {
			t.Fatalf("read the contract: %v", err)
		}
		if len(document.Servers) != 1 || document.Servers[0].URL != want {
			t.Errorf("servers = %v, want %s", document.Servers, want)
		}
	}
}

func TestAnAnswerInProcessIsWhatTheHandlerWrote(t *testing.T) {
	t.Parallel()
	var seen *http.Request
	handler := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		seen = r
		w.Header().Set("X-Kiln", "hot")
		w.WriteHeader(http.StatusTeapot)
		_, _ = w.Write([]byte("clay"))
		w.WriteHeader(http.StatusInternalServerError) // too late, as over a network
	})
	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, "http://localhost/v1/x?y=z", nil)
	if err != nil {
		t.Fatal(err)
	}
	response, err := (api.InProcess{Handler: handler}).RoundTrip(request)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = response.Body.Close() }()
	body := make([]byte, 4)
	_, _ = response.Body.Read(body)
	if response.StatusCode != http.StatusTeapot || string(body) != "clay" || response.Header.Get("X-Kiln") != "hot" {
		t.Errorf("%d %q %v", response.StatusCode, body, response.Header)
	}
	if seen.Host != "localhost" || seen.RequestURI != "/v1/x?y=z" || seen.RemoteAddr != "127.0.0.1:0" {
		t.Errorf("host %q, target %q, from %q", seen.Host, seen.RequestURI, seen.RemoteAddr)
	}
}
