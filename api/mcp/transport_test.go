package mcp_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"go.uber.org/goleak"

	"github.com/quarrykb/quarry/api/mcp"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

const hello = `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"VERSION","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}`

// post sends a message, and returns the answer.
func post(tb testing.TB, handler http.Handler, version, message string) *httptest.ResponseRecorder {
	tb.Helper()
	r := httptest.NewRequestWithContext(tb.Context(), http.MethodPost, "/mcp", strings.NewReader(message))
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Accept", "application/json, text/event-stream")
	if version != "" {
		r.Header.Set("MCP-Protocol-Version", version)
	}
	w := httptest.NewRecorder()
	handler.ServeHTTP(w, r)
	return w
}

func TestEveryVersionOfTheProtocolIsSpoken(t *testing.T) {
	t.Parallel()
	handler := newKit(t, small).server.Handler()
	for _, version := range []string{"2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"} {
		t.Run(version, func(t *testing.T) {
			t.Parallel()
			said := post(t, handler, "", strings.Replace(hello, "VERSION", version, 1)).Body.String()
			if !strings.Contains(said, `"protocolVersion":"`+version+`"`) {
				t.Errorf("initialised with %s, want %s", said, version)
			}
			answer := post(t, handler, version, `{"jsonrpc":"2.0","id":2,"method":"tools/list"}`)
			if answer.Code != http.StatusOK || !strings.Contains(answer.Body.String(), "random_question") {
				t.Errorf("listed with %d: %.200s", answer.Code, answer.Body)
			}
			if got := answer.Header().Get("Mcp-Session-Id"); got != "" {
				t.Errorf("session %q, want none", got)
			}
		})
	}
}

func TestAnUnknownVersionIsAnsweredWithOneThatIsSpoken(t *testing.T) {
	t.Parallel()
	said := post(t, newKit(t, small).server.Handler(), "", strings.Replace(hello, "VERSION", "1999-01-01", 1)).Body.String()
	if !strings.Contains(said, `"protocolVersion":"2025-`) {
		t.Errorf("said %s, want a version of ours", said)
	}
}

func TestAnUnknownToolOrMethodIsAnErrorOfTheProtocol(t *testing.T) {
	t.Parallel()
	handler := newKit(t, small).server.Handler()
	for message, want := range map[string]string{
		`{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"sing","arguments":{}}}`: `unknown tool`,
		`{"jsonrpc":"2.0","id":2,"method":"sing"}`:                                               `"sing" unsupported`,
		`{"jsonrpc":"2.0","id":2,"method":"tools/call"}`:                                         `missing required`,
		`{"jsonrpc":"2.0","id":2,"method":"resources/list"}`:                                     `"id":2`,
	} {
		if said := post(t, handler, "2025-06-18", message).Body.String(); !strings.Contains(said, want) {
			t.Errorf("%s: %s, want %s in it", message, said, want)
		}
	}
}

func TestANotificationIsAcceptedWithoutAnAnswer(t *testing.T) {
	t.Parallel()
	answer := post(t, newKit(t, small).server.Handler(), "2025-06-18", `{"jsonrpc":"2.0","method":"notifications/initialized"}`)
	if answer.Code != http.StatusAccepted || answer.Body.Len() > 0 {
		t.Errorf("%d %q, want 202 and nothing", answer.Code, answer.Body)
	}
}

func TestTheRoutesAreAskedWithTheCallersKeyAndAddress(t *testing.T) {
	t.Parallel()
	k := newKit(t, small)
	r := httptest.NewRequestWithContext(t.Context(), http.MethodPost, "http://quarry.example/mcp", strings.NewReader(
		`{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"search","arguments":{"query":"warp"}}}`))
	for name, value := range map[string]string{
		"Content-Type": "application/json", "Accept": "application/json, text/event-stream", "Authorization": "Bearer secret",
		"MCP-Protocol-Version": "2025-06-18", "X-API-Key": "other", "X-Request-Id": "abc", "Cookie": "a=b", "X-Forwarded-For": "10.0.0.1", "If-None-Match": "x", "Range": "bytes=0-1",
	} {
		r.Header.Set(name, value)
	}
	r.RemoteAddr = "203.0.113.7:5000"
	w := httptest.NewRecorder()
	k.server.Handler().ServeHTTP(w, r)
	inner := k.routes.last(t)
	want := http.Header{"Authorization": {"Bearer secret"}, "X-Api-Key": {"other"}, "X-Request-Id": {"abc"}}
	if fmt.Sprint(inner.Header) != fmt.Sprint(want) || inner.RemoteAddr != r.RemoteAddr {
		t.Errorf("asked from %s with %v, want %s with %v", inner.RemoteAddr, inner.Header, r.RemoteAddr, want)
	}
	if !strings.Contains(w.Body.String(), `"url":"http://quarry.example/v1/facts/`) || strings.Contains(w.Body.String(), "secret") {
		t.Errorf("answered %s", w.Body)
	}
}

// waiting answers when its request is over.
type waiting struct{ begun, over chan struct{} }

// RoundTrip waits.
func (w waiting) RoundTrip(r *http.Request) (*http.Response, error) {
	close(w.begun)
	<-r.Context().Done()
	close(w.over)
	return nil, r.Context().Err()
}

func TestACallerWhoGoesAwayEndsWhatIsAsked(t *testing.T) {
	t.Parallel()
	routes := waiting{make(chan struct{}), make(chan struct{})}
	k := newKit(t, small, func(c *mcp.Config) { c.Transport = routes })
	ctx, cancel := context.WithCancel(t.Context())
	r := httptest.NewRequestWithContext(ctx, http.MethodPost, "/mcp", strings.NewReader(
		`{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"search","arguments":{"query":"warp"}}}`))
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Accept", "application/json, text/event-stream")
	done := make(chan struct{})
	go func() {
		k.server.Handler().ServeHTTP(httptest.NewRecorder(), r)
		close(done)
	}()
	<-routes.begun
	cancel()
	<-routes.over
	<-done
}

func TestACancelledCallEndsWhatIsAsked(t *testing.T) {
	t.Parallel()
	routes := waiting{make(chan struct{}), make(chan struct{})}
	k := newKit(t, small, func(c *mcp.Config) { c.Transport = routes })
	in, host := io.Pipe()
	done := make(chan error, 1)
	var out bytes.Buffer
	go func() { done <- k.server.Serve(t.Context(), in, &out) }()
	say := func(message string) {
		if _, err := io.WriteString(host, message+"\n"); err != nil {
			t.Errorf("say %s: %v", message, err)
		}
	}
	say(strings.Replace(hello, "VERSION", "2025-06-18", 1))
	say(`{"jsonrpc":"2.0","method":"notifications/initialized"}`)
	say(`{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"search","arguments":{"query":"warp"}}}`)
	<-routes.begun
	say(`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":2,"reason":"enough"}}`)
	<-routes.over
	_ = host.Close()
	if err := <-done; err != nil {
		t.Errorf("serve: %v", err)
	}
}

func TestWhatWasAskedIsAnsweredBeforeTheEndOfTheInputEndsIt(t *testing.T) {
	t.Parallel()
	var in strings.Builder
	fmt.Fprintln(&in, strings.Replace(hello, "VERSION", "2025-06-18", 1))
	fmt.Fprintln(&in, `{"jsonrpc":"2.0","method":"notifications/initialized"}`)
	const calls = 40
	for id := 2; id < 2+calls; id++ {
		fmt.Fprintf(&in, `{"jsonrpc":"2.0","id":%d,"method":"tools/call","params":{"name":"search","arguments":{"query":"warp"}}}`+"\n", id)
	}
	var out bytes.Buffer
	if err := newKit(t, small).server.Serve(t.Context(), strings.NewReader(in.String()), &out); err != nil {
		t.Fatalf("serve: %v", err)
	}
	answered := map[float64]bool{}
	for scanner := bufio.NewScanner(&out); scanner.Scan(); {
		var message struct {
			Version string  `json:"jsonrpc"`
			ID      float64 `json:"id"`
			Result  any     `json:"result"`
		}
		if err := json.Unmarshal(scanner.Bytes(), &message); err != nil || message.Version != "2.0" || message.Result == nil {
			t.Errorf("a line is no answer: %v %.200s", err, scanner.Text())
		}
		answered[message.ID] = true
	}
	if len(answered) != 1+calls {
		t.Errorf("%d answers, want %d", len(answered), 1+calls)
	}
}

func TestServingEndsWithItsContext(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	in, host := io.Pipe()
	done := make(chan error, 1)
	go func() { done <- newKit(t, small).server.Serve(ctx, in, io.Discard) }()
	if _, err := io.WriteString(host, strings.Replace(hello, "VERSION", "2025-06-18", 1)+"\n"); err != nil {
		t.Fatal(err)
	}
	cancel()
	if err := <-done; err != nil {
		t.Errorf("serve: %v, want no error", err)
	}
	_ = host.Close()
}

func TestALineThatIsNoMessageIsAnsweredAndTheConversationGoesOn(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		line string
		code int
	}{
		"no JSON":                 {"hello", -32700},
		"half a message":          {`{"jsonrpc":"2.0",`, -32700},
		"two messages on a line":  {`{"jsonrpc":"2.0","id":7,"method":"ping"} {"jsonrpc":"2.0","id":8,"method":"ping"}`, -32700},
		"JSON that is no message": {`"hello"`, -32600},
		"an object of something":  {`{"id":1}`, -32600},
		"several messages":        {`[{"jsonrpc":"2.0","id":7,"method":"ping"}]`, -32600},
		"a line that is too long": {strings.Repeat("x", 3*mcp.LongestMessage), -32600},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			in := tc.line + "\n\n" + strings.Replace(hello, "VERSION", "2025-06-18", 1) + "\r\n" + tc.line
			var out bytes.Buffer
			if err := newKit(t, small).server.Serve(t.Context(), strings.NewReader(in), &out); err != nil {
				t.Fatalf("serve: %v", err)
			}
			refused := fmt.Sprintf(`{"jsonrpc":"2.0","id":null,"error":{"code":%d,`, tc.code)
			if said := out.String(); strings.Count(said, refused) != 2 || !strings.Contains(said, `"protocolVersion":"2025-06-18"`) {
				t.Errorf("said %s, want %s twice, and an answer between", said, refused)
			}
		})
	}
}

func TestALongMessageIsReadAsFarAsAnAnswerMayBe(t *testing.T) {
	t.Parallel()
	k := newKit(t, small)
	session := k.overLines(t)
	call(t, session, "check_answer", map[string]any{"question_id": "q_aaaaaaaaaaaaaaaaaaaa", "answer": strings.Repeat("é", 20_000)})
	if said := refusedWith(t, session, "check_answer", map[string]any{"question_id": "q_aaaaaaaaaaaaaaaaaaaa", "answer": strings.Repeat("x", 20_001)}); !strings.Contains(said, "20001 characters") {
		t.Errorf("said %q", said)
	}
}

const lookUp = `{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"lookup_spec","arguments":{"device":"h100"}}}`

func TestAnAnswerIsGivenOnceInTheWayThatItsHostKnows(t *testing.T) {
	t.Parallel()
	k := newKit(t, small)
	asText := newKit(t, small, func(c *mcp.Config) { c.AsText = true })
	for name, tc := range map[string]struct {
		of         *kit
		version    string
		structured bool
	}{
		"of today":                     {k, "2025-11-25", true},
		"the first that knows":         {k, "2025-06-18", true},
		"before that":                  {k, "2025-03-26", false},
		"one that does not say":        {k, "", false},
		"one whose text alone is seen": {asText, "2025-11-25", false},
	} {
		var said struct {
			Result struct {
				Content           []struct{ Text string }
				StructuredContent map[string]any
			}
		}
		body := post(t, tc.of.server.Handler(), tc.version, lookUp).Body.Bytes()
		if err := json.Unmarshal(body, &said); err != nil || len(said.Result.Content) != 1 {
			t.Fatalf("%s: %v in %s", name, err, body)
		}
		once := strings.Count(string(body), "s_aaaaaaaaaaaaaaaaaaaa") == 1
		if got := said.Result.StructuredContent != nil; got != tc.structured || !once || json.Valid([]byte(said.Result.Content[0].Text)) == got {
			t.Errorf("%s: structured %t, want %t, and the spec once: %s", name, got, tc.structured, body)
		}
	}
}

func TestALookUpOfADeviceIsShort(t *testing.T) {
	t.Parallel()
	for name, piece := range map[string]string{
		"short ones": "NVIDIA H100 SXM", "long ones": strings.Repeat("word ", 200), "escaped ones": strings.Repeat("<&>", 100),
	} {
		text, err := json.Marshal(piece)
		if err != nil {
			t.Fatal(err)
		}
		spec := strings.NewReplacer("TEXT", string(text)).Replace(`{"id":"s_aaaaaaaaaaaaaaaaaaaa","device":{"name":TEXT},"attribute":{"id":"compute_throughput"},"conditions":{"precision":"fp16"},
"value":{"text":"1,979 TFLOPS","min":1979,"max":1979,"unit":"TFLOPS","qualifier":"exact"},"confidence":0.93,"conflict_id":"c_aaaaaaaaaaaaaaaaaaaa","source":{"path":TEXT,"line_start":3,"line_end":4,"url":"/v1/documents/d_aaaaaaaaaaaaaaaaaaaa/content#L3-L4"}}`)
		many := func(*http.Request) (int, string) {
			return http.StatusOK, `{"items":[` + repeated(spec, 20) + `],"total":99,"next_cursor":null}`
		}
		answer := post(t, newKit(t, many).server.Handler(), "2025-06-18", lookUp).Body.String()
		if found := strings.Count(answer, "s_aaaaaaaaaaaaaaaaaaaa"); len(answer) >= 4_000 || found < 2 || !strings.Contains(answer, `"truncated":true`) {
			t.Errorf("%s: %d specs in %d bytes, want some in fewer than 4,000, and that it is so: %s", name, found, len(answer), answer)
		}
	}
}
