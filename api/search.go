package api

import (
	"context"
	"fmt"
	"strings"

	"github.com/gin-gonic/gin"

	"github.com/quarrykb/quarry"
)

// Searcher finds entries of every kind.
type Searcher interface {
	Search(ctx context.Context, q quarry.Query) (quarry.Found, error)
}

// SearchView is a part of what a search found, best first.
type SearchView struct {
	// the query as it was asked
	Query string `json:"query" validate:"required" example:"memory bandwidth"`
	// how it was searched: by words, by meaning, or both
	Mode string `json:"mode" validate:"required" example:"hybrid" enums:"hybrid,lexical,semantic"`
	// what was searched for instead, with slips of the pen put right; null where that is the query itself
	CorrectedQuery *string `json:"corrected_query" validate:"required" example:"memory bandwidth" extensions:"x-nullable"`
	// engines that should have answered and did not, such as vector or reranker; empty where all did
	Degraded []string `json:"degraded" validate:"required" example:"vector"`
	// how likely it is that something here answers the query, from 0 to 1; null where none of what the search is narrowed to is there
	Confidence *float64 `json:"confidence" validate:"required" example:"0.93" minimum:"0" maximum:"1" extensions:"x-nullable"`
	// confidence in a word, of each part of the query: yes where all are answered, partly where some are or it is not sure, no where none is; null where that is null
	Answerable *string `json:"answerable" validate:"required" example:"yes" enums:"yes,partly,no" extensions:"x-nullable"`
	// milliseconds that it took to answer
	TookMS float64 `json:"took_ms" validate:"required" example:"3.2" minimum:"0"`
	// this page, best first
	Items []HitView `json:"items" validate:"required"`
	// how many hits there are, or a lower bound: total_relation says which
	Total int `json:"total" validate:"required" example:"131" minimum:"0"`
	// eq where total is exact, gte where there may be more
	TotalRelation string `json:"total_relation" validate:"required" example:"eq" enums:"eq,gte"`
	// hits by value, of each facet that was asked for
	Facets map[string][]FacetView `json:"facets" validate:"required"`
	// to be sent as cursor for the next page; null on the last one
	NextCursor *string `json:"next_cursor" validate:"required" example:"kUw1mM8bqXd7Im8iOjIwfQ" extensions:"x-nullable"`
	// what the caller should know of this answer, such as a filter that is not known; left out where there is nothing
	Notes []string `json:"notes,omitempty" validate:"optional" example:"document \"nope.md\" is not known"`
}

// FacetView counts the hits that have one value.
type FacetView struct {
	// the value, which goes as a filter
	Value string `json:"value" validate:"required" example:"question"`
	// hits that have it
	Count int `json:"count" validate:"required" example:"12" minimum:"0"`
}

// HitView is one entry that a search found. The snippet is HTML: everything in
// it is escaped but the <mark> around what matched. Answered says of a question
// whether its source answers it, and is null of everything else.
type HitView struct {
	// id of the entry
	ID string `json:"id" validate:"required" example:"q_6xw2m7k4zntq5ravcbyh"`
	// what sort of entry it is
	Kind string `json:"kind" validate:"required" example:"question" enums:"question,fact,spec,passage"`
	// the question, the subject of a fact, device and attribute of a spec, or the heading of a passage
	Title string `json:"title" validate:"required" example:"How many threads has a warp?"`
	// HTML: escaped text with mark elements around what matched
	Snippet string `json:"snippet" validate:"required" example:"A <mark>warp</mark> has 32 threads."`
	// how well it fits: comparable within one search only, and not always falling along the list
	Score float64 `json:"score" validate:"required" example:"0.93"`
	// address of the entry, relative to the server
	URL string `json:"url" validate:"required" example:"/v1/questions/q_6xw2m7k4zntq5ravcbyh"`
	// how hard it is; null where its source does not say
	Difficulty *string `json:"difficulty" validate:"required" example:"hard" enums:"easy,medium,hard" extensions:"x-nullable"`
	// whether its source answers the question; null for what is no question
	Answered *bool `json:"answered" validate:"required" example:"true" extensions:"x-nullable"`
	// ids of its topics in /v1/topics
	Topics []string `json:"topics" validate:"required" example:"memory"`
	// where it stands
	Source SourceView `json:"source" validate:"required"`
	// engines that found it, such as lexical and vector
	FoundBy []string `json:"found_by" validate:"required" example:"lexical"`
	// hits that were folded into this one, whose lines they share
	Also []AlsoHitView `json:"also" validate:"required"`
	// how it came by its score; left out unless explain was asked for
	Explain *ExplainView `json:"explain,omitempty" validate:"optional"`
}

// AlsoHitView is a hit that was folded into another one, whose lines it shares.
type AlsoHitView struct {
	// id of the entry
	ID string `json:"id" validate:"required" example:"f_3v5nq2k7xw4mzt6cyrab"`
	// what sort of entry it is
	Kind string `json:"kind" validate:"required" example:"fact" enums:"question,fact,spec,passage"`
	// where it stands
	Source SourceView `json:"source" validate:"required"`
	// its own score, on the scale of the hits
	Score float64 `json:"score" validate:"required" example:"0.4"`
}

// ExplainView says how a hit came by its score: weight × normalized, summed
// over the engines.
type ExplainView struct {
	// what each engine contributed
	Engines []EngineScoreView `json:"engines" validate:"required"`
}

// EngineScoreView is what one engine contributed.
type EngineScoreView struct {
	// name of the engine, or reranker
	Engine string `json:"engine" validate:"required" example:"lexical"`
	// place in that engine's own order, counted from 1
	Rank int `json:"rank" validate:"required" example:"1" minimum:"1"`
	// the engine's own score, on a scale of its own
	Score float64 `json:"score" validate:"required" example:"7.4"`
	// that score on the scale that all engines share, from 0 to 1
	Normalized float64 `json:"normalized" validate:"required" example:"1"`
	// how much the engine counts in this search
	Weight float64 `json:"weight" validate:"required" example:"1"`
}

// search finds entries.
//
//	@ID				search
//	@Summary		Search
//	@Description	Finds questions, facts, specs and passages. Further pages are bound to the revision of the first: when the index has moved on, the cursor is answered with 410. `total` and `facets` count what the words find, before hits that share their lines are folded; what is found by meaning alone comes on top uncounted, and `total_relation` is then `gte`. Of a search by meaning alone they count the 200 closest at most. `confidence` says how likely it is that something here answers the query, `answerable` the same in a word; both are null where only meanings are compared, and where none of the documents or of the collections asked for is there.
//	@Tags			search
//	@Produce		json
//	@Param			q			query		string		true	"what to look for; a phrase in double quotes must stand so, a word behind a minus must not"	minlength(1)	maxlength(2000)	example(memory bandwidth)
//	@Param			mode		query		string		false	"by words, by meaning, or both"	Enums(hybrid,lexical,semantic)	default(hybrid)
//	@Param			kind		query		[]string	false	"kinds of entry"											collectionFormat(csv)	Enums(question,fact,spec,passage)
//	@Param			topic		query		[]string	false	"topics; a parent stands for its children too"				collectionFormat(csv)
//	@Param			difficulty	query		[]string	false	"difficulties; entries of unknown difficulty never match"	collectionFormat(csv)	Enums(easy,medium,hard)
//	@Param			style		query		[]string	false	"ways of asking"											collectionFormat(csv)	Enums(open,true_false,scenario,choice,cloze)
//	@Param			document	query		[]string	false	"document ids or paths, a comma within one as `\,`; an unknown one is noted"			collectionFormat(csv)
//	@Param			collection	query		[]string	false	"collections, a comma within one as `\,`"												collectionFormat(csv)
//	@Param			answered	query		boolean		false	"whether the source answers the question"
//	@Param			facets		query		[]string	false	"what to count the hits by"					collectionFormat(csv)	Enums(kind,topic,difficulty,style,document,collection)
//	@Param			highlight	query		boolean		false	"mark in the snippet what matched"			default(true)
//	@Param			explain		query		boolean		false	"say how each hit came by its score"		default(false)
//	@Param			limit		query		integer		false	"hits per page"								minimum(1)	maximum(100)	default(20)
//	@Param			cursor		query		string		false	"next_cursor of the page before; it goes with the filters of that page"
//	@Success		200			{object}	SearchView
//	@Success		304			"the caller has this answer already"
//	@Header			200,304		{string}	ETag			"weak tag for If-None-Match; none where `degraded` names an engine that may be back"
//	@Header			200			{string}	Server-Timing	"milliseconds of each engine, of fuse, rerank and hydrate, and in total"
//	@Failure		410			{object}	Problem
//	@Failure		503			{object}	Problem	"embedder_unavailable, engine_unavailable, index_unavailable, overloaded, timeout, unavailable"
//	@Router			/v1/search [get]
func (s *Server) search(c *gin.Context) {
	found, err := s.answerSearch(c.Request.Context(), newParameters(c))
	if err != nil {
		s.fail(c, err)
		return
	}
	setTimings(c, found.timings, found.view.TookMS)
	s.answerFound(c, found.revision, found.view.Degraded, found.view)
}

// searched is the answer to one search.
type searched struct {
	view     SearchView
	revision quarry.Sequence // that it was computed from
	timings  []quarry.StageTime
}

// answerSearch answers one search.
func (s *Server) answerSearch(ctx context.Context, p *parameters) (searched, error) {
	start := s.now()
	in := s.scopeAt(routeSearch, p.values)
	query, asked, err := s.bindQuery(ctx, p, in)
	if err != nil {
		return searched{}, err
	}
	found, err := s.find(ctx, query)
	if err != nil {
		return searched{}, err
	}
	if asked.nowhere {
		found.Answerable = ""
	}
	view := viewFound(query, found)
	view.Notes = asked.notes
	for _, excluded := range found.Excluded {
		view.Notes = append(view.Notes, fmt.Sprintf("what has %q is left out", excluded))
	}
	if n := len(found.PassedOver); n > 0 {
		view.Notes = append(view.Notes, fmt.Sprintf("there are too many phrases or exclusions: %d were passed over, from %q on", n, found.PassedOver[0]))
	}
	if found.More {
		next, err := in.seal(searchCursor{Offset: query.Offset + query.Limit, At: found.Revision, By: found.By})
		if err != nil {
			return searched{}, err
		}
		view.NextCursor = &next
	}
	view.TookMS = s.since(start)
	return searched{view, found.Revision, found.Timings}, nil
}

// find asks the searcher, where there is one: a command that only draws
// questions opens no index.
func (s *Server) find(ctx context.Context, query quarry.Query) (quarry.Found, error) {
	if s.searcher == nil {
		return quarry.Found{}, errNoIndex()
	}
	return s.searcher.Search(ctx, query)
}

// bindQuery reads a search and what the caller should know about its filter.
func (s *Server) bindQuery(ctx context.Context, p *parameters, in scope) (quarry.Query, asked, error) {
	at, err := in.openSearch(p.text("cursor"))
	if err != nil {
		return quarry.Query{}, asked{}, err
	}
	query := quarry.Query{
		Text:      p.text("q"),
		Mode:      oneOf(p, "mode", quarry.Modes()),
		Facets:    vocabulary(p, "facets", quarry.FacetNames()),
		Highlight: p.yes("highlight", quarry.Yes),
		Explain:   p.yes("explain", quarry.No),
		Limit:     p.whole("limit", span{1, mostPerPage, defaultLimit}),
		Offset:    at.Offset,
		At:        at.At,
		By:        at.By,
	}
	if strings.TrimSpace(query.Text) == "" {
		p.refuse("q", "is needed: what to look for")
	}
	about, err := s.bindFilter(ctx, p)
	query.Filter = about.filter
	return query, about, err
}

func viewFound(q quarry.Query, f quarry.Found) SearchView {
	view := SearchView{
		Query: q.Text, Mode: string(f.Mode), CorrectedQuery: nullable(f.CorrectedQuery),
		Degraded: texts(f.Degraded), Items: mapped(f.Hits, viewHit),
		Total: f.Total, TotalRelation: "gte", Facets: map[string][]FacetView{},
	}
	if f.TotalIsExact {
		view.TotalRelation = "eq"
	}
	if f.Answerable != "" {
		view.Confidence, view.Answerable = &f.Confidence, nullable(f.Answerable)
	}
	for name, facets := range f.Facets {
		view.Facets[string(name)] = mapped(facets, func(f quarry.Facet) FacetView { return FacetView(f) })
	}
	return view
}

func viewHit(h quarry.Hit) HitView {
	view := HitView{
		ID: string(h.ID), Kind: string(h.Kind), Title: h.Title, Snippet: h.Snippet, Score: h.Score,
		URL: urlOf(h.EntryRef), Difficulty: nullable(h.Grade.Difficulty), Topics: texts(h.Topics),
		Source: viewSource(h.Source), FoundBy: texts(h.FoundBy), Also: mapped(h.Also, viewAlso),
	}
	if h.Kind == quarry.EntryQuestion {
		view.Answered = &h.Answered
	}
	if len(h.Explain) > 0 {
		view.Explain = &ExplainView{Engines: mapped(h.Explain, func(e quarry.EngineScore) EngineScoreView {
			return EngineScoreView(e)
		})}
	}
	return view
}

func viewAlso(a quarry.AlsoHit) AlsoHitView {
	return AlsoHitView{ID: string(a.ID), Kind: string(a.Kind), Source: viewSource(a.Source), Score: a.Score}
}
