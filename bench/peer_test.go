package main

import (
	"net/http"
	"path/filepath"
	"testing"

	"github.com/blevesearch/bleve/v2"
	"github.com/google/go-cmp/cmp"

	"github.com/quarrykb/quarry/bench/generate"
)

func TestThePeerOfIngestWritesTheSameRowsAndEntries(t *testing.T) {
	t.Parallel()
	documents := generate.Documents(seed, 12)
	p, err := newIngestPeer(t.Context(), filepath.Join(t.TempDir(), "reference"), documents)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if _, err := p.run(t.Context(), dir); err != nil {
		t.Fatal(err)
	}
	rows, err := rowsByDocument(t.Context(), database(dir))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(p.rows, rows, cmp.AllowUnexported(insertion{})); diff != "" {
		t.Errorf("rows differ (-quarry +peer):\n%s", diff)
	}
	index, err := bleve.Open(filepath.Join(dir, "index"))
	if err != nil {
		t.Fatal(err)
	}
	count, err := index.DocCount()
	if err != nil || int(count) != len(p.entries) || count == 0 {
		t.Errorf("%d entries in the bare index, %v, want %d", count, err, len(p.entries))
	}
	if err := index.Close(); err != nil {
		t.Error(err)
	}
}

func TestTheBareHandlerAnswersAsQuarryDoes(t *testing.T) {
	t.Parallel()
	b := filledBase(t, 60)
	ids, err := firstIDs(t.Context(), b.store, samples)
	if err != nil {
		t.Fatal(err)
	}
	bare, err := openBareQuestions(t.Context(), b.session.Database())
	if err != nil {
		t.Fatal(err)
	}
	a := &asked{session: b.session, store: b.store, ids: ids}
	if _, err := compareHandlers(t.Context(), a, bare); err != nil {
		t.Error(err)
	}
	if err := bare.close(); err != nil {
		t.Error(err)
	}
}

func TestTheServerAnswersOverLoopback(t *testing.T) {
	t.Parallel()
	b := filledBase(t, 20)
	l, err := b.serve(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, query := range generate.Queries(seed, 4) {
		if _, err := l.get(t.Context(), searchPath(query, keepTexts)); err != nil {
			t.Error(err)
		}
	}
	if _, err := l.get(t.Context(), "/v1/questions/q_none"); err == nil {
		t.Error("a question that is not there was answered")
	}
	if err := l.close(); err != nil {
		t.Error(err)
	}
}

func TestAConstantIsJSONOfItsSize(t *testing.T) {
	t.Parallel()
	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, "http://localhost/", http.NoBody)
	if err != nil {
		t.Fatal(err)
	}
	if got := len(answerOf(constant(1234), request)); got != 1234 {
		t.Errorf("%d bytes, want 1234", got)
	}
}

// filledBase is a base of so many generated documents.
func filledBase(t *testing.T, documents int) *base {
	t.Helper()
	b, err := openBase(t.Context(), t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := b.close(); err != nil {
			t.Error(err)
		}
	})
	if err := b.fill(t.Context(), generate.Documents(seed, documents)); err != nil {
		t.Fatal(err)
	}
	return b
}
