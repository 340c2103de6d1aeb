package main

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"path/filepath"
	"text/tabwriter"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/ingest"
)

// ingestReport is what `quarry ingest` says when it is done. Its JSON form is
// part of the command's contract.
type ingestReport struct {
	Data      string                `json:"data"`
	DryRun    bool                  `json:"dry_run"`
	Documents []documentReport      `json:"documents"` // those that are not unchanged
	Totals    map[ingest.Status]int `json:"totals"`    // documents by what became of them
	Entries   entryReport           `json:"entries"`
}

type documentReport struct {
	Path      string        `json:"path"` // in the collection; the file's where it was refused before it got one
	File      string        `json:"file"`
	Status    ingest.Status `json:"status"`
	Parser    string        `json:"parser,omitempty"`
	Coverage  float64       `json:"coverage,omitempty"`
	Extracted float64       `json:"extracted,omitempty"`
	Counts    *countsReport `json:"counts,omitempty"`
	Added     int           `json:"added"`
	Changed   int           `json:"changed"`
	Removed   int           `json:"removed"`
	Warnings  []string      `json:"warnings,omitempty"`
	Stage     string        `json:"stage,omitempty"`
	Line      int           `json:"line,omitempty"`
	Reason    string        `json:"reason,omitempty"`
	Kept      bool          `json:"kept,omitempty"` // refused now, but stored before, and still served so
}

type countsReport struct {
	Question int `json:"question"`
	Fact     int `json:"fact"`
	Spec     int `json:"spec"`
	Passage  int `json:"passage"`
}

type entryReport struct {
	countsReport

	Added   int `json:"added"`
	Changed int `json:"changed"`
	Removed int `json:"removed"`
}

func newIngestReport(data string, dryRun bool) *ingestReport {
	return &ingestReport{Data: data, DryRun: dryRun, Documents: []documentReport{}}
}

func counts(c quarry.Counts) countsReport {
	return countsReport{Question: c.Question, Fact: c.Fact, Spec: c.Spec, Passage: c.Passage}
}

func (r *ingestReport) add(o ingest.Outcome) {
	if o.Status == ingest.Unchanged {
		return
	}
	document := documentReport{
		Path: cmp.Or(o.Path, o.Name), File: o.Name, Status: o.Status, Stage: o.Rejection.Stage, Line: o.Rejection.Line, Reason: o.Rejection.Reason,
		Kept:  o.Kept,
		Added: len(o.Difference.Added), Changed: len(o.Difference.Changed), Removed: len(o.Difference.Removed),
	}
	if o.Status == ingest.Added || o.Status == ingest.Changed {
		found := counts(o.Report.Counts)
		document.Parser, document.Counts, document.Warnings = o.Report.Parser, &found, o.Report.Warnings
		document.Coverage, document.Extracted = o.Report.Coverage, o.Report.Extracted
	}
	r.Documents = append(r.Documents, document)
}

// print writes the report as text or JSON.
func (r *ingestReport) print(out io.Writer, format string, summary ingest.Summary) error {
	r.Totals = summary.Documents
	r.Entries = entryReport{
		countsReport: counts(summary.Counts), Added: summary.Entries[ingest.Added],
		Changed: summary.Entries[ingest.Changed], Removed: summary.Entries[ingest.Removed],
	}
	if format == "json" {
		encoder := json.NewEncoder(out)
		encoder.SetIndent("", "  ")
		return encoder.Encode(r)
	}
	return r.text(out)
}

func (r *ingestReport) text(out io.Writer) error {
	table := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	for _, d := range r.Documents {
		if d.Status == ingest.Added || d.Status == ingest.Changed {
			_, _ = fmt.Fprintf(table, "%s\t%s\t%s\t%d questions\t%d facts\t%d specs\t%d passages\t%.0f %% extracted\n",
				d.Status, printable(d.Path), d.Parser, d.Counts.Question, d.Counts.Fact, d.Counts.Spec,
				d.Counts.Passage, 100*d.Extracted)
		}
	}
	if err := table.Flush(); err != nil {
		return err
	}
	for _, d := range r.Documents {
		r.textProblems(out, d)
	}
	verb := ""
	if r.DryRun {
		verb = "would be "
	}
	_, err := fmt.Fprintf(out, "documents %s%d added, %d changed, %d removed; %d unchanged, %d rejected\n"+
		"entries   %s%d added, %d changed, %d removed\ndata      %s\n",
		verb, r.Totals[ingest.Added], r.Totals[ingest.Changed], r.Totals[ingest.Removed],
		r.Totals[ingest.Unchanged], r.Totals[ingest.Rejected],
		verb, r.Entries.Added, r.Entries.Changed, r.Entries.Removed, r.Data)
	return err
}

// textProblems prints what a reader should look at: rejections, removals and
// warnings.
func (r *ingestReport) textProblems(out io.Writer, d documentReport) {
	at := printable(d.File)
	if d.Line > 0 {
		at = fmt.Sprintf("%s:%d", at, d.Line)
	}
	switch d.Status {
	case ingest.Rejected:
		kept := ""
		if d.Kept {
			kept = "; what was stored of it before is kept"
		}
		_, _ = fmt.Fprintf(out, "rejected  %s: %s: %s%s\n", at, d.Stage, printable(d.Reason), kept)
	case ingest.Removed:
		_, _ = fmt.Fprintf(out, "removed   %s\n", at)
	case ingest.Added, ingest.Changed, ingest.Unchanged:
	}
	for _, warning := range d.Warnings {
		_, _ = fmt.Fprintf(out, "warning   %s: %s\n", at, printable(warning))
	}
}

// samePath reports whether a path that the caller wrote means a file.
func samePath(given, file string) bool {
	absolute, err := filepath.Abs(given)
	if err != nil {
		return given == file
	}
	if target, err := filepath.EvalSymlinks(absolute); err == nil {
		absolute = target
	}
	return given == file || absolute == file
}
