package rest

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/gin-gonic/gin"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/api/view"
)

// JSONType is the media type of every answer that is no page, text or stream.
const JSONType = "application/json; charset=utf-8"

// TextType is the media type of plain text.
const TextType = "text/plain; charset=utf-8"

// HTMLType is the media type of pages and of fragments of pages.
const HTMLType = "text/html; charset=utf-8"

// The header fields that answers carry.
const (
	HeaderETag         = "ETag"
	HeaderCacheControl = "Cache-Control"
	HeaderRequestID    = "X-Request-Id"
	HeaderRevision     = "Quarry-Revision"
	HeaderServerTiming = "Server-Timing"
	HeaderRetryAfter   = "Retry-After"
)

// Responder writes what every route answers in: views, problems, and that the caller has
// an answer already. All fields are needed.
type Responder struct {
	Log       *slog.Logger
	Now       func() time.Time
	Problems  map[string]view.ProblemType // by code
	Allowed   allowedParameters
	Views     map[string]any // of each route that shows as much as is asked for, a view without content
	Revisions RevisionReader
	Followers []Follower // whatever follows the change feed
	State     string     // the part of every ETag that no change moves

	buffers sync.Pool // of *bytes.Buffer, for answers on their way
	writer  view.Writer
}

// Handler answers a request, or says why not.
type Handler func(c *gin.Context) error

// Handle makes a handler of the router of one that may fail.
func (r *Responder) Handle(answer Handler) gin.HandlerFunc {
	return func(c *gin.Context) {
		if err := answer(c); err != nil {
			r.Fail(c, err)
		}
	}
}

// Answer sends a view that no revision of the store stands behind.
func (r *Responder) Answer(c *gin.Context, of any) error {
	return r.AnswerAs(c, http.StatusOK, of)
}

// AnswerAt sends a view together with the revision that it was computed from.
func (r *Responder) AnswerAt(c *gin.Context, revision quarry.Sequence, of any) error {
	SetRevision(c, revision)
	return r.Answer(c, of)
}

// AnswerAs sends a view with a status of its own, as much of it as is asked for.
func (r *Responder) AnswerAs(c *gin.Context, status int, of any) error {
	shown, err := r.shown(c)
	if err != nil {
		return err
	}
	return r.send(c, status, JSONType, of, shown)
}

// The parameters that say how much of an answer is sent.
const (
	paramView   = "view"
	paramFields = "fields"
)

// How much of an answer there is: all that the contract has, or what is needed most.
const (
	viewBrief = "brief"
	viewFull  = "full"
)

// shown returns how much of an answer is to be sent: all of it where a route does not ask.
//
//	@x-shared	true
//	@Param		view	query	string		false	"how much of each entry: what is needed most, or all that the contract has; `brief` lacks what is optional in it"	Enums(brief,full)	default(brief)
//	@Param		fields	query	[]string	false	"fields to pick, of a list those of its items; `source.path` picks within another; the others are left out, required ones too, and one that only `full` has may be named"	collectionFormat(csv)	example(id,source.path)
//	@Router		/shared/view [get]
func (r *Responder) shown(c *gin.Context) (view.Shown, error) {
	allowed := r.Allowed[routeKey(c.Request.Method, c.FullPath())]
	if !slices.Contains(allowed.Names, paramView) {
		return view.Shown{Full: true}, nil
	}
	p := NewParameters(c)
	shown := view.Shown{
		Full:   OneOf(p, paramView, []string{viewBrief, viewFull}) == viewFull,
		Fields: p.List(paramFields),
	}
	return shown, p.Err()
}

// CheckShown refuses fields that the route's answer does not have, before it is worked out.
func (r *Responder) CheckShown(c *gin.Context) {
	shown, err := r.shown(c)
	if err == nil && len(shown.Fields) > 0 {
		err = r.writer.Check(r.Views[c.FullPath()], shown.Fields)
	}
	if unknown, ok := errors.AsType[*view.UnknownFieldError](err); ok {
		err = RefuseField(paramFields, CodeParameter, unknown.Error()).WithFixes(FixesFor(unknown.Path, unknown.Known)...)
	}
	if err != nil {
		r.Fail(c, err)
	}
}

// SetRevision says from which change sequence an answer was computed.
func SetRevision(c *gin.Context, revision quarry.Sequence) {
	c.Writer.Header().Set(HeaderRevision, strconv.FormatInt(int64(revision), 10))
}

// send encodes the whole body before the first byte leaves, so that a view
// that cannot be encoded is still a proper error.
func (r *Responder) send(c *gin.Context, status int, mediaType string, of any, shown view.Shown) error {
	encoded, pooled := r.buffers.Get().(*bytes.Buffer)
	if !pooled {
		encoded = new(bytes.Buffer)
	}
	defer r.buffers.Put(encoded)
	encoded.Reset()
	err := r.writer.Write(encoded, of, shown)
	if err != nil {
		return fmt.Errorf("encode the answer: %w", err)
	}
	c.Writer.Header().Set("Content-Length", strconv.Itoa(encoded.Len()))
	c.Data(status, mediaType, encoded.Bytes())
	return nil
}

// Since is how long ago a moment was, in milliseconds.
func (r *Responder) Since(start time.Time) float64 {
	return float64(r.Now().Sub(start)) / float64(time.Millisecond)
}

// HeadWriter sends the headers alone.
type HeadWriter struct{ http.ResponseWriter }

// Write takes the body and sends nothing of it.
func (w HeadWriter) Write(body []byte) (int, error) { return len(body), nil }

// OnlyHead reports whether the caller wants to see the headers alone: a whole
// stream need not be made for that.
func OnlyHead(c *gin.Context) bool {
	wrapped, ok := c.Writer.(interface{ Unwrap() http.ResponseWriter })
	if !ok {
		return false
	}
	_, head := wrapped.Unwrap().(HeadWriter)
	return head
}

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

// EtagBytes of a hash tell two states of one address apart.
const EtagBytes = 12

// Revalidate answers "not modified" where the caller has this answer already,
// before the store is asked for more than its revision. The tag is older than
// the answer at worst, when a change falls between the two, and then the
// caller's next request brings the new one. An answer that lacks an engine for a
// moment is another matter, because states come back: see [Responder.AnswerFound].
func (r *Responder) Revalidate(c *gin.Context) {
	ctx := c.Request.Context()
	revision, err := r.Revisions.Revision(ctx)
	if err != nil {
		r.Fail(c, fmt.Errorf("read the revision: %w", err))
		return
	}
	followers := r.States(ctx)
	SetRevision(c, revision)
	if answersFromIndex(c.FullPath()) {
		SetRevision(c, slowest(followers, revision))
	}
	if drawsAnew(c) {
		keepNowhere(c)
		return
	}
	tag := r.etag(c, revision, followers)
	c.Header(HeaderETag, tag)
	c.Header(HeaderCacheControl, "no-cache")
	if Matches(c.GetHeader("If-None-Match"), tag) {
		c.AbortWithStatus(http.StatusNotModified)
	}
}

// keepNowhere says of an answer that the next one to the same address is another.
func keepNowhere(c *gin.Context) {
	header := c.Writer.Header()
	header.Del(HeaderETag)
	header.Set(HeaderCacheControl, "no-store")
}

// AnswerFound sends what was found without the engines that are degraded. Its tag
// stands for the states from which it was made. An engine that failed in them may
// answer the next time while they are as they were, and then no cache may keep what it
// failed in; nor may anybody while the embedder is in trouble, for only who asks it
// finds out that it is back.
func (r *Responder) AnswerFound(c *gin.Context, revision quarry.Sequence, degraded []string, of any) error {
	if len(degraded) > 0 && !r.stayAway(c, degraded) {
		keepNowhere(c)
	}
	return r.AnswerAt(c, revision, of)
}

// stayAway reports whether none of the engines can have answered in the states that the
// answer's tag stands for: it has none here, or its follower was not ready before the
// answer, and is not behind it.
func (r *Responder) stayAway(c *gin.Context, engines []string) bool {
	ctx := c.Request.Context()
	followers := r.States(ctx)
	for _, state := range followers {
		if state.Ready && slices.Contains(engines, state.Name) {
			return false
		}
	}
	revision, err := r.Revisions.Revision(ctx)
	return err == nil && r.etag(c, revision, followers) == c.Writer.Header().Get(HeaderETag)
}

// The routes whose answers are dated in a way of their own.
const (
	routeRandom  = "/v1/questions/random"
	RouteSearch  = "/v1/search"
	routeSuggest = "/v1/suggest"
	routeSimilar = "/v1/questions/:id/similar"
)

// answersFromIndex reports whether a route answers what the indexes have, and not
// what the store has.
func answersFromIndex(route string) bool {
	return route == RouteSearch || route == routeSuggest || route == routeSimilar
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

// States returns how far everything has come that follows the change feed.
func (r *Responder) States(ctx context.Context) []quarry.FollowerState {
	return view.Map(r.Followers, func(f Follower) quarry.FollowerState { return f.State(ctx) })
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
func (r *Responder) etag(c *gin.Context, revision quarry.Sequence, followers []quarry.FollowerState) string {
	state := make([]byte, 0, 256)
	state = append(state, r.State...)
	for _, follower := range followers {
		state = appendState(state, follower)
	}
	state = append(state, c.Request.URL.Path...)
	if c.Request.URL.RawQuery != "" {
		state = append(append(state, '?'), canonical(c.Request.URL.Query(), r.Allowed[c.FullPath()].Lists)...)
	}
	number := strconv.FormatInt(int64(revision), 10)
	sum := sha256.Sum256(append(append(state, 0), number...))
	return `W/"` + number + "-" + base64.RawURLEncoding.EncodeToString(sum[:EtagBytes]) + `"`
}

func appendState(to []byte, state quarry.FollowerState) []byte {
	to = append(append(to, state.Name...), 0)
	to = strconv.AppendInt(to, int64(state.Cursor), 10)
	to = strconv.AppendUint(append(to, '+'), state.Ahead, 10)
	to = strconv.AppendBool(to, state.Ready)
	to = strconv.AppendBool(to, state.Building)
	return append(append(append(append(to, state.Reason...), 0), state.Model...), 0)
}

// Matches compares weakly. "*" is not looked at: it asks whether anything is
// there, which is not known yet.
func Matches(header, tag string) bool {
	opaque := strings.TrimPrefix(tag, "W/")
	for candidate := range strings.SplitSeq(header, ",") {
		if strings.TrimPrefix(strings.TrimSpace(candidate), "W/") == opaque {
			return true
		}
	}
	return false
}
