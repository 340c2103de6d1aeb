package api_test

import (
	"bytes"
	"errors"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/api"
	"github.com/quarrykb/quarry/openapi"
)

// provocations make a working request to an operation fail with a status: each changes
// the server and the request, or the request alone. What stands before every route, the
// keys and limits of callers, has tests of its own.
func provocations() map[int]func(*kit, *http.Request) {
	return map[int]func(*kit, *http.Request){
		http.StatusBadRequest: func(_ *kit, r *http.Request) { r.URL.RawQuery += "&no_such=parameter" },
		http.StatusNotFound:   func(_ *kit, r *http.Request) { nameNothing(r) },
		http.StatusGone: func(k *kit, _ *http.Request) {
			k.searcher.fault = quarry.Errorf(quarry.KindExpired, "it is over").WithCode("cursor_expired")
		},
		http.StatusRequestEntityTooLarge: func(k *kit, r *http.Request) { askTooMuch(k, r) },
		http.StatusUnsupportedMediaType:  func(_ *kit, r *http.Request) { r.Header.Set("Content-Type", "text/plain") },
		http.StatusMisdirectedRequest:    func(_ *kit, r *http.Request) { r.Host = "evil.example" },
		http.StatusServiceUnavailable: func(k *kit, _ *http.Request) {
			k.store.revisionFault = quarry.Errorf(quarry.KindUnavailable, "the store does not answer")
			k.store.fault = k.store.revisionFault
			k.searcher.fault = k.store.fault
		},
	}
}

// ownTests are the statuses that no provocation stands for: other tests answer them,
// or they depend on what a single operation does.
func ownTests() []int {
	return []int{
		http.StatusUnauthorized, http.StatusForbidden, http.StatusTooManyRequests,
		http.StatusConflict, http.StatusUnprocessableEntity, http.StatusInsufficientStorage, http.StatusInternalServerError, http.StatusNotAcceptable,
	}
}

func TestEveryOperationAnswersTheFailuresThatItLists(t *testing.T) {
	t.Parallel()
	k := newKit(t)
	for _, operation := range readOperations(t) {
		for _, failure := range operation.Failures {
			provoke, known := provocations()[failure.Status]
			if !known && !slices.Contains(ownTests(), failure.Status) {
				t.Errorf("%s lists %d, and nothing here shows that it can answer that: add a provocation", operation.ID, failure.Status)
			}
			if known && isReading(operation) && !isOwn(operation, failure.Status) {
				k.fails(t, operation, provoke, failure.Status)
			}
		}
	}
}

// isOwn reports whether an operation answers a status for a reason of its own: a batch
// is unavailable where it gets no turn, which is shown where turns are tested, and says
// anything else in its items; the page refuses of a query no more than a key in it.
func isOwn(operation openapi.Operation, status int) bool {
	batch := operation.Path == "/v1/search/batch" && status == http.StatusServiceUnavailable
	page := operation.Path == "/" && status == http.StatusBadRequest
	return batch || page
}

// fails provokes an operation to answer with a status.
func (k *kit) fails(t *testing.T, operation openapi.Operation, provoke func(*kit, *http.Request), status int) {
	t.Helper()
	r := working(t, operation)
	k.works()
	provoke(k, r)
	if answer := k.do(t, r); answer.Code != status {
		t.Errorf("%s lists %d, and answers %s with %d: %s", operation.ID, status, r.URL, answer.Code, answer.Body)
	}
}

// The kit holds every answer against the contract, and so finds what is not listed.
func TestNoOperationAnswersAFailureThatItDoesNotList(t *testing.T) {
	t.Parallel()
	k := newKit(t)
	rare := []int{http.StatusGone, http.StatusRequestEntityTooLarge} // faults that only some stores and searchers have
	for _, operation := range readOperations(t) {
		if !isReading(operation) {
			continue
		}
		for status, provoke := range provocations() {
			if !slices.Contains(rare, status) {
				r := working(t, operation)
				k.works()
				provoke(k, r)
				k.do(t, r)
			}
		}
	}
}

func TestEveryOperationCanFailForAFaultOfOurs(t *testing.T) {
	t.Parallel()
	k := newKit(t, func(c *api.Config) { c.Random = iotest.ErrReader(errors.New("there is no chance")) })
	for _, operation := range readOperations(t) {
		problem(t, k.do(t, working(t, operation)), http.StatusInternalServerError)
	}
}

// works takes away every fault.
func (k *kit) works() { k.store.fault, k.store.revisionFault, k.searcher.fault = nil, nil, nil }

// isReading leaves out what changes something, or tells of it: that is shown where it
// is tested.
func isReading(operation openapi.Operation) bool {
	if strings.HasPrefix(operation.Path, "/v1/jobs") || strings.HasPrefix(operation.Path, "/v1/admin") {
		return false
	}
	return operation.Method == http.MethodGet || len(bodies()[operation.ID]) > 0
}

// bodies are what operations are sent that read, by their ids.
func bodies() map[string]string {
	return map[string]string{
		"searchBatch": `{"queries":[{"q":"clay"}]}`,
		"checkAnswer": `{"answer":"It fires clay."}`,
	}
}

func readOperations(t *testing.T) []openapi.Operation {
	t.Helper()
	all, err := openapi.Operations()
	if err != nil || len(all) < 30 {
		t.Fatalf("%d operations, error %v", len(all), err)
	}
	return all
}

// working is a request that the operation answers well.
func working(t *testing.T, operation openapi.Operation) *http.Request {
	t.Helper()
	path := strings.NewReplacer(
		"questions/{id}", "questions/q_aaaaaaaaaaaaaaaaaaaa", "facts/{id}", "facts/f_aaaaaaaaaaaaaaaaaaaa",
		"specs/{id}", "specs/s_aaaaaaaaaaaaaaaaaaaa", "conflicts/{id}", "conflicts/c_aaaaaaaaaaaaaaaaaaaa",
		"passages/{id}", "passages/p_aaaaaaaaaaaaaaaaaaaa", "devices/{id}", "devices/k100",
		"documents/{id}", "documents/"+string(notesID), "{code}", "not_found").Replace(operation.Path)
	query := url.Values{}
	for _, name := range operation.Needed() {
		query.Set(name, map[string]string{"q": "clay", "devices": "k100,k200"}[name])
	}
	r := httptest.NewRequestWithContext(t.Context(), operation.Method, path+"?"+query.Encode(), bytes.NewReader([]byte(bodies()[operation.ID])))
	r.Host = "localhost"
	if operation.Method != http.MethodGet {
		r.Header.Set("Content-Type", "application/json")
	}
	return r
}

// nameNothing asks for something that is not there.
func nameNothing(r *http.Request) {
	if r.URL.Path == "/v1/specs/compare" {
		r.URL.RawQuery = "devices=k100,zzyzx"
		return
	}
	parts := strings.Split(r.URL.Path, "/")
	for i, part := range parts {
		if i > 1 && (strings.Contains(part, "_") || parts[i-1] == "devices") {
			parts[i] = "zzyzx_nothing"
		}
	}
	r.URL.Path = strings.Join(parts, "/")
}

// askTooMuch sends a body that is too long, or asks for more than is compared.
func askTooMuch(k *kit, r *http.Request) {
	if r.Method != http.MethodGet {
		r.Body = readCloser{bytes.NewReader(bytes.Repeat([]byte(" "), 2<<20))}
		return
	}
	k.store.fault = quarry.Errorf(quarry.KindTooLarge, "more than that: name attributes")
}

// Where reading is closed, what lists no key_missing answers without a key.
func TestOnlyWhatListsAMissingKeyAsksForOne(t *testing.T) {
	t.Parallel()
	k, _ := newGuarded(t, closed)
	for _, operation := range readOperations(t) {
		if !isReading(operation) {
			continue
		}
		listed := slices.ContainsFunc(operation.Failures, func(f openapi.Failure) bool { return slices.Contains(f.Codes, "key_missing") })
		if asked := k.do(t, working(t, operation)).Code == http.StatusUnauthorized; asked != listed {
			t.Errorf("%s asks for a key: %t, and lists key_missing: %t", operation.ID, asked, listed)
		}
	}
}
