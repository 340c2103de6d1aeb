package api_test

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/getkin/kin-openapi/openapi3filter"
	"github.com/getkin/kin-openapi/routers"
	"github.com/getkin/kin-openapi/routers/legacy"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/api"
	"github.com/quarrykb/quarry/api/rest"
	"github.com/quarrykb/quarry/api/view"
	"github.com/quarrykb/quarry/openapi"
)

// kit is a server over fakes, whose every answer is held against the contract.
type kit struct {
	server   *api.Server
	handler  http.Handler
	store    *knowledge
	searcher *searcher
	follower *follower
	desk     *desk
	spool    *spool
	tutor    *tutor
	log      *safeBuffer
	contract contract
}

// safeBuffer is a log that several requests may write to.
type safeBuffer struct {
	mu  sync.Mutex
	all bytes.Buffer
}

func (b *safeBuffer) Write(line []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.all.Write(line)
}

func (b *safeBuffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.all.String()
}

// newKit builds the server; changes are made to its configuration first.
func newKit(tb testing.TB, changes ...func(*api.Config)) *kit {
	tb.Helper()
	k := &kit{
		store: testKnowledge(tb), searcher: &searcher{}, log: &safeBuffer{}, desk: newDesk(), spool: newSpool(),
		follower: &follower{state: quarry.FollowerState{Name: "lexical", Cursor: 7, Ready: true}},
	}
	k.tutor = newTutor(k.store)
	config := api.Config{
		Store:    k.store,
		Searcher: k.searcher, Suggester: k.searcher, Similar: k.searcher, Followers: []rest.Follower{k.follower}, Judge: strict{}, Lexicon: testLexicon(tb),
		Writing: k.testWriting(), Study: k.tutor, Access: api.Access{Token: testToken},
		Build: "test", Addr: "127.0.0.1:8080", Log: slog.New(slog.NewTextHandler(k.log, nil)),
		Now: time.Now, Random: rand.Reader,
	}
	for _, change := range changes {
		change(&config)
	}
	server, err := api.New(config)
	if err != nil {
		tb.Fatalf("api.New: %v", err)
	}
	k.server, k.handler = server, server.Handler()
	k.contract, err = readContract()
	if err != nil {
		tb.Fatalf("read the contract: %v", err)
	}
	return k
}

// contract is what answers are held against, read once for all tests.
type contract struct {
	document *openapi3.T
	router   routers.Router
	types    map[string]view.ProblemType // by code
}

var readContract = sync.OnceValues(func() (contract, error) {
	document, err := openapi3.NewLoader().LoadFromData(openapi.JSON30())
	if err != nil {
		return contract{}, err
	}
	openapi3filter.RegisterBodyDecoder("application/x-ndjson", openapi3filter.PlainBodyDecoder)
	openapi3filter.RegisterBodyDecoder("text/event-stream", openapi3filter.PlainBodyDecoder)
	router, err := legacy.NewRouter(document)
	if err != nil {
		return contract{}, err
	}
	var known []view.ProblemType
	err = json.Unmarshal(openapi.Problems(), &known)
	types := map[string]view.ProblemType{}
	for _, t := range known {
		types[t.Code] = t
	}
	return contract{document: document, router: router, types: types}, err
})

// request is a GET to localhost, of all that there is where it does not say what it is of.
func request(tb testing.TB, target string) *http.Request {
	tb.Helper()
	r := httptest.NewRequestWithContext(tb.Context(), http.MethodGet, target, nil)
	r.Host = "localhost"
	said, err := readContract()
	if err != nil {
		tb.Fatalf("read the contract: %v", err)
	}
	route, _, err := said.router.FindRoute(r)
	if err == nil && route.Operation.Parameters.GetByInAndName("query", "view") != nil && !strings.Contains(target, "view=") {
		r.URL.RawQuery = strings.TrimPrefix(r.URL.RawQuery+"&view=full", "&")
	}
	return r
}

// get asks, and holds the answer against the contract.
func (k *kit) get(tb testing.TB, target string) *httptest.ResponseRecorder {
	tb.Helper()
	return k.do(tb, request(tb, target))
}

// raw asks without the contract, for what it does not describe.
func (k *kit) raw(r *http.Request) *httptest.ResponseRecorder {
	answer := httptest.NewRecorder()
	k.handler.ServeHTTP(answer, r)
	return answer
}

func (k *kit) do(tb testing.TB, r *http.Request) *httptest.ResponseRecorder {
	tb.Helper()
	answer := k.raw(r)
	if err := errors.Join(k.conforms(r, answer), k.isExplained(r, answer)); err != nil {
		tb.Errorf("%s %.200s: the answer breaks the contract: %v\n%.500s", r.Method, r.URL, err, answer.Body)
	}
	return answer
}

// conforms holds an answer against the contract. Where the contract has no
// such route or method, the answer must be a problem.
func (k *kit) conforms(r *http.Request, answer *httptest.ResponseRecorder) error {
	route, path, err := k.contract.router.FindRoute(r)
	if trailing := r.URL.Path != "/" && strings.HasSuffix(r.URL.Path, "/"); err != nil || trailing {
		if err := k.isProblem(answer); err != nil {
			return fmt.Errorf("the contract has no such route, where every answer is a problem; of a new one `make generate` tells it: %w", err)
		}
		return nil
	}
	options := &openapi3filter.Options{IncludeResponseStatus: true, MultiError: true}
	if strings.HasPrefix(answer.Header().Get("Content-Type"), "text/html") {
		options.ExcludeResponseBody = true
	}
	if r.URL.Query().Has("fields") && answer.Code == http.StatusOK {
		return nil // what is picked may be anything of it
	}
	return openapi3filter.ValidateResponse(context.Background(), &openapi3filter.ResponseValidationInput{
		RequestValidationInput: &openapi3filter.RequestValidationInput{Request: r, PathParams: path, Route: route},
		Status:                 answer.Code, Header: answer.Header(),
		Body: io.NopCloser(bytes.NewReader(answer.Body.Bytes())), Options: options,
	})
}

// isExplained holds the code of a problem against the vocabulary, and against what
// the operation says that it answers. What answers that something is not there now may
// be any piece of the machinery.
func (k *kit) isExplained(r *http.Request, answer *httptest.ResponseRecorder) error {
	if answer.Header().Get("Content-Type") != "application/problem+json" || answer.Body.Len() == 0 {
		return nil
	}
	var got view.Problem
	if err := json.Unmarshal(answer.Body.Bytes(), &got); err != nil {
		return err
	}
	if known, explained := k.contract.types[got.Code]; !explained || known.Status != got.Status || got.Status != answer.Code {
		return fmt.Errorf("openapi/problems.json does not explain the code %q with the status %d", got.Code, answer.Code)
	}
	route, _, err := k.contract.router.FindRoute(r)
	if err != nil || strings.HasSuffix(r.URL.Path, "/") || answer.Code == http.StatusServiceUnavailable {
		return nil //nolint:nilerr // what the contract does not describe lists no codes
	}
	described := route.Operation.Responses.Value(strconv.Itoa(answer.Code))
	if described == nil || described.Value.Content["application/problem+json"].Examples[got.Code] == nil {
		return fmt.Errorf("%s does not list the code %q: name it in its annotation, @Failure %d {object} Problem \"%s, …\"",
			route.Operation.OperationID, got.Code, answer.Code, got.Code)
	}
	return nil
}

func (k *kit) isProblem(answer *httptest.ResponseRecorder) error {
	var body any
	if err := json.Unmarshal(answer.Body.Bytes(), &body); err != nil {
		return errors.Join(errors.New("no problem document"), err)
	}
	return k.contract.document.Components.Schemas["Problem"].Value.VisitJSON(body)
}

// decoded reads a body as a view; fields that the view lacks are a fault.
func decoded[V any](tb testing.TB, answer *httptest.ResponseRecorder, status int) V {
	tb.Helper()
	var shown V
	if answer.Code != status {
		tb.Fatalf("status = %d, want %d: %s", answer.Code, status, answer.Body)
	}
	decoder := json.NewDecoder(bytes.NewReader(answer.Body.Bytes()))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&shown); err != nil {
		tb.Fatalf("decode %s: %v", answer.Body, err)
	}
	return shown
}

// problem reads an error answer.
func problem(tb testing.TB, answer *httptest.ResponseRecorder, status int) view.Problem {
	tb.Helper()
	if got := answer.Header().Get("Content-Type"); got != "application/problem+json" {
		tb.Errorf("Content-Type = %q, want a problem: %s", got, answer.Body)
	}
	return decoded[view.Problem](tb, answer, status)
}
