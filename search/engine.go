package search

import (
	"context"

	"github.com/quarrykb/quarry"
)

// The names of the engines, as they stand in found_by and degraded.
const (
	EngineLexical = "lexical"
	EngineVector  = "vector"
)

// Engine is one way of finding entries: by words, by meaning, or remotely.
type Engine interface {
	// Search ranks the entries that match the query and its filter, best first
	// and equal scores by id. It returns the best q.Limit of them, always from
	// the first one on: q.Offset, q.At and q.Mode are the searcher's business. A
	// text in which nothing can be searched ranks nothing. An engine that cannot
	// answer now returns quarry.KindUnavailable.
	Search(ctx context.Context, q quarry.Query) (Ranking, error)
}

// Named is an engine, the name that it has in answers and logs, and what it counts
// beside others.
type Named struct {
	Name   string
	Engine Engine
	Weight float64 // 1 where it is 0
}

// Ranking is what one engine found.
type Ranking struct {
	Hits     []Ranked
	Total    int // of all matches, not only the returned ones
	Facets   map[quarry.FacetName][]quarry.Facet
	Revision quarry.Sequence // the change up to which the engine has read
	Ahead    uint64          // how often the engine took in entries since it read that change
	AtLeast  bool            // Total and Facets count the best of what is returned: there may be more
	Model    string          // by which entries were ranked; "" where that is always the same
	ByRank   bool            // how far scores are apart tells nothing: only their order does
	// WordsOnly is how much of the query only words find, each of its words counted by how
	// rare it is, from 0 to 1: values in units that entries have.
	WordsOnly float64
	// Meant is what the query means by everyday words, as far as its own words do not find it.
	Meant []quarry.Meant
	// CorrectedQuery is the text that was searched for, where a word that no
	// entry has was taken for a slip of the pen; "" where none was.
	CorrectedQuery string
	// Words are those of the query's words that were looked for; nil where the engine
	// does not go by words.
	Words []quarry.QueryWord
}

// Ranked is one match. Scores of one engine compare with each other only.
type Ranked struct {
	quarry.EntryRef

	Score float64 // above 0
	Place Place
	// Share is how much of the query's words the entry has, each counted by how rare
	// it is, from 0 to 1; 0 where the engine does not go by words.
	Share float64
	// Open says that it is a question without an answer: it answers nothing.
	Open bool
}

// Place is where an entry stands. It is what folding needs, so that no caller has
// to read two hundred entries to show ten.
type Place struct {
	Document  quarry.DocumentID
	LineStart int // counted from 1
	LineEnd   int // inclusive
}

// Highlighter finds in texts what a query matched.
type Highlighter interface {
	// Matches prepares the query's text. What it returns finds the matches in a
	// text, which is in NFC, in order and without overlap.
	Matches(query string) func(text string) []Range
}

// Range is a part of a text: the bytes from Start up to End, without it.
type Range struct {
	Start, End int
}

// Paraphraser is an engine that knows what everyday words mean.
type Paraphraser interface {
	// Paraphrases reports whether a query's text has such words, so that a ranking may have
	// something that is meant.
	Paraphrases(text string) bool
}

// EntryReader reads entries in one transaction. Those that are gone are left
// out; the sequence is the store's revision in that transaction.
type EntryReader interface {
	Entries(ctx context.Context, refs []quarry.EntryRef) ([]quarry.Entry, quarry.Sequence, error)
}

// Requirer knows what a query requires to the word.
type Requirer interface {
	// Requirements prepares what a query's text requires of an entry besides its words:
	// every phrase, and nothing that is excluded. It is nil where the text requires
	// nothing.
	Requirements(query string) Requirements
}

// Requirements are what one query requires of an entry. Both of their methods say the
// same of an entry that an index has as it is.
type Requirements interface {
	// Among returns which of some entries meet them, as far as an index says
	// without reading a text, and the change up to which it has read. An index
	// that cannot tell now is quarry.KindUnavailable.
	Among(ctx context.Context, refs []quarry.EntryRef) (map[quarry.EntryRef]bool, quarry.Sequence, error)
	// MetBy reads off an entry whether it meets them.
	MetBy(e quarry.Entry) bool
}

// TextKind says what a text is to an embedder: some models read a question
// otherwise than what answers it.
type TextKind string

// The kinds of texts that are embedded.
const (
	TextQuery TextKind = "query"
	TextEntry TextKind = "entry"
)

// Embedder turns texts into vectors whose directions are close where the texts
// mean alike.
type Embedder interface {
	// ID names the provider, the model, its dimension and what it was trained on.
	// Vectors of different ids are never compared.
	ID() string
	// Dim returns the length of every vector.
	Dim() int
	// Embed returns a vector for each of the texts, in their order: of any length
	// but zero, nil where the embedder cannot say anything of the text. The first
	// line of an entry is its title; a query has none. An embedder that cannot be
	// reached now returns quarry.KindUnavailable.
	Embed(ctx context.Context, texts []string, kind TextKind) ([][]float32, error)
}
