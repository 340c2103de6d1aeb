package modelserver

import (
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"time"
)

// refusedError is an answer that says that the request cannot be taken.
type refusedError struct{ status int }

// Error returns the status.
func (r *refusedError) Error() string {
	return fmt.Sprintf("the server refused what it was sent: status %d", r.status)
}

// Refused reports whether a server answered that it does not take a request: it is too
// large, or written in a way that the server does not know.
func Refused(err error) bool {
	_, ok := errors.AsType[*refusedError](err)
	return ok
}

// laterError is a failure that may pass.
type laterError struct {
	cause error
	after time.Duration // that the server asked to wait for
}

// Error returns the cause.
func (l *laterError) Error() string { return l.cause.Error() }

// Unwrap returns the cause.
func (l *laterError) Unwrap() error { return l.cause }

// Later marks a failure that may pass: the request is worth another try.
func Later(cause error) error { return &laterError{cause: cause} }

// judge says what a status means, and which setting mends it.
func (c *Client) judge(response *http.Response) error {
	status, role := response.StatusCode, c.options.Role
	switch {
	case status == http.StatusOK:
		return nil
	case status == http.StatusTooManyRequests || status == http.StatusRequestTimeout || status >= http.StatusInternalServerError:
		later := &laterError{cause: fmt.Errorf("the server answered with status %d", status)}
		after := response.Header.Get("Retry-After") // a number of seconds, or a date
		if seconds, err := strconv.Atoi(after); err == nil {
			later.after = time.Duration(min(max(0, seconds), int(longestPause/time.Second)+1)) * time.Second
		} else if date, err := http.ParseTime(after); err == nil {
			later.after = max(0, date.Sub(c.options.Now()))
		}
		return later
	case status == http.StatusBadRequest || status == http.StatusRequestEntityTooLarge || status == http.StatusUnprocessableEntity:
		return &refusedError{status: status}
	case status == http.StatusUnauthorized || status == http.StatusForbidden:
		return fmt.Errorf("the server does not take the key: status %d; --%s-key gives another", status, role)
	case status == http.StatusNotFound || status == http.StatusMethodNotAllowed:
		return fmt.Errorf("the server does not have the address or the model %q: status %d; --%s-url and --%s-model give others",
			c.options.Model, status, role, role)
	}
	return fmt.Errorf("the server answered with status %d", status)
}

// redirectedError is a redirection that is not followed: where it leads.
type redirectedError string

// Error says where it leads.
func (r redirectedError) Error() string { return "the server leads " + string(r) }

// failedToSend says why there was no answer, without the address, whose query may
// hold a secret. A redirection that was refused is not tried again.
func failedToSend(err error) error {
	outer, ok := errors.AsType[*url.Error](err)
	if !ok {
		return Later(err)
	}
	if elsewhere, ok := errors.AsType[redirectedError](outer.Err); ok {
		return elsewhere
	}
	return Later(outer.Err)
}
