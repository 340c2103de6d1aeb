package openai

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"net/http"
	"strconv"
	"time"
)

// refusedError is an answer that says that the texts cannot be embedded.
type refusedError struct{ status int }

// Error returns the status.
func (r *refusedError) Error() string {
	return fmt.Sprintf("the endpoint refused the texts: status %d", r.status)
}

func asRefused(err error, to **refusedError) bool { return errors.As(err, to) }

// laterError is a failure that may pass.
type laterError struct {
	cause error
	after time.Duration // that the endpoint asked to wait for
}

// Error returns the cause.
func (l *laterError) Error() string { return l.cause.Error() }

// Unwrap returns the cause.
func (l *laterError) Unwrap() error { return l.cause }

// judge says what a status means. What an endpoint writes beside an error is not
// shown: it may hold a part of the key or of a text.
func (e *Embedder) judge(answer *http.Response) error {
	status := answer.StatusCode
	switch {
	case status == http.StatusOK:
		return nil
	case status == http.StatusTooManyRequests || status == http.StatusRequestTimeout || status >= http.StatusInternalServerError:
		return &laterError{
			cause: fmt.Errorf("the endpoint answered with status %d", status),
			after: e.retryAfter(answer.Header.Get("Retry-After")),
		}
	case status == http.StatusBadRequest || status == http.StatusRequestEntityTooLarge || status == http.StatusUnprocessableEntity:
		return &refusedError{status: status}
	case status == http.StatusUnauthorized || status == http.StatusForbidden:
		return fmt.Errorf("the endpoint does not take the key: status %d", status)
	case status == http.StatusNotFound:
		return fmt.Errorf("the endpoint does not have the address or the model %q: status %d", e.options.Model, status)
	}
	return fmt.Errorf("the endpoint answered with status %d", status)
}

// retryAfter reads a number of seconds or a date.
func (e *Embedder) retryAfter(header string) time.Duration {
	if seconds, err := strconv.Atoi(header); err == nil {
		const most = int(longestPause/time.Second) + 1
		return time.Duration(min(max(0, seconds), most)) * time.Second
	}
	if date, err := http.ParseTime(header); err == nil {
		return max(0, date.Sub(e.options.Now()))
	}
	return 0
}

// response is what the endpoint answers.
type response struct {
	Data []struct {
		Index     *int     `json:"index"`
		Embedding []number `json:"embedding"`
	} `json:"data"`
}

// number is a float32 that must be there: null is none.
type number float32

// UnmarshalJSON reads a number.
func (n *number) UnmarshalJSON(text []byte) error {
	value, err := strconv.ParseFloat(string(text), 32)
	if err != nil || math.IsNaN(value) || math.IsInf(value, 0) {
		return errors.New("a vector holds what is no number")
	}
	*n = number(value)
	return nil
}

// read returns the vectors of an answer, in the order of the texts.
func (e *Embedder) read(body []byte, texts int) ([][]float32, error) {
	var answered response
	if err := json.Unmarshal(body, &answered); err != nil {
		return nil, &laterError{cause: errors.New("the answer is no list of vectors")}
	}
	if len(answered.Data) != texts {
		return nil, fmt.Errorf("the endpoint returned %d vectors for %d texts", len(answered.Data), texts)
	}
	vectors := make([][]float32, texts)
	seen := make([]bool, texts)
	for _, one := range answered.Data {
		if one.Index == nil || *one.Index < 0 || *one.Index >= texts || seen[*one.Index] {
			return nil, errors.New("the endpoint does not say which text a vector belongs to")
		}
		if len(one.Embedding) != len(answered.Data[0].Embedding) {
			return nil, errors.New("the endpoint returned vectors of several lengths")
		}
		seen[*one.Index] = true
		vectors[*one.Index] = plain(one.Embedding)
	}
	return vectors, e.learn(len(answered.Data[0].Embedding))
}

// plain returns the numbers, nil where all are zero.
func plain(numbers []number) []float32 {
	values := make([]float32, len(numbers))
	zero := true
	for i, n := range numbers {
		values[i] = float32(n)
		zero = zero && n == 0
	}
	if zero {
		return nil
	}
	return values
}
