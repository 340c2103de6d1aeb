package openai_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/search"
	"github.com/quarrykb/quarry/search/embed/openai"
)

// asked is what a test's endpoint was asked.
type asked struct {
	Model string   `json:"model"`
	Input []string `json:"input"`
}

// endpoint notes what it is asked, and lets answer reply to the n-th request,
// counted from 1.
type endpoint struct {
	*httptest.Server

	mu    sync.Mutex
	asked []asked
	keys  []string
}

func newEndpoint(t *testing.T, answer func(w http.ResponseWriter, a asked, n int)) *endpoint {
	t.Helper()
	e := &endpoint{}
	e.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var a asked
		if err := json.NewDecoder(r.Body).Decode(&a); err != nil || r.URL.Path != "/v1/embeddings" {
			http.Error(w, "what?", http.StatusNotFound)
			return
		}
		e.mu.Lock()
		e.asked, e.keys = append(e.asked, a), append(e.keys, r.Header.Get("Authorization"))
		n := len(e.asked)
		e.mu.Unlock()
		answer(w, a, n)
	}))
	t.Cleanup(e.Close)
	return e
}

// requests returns how many texts each request held.
func (e *endpoint) requests() []int {
	e.mu.Lock()
	defer e.mu.Unlock()
	var sizes []int
	for _, a := range e.asked {
		sizes = append(sizes, len(a.Input))
	}
	return sizes
}

// lengths answers each text with its length and 1, last text first.
func lengths(w http.ResponseWriter, a asked, _ int) {
	var parts []string
	for i, text := range slices.Backward(a.Input) {
		parts = append(parts, fmt.Sprintf(`{"object":"embedding","index":%d,"embedding":[%d,1]}`, i, len(text)))
	}
	_, _ = fmt.Fprintf(w, `{"object":"list","data":[%s],"model":%q}`, strings.Join(parts, ","), a.Model)
}

func says(body string) func(http.ResponseWriter, asked, int) {
	return func(w http.ResponseWriter, _ asked, _ int) { _, _ = w.Write([]byte(body)) }
}

func newEmbedder(t *testing.T, url string, change func(*openai.Options)) *openai.Embedder {
	t.Helper()
	o := openai.Options{URL: url + "/v1", Model: "tiny", Pause: time.Millisecond}
	if change != nil {
		change(&o)
	}
	e, err := openai.New(o)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

func TestVectorsComeInTheOrderOfTheTextsWhateverTheOrderOfTheAnswer(t *testing.T) {
	t.Parallel()
	server := newEndpoint(t, lengths)
	e := newEmbedder(t, server.URL, func(o *openai.Options) { o.Batch = 2 })
	got, err := e.Embed(t.Context(), []string{"a", " \n", "bread", "?!", "yeast and salt"}, search.TextEntry)
	want := [][]float32{{1, 1}, nil, {5, 1}, nil, {14, 1}}
	if diff := cmp.Diff(want, got); err != nil || diff != "" {
		t.Errorf("error %v, vectors (-want +got):\n%s", err, diff)
	}
	if sizes := server.requests(); !slices.Equal(sizes, []int{2, 1}) {
		t.Errorf("texts a request = %v, want [2 1]", sizes)
	}
	if e.Dim() != 2 || e.ID() != "openai/tiny/2" {
		t.Errorf("Dim = %d, ID = %q", e.Dim(), e.ID())
	}
}

func TestRequestsStayBelowTheirSize(t *testing.T) {
	t.Parallel()
	server := newEndpoint(t, lengths)
	e := newEmbedder(t, server.URL, func(o *openai.Options) { o.BatchBytes, o.TextBytes = 10, 8 })
	got, err := e.Embed(t.Context(), []string{"four", "five5", "yeastyéééé", "z"}, search.TextEntry)
	want := [][]float32{{4, 1}, {5, 1}, {8, 1}, {1, 1}}
	if diff := cmp.Diff(want, got); err != nil || diff != "" {
		t.Errorf("error %v, vectors (-want +got):\n%s", err, diff)
	}
	if sizes := server.requests(); !slices.Equal(sizes, []int{2, 2}) {
		t.Errorf("texts a request = %v, want [2 2]", sizes)
	}
}

func TestPrefixesTellQueriesFromEntries(t *testing.T) {
	t.Parallel()
	server := newEndpoint(t, lengths)
	e := newEmbedder(t, server.URL, func(o *openai.Options) { o.QueryPrefix, o.EntryPrefix = "query: ", "passage: " })
	for _, kind := range []search.TextKind{search.TextQuery, search.TextEntry} {
		if _, err := e.Embed(t.Context(), []string{"tort"}, kind); err != nil {
			t.Fatal(err)
		}
	}
	if got := []string{server.asked[0].Input[0], server.asked[1].Input[0]}; !slices.Equal(got, []string{"query: tort", "passage: tort"}) {
		t.Errorf("texts = %q", got)
	}
	if plain := newEmbedder(t, server.URL, nil).ID(); strings.TrimSuffix(plain, "/0") == strings.TrimSuffix(e.ID(), "/2") {
		t.Errorf("with and without prefixes the id is %q", plain)
	}
}

func TestWhatMayPassIsTriedAgain(t *testing.T) {
	t.Parallel()
	for name, fail := range map[string]func(http.ResponseWriter){
		"too many requests": func(w http.ResponseWriter) { w.WriteHeader(http.StatusTooManyRequests) },
		"a server's fault":  func(w http.ResponseWriter) { w.WriteHeader(http.StatusBadGateway) },
		"a body cut short": func(w http.ResponseWriter) {
			w.Header().Set("Content-Length", "400")
			_, _ = w.Write([]byte(`{"data":[{"index":0,"embed`))
		},
		"a list cut short":    func(w http.ResponseWriter) { _, _ = w.Write([]byte(`{"data":[{"index":0,"embed`)) },
		"a broken connection": func(http.ResponseWriter) { panic(http.ErrAbortHandler) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := newEndpoint(t, func(w http.ResponseWriter, a asked, n int) {
				if n < 3 {
					fail(w)
					return
				}
				lengths(w, a, n)
			})
			got, err := newEmbedder(t, server.URL, nil).Embed(t.Context(), []string{"ester"}, search.TextEntry)
			if err != nil || len(got) != 1 || !slices.Equal(got[0], []float32{5, 1}) {
				t.Errorf("Embed = %v, %v", got, err)
			}
			if n := len(server.requests()); n != 3 {
				t.Errorf("%d requests, want 3", n)
			}
		})
	}
}

func TestTheTimeThatTheEndpointAsksForIsWaited(t *testing.T) {
	t.Parallel()
	server := newEndpoint(t, func(w http.ResponseWriter, a asked, n int) {
		if n == 1 {
			w.Header().Set("Retry-After", "1")
			w.WriteHeader(http.StatusServiceUnavailable)
			return
		}
		lengths(w, a, n)
	})
	begun := time.Now()
	if _, err := newEmbedder(t, server.URL, nil).Embed(t.Context(), []string{"x"}, search.TextEntry); err != nil {
		t.Fatal(err)
	}
	if took := time.Since(begun); took < time.Second {
		t.Errorf("tried again after %v, want at least a second", took)
	}
}

func TestADateThatIsFarAwayIsNotWaitedFor(t *testing.T) {
	t.Parallel()
	now := time.Date(2024, 5, 1, 12, 0, 0, 0, time.UTC)
	server := newEndpoint(t, func(w http.ResponseWriter, _ asked, _ int) {
		w.Header().Set("Retry-After", now.Add(time.Hour).Format(http.TimeFormat))
		w.WriteHeader(http.StatusTooManyRequests)
	})
	e := newEmbedder(t, server.URL, func(o *openai.Options) { o.Now = func() time.Time { return now } })
	if _, err := e.Embed(t.Context(), []string{"x"}, search.TextEntry); !quarry.IsKind(err, quarry.KindUnavailable) {
		t.Errorf("error = %v, want unavailable", err)
	}
	if n := len(server.requests()); n != 1 {
		t.Errorf("%d requests, want 1", n)
	}
}

func TestAnswersThatAreWrongAreRefused(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct{ body, want string }{
		"one too few":       {`{"data":[{"index":0,"embedding":[1]}]}`, "1 vectors for 2 texts"},
		"one too many":      {`{"data":[{"index":0,"embedding":[1]},{"index":1,"embedding":[1]},{"index":2,"embedding":[1]}]}`, "3 vectors for 2 texts"},
		"one twice":         {`{"data":[{"index":0,"embedding":[1]},{"index":0,"embedding":[1]}]}`, "which text"},
		"no index":          {`{"data":[{"embedding":[1]},{"embedding":[1]}]}`, "which text"},
		"an index beyond":   {`{"data":[{"index":0,"embedding":[1]},{"index":2,"embedding":[1]}]}`, "which text"},
		"two lengths":       {`{"data":[{"index":0,"embedding":[1]},{"index":1,"embedding":[1,2]}]}`, "several lengths"},
		"no numbers":        {`{"data":[{"index":0,"embedding":[]},{"index":1,"embedding":[]}]}`, "0 numbers"},
		"another dimension": {`{"data":[{"index":0,"embedding":[1,2,3]},{"index":1,"embedding":[1,2,3]}]}`, "3 numbers, not 1 as before"},
		"null":              {`{"data":[{"index":0,"embedding":[null]},{"index":1,"embedding":[1]}]}`, "no list of vectors"},
		"NaN":               {`{"data":[{"index":0,"embedding":[NaN]},{"index":1,"embedding":[1]}]}`, "no list of vectors"},
		"beyond float32":    {`{"data":[{"index":0,"embedding":[1e39]},{"index":1,"embedding":[1]}]}`, "no list of vectors"},
		"base64":            {`{"data":[{"index":0,"embedding":"AACAPw=="},{"index":1,"embedding":"AACAPw=="}]}`, "no list of vectors"},
		"a page":            {`<html>Sign in</html>`, "no list of vectors"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := newEndpoint(t, says(tc.body))
			e := newEmbedder(t, server.URL, nil)
			if name != "no numbers" {
				e.Recall("openai/tiny/1")
			}
			got, err := e.Embed(t.Context(), []string{"a", "b"}, search.TextEntry)
			if !quarry.IsKind(err, quarry.KindUnavailable) || !strings.Contains(err.Error(), tc.want) {
				t.Errorf("Embed = %v, error %v, want unavailable with %q", got, err, tc.want)
			}
		})
	}
}

func TestAVectorOfZerosIsNone(t *testing.T) {
	t.Parallel()
	server := newEndpoint(t, says(`{"data":[{"index":0,"embedding":[0,-0.0]}]}`))
	got, err := newEmbedder(t, server.URL, nil).Embed(t.Context(), []string{"x"}, search.TextEntry)
	if err != nil || len(got) != 1 || got[0] != nil {
		t.Errorf("Embed = %v, %v, want one nil", got, err)
	}
}

func TestATextThatIsTooLongIsShortenedAndTheOthersAreNot(t *testing.T) {
	t.Parallel()
	server := newEndpoint(t, func(w http.ResponseWriter, a asked, n int) {
		if slices.ContainsFunc(a.Input, func(s string) bool { return len(s) > 600 }) {
			w.WriteHeader(http.StatusBadRequest)
			return
		}
		lengths(w, a, n)
	})
	got, err := newEmbedder(t, server.URL, nil).Embed(t.Context(),
		[]string{"salt", strings.Repeat("long ", 400), "flour", "water"}, search.TextEntry)
	want := [][]float32{{4, 1}, {500, 1}, {5, 1}, {5, 1}}
	if diff := cmp.Diff(want, got); err != nil || diff != "" {
		t.Errorf("error %v, vectors (-want +got):\n%s", err, diff)
	}
}

func TestAnEndpointThatRefusesEverythingIsSoonLeftAlone(t *testing.T) {
	t.Parallel()
	for status, most := range map[int]int{
		http.StatusBadRequest: 16, http.StatusUnauthorized: 1, http.StatusNotFound: 1, http.StatusTeapot: 1,
	} {
		server := newEndpoint(t, func(w http.ResponseWriter, _ asked, _ int) { w.WriteHeader(status) })
		texts := slices.Repeat([]string{strings.Repeat("word ", 1000)}, 64)
		_, err := newEmbedder(t, server.URL, nil).Embed(t.Context(), texts, search.TextEntry)
		if !quarry.IsKind(err, quarry.KindUnavailable) {
			t.Errorf("%d: error = %v, want unavailable", status, err)
		}
		if n := len(server.requests()); n > most {
			t.Errorf("%d: %d requests, want at most %d", status, n, most)
		}
	}
}

func TestAQueryIsAnsweredSoonOrNotAtAll(t *testing.T) {
	t.Parallel()
	answered := make(chan struct{})
	server := newEndpoint(t, func(http.ResponseWriter, asked, int) { <-answered })
	e := newEmbedder(t, server.URL, func(o *openai.Options) { o.QueryWithin = 50 * time.Millisecond })
	begun := time.Now()
	_, err := e.Embed(t.Context(), []string{"x"}, search.TextQuery)
	close(answered)
	if took := time.Since(begun); !quarry.IsKind(err, quarry.KindUnavailable) || took > 5*time.Second {
		t.Errorf("error %v after %v, want unavailable at once", err, took)
	}
}

func TestACallerThatStopsWaitingIsToldSo(t *testing.T) {
	t.Parallel()
	server := newEndpoint(t, lengths)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := newEmbedder(t, server.URL, nil).Embed(ctx, []string{"x"}, search.TextEntry); !errors.Is(err, context.Canceled) {
		t.Errorf("error = %v, want canceled", err)
	}
}

func TestNothingIsSentToAnotherHost(t *testing.T) {
	t.Parallel()
	other := newEndpoint(t, lengths)
	server := newEndpoint(t, func(w http.ResponseWriter, _ asked, _ int) {
		w.Header().Set("Location", other.URL+"/v1/embeddings")
		w.WriteHeader(http.StatusTemporaryRedirect)
	})
	_, err := newEmbedder(t, server.URL, nil).Embed(t.Context(), []string{"x"}, search.TextEntry)
	if !quarry.IsKind(err, quarry.KindUnavailable) || !strings.Contains(err.Error(), "another host") {
		t.Errorf("error = %v, want unavailable because of another host", err)
	}
	if here, there := len(server.requests()), len(other.requests()); here != 1 || there != 0 {
		t.Errorf("%d requests here, %d there, want 1 and 0", here, there)
	}
}

func TestTheKeyIsSentAndNeverShown(t *testing.T) {
	t.Parallel()
	const key = "sk-very-secret"
	server := newEndpoint(t, func(w http.ResponseWriter, _ asked, _ int) {
		http.Error(w, "wrong key "+key, http.StatusUnauthorized)
	})
	withKey := func(o *openai.Options) { o.Key = key }
	_, err := newEmbedder(t, server.URL, withKey).Embed(t.Context(), []string{"a secret text"}, search.TextEntry)
	if err == nil || strings.Contains(err.Error(), key) || strings.Contains(err.Error(), "secret text") {
		t.Errorf("error = %v, want one without key and text", err)
	}
	if server.keys[0] != "Bearer "+key {
		t.Errorf("Authorization = %q", server.keys[0])
	}
	address := server.URL + "?token=" + key
	server.Close()
	down, err := openai.New(openai.Options{URL: address, Model: "tiny", Tries: 1})
	if err != nil {
		t.Fatal(err)
	}
	if err := down.Probe(t.Context()); !quarry.IsKind(err, quarry.KindUnavailable) || strings.Contains(err.Error(), key) {
		t.Errorf("error = %v, want unavailable without the address", err)
	}
}

func TestOptionsThatCannotWorkAreRefused(t *testing.T) {
	t.Parallel()
	for name, o := range map[string]openai.Options{
		"no address":          {Model: "m"},
		"no host":             {URL: "http://", Model: "m"},
		"a file":              {URL: "file:///etc/passwd", Model: "m"},
		"a broken address":    {URL: "http://sk-secret@%zz", Model: "m"},
		"a password in it":    {URL: "http://u:sk-secret@127.0.0.1/v1", Model: "m"},
		"no model":            {URL: "http://127.0.0.1/v1"},
		"a line in the key":   {URL: "http://127.0.0.1/v1", Model: "m", Key: "sk-secret\nX: y"},
		"a model without end": {URL: "http://127.0.0.1/v1", Model: strings.Repeat("m", 1000)},
	} {
		_, err := openai.New(o)
		if !quarry.IsKind(err, quarry.KindInvalid) || strings.Contains(err.Error(), "sk-secret") {
			t.Errorf("%s: error = %v, want invalid and without a secret", name, err)
		}
	}
}

func TestTheDimensionIsRecalledFromAnIDOfTheSameModelOnly(t *testing.T) {
	t.Parallel()
	for id, want := range map[string]bool{
		"openai/tiny/384": true, "openai/tiny/0": false, "openai/tiny/": false, "openai/tiny/384x": false,
		"openai/other/384": false, "openai/tiny/v2/384": false, "lsa/100/ab": false, "openai/tiny/99999999": false,
	} {
		e := newEmbedder(t, "http://127.0.0.1:1", nil)
		if got := e.Recall(id); got != want || want != (e.Dim() == 384) {
			t.Errorf("Recall(%q) = %t, then the id is %q", id, got, e.ID())
		}
	}
}
