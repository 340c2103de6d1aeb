package api

import (
	"maps"
	"net/http"
	"strings"

	"github.com/gin-gonic/gin"

	"github.com/quarrykb/quarry"
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
			s.Fail(c, quarry.Errorf(quarry.KindUnsupported, "the body is encoded, and is taken as it is only").
				WithCode("content_encoding").WithFixes("Content-Encoding: identity"))
			return
		}
	}
}
