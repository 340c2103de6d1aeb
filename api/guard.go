package api

import (
	"crypto/sha256"
	"crypto/subtle"
	"strings"

	"github.com/gin-gonic/gin"

	"github.com/quarrykb/quarry"
)

// caller is who sent a request, as far as is known.
type caller struct{ key string }

const callerEntry = "quarry.caller"

// callerOf returns who was let in.
func callerOf(c *gin.Context) caller {
	who, _ := c.Value(callerEntry).(caller)
	return who
}

// needs lets in who may do what needs a scope: reading is open, and writing is for
// who shows the token that this server made at its start.
func (s *Server) needs(scope quarry.Scope) gin.HandlerFunc {
	if scope == quarry.ScopeRead {
		return func(*gin.Context) {}
	}
	return s.needsToken
}

func (s *Server) needsToken(c *gin.Context) {
	scheme, sent, _ := strings.Cut(c.GetHeader("Authorization"), " ")
	want, got := sha256.Sum256([]byte(s.token)), sha256.Sum256([]byte(strings.TrimSpace(sent)))
	if s.token == "" || !strings.EqualFold(scheme, "Bearer") || subtle.ConstantTimeCompare(want[:], got[:]) != 1 {
		c.Header("WWW-Authenticate", `Bearer realm="quarry"`)
		s.fail(c, quarry.Errorf(quarry.KindUnauthorized, "a key with the scope %q is needed", quarry.ScopeWrite).
			WithCode("key_missing").WithFixes("Authorization: Bearer …"))
		return
	}
	c.Set(callerEntry, caller{key: "local"})
}
