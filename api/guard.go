package api

import (
	"context"
	"crypto/sha256"
	"crypto/subtle"
	"log/slog"
	"net/http"
	"slices"
	"strings"

	"github.com/gin-gonic/gin"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/api/rest"
)

// KeyReader finds keys by their ids: KindNotFound where there is none.
type KeyReader interface {
	Key(ctx context.Context, id quarry.KeyID) (quarry.Key, error)
}

// The header fields in which a caller says who is calling, and in which we ask.
const (
	headerAuthorization = "Authorization"
	headerAPIKey        = "X-API-Key" //nolint:gosec // the name of a header, and no key
	headerAuthenticate  = "WWW-Authenticate"
)

// The codes with which a caller is refused for what was said of who is calling.
// Only who holds the right secret learns that a key is expired or revoked: for
// everybody else there is no such key.
const (
	codeKeyMissing   = "key_missing"
	codeKeyInvalid   = "key_invalid"
	codeKeyExpired   = "key_expired"
	codeKeyRevoked   = "key_revoked"
	codeKeyAmbiguous = "key_ambiguous"
	codeKeyInQuery   = "key_in_query"
	codeScopeMissing = "scope_missing"
)

// admit finds out who is calling, and lets in who may read. A key that is wrong
// is refused also where none is needed: who sends one wants to know.
func (s *Server) admit(c *gin.Context) {
	if isProbe(c.FullPath()) {
		return
	}
	if who, inside := insideOf(c.Request.Context()); inside {
		c.Set(rest.CallerEntry, who)
		return
	}
	who := rest.Caller{Address: proxies(s.config.TrustedProxies).clientOf(c.Request)}
	err := s.recognise(c, &who)
	if err == nil {
		err = s.limits.charge(c, s.limits.requests, who)
	}
	if err == nil && s.config.ReadNeedsKey && !isPublic(c.FullPath()) {
		err = s.require(c, who, quarry.ScopeRead)
	}
	if err != nil {
		s.Fail(c, err)
		return
	}
	c.Set(rest.CallerEntry, who)
}

// isProbe reports whether a route tells no more than that the server is there.
func isProbe(route string) bool { return route == routeLive || route == routeReady }

// isPublic reports whether a route shows nothing but what is printed in the
// documentation of Quarry, so that a stranger can learn how to send a key, or the frame
// of a page that asks for one.
func isPublic(route string) bool {
	switch route {
	case "/docs", routeReference, routeAssets, "/openapi.json", "/openapi-3.0.json", "/openapi-tools.json":
		return true
	}
	return strings.HasPrefix(route, "/problems") || slices.Contains(frames(), route)
}

// mayRead lets in who may read: it needs a key only where reading is closed.
func (s *Server) mayRead(c *gin.Context) {
	if !s.config.ReadNeedsKey {
		return
	}
	if err := s.require(c, rest.CallerOf(c), quarry.ScopeRead); err != nil {
		s.Fail(c, err)
	}
}

// mayWrite lets in who holds a key that may write.
func (s *Server) mayWrite(c *gin.Context) {
	who := rest.CallerOf(c)
	err := s.require(c, who, quarry.ScopeWrite)
	if changes := c.Request.Method != http.MethodGet && c.Request.Method != http.MethodHead; err == nil && changes {
		err = s.limits.charge(c, s.limits.writes, who)
	}
	if err != nil {
		s.Fail(c, err)
	}
}

// require returns why a caller may not do what needs a scope, or nil.
func (s *Server) require(c *gin.Context, who rest.Caller, scope quarry.Scope) error {
	switch {
	case who.Scope == "":
		c.Header(headerAuthenticate, `Bearer realm="quarry"`)
		return quarry.Errorf(quarry.KindUnauthorized, "a key with the scope %q is needed", scope).
			WithCode(codeKeyMissing).WithFixes("Authorization: Bearer …", "quarry key create --scope "+string(scope))
	case !who.Scope.Allows(scope):
		c.Header(headerAuthenticate, `Bearer realm="quarry", error="insufficient_scope", scope="`+string(scope)+`"`)
		return quarry.Errorf(quarry.KindForbidden, "the key has the scope %q, and %q is needed", who.Scope, scope).
			WithCode(codeScopeMissing).WithFixes("quarry key create --scope " + string(scope))
	}
	return nil
}

// recognise notes who is calling by what was sent, and refuses what is wrong. What is said
// of a key that has ended is said to who holds its secret, and to its owner in the log.
func (s *Server) recognise(c *gin.Context, who *rest.Caller) error {
	sent, err := credentialOf(c)
	if err != nil || sent == "" {
		return err
	}
	// The token in the lock file, which only this machine's user can read, opens nothing from
	// elsewhere, nor through a proxy.
	if s.config.Token != "" && IsFromHere(c.Request) {
		want, got := sha256.Sum256([]byte(s.config.Token)), sha256.Sum256([]byte(sent))
		if subtle.ConstantTimeCompare(want[:], got[:]) == 1 {
			who.Key, who.Scope = "local", quarry.ScopeWrite
			return nil
		}
	}
	secret, _ := quarry.ParseSecret(sent) // without an id where it is none
	var key quarry.Key
	if secret.ID() != "" && s.config.Keys != nil {
		key, err = s.config.Keys.Key(c.Request.Context(), secret.ID())
		if err != nil && !quarry.IsKind(err, quarry.KindNotFound) {
			return err
		}
		if err != nil || !key.Opens(secret) {
			key = quarry.Key{}
		}
	}
	if key.ID != "" && key.State(s.Now()) == quarry.KeyValid {
		who.Key, who.Name, who.Scope = key.ID, key.Name, key.Scope
		s.used.note(key.ID, s.Now())
		return nil
	}
	if err := s.limits.wrongKey(c, *who, secret.ID()); err != nil {
		return err
	}
	ended := func(code string) { // the owner is told that a key is still used that has ended
		s.Log.WarnContext(c.Request.Context(), "key refused",
			slog.String("code", code), slog.String("key", string(key.ID)), slog.String("name", key.Name),
			slog.String("request_id", c.Writer.Header().Get(rest.HeaderRequestID)))
	}
	switch key.State(s.Now()) {
	case quarry.KeyExpired:
		ended(codeKeyExpired)
		return refuseKey(c, codeKeyExpired, "the key has expired")
	case quarry.KeyRevoked:
		ended(codeKeyRevoked)
		return refuseKey(c, codeKeyRevoked, "the key was revoked")
	case quarry.KeyValid:
	}
	return refuseKey(c, codeKeyInvalid, "there is no such key")
}

// credentialOf returns what a caller sent to say who is calling, or "". A key that stands in
// an address, where logs, histories and proxies keep it, is refused; it is not looked at,
// and not repeated.
func credentialOf(c *gin.Context) (string, error) {
	var sent []string
	for _, value := range c.Request.Header.Values(headerAuthorization) {
		scheme, credential, _ := strings.Cut(strings.TrimSpace(value), " ")
		if !strings.EqualFold(scheme, "Bearer") {
			c.Header(headerAuthenticate, `Bearer realm="quarry"`)
			return "", quarry.Errorf(quarry.KindUnauthorized, "Authorization has another scheme than Bearer").
				WithCode(codeKeyInvalid).WithFixes("Authorization: Bearer …")
		}
		sent = append(sent, strings.TrimSpace(credential))
	}
	sent = append(sent, c.Request.Header.Values(headerAPIKey)...)
	for _, one := range sent {
		if one != sent[0] {
			c.Header(headerAuthenticate, `Bearer realm="quarry", error="invalid_request"`)
			return "", quarry.Errorf(quarry.KindInvalid, "more than one key was sent, and they differ").
				WithCode(codeKeyAmbiguous)
		}
	}
	if len(sent) > 0 && sent[0] == "" {
		return "", refuseKey(c, codeKeyInvalid, "an empty key was sent")
	}
	if len(sent) > 0 {
		return sent[0], nil
	}
	query := strings.ToLower(c.Request.URL.RawQuery)
	if !strings.Contains(query, "key") && !strings.Contains(query, "token") {
		return "", nil
	}
	keys := []string{"key", "api_key", "apikey", "api-key", "x-api-key", "access_token", "token"}
	for name := range c.Request.URL.Query() {
		if slices.Contains(keys, strings.ToLower(name)) {
			return "", quarry.Errorf(quarry.KindInvalid, "a key does not belong into an address, where others can read it: "+
				"send it in a header, and revoke it if this was a real one").
				WithCode(codeKeyInQuery).OnField(name, "send the key in a header").
				WithFixes("Authorization: Bearer …", "X-API-Key: …")
		}
	}
	return "", nil
}

func refuseKey(c *gin.Context, code, message string) error {
	c.Header(headerAuthenticate, `Bearer realm="quarry", error="invalid_token", error_description="`+message+`"`)
	return quarry.Errorf(quarry.KindUnauthorized, "%s", message).WithCode(code).WithFixes("quarry key create")
}
