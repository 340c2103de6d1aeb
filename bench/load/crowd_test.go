package main

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"
)

// site is a server with jobs that end in a state after they were looked at.
func site(t *testing.T, state string) (*httptest.Server, *atomic.Int64) {
	t.Helper()
	var looked atomic.Int64
	mux := http.NewServeMux()
	begin := func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("X-Api-Key") != "secret" {
			w.WriteHeader(http.StatusUnauthorized)
			return
		}
		w.WriteHeader(http.StatusAccepted)
		_, _ = io.WriteString(w, `{"state":"queued","url":"/v1/jobs/j"}`)
	}
	mux.HandleFunc("POST /v1/documents", begin)
	mux.HandleFunc("POST /v1/admin/reindex", begin)
	mux.HandleFunc("GET /v1/jobs/j", func(w http.ResponseWriter, _ *http.Request) {
		said := "running"
		if looked.Add(1) > 1 {
			said = state
		}
		_, _ = io.WriteString(w, `{"state":"`+said+`","url":"/v1/jobs/j"}`)
	})
	mux.HandleFunc("GET /livez", func(http.ResponseWriter, *http.Request) {})
	mux.HandleFunc("GET /v1/export", func(w http.ResponseWriter, r *http.Request) {
		for r.Context().Err() == nil {
			_, _ = io.WriteString(w, strings.Repeat("a kiln has a door\n", slowBytes))
		}
	})
	mux.HandleFunc("GET /metrics", func(w http.ResponseWriter, _ *http.Request) {
		_, _ = io.WriteString(w, "go_memstats_next_gc_bytes 1.5e+08\n")
	})
	web := httptest.NewServer(mux)
	t.Cleanup(web.Close)
	return web, &looked
}

func TestAWriteLastsUntilItsJobIsDone(t *testing.T) {
	t.Parallel()
	for state, refused := range map[string]string{"done": "", "failed": "the job is failed", "given_up": "the job is given_up"} {
		web, looked := site(t, state)
		err := writer{base: web.URL, key: "secret", client: newClient(1)}.put(t.Context(), "quiet", 1)
		if (err == nil) != (refused == "") || err != nil && !strings.Contains(err.Error(), refused) || looked.Load() != 2 {
			t.Errorf("%s: %v after %d looks, want %q after 2", state, err, looked.Load(), refused)
		}
	}
	web, _ := site(t, "done")
	if err := (writer{base: web.URL, key: "other", client: newClient(1)}).put(t.Context(), "quiet", 1); err == nil || !strings.Contains(err.Error(), "401") {
		t.Errorf("a key that is refused: %v, want the status", err)
	}
}

func TestACrowdIsThereUntilItLeaves(t *testing.T) {
	t.Parallel()
	web, _ := site(t, "done")
	own := writer{base: web.URL, key: "secret", client: newClient(1)}
	a, err := gather(t.Context(), own, 5, 3)
	if err != nil || len(a.idle) != 5 {
		t.Fatalf("%d idle connections, %v; want 5", len(a.idle), err)
	}
	if failed, reindexed := a.leave(); len(failed) > 0 || reindexed < 1 {
		t.Errorf("%v, %d reindexes; want the one that had begun and no failure", failed, reindexed)
	}
}

func TestASlowExportThatIsCutIsAFailure(t *testing.T) {
	t.Parallel()
	for name, answer := range map[string]http.HandlerFunc{
		"slow export": func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Connection", "close")
			_, _ = io.WriteString(w, "short")
		},
		"HTTP/1.1 503": func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusServiceUnavailable) },
	} {
		web := httptest.NewServer(answer)
		begun := false
		err := readSlowly(t.Context(), strings.TrimPrefix(web.URL, "http://"), func() { begun = true })
		if err == nil || !strings.Contains(err.Error(), name) || !begun {
			t.Errorf("%v, begun: %t; want %s", err, begun, name)
		}
		web.Close()
	}
}

func TestTheTableSaysWhatACrowdMissed(t *testing.T) {
	t.Parallel()
	took := func(d time.Duration) opened { return opened{took: []time.Duration{d}} }
	r := crowded{
		quiet:  phase{search: took(time.Millisecond), write: took(time.Millisecond)},
		loud:   phase{search: took(4 * time.Millisecond), write: took(6 * time.Millisecond)},
		before: size{1000, 1000}, after: size{1090, 1200},
	}
	var shown strings.Builder
	made := newTable(&shown)
	made.addCrowded(r)
	_ = made.flush()
	for _, want := range []string{"4.00   ≤ 5 met", "6.00   ≤ 5 MISSED", "1.09   ≤ 1.1 met", "1.20   ≤ 1.1 MISSED"} {
		if !strings.Contains(shown.String(), want) {
			t.Errorf("the table lacks %q:\n%s", want, &shown)
		}
	}
	r.loud.write.failed, r.loud.write.errors = 2, []error{io.ErrUnexpectedEOF}
	if err := r.failure(); err == nil || !strings.Contains(err.Error(), "2 failures") || !strings.Contains(err.Error(), "unexpected EOF") {
		t.Errorf("failed with %v, want 2 failures and why", err)
	}
}
