package api_test

import (
	"bytes"
	"context"
	"encoding/json"
	"log/slog"
	"net/http"
	"strings"
	"testing"

	"github.com/quarrykb/quarry/api"
)

// accessed builds a server that writes its access log into the buffer.
func accessed(t *testing.T, level slog.Level, changes ...func(*api.Config)) (*kit, *safeBuffer) {
	t.Helper()
	log := &safeBuffer{}
	changes = append(changes, func(c *api.Config) {
		c.AccessLog = slog.New(slog.NewJSONHandler(log, &slog.HandlerOptions{Level: level}))
	})
	return newKit(t, changes...), log
}

func lines(t *testing.T, log *safeBuffer) []map[string]any {
	t.Helper()
	var all []map[string]any
	for line := range strings.Lines(log.String()) {
		var one map[string]any
		if err := json.Unmarshal([]byte(line), &one); err != nil {
			t.Fatalf("the line %q is no JSON: %v", line, err)
		}
		all = append(all, one)
	}
	return all
}

func TestEveryRequestIsOneLineOfTheAccessLog(t *testing.T) {
	t.Parallel()
	k, log := accessed(t, slog.LevelInfo, func(c *api.Config) {
		c.TraceID = func(context.Context) string { return "0af7651916cd43dd8448eb211c80319c" }
	})
	answer := k.get(t, onePath)
	k.get(t, "/v1/nowhere")
	all := lines(t, log)
	if len(all) != 2 {
		t.Fatalf("lines = %v, want one for each request", all)
	}
	got := all[0]
	for name, want := range map[string]any{
		"level": "INFO", "msg": "request", "method": "GET", "route": "/v1/facts/:id", "status": 200.0,
		"bytes": float64(answer.Body.Len()), "request_id": answer.Header().Get("X-Request-Id"), "remote": "192.0.2.1",
		"trace_id": "0af7651916cd43dd8448eb211c80319c",
	} {
		if got[name] != want {
			t.Errorf("%s = %v, want %v", name, got[name], want)
		}
	}
	if _, took := got["took"]; !took {
		t.Errorf("the line %v does not say how long it took", got)
	}
	if all[1]["route"] != "other" || all[1]["status"] != 404.0 {
		t.Errorf("the line of a path that there is not = %v, want other and 404", all[1])
	}
}

func TestTheAccessLogKeepsWhatCallersAskToItself(t *testing.T) {
	t.Parallel()
	k, log := accessed(t, slog.LevelDebug)
	r := request(t, "/v1/search?q=private+matter")
	r.Header.Set("Authorization", "Bearer secret-key")
	r.Header.Set("X-Api-Key", "secret-key")
	r.Header.Set("Cookie", "session=secret-key")
	k.do(t, r)
	k.do(t, postedCheck(t, "/v1/questions/q_aaaaaaaaaaaaaaaaaaaa/check", `{"answer":"private matter"}`))
	for _, secret := range []string{"private", "secret-key"} {
		if strings.Contains(log.String(), secret) {
			t.Errorf("%q stands in the log:\n%s", secret, log)
		}
	}
	if got := len(lines(t, log)); got != 2 {
		t.Errorf("%d lines, want 2", got)
	}
}

func postedCheck(t *testing.T, target, body string) *http.Request {
	t.Helper()
	r := request(t, target)
	r.Method = http.MethodPost
	r.Body = http.NoBody
	r = r.Clone(t.Context())
	r.Header.Set("Content-Type", "application/json")
	r.Body = readCloser{bytes.NewReader([]byte(body))}
	return r
}

// readCloser is a body in memory.
type readCloser struct{ *bytes.Reader }

func (readCloser) Close() error { return nil }

func TestProbesAreLoggedForWhoLooksCloselyOnly(t *testing.T) {
	t.Parallel()
	for level, want := range map[slog.Level]int{slog.LevelInfo: 0, slog.LevelDebug: 3} {
		k, log := accessed(t, level)
		for _, path := range []string{"/livez", "/readyz", "/metrics"} {
			k.get(t, path)
		}
		if got := len(lines(t, log)); got != want {
			t.Errorf("at level %s: %d lines, want %d", level, got, want)
		}
	}
}

func TestAHeadIsLoggedAsWhatItIs(t *testing.T) {
	t.Parallel()
	k, log := accessed(t, slog.LevelInfo)
	r := request(t, onePath)
	r.Method = http.MethodHead
	k.raw(r)
	if got := lines(t, log)[0]; got["method"] != "HEAD" || got["bytes"] != 0.0 {
		t.Errorf("line = %v, want a HEAD that sent no body", got)
	}
	if r.Pattern != "/v1/facts/:id" {
		t.Errorf("pattern of the request = %q, want that of its route", r.Pattern)
	}
}

func TestAnAnswerThatIsBrokenOffIsLoggedAndMeasured(t *testing.T) {
	t.Parallel()
	k, log := accessed(t, slog.LevelInfo)
	k.store.aborts = true
	func() {
		defer func() {
			if got := recover(); got != http.ErrAbortHandler { //nolint:errorlint // a panic's value, compared as net/http does
				t.Errorf("panic = %v, want net/http's own", got)
			}
		}()
		k.raw(request(t, onePath))
	}()
	if got := lines(t, log); len(got) != 1 {
		t.Errorf("lines = %v, want one", got)
	}
	k.store.aborts = false
	if body := k.get(t, "/metrics").Body.String(); !strings.Contains(body, "quarry_http_requests_in_flight 1\n") {
		t.Error("the request that was broken off still counts as one that is being answered")
	}
}

// A tool asks routes, within the request that called it.
func TestACallOfAToolIsOneRequest(t *testing.T) {
	t.Parallel()
	k, log := accessed(t, slog.LevelDebug)
	answer := k.raw(message(t, `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"fetch","arguments":{"id":"f_aaaaaaaaaaaaaaaaaaaa"}}}`, nil))
	if answer.Code != http.StatusOK || !strings.Contains(answer.Body.String(), "document_id") {
		t.Fatalf("the tool said %d %s", answer.Code, answer.Body)
	}
	if all := lines(t, log); len(all) != 1 || all[0]["route"] != "/mcp" {
		t.Errorf("lines = %v, want the one of the call", all)
	}
	if body := k.get(t, "/metrics").Body.String(); !strings.Contains(body, `route="/mcp",status="200"} 1`) || strings.Contains(body, `route="/v1/facts/:id"`) {
		t.Error("what the tool asked counts as a request of its own")
	}
}

func TestWithoutAnAccessLogNothingIsWritten(t *testing.T) {
	t.Parallel()
	k := newKit(t)
	k.get(t, onePath)
	if got := k.log.String(); got != "" {
		t.Errorf("log = %q, want nothing", got)
	}
}
