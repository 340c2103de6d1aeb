package quarry

import "time"

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
