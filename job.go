package quarry

import (
	"encoding/base32"
	"slices"
	"strings"
	"time"
)

// JobID names a job: "j_" and 20 characters of lower-case base32, which are 100
// random bits. Who knows an id was told it.
type JobID string

// JobEntropy is how many random bytes an id is made of.
const JobEntropy = 13

// NewJobID returns the id that some random bytes make.
func NewJobID(random [JobEntropy]byte) JobID {
	encoded := base32.StdEncoding.WithPadding(base32.NoPadding).EncodeToString(random[:])
	return JobID("j_" + strings.ToLower(encoded[:idLength]))
}

// JobKind says what a job does.
type JobKind string

// The kinds of jobs.
const (
	JobIngest JobKind = "ingest" // takes files that were handed in through the pipeline
	JobDelete JobKind = "delete" // removes a document and what came from it

	JobReindex JobKind = "reindex" // makes indexes and what is derived anew
	JobBackup  JobKind = "backup"  // copies the database
)

// JobOptionExtract is the option of a reindex that reads every document again, unless
// it is "".
const JobOptionExtract = "extract"

// JobState says how far a job is.
type JobState string

// The states of a job. It goes from queued over running to an end, and waits in between
// as often as something that it needs is unavailable. One that was running when the
// program ended goes on at the next start.
const (
	JobQueued    JobState = "queued"
	JobRunning   JobState = "running"
	JobWaiting   JobState = "waiting"   // until it is tried again; its failure says why
	JobDone      JobState = "done"      // what came of it is on the disk
	JobFailed    JobState = "failed"    // refused for what it says, and not for what the disk did
	JobGivenUp   JobState = "given_up"  // not tried again unless that is asked for; its files are kept
	JobCancelled JobState = "cancelled" // dropped on request
)

// JobStates returns every state, in the order in which a job goes through them.
func JobStates() []JobState {
	return []JobState{JobQueued, JobRunning, JobWaiting, JobDone, JobFailed, JobGivenUp, JobCancelled}
}

// Ended reports whether nothing more becomes of a job by itself.
func (s JobState) Ended() bool {
	return slices.Contains([]JobState{JobDone, JobFailed, JobGivenUp, JobCancelled}, s)
}

// KeepsFiles reports whether the files of a job in this state are still needed.
func (s JobState) KeepsFiles() bool { return !s.Ended() || s == JobGivenUp }

// Job is work that was accepted and is done later, in the order in which it came.
type Job struct {
	ID         JobID
	State      JobState
	Order      JobOrder
	Attempts   int // how often it was begun: more than once where something was unavailable, or the program ended meanwhile
	Crashes    int // attempts that ended the program, or ended for a reason that is not known
	CreatedAt  time.Time
	StartedAt  time.Time // of the last attempt; zero for never
	FinishedAt time.Time // zero for never
	RetryAt    time.Time // when one that waits is tried again; zero for every other
	Progress   JobProgress
	Outcome    JobOutcome  // of all its attempts
	Failure    *JobFailure // why it waits, or ended without being done
}

// JobOrder says what a job is to do.
type JobOrder struct {
	Kind     JobKind
	DryRun   bool              // tells what would change and writes nothing
	Files    []JobFile         // that were handed in, in their order
	Document DocumentID        // that is meant, "" for none
	Place    JobPlace          // of that document; zero where it is not known
	Options  map[string]string // of kinds that have others
}

// JobPlace is where a document is stored.
type JobPlace struct {
	Collection string
	Path       string // in the collection
}

// JobFile is a file that was handed in and waits to be read.
type JobFile struct {
	Collection string
	Path       string // in the collection
	Spooled    string // the name under which its bytes wait
	SHA256     string // of its bytes
	Bytes      int64
	Carries    bool // documents of any place: it is an export
}

// JobProgress says how far a running job is. Stages are named by its worker.
type JobProgress struct {
	Stage string
	Done  int
	Total int  // 0 if it is not known
	Step  int  // how often progress was told in this attempt
	Waits bool // all is stored, and nothing is left but to wait until it is indexed
}

// JobOutcome is what came of a job.
type JobOutcome struct {
	Documents []JobDocument // the first MostJobDocuments
	More      int           // documents beyond those
	Result    JobResult
}

// JobResult is what a job says beside its documents. What its kind does not say is nil.
type JobResult struct {
	Documents *int // that are stored, or that a backup holds
	Entries   *int // that are stored
	Conflicts *int

	ReadAgain *int // documents
	Changed   *int // of those
	Refused   *int // of those

	File     *string // of a backup, below the data directory with slashes, or its name alone where it is elsewhere
	Bytes    *int64  // of that file
	Revision *Sequence
}

// MostJobDocuments is how many documents a job lists.
const MostJobDocuments = 200

// JobDocument is what became of one document.
type JobDocument struct {
	ID         DocumentID // "" where it was refused before it had one
	Collection string
	Path       string
	Status     string // "added", "changed", "unchanged", "removed" or "rejected"
	Added      int    // entries
	Changed    int
	Removed    int
	Merged     int
	Report     *Report     // of one that was read
	Rejection  *Rejection  // of one that was refused
	Kept       bool        // refused now, but stored before, and still served so
	Samples    []JobSample // of a dry run: some of the entries that would change
}

// JobSample is an entry that a dry run would change, as much as tells what it is.
type JobSample struct {
	Change JobChange
	Kind   EntryKind
	Title  string // the beginning of the entry's
	Text   string // likewise
	Line   int    // first line of its source
}

// JobChange says what would become of an entry.
type JobChange string

// The changes.
const (
	EntryAdded   JobChange = "added"
	EntryChanged JobChange = "changed"
	EntryRemoved JobChange = "removed"
)

// JobFailure says why a job is not done, in words for a caller.
type JobFailure struct {
	Code   string
	Detail string
}

// JobKey makes a request that is sent twice one job. The zero value makes each a
// job of its own.
type JobKey struct {
	Key     string // as the caller chose it
	Request string // a hash of what was asked
}

// JobFilter says which jobs are wanted; an empty list stands for all.
type JobFilter struct {
	States []JobState
	Kinds  []JobKind
}
