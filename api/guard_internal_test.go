package api

import (
	"net/http"

	"github.com/gin-gonic/gin"

	"github.com/quarrykb/quarry/api/rest"
)

// GuardedHandler is Handler with routes that do nothing, but need what writing and studying
// do: POST /v1/guarded, and GET and POST /v1/studied.
func (s *Server) GuardedHandler() http.Handler {
	router := s.router()
	answer := func(c *gin.Context) { c.JSON(http.StatusOK, gin.H{"key": rest.CallerOf(c).Key}) }
	router.POST("/v1/guarded", s.mayWrite, answer)
	router.POST("/v1/studied", s.mayStudy, answer)
	router.GET("/v1/studied", s.mayStudy, answer)
	return router
}

// Remembered returns how many addresses have a bucket.
func (s *Server) Remembered() int { return s.limits.requests.networks.Len() }

// Guessed returns how many wrong keys have a bucket, each of an address.
func (s *Server) Guessed() int { return s.limits.failures.keys.Len() }
