package api

import (
	"maps"
	"net/http"

	"github.com/gin-gonic/gin"
)

// The header fields that answers carry.
const (
	headerETag         = "ETag"
	headerCacheControl = "Cache-Control"
	headerRequestID    = "X-Request-Id"
	headerRevision     = "Quarry-Revision"
	headerServerTiming = "Server-Timing"
)

// apiPolicy forbids a browser everything: no answer of the API is a page.
const apiPolicy = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"

// secureHeaders tell a browser to trust nothing here more than it must. They
// are made once and shared by all answers, which set headers and never change
// one in place.
func secureHeaders() http.Header {
	return http.Header{
		"Content-Security-Policy":      {apiPolicy},
		"X-Content-Type-Options":       {"nosniff"},
		"Cross-Origin-Resource-Policy": {"same-origin"},
	}
}

func (s *Server) secure(c *gin.Context) { maps.Copy(c.Writer.Header(), s.secureHeaders) }
