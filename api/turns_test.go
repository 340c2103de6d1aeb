package api_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"runtime"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/api"
)

// computed are requests for what is computed in turns, by their operation.
func computed() map[string]string {
	return map[string]string{
		"POST /v1/search/batch": `{"queries":[{"q":"fires"}]}`, "POST /v1/questions/q_aaaaaaaaaaaaaaaaaaaa/check": `{"answer":"clay"}`,
		"POST /v1/context":   `{"query":"fires"}`,
		"GET /v1/search?q=a": "", "GET /v1/suggest?q=a": "", "GET /v1/questions": "", "GET /v1/questions/random?seed=1": "",
		"GET /v1/questions/q_aaaaaaaaaaaaaaaaaaaa": "", "GET /v1/questions/q_aaaaaaaaaaaaaaaaaaaa/similar": "",
		"GET /v1/questions/q_aaaaaaaaaaaaaaaaaaaa/verify": "", "GET /v1/facts": "", "GET /v1/facts/f_aaaaaaaaaaaaaaaaaaaa": "",
		"GET /v1/facts/f_aaaaaaaaaaaaaaaaaaaa/verify": "", "GET /v1/specs": "", "GET /v1/specs/s_aaaaaaaaaaaaaaaaaaaa": "",
		"GET /v1/specs/s_aaaaaaaaaaaaaaaaaaaa/verify": "", "GET /v1/specs/compare?devices=ember-k100,ember-k100-mini": "",
		"GET /v1/conflicts": "", "GET /v1/conflicts/c_aaaaaaaaaaaaaaaaaaaa": "", "GET /v1/passages": "",
		"GET /v1/passages/p_aaaaaaaaaaaaaaaaaaaa": "", "GET /v1/passages/p_aaaaaaaaaaaaaaaaaaaa/verify": "",
		"GET /v1/documents": "", "GET /v1/documents/d_aaaaaaaaaaaaaaaaaaaa": "", "GET /v1/documents/d_aaaaaaaaaaaaaaaaaaaa/content": "",
		"GET /v1/documents/d_aaaaaaaaaaaaaaaaaaaa/pictures/kiln.png": "",
		"GET /v1/stats": "", "GET /v1/devices": "", "GET /v1/devices/k100": "", "GET /v1/attributes": "", "GET /v1/units": "",
		"GET /v1/topics": "", "GET /v1/glossary": "",
		"GET /v1/study/next?learner=ann": "", "GET /v1/study/stats?learner=ann": "", "GET /v1/study/cards?learner=ann": "",
		"GET /v1/study/reviews?learner=ann": "", "POST /v1/study/reviews": `{"learner":"ann","question_id":"q_aaaaaaaaaaaaaaaaaaaa","answer":"It fires clay."}`,
	}
}

// asking is one of them.
func asking(t *testing.T, operation, body string) *http.Request {
	t.Helper()
	method, target, _ := strings.Cut(operation, " ")
	r := httptest.NewRequestWithContext(t.Context(), method, target, strings.NewReader(body))
	r.Host, r.RemoteAddr = "localhost", "127.0.0.1:40000"
	if body != "" {
		r.Header.Set("Content-Type", "application/json")
	}
	return r
}

func TestEveryOperationIsComputedInTurnsOrSaysWhyNot(t *testing.T) {
	t.Parallel()
	others := []string{ // what changes something, what is a stream, and the jobs and corrections of both
		"/v1/documents post", "/v1/documents/{id} delete", "/v1/admin/reindex post", "/v1/admin/backup post",
		"/v1/jobs get", "/v1/jobs/{id} get", "/v1/jobs/{id}/events get", "/v1/jobs/{id}/retry post", "/v1/jobs/{id} delete", "/v1/export get",
		"/v1/corrections get", "/v1/corrections/{id} put", "/v1/corrections/{id} delete",
		"/v1/study/reviews/{id} delete", "/v1/study/cards/{question_id} put",
		"/v1/study/learners get", "/v1/study/learners/{learner} get", "/v1/study/learners/{learner} put", "/v1/study/learners/{learner} delete",
		"/v1/study/learners/{learner}/history get", "/v1/study/learners/{learner}/history post", "/v1/study/learners/{learner}/schedules post",
	}
	k := newKit(t)
	var known []string
	for operation := range computed() {
		route, _, err := k.contract.router.FindRoute(asking(t, operation, ""))
		if err != nil {
			t.Fatalf("%s: %v", operation, err)
		}
		known = append(known, route.Path+" "+strings.ToLower(route.Method))
	}
	for path, item := range k.contract.document.Paths.Map() {
		for method := range item.Operations() {
			name := path + " " + strings.ToLower(method)
			if strings.HasPrefix(path, "/v1/") && !slices.Contains(known, name) && !slices.Contains(others, name) {
				t.Errorf("%s: nothing says whether it is computed in turns", name)
			}
		}
	}
}

// held is a searcher that holds every search until it is told to go on, whatever its
// time, and grounds nothing.
type held chan struct{}

func (h held) Search(_ context.Context, q quarry.Query) (quarry.Found, error) {
	if q.Text == "panic" {
		panic("as told")
	}
	<-h
	return found(), nil
}

func (h held) Ground(context.Context, quarry.GroundingRequest) (quarry.Grounding, error) {
	return quarry.Grounding{Answerable: quarry.AnswerableNo, Tokenizer: quarry.Tokenizers()[0], Mode: quarry.ModeHybrid}, nil
}

// newHeldKit is a server over it.
func newHeldKit(t *testing.T, changes ...func(*api.Config)) (*kit, held) {
	t.Helper()
	h := make(held)
	return newKit(t, append(changes, func(c *api.Config) { c.Searcher, c.Grounder, c.Timeout = h, h, time.Minute })...), h
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

func TestWhoGetsNoTurnIsToldToComeAgain(t *testing.T) {
	t.Parallel()
	for operation, body := range computed() {
		t.Run(operation, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				k, searches := newHeldKit(t)
				k.crowd(t)
				began := time.Now()
				answer := k.do(t, asking(t, operation, body))
				got := problem(t, answer, http.StatusServiceUnavailable)
				if waited := time.Since(began); got.Code != "overloaded" || answer.Header().Get("Retry-After") != "1" || waited != 20*time.Second {
					t.Errorf("%q, Retry-After %q after %v; want overloaded and 1, after a third of the time that a request has",
						got.Code, answer.Header().Get("Retry-After"), waited)
				}
				close(searches)
				synctest.Wait()
				want := http.StatusOK
				if strings.Contains(operation, "/pictures/") {
					want = http.StatusNotFound // the notes name none
				}
				if got := k.raw(asking(t, operation, body)).Code; got != want {
					t.Errorf("status = %d once the turns are free again, want %d", got, want)
				}
			})
		})
	}
}

func TestARequestThatComputesNothingTakesNoTurn(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		k, searches := newHeldKit(t)
		again := request(t, "/v1/questions")
		again.Header.Set("If-None-Match", k.get(t, "/v1/questions").Header().Get("ETag"))
		k.crowd(t)
		if got := k.do(t, again).Code; got != http.StatusNotModified {
			t.Errorf("status = %d, want 304 at once", got)
		}
		for _, path := range []string{"/livez", "/readyz", "/metrics", "/openapi.json", "/problems", "/v1/export"} {
			if got := k.raw(request(t, path)).Code; got != http.StatusOK {
				t.Errorf("%s: status = %d, want 200 at once", path, got)
			}
		}
		close(searches)
	})
}

func TestSearchesThatWaitForOthersKeepNoTurn(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		k, searches := newHeldKit(t, func(c *api.Config) { c.SearchWaits = true })
		for range 2*runtime.GOMAXPROCS(0) + 10 {
			go k.raw(request(t, "/v1/search?q=fires"))
			go k.raw(asking(t, "POST /v1/search/batch", `{"queries":[{"q":"fires"}]}`))
		}
		synctest.Wait()
		if got := k.get(t, "/v1/questions").Code; got != http.StatusOK {
			t.Errorf("status = %d beside searches that wait, want 200", got)
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

// unsent is a body of which nothing comes.
type unsent chan struct{}

func (u unsent) Read([]byte) (int, error) {
	<-u
	return 0, http.ErrBodyReadAfterClose
}

func TestWhoReadsOrSendsSlowlyHoldsNoTurn(t *testing.T) {
	t.Parallel()
	for operation, body := range computed() {
		t.Run(operation, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				k, searches := newHeldKit(t)
				close(searches)
				slowly := make(chan struct{})
				for range 2*runtime.GOMAXPROCS(0) + 10 {
					k.dawdle(t, operation, body, slowly)
				}
				synctest.Wait()
				if got := k.waiting(t); got != "0" {
					t.Errorf("%s requests wait while others dawdle, want none", got)
				}
				close(slowly)
			})
		})
	}
}

// dawdle asks and does not read the answer, and where there is a body does not send it
// either, until slowly is closed.
func (k *kit) dawdle(t *testing.T, operation, body string, slowly chan struct{}) {
	t.Helper()
	go k.handler.ServeHTTP(stuck{httptest.NewRecorder(), slowly}, asking(t, operation, body))
	if body != "" {
		sends := asking(t, operation, body)
		sends.Body = neverClosed{unsent(slowly)}
		go k.raw(sends)
	}
}

// neverClosed is a body that need not be closed.
type neverClosed struct{ unsent }

func (neverClosed) Close() error { return nil }

func TestAPanicEndsItsTurn(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		k, _ := newHeldKit(t)
		for range 2*runtime.GOMAXPROCS(0) + 10 {
			if got := k.get(t, "/v1/search?q=panic").Code; got != http.StatusInternalServerError {
				t.Fatalf("status = %d, want 500", got)
			}
		}
		if got := k.get(t, "/v1/questions").Code; got != http.StatusOK {
			t.Errorf("status = %d, want 200", got)
		}
	})
}
