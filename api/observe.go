package api

import (
	"fmt"
	"log/slog"
	"net/http"
	"runtime/debug"

	"github.com/gin-gonic/gin"
)

// observe measures and logs one request, whatever becomes of it. The route's
// pattern is the label, never the path: ids would make a series each.
func (s *Server) observe(c *gin.Context) {
	start := s.now()
	c.Next()
	took := s.now().Sub(start)
	s.metrics.count(c, took)
	ctx := c.Request.Context()
	if !s.log.Enabled(ctx, slog.LevelDebug) {
		return
	}
	s.log.DebugContext(ctx, "request answered",
		slog.String("method", c.Request.Method),
		slog.String("path", c.Request.URL.Path),
		slog.Int("status", c.Writer.Status()),
		slog.Int("bytes", c.Writer.Size()),
		slog.Duration("took", took),
		slog.String("request_id", c.Writer.Header().Get(headerRequestID)))
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
