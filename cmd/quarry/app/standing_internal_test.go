package app

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/search"
	"github.com/quarrykb/quarry/store/storetest"
)

// manyDocuments is enough for related terms to be learnt.
const manyDocuments = 30

// newRun returns a session over a data directory of its own.
func newRun(tb testing.TB) *Session {
	tb.Helper()
	s, err := NewSession(tb.TempDir())
	if err != nil {
		tb.Fatal(err)
	}
	return s
}

func closeApp(t *testing.T, opened *App) {
	t.Helper()
	if err := opened.Close(); err != nil {
		t.Error(err)
	}
}

// What is made anew, in the background, never shows before it is whole. The bases
// are opened one after the other: a library numbers its keys without a lock.
func TestAnswersAreOfTheOldStateUntilTheNewOneIsWhole(t *testing.T) {
	t.Parallel()
	for name, check := range map[string]func(*testing.T, *Session, *App){
		"a full reindex": staysWhileIndexedAnew, "everything anew": staysWhileMadeAnew, "another embedder": staysUntilEmbedded, "a folder that was deleted": comesBack,
	} {
		s := newRun(t)
		opened, err := s.Open(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			fillApp(t, opened)
			check(t, s, opened)
		})
	}
}

// fillApp stores documents and lets everything follow them.
func fillApp(t *testing.T, opened *App) {
	t.Helper()
	things := []string{"yeast lifts a loaf", "a kiln fires clay", "a court hears an appeal", "acid etches copper", "a warp runs in step"}
	for i := range manyDocuments {
		thing := things[i%len(things)]
		saveIn(t, opened, storetest.NewDraft(fmt.Sprintf("notes/%03d.md", i)).
			Fact(fmt.Sprintf("Note %d", i), fmt.Sprintf("It is known that %s, as experiment %d of room %d showed.", thing, i, i%7)).
			Passage(fmt.Sprintf("In room %d we saw that %s, and wrote down %d pages of what came of it.", i%7, thing, i)).Knowledge())
	}
	if err := opened.CatchUp(t.Context()); err != nil {
		t.Fatal(err)
	}
}

func saveIn(t *testing.T, opened *App, k quarry.Knowledge) {
	t.Helper()
	if _, err := opened.Store.SaveDocument(t.Context(), k); err != nil {
		t.Fatal(err)
	}
}

// answers returns what a few searches of every mode find.
func answers(ctx context.Context, t *testing.T, opened *App) map[string]quarry.Found {
	t.Helper()
	all := map[string]quarry.Found{}
	for _, mode := range quarry.Modes() {
		for _, text := range []string{"clay in a kiln", "room 3", "appeal to a court", "yeast and loaf"} {
			found, err := opened.Searcher.Search(ctx, quarry.Query{Text: text, Mode: mode, Limit: 20, Explain: true})
			if err != nil {
				t.Errorf("%s, %q: %v", mode, text, err)
			}
			found.Timings = nil // how long it took is no part of the answer
			all[fmt.Sprint(mode, " ", text)] = found
		}
	}
	return all
}

// holdUntil asks again and again until it is told to stop, and fails where an
// answer is not what it was.
func holdUntil(ctx context.Context, t *testing.T, done <-chan struct{}, opened *App, want map[string]quarry.Found) {
	t.Helper()
	for {
		if diff := cmp.Diff(want, answers(ctx, t, opened)); diff != "" {
			t.Errorf("meanwhile answers changed (-before +meanwhile):\n%s", diff)
			return
		}
		select {
		case <-done:
			return
		default:
		}
	}
}

func staysWhileIndexedAnew(t *testing.T, _ *Session, opened *App) {
	t.Helper()
	defer closeApp(t, opened)
	want := answers(t.Context(), t, opened)
	for key, found := range want {
		if len(found.Hits) == 0 || len(found.Degraded) > 0 {
			t.Errorf("%s: %d hits without %v: there is nothing to compare", key, len(found.Hits), found.Degraded)
		}
	}
	done := make(chan struct{})
	var readers sync.WaitGroup
	for range 4 {
		readers.Go(func() { holdUntil(t.Context(), t, done, opened, want) })
	}
	for _, follower := range []*search.Follower{opened.Follower, opened.Vectors, opened.Follower, opened.Vectors} {
		if err := follower.Rebuild(t.Context()); err != nil {
			t.Error(err)
		}
	}
	close(done)
	readers.Wait()
}

// staysWhileMadeAnew has everything made anew that a reindex makes of the entries.
func staysWhileMadeAnew(t *testing.T, _ *Session, opened *App) {
	t.Helper()
	defer closeApp(t, opened)
	want := answers(t.Context(), t, opened)
	done := make(chan struct{})
	var readers sync.WaitGroup
	for range 4 {
		readers.Go(func() { holdUntil(t.Context(), t, done, opened, want) })
	}
	if err := opened.rebuild(t.Context(), DisplaysOn(io.Discard, "none")); err != nil {
		t.Error(err)
	}
	close(done)
	readers.Wait()
}

// slow is an endpoint that embeds queries at once and entries when it is let.
type slow struct {
	*httptest.Server

	let chan struct{}
}

func newSlow(t *testing.T) *slow {
	t.Helper()
	s := &slow{let: make(chan struct{})}
	s.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var asked struct {
			Input []string `json:"input"`
		}
		if err := json.NewDecoder(r.Body).Decode(&asked); err != nil {
			w.WriteHeader(http.StatusBadRequest)
			return
		}
		if len(asked.Input) > 1 {
			<-s.let
		}
		answerWithVectors(w, asked.Input)
	}))
	t.Cleanup(s.Close)
	return s
}

// staysUntilEmbedded opens the same data again with another embedder: what was
// learnt answers until that one has read everything.
func staysUntilEmbedded(t *testing.T, s *Session, before *App) {
	t.Helper()
	want := answers(t.Context(), t, before)
	closeApp(t, before)
	endpoint := newSlow(t)
	s.Embedder = EmbedderChoice{Embedder: "openai", EmbedderURL: endpoint.URL, EmbedderModel: "tiny"}
	opened, err := s.Open(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer closeApp(t, opened)
	made := make(chan error, 1)
	go func() { made <- opened.Vectors.CatchUp(t.Context()) }()
	for range 20 {
		if diff := cmp.Diff(want, answers(t.Context(), t, opened)); diff != "" {
			t.Errorf("while new vectors are made answers changed (-before +meanwhile):\n%s", diff)
		}
	}
	close(endpoint.let)
	if err := <-made; err != nil {
		t.Fatal(err)
	}
	if got := opened.Meaning.Model(); got != "openai/tiny/3" {
		t.Errorf("afterwards %q answers, want the new embedder", got)
	}
	if cmp.Equal(want, answers(t.Context(), t, opened)) {
		t.Error("the new vectors find exactly what the old ones did: they do not answer")
	}
}

// comesBack deletes the folder of the index. No call is made then: what follows
// the changes has to notice by itself.
func comesBack(t *testing.T, s *Session, opened *App) {
	t.Helper()
	defer closeApp(t, opened)
	ctx, stop := context.WithTimeout(t.Context(), time.Minute)
	var group sync.WaitGroup
	group.Go(func() { _ = opened.Follow(ctx) }) // it ends with its context
	defer group.Wait()
	defer stop()
	want := answers(ctx, t, opened)
	for ctx.Err() == nil {
		if os.RemoveAll(s.Index()) == nil { // the index may be writing a file at the moment
			break
		}
	}
	look := time.NewTicker(20 * time.Millisecond)
	defer look.Stop()
	for !isWhole(ctx, s, opened) {
		if diff := cmp.Diff(want, answers(ctx, t, opened)); diff != "" {
			t.Fatalf("without its folder the index answers otherwise (-before +after):\n%s", diff)
		}
		select {
		case <-look.C:
		case <-ctx.Done():
			t.Fatal("the folder did not come back")
		}
	}
	if diff := cmp.Diff(want, answers(ctx, t, opened)); diff != "" {
		t.Errorf("the new index answers otherwise (-before +after):\n%s", diff)
	}
}

// isWhole reports whether an index is in its folder and follows the store.
func isWhole(ctx context.Context, s *Session, opened *App) bool {
	found, err := filepath.Glob(filepath.Join(s.Index(), "lexical", "generation-*"))
	state := opened.Follower.State(ctx)
	return err == nil && len(found) > 0 && state.Ready && !state.Building && opened.Index.Stale(ctx) == ""
}

// answerWithVectors answers as an endpoint that embeds does, by the lengths of texts.
func answerWithVectors(w io.Writer, texts []string) {
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
