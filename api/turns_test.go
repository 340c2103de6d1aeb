package api_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/api"
)

// held is a searcher that holds every search until it is told to go on, whatever its
// time.
type held chan struct{}

func (h held) Search(_ context.Context, q quarry.Query) (quarry.Found, error) {
	if q.Text == "panic" {
		panic("as told")
	}
	<-h
	return found(), nil
}

// crowd takes all turns of a server, by searches that are held.
func (k *kit) crowd(t *testing.T) {
	t.Helper()
	for k.waiting(t) == "0" {
		go k.raw(request(t, "/v1/search?q=fires"))
		synctest.Wait()
	}
}

// waiting reads how many requests wait for a turn.
func (k *kit) waiting(t *testing.T) string {
	t.Helper()
	const name = "\nquarry_http_requests_waiting "
	_, behind, there := strings.Cut(k.raw(request(t, "/metrics")).Body.String(), name)
	if !there {
		t.Fatalf("the metrics have no %s", name)
	}
	value, _, _ := strings.Cut(behind, "\n")
	return value
}

func TestARequestThatGetsNoTurnInItsTimeSaysSo(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		searches := make(held)
		k := newKit(t, func(c *api.Config) { c.Searcher, c.Timeout = searches, time.Minute })
		k.crowd(t)
		began := time.Now()
		answer := k.get(t, "/v1/questions")
		if got := problem(t, answer, http.StatusServiceUnavailable).Code; got != "timeout" {
			t.Errorf("code = %q, want timeout", got)
		}
		if waited := time.Since(began); waited != time.Minute {
			t.Errorf("waited %v, want the minute that a request has", waited)
		}
		close(searches)
		synctest.Wait()
		if got := k.get(t, "/v1/questions").Code; got != http.StatusOK {
			t.Errorf("status = %d once the turns are free again, want 200", got)
		}
	})
}

func TestWhatIsNoComputingWaitsForNobody(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		searches := make(held)
		k := newKit(t, func(c *api.Config) { c.Searcher = searches })
		again := request(t, "/v1/questions")
		tag := k.get(t, "/v1/questions").Header().Get("ETag")
		k.crowd(t)
		again.Header.Set("If-None-Match", tag)
		if got := k.do(t, again).Code; got != http.StatusNotModified {
			t.Errorf("status = %d, want 304 at once", got)
		}
		for _, path := range []string{"/livez", "/readyz", "/metrics", "/openapi.json", "/problems"} {
			if got := k.raw(request(t, path)).Code; got != http.StatusOK {
				t.Errorf("%s: status = %d, want 200 at once", path, got)
			}
		}
		close(searches)
	})
}

// stuck is a caller who does not read the answer.
type stuck struct {
	http.ResponseWriter
	reads chan struct{}
}

func (s stuck) Write(body []byte) (int, error) {
	<-s.reads
	return s.ResponseWriter.Write(body)
}

func TestWhoReadsOrSendsSlowlyHoldsNoTurn(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		k := newKit(t)
		const many = 300
		reads := make(chan struct{})
		for range many {
			go k.handler.ServeHTTP(stuck{httptest.NewRecorder(), reads}, request(t, "/v1/questions"))
			slow := httptest.NewRequestWithContext(t.Context(), http.MethodPost, "/v1/search/batch", unsent(reads))
			slow.Host = "localhost"
			go k.raw(slow)
		}
		synctest.Wait()
		if got := k.get(t, "/v1/questions").Code; got != http.StatusOK {
			t.Errorf("status = %d while others dawdle, want 200", got)
		}
		close(reads)
	})
}

// unsent is a body of which nothing comes.
type unsent chan struct{}

func (u unsent) Read([]byte) (int, error) {
	<-u
	return 0, http.ErrBodyReadAfterClose
}

func TestAPanicEndsItsTurn(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		k := newKit(t, func(c *api.Config) { c.Searcher = make(held) })
		for range 300 {
			if got := k.get(t, "/v1/search?q=panic").Code; got != http.StatusInternalServerError {
				t.Fatalf("status = %d, want 500", got)
			}
		}
		if got := k.get(t, "/v1/questions").Code; got != http.StatusOK {
			t.Errorf("status = %d, want 200", got)
		}
	})
}
