package app

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/quarrykb/quarry"
)

// goneServer is a transport that answers no request.
type goneServer struct{}

// RoundTrip fails.
func (goneServer) RoundTrip(*http.Request) (*http.Response, error) {
	return nil, errors.New("connection refused")
}

func noAsker() *Client {
	return &Client{client: &http.Client{Transport: goneServer{}}, base: "http://gone", close: func() error { return nil }}
}

func presentServer() *Client {
	return inProcess(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {}), func() error { return nil })
}

// called asks, and says what came of it.
func called(ctx context.Context, a *ReconnectingClient) error {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://localhost/v1/stats", http.NoBody)
	if err != nil {
		return err
	}
	response, err := a.RoundTrip(r)
	if err != nil {
		return err
	}
	return response.Body.Close()
}

func TestNoCallWaitsLongerThanItMayForWhoTakesAServersPlace(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		const builds, minute = 10 * time.Minute, time.Minute
		opened := 0
		a := newReconnectingClient(t.Context(), noAsker(), func(context.Context) (*Client, error) {
			opened++
			<-time.After(builds) // of the bubble's clock
			return presentServer(), nil
		})
		patient, cancelPatient := context.WithTimeout(t.Context(), minute)
		defer cancelPatient()
		const callers = 3
		came := make(chan error, callers)
		for range callers {
			go func() { came <- called(patient, a) }()
		}
		cancelled, cancel := context.WithCancel(t.Context())
		gone := make(chan error, 1)
		go func() { gone <- called(cancelled, a) }()
		synctest.Wait()
		cancel()
		started := time.Now()
		if err := <-gone; err == nil || time.Since(started) != 0 {
			t.Errorf("who cancels is told %v after %v, want an error at once", err, time.Since(started))
		}
		for range callers {
			wantAgain(t, <-came)
		}
		if err := called(t.Context(), a); err != nil || opened != 1 {
			t.Errorf("who waits is told %v after %d openings, want an answer after one", err, opened)
		}
		if err := a.Close(); err != nil {
			t.Error(err)
		}
	})
}

// wantAgain reports an error that does not say to try again.
func wantAgain(t *testing.T, err error) {
	t.Helper()
	if !quarry.IsKind(err, quarry.KindUnavailable) || !strings.Contains(err.Error(), "try again in a moment") {
		t.Errorf("after a minute a call is told %v, want to try again", err)
	}
}

func TestWhatIsOpenedInAServersPlaceEndsWithTheProgram(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		closed := false
		first := noAsker()
		first.close = func() error { closed = true; return nil }
		ended := false
		a := newReconnectingClient(t.Context(), first, func(ctx context.Context) (*Client, error) {
			<-ctx.Done()
			ended = true
			return nil, ctx.Err()
		})
		come := make(chan error, 1)
		go func() { come <- called(t.Context(), a) }()
		synctest.Wait()
		if err := a.Close(); err != nil || !ended || !closed {
			t.Errorf("closed with %v: the opening has ended %t, the first is closed %t; want both", err, ended, closed)
		}
		if err := <-come; err == nil {
			t.Error("the call has an answer from a gone server")
		}
		if err := called(t.Context(), a); !quarry.IsKind(err, quarry.KindUnavailable) {
			t.Errorf("a call behind the end is told %v, want that no server is there", err)
		}
	})
}

func TestWhoTookAServersPlaceAndIsGoneItselfIsReplacedInTurn(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		first, closed := noAsker(), make(chan struct{})
		first.close = func() error { <-closed; return nil }
		after := []*Client{noAsker(), presentServer()}
		a := newReconnectingClient(t.Context(), first, func(context.Context) (*Client, error) {
			next := after[0]
			after = after[1:]
			return next, nil
		})
		go func() { _ = called(t.Context(), a) }() // whether by the second or the third
		synctest.Wait()                            // the second is there, and the first being closed
		later := make(chan error, 1)
		go func() { later <- called(t.Context(), a) }()
		synctest.Wait()
		close(closed)
		if err := <-later; err != nil {
			t.Errorf("a call of the second is told %v, want the answer of the third", err)
		}
		if err := a.Close(); err != nil {
			t.Error(err)
		}
	})
}

func TestWhatCouldNotBeOpenedIsTriedAgainByTheNextCall(t *testing.T) {
	t.Parallel()
	fault := errors.New("locked")
	a := newReconnectingClient(t.Context(), noAsker(), func(context.Context) (*Client, error) {
		if fault != nil {
			return nil, fault
		}
		return presentServer(), nil
	})
	if err := called(t.Context(), a); !errors.Is(err, fault) {
		t.Errorf("a call is told %v, want why nothing was opened", err)
	}
	fault = nil
	for range 2 {
		if err := called(t.Context(), a); err != nil {
			t.Errorf("a call behind it is told %v, want an answer", err)
		}
	}
	if err := a.Close(); err != nil {
		t.Error(err)
	}
}
