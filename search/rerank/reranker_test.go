package rerank_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/search/rerank"
)

// asked is what a test's server was asked, in either form.
type asked struct {
	Model     string   `json:"model"`
	Query     string   `json:"query"`
	Documents []string `json:"documents"`
	TopN      int      `json:"top_n"`
	Texts     []string `json:"texts"`
	Truncate  bool     `json:"truncate"`

	key string
}

func (a asked) all() []string { return append(slices.Clone(a.Documents), a.Texts...) }

// server notes what it is asked, and lets answer reply to the n-th request, counted from 1.
type server struct {
	*httptest.Server

	mu    sync.Mutex
	asked []asked
}

func newServer(t *testing.T, answer func(w http.ResponseWriter, a asked, n int)) *server {
	t.Helper()
	s := &server{}
	s.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		a := asked{key: r.Header.Get("Authorization")}
		if err := json.NewDecoder(r.Body).Decode(&a); err != nil || !strings.HasSuffix(r.URL.Path, "/rerank") {
			http.Error(w, "what?", http.StatusNotFound)
			return
		}
		s.mu.Lock()
		s.asked = append(s.asked, a)
		n := len(s.asked)
		s.mu.Unlock()
		answer(w, a, n)
	}))
	t.Cleanup(s.Close)
	return s
}

func (s *server) requests() []asked {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.asked)
}

// byLength scores every text by its length, last text first, as Jina and Cohere do.
func byLength(w http.ResponseWriter, a asked, _ int) {
	var parts []string
	for i, text := range slices.Backward(a.Documents) {
		parts = append(parts, fmt.Sprintf(`{"index":%d,"relevance_score":%d.5,"document":{"text":%q}}`, i, len(text), text))
	}
	_, _ = fmt.Fprintf(w, `{"model":%q,"usage":{"total_tokens":9},"results":[%s]}`, a.Model, strings.Join(parts, ","))
}

// likeTEI takes texts alone, and so many of them.
func likeTEI(most int) func(http.ResponseWriter, asked, int) {
	return func(w http.ResponseWriter, a asked, _ int) {
		switch {
		case a.Texts == nil:
			http.Error(w, "missing field `texts`", http.StatusUnprocessableEntity)
			return
		case len(a.Texts) > most:
			http.Error(w, `{"error":"batch size","error_type":"Validation"}`, http.StatusRequestEntityTooLarge)
			return
		}
		var parts []string
		for i, text := range slices.Backward(a.Texts) {
			parts = append(parts, fmt.Sprintf(`{"index":%d,"score":%d.5}`, i, len(text)))
		}
		_, _ = fmt.Fprintf(w, `[%s]`, strings.Join(parts, ","))
	}
}

func says(body string) func(http.ResponseWriter, asked, int) {
	return func(w http.ResponseWriter, _ asked, _ int) { _, _ = w.Write([]byte(body)) }
}

func newReranker(t *testing.T, url string, change func(*rerank.Options)) *rerank.Reranker {
	t.Helper()
	o := rerank.Options{URL: url + "/v1", Model: "tiny", Pause: time.Millisecond}
	if change != nil {
		change(&o)
	}
	r, err := rerank.New(o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = r.Close() })
	return r
}

func TestScoresComeInTheOrderOfTheTexts(t *testing.T) {
	t.Parallel()
	s := newServer(t, byLength)
	got, err := newReranker(t, s.URL, func(o *rerank.Options) { o.Key = "sk-key" }).Rerank(t.Context(), "q", []string{"a", "bread", "yes"})
	if diff := cmp.Diff([]float64{1.5, 5.5, 3.5}, got); err != nil || diff != "" {
		t.Errorf("error %v, scores (-want +got):\n%s", err, diff)
	}
	want := asked{Model: "tiny", Query: "q", Documents: []string{"a", "bread", "yes"}, TopN: 3, key: "Bearer sk-key"}
	if diff := cmp.Diff(want, s.requests()[0], cmp.AllowUnexported(asked{})); diff != "" {
		t.Errorf("request (-want +got):\n%s", diff)
	}
}

func TestAServerThatTakesTextsIsAskedInItsWay(t *testing.T) {
	t.Parallel()
	s := newServer(t, likeTEI(2))
	r := newReranker(t, s.URL, nil)
	for _, query := range []string{"first", "second"} {
		got, err := r.Rerank(t.Context(), query, []string{"a", "bread", "yes", "yeast"})
		if diff := cmp.Diff([]float64{1.5, 5.5, 3.5, 5.5}, got); err != nil || diff != "" {
			t.Errorf("error %v, scores (-want +got):\n%s", err, diff)
		}
	}
	var sizes []string
	for _, a := range s.requests() {
		form := "documents"
		if a.Texts != nil {
			form = "texts"
		}
		sizes = append(sizes, fmt.Sprintf("%s %d", form, len(a.all())))
	}
	want := []string{"documents 4", "texts 4", "documents 2", "texts 2", "texts 2", "texts 4", "texts 2", "texts 2"}
	if diff := cmp.Diff(want, sizes); diff != "" {
		t.Errorf("requests (-want +got):\n%s", diff)
	}
}

func TestTheSameSearchIsReadOnce(t *testing.T) {
	t.Parallel()
	s := newServer(t, byLength)
	r := newReranker(t, s.URL, nil)
	for _, texts := range [][]string{{"a", "b"}, {"a", "b"}, {"a", "c"}} {
		if _, err := r.Rerank(t.Context(), "q", texts); err != nil {
			t.Fatal(err)
		}
	}
	s.Close()
	if _, err := r.Rerank(t.Context(), "q", []string{"a", "b"}); err != nil || len(s.requests()) != 2 {
		t.Errorf("error %v after %d requests, want what was read before after 2", err, len(s.requests()))
	}
}

func TestLongTextsAreSentInPart(t *testing.T) {
	t.Parallel()
	s := newServer(t, byLength)
	if _, err := newReranker(t, s.URL, nil).Rerank(t.Context(), strings.Repeat("q", 5000), []string{strings.Repeat("é", 5000), "b"}); err != nil {
		t.Fatal(err)
	}
	if a := s.requests()[0]; len(a.Query) != 400 || len(a.Documents[0]) != 1200 {
		t.Errorf("sent %d bytes of the query and %d of a text, want 400 and 1200", len(a.Query), len(a.Documents[0]))
	}
}

func TestWhatMayPassIsTriedOnceMore(t *testing.T) {
	t.Parallel()
	for name, fail := range map[string]func(http.ResponseWriter){
		"too many requests": func(w http.ResponseWriter) {
			w.Header().Set("Retry-After", "0")
			w.WriteHeader(http.StatusTooManyRequests)
		},
		"a server's fault": func(w http.ResponseWriter) { w.WriteHeader(http.StatusInternalServerError) },
		"a body cut short": func(w http.ResponseWriter) {
			w.Header().Set("Content-Length", "400")
			_, _ = w.Write([]byte(`{"results":[{"index":0,`))
		},
		"a list cut short": func(w http.ResponseWriter) { _, _ = w.Write([]byte(`{"results":[{"index":0,`)) },
	} {
		s := newServer(t, func(w http.ResponseWriter, a asked, n int) {
			if n == 1 {
				fail(w)
				return
			}
			byLength(w, a, n)
		})
		got, err := newReranker(t, s.URL, nil).Rerank(t.Context(), "q", []string{"a", "bc"})
		if !slices.Equal(got, []float64{1.5, 2.5}) || err != nil || len(s.requests()) != 2 {
			t.Errorf("%s: scores %v, error %v after %d requests", name, got, err, len(s.requests()))
		}
	}
}

func TestAnswersThatAreWrongAreRefused(t *testing.T) {
	t.Parallel()
	for name, body := range map[string]string{
		"one too few":     `{"results":[{"index":0,"relevance_score":1}]}`,
		"one too many":    `[{"index":0,"score":1},{"index":1,"score":1},{"index":2,"score":1}]`,
		"one twice":       `{"results":[{"index":0,"relevance_score":1},{"index":0,"relevance_score":1}]}`,
		"no index":        `{"results":[{"relevance_score":1},{"relevance_score":1}]}`,
		"an index beyond": `{"results":[{"index":0,"relevance_score":1},{"index":2,"relevance_score":1}]}`,
		"no score":        `{"results":[{"index":0},{"index":1}]}`,
		"beyond a number": `{"results":[{"index":0,"relevance_score":1e999},{"index":1,"relevance_score":1}]}`,
		"a page":          `<html>Sign in</html>`,
		"nothing":         ``,
	} {
		s := newServer(t, says(body))
		if got, err := newReranker(t, s.URL, nil).Rerank(t.Context(), "q", []string{"secret", "b"}); err == nil || strings.Contains(err.Error(), "secret") {
			t.Errorf("%s: scores %v, error %v; want one without a text", name, got, err)
		}
	}
}

func TestAServerThatRefusesEverythingIsSoonLeftAlone(t *testing.T) {
	t.Parallel()
	s := newServer(t, func(w http.ResponseWriter, _ asked, _ int) { w.WriteHeader(http.StatusBadRequest) })
	r := newReranker(t, s.URL, nil)
	_, err := r.Rerank(t.Context(), "q", slices.Repeat([]string{"text"}, 50))
	if n := len(s.requests()); err == nil || !strings.Contains(err.Error(), "--reranker-url") || n > 12 {
		t.Errorf("error %v after %d requests, want one that says what to do after 12 at most", err, n)
	}
	for range 3 {
		_, err = r.Rerank(t.Context(), "q", []string{"text"})
	}
	if !quarry.IsKind(err, quarry.KindUnavailable) {
		t.Errorf("error = %v, want that it is not asked any more", err)
	}
}

func TestASlowServerIsNotWaitedForAndThenNotAsked(t *testing.T) {
	t.Parallel()
	released := make(chan struct{})
	s := newServer(t, func(http.ResponseWriter, asked, int) { <-released })
	t.Cleanup(func() { close(released) }) // before the server is closed, which waits for its answers
	at := time.Unix(1e9, 0)
	r := newReranker(t, s.URL, func(o *rerank.Options) { o.Within, o.Now = 20*time.Millisecond, func() time.Time { return at } })
	for n := range 3 {
		if _, err := r.Rerank(t.Context(), strconv.Itoa(n), []string{"a", "b"}); err == nil || quarry.IsKind(err, quarry.KindUnavailable) || r.Trouble() != "" && n < 2 {
			t.Errorf("search %d: error = %v, trouble %q; want one that is told", n, err, r.Trouble())
		}
	}
	if _, err := r.Rerank(t.Context(), "x", []string{"a", "b"}); !quarry.IsKind(err, quarry.KindUnavailable) || r.Trouble() == "" {
		t.Errorf("error = %v, trouble %q; want that it is not asked", err, r.Trouble())
	}
	if err := r.Close(); err != nil {
		t.Error(err)
	}
	if n := len(s.requests()); n > 4 {
		t.Errorf("%d requests, want 3 and a probe at most", n)
	}
}

func TestACallerThatStopsWaitingIsToldSo(t *testing.T) {
	t.Parallel()
	ctx, stop := context.WithCancel(t.Context())
	stop()
	s := newServer(t, byLength)
	if _, err := newReranker(t, s.URL, nil).Rerank(ctx, "q", []string{"a", "b"}); err == nil || len(s.requests()) > 0 {
		t.Errorf("error = %v after %d requests, want one at once", err, len(s.requests()))
	}
}
