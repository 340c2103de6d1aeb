package api

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"mime"
	"net/http"
	"runtime"
	"runtime/debug"
	"sync"
	"sync/atomic"
	"time"
	"unicode/utf8"

	"github.com/gin-gonic/gin"

	"github.com/quarrykb/quarry"
)

const (
	mostBatched  = 50      // queries
	longestBatch = 1 << 20 // bytes of a body
)

// BatchRequest asks several searches at once.
type BatchRequest struct {
	// the searches, 50 at most
	Queries []BatchQuery `json:"queries" validate:"required,min=1,max=50"`
}

// BatchQuery is one search: its fields are the parameters of /v1/search. A list may
// also be written as there, as one text with a comma between the alternatives.
type BatchQuery struct {
	// what to look for; a phrase in double quotes must stand so, a word behind a minus must not
	Q string `json:"q" validate:"required" example:"memory bandwidth" minLength:"1" maxLength:"2000"`
	// by words, by meaning, or both; hybrid where it is left out
	Mode string `json:"mode,omitempty" example:"hybrid" enums:"hybrid,lexical,semantic"`
	// kinds of entry; all where it is left out
	Kind []string `json:"kind,omitempty" example:"question,fact" enums:"question,fact,spec,passage"`
	// ids of topics; a parent stands for its children too
	Topic []string `json:"topic,omitempty" example:"memory"`
	// difficulties; entries of unknown difficulty never match
	Difficulty []string `json:"difficulty,omitempty" example:"hard" enums:"easy,medium,hard"`
	// ways of asking; only questions have one
	Style []string `json:"style,omitempty" example:"open" enums:"open,true_false,scenario,choice,cloze"`
	// document ids or paths; an unknown one is noted
	Document []string `json:"document,omitempty" example:"notes.md"`
	// collections
	Collection []string `json:"collection,omitempty" example:"main"`
	// whether the source answers the question
	Answered *bool `json:"answered,omitempty" example:"true"`
	// what to count the hits by
	Facets []string `json:"facets,omitempty" example:"kind" enums:"kind,topic,difficulty,style,document,collection"`
	// whether snippets mark what matched; true where it is left out
	Highlight *bool `json:"highlight,omitempty" example:"true"`
	// whether each hit says how it came by its score; false where it is left out
	Explain *bool `json:"explain,omitempty" example:"false"`
	// hits per page; 20 where it is left out
	Limit int `json:"limit,omitempty" example:"20" minimum:"1" maximum:"100"`
	// next_cursor of the page before; it goes with the filters of that page
	Cursor string `json:"cursor,omitempty" example:"kUw1mM8bqXd7Im8iOjIwfQ"`
}

// BatchView answers every query of a batch, in their order.
type BatchView struct {
	// milliseconds that it took to answer
	TookMS float64 `json:"took_ms" validate:"required" example:"12.5" minimum:"0"`
	// the answers, in the order of the queries
	Items []BatchItemView `json:"items" validate:"required"`
}

// BatchItemView answers one query as /v1/search would: with a result and the
// revision that it was computed from, or with a problem.
type BatchItemView struct {
	// status that the search alone would have
	Status int `json:"status" validate:"required" example:"200"`
	// change sequence that the result was computed from; left out beside a problem
	Revision *int64 `json:"revision,omitempty" validate:"optional" example:"1204"`
	// what was found; left out beside a problem
	Result *SearchView `json:"result,omitempty" validate:"optional"`
	// why there is no result; left out beside one
	Problem *Problem `json:"problem,omitempty" validate:"optional"`
}

// searchBatch answers several searches.
//
//	@ID				searchBatch
//	@Summary		Search for several things at once
//	@Description	Up to 50 searches, whose fields are the parameters of `/v1/search`. They are answered side by side, each for itself: every answer has the status that `/v1/search` would have, and the revision that it was computed from. `Quarry-Revision` is the least of these. A field that no search has is refused by its name. A cursor of `/v1/search` goes on here, and the other way round.
//	@Tags			search
//	@Accept			json
//	@Produce		json
//	@Param			batch	body		BatchRequest	true	"the searches"
//	@Success		200		{object}	BatchView
//	@Header			200		{integer}	Quarry-Revision	"the least of the change sequences that the answers were computed from"
//	@Failure		413		{object}	Problem
//	@Failure		415		{object}	Problem
//	@Failure		503		{object}	Problem	"overloaded, timeout"
//	@Router			/v1/search/batch [post]
func (s *Server) searchBatch(c *gin.Context) {
	c.Header(headerCacheControl, "no-store")
	queries, err := readBatch(bodyOf(c))
	if err != nil {
		s.fail(c, err)
		return
	}
	start := s.now()
	found := make([]batched, len(queries))
	ctx := c.Request.Context()
	sideBySide(len(queries), func(i int) {
		if found[i] = s.searchOne(ctx, queries[i]); found[i].err != nil {
			found[i].err = outOfTime(ctx, found[i].err)
		}
	})
	setLeast(c, found)
	items := mapped(found, func(b batched) BatchItemView { return s.viewBatched(c, b) })
	s.answer(c, BatchView{TookMS: s.since(start), Items: items})
}

// since is how long ago a moment was, in milliseconds.
func (s *Server) since(start time.Time) float64 {
	return float64(s.now().Sub(start)) / float64(time.Millisecond)
}

// batched is the answer to one query of a batch.
type batched struct {
	view     SearchView
	revision quarry.Sequence
	err      error
}

// searchOne answers one query. What goes wrong with it is its own: it runs beside
// the goroutine that would be rescued.
func (s *Server) searchOne(ctx context.Context, query json.RawMessage) (answer batched) { //nolint:nonamedreturns // what recover found has to be returned
	defer func() {
		if caught := recover(); caught != nil {
			answer.err = fmt.Errorf("panic: %v\n%s", caught, debug.Stack())
		}
	}()
	values, err := s.valuesOf(query)
	if err != nil {
		return batched{err: err}
	}
	one, err := s.answerSearch(ctx, &parameters{values: values})
	return batched{view: one.view, revision: one.revision, err: err}
}

// sideBySide does so many things, as many at a time as there are threads that run Go.
func sideBySide(count int, do func(i int)) {
	var next atomic.Int64
	var group sync.WaitGroup
	for range min(count, runtime.GOMAXPROCS(0)) {
		group.Go(func() {
			for i := int(next.Add(1)); i <= count; i = int(next.Add(1)) {
				do(i - 1)
			}
		})
	}
	group.Wait()
}

// setLeast names the least revision of those that were answered from.
func setLeast(c *gin.Context, found []batched) {
	least, known := quarry.Sequence(0), false
	for _, one := range found {
		if one.err == nil && (!known || one.revision < least) {
			least, known = one.revision, true
		}
	}
	if known {
		setRevision(c, least)
	}
}

// viewBatched shows an answer, or what fail would have shown.
func (s *Server) viewBatched(c *gin.Context, b batched) BatchItemView {
	if b.err == nil {
		revision := int64(b.revision)
		return BatchItemView{Status: http.StatusOK, Revision: &revision, Result: &b.view}
	}
	shown := quarry.Explain(b.err)
	status := statusOf(shown.Kind)
	s.logFailure(c, status, b.err)
	problem := s.problemOf(c, shown, status)
	return BatchItemView{Status: status, Problem: &problem}
}

// readBatch reads the queries of a body, each as it is written.
func readBatch(body []byte) ([]json.RawMessage, error) {
	fields, err := fieldsOf(body)
	if err != nil {
		return nil, err
	}
	var queries []json.RawMessage
	for _, field := range fields {
		if field.name != "queries" {
			return nil, refuseField(field.name, "unknown_parameter", "a batch has no such field").WithFixes("queries")
		}
		if json.Unmarshal(field.value, &queries) != nil {
			return nil, refuseField(field.name, codeParameter, "must be a list of searches")
		}
	}
	if len(queries) == 0 || len(queries) > mostBatched {
		return nil, refuseField("queries", codeParameter, fmt.Sprintf("must be from 1 to %d searches", mostBatched))
	}
	return queries, nil
}

// readJSON reads a body of at most so many bytes that says it is JSON, or does not
// say what it is.
func readJSON(c *gin.Context, most int64) ([]byte, error) {
	if stated := c.GetHeader("Content-Type"); stated != "" {
		if media, _, err := mime.ParseMediaType(stated); err != nil || media != "application/json" {
			return nil, quarry.Errorf(quarry.KindUnsupported, "the body must be JSON, not %q", stated).
				WithFixes("Content-Type: application/json")
		}
	}
	if c.Request.Body == nil {
		c.Request.Body = http.NoBody
	}
	c.Request.Body = http.MaxBytesReader(c.Writer, c.Request.Body, most)
	body, err := c.GetRawData()
	if _, long := errors.AsType[*http.MaxBytesError](err); long {
		return nil, quarry.Errorf(quarry.KindTooLarge, "the body is longer than %d bytes", most)
	}
	if err != nil || !utf8.Valid(body) {
		return nil, errBody().Because(err)
	}
	return body, nil
}

func errBody() *quarry.Error {
	return quarry.Errorf(quarry.KindInvalid, "the body is not a well-formed JSON object").WithCode("malformed_body")
}
