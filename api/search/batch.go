package search

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"runtime"
	"runtime/debug"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/gin-gonic/gin"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/api/rest"
	"github.com/quarrykb/quarry/api/view"
)

// What a batch may have at most.
const (
	mostBatched  = 50      // queries
	LongestBatch = 1 << 20 // bytes of a body
)

// SearchBatch answers several searches.
//
//	@Summary		Search for several things at once
//	@Description	Up to 50 searches, whose fields are the parameters of `/v1/search`. They are answered side by side, each for itself: every answer has the status that `/v1/search` would have, and the revision that it was computed from. `Quarry-Revision` is the least of these. A field that no search has is refused by its name. A cursor of `/v1/search` goes on here, and the other way round.
//	@Param			batch	body		view.BatchRequest	true	"the searches"
//	@Success		200		{object}	view.Batch
//	@Header			200		{integer}	Quarry-Revision	"the least of the change sequences that the answers were computed from"
//	@Failure		503		{object}	view.Problem	"overloaded, timeout"
//	@Router			/v1/search/batch [post]
func (h *Handlers) SearchBatch(c *gin.Context) error {
	queries, err := readBatch(rest.BodyOf(c))
	if err != nil {
		return err
	}
	start, ctx := h.Now(), c.Request.Context()
	found, faults := make([]searched, len(queries)), make([]error, len(queries))
	var next atomic.Int64
	var group sync.WaitGroup
	for range min(len(queries), runtime.GOMAXPROCS(0)) { // as many at a time as there are threads that run Go
		group.Go(func() {
			for i := int(next.Add(1)) - 1; i < len(queries); i = int(next.Add(1)) - 1 {
				one, err := h.searchOne(ctx, queries[i])
				if err != nil {
					err = rest.OutOfTime(ctx, err) // as of now, and not of when the last one ends
				}
				found[i], faults[i] = one, err
			}
		})
	}
	group.Wait()
	answer, least := view.Batch{Items: []view.BatchItem{}}, quarry.Sequence(-1)
	for i := range queries {
		if err := faults[i]; err != nil {
			problem := h.ProblemOf(c, err)
			answer.Items = append(answer.Items, view.BatchItem{Status: problem.Status, Problem: &problem})
			continue
		}
		if least < 0 || found[i].revision < least {
			least = found[i].revision
		}
		answer.Items = append(answer.Items, view.BatchItem{
			Status: http.StatusOK, Revision: (*int64)(&found[i].revision), Result: &found[i].view,
		})
	}
	answer.TookMS = h.Since(start)
	if least < 0 { // nothing was found that could have a revision
		return h.Answer(c, answer)
	}
	return h.AnswerAt(c, least, answer)
}

// searchOne answers one query. What goes wrong with it is its own: it runs beside
// the goroutine that would be rescued.
func (h *Handlers) searchOne(ctx context.Context, query json.RawMessage) (found searched, err error) { //nolint:nonamedreturns // what recover found has to be returned
	defer func() {
		if caught := recover(); caught != nil {
			err = fmt.Errorf("panic: %v\n%s", caught, debug.Stack())
		}
	}()
	fields, err := rest.FieldsOf(query, "")
	if err != nil {
		return searched{}, err
	}
	values, err := h.valuesOf(fields)
	if err != nil {
		return searched{}, err
	}
	return h.search(ctx, values)
}

// readBatch reads the queries of a body, each as it is written.
func readBatch(body []byte) ([]json.RawMessage, error) {
	fields, err := rest.FieldsOf(body, "a batch has", "queries")
	if err != nil {
		return nil, err
	}
	var queries []json.RawMessage
	if written, sent := fields["queries"]; sent && json.Unmarshal(written, &queries) != nil {
		return nil, rest.RefuseField("queries", rest.CodeParameter, "must be a list of searches")
	}
	if len(queries) == 0 || len(queries) > mostBatched {
		return nil, rest.RefuseField("queries", rest.CodeParameter, fmt.Sprintf("must be from 1 to %d searches", mostBatched))
	}
	return queries, nil
}

// valuesOf reads a search that stands in a body as the query of an address would
// say it, and refuses what checkParameters would.
func (h *Handlers) valuesOf(fields map[string]json.RawMessage) (url.Values, error) {
	values, allowed := url.Values{}, h.Allowed[rest.RouteSearch].Whole() // a body is answered whole
	for _, name := range slices.Sorted(maps.Keys(fields)) {
		read, taken := rest.ValueOf, "must be a single text, number or truth"
		if slices.Contains(allowed.Lists, name) {
			read, taken = rest.ListOf, "must be a text, or a list of texts"
		}
		value, ok := read(fields[name])
		if !ok && slices.Contains(allowed.Names, name) {
			return nil, rest.RefuseField(name, rest.CodeParameter, taken)
		}
		if err := rest.CheckParameter(name, []string{value}, allowed); err != nil {
			return nil, err
		}
		values.Set(name, value)
	}
	return values, nil
}
