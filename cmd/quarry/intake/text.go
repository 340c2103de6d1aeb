package intake

import (
	"fmt"
	"io"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/quarrykb/quarry/cmd/quarry/present"
	"github.com/quarrykb/quarry/ingest"
)

func (r *Report) text(out io.Writer) error {
	if err := r.table(out); err != nil {
		return err
	}
	for _, d := range r.Documents {
		if d.Difference != nil {
			_, _ = fmt.Fprintln(out, present.Printable(d.Path))
			d.Difference.text(out)
		}
	}
	for _, d := range r.Documents {
		r.textProblems(out, d)
	}
	r.textSkipped(out)
	for _, warning := range r.Warnings {
		_, _ = fmt.Fprintf(out, "warning   %s\n", present.Printable(warning))
	}
	verb := ""
	if r.DryRun {
		verb = "would be "
	}
	_, _ = fmt.Fprintf(out, "documents %s%d added, %d changed, %d removed; %d unchanged, %d rejected\n"+
		"entries   %s%d added, %d changed, %d removed; %d merged\n",
		verb, r.Totals[ingest.Added], r.Totals[ingest.Changed], r.Totals[ingest.Removed],
		r.Totals[ingest.Unchanged], r.Totals[ingest.Rejected],
		verb, r.Entries.Added, r.Entries.Changed, r.Entries.Removed, r.Entries.Merged)
	switch { // a run that was interrupted says nothing of them
	case r.Conflicts != nil:
		_, _ = fmt.Fprintf(out, "conflicts %s%d added, %d changed, %d removed; %d in all\n",
			verb, r.Conflicts.Added, r.Conflicts.Changed, r.Conflicts.Removed, r.Conflicts.Total)
	case r.DryRun:
		_, _ = fmt.Fprintln(out, "conflicts are found once it is written")
	}
	if r.Answers != nil && r.Answers.Likely+r.Answers.Gaps > 0 {
		_, _ = fmt.Fprintf(out, "questions %d without an answer seem answered elsewhere, %d are gaps\n",
			r.Answers.Likely, r.Answers.Gaps)
		if r.Answers.Behind > 0 {
			_, _ = fmt.Fprintf(out,
				"          changes not looked at for answers yet: %d; quarry serve and quarry unanswered do\n",
				r.Answers.Behind)
		}
	}
	_, err := fmt.Fprintf(out, "data      %s\n", r.Data)
	if r.Vectors != nil {
		_, err = fmt.Fprintf(out,
			"vectors   %d of %d changes wait for the embedder; searches go by words until then\n",
			r.Vectors.Waiting, r.Vectors.Of)
	}
	return err
}

// table prints a line for every document that was read.
func (r *Report) table(out io.Writer) error {
	table := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	for _, d := range r.Documents {
		if d.Status == ingest.Added || d.Status == ingest.Changed {
			questions := fmt.Sprintf("%d questions", d.Counts.Question)
			if d.Unanswered != nil && *d.Unanswered > 0 {
				questions += fmt.Sprintf(" (%d unanswered)", *d.Unanswered)
			}
			_, _ = fmt.Fprintf(table, "%s\t%s\t%s\t%s\t%d facts\t%d specs\t%d passages\t%.0f %% extracted\n",
				d.Status, present.Printable(d.Path), d.Parser, questions, d.Counts.Fact, d.Counts.Spec,
				d.Counts.Passage, 100*d.Extracted)
		}
	}
	if err := table.Flush(); err != nil {
		return err
	}
	for _, status := range []ingest.Status{ingest.Added, ingest.Changed, ingest.Removed} {
		if more := r.more[string(status)]; more > 0 {
			_, _ = fmt.Fprintf(out, "%-9s and %d more; --report json names them all\n", status, more)
		}
	}
	return nil
}

// textProblems prints what a reader should look at: rejections, removals and
// warnings.
func (r *Report) textProblems(out io.Writer, d DocumentReport) {
	at := present.Printable(d.File)
	if d.Line > 0 {
		at = fmt.Sprintf("%s:%d", at, d.Line)
	}
	switch d.Status {
	case ingest.Rejected:
		if r.more["rejected "+d.Code] > 0 && skippedName(d.Code) != "" && !r.named[d.File] {
			return // summed up
		}
		kept := ""
		if d.Kept {
			kept = "; what was stored of it before is kept"
		}
		_, _ = fmt.Fprintf(out, "rejected  %s: %s: %s%s\n", at, d.Stage, present.Printable(d.Reason), kept)
	case ingest.Removed:
		_, _ = fmt.Fprintf(out, "removed   %s\n", at)
	case ingest.Added, ingest.Changed, ingest.Unchanged:
	}
	for _, warning := range d.Warnings {
		_, _ = fmt.Fprintf(out, "warning   %s: %s\n", at, present.Printable(warning))
	}
}

// textSkipped sums up the rejections that are too many to be named.
func (r *Report) textSkipped(out io.Writer) {
	total, others := 0, 0
	var groups []string
	for _, list := range slices.Sorted(maps.Keys(r.more)) {
		code, rejected := strings.CutPrefix(list, "rejected ")
		switch name := skippedName(code); {
		case !rejected:
		case name == "":
			others += r.more[list]
		default:
			total += r.Skipped[code]
			groups = append(groups, fmt.Sprintf("%s (%d)", name, r.Skipped[code]))
		}
	}
	if others > 0 {
		_, _ = fmt.Fprintf(out, "rejected  and %d more; --report json names them all\n", others)
	}
	if total > 0 {
		_, _ = fmt.Fprintf(out, "skipped   %d files: %s\n", total, strings.Join(groups, ", "))
	}
	if r.Hidden > 0 {
		_, _ = fmt.Fprintf(out, "hidden    %d files and folders, whose names begin with a dot, were passed over\n",
			r.Hidden)
	}
}

// skippedName names many files that were refused for one code, "" where each
// has a reason that is worth reading.
func skippedName(code string) string {
	return map[string]string{
		"image": "images", "audio_or_video": "audio and video", "archive": "archives",
		"office_document": "Office documents", "anki_package": "Anki packages", "pdf": "PDFs",
		"database": "databases", "program": "programs", "font": "fonts", "binary": "other binary files",
		"empty": "empty files",
	}[code]
}

// namedFiles returns every name that a report may have for paths that the
// caller wrote.
func namedFiles(paths []string) map[string]bool {
	named := map[string]bool{}
	for _, path := range paths {
		named[path] = true
		absolute, err := filepath.Abs(path)
		if err != nil {
			continue
		}
		named[absolute] = true
		if target, err := filepath.EvalSymlinks(absolute); err == nil {
			named[target] = true
		}
	}
	return named
}
