package quarry

// Filter narrows a list, a draw or a search. Values of one field are
// alternatives, fields are joined by and; an empty field does not filter.
type Filter struct {
	Kinds             []EntryKind
	Topics            []TopicID // with the children of each already added (see Lexicon.TopicTree)
	Difficulties      []Difficulty
	DifficultySources []DifficultySource
	Styles            []Style
	Documents         []string // ids or paths
	Collections       []string
	AnswerStates      []AnswerState
	Answered          Tristate
	Subjects          []string // facts: substrings of the subject, any case
	Devices           []DeviceID
	Attributes        []AttributeID
	Conditions        map[Axis][]string
	Value             Bounds // in a base unit; matches when the intervals meet
	Conflict          Tristate
	MinConfidence     float64 // specs: that are stated so with at least this confidence; 0 does not filter
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
}

// PageRequest asks for the part of a list that follows After.
type PageRequest struct {
	After Position // the zero position starts at the beginning
	Limit int      // at least 1
}

// Page is a part of a list.
type Page[T any] struct {
	Items    []T
	Total    int       // of the whole list
	Next     *Position // nil at the end
	Revision Sequence  // that all of this was read at
}
