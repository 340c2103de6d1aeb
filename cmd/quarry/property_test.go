package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/getkin/kin-openapi/openapi3filter"
	"github.com/getkin/kin-openapi/routers"
	"github.com/getkin/kin-openapi/routers/legacy"
	"pgregory.net/rapid"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/api"
	"github.com/quarrykb/quarry/api/view"
	"github.com/quarrykb/quarry/cmd/quarry/backup"
	"github.com/quarrykb/quarry/openapi"
)

// propertyRequests is how many requests of each sort every operation is asked:
//
//	go test ./cmd/quarry -run TestProperties -property.requests=1000
var propertyRequests = flag.Int("property.requests", 25, "requests that the contract's property tests make of each sort and operation")

// TestPropertiesOfEveryOperation asks every operation of the contract, over the
// real store and indexes, what the contract allows and what it does not. An
// operation that the contract gains is asked without a word here.
func TestPropertiesOfEveryOperation(t *testing.T) {
	t.Parallel()
	if err := errors.Join(
		flag.Set("rapid.checks", strconv.Itoa(*propertyRequests)),
		flag.Set("rapid.nofailfile", "true"),
	); err != nil {
		t.Fatal(err)
	}
	said := readSaid(t)
	reading := newStand(t, said)
	for _, operation := range said.operations {
		stand := reading
		if operation.writes() {
			stand = newStand(t, said) // what it does is not seen elsewhere
		}
		t.Run(operation.id(), func(t *testing.T) {
			t.Parallel()
			t.Run("valid requests are answered", func(t *testing.T) {
				t.Parallel()
				answered := 0
				rapid.Check(t, func(t *rapid.T) { answered += stand.holdValid(t, operation) })
				if answered == 0 && stand.known.mayKnow(operation.path) {
					t.Error("no request was answered: the test asks nothing")
				}
			})
			t.Run("wild requests are refused in order", func(t *testing.T) {
				t.Parallel()
				rapid.Check(t, func(t *rapid.T) { stand.holdWild(t, operation) })
			})
		})
	}
}

// said is the contract, read for tests.
type said struct {
	document   *openapi3.T
	router     routers.Router
	operations []operation
}

// operation is one method on one path of the contract.
type operation struct {
	method, path string
	*openapi3.Operation
}

func (o operation) id() string { return o.OperationID }

// writes reports whether it changes what others are answered. Some operations that
// only read take a body, too; those that write do it later, or say nothing.
func (o operation) writes() bool {
	return o.method == http.MethodDelete || o.method == http.MethodPut || o.method != http.MethodGet && (o.Responses.Status(http.StatusAccepted) != nil || o.Responses.Status(http.StatusNoContent) != nil)
}

func readSaid(t *testing.T) said {
	t.Helper()
	document, err := openapi3.NewLoader().LoadFromData(openapi.JSON30())
	if err != nil {
		t.Fatal(err)
	}
	for _, plain := range []string{"application/x-ndjson", "text/event-stream"} {
		openapi3filter.RegisterBodyDecoder(plain, openapi3filter.PlainBodyDecoder)
	}
	router, err := legacy.NewRouter(document)
	if err != nil {
		t.Fatal(err)
	}
	read := said{document: document, router: router}
	named, err := openapi.Operations()
	if err != nil {
		t.Fatal(err)
	}
	for _, one := range named {
		read.operations = append(read.operations, operation{one.Method, one.Path, document.Paths.Find(one.Path).GetOperation(one.Method)})
	}
	return read
}

// stand is the whole API over a small knowledge base.
type stand struct {
	said

	handler http.Handler
	token   string // that opens everything
	known   *pool
	log     *loggedFaults
}

// loggedFaults keeps what the server says of its own faults.
type loggedFaults struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (l *loggedFaults) Write(line []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(line)
}

func (l *loggedFaults) take() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	defer l.text.Reset()
	return l.text.String()
}

// newStand fills a data directory and opens the API over it, as serve does.
func newStand(t *testing.T, read said) *stand {
	t.Helper()
	s := newSession(t)
	runHere(t, "--data", s.Data, "ingest", "--progress", "none", "testdata/property", "testdata/relevance/notes")
	runHere(t, "--data", s.Data, "ingest", "--progress", "none", "--collection", "other-shelf", "testdata/property/talk.md")
	faults := &loggedFaults{}
	s.Log = slog.New(slog.NewTextHandler(faults, &slog.HandlerOptions{Level: slog.LevelError}))
	opened, err := s.Open(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { closeBase(t, opened) })
	if err := opened.CatchUp(t.Context()); err != nil {
		t.Fatal(err)
	}
	givenUp := quarry.Job{ // that can be retried, or dropped
		ID: "j_aaaaaaaaaaaaaaaaaaaa", State: quarry.JobGivenUp, CreatedAt: time.Now(), FinishedAt: time.Now(),
		Order: quarry.JobOrder{Kind: quarry.JobIngest, Files: []quarry.JobFile{{Collection: "main", Path: "lost.md", Spooled: "upload-0"}}},
	}
	if _, err := opened.Store.AddJob(t.Context(), givenUp, quarry.JobKey{}, time.Time{}); err != nil {
		t.Fatal(err)
	}
	desk, err := s.OpenDesk(t.Context(), opened, backup.NewFolder(&s.Dir, "", nil, ""))
	if err != nil {
		t.Fatal(err)
	}
	st := &stand{said: read, token: "open sesame", known: newPool(), log: faults}
	server, err := s.Handler(t.Context(), opened, api.Config{
		Addr: "127.0.0.1:8080", Access: api.Access{Keys: opened.Store, Token: st.token}, Writing: desk.Writing(opened),
	})
	if err != nil {
		t.Fatal(err)
	}
	st.handler = server.Handler()
	keepRunning(t, opened.Follow, desk.Run)
	st.hold(t, request{
		method: http.MethodPost, path: "/v1/documents", host: "localhost", withKey: true, body: []byte(`{"path":"first.md","content":"# First\n\nA job."}`),
		header: []pair{{"Content-Type", "application/json"}, {"Prefer", "wait=30"}},
	})
	st.harvest(t)
	return st
}

// keepRunning runs what a server does besides answering, until the test ends.
func keepRunning(t *testing.T, runs ...func(context.Context) error) {
	t.Helper()
	ctx, stop := context.WithCancel(t.Context())
	var group sync.WaitGroup
	for _, run := range runs {
		group.Go(func() {
			if err := run(ctx); err != nil && ctx.Err() == nil {
				t.Error(err)
			}
		})
	}
	t.Cleanup(func() {
		stop()
		group.Wait()
	})
}

// harvest asks every list for what there is, so that requests can name it.
func (s *stand) harvest(t *testing.T) {
	t.Helper()
	for _, operation := range s.operations {
		if operation.method != http.MethodGet || strings.Contains(operation.path, "{") {
			continue
		}
		asked := request{method: http.MethodGet, path: operation.path, host: "localhost", withKey: true}
		for _, ref := range operation.Parameters {
			switch named := ref.Value; {
			case named.Name == "limit":
				asked.query = append(asked.query, pair{"limit", "20"})
			case named.Required:
				asked.query = append(asked.query, pair{named.Name, exampleOf(named)})
			}
		}
		s.known.learn(operation.path, asked, s.ask(t, asked))
	}
	if ids := s.known.ids["/v1/questions"]; len(ids) < 5 {
		t.Fatalf("the lists name %d questions: there is too little to ask about", len(ids))
	}
}

// holdValid asks what the contract allows. It returns 1 where that was answered, 0
// where there is no such thing or a word is not known.
func (s *stand) holdValid(t *rapid.T, o operation) int {
	asked := s.known.valid(t, o)
	answer := s.hold(t, asked)
	s.known.learn(o.path, asked, answer)
	switch answer.Code {
	case http.StatusBadRequest, http.StatusUnprocessableEntity, http.StatusUnsupportedMediaType, http.StatusMethodNotAllowed, http.StatusUnauthorized, http.StatusForbidden:
	default:
		if answer.Code < http.StatusBadRequest {
			return 1
		}
		return 0
	}
	if complaint := asked.unexplained(o, answer); complaint != "" {
		t.Fatalf("%s\na valid request is refused: %s\n%s", asked, complaint, answer.Body)
	}
	return 0
}

// holdWild asks what no caller should.
func (s *stand) holdWild(t *rapid.T, o operation) {
	s.hold(t, s.known.wild(t, o))
}

// tester is what both sorts of test are.
type tester interface {
	Helper()
	Fatalf(format string, args ...any)
}

// hold asks, and holds the answer against everything that is true of all answers.
func (s *stand) hold(t tester, asked request) *httptest.ResponseRecorder {
	t.Helper()
	answer := s.ask(t, asked)
	faults := s.log.take()
	for _, err := range []error{
		wellBehaved(answer), s.conforms(asked, answer), leaksNothing(answer),
	} {
		if err != nil {
			t.Fatalf("%s\n%d %v\n%.800s\n%s\n%v", asked, answer.Code, answer.Header(), answer.Body, faults, err)
		}
	}
	return answer
}

func (s *stand) ask(t tester, asked request) *httptest.ResponseRecorder {
	t.Helper()
	answer := httptest.NewRecorder()
	made, stop := asked.make()
	defer stop()
	if asked.withKey && made.Header.Get("Authorization") == "" {
		made.Header.Set("Authorization", "Bearer "+s.token)
	}
	s.handler.ServeHTTP(answer, made)
	return answer
}

// wellBehaved reports what no answer may be, whatever was asked.
func wellBehaved(answer *httptest.ResponseRecorder) error {
	media := answer.Header().Get("Content-Type")
	switch {
	case answer.Code >= http.StatusInternalServerError && !isFull(answer):
		return errors.New("a fault of the server")
	case answer.Header().Get("X-Request-Id") == "":
		return errors.New("no X-Request-Id")
	case answer.Code >= http.StatusBadRequest && media != "application/problem+json":
		return fmt.Errorf("an error is %q", media)
	case answer.Code == http.StatusNotModified && answer.Body.Len() > 0:
		return errors.New("a 304 has a body")
	}
	return nil
}

// isFull reports whether an answer says that more jobs wait than may, and when to come
// again: these tests ask faster than any disk writes.
func isFull(answer *httptest.ResponseRecorder) bool {
	return answer.Code == http.StatusServiceUnavailable && answer.Header().Get("Retry-After") != "" && codeOf(answer) == "queue_full"
}

func codeOf(answer *httptest.ResponseRecorder) string {
	var problem view.Problem
	if json.Unmarshal(answer.Body.Bytes(), &problem) != nil {
		return ""
	}
	return problem.Code
}

// conforms holds an answer against the contract. What the contract does not
// describe has to be a problem.
func (s *stand) conforms(asked request, answer *httptest.ResponseRecorder) error {
	made, stop := asked.make()
	defer stop()
	if made.Method == http.MethodHead {
		made.Method = http.MethodGet
	}
	route, params, err := s.router.FindRoute(made)
	trailing := asked.path != "/" && strings.HasSuffix(asked.path, "/") // no route has one, and this router overlooks it
	if err != nil || trailing || answer.Code == http.StatusMethodNotAllowed || isNoRoute(answer) {
		return s.isProblem(asked, answer)
	}
	options := &openapi3filter.Options{IncludeResponseStatus: true, MultiError: true}
	media := answer.Header().Get("Content-Type")
	picked := answer.Code == http.StatusOK && made.URL.Query().Has("fields") // which may lack what the schema requires
	options.ExcludeResponseBody = strings.HasPrefix(media, "text/html") || asked.method == http.MethodHead || picked
	return openapi3filter.ValidateResponse(made.Context(), &openapi3filter.ResponseValidationInput{
		RequestValidationInput: &openapi3filter.RequestValidationInput{Request: made, PathParams: params, Route: route},
		Status:                 answer.Code, Header: answer.Header(),
		Body: io.NopCloser(bytes.NewReader(answer.Body.Bytes())), Options: options,
	})
}

// isNoRoute reports whether the router knew no such path: an id that is empty or
// has slashes makes another one.
func isNoRoute(answer *httptest.ResponseRecorder) bool {
	return answer.Code == http.StatusNotFound && codeOf(answer) == "route_unknown"
}

func (s *stand) isProblem(asked request, answer *httptest.ResponseRecorder) error {
	if asked.method == http.MethodHead || answer.Code == http.StatusNoContent {
		return nil // no body, and after a preflight none either
	}
	var body any
	if err := json.Unmarshal(answer.Body.Bytes(), &body); err != nil {
		return fmt.Errorf("what the contract does not describe is no problem: %w", err)
	}
	return s.document.Components.Schemas["Problem"].Value.VisitJSON(body)
}

// inside are words of the program, of its libraries and of its machine that no
// caller has business with. No request holds them.
var inside = regexp.MustCompile(`(?i)goroutine |runtime error|panic|\.go:\d|sqlite|SQL logic|no such (table|column)|quarry\.db|github\.com/|` +
	`api\.[A-Z]\w+(View|Request)|Go (value|struct)|json: |strconv\.|invalid character|unexpected EOF|bleve|context deadline|` + regexp.QuoteMeta(os.TempDir()) + `/`)

// leaksNothing reports an error that tells what is inside.
func leaksNothing(answer *httptest.ResponseRecorder) error {
	if answer.Code < http.StatusBadRequest {
		return nil
	}
	if found := inside.FindString(answer.Body.String() + fmt.Sprint(answer.Header())); found != "" {
		return fmt.Errorf("the answer tells %q", found)
	}
	return nil
}
