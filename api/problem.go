package api

import (
	"fmt"
	"net/http"
	"runtime/debug"

	"github.com/gin-gonic/gin"
)

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
