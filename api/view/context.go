package view

import (
	"slices"

	"github.com/quarrykb/quarry"
)

// ContextRequest asks for what a chatbot needs to answer a query. Left out,
// `max_tokens` is 1500, `mode` hybrid, `tokenizer` o200k_base.
type ContextRequest struct {
	// what is asked, of 2,000 characters at most
	Query string `json:"query" validate:"required" example:"Why is my GPU at 0% while the job runs?" minLength:"1" maxLength:"2000"`
	// most tokens of all passages together; 1,500 where it is left out
	MaxTokens int `json:"max_tokens,omitempty" example:"600" minimum:"50" maximum:"32000"`
	// narrows what is looked at; left out, everything is
	Filters *ContextFilters `json:"filters,omitempty"`
	// by words, by meaning, or both; hybrid where it is left out
	Mode string `json:"mode,omitempty" example:"hybrid" enums:"hybrid,lexical,semantic"`
	// how tokens are counted; o200k_base where it is left out
	Tokenizer string `json:"tokenizer,omitempty" example:"o200k_base" enums:"o200k_base,cl100k_base"`
}

// ContextFilters narrow a context as the parameters of /v1/search do. A list may also
// be written as there, as one text with a comma between the alternatives.
type ContextFilters struct {
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
}

// Grounding is what a chatbot needs to answer a query from the sources alone.
// Tokens is the sum of those of the passages.
type Grounding struct {
	// the query as it was asked
	Query string `json:"query" validate:"required" example:"Why is my GPU at 0% while the job runs?"`
	// how it was searched: by words, by meaning, or both
	Mode string `json:"mode" validate:"required" example:"hybrid" enums:"hybrid,lexical,semantic"`
	// what was searched for instead, with slips of the pen put right; null where that is the query itself
	CorrectedQuery *string `json:"corrected_query" validate:"required" example:"memory bandwidth" extensions:"x-nullable"`
	// engines that should have answered and did not, such as vector; empty where all did
	Degraded []string `json:"degraded" validate:"required" example:"vector"`
	// whether the passages seem to answer the query
	Answerable string `json:"answerable" validate:"required" example:"yes" enums:"yes,partly,no"`
	// one sentence that says why, for a person
	Reason string `json:"reason" validate:"required" example:"The passages speak of what is asked for."`
	// how likely it is that the passages answer the query, from 0 to 1
	Confidence float64 `json:"confidence" validate:"required" example:"0.93" minimum:"0" maximum:"1"`
	// what the sources say, the best first
	Passages []ContextPassage `json:"passages" validate:"required"`
	// what sources disagree on, of the passages and of what is asked for
	Conflicts []Conflict `json:"conflicts" validate:"required"`
	// what the number of each passage stands for
	Citations []Cited `json:"citations" validate:"required"`
	// all of it, ready to be sent to a model
	Prompt string `json:"prompt" validate:"required" example:"Answer the question from the passages below and from nothing else."`
	// tokens of the prompt
	PromptTokens int `json:"prompt_tokens" validate:"required" example:"571" minimum:"0"`
	// tokens of all passages together
	Tokens int `json:"tokens" validate:"required" example:"402" minimum:"0"`
	// the budget in tokens
	MaxTokens int `json:"max_tokens" validate:"required" example:"600" minimum:"50" maximum:"32000"`
	// how tokens were counted
	Tokenizer string `json:"tokenizer" validate:"required" example:"o200k_base" enums:"o200k_base,cl100k_base"`
	// milliseconds that it took to answer
	TookMS float64 `json:"took_ms" validate:"required" example:"6.1" minimum:"0"`
	// what the caller should know of this answer, such as a filter that is not known; left out where there is nothing
	Notes []string `json:"notes,omitempty" validate:"optional" example:"document \"nope.md\" is not known"`
}

// ContextPassage is one entry as a chatbot reads it. Tokens counts exactly its
// text; cut says that it leaves out something of the entry.
type ContextPassage struct {
	// its number, counted from 1, by which it is cited
	N int `json:"n" validate:"required" example:"1" minimum:"1"`
	// id of the entry
	ID string `json:"id" validate:"required" example:"q_6xw2m7k4zntq5ravcbyh"`
	// what sort of entry it is
	Kind string `json:"kind" validate:"required" example:"question" enums:"question,fact,spec,passage"`
	// what a model should read
	Text string `json:"text" validate:"required" example:"Question: How many threads has a warp?\nAnswer: 32."`
	// tokens of exactly this text
	Tokens int `json:"tokens" validate:"required" example:"14" minimum:"1"`
	// whether the text leaves out something of the entry, which "[…]" marks
	Cut bool `json:"cut" validate:"required" example:"false"`
	// whether the text is what a person put in the place of what the source says; left out where not
	Corrected bool `json:"corrected,omitempty" validate:"optional" example:"true"`
	// address of the entry, relative to the server
	URL string `json:"url" validate:"required" example:"/v1/questions/q_6xw2m7k4zntq5ravcbyh"`
	// where the entry stands
	Source Source `json:"source" validate:"required"`
}

// Cited says what a number in the prompt stands for: a passage, or behind these a
// place that sources disagree at and that no passage shows.
type Cited struct {
	// number of the passage
	N int `json:"n" validate:"required" example:"1" minimum:"1"`
	// id of the entry
	ID string `json:"id" validate:"required" example:"q_6xw2m7k4zntq5ravcbyh"`
	// the question, the subject of a fact, device and attribute of a spec, or the heading of a passage
	Title string `json:"title" validate:"required" example:"How many threads has a warp?"`
	// address of the entry, relative to the server
	URL string `json:"url" validate:"required" example:"/v1/questions/q_6xw2m7k4zntq5ravcbyh"`
	// title of the document
	Document string `json:"document" validate:"required" example:"GPU notes"`
	// path of the document in its collection
	Path string `json:"path" validate:"required" example:"notes/gpu.md"`
	// titles that it stands under, the outermost first
	Heading []string `json:"heading" validate:"required" example:"Memory,Bandwidth"`
	// first line, counted from 1
	LineStart int `json:"line_start" validate:"required" example:"19" minimum:"1"`
	// last line, inclusive
	LineEnd int `json:"line_end" validate:"required" example:"23" minimum:"1"`
	// address of the stored text with these lines, relative to the server
	ContentURL string `json:"content_url" validate:"required" example:"/v1/documents/d_k5mzqxw2a7tr4c6nybvh/content#L19-L23"`
}

// NewGrounding shows a grounding.
func NewGrounding(r quarry.GroundingRequest, g quarry.Grounding) Grounding {
	return Grounding{
		Query: r.Query.Text, Mode: string(g.Mode), CorrectedQuery: Nullable(g.CorrectedQuery),
		Degraded:   Texts(g.Degraded),
		Answerable: string(g.Answerable), Reason: g.Reason, Confidence: g.Confidence,
		Passages: Map(g.Passages, func(p quarry.GroundingPassage) ContextPassage {
			return ContextPassage{
				N: p.N, ID: string(p.ID), Kind: string(p.Kind), Text: p.Text, Tokens: p.Tokens, Cut: p.Cut, Corrected: p.Corrected,
				URL: URLOf(p.EntryRef), Source: NewSource(p.Source),
			}
		}),
		Conflicts: Map(g.Conflicts, NewConflict),
		Citations: Map(slices.Concat(g.Passages, g.Beside), func(p quarry.GroundingPassage) Cited {
			source := NewSource(p.Source)
			return Cited{
				N: p.N, ID: string(p.ID), Title: p.Title, URL: URLOf(p.EntryRef), Document: source.Title,
				Path:    source.Path,
				Heading: source.Heading, LineStart: source.LineStart, LineEnd: source.LineEnd, ContentURL: source.URL,
			}
		}),
		Prompt: g.Prompt, PromptTokens: g.PromptTokens, Tokens: g.Tokens, MaxTokens: g.MaxTokens,
		Tokenizer: string(g.Tokenizer),
	}
}
