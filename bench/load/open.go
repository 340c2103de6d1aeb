package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

// client asks over connections that it keeps.
type client struct{ http *http.Client }

func newClient(connections int) client {
	return client{&http.Client{Timeout: 30 * time.Second, Transport: &http.Transport{
		MaxIdleConnsPerHost: connections, DisableCompression: true,
	}}}
}

// send asks once, and returns the whole body of a good answer.
func (c client) send(ctx context.Context, base string, a asked) ([]byte, error) {
	return c.ask(ctx, base, a, http.Header{})
}

// ask is send with headers. What was accepted is a good answer, too.
func (c client) ask(ctx context.Context, base string, a asked, header http.Header) ([]byte, error) {
	request, err := http.NewRequestWithContext(ctx, a.method, base+a.path, strings.NewReader(a.body))
	if err != nil {
		return nil, err
	}
	request.Header = header
	if a.body == "" {
		request.Body, request.ContentLength = http.NoBody, 0
	} else {
		request.Header.Set("Content-Type", "application/json")
	}
	response, err := c.http.Do(request)
	if err != nil {
		return nil, err
	}
	body, err := io.ReadAll(response.Body)
	if err := errors.Join(err, response.Body.Close()); err != nil {
		return nil, err
	}
	if response.StatusCode != http.StatusOK && response.StatusCode != http.StatusAccepted {
		return nil, fmt.Errorf("%s: %s: %.300s", request.URL, response.Status, body)
	}
	return body, nil
}

// alone asks one request after the other over one connection, and returns how long
// each took.
func alone(
	ctx context.Context, base string, requests []asked, lasting time.Duration,
) ([]time.Duration, error) {
	c := newClient(1)
	defer c.http.CloseIdleConnections()
	var took []time.Duration
	for began := time.Now(); time.Since(began) < lasting; {
		once := time.Now()
		if _, err := c.send(ctx, base, requests[len(took)%len(requests)]); err != nil {
			return nil, err
		}
		took = append(took, time.Since(once))
	}
	return took, nil
}

// mostUnderWay is how many requests of an open loop are under way at once. Those
// that wait for one of them to end wait in their own time.
const mostUnderWay = 512

// opened is what an open loop came to.
type opened struct {
	took   []time.Duration // each from when it was to begin, in order of size
	errors []error         // a few of them
	failed int
}

// openLoop asks at a constant rate for some time.
func openLoop(
	ctx context.Context, base string, requests []asked, rate float64, lasting time.Duration,
) opened {
	c := newClient(mostUnderWay)
	defer c.http.CloseIdleConnections()
	return arrive(ctx, rate, lasting, func(ctx context.Context, number int64) error {
		_, err := c.send(ctx, base, requests[number%int64(len(requests))])
		return err
	})
}

// arrive begins something at a constant rate for some time, and waits for the end of all.
func arrive(
	ctx context.Context, rate float64, lasting time.Duration,
	begin func(ctx context.Context, number int64) error,
) opened {
	l := &arrivals{
		begin: begin, every: time.Duration(float64(time.Second) / rate), count: int64(rate * lasting.Seconds()),
		began: time.Now().Add(50 * time.Millisecond),
	}
	var group sync.WaitGroup
	for range mostUnderWay {
		group.Go(func() { l.work(ctx) })
	}
	group.Wait()
	slices.Sort(l.came.took)
	return l.came
}

// arrivals are requests that begin at fixed times.
type arrivals struct {
	begin func(ctx context.Context, number int64) error
	began time.Time
	every time.Duration
	count int64
	next  atomic.Int64

	mu   sync.Mutex
	came opened
}

// work begins the next request when its time comes, until there are no more.
func (l *arrivals) work(ctx context.Context) {
	wait := time.NewTimer(0)
	defer wait.Stop()
	for {
		number := l.next.Add(1) - 1
		if number >= l.count {
			return
		}
		due := l.began.Add(time.Duration(number) * l.every)
		wait.Reset(time.Until(due))
		select {
		case <-ctx.Done():
			return
		case <-wait.C:
		}
		err := l.begin(ctx, number)
		l.note(time.Since(due), err)
	}
}

func (l *arrivals) note(took time.Duration, err error) {
	const fewErrors = 3
	l.mu.Lock()
	defer l.mu.Unlock()
	l.came.took = append(l.came.took, took)
	if err == nil {
		return
	}
	if l.came.failed++; len(l.came.errors) < fewErrors {
		l.came.errors = append(l.came.errors, err)
	}
}
