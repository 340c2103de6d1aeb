package api

import (
	"cmp"
	"fmt"
	"net/http"
	"runtime/debug"

	"github.com/gin-gonic/gin"
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
	start := s.now()
	s.metrics.flying.Inc()
	defer func() {
		took := s.now().Sub(start)
		s.metrics.flying.Dec()
		s.metrics.count(c, took)
		s.logAccess(c, took)
	}()
	c.Next()
}

// routeLabel is the pattern of the request's route, or what stands for all others.
func routeLabel(c *gin.Context) string { return cmp.Or(c.FullPath(), otherLabel) }

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
