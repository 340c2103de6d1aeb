package main

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// paidEndpoint embeds, counts what it was asked for, and can be told to answer no
// more.
type paidEndpoint struct {
	*httptest.Server

	mu      sync.Mutex
	texts   int // that were embedded, probes and queries not
	most    int // after which nothing is answered; 0 for none
	reached chan struct{}
}

func newPaidEndpoint(t *testing.T) *paidEndpoint {
	t.Helper()
	e := &paidEndpoint{reached: make(chan struct{})}
	e.Server = httptest.NewServer(http.HandlerFunc(e.answer))
	t.Cleanup(e.Close)
	return e
}

func (e *paidEndpoint) answer(w http.ResponseWriter, r *http.Request) {
	var asked struct {
		Input []string `json:"input"`
	}
	if err := json.NewDecoder(r.Body).Decode(&asked); err != nil {
		w.WriteHeader(http.StatusBadRequest)
		return
	}
	if !e.takes(len(asked.Input)) {
		<-r.Context().Done() // the process that asked is killed
		return
	}
	answerEmbeddings(w, asked.Input)
}

// takes counts texts, and reports whether they are still answered.
func (e *paidEndpoint) takes(texts int) bool {
	e.mu.Lock()
	defer e.mu.Unlock()
	const beside = 8                   // texts that mean nothing are asked for once, beside queries
	if texts == 1 || texts == beside { // a query, or the word that tells the dimension
		return true
	}
	if e.most > 0 && e.texts+texts > e.most {
		close(e.reached)
		e.most = 0
		return false
	}
	e.texts += texts
	return true
}

// began returns how many texts were embedded, and counts anew up to so many.
func (e *paidEndpoint) began(most int) int {
	e.mu.Lock()
	defer e.mu.Unlock()
	counted := e.texts
	e.texts, e.most = 0, most
	return counted
}

// An endpoint that is slow and has its price is not asked twice for the same: a
// process that was killed while it embedded is gone on with by the next.
func TestAKilledEmbeddingIsGoneOnWithByTheNext(t *testing.T) {
	t.Parallel()
	notes, endpoint := writeNotes(t, 0, 450), newPaidEndpoint(t)
	by := []string{"--embedder", "openai", "--embedder-url", endpoint.URL, "--embedder-model", "tiny", "search", "-n", "1", "harbour 17"}
	search := func(data string) {
		t.Helper()
		if out, err := command(t, data, by...).CombinedOutput(); err != nil {
			t.Fatalf("search: %v\n%s", err, out)
		}
	}
	undisturbed, disturbed := t.TempDir(), t.TempDir()
	for _, data := range []string{undisturbed, disturbed} {
		ingestAll(t, data, notes)
	}
	search(undisturbed)
	all := endpoint.began(0)
	endpoint.began(all / 2)

	started := command(t, disturbed, by...)
	if err := started.Start(); err != nil {
		t.Fatal(err)
	}
	<-endpoint.reached
	if err := started.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	if err := started.Wait(); err == nil {
		t.Error("a process that was killed ended well")
	}
	first := endpoint.began(0)
	search(disturbed)
	second := endpoint.began(0)
	const lost = 256 + 64 // one write, and one request
	if first < all/2-64 || first+second > all+lost || second < all-first {
		t.Errorf("of %d texts %d were embedded before the kill and %d after it", all, first, second)
	}
	search(disturbed)
	if third := endpoint.began(0); third != 0 {
		t.Errorf("%d texts were embedded once more", third)
	}
	if diff := cmp.Diff(allVectors(t, undisturbed), allVectors(t, disturbed)); diff != "" {
		t.Errorf("vectors (-undisturbed +killed):\n%s", diff)
	}
}

// answerEmbeddings answers as an endpoint that embeds does, by the lengths of texts.
func answerEmbeddings(w io.Writer, texts []string) {
	type vector struct {
		Index     int       `json:"index"`
		Embedding []float32 `json:"embedding"`
	}
	var answer struct {
		Data []vector `json:"data"`
	}
	for i, text := range texts {
		answer.Data = append(answer.Data, vector{i, []float32{1, float32(len(text) % 11), float32(len(text) % 7)}})
	}
	_ = json.NewEncoder(w).Encode(answer)
}
