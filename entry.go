package quarry

import "time"

// EntryKind names what is stored.
type EntryKind string

// The kinds of entry. Documents take part in the change feed like entries do.
const (
	EntryDocument EntryKind = "document"
	EntryQuestion EntryKind = "question"
	EntryFact     EntryKind = "fact"
	EntrySpec     EntryKind = "spec"
	EntryPassage  EntryKind = "passage"
	EntryConflict EntryKind = "conflict"

	// EntryGenerated is a question that was made of other entries. It is stored nowhere, and no
	// change of the feed is about one.
	EntryGenerated EntryKind = "generated"
)

// EntryKinds lists what a search can find, in the order in which counts and
// facets name them.
func EntryKinds() []EntryKind {
	return []EntryKind{EntryQuestion, EntryFact, EntrySpec, EntryPassage}
}

func (k EntryKind) letter() string {
	if k == "" {
		return "x"
	}
	return string(k[0])
}

// EntryKindOf returns the kind that an id's letter stands for, or "" where the
// letter stands for none.
func EntryKindOf(id EntryID) EntryKind {
	if len(id) < 3 || id[1] != '_' {
		return ""
	}
	for _, kind := range [...]EntryKind{
		EntryQuestion, EntryFact, EntrySpec, EntryPassage, EntryDocument, EntryConflict, EntryGenerated,
	} {
		if id[0] == kind[0] {
			return kind
		}
	}
	return ""
}

// EntryRef names one entry in the store or in the feed.
type EntryRef struct {
	Kind EntryKind
	ID   EntryID
}

// Entry is what entries of every kind share: what an index keeps of them and
// what a hit shows of them.
type Entry struct {
	EntryRef
	Title    string // the question, the subject, device and attribute, or the last heading
	Text     string // the answer and the choices, the statement, the value as written, or the passage
	Topics   []TopicID
	Grade    Grade
	Style    Style  // questions only
	Answered bool   // questions only
	Value    Bounds // specs only: in the base unit, where that is known
	Source   Source

	Elsewhere []Place // questions only: where its variants stand, the first MostPlaces by path
}

// Place is a document that an entry stands in.
type Place struct {
	DocumentID DocumentID
	Collection string
	Path       string
}

// MostPlaces is in how many further documents an entry is known to stand.
const MostPlaces = 1000

// Grade is how hard an entry is, and who says so.
type Grade struct {
	Difficulty Difficulty
	Source     DifficultySource
	Confidence float64 // 0 to 1; 1 where the source states it
}

// Difficulty is how hard an entry is; "" if it is not known.
type Difficulty string

// The difficulties, easiest first.
const (
	Easy   Difficulty = "easy"
	Medium Difficulty = "medium"
	Hard   Difficulty = "hard"
)

// Difficulties lists every known difficulty, easiest first.
func Difficulties() []Difficulty { return []Difficulty{Easy, Medium, Hard} }

// DifficultySource says where a difficulty comes from.
type DifficultySource string

// The sources of a difficulty. What a source states and what was inferred are
// never mixed.
const (
	DifficultyNone      DifficultySource = "none"
	DifficultyStated    DifficultySource = "stated"
	DifficultyEstimated DifficultySource = "estimated"
)

// DifficultySources lists them all.
func DifficultySources() []DifficultySource {
	return []DifficultySource{DifficultyNone, DifficultyStated, DifficultyEstimated}
}

// StatedGrade is the grade of an entry whose source names the difficulty.
func StatedGrade(d Difficulty) Grade {
	return Grade{Difficulty: d, Source: DifficultyStated, Confidence: 1}
}

// NoGrade is the grade of an entry whose difficulty is not known.
func NoGrade() Grade { return Grade{Source: DifficultyNone} }

// TopicID names a topic of the lexicon, or one that a document brought.
type TopicID string

// Sequence numbers the changes of a store. A reader that has read up to n never
// later sees a change with a sequence ≤ n appear.
type Sequence int64

// Op is what happened to an entry.
type Op string

// The operations of the change feed.
const (
	OpPut    Op = "put"
	OpDelete Op = "delete"
)

// Change is the last thing that happened to one entry. The feed holds one row
// per kind and id, replaced on change.
type Change struct {
	EntryRef

	Sequence Sequence
	Op       Op
	At       time.Time
}

// Topic is what entries are about.
type Topic struct {
	ID     TopicID `json:"id"`
	Name   string  `json:"name"`
	Parent TopicID `json:"parent,omitempty"` // "" at the top level
}
