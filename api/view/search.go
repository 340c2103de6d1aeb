package view

import "github.com/quarrykb/quarry"

// Search is a part of what a search found, best first.
type Search struct {
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
	Items []Hit `json:"items" validate:"required"`
	// how many hits there are, or a lower bound: total_relation says which
	Total int `json:"total" validate:"required" example:"131" minimum:"0"`
	// eq where total is exact, gte where there may be more
	TotalRelation string `json:"total_relation" validate:"required" example:"eq" enums:"eq,gte"`
	// hits by value, of each facet that was asked for
	Facets map[string][]Facet `json:"facets" validate:"required"`
	// to be sent as cursor for the next page; null on the last one
	NextCursor *string `json:"next_cursor" validate:"required" example:"kUw1mM8bqXd7Im8iOjIwfQ" extensions:"x-nullable"`
	// what the caller should know of this answer, such as a filter that is not known; left out where there is nothing
	Notes []string `json:"notes,omitempty" validate:"optional" example:"document \"nope.md\" is not known"`
}

// Facet counts the hits that have one value.
type Facet struct {
	// the value, which goes as a filter
	Value string `json:"value" validate:"required" example:"question"`
	// hits that have it
	Count int `json:"count" validate:"required" example:"12" minimum:"0"`
}

// Hit is one entry that a search found. The snippet is HTML: everything in
// it is escaped but the <mark> around what matched. Answered says of a question
// whether its source answers it, and is null of everything else.
type Hit struct {
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
	// where the difficulty comes from: the source (stated), an estimate, or nowhere (none)
	DifficultySource string `json:"difficulty_source" view:"unless=stated,none" validate:"optional" example:"estimated" enums:"none,stated,estimated"`
	// whether its source answers the question; null for what is no question
	Answered *bool `json:"answered" view:"some" validate:"optional" example:"true" extensions:"x-nullable"`
	// ids of its topics in /v1/topics
	Topics []string `json:"topics" validate:"required" example:"memory"`
	// where it stands
	Source Source `json:"source" validate:"required"`
	// engines that found it, such as lexical and vector
	FoundBy []string `json:"found_by" view:"full" validate:"optional" example:"lexical"`
	// hits that were folded into this one, whose lines they share
	Also []AlsoHit `json:"also" view:"full" validate:"optional"`
	// how it came by its score; left out unless explain was asked for
	Explain *Explain `json:"explain,omitempty" validate:"optional"`
}

// AlsoHit is a hit that was folded into another one, whose lines it shares.
type AlsoHit struct {
	// id of the entry
	ID string `json:"id" validate:"required" example:"f_3v5nq2k7xw4mzt6cyrab"`
	// what sort of entry it is
	Kind string `json:"kind" validate:"required" example:"fact" enums:"question,fact,spec,passage"`
	// where it stands
	Source Source `json:"source" validate:"required"`
	// its own score, on the scale of the hits
	Score float64 `json:"score" validate:"required" example:"0.4"`
}

// Explain says how a hit came by its score: weight × normalized, summed
// over the engines.
type Explain struct {
	// what each engine contributed
	Engines []EngineScore `json:"engines" validate:"required"`
}

// EngineScore is what one engine contributed.
type EngineScore struct {
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

// NewSearch shows a part of what a search found.
func NewSearch(q quarry.Query, f quarry.Found) Search {
	view := Search{
		Query: q.Text, Mode: string(f.Mode), CorrectedQuery: Nullable(f.CorrectedQuery),
		Degraded: Texts(f.Degraded), Items: Map(f.Hits, NewHit),
		Total: f.Total, TotalRelation: "gte", Facets: map[string][]Facet{},
	}
	if f.TotalIsExact {
		view.TotalRelation = "eq"
	}
	if f.Answerable != "" {
		view.Confidence, view.Answerable = &f.Confidence, Nullable(f.Answerable)
	}
	for name, facets := range f.Facets {
		view.Facets[string(name)] = Map(facets, func(f quarry.Facet) Facet { return Facet(f) })
	}
	return view
}

// NewHit shows a hit.
func NewHit(h quarry.Hit) Hit {
	view := Hit{
		ID: string(h.ID), Kind: string(h.Kind), Title: h.Title, Snippet: h.Snippet, Score: h.Score,
		URL: URLOf(h.EntryRef), Difficulty: Nullable(h.Grade.Difficulty), DifficultySource: string(h.Grade.Source),
		Topics: Texts(h.Topics),
		Source: NewSource(h.Source), FoundBy: Texts(h.FoundBy),
		Also: Map(h.Also, func(a quarry.AlsoHit) AlsoHit {
			return AlsoHit{ID: string(a.ID), Kind: string(a.Kind), Source: NewSource(a.Source), Score: a.Score}
		}),
	}
	if h.Kind == quarry.EntryQuestion {
		view.Answered = &h.Answered
	}
	if len(h.Explain) > 0 {
		view.Explain = &Explain{Engines: Map(h.Explain, func(e quarry.EngineScore) EngineScore {
			return EngineScore(e)
		})}
	}
	return view
}

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

	ContextFilters

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

// Batch answers every query of a batch, in their order.
type Batch struct {
	// milliseconds that it took to answer
	TookMS float64 `json:"took_ms" validate:"required" example:"12.5" minimum:"0"`
	// the answers, in the order of the queries
	Items []BatchItem `json:"items" validate:"required"`
}

// BatchItem answers one query as /v1/search would: with a result and the
// revision that it was computed from, or with a problem.
type BatchItem struct {
	// status that the search alone would have
	Status int `json:"status" validate:"required" example:"200"`
	// change sequence that the result was computed from; left out beside a problem
	Revision *int64 `json:"revision,omitempty" validate:"optional" example:"1204"`
	// what was found; left out beside a problem
	Result *Search `json:"result,omitempty" validate:"optional"`
	// why there is no result; left out beside one
	Problem *Problem `json:"problem,omitempty" validate:"optional"`
}

// Similar lists the neighbours of a question.
type Similar struct {
	// id of the question, that of the canonical one
	ID string `json:"id" validate:"required" example:"q_6xw2m7k4zntq5ravcbyh"`
	// engines that had nothing to compare the question by; empty where all had
	Degraded []string `json:"degraded" validate:"required" example:"vector"`
	// the questions that are nearest to it
	Items []Hit `json:"items" validate:"required"`
}

// Suggestions completes a text, best first. The corrected query is what the
// items complete where nothing completes the text itself.
type Suggestions struct {
	// the text as it was sent
	Query string `json:"query" validate:"required" example:"gradeint che"`
	// what was completed instead, with slips of the pen put right; null where that is the text itself
	CorrectedQuery *string `json:"corrected_query" validate:"required" example:"gradient che" extensions:"x-nullable"`
	// what completes it, best first
	Items []Suggestion `json:"items" validate:"required"`
}

// Suggestion is one entry whose title completes a text.
type Suggestion struct {
	// title of the entry, which completes the text
	Text string `json:"text" validate:"required" example:"What does gradient checkpointing save?"`
	// what sort of entry it is
	Kind string `json:"kind" validate:"required" example:"question" enums:"question,fact,spec,passage"`
	// id of the entry
	ID string `json:"id" validate:"required" example:"q_6xw2m7k4zntq5ravcbyh"`
	// address of the entry, relative to the server
	URL string `json:"url" validate:"required" example:"/v1/questions/q_6xw2m7k4zntq5ravcbyh"`
}

// NewSuggestion shows an entry that completes a text.
func NewSuggestion(e quarry.Entry) Suggestion {
	return Suggestion{Text: e.Title, Kind: string(e.Kind), ID: string(e.ID), URL: URLOf(e.EntryRef)}
}
