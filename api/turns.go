package api

import "github.com/gin-gonic/gin"

// inTurn lets a request wait for its turn once it has come whole, with a JSON body of at
// most so many bytes where there may be one. The turn ends when the answer begins to be
// sent, and at the latest when the request is over.
func (s *Server) inTurn(mostBody int64) gin.HandlerFunc {
	return entrance{s.Responder, mostBody, s.turns}.pass
}

// inTurnToSearch is inTurn for a search: one that may wait for another program takes no turn.
func (s *Server) inTurnToSearch(mostBody int64) gin.HandlerFunc {
	if s.config.SearchWaits {
		return entrance{s.Responder, mostBody, nil}.pass
	}
	return s.inTurn(mostBody)
}
