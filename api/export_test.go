package api

import "github.com/gin-gonic/gin"

// Routes lists what is registered, for the test that compares it with the
// contract.
func (s *Server) Routes() gin.RoutesInfo { return s.router().Routes() }
