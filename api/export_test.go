package api

import (
	"github.com/gin-gonic/gin"

	"github.com/quarrykb/quarry/openapi"
)

// Announce makes the server tell what these operations deprecate, and nothing else.
func (s *Server) Announce(operations []openapi.Operation) error {
	read, err := readNotices(operations)
	s.notices = read
	return err
}

// Routes lists what is registered, for the test that compares it with the
// contract.
func (s *Server) Routes() gin.RoutesInfo { return s.router().Routes() }
