package api

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/gin-gonic/gin"

	"github.com/quarrykb/quarry"
)

// RevisionReader knows the sequence of the last change. It is asked before
// every answer and must be cheap.
type RevisionReader interface {
	Revision(ctx context.Context) (quarry.Sequence, error)
}

// Follower is something that follows the change feed and says how far it has
// come: an index, a derived table. It is asked before every answer and must be
// cheap.
type Follower interface {
	State(ctx context.Context) quarry.FollowerState
}

// etagBytes of a hash tell two states of one address apart.
const etagBytes = 12

// revalidate answers "not modified" where the caller has this answer already,
// before the store is asked for more than its revision. The tag is older than
// the answer at worst, when a change falls between the two, and then the
// caller's next request brings the new one. An answer that lacks an engine for a
// moment is another matter, because states come back: see [Server.answerFound].
func (s *Server) revalidate(c *gin.Context) {
	ctx := c.Request.Context()
	revision, err := s.read.Revisions.Revision(ctx)
	if err != nil {
		s.fail(c, fmt.Errorf("read the revision: %w", err))
		return
	}
	followers := s.states(ctx)
	setRevision(c, revision)
	if answersFromIndex(c.FullPath()) {
		setRevision(c, slowest(followers, revision))
	}
	if drawsAnew(c) {
		keepNowhere(c)
		return
	}
	tag := s.etag(c, revision, followers)
	c.Header(headerETag, tag)
	c.Header(headerCacheControl, "no-cache")
	if matches(c.GetHeader("If-None-Match"), tag) {
		c.AbortWithStatus(http.StatusNotModified)
	}
}

// keepNowhere says of an answer that the next one to the same address is another.
func keepNowhere(c *gin.Context) {
	header := c.Writer.Header()
	header.Del(headerETag)
	header.Set(headerCacheControl, "no-store")
}

// answerFound sends what was found without the engines that are degraded. Its tag
// stands for the states from which it was made. An engine that failed in them may
// answer the next time while they are as they were, and then no cache may keep what it
// failed in; nor may anybody while the embedder is in trouble, for only who asks it
// finds out that it is back.
func (s *Server) answerFound(c *gin.Context, revision quarry.Sequence, degraded []string, view any) {
	if len(degraded) > 0 && !s.stayAway(c, degraded) {
		keepNowhere(c)
	}
	s.answerAt(c, revision, view)
}

// stayAway reports whether none of the engines can have answered in the states that the
// answer's tag stands for: it has none here, or its follower was not ready before the
// answer, and is not behind it.
func (s *Server) stayAway(c *gin.Context, engines []string) bool {
	ctx := c.Request.Context()
	followers := s.states(ctx)
	for _, state := range followers {
		if state.Ready && slices.Contains(engines, state.Name) {
			return false
		}
	}
	revision, err := s.read.Revisions.Revision(ctx)
	return err == nil && s.etag(c, revision, followers) == c.Writer.Header().Get(headerETag)
}

// answersFromIndex reports whether a route answers what the indexes have, and not
// what the store has.
func answersFromIndex(route string) bool {
	return route == routeSearch || route == routeSuggest || route == routeSimilar
}

// drawsAnew reports whether a random draw has neither seed nor cursor: the
// same address then answers differently each time.
func drawsAnew(c *gin.Context) bool {
	if c.FullPath() != routeRandom {
		return false
	}
	values := c.Request.URL.Query()
	return !values.Has("seed") && !values.Has("cursor")
}

func (s *Server) states(ctx context.Context) []quarry.FollowerState {
	return mapped(s.followers, func(f Follower) quarry.FollowerState { return f.State(ctx) })
}

// slowest returns how far the last of the followers has come: what a search
// answers from.
func slowest(followers []quarry.FollowerState, revision quarry.Sequence) quarry.Sequence {
	for _, follower := range followers {
		revision = min(revision, follower.Cursor)
	}
	return revision
}

// etag hashes everything that an answer depends on.
func (s *Server) etag(c *gin.Context, revision quarry.Sequence, followers []quarry.FollowerState) string {
	state := make([]byte, 0, 256)
	state = append(state, s.state...)
	for _, follower := range followers {
		state = appendState(state, follower)
	}
	state = append(state, c.Request.URL.Path...)
	if c.Request.URL.RawQuery != "" {
		state = append(append(state, '?'), canonical(c.Request.URL.Query(), s.allowed[c.FullPath()].lists)...)
	}
	number := strconv.FormatInt(int64(revision), 10)
	sum := sha256.Sum256(append(append(state, 0), number...))
	return `W/"` + number + "-" + base64.RawURLEncoding.EncodeToString(sum[:etagBytes]) + `"`
}

func appendState(to []byte, state quarry.FollowerState) []byte {
	to = append(append(to, state.Name...), 0)
	to = strconv.AppendInt(to, int64(state.Cursor), 10)
	to = strconv.AppendUint(append(to, '+'), state.Ahead, 10)
	to = strconv.AppendBool(to, state.Ready)
	to = strconv.AppendBool(to, state.Building)
	return append(append(append(append(to, state.Reason...), 0), state.Model...), 0)
}

// matches compares weakly. "*" is not looked at: it asks whether anything is
// there, which is not known yet.
func matches(header, tag string) bool {
	opaque := strings.TrimPrefix(tag, "W/")
	for candidate := range strings.SplitSeq(header, ",") {
		if strings.TrimPrefix(strings.TrimSpace(candidate), "W/") == opaque {
			return true
		}
	}
	return false
}

// quotingTags serves what a library does that forgets the quotes around its
// entity tags: it adds them to the tags that it sends, and takes them off the
// ones that come back.
type quotingTags struct{ http.Handler }

// ServeHTTP implements http.Handler.
func (q quotingTags) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	known := strings.Trim(strings.TrimPrefix(r.Header.Get("If-None-Match"), "W/"), `"`)
	bare := r.Clone(r.Context())
	if known != "" {
		bare.Header.Set("If-None-Match", known)
	}
	q.Handler.ServeHTTP(&quotingWriter{ResponseWriter: w, known: known}, bare)
}

type quotingWriter struct {
	http.ResponseWriter

	known string // the tag that the caller has
	begun bool
}

// WriteHeader puts the tag right before it leaves, and names it in a "not
// modified", too.
func (w *quotingWriter) WriteHeader(status int) {
	w.begun = true
	header := w.Header()
	tag := header.Get(headerETag)
	if status == http.StatusNotModified {
		tag = w.known
	}
	if tag != "" {
		header.Set(headerETag, `W/"`+tag+`"`)
	}
	w.ResponseWriter.WriteHeader(status)
}

// Write begins the answer if it has not begun.
func (w *quotingWriter) Write(body []byte) (int, error) {
	if !w.begun {
		w.WriteHeader(http.StatusOK)
	}
	return w.ResponseWriter.Write(body)
}
