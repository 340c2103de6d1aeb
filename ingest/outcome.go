package ingest

import "github.com/quarrykb/quarry"

// Status says what became of a document.
type Status string

// The statuses.
const (
	Added     Status = "added"
	Changed   Status = "changed"
	Unchanged Status = "unchanged"
	Removed   Status = "removed"
	Rejected  Status = "rejected"
)

// Outcome is what became of one document.
type Outcome struct {
	Name       string // the file's; parts of one file share it
	Collection string // "" of what was refused before it had one
	Path       string
	Document   quarry.DocumentID // of one that was removed, which may have been of another collection
	Status     Status
	Difference quarry.Difference
	Report     quarry.Report
	Rejection  quarry.Rejection // of a rejected document
	Kept       bool             // a rejected document of which an earlier state is stored
	Imported   bool             // it came in an export, with a collection and a path of its own
}

// MostRejections is how many rejections a summary lists. Further ones are only
// counted, so that memory does not grow with the number of documents.
const MostRejections = 1000

// Summary adds the outcomes up.
type Summary struct {
	Documents  map[Status]int
	Counts     quarry.Counts // entries of the documents that were read
	Entries    map[Status]int
	Merged     int                // questions that from now on stand behind another one that asks the same
	Rejections []quarry.Rejection // the first MostRejections
}

func (s *Summary) add(o Outcome) {
	s.Documents[o.Status]++
	s.Counts.Question += o.Report.Counts.Question
	s.Counts.Fact += o.Report.Counts.Fact
	s.Counts.Spec += o.Report.Counts.Spec
	s.Counts.Passage += o.Report.Counts.Passage
	s.Entries[Added] += len(o.Difference.Added)
	s.Entries[Changed] += len(o.Difference.Changed)
	s.Entries[Removed] += len(o.Difference.Removed)
	s.Merged += len(o.Difference.Merged)
	if o.Status == Rejected && len(s.Rejections) < MostRejections {
		s.Rejections = append(s.Rejections, o.Rejection)
	}
}
