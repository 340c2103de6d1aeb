package openai

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"time"
)

// newClient returns a client that sends texts and key to one host only.
func newClient() *http.Client {
	return &http.Client{CheckRedirect: func(next *http.Request, before []*http.Request) error {
		const most = 3
		first := before[0].URL
		switch {
		case next.URL.Scheme != first.Scheme || next.URL.Host != first.Host:
			return redirectedError("to another host")
		case next.Method != http.MethodPost:
			return redirectedError("to a page")
		case len(before) > most:
			return redirectedError("in circles")
		}
		return nil
	}}
}

// redirectedError is a redirection that is not followed: where it leads.
type redirectedError string

// Error says where it leads.
func (r redirectedError) Error() string { return "the endpoint leads " + string(r) }

// ask sends a batch, as often as it is worth it, and returns its vectors.
func (e *Embedder) ask(ctx context.Context, b batch) ([][]float32, error) {
	body, err := json.Marshal(request{Model: e.options.Model, Input: b.texts, Format: "float"})
	if err != nil {
		return nil, fmt.Errorf("write a request: %w", err)
	}
	pause := b.pause
	for try := 1; ; try++ {
		made, err := e.askOnce(ctx, body, len(b.texts))
		later := (*laterError)(nil)
		switch {
		case err == nil:
			return made, nil
		case asRefused(err, new(*refusedError)):
			return nil, err
		case !errors.As(err, &later) || try >= b.tries:
			return nil, unavailable(err)
		}
		wait := max(pause, later.after)
		if wait > longestPause || !sleep(ctx, wait) {
			return nil, unavailable(err)
		}
		pause *= 2
	}
}

// sleep waits, unless the context ends before the time does.
func sleep(ctx context.Context, wait time.Duration) bool {
	if deadline, ok := ctx.Deadline(); ok && time.Until(deadline) < wait {
		return false
	}
	timer := time.NewTimer(wait)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return false
	case <-timer.C:
		return true
	}
}

// request is what the endpoint is asked.
type request struct {
	Model  string   `json:"model"`
	Input  []string `json:"input"`
	Format string   `json:"encoding_format"`
}

func (e *Embedder) askOnce(ctx context.Context, body []byte, texts int) ([][]float32, error) {
	ctx, cancel := context.WithTimeout(ctx, e.options.Timeout)
	defer cancel()
	asked, err := http.NewRequestWithContext(ctx, http.MethodPost, e.endpoint, bytes.NewReader(body))
	if err != nil {
		return nil, errors.New("the address is none")
	}
	asked.Header.Set("Content-Type", "application/json")
	asked.Header.Set("Accept", "application/json")
	if e.options.Key != "" {
		asked.Header.Set("Authorization", "Bearer "+e.options.Key)
	}
	answer, err := e.client.Do(asked)
	if err != nil {
		return nil, failedToSend(err)
	}
	defer func() { _ = answer.Body.Close() }()
	if err := e.judge(answer); err != nil {
		return nil, err
	}
	read, err := io.ReadAll(io.LimitReader(answer.Body, mostBytes+1))
	switch {
	case err != nil:
		return nil, &laterError{cause: fmt.Errorf("the answer broke off: %w", err)}
	case len(read) > mostBytes:
		return nil, fmt.Errorf("the answer has more than %d bytes", mostBytes)
	}
	return e.read(read, texts)
}

// failedToSend says why there was no answer, without the address, whose query may
// hold a secret. A redirection that was refused is not tried again.
func failedToSend(err error) error {
	outer := (*url.Error)(nil)
	if !errors.As(err, &outer) {
		return &laterError{cause: err}
	}
	if elsewhere := redirectedError(""); errors.As(outer.Err, &elsewhere) {
		return elsewhere
	}
	return &laterError{cause: outer.Err}
}
