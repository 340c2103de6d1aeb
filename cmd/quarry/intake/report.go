package intake

import (
	"cmp"
	"io"
	"slices"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/cmd/quarry/app"
	"github.com/quarrykb/quarry/cmd/quarry/present"
	"github.com/quarrykb/quarry/ingest"
)

// Report is what `quarry ingest` says of a run. Its JSON form is part of
// the command's contract: it names every document that is not unchanged, each
// written out as it is done. The text comes at the end; it names so many as
// anybody reads and counts the others. In neither form does the report's memory
// grow with the number of documents.
type Report struct {
	reportHead
	Tail

	Documents []DocumentReport // those that the text names

	list   *present.JSONList // of documents, where the form is JSON
	named  map[string]bool   // files that the caller named: they are never summed up
	listed map[string]int    // documents that are named in the text, by their list
	more   map[string]int    // documents that are not
}

// reportHead is what is known before the first document.
type reportHead struct {
	Data   string `json:"data"`
	DryRun bool   `json:"dry_run"`
	Hidden int    `json:"hidden"` // files and folders that were passed over for their name
}

// Tail is what is known behind the last document.
type Tail struct {
	Warnings []string              `json:"warnings"` // of the run as a whole
	Totals   map[ingest.Status]int `json:"totals"`   // documents by what became of them
	Entries  entryReport           `json:"entries"`
	app.Derived
	Skipped map[string]int `json:"skipped"` // rejections by their code, where they have one
}

// DocumentReport is what became of a document.
type DocumentReport struct {
	Path       string            `json:"path"` // in the collection; the file's where it was refused before it got one
	File       string            `json:"file"`
	Status     ingest.Status     `json:"status"`
	Format     string            `json:"format,omitempty"`
	Parser     string            `json:"parser,omitempty"`
	Coverage   float64           `json:"coverage,omitempty"`
	Extracted  float64           `json:"extracted,omitempty"`
	Counts     *present.Counts   `json:"counts,omitempty"`
	Unanswered *int              `json:"unanswered,omitempty"` // of the questions
	Added      int               `json:"added"`
	Changed    int               `json:"changed"`
	Removed    int               `json:"removed"`
	Merged     int               `json:"merged"`               // questions that ask what another one does
	Difference *differenceReport `json:"difference,omitempty"` // of a dry run
	Warnings   []string          `json:"warnings,omitempty"`
	Stage      string            `json:"stage,omitempty"`
	Line       int               `json:"line,omitempty"`
	Code       string            `json:"code,omitempty"`
	Reason     string            `json:"reason,omitempty"`
	Kept       bool              `json:"kept,omitempty"` // refused now, but stored before, and still served so
}

type entryReport struct {
	present.Counts

	Added   int `json:"added"`
	Changed int `json:"changed"`
	Removed int `json:"removed"`
	Merged  int `json:"merged"` // questions that from now on stand behind another one that asks the same
}

// add takes what became of a document, and what else there is to say of it.
func (r *Report) add(o ingest.Outcome, noted note) {
	if o.Rejection.Code != "" {
		r.Skipped[o.Rejection.Code]++
	}
	if o.Status == ingest.Unchanged || !r.lists(o) {
		return
	}
	document := DocumentReport{
		Path: cmp.Or(o.Path, o.Name), File: o.Name, Status: o.Status, Stage: o.Rejection.Stage,
		Line: o.Rejection.Line,
		Code: o.Rejection.Code, Reason: o.Rejection.Reason, Kept: o.Kept, Difference: noted.difference,
		Added: len(o.Difference.Added), Changed: len(o.Difference.Changed), Removed: len(o.Difference.Removed),
		Merged: len(o.Difference.Merged),
	}
	if o.Status == ingest.Added || o.Status == ingest.Changed {
		found := present.CountsOf(o.Report.Counts)
		document.Format, document.Parser, document.Counts = o.Report.Format, o.Report.Parser, &found
		document.Unanswered = &noted.unanswered
		document.Coverage, document.Extracted = o.Report.Coverage, o.Report.Extracted
		document.Warnings = o.Report.Warnings
	}
	if noted.twin != "" {
		document.Warnings = append(slices.Clip(document.Warnings), "same bytes as "+noted.twin)
	}
	if r.list != nil {
		r.list.Add(document)
		return
	}
	r.Documents = append(r.Documents, document)
}

// How many documents the text names.
const (
	shownDocuments = 1000 // that were read
	shownRejected  = 50   // for a reason of their own
	shownSkipped   = 5    // for one and the same code; more of them are summed up
)

// lists reports whether the report names a document.
func (r *Report) lists(o ingest.Outcome) bool {
	list, most := string(o.Status), shownDocuments
	if o.Status == ingest.Rejected {
		list, most = "rejected "+o.Rejection.Code, shownRejected
		if skippedName(o.Rejection.Code) != "" {
			most = shownSkipped
		}
	}
	if r.list != nil || r.named[o.Name] || r.listed[list] < most {
		r.listed[list]++
		return true
	}
	r.more[list]++
	return false
}

// end writes what is left of the report.
func (r *Report) end(out io.Writer, summary ingest.Summary) error {
	r.Totals = summary.Documents
	r.Entries = entryReport{
		Counts: present.CountsOf(summary.Counts), Added: summary.Entries[ingest.Added],
		Changed: summary.Entries[ingest.Changed], Removed: summary.Entries[ingest.Removed], Merged: summary.Merged,
	}
	if r.list != nil {
		return r.list.End(r.Tail)
	}
	return r.text(out)
}

// verdict judges a run while it goes on, and keeps no document. A run fails in
// which a file was refused that the caller named, in which two claimed one
// path, or in which nothing at all could be read. That a folder holds what is
// no document is no failure.
type verdict struct {
	named   map[string]bool // the files that the caller named
	read    bool            // whether anything could be read
	refused bool            // whether anything was refused
	failed  bool            // whether anything was refused that fails the run alone
}

// add judges what became of a document.
func (v *verdict) add(o ingest.Outcome) {
	switch o.Status {
	case ingest.Added, ingest.Changed, ingest.Unchanged:
		v.read = true
	case ingest.Rejected:
		v.refused = true
		v.failed = v.failed || o.Rejection.Stage == string(ingest.StageClaim) || v.named[o.Rejection.Source]
	case ingest.Removed:
	}
}

// err returns the run's exit code as an error, nil where it did well.
func (v *verdict) err() error {
	switch {
	case v.refused && !v.read:
		return quarry.Errorf(quarry.KindUnsupported, "no document was read: the report says why")
	case v.failed:
		return &present.ExitError{Code: present.ExitCouldNot}
	}
	return nil
}
