package main

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"
)

func TestOnlyThisMachineIsPutUnderLoad(t *testing.T) {
	t.Parallel()
	for _, host := range []string{"0.0.0.0", "192.0.2.7", "example.org", "", "::"} {
		line := commandLine{Host: host, Duration: time.Minute, Turns: 1, Connections: 1}
		if err := line.run(t.Context(), io.Discard); err == nil || !strings.Contains(err.Error(), "loopback") {
			t.Errorf("%q: %v, want it refused", host, err)
		}
	}
}

func TestAnOpenLoopSendsEveryRequestAndCountsWhatFails(t *testing.T) {
	t.Parallel()
	var asks atomic.Int64
	web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		if asks.Add(1)%5 == 0 {
			w.WriteHeader(http.StatusTeapot)
		}
	}))
	defer web.Close()
	came := openLoop(t.Context(), web.URL, []asked{{http.MethodGet, "/", ""}}, 1000, 50*time.Millisecond)
	if len(came.took) != 50 || asks.Load() != 50 || came.failed != 10 || len(came.errors) == 0 {
		t.Errorf("%d times, %d requests, %d failed with %v; want 50, 50 and 10 with errors", len(came.took), asks.Load(), came.failed, came.errors)
	}
}

func TestAFailureSaysWhichSideFailed(t *testing.T) {
	t.Parallel()
	lost := opened{failed: 2, errors: []error{errors.New("refused")}}
	for want, r := range map[string]result{
		"search of Quarry: 3 requests":        {ours: []turn{{errors: 3}}},
		"search of Quarry: 2 requests":        {open: lost},
		"search of the bare side: 4 requests": {bare: []turn{{errors: 4}}},
		"search of the bare side: 2 requests": {openBare: lost},
	} {
		err := r.failure("search")
		if err == nil || !strings.Contains(err.Error(), want) || strings.Count(err.Error(), "search of") != 1 {
			t.Errorf("failed with %v, want %s and no other side", err, want)
		}
		var shown strings.Builder
		newTable(&shown).add("search", r)
		_, errorsLine, _ := strings.Cut(shown.String(), "errors of")
		if number := strings.Fields(want[strings.Index(want, ": "):])[1]; !slices.Contains(strings.Fields(errorsLine), number) {
			t.Errorf("the table shows %q, want %s in it", errorsLine, number)
		}
	}
	if err := (result{}).failure("search"); err != nil {
		t.Errorf("nothing failed, and yet %v", err)
	}
}

func TestTheBareSideHasRoomUnlessMemoryIsSpokenFor(t *testing.T) {
	for _, tc := range []struct {
		name, value string
		room        int
	}{{"GOGC", "", roomBytes}, {"GOGC", "100", 0}, {"GOMEMLIMIT", "512MiB", 0}} {
		t.Run(tc.name+"="+tc.value, func(t *testing.T) {
			t.Setenv("GOGC", "")
			t.Setenv("GOMEMLIMIT", "")
			t.Setenv(tc.name, tc.value)
			if got := len(makeRoom()); got != tc.room {
				t.Errorf("room = %d bytes, want %d", got, tc.room)
			}
		})
	}
}

func TestTheTimeOfARequestCountsFromWhenItWasToBegin(t *testing.T) {
	t.Parallel()
	web := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {}))
	defer web.Close()
	const late = time.Hour
	l := &arrivals{
		begin: func(ctx context.Context, _ int64) error {
			_, err := newClient(1).send(ctx, web.URL, asked{http.MethodGet, "/", ""})
			return err
		},
		every: time.Millisecond, count: 3, began: time.Now().Add(-late),
	}
	l.work(t.Context())
	for _, took := range l.came.took {
		if took < late-time.Second {
			t.Errorf("a request that was an hour late took %v", took)
		}
	}
}

func TestEveryRouteHasVariedRequests(t *testing.T) {
	t.Parallel()
	known := samples{questions: []string{"What is the peak memory bandwidth of it?", "Why does a kernel wait for memory?"}, devices: []string{"a", "b"}}
	for _, r := range routes() {
		seen := map[asked]bool{}
		for _, request := range r.requests(known) {
			if request.method != r.method || !strings.HasPrefix(request.path, r.path) {
				t.Errorf("%s asks %s %s", r.name, request.method, request.path)
			}
			seen[request] = true
		}
		if len(seen) < 2 {
			t.Errorf("%s: %d requests, want several", r.name, len(seen))
		}
	}
}

func TestAScriptHoldsTextsAsLuaReadsThem(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "x.lua")
	if err := writeScript(file, []asked{{http.MethodPost, "/v1/context", "{\"q\":\"é\\n\"}"}}); err != nil {
		t.Fatal(err)
	}
	written, err := os.ReadFile(file)
	if want := `{"POST", "/v1/context", "{\034q\034:\034\195\169\092n\034}"},`; err != nil || !strings.Contains(string(written), want) {
		t.Errorf("%s (%v), want %s in it", written, err, want)
	}
	if !strings.Contains(string(written), "at % #made") {
		t.Error("a percent sign of the script is lost")
	}
}

func TestTheSidesAreToFindTheSame(t *testing.T) {
	t.Parallel()
	const total = `{"items":[{}],"total":3}`
	for name, tc := range map[string]struct{ ours, bare, refused string }{
		"a list":              {total, `{"Items":[{}],"Total":3}`, ""},
		"another list":        {total, `{"Items":[{}],"Total":4}`, "one side finds"},
		"a grounding":         {`{"passages":[{},{}],"tokens":9,"answerable":"no"}`, `{"Passages":[{},{}],"Conflicts":null,"Tokens":9,"Answerable":"no"}`, ""},
		"other passages":      {`{"passages":[{},{}],"tokens":9}`, `{"Passages":[{}],"Tokens":9}`, "one side finds"},
		"tokens":              {`{"passages":[{}],"tokens":9}`, `{"Passages":[{}],"Tokens":8}`, "one side finds"},
		"nothing on any side": {`{"items":[],"total":0}`, `{"Items":null,"Total":0}`, "find nothing"},
		"no array":            {`{"passages":1}`, `{"passages":1}`, "cannot unmarshal"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			both := sides{answering(t, tc.ours), answering(t, tc.bare)}
			err := both.agree(t.Context(), []asked{{http.MethodGet, "/", ""}})
			if (err == nil) != (tc.refused == "") || err != nil && !strings.Contains(err.Error(), tc.refused) {
				t.Errorf("%v, want %q", err, tc.refused)
			}
		})
	}
}

// answering serves one answer.
func answering(t *testing.T, answer string) *server {
	t.Helper()
	web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, answer) }))
	t.Cleanup(web.Close)
	return &server{url: web.URL}
}
