package api

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"runtime/debug"
	"strconv"

	"github.com/gin-gonic/gin"

	"github.com/quarrykb/quarry"
)

// problemType is the media type of every error answer.
const problemType = "application/problem+json"

// Problem is the body of every error answer (RFC 9457). Its type is an address on
// this server that explains the code.
type Problem struct {
	// address on this server that explains the code
	Type string `json:"type" validate:"required" example:"/problems/invalid_parameter"`
	// what the code means, in short
	Title string `json:"title" validate:"required" example:"A value is not allowed"`
	// status of the answer, once more
	Status int `json:"status" validate:"required" example:"400"`
	// what is wrong with this request, for a person
	Detail string `json:"detail" validate:"required" example:"difficulty: \"hrad\" is not known"`
	// path of the request
	Instance string `json:"instance" validate:"required" example:"/v1/questions"`
	// what went wrong, for programs
	Code string `json:"code" validate:"required" example:"invalid_parameter"`
	// names the request in the server's log
	RequestID string `json:"request_id" validate:"required" example:"5f0c6a1e9b7d42c8"`
	// what is wrong with single parameters or fields; empty where it is none of them
	Errors []ProblemField `json:"errors" validate:"required"`
	// values that would be taken and may be meant; empty where none is near
	Fixes []string `json:"fixes" validate:"required" example:"hard"`
}

// ProblemField says what is wrong with one parameter.
type ProblemField struct {
	// the parameter, or the field of the body
	Field string `json:"field" validate:"required" example:"difficulty"`
	// what is wrong with it
	Message string `json:"message" validate:"required" example:"\"hrad\" is not known"`
}

// fail is the only place where an error becomes a status, a body and a log
// line. An answer that has already begun is left alone.
func (s *Server) fail(c *gin.Context, err error) {
	c.Abort()
	err = outOfTime(c.Request.Context(), err)
	shown := quarry.Explain(err)
	status := statusOf(shown.Kind)
	s.logFailure(c, status, err)
	if c.Writer.Written() {
		return
	}
	keepNowhere(c)
	if shown.Code == codeOverloaded {
		c.Header(headerRetryAfter, strconv.Itoa(busySeconds))
	}
	s.write(c, body{status: status, mediaType: problemType, view: s.problemOf(c, shown, status)})
}

// rescue turns a panic into an answer; the log has the stack. The request is the one
// that came: the time of one that was limited has ended with the panic.
func (s *Server) rescue(c *gin.Context) {
	came := c.Request
	defer func() {
		caught := recover()
		if caught == nil {
			return
		}
		if caught == http.ErrAbortHandler { //nolint:errorlint // a panic's value, compared as net/http does
			panic(caught)
		}
		c.Request = came
		s.fail(c, fmt.Errorf("panic: %v\n%s", caught, debug.Stack()))
	}()
	c.Next()
}

// outOfTime tells an error that comes from the request's own deadline, which
// callers may know about, from a fault of ours. Drivers report an interrupted
// call in their own words, so the context is asked and not the error.
func outOfTime(ctx context.Context, err error) error {
	if ctx.Err() == nil || quarry.Explain(err).Kind != quarry.KindInternal {
		return err
	}
	return quarry.Errorf(quarry.KindUnavailable, "the request took too long").WithCode("timeout").Because(err)
}

func (s *Server) problemOf(c *gin.Context, shown *quarry.Error, status int) Problem {
	code := cmp.Or(shown.Code, shown.Kind.Code())
	return Problem{
		Type: problemPath + code, Title: cmp.Or(s.problems[code].Title, http.StatusText(status)), Status: status,
		Detail: shown.Message, Instance: c.Request.URL.EscapedPath(), Code: code,
		RequestID: c.Writer.Header().Get(headerRequestID),
		Errors: mapped(shown.Fields, func(f quarry.FieldError) ProblemField {
			return ProblemField{Field: f.Field, Message: f.Message}
		}),
		Fixes: texts(shown.Fixes),
	}
}

// logFailure tells us what the caller is not told. A caller who went away is
// no failure of ours.
func (s *Server) logFailure(c *gin.Context, status int, err error) {
	ctx := c.Request.Context()
	if status < http.StatusInternalServerError || errors.Is(ctx.Err(), context.Canceled) {
		return
	}
	level := slog.LevelError
	if status == http.StatusServiceUnavailable {
		level = slog.LevelInfo // known, said to the caller, and over soon
	}
	s.log.Log(ctx, level, "request failed",
		slog.String("route", c.FullPath()),
		slog.String("request_id", c.Writer.Header().Get(headerRequestID)),
		slog.Int("status", status),
		slog.Any("error", err))
}

// statusOf is the only table from a kind of error to an HTTP status. It has no
// default on purpose: a new kind must be given a status before lint passes.
func statusOf(kind quarry.Kind) int {
	switch kind {
	case quarry.KindInvalid:
		return http.StatusBadRequest
	case quarry.KindNotFound:
		return http.StatusNotFound
	case quarry.KindConflict:
		return http.StatusConflict
	case quarry.KindUnsupported:
		return http.StatusUnsupportedMediaType
	case quarry.KindUnavailable:
		return http.StatusServiceUnavailable
	case quarry.KindExpired:
		return http.StatusGone
	case quarry.KindTooLarge:
		return http.StatusRequestEntityTooLarge
	case quarry.KindForbidden:
		return http.StatusForbidden
	case quarry.KindMisdirected:
		return http.StatusMisdirectedRequest
	case quarry.KindMethod:
		return http.StatusMethodNotAllowed
	case quarry.KindUnauthorized:
		return http.StatusUnauthorized
	case quarry.KindLimited:
		return http.StatusTooManyRequests
	case quarry.KindFull:
		return http.StatusInsufficientStorage
	case quarry.KindInternal:
	}
	return http.StatusInternalServerError
}
