package api

import (
	"github.com/gin-gonic/gin"
)

// The header fields that answers carry.
const (
	headerETag         = "ETag"
	headerCacheControl = "Cache-Control"
	headerRequestID    = "X-Request-Id"
	headerRevision     = "Quarry-Revision"
)

// apiPolicy forbids a browser everything: no answer of the API is a page.
const apiPolicy = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"

// secure sets what tells a browser to trust nothing here more than it must.
func (s *Server) secure(c *gin.Context) {
	header := c.Writer.Header()
	header.Set("Content-Security-Policy", apiPolicy)
	header.Set("X-Content-Type-Options", "nosniff")
	header.Set("X-Frame-Options", "DENY")
	header.Set("Referrer-Policy", "no-referrer")
	header.Set("Cross-Origin-Resource-Policy", "same-origin")
	header.Set("Cross-Origin-Opener-Policy", "same-origin")
}
