package rest

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"net/http"
	"strconv"

	"github.com/gin-gonic/gin"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/api/view"
)

// ProblemType is the media type of every error answer.
const ProblemType = "application/problem+json"

// CodeParameter is the code of a value that cannot be taken.
const CodeParameter = "invalid_parameter"

// Fail answers an error.
func (r *Responder) Fail(c *gin.Context, err error) {
	r.Refuse(c, r.ProblemOf(c, OutOfTime(c.Request.Context(), err)))
}

// Refuse answers a problem. An answer that has already begun is left alone.
func (r *Responder) Refuse(c *gin.Context, problem view.Problem) {
	c.Abort()
	if c.Writer.Written() {
		return
	}
	keepNowhere(c)
	if problem.Code == codeOverloaded {
		c.Header(HeaderRetryAfter, strconv.Itoa(busySeconds))
	}
	_ = r.send(c, problem.Status, ProblemType, problem, view.Shown{Full: true}) // texts can always be encoded
}

// OutOfTime tells an error that comes from the request's own deadline, which
// callers may know about, from a fault of ours. Drivers report an interrupted
// call in their own words, so the context is asked and not the error.
func OutOfTime(ctx context.Context, err error) error {
	if ctx.Err() == nil || quarry.Explain(err).Kind != quarry.KindInternal {
		return err
	}
	return quarry.Errorf(quarry.KindUnavailable, "the request took too long").WithCode("timeout").Because(err)
}

// ProblemOf is the only place where an error becomes a status, a body and a log line, which
// tells us what the caller is not told. A caller who went away is no failure of ours.
func (r *Responder) ProblemOf(c *gin.Context, err error) view.Problem {
	ctx, shown, id := c.Request.Context(), quarry.Explain(err), c.Writer.Header().Get(HeaderRequestID)
	code, status := cmp.Or(shown.Code, shown.Kind.Code()), StatusOf(shown.Kind)
	if status >= http.StatusInternalServerError && !errors.Is(ctx.Err(), context.Canceled) {
		level := slog.LevelError
		if status == http.StatusServiceUnavailable {
			level = slog.LevelInfo // known, said to the caller, and over soon
		}
		r.Log.Log(ctx, level, "request failed", slog.String("route", c.FullPath()),
			slog.String("request_id", id), slog.Int("status", status), slog.Any("error", err))
	}
	return view.Problem{
		Type: view.ProblemPath + code, Title: cmp.Or(r.Problems[code].Title, http.StatusText(status)),
		Status: status,
		Detail: shown.Message, Instance: c.Request.URL.EscapedPath(), Code: code, RequestID: id,
		Errors: view.Map(shown.Fields, func(f quarry.FieldError) view.ProblemField { return view.ProblemField(f) }),
		Fixes:  view.Texts(shown.Fixes),
	}
}

// StatusOf is the only table from a kind of error to an HTTP status. It has no
// default on purpose: a new kind must be given a status before lint passes.
func StatusOf(kind quarry.Kind) int {
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
