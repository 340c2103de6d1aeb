package modelserver_test

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/internal/modelserver"
)

// newClient returns a client of a server that counts what it is asked, from 1, and answers so.
func newClient(t *testing.T, answer func(w http.ResponseWriter, n int64), change func(*modelserver.Options)) (*modelserver.Client, *atomic.Int64) {
	t.Helper()
	asked := &atomic.Int64{}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { answer(w, asked.Add(1)) }))
	t.Cleanup(server.Close)
	o := modelserver.Options{Role: "judge", URL: server.URL + "/v1/", Path: "/ask", Model: "tiny"}
	if change != nil {
		change(&o)
	}
	client, err := modelserver.New(o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = client.Close() })
	return client, asked
}

func nothing([]byte) error { return nil }

func TestAFailureNamesTheSettingThatMendsIt(t *testing.T) {
	t.Parallel()
	for status, want := range map[int]string{
		http.StatusUnauthorized:     "--judge-key",
		http.StatusForbidden:        "--judge-key",
		http.StatusNotFound:         "--judge-url",
		http.StatusMethodNotAllowed: "--judge-model",
	} {
		client, asked := newClient(t, func(w http.ResponseWriter, _ int64) { http.Error(w, "secret", status) }, nil)
		err := client.Ask(t.Context(), 1, modelserver.Patience{Tries: 5}, nothing)
		if err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "secret") || asked.Load() != 1 {
			t.Errorf("%d: after %d requests the error is %v, want one that names %s at once", status, asked.Load(), err, want)
		}
	}
	for address, want := range map[string]string{
		"":                       "--judge-url",
		"ftp://127.0.0.1":        "http://",
		"http://u:pw@127.0.0.1/": "--judge-key",
		"http://%zz":             "--judge-url",
	} {
		_, err := modelserver.New(modelserver.Options{Role: "judge", URL: address, Path: "/ask"})
		if !quarry.IsKind(err, quarry.KindInvalid) || address != "" && !strings.Contains(err.Error(), want) {
			t.Errorf("%q: error = %v, want invalid and %s", address, err, want)
		}
	}
}

func TestAnAnswerHasALimit(t *testing.T) {
	t.Parallel()
	client, asked := newClient(t, func(w http.ResponseWriter, _ int64) { _, _ = w.Write(make([]byte, 11)) },
		func(o *modelserver.Options) { o.MostBytes = 10 })
	err := client.Ask(t.Context(), 1, modelserver.Patience{Tries: 5}, nothing)
	if err == nil || !strings.Contains(err.Error(), "more than 10 bytes") || asked.Load() != 1 {
		t.Errorf("after %d requests the error is %v, want that the answer is too long", asked.Load(), err)
	}
}

func TestWhatTheReaderCallsPassingIsTriedAgainAndNothingElse(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		err   error
		tries int64
	}{
		"passing": {modelserver.Later(errors.New("cut")), 3},
		"final":   {errors.New("wrong"), 1},
	} {
		client, asked := newClient(t, func(http.ResponseWriter, int64) {}, nil)
		err := client.Ask(t.Context(), 1, modelserver.Patience{Tries: 3}, func([]byte) error { return tc.err })
		if err == nil || asked.Load() != tc.tries {
			t.Errorf("%s: %d requests, then %v; want %d", name, asked.Load(), err, tc.tries)
		}
	}
}

func TestRequestsWaitForEachOther(t *testing.T) {
	t.Parallel()
	came, release := make(chan struct{}, 2), make(chan struct{})
	client, asked := newClient(t, func(http.ResponseWriter, int64) {
		came <- struct{}{}
		<-release
	}, func(o *modelserver.Options) { o.AtOnce = 1 })
	first := make(chan error)
	go func() { first <- client.Ask(t.Context(), 1, modelserver.Patience{}, nothing) }()
	<-came
	ctx, stop := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer stop()
	if err := client.Ask(ctx, 1, modelserver.Patience{}, nothing); !errors.Is(err, context.DeadlineExceeded) || asked.Load() != 1 {
		t.Errorf("%d requests at once, error %v; want one, and that the other waited in vain", asked.Load(), err)
	}
	close(release)
	if err := <-first; err != nil {
		t.Error(err)
	}
}

func TestWhoStopsWaitingSaysNothingOfTheServer(t *testing.T) {
	t.Parallel()
	client, _ := newClient(t, func(http.ResponseWriter, int64) {}, nil)
	ctx, stop := context.WithCancel(t.Context())
	stop()
	ask := func(ctx context.Context) error { return client.Ask(ctx, 1, modelserver.Patience{}, nothing) }
	for range 5 {
		if err := client.Hurry(ctx, time.Minute, ask, ask); !errors.Is(err, context.Canceled) {
			t.Fatalf("error = %v, want canceled", err)
		}
	}
	if err := client.Hurry(t.Context(), time.Minute, ask, ask); err != nil || client.Trouble() != "" {
		t.Errorf("error = %v, trouble %q; want neither", err, client.Trouble())
	}
}

func TestNobodyWaitsForAServerThatFailedThreeWhoWaited(t *testing.T) {
	t.Parallel()
	client, asked := newClient(t, func(w http.ResponseWriter, _ int64) { w.WriteHeader(http.StatusTeapot) }, nil)
	ask := func(ctx context.Context) error { return client.Ask(ctx, 1, modelserver.Patience{}, nothing) }
	probed := make(chan struct{})
	for range 3 {
		_ = client.Hurry(t.Context(), time.Minute, ask, ask)
	}
	err := client.Hurry(t.Context(), time.Minute, ask, func(context.Context) error {
		close(probed)
		return errors.New("not yet")
	})
	<-probed
	if err == nil || asked.Load() != 3 || !strings.Contains(client.Trouble(), "last 3") {
		t.Errorf("%d requests, error %v, trouble %q; want three, and that it is not asked any more", asked.Load(), err, client.Trouble())
	}
}
