package quarry

// Stats is what a store holds.
type Stats struct {
	Documents int
	Counts    Counts
	Answered  int     // questions with an answer of their own
	Coverage  float64 // over all documents' lines; 1 where there are none
	Lines     LineCounts
	Bytes     int64 // of stored text
	Revision  Sequence
}

// FollowerState says how far something that follows the change feed has come.
type FollowerState struct {
	Name     string
	Cursor   Sequence
	Ready    bool   // it can answer
	Building bool   // it is being rebuilt while the old one serves
	Waiting  bool   // it cannot go on before a service outside answers, which nothing else needs
	Aside    bool   // answers do not wait for it: what it adds to them comes later
	Reason   string // why it is not ready, or what it is doing
	Model    string // the id of the embedder whose vectors it keeps, or of a reranker; "" where there is none
	Done     int    // how much is done of what it works on: changes, entries, documents
	Total    int    // how much that is; 0 where it works on nothing, or does not know
	Ahead    uint64 // how often it took in entries ahead of the feed since it came to the cursor
}

// TopicCounts counts the entries of one topic, children not included, by kind
// and difficulty; the difficulty "" stands for those without one.
type TopicCounts struct {
	Topic  TopicID
	Name   string // as a document that brought it has it; "" where none did
	Counts map[EntryKind]map[Difficulty]int
}

// DeviceCount is a device that the store knows claims of, and how many.
type DeviceCount struct {
	Device

	Specs int
}
