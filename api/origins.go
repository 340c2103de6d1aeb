package api

import (
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/gin-contrib/cors"
	"github.com/gin-gonic/gin"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/api/rest"
)

// origins decides which pages on the web may call.
type origins struct {
	allowed    []string
	protection *http.CrossOriginProtection
	answer     gin.HandlerFunc // tells a browser that a page may; nil where none may
}

// corsMemory is how long a browser remembers what a page may do.
const corsMemory = 10 * time.Minute

// newOrigins takes the origins of pages that may call, and the address at which
// we are reached through a proxy, whose pages are our own. An origin is a scheme
// and a host, and a port where it is not the scheme's (KindInvalid otherwise);
// "*" is refused: it would give every page what is meant for one.
func newOrigins(allowed []string, publicURL string) (origins, error) {
	o := origins{allowed: allowed, protection: http.NewCrossOriginProtection()}
	for _, origin := range allowed {
		if err := ValidateOrigin(origin); err != nil {
			return origins{}, err
		}
		if err := o.protection.AddTrustedOrigin(origin); err != nil {
			return origins{}, quarry.Errorf(quarry.KindInvalid, "%q is not an origin", origin).Because(err)
		}
	}
	if public, err := url.Parse(publicURL); err == nil && public.Host != "" {
		if err := o.protection.AddTrustedOrigin(public.Scheme + "://" + public.Host); err != nil {
			return origins{}, quarry.Errorf(quarry.KindInvalid, "%q is no address of a page", publicURL).Because(err)
		}
	}
	if len(allowed) > 0 {
		o.answer = cors.New(cors.Config{
			AllowOrigins: allowed,
			AllowMethods: []string{http.MethodGet, http.MethodHead, http.MethodPost, http.MethodPut, http.MethodDelete},
			AllowHeaders: []string{
				headerAuthorization, headerAPIKey, "Content-Type", "Idempotency-Key", "If-None-Match", "Prefer",
				rest.HeaderRequestID, "Last-Event-ID", "Mcp-Protocol-Version", "Mcp-Session-Id",
			},
			ExposeHeaders: []string{
				rest.HeaderETag, rest.HeaderRequestID, rest.HeaderRevision, headerAuthenticate,
				"Content-Disposition", "Location", rest.HeaderRetryAfter, "RateLimit", "RateLimit-Policy", "Server-Timing",
			},
			MaxAge: corsMemory,
		})
	}
	return o, nil
}

// ValidateOrigin refuses what is not the origin of one page: a scheme and a host, and a
// port where it is not the scheme's (KindInvalid).
func ValidateOrigin(origin string) error {
	parsed, err := url.Parse(origin)
	if err == nil && (parsed.Scheme == "http" || parsed.Scheme == "https") && parsed.Host != "" &&
		!strings.Contains(origin, "*") && origin == parsed.Scheme+"://"+parsed.Host {
		return nil
	}
	return quarry.Errorf(quarry.KindInvalid, "%q is not the origin of a page, such as https://notes.example", origin)
}

// isOfOtherOrigin reports whether a page of another origin made a browser send a request, one
// that may call among them: browsers say so of what they read, too, where they know the
// connection for a safe one, as it is on loopback.
func isOfOtherOrigin(r *http.Request) bool {
	switch r.Header.Get("Sec-Fetch-Site") {
	case "", "none", "same-origin":
	default:
		return true
	}
	origin := r.Header.Get("Origin")
	page, err := url.Parse(origin)
	return origin != "" && (err != nil || page.Host != r.Host)
}

// checkOrigin refuses what pages on the web make a browser send here, unless
// they may. Asking without changing anything is safe: no page gets to see the
// answer. Programs that are no browsers say nothing of where they come from and
// pass.
func (s *Server) checkOrigin(c *gin.Context) {
	origin := c.GetHeader("Origin")
	if s.origins.answer != nil && slices.Contains(s.origins.allowed, origin) {
		s.origins.answer(c)
		return
	}
	if s.origins.answer != nil {
		c.Writer.Header().Add("Vary", "Origin")
	}
	if err := s.origins.protection.Check(c.Request); err != nil {
		s.Fail(c, quarry.Errorf(quarry.KindForbidden, "a page of another origin may not call this").
			WithCode("cross_origin").WithFixes("--cors-origins ORIGIN").Because(err))
	}
}
