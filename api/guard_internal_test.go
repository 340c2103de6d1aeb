package api

import (
	"net/http"

	"github.com/gin-gonic/gin"

	"github.com/quarrykb/quarry/api/rest"
)

// GuardedHandler is Handler with a route that writes nothing, but needs what
// writing does: POST /v1/guarded.
func (s *Server) GuardedHandler() http.Handler {
	router := s.router()
	router.POST("/v1/guarded", s.mayWrite, func(c *gin.Context) {
		c.JSON(http.StatusOK, gin.H{"key": rest.CallerOf(c).Key})
	})
	return router
}

// Remembered returns how many addresses have a bucket.
func (s *Server) Remembered() int { return s.limits.requests.networks.Len() }

// Guessed returns how many wrong keys have a bucket, each of an address.
func (s *Server) Guessed() int { return s.limits.failures.keys.Len() }
