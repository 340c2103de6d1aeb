package quarry

import (
	"time"
)

// Query asks a search.
type Query struct {
	Text      string
	Mode      Mode
	Filter    Filter
	Facets    []FacetName
	Highlight bool
	Explain   bool
	Limit     int
	Offset    int      // hits to pass over
	At        Sequence // the revision that a further page is bound to; 0 on the first
	By        string   // Found.By of the first page; "" does not mind who ranks
	Meant     []Meant  // what the searcher tells the engine of meaning; callers leave it out
}

// Meant is a name of what a query means by everyday words, and what it counts beside the
// query itself.
type Meant struct {
	Name   string
	Weight float64 // above 0
}

// Mode says which engines are asked.
type Mode string

// The modes.
const (
	ModeHybrid   Mode = "hybrid"
	ModeLexical  Mode = "lexical"
	ModeSemantic Mode = "semantic"
)

// Modes lists them all.
func Modes() []Mode { return []Mode{ModeHybrid, ModeLexical, ModeSemantic} }

// FacetName names something by which hits are counted.
type FacetName string

// The facets.
const (
	FacetKind       FacetName = "kind"
	FacetTopic      FacetName = "topic"
	FacetDifficulty FacetName = "difficulty"
	FacetStyle      FacetName = "style"
	FacetDocument   FacetName = "document"
	FacetCollection FacetName = "collection"
)

// FacetNames lists them all.
func FacetNames() []FacetName {
	return []FacetName{FacetKind, FacetTopic, FacetDifficulty, FacetStyle, FacetDocument, FacetCollection}
}

// Facet counts the hits that have one value.
type Facet struct {
	Value string
	Count int
}

// Hit is one entry that a search found.
type Hit struct {
	Entry

	Snippet string // HTML-escaped text with <mark> around what matched
	Score   float64
	FoundBy []string // the engines, by name
	Also    []AlsoHit
	Explain []EngineScore
}

// AlsoHit is a hit that was folded into another one, whose lines it shares.
type AlsoHit struct {
	EntryRef

	Source Source
	Score  float64
}

// EngineScore is what one engine contributed to a hit's score:
// Weight × Normalized, summed over the engines, is the hit's score. Normalized is
// the score's share of the engine's best one; where the scores of one of several
// engines tell no more than an order, it is 61 / (60 + Rank) for all of them. Of an
// engine whose nearest may be so by chance it is less. Where a reranker has read the hit, its
// score alone counts, and the engines weigh nothing.
type EngineScore struct {
	Engine     string
	Rank       int // from 1
	Score      float64
	Normalized float64
	Weight     float64
}

// Found is the answer to a query.
type Found struct {
	Hits           []Hit
	Total          int
	TotalIsExact   bool
	Facets         map[FacetName][]Facet
	Mode           Mode
	CorrectedQuery string
	Excluded       []string // words and phrases that no hit may have
	PassedOver     []string // phrases and exclusions for which there was no room
	Degraded       []string // engines that should have answered and did not
	More           bool     // whether further hits follow
	Revision       Sequence // of the newest index that was asked: no hit is newer
	By             string   // stands for the engines that ranked and their models: pages of others do not fit together
	Confidence     float64  // 0 to 1: how likely it is that the hits answer the query
	Answerable     Answerable
	Reason         string      // why it is so, one sentence for a person; "" where Answerable is
	Timings        []StageTime // in the order of the stages; nil if they were not measured
	Words          []QueryWord // those that were looked for; nil where no engine went by words
}

// StageTime says how long one stage of an answer took. The engines of a search are
// asked side by side, or one waits for the other, and so their times do not add up; those
// of other stages do.
type StageTime struct {
	Stage string
	Took  time.Duration
}

// The stages of a search behind its engines, which are stages by their names.
const (
	StageFuse    = "fuse"    // one list is made of what the engines ranked
	StageRerank  = "rerank"  // its beginning is read by a model
	StageHydrate = "hydrate" // the entries of a page are read
)

// Answerable says whether what is stored seems to answer a query.
type Answerable string

// The answers to whether a query can be answered. The zero value says that the caller
// can tell: the words of the query were not looked for.
const (
	AnswerableYes    Answerable = "yes"
	AnswerablePartly Answerable = "partly"
	AnswerableNo     Answerable = "no"
)

// Suggested is what completes a text that is being typed.
type Suggested struct {
	Entries        []Entry  // by whose titles it goes on, best first
	CorrectedQuery string   // what they complete where nothing completes the text itself
	Revision       Sequence // of the index that was asked
}

// Filter narrows a list, a draw or a search. Values of one field are
// alternatives, fields are joined by and; an empty field does not filter.
type Filter struct {
	Kinds             []EntryKind
	Topics            []TopicID // with the children of each already added (see Lexicon.TopicTree)
	Difficulties      []Difficulty
	DifficultySources []DifficultySource
	MinGrade          float64 // least confidence of a difficulty, which is 1 where it is stated; 0 does not filter
	Styles            []Style
	Documents         []string // ids or paths
	Called            string   // documents: a part of their path or title, in any case of the letters a to z
	Collections       []string
	AnswerStates      []AnswerState
	Answered          Tristate
	Subjects          []string // facts: substrings of the subject, any case
	Devices           []DeviceID
	Classes           []DeviceClass // specs: of devices of these classes
	NotClasses        []DeviceClass // specs: of devices of none of these
	Attributes        []AttributeID
	Conditions        map[Axis][]string
	Value             Bounds // in a base unit; matches when the intervals meet
	ValueOr           Bounds // the same in another base unit, as rates of data have one
	Conflict          Tristate
	Generated         Generated // questions: whether those take part that were made of other entries
	MinConfidence     float64   // specs: that are stated so with at least this confidence; 0 does not filter
}

// Tristate is yes, no, or not asked.
type Tristate uint8

// The three states.
const (
	Either Tristate = iota
	Yes
	No
)

// Position is the sort key of a list: lists go by path, line and id, and a
// position survives any change around it.
type Position struct {
	Path string
	Line int
	ID   EntryID

	Text   string // what a list in another order is sorted by before that
	Number float64
}

// Sort says in which order a list comes; the zero value is by path, line and id.
type Sort struct {
	Key        SortKey
	Descending bool
}

// SortKey is by what a list is sorted. What has none of it comes last, whichever way.
type SortKey string

// What lists can be sorted by.
const (
	SortValue      SortKey = "value"  // specs: the least or, falling, the greatest value, of each base unit by itself
	SortDevice     SortKey = "device" // specs: the device's name
	SortDate       SortKey = "date"   // of the document
	SortDifficulty SortKey = "difficulty"
	SortCoverage   SortKey = "coverage" // documents: that of their report
	SortEntries    SortKey = "entries"  // documents: how many entries they gave
)

// PageRequest asks for the part of a list that follows After.
type PageRequest struct {
	After Position // the zero position starts at the beginning
	Limit int      // at least 1
	Sort  Sort     // that After was reached in
}

// Page is a part of a list.
type Page[T any] struct {
	Items    []T
	Total    int       // of the whole list
	Next     *Position // nil at the end
	Revision Sequence  // that all of this was read at
}
