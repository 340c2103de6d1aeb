package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/api/view"
	"github.com/quarrykb/quarry/cmd/quarry/app"
	"github.com/quarrykb/quarry/cmd/quarry/datadir"
	"github.com/quarrykb/quarry/cmd/quarry/present"
)

type reindexCommand struct {
	Extract  bool   `help:"Read every document again first, from its stored bytes, with the parsers and the lexicon of now."`
	JSON     bool   `help:"Print what came of it as JSON."`
	Progress string `help:"How far it is: auto shows it on a terminal, plain writes a line now and then." enum:"auto,plain,none" default:"auto"`
}

// Help says when that is needed.
func (c *reindexCommand) Help() string {
	return "Indexes and what is worked out from all documents (conflicts, the glossary, answers of open questions, vectors) " +
		"follow every change by themselves, and are built anew where they are damaged or of another version. This builds them " +
		"anew all the same; what is there answers until then. Beside a running server it is done there, in its process. " +
		"Vectors of an embedder elsewhere are kept as far as the texts are the same."
}

// Run reindexes in this process, or beside a running server there.
func (c *reindexCommand) Run(ctx context.Context, s *app.Session) error {
	report, err := c.reindex(ctx, s)
	if err != nil {
		return err
	}
	if c.JSON {
		err = present.JSON(s.Out, report)
	} else {
		err = report.text(s.Out)
	}
	if err == nil && len(report.Refused) > 0 {
		return &present.ExitError{Code: present.ExitCouldNot}
	}
	return err
}

func (c *reindexCommand) reindex(ctx context.Context, s *app.Session) (reindexReport, error) {
	held, server, err := s.EnterStored(ctx, "reindex")
	switch {
	case err != nil:
		return reindexReport{}, err
	case server != nil:
		return c.through(ctx, s, *server)
	}
	report, err := c.alone(ctx, s)
	return report, errors.Join(err, held.Release())
}

func (c *reindexCommand) alone(ctx context.Context, s *app.Session) (reindexReport, error) {
	opened, err := s.Open(ctx)
	if err != nil {
		return reindexReport{}, err
	}
	redo := opened.Reindex
	if c.Extract {
		redo = opened.Reextract
	}
	outcome, err := redo(ctx, app.DisplaysOn(s.Err, c.Progress))
	if err == nil {
		err = opened.Store.Sync(ctx)
	}
	err = present.Stopped(ctx, err, "what is there answers as before, and the same command begins anew")
	return newReindexReport(s.Data, view.NewJob(quarry.Job{Outcome: outcome})), errors.Join(err, opened.Close())
}

// through has the server do it, and waits for it.
func (c *reindexCommand) through(
	ctx context.Context, s *app.Session, server datadir.Holder,
) (reindexReport, error) {
	asked := app.OverNetwork(server)
	job, err := asked.Order(ctx, "/v1/admin/reindex", map[string]bool{"extract": c.Extract})
	if err != nil {
		return reindexReport{}, err
	}
	job, err = asked.AwaitJob(ctx, job, app.DisplaysOn(s.Err, c.Progress))
	switch {
	case err != nil:
		return reindexReport{}, present.Stopped(ctx, err,
			"the server goes on with it: GET "+job.URL+" says how far it is")
	case job.Error != nil:
		return reindexReport{}, quarry.Errorf(quarry.KindUnavailable, "%s", job.Error.Detail).
			WithCode(job.Error.Code)
	}
	return newReindexReport(s.Data, job), nil
}

// reindexReport is what came of a reindex.
type reindexReport struct {
	Data      string            `json:"data"`
	Documents int               `json:"documents"`
	Entries   int               `json:"entries"`
	Conflicts int               `json:"conflicts"`
	Extracted *extractedReport  `json:"extracted"` // null where no document was read again
	Refused   []refusedDocument `json:"refused"`   // the first of them
}

type extractedReport struct {
	Documents int `json:"documents"`
	Changed   int `json:"changed"`
	Refused   int `json:"refused"`
}

// refusedDocument could not be read again, and is kept as it was.
type refusedDocument struct {
	Path   string `json:"path"`
	Line   int    `json:"line,omitempty"`
	Reason string `json:"reason"`
}

// newReindexReport reads what a job that reindexes says; what it does not say is 0.
func newReindexReport(data string, job view.Job) reindexReport {
	number := func(n *int) int {
		if n == nil {
			return 0
		}
		return *n
	}
	r := job.Result
	report := reindexReport{
		Data: data, Documents: number(r.Documents), Entries: number(r.Entries), Conflicts: number(r.Conflicts),
		Refused: []refusedDocument{},
	}
	if r.ReadAgain != nil {
		report.Extracted = &extractedReport{
			Documents: *r.ReadAgain, Changed: number(r.Changed), Refused: number(r.Refused),
		}
	}
	for _, d := range job.Documents {
		if d.Rejection != nil {
			report.Refused = append(report.Refused, refusedDocument{
				Path: d.Path, Line: number(d.Rejection.Line), Reason: d.Rejection.Reason,
			})
		}
	}
	return report
}

func (r reindexReport) text(out io.Writer) error {
	for _, d := range r.Refused {
		at := present.Printable(d.Path)
		if d.Line > 0 {
			at += ":" + strconv.Itoa(d.Line)
		}
		_, _ = fmt.Fprintf(out, "rejected  %s: %s; what was stored of it before is kept\n", at,
			present.Printable(d.Reason))
	}
	if e := r.Extracted; e != nil {
		_, _ = fmt.Fprintf(out, "read      %d documents again: %d gave something else, %d could not be read\n",
			e.Documents, e.Changed, e.Refused)
	}
	_, err := fmt.Fprintf(out, "indexes   built anew: %d entries of %d documents, %d conflicts\ndata      %s\n",
		r.Entries, r.Documents, r.Conflicts, r.Data)
	return err
}
