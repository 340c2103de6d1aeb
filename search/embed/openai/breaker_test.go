package openai_test

import (
	"context"
	"net/http"
	"sync/atomic"
	"testing"
	"time"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/search"
	"github.com/quarrykb/quarry/search/embed/openai"
)

// hand is a clock that moves when it is told to.
type hand struct{ seconds atomic.Int64 }

func (h *hand) Now() time.Time { return time.Unix(h.seconds.Load(), 0) }

// ask embeds a query and returns whether it was answered.
func ask(ctx context.Context, t *testing.T, e *openai.Embedder) bool {
	t.Helper()
	made, err := e.Embed(ctx, []string{"kiln"}, search.TextQuery)
	if err != nil && !quarry.IsKind(err, quarry.KindUnavailable) {
		t.Errorf("error = %v, want unavailable", err)
	}
	return err == nil && len(made) == 1
}

func TestQueriesDoNotWaitForAnEndpointThatAnswersNone(t *testing.T) {
	t.Parallel()
	released := make(chan struct{})
	server := newEndpoint(t, func(http.ResponseWriter, asked, int) { <-released })
	clock := &hand{}
	clock.seconds.Store(1e9)
	e := newEmbedder(t, server.URL, func(o *openai.Options) { o.QueryWithin, o.Now = 20*time.Millisecond, clock.Now })
	for range 500 {
		if ask(t.Context(), t, e) {
			t.Fatal("an answer came")
		}
	}
	if err := e.Close(); err != nil {
		t.Error(err)
	}
	close(released)
	if n := len(server.requests()); n > 4 {
		t.Errorf("500 queries were sent as %d requests, want 3 and a probe at most", n)
	}
}

func TestAnEndpointThatIsBackIsUsedAgain(t *testing.T) {
	t.Parallel()
	var up atomic.Bool
	heard := make(chan struct{}, 100)
	server := newEndpoint(t, func(w http.ResponseWriter, a asked, n int) {
		heard <- struct{}{}
		if !up.Load() {
			w.WriteHeader(http.StatusUnauthorized) // which is not tried again
			return
		}
		lengths(w, a, n)
	})
	clock := &hand{}
	clock.seconds.Store(1e9)
	e := newEmbedder(t, server.URL, func(o *openai.Options) { o.Now = clock.Now })
	for range 4 { // three queries and a probe
		if ask(t.Context(), t, e) {
			t.Fatal("an answer came")
		}
		<-heard
	}
	up.Store(true)
	deadline, cancel := context.WithTimeout(t.Context(), 10*time.Second)
	defer cancel()
	for !ask(t.Context(), t, e) {
		clock.seconds.Add(10)
		select {
		case <-heard: // the probe
		case <-deadline.Done():
			t.Fatal("the endpoint was not asked whether it is back")
		case <-time.After(time.Millisecond):
		}
	}
	if err := e.Close(); err != nil {
		t.Error(err)
	}
}

func TestEntriesThatAreEmbeddedTellThatAnEndpointIsBack(t *testing.T) {
	t.Parallel()
	var up atomic.Bool
	server := newEndpoint(t, func(w http.ResponseWriter, a asked, n int) {
		if !up.Load() {
			w.WriteHeader(http.StatusForbidden)
			return
		}
		lengths(w, a, n)
	})
	clock := &hand{} // it stands still: there is no second probe
	clock.seconds.Store(1e9)
	e := newEmbedder(t, server.URL, func(o *openai.Options) { o.Now = clock.Now })
	for range 5 {
		ask(t.Context(), t, e)
	}
	if err := e.Close(); err != nil { // and the first one is over
		t.Fatal(err)
	}
	up.Store(true)
	if ask(t.Context(), t, e) {
		t.Error("a query was sent to an endpoint that did not answer the last ones")
	}
	if _, err := e.Embed(t.Context(), []string{"clay"}, search.TextEntry); err != nil {
		t.Fatal(err)
	}
	if !ask(t.Context(), t, e) {
		t.Error("queries are not sent again after entries were embedded")
	}
}

func TestATextThatIsRefusedIsNoFailureOfTheEndpoint(t *testing.T) {
	t.Parallel()
	server := newEndpoint(t, func(w http.ResponseWriter, a asked, n int) {
		if a.Input[0] == "cursed" {
			w.WriteHeader(http.StatusUnprocessableEntity)
			return
		}
		lengths(w, a, n)
	})
	e := newEmbedder(t, server.URL, nil)
	for range 10 {
		if _, err := e.Embed(t.Context(), []string{"cursed"}, search.TextQuery); err == nil {
			t.Fatal("the text was taken")
		}
	}
	if !ask(t.Context(), t, e) {
		t.Error("other queries are not sent any more")
	}
}
