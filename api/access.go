package api

import (
	"context"
	"encoding/hex"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"runtime/debug"
	"strings"
	"time"

	"github.com/gin-gonic/gin"

	"github.com/quarrykb/quarry/api/rest"
)

// observe measures and logs one request, whatever becomes of it. The route's
// pattern is the label, never the path: ids would make a series each. Who serves on
// reads the pattern off the request, too. What a tool asks is a part of the request
// that called the tool, which is counted and logged: only one was sent.
func (s *Server) observe(c *gin.Context) {
	c.Request.Pattern = routeLabel(c)
	if _, inside := insideOf(c.Request.Context()); inside {
		return
	}
	start := s.Now()
	s.metrics.flying.Inc()
	defer func() {
		took := s.Now().Sub(start)
		s.metrics.flying.Dec()
		s.metrics.count(c, took)
		s.logAccess(c, took)
	}()
	c.Next()
}

// logAccess writes one line about a request that was answered. Neither its query nor
// its body stands in it, nor any header but the id: they may hold what must not be
// read. What probes and scrapers ask is of interest to who looks closely only.
func (s *Server) logAccess(c *gin.Context, took time.Duration) {
	ctx, level := c.Request.Context(), slog.LevelInfo
	if isProbe(c.FullPath()) || c.FullPath() == routeMetrics {
		level = slog.LevelDebug
	}
	if s.config.AccessLog == nil || !s.config.AccessLog.Enabled(ctx, level) {
		return
	}
	remote := c.RemoteIP()
	if address := rest.CallerOf(c).Address; address.IsValid() {
		remote = address.String() // behind the proxies that are trusted
	}
	attributes := make([]slog.Attr, 0, 9)
	attributes = append(attributes,
		slog.String("method", methodOf(c.Request)),
		slog.String("route", routeLabel(c)),
		slog.Int("status", c.Writer.Status()),
		slog.Int("bytes", bytesOf(c)),
		slog.Duration("took", took),
		slog.String("request_id", c.Writer.Header().Get(rest.HeaderRequestID)),
		slog.String("remote", remote))
	if key := rest.CallerOf(c).Key; key != "" {
		attributes = append(attributes, slog.String("key_id", string(key)))
	}
	if s.config.TraceID != nil {
		if id := s.config.TraceID(ctx); id != "" {
			attributes = append(attributes, slog.String("trace_id", id))
		}
	}
	s.config.AccessLog.LogAttrs(ctx, level, "request", attributes...)
}

// bytesOf is how long the body was that was sent.
func bytesOf(c *gin.Context) int {
	if isHead(c.Request) {
		return 0
	}
	return max(c.Writer.Size(), 0)
}

// headKey marks in a context that a GET was a HEAD.
type headKey struct{}

func isHead(r *http.Request) bool {
	head, _ := r.Context().Value(headKey{}).(bool)
	return head
}

// methodOf is the method that the caller used.
func methodOf(r *http.Request) string {
	if isHead(r) {
		return http.MethodHead
	}
	return r.Method
}

// asGet answers HEAD as GET would be, without the body.
func asGet(r *http.Request) *http.Request {
	get := r.WithContext(context.WithValue(r.Context(), headKey{}, true))
	get.Method = http.MethodGet
	return get
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
		s.Fail(c, fmt.Errorf("panic: %v\n%s", caught, debug.Stack()))
	}()
	c.Next()
}

const (
	requestIDBytes  = 8
	longestSaneID   = 64
	saneIDCharacter = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-"
)

// identify gives the request the id by which caller and log can speak of it: the caller's
// own where it may be repeated in headers and logs, a new one otherwise.
func (s *Server) identify(c *gin.Context) {
	id := c.GetHeader(rest.HeaderRequestID)
	if id == "" || len(id) > longestSaneID || strings.Trim(id, saneIDCharacter) != "" {
		var raw [requestIDBytes]byte
		if _, err := io.ReadFull(s.config.Random, raw[:]); err != nil {
			s.Fail(c, fmt.Errorf("make a request id: %w", err))
			return
		}
		id = hex.EncodeToString(raw[:])
	}
	c.Header(rest.HeaderRequestID, id)
}

// limitTime ends the request's context when its time is over.
func (s *Server) limitTime(c *gin.Context) {
	ctx, cancel := context.WithTimeout(c.Request.Context(), s.config.Timeout)
	defer cancel()
	c.Request = c.Request.WithContext(ctx)
	c.Next()
}
