package jobs

import (
	"encoding/json"
	"fmt"
	"time"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/store/sqlite/db"
	"github.com/quarrykb/quarry/store/sqlite/entries"
)

// taskRow is what a job is to do, as the database has it.
type taskRow struct {
	DryRun   bool              `json:"dry_run,omitempty"`
	Files    []fileRow         `json:"files,omitempty"`
	Document string            `json:"document,omitempty"`
	Place    placeRow          `json:"place,omitzero"`
	Options  map[string]string `json:"options,omitempty"`
}

type placeRow struct {
	Collection string `json:"collection"`
	Path       string `json:"path"`
}

type fileRow struct {
	Collection string `json:"collection"`
	Path       string `json:"path"`
	Spooled    string `json:"spooled"`
	SHA256     string `json:"sha256"`
	Bytes      int64  `json:"bytes"`
	Carries    bool   `json:"carries,omitempty"`
}

// outcomeRow is what came of a job.
type outcomeRow struct {
	Documents []outcomeDocument `json:"documents,omitempty"`
	More      int               `json:"more,omitempty"`
	Result    resultRow         `json:"values,omitzero"`
}

// resultRow is a quarry.JobResult. Its numbers are stored as texts, as they always were.
type resultRow struct {
	Documents *int             `json:"documents,omitempty,string"`
	Entries   *int             `json:"entries,omitempty,string"`
	Conflicts *int             `json:"conflicts,omitempty,string"`
	ReadAgain *int             `json:"read_again,omitempty,string"`
	Changed   *int             `json:"changed,omitempty,string"`
	Refused   *int             `json:"refused,omitempty,string"`
	File      *string          `json:"file,omitempty"`
	Bytes     *int64           `json:"bytes,omitempty,string"`
	Revision  *quarry.Sequence `json:"revision,omitempty,string"`
}

type outcomeDocument struct {
	ID         string          `json:"id,omitempty"`
	Collection string          `json:"collection,omitempty"`
	Path       string          `json:"path"`
	Status     string          `json:"status"`
	Entries    [4]int          `json:"entries"` // added, changed, removed, merged
	Report     json.RawMessage `json:"report,omitempty"`
	Lines      [5]int          `json:"lines"` // of the report: entry, structure, furniture, prose, unaccounted
	Rejection  *rejectionRow   `json:"rejection,omitempty"`
	Kept       bool            `json:"kept,omitempty"`
	Samples    []sampleRow     `json:"samples,omitempty"`
}

type sampleRow struct {
	Change quarry.JobChange `json:"change"`
	Kind   quarry.EntryKind `json:"kind"`
	Title  string           `json:"title"`
	Text   string           `json:"text"`
	Line   int              `json:"line"`
}

type rejectionRow struct {
	Source string `json:"source,omitempty"`
	Stage  string `json:"stage"`
	Line   int    `json:"line,omitempty"`
	Reason string `json:"reason"`
	Code   string `json:"code,omitempty"`
}

// rowOf returns the values of Columns.
func rowOf(j quarry.Job) ([]any, error) {
	order := taskRow{
		DryRun: j.Order.DryRun, Document: string(j.Order.Document), Place: placeRow(j.Order.Place), Options: j.Order.Options,
	}
	for _, file := range j.Order.Files {
		order.Files = append(order.Files, fileRow(file))
	}
	task, err := json.Marshal(order)
	if err != nil {
		return nil, fmt.Errorf("write down job %q: %w", j.ID, err)
	}
	outcome, err := writeOutcome(j)
	if err != nil {
		return nil, fmt.Errorf("write down what came of job %q: %w", j.ID, err)
	}
	failure := quarry.JobFailure{}
	if j.Failure != nil {
		failure = *j.Failure
	}
	return []any{
		string(j.ID), string(j.Order.Kind), string(j.State), j.Attempts, j.Crashes, microseconds(j.CreatedAt),
		microseconds(j.StartedAt), microseconds(j.FinishedAt), string(task), outcome, failure.Code, failure.Detail,
	}, nil
}

func writeOutcome(j quarry.Job) (string, error) {
	row := outcomeRow{More: j.Outcome.More, Result: resultRow(j.Outcome.Result)}
	for _, d := range j.Outcome.Documents {
		document := outcomeDocument{
			ID: string(d.ID), Collection: d.Collection, Path: d.Path, Status: d.Status, Kept: d.Kept,
			Entries: [4]int{d.Added, d.Changed, d.Removed, d.Merged}, Rejection: (*rejectionRow)(d.Rejection),
		}
		for _, sample := range d.Samples {
			document.Samples = append(document.Samples, sampleRow(sample))
		}
		if d.Report != nil {
			report, err := entries.JSONReport(*d.Report)
			if err != nil {
				return "", err
			}
			lines := d.Report.Lines
			document.Report = json.RawMessage(report)
			document.Lines = [5]int{lines.Entry, lines.Structure, lines.Furniture, lines.Prose, lines.Unaccounted}
		}
		row.Documents = append(row.Documents, document)
	}
	text, err := json.Marshal(row)
	return string(text), err
}

// Read reads the values of Columns.
func Read(scan db.ScanFunc) (quarry.Job, error) {
	var j quarry.Job
	var created, started, finished int64
	var task, outcome string
	var failure quarry.JobFailure
	err := scan(&j.ID, &j.Order.Kind, &j.State, &j.Attempts, &j.Crashes, &created, &started, &finished, &task, &outcome, &failure.Code, &failure.Detail)
	if err != nil {
		return j, err
	}
	if failure.Code != "" {
		j.Failure = &failure
	}
	j.CreatedAt, j.StartedAt, j.FinishedAt = timeOf(created), timeOf(started), timeOf(finished)
	var order taskRow
	if err := json.Unmarshal([]byte(task), &order); err != nil {
		return j, fmt.Errorf("read the task of job %q: %w", j.ID, err)
	}
	j.Order.DryRun, j.Order.Options = order.DryRun, order.Options
	j.Order.Document, j.Order.Place = quarry.DocumentID(order.Document), quarry.JobPlace(order.Place)
	for _, file := range order.Files {
		j.Order.Files = append(j.Order.Files, quarry.JobFile(file))
	}
	j.Outcome, err = readOutcome(outcome)
	return j, err
}

func readOutcome(text string) (quarry.JobOutcome, error) {
	if text == "" {
		return quarry.JobOutcome{}, nil
	}
	var row outcomeRow
	if err := json.Unmarshal([]byte(text), &row); err != nil {
		return quarry.JobOutcome{}, fmt.Errorf("read what came of a job: %w", err)
	}
	outcome := quarry.JobOutcome{More: row.More, Result: quarry.JobResult(row.Result)}
	for _, d := range row.Documents {
		document := quarry.JobDocument{
			ID: quarry.DocumentID(d.ID), Collection: d.Collection, Path: d.Path, Status: d.Status, Kept: d.Kept,
			Added: d.Entries[0], Changed: d.Entries[1], Removed: d.Entries[2], Merged: d.Entries[3],
			Rejection: (*quarry.Rejection)(d.Rejection),
		}
		for _, sample := range d.Samples {
			document.Samples = append(document.Samples, quarry.JobSample(sample))
		}
		if d.Report != nil {
			l := d.Lines
			report, err := entries.ReportOf(string(d.Report),
				quarry.LineCounts{Entry: l[0], Structure: l[1], Furniture: l[2], Prose: l[3], Unaccounted: l[4]})
			if err != nil {
				return outcome, err
			}
			document.Report = &report
		}
		outcome.Documents = append(outcome.Documents, document)
	}
	return outcome, nil
}

// microseconds is a time as the database has it, 0 for never.
func microseconds(t time.Time) int64 {
	if t.IsZero() {
		return 0
	}
	return t.UnixMicro()
}

func timeOf(stored int64) time.Time {
	if stored == 0 {
		return time.Time{}
	}
	return time.UnixMicro(stored).UTC()
}
