package app

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/api/view"
	"github.com/quarrykb/quarry/cmd/quarry/backup"
	"github.com/quarrykb/quarry/cmd/quarry/present"
	"github.com/quarrykb/quarry/store/storetest"
)

// heardOutput is an output that is read while it is written.
type heardOutput struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (o *heardOutput) Write(p []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.text.Write(p)
}

// behind returns what stands behind some words in a line, "" where they do not.
func (o *heardOutput) behind(words string) string {
	o.mu.Lock()
	defer o.mu.Unlock()
	_, rest, found := strings.Cut(o.text.String(), words)
	line, _, whole := strings.Cut(rest, "\n")
	if !found || !whole {
		return ""
	}
	return line
}

// A server whose vectors an endpoint makes anew for hours is ready with the old ones,
// and follows everything else.
func TestAServerStartsBeforeItsVectorsAreMadeAnew(t *testing.T) {
	t.Parallel()
	s := newRun(t)
	before, err := s.Open(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	fillApp(t, before)
	closeApp(t, before)

	endpoint := newSlow(t)
	output := &heardOutput{}
	s.Out = output
	s.Embedder = EmbedderChoice{Embedder: "openai", EmbedderURL: endpoint.URL, EmbedderModel: "tiny"}
	ctx, stop := context.WithTimeout(t.Context(), time.Minute)
	opened, err := s.OpenFor(ctx, Settle)
	if err != nil {
		t.Fatal(err)
	}
	defer closeApp(t, opened)
	held, err := s.Acquire(ctx, "serve")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = held.Release() }() // the directory goes with the test
	var group sync.WaitGroup
	defer group.Wait()
	defer stop()
	defer close(endpoint.let)
	group.Go(func() {
		if err := s.serveOpened(ctx, Serving{
			Addr: "127.0.0.1:0", NoStarter: true, Backups: backup.NewFolder(&s.Dir, "", nil, ""),
		}, held, opened); err != nil {
			t.Error(err)
		}
	})
	awaitUntil(ctx, t, "the server to be ready", func() bool { return output.behind("ready at ") != "" })
	if reasons := readyReasons(t, output.behind("ready at ")); !strings.Contains(strings.Join(reasons, "; "), "vector: building: ") {
		t.Errorf("reasons = %q, want that vectors are made anew", reasons)
	}
	saveIn(t, opened, storetest.NewDraft("late.md").Fact("Late", "A late loaf rises slowly.").Knowledge())
	opened.Follower.Notify()
	awaitUntil(ctx, t, "the index to follow", func() bool {
		revision, err := opened.Store.Revision(ctx)
		return err == nil && opened.Follower.State(ctx).Cursor >= revision
	})
}

func TestAFirstStartSaysHowManyDocumentsAreRead(t *testing.T) {
	t.Parallel()
	opened, err := newRun(t).Open(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer closeApp(t, opened)
	v := &server{opened: opened}
	v.read.Store(12)
	v.toRead.Store(15)
	want := quarry.FollowerState{Name: "starter", Reason: "reading the starter corpus", Done: 12, Total: 15}
	if diff := cmp.Diff(want, v.starterState(t.Context())); diff != "" {
		t.Errorf("while it reads (-want +got):\n%s", diff)
	}
	v.filled.Store(true)
	if got := v.starterState(t.Context()); !got.Ready || got.Total != 0 {
		t.Errorf("once all are read: %+v, want ready, and nothing to do", got)
	}
}

// An index that takes in everything does not know how much that is: the entries are counted
// for it.
func TestAServerShowsTheFirstThatItWaitsFor(t *testing.T) {
	t.Parallel()
	var shown []string
	w := waiting{entries: func() int { return 40 }, displays: func(what string, entries func() int) *Indexing {
		return &Indexing{Entries: entries, Steps: present.Steps{
			Show: func(done, of int) { shown = append(shown, fmt.Sprintf("%s %d/%d", what, done, of)) },
			End:  func() { shown = append(shown, what+" ended") },
		}}
	}}
	for _, states := range [][]quarry.FollowerState{
		{{Name: "links", Aside: true, Done: 1, Total: 5}, {Name: "glossary", Ready: true, Done: 1, Total: 5}, {Name: "conflicts"}},
		{{Name: "conflicts", Done: 1, Total: 5}, {Name: "lexical", Ready: true, Building: true, Done: 20}},
		{{Name: "lexical", Ready: true, Building: true, Done: 20}},
	} {
		w.show(states)
	}
	w.end()
	w.end()
	want := []string{"indexing, conflicts 1/5", "indexing, conflicts ended", "indexing, lexical 20/40", "indexing, lexical ended"}
	if diff := cmp.Diff(want, shown); diff != "" {
		t.Errorf("shown (-want +got):\n%s", diff)
	}
}

// readyReasons returns what /readyz says in a 200.
func readyReasons(t *testing.T, address string) []string {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, address+"/readyz", http.NoBody)
	if err != nil {
		t.Fatal(err)
	}
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = answer.Body.Close() }()
	var ready view.Readiness
	if err := json.NewDecoder(answer.Body).Decode(&ready); err != nil || answer.StatusCode != http.StatusOK {
		t.Errorf("status %d (%v), want 200", answer.StatusCode, err)
	}
	return ready.Reasons
}

// awaitUntil waits until something holds, as long as the context lasts.
func awaitUntil(ctx context.Context, t *testing.T, what string, holds func() bool) {
	t.Helper()
	look := time.NewTicker(20 * time.Millisecond)
	defer look.Stop()
	for !holds() {
		select {
		case <-look.C:
		case <-ctx.Done():
			t.Fatalf("waited for %s in vain", what)
		}
	}
}
