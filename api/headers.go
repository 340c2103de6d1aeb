package api

import (
	"maps"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/gin-gonic/gin"

	"github.com/quarrykb/quarry"
)

// The header fields that answers carry.
const (
	headerETag         = "ETag"
	headerCacheControl = "Cache-Control"
	headerRequestID    = "X-Request-Id"
	headerRevision     = "Quarry-Revision"
	headerServerTiming = "Server-Timing"
	headerRetryAfter   = "Retry-After"
)

// apiPolicy forbids a browser everything: no answer of the API is a page.
const apiPolicy = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"

// featurePolicy closes what a page could use of a machine.
const featurePolicy = "camera=(), geolocation=(), microphone=(), payment=(), usb=()"

// secureHeaders tell a browser to trust nothing here more than it must. They
// are made once and shared by all answers, which set headers and never change
// one in place. Where others reach us by https, a browser is told to stay there.
func secureHeaders(publicURL string) http.Header {
	header := http.Header{
		"Content-Security-Policy":      {apiPolicy},
		"Cross-Origin-Resource-Policy": {"same-origin"},
		"Permissions-Policy":           {featurePolicy},
		"Referrer-Policy":              {"no-referrer"},
		"X-Content-Type-Options":       {"nosniff"},
	}
	if strings.HasPrefix(strings.ToLower(publicURL), "https://") {
		header.Set("Strict-Transport-Security", "max-age=31536000")
	}
	return header
}

func (s *Server) secure(c *gin.Context) { maps.Copy(c.Writer.Header(), s.secureHeaders) }

// refuseEncoded refuses a body that is compressed: what it would unpack to is not
// known before, and nothing that is sent here is so long that it needs to be.
func (s *Server) refuseEncoded(c *gin.Context) {
	if c.Request.ContentLength == 0 {
		return // there is none
	}
	for _, coding := range c.Request.Header.Values("Content-Encoding") {
		if !strings.EqualFold(strings.TrimSpace(coding), "identity") {
			s.fail(c, quarry.Errorf(quarry.KindUnsupported, "the body is encoded, and is taken as it is only").
				WithCode("content_encoding").WithFixes("Content-Encoding: identity"))
			return
		}
	}
}

// stageTotal ends the list of stages.
const stageTotal = "total"

// setTimings says in a Server-Timing header, which browsers show beside a request, how
// many milliseconds each stage of the answer took, and all of it. Names of stages are
// tokens of HTTP. An answer without stages has no such header.
func setTimings(c *gin.Context, stages []quarry.StageTime, totalMS float64) {
	if len(stages) == 0 {
		return
	}
	field := make([]byte, 0, 128)
	for _, stage := range stages {
		field = append(appendTiming(field, stage.Stage, float64(stage.Took)/float64(time.Millisecond)), ", "...)
	}
	c.Writer.Header().Set(headerServerTiming, string(appendTiming(field, stageTotal, totalMS)))
}

func appendTiming(to []byte, name string, milliseconds float64) []byte {
	to = append(append(to, name...), ";dur="...)
	return strconv.AppendFloat(to, milliseconds, 'f', 3, 64)
}
