package search

import (
	"context"
	"fmt"
	"net/url"
	"strings"
	"time"

	"github.com/gin-gonic/gin"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/api/bind"
	"github.com/quarrykb/quarry/api/rest"
	"github.com/quarrykb/quarry/api/view"
)

// Searcher finds entries of every kind.
type Searcher interface {
	Search(ctx context.Context, q quarry.Query) (quarry.Found, error)
}

// QuestionReader reads one question.
type QuestionReader interface {
	Question(ctx context.Context, id quarry.QuestionID) (quarry.Question, quarry.Sequence, error)
}

// Handlers answer what is looked for in the indexes.
type Handlers struct {
	*bind.Binder

	Searcher  Searcher      // nil where there is no index: searches then answer 503
	Suggester Suggester     // nil likewise
	Similar   SimilarFinder // nil likewise
	Grounder  Grounder      // nil likewise
	Questions QuestionReader
}

// Search finds entries.
//
//	@Summary		Search
//	@Description	Finds questions, facts, specs and passages. Further pages are bound to the revision of the first: when the index has moved on, the cursor is answered with 410. `total` and `facets` count what the words find, before hits that share their lines are folded; what is found by meaning alone comes on top uncounted, and `total_relation` is then `gte`. Of a search by meaning alone they count the 200 closest at most. `confidence` says how likely it is that something here answers the query, `answerable` the same in a word; both are null where only meanings are compared, and where none of the documents or of the collections asked for is there.
//	@x-takes		["kind", "topic", "difficulty", "style", "document", "collection", "answered", "facets", "highlight", "explain", "limit", "cursor"]
//	@Param			q			query		string		true	"what to look for; a phrase in double quotes must stand so, a word behind a minus must not"	minlength(1)	maxlength(2000)	example(memory bandwidth)
//	@Param			mode		query		string		false	"by words, by meaning, or both"	Enums(hybrid,lexical,semantic)	default(hybrid)
//	@Param			kind		query		[]string	false	"kinds of entry"											collectionFormat(csv)	Enums(question,fact,spec,passage)
//	@Param			answered	query		boolean		false	"whether the source answers the question"
//	@Param			facets		query		[]string	false	"what to count the hits by"					collectionFormat(csv)	Enums(kind,topic,difficulty,style,document,collection)
//	@Param			highlight	query		boolean		false	"mark in the snippet what matched"			default(true)
//	@Param			explain		query		boolean		false	"say how each hit came by its score"		default(false)
//	@Param			limit		query		integer		false	"hits per page"								minimum(1)	maximum(100)	default(20)
//	@Param			cursor		query		string		false	"next_cursor of the page before; it goes with the filters of that page"
//	@Success		200			{object}	view.Search
//	@Header			200			{string}	ETag			"weak tag for If-None-Match; none where `degraded` names an engine that may be back"
//	@Header			200			{string}	Server-Timing	"milliseconds of each engine, of fuse, rerank and hydrate, and in total"
//	@Failure		410			{object}	view.Problem
//	@Failure		503			{object}	view.Problem	"embedder_unavailable, engine_unavailable, index_unavailable, overloaded, timeout, unavailable"
//	@Router			/v1/search [get]
func (h *Handlers) Search(c *gin.Context) error {
	found, err := h.search(c.Request.Context(), c.Request.URL.Query())
	if err != nil {
		return err
	}
	if len(found.timings) > 0 { // which browsers show beside a request; names of stages are tokens of HTTP
		var field strings.Builder
		for _, stage := range found.timings {
			fmt.Fprintf(&field, "%s;dur=%.3f, ", stage.Stage, float64(stage.Took)/float64(time.Millisecond))
		}
		fmt.Fprintf(&field, "total;dur=%.3f", found.view.TookMS)
		c.Header(rest.HeaderServerTiming, field.String())
	}
	return h.AnswerFound(c, found.revision, found.view.Degraded, found.view)
}

// deepestSearch is how many hits a cursor can pass over.
const deepestSearch = 10_000_000

// searchCursor is a place in the ranking of one revision of the index.
type searchCursor struct {
	Offset int             `json:"o"`
	At     quarry.Sequence `json:"r"`
	By     string          `json:"b"`
}

// searched is the answer to one search.
type searched struct {
	view     view.Search
	revision quarry.Sequence // that it was computed from
	timings  []quarry.StageTime
}

// search answers one search: it reads where to go on and what is asked, asks the
// searcher, and shows what was found with what the caller should know about it.
func (h *Handlers) search(ctx context.Context, values url.Values) (searched, error) {
	start, p := h.Now(), &rest.Parameters{Values: values}
	in := h.ScopeAt(rest.RouteSearch, values)
	var at searchCursor
	if err := in.Open(p.Text("cursor"), &at); err != nil {
		return searched{}, err
	}
	if at.Offset < 0 || at.Offset > deepestSearch || at.At < 0 {
		return searched{}, rest.ErrCursor()
	}
	query := quarry.Query{
		Text:      p.Text("q"),
		Mode:      rest.OneOf(p, "mode", quarry.Modes()),
		Facets:    rest.Vocabulary(p, "facets", quarry.FacetNames()),
		Highlight: p.Yes("highlight", quarry.Yes),
		Explain:   p.Yes("explain", quarry.No),
		Limit:     p.Whole("limit", 1, rest.MostPerPage, rest.DefaultLimit),
		Offset:    at.Offset,
		At:        at.At,
		By:        at.By,
	}
	if strings.TrimSpace(query.Text) == "" {
		p.Refuse("q", "is needed: what to look for")
	}
	asked, err := h.Filter(ctx, p)
	if err != nil {
		return searched{}, err
	}
	query.Filter = asked.Filter
	if h.Searcher == nil { // a command that only draws questions opens no index
		return searched{}, errNoIndex()
	}
	found, err := h.Searcher.Search(ctx, query)
	if err != nil {
		return searched{}, err
	}
	if asked.Nowhere {
		found.Answerable = ""
	}
	shown := view.NewSearch(query, found)
	shown.Notes = asked.Notes
	for _, excluded := range found.Excluded {
		shown.Notes = append(shown.Notes, fmt.Sprintf("what has %q is left out", excluded))
	}
	if n := len(found.PassedOver); n > 0 {
		shown.Notes = append(shown.Notes, fmt.Sprintf(
			"there are too many phrases or exclusions: %d were passed over, from %q on", n, found.PassedOver[0]))
	}
	if found.More {
		next, err := in.Seal(searchCursor{Offset: query.Offset + query.Limit, At: found.Revision, By: found.By})
		if err != nil {
			return searched{}, err
		}
		shown.NextCursor = &next
	}
	shown.TookMS = h.Since(start)
	return searched{shown, found.Revision, found.Timings}, nil
}

func errNoIndex() error {
	return quarry.Errorf(quarry.KindUnavailable, "there is no search index here").WithCode("engine_unavailable")
}
