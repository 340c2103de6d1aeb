package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/api/view"
	"github.com/quarrykb/quarry/cmd/quarry/app"
	"github.com/quarrykb/quarry/cmd/quarry/present"
)

type jobCommands struct {
	List  jobListCommand  `cmd:"" default:"withargs" help:"List the jobs, the newest first."`
	Show  jobShowCommand  `cmd:"" help:"Show one job, as JSON."`
	Retry jobRetryCommand `cmd:"" help:"Have jobs tried again: at once those that wait, once more those that were not done."`
	Drop  jobDropCommand  `cmd:"" help:"End jobs without their being done, and remove what was handed in with them."`
}

type jobListCommand struct {
	State []string `help:"Those in these states alone: queued, running, waiting, done, failed, given_up or cancelled." placeholder:"STATE"`
	N     int      `short:"n" help:"How many (${default})." default:"20" placeholder:"N"`
	JSON  bool     `help:"Print the jobs as JSON."`
}

// Help says what the states mean.
func (*jobListCommand) Help() string {
	return `A job that is waiting lacks something that may come back (room on the disk, the index,
an embedder) and is tried again by itself. One that failed was refused for what it says.
One that is given_up ended the server several times, or failed for a reason that is not
known: what was handed in is kept until it is retried or dropped.`
}

// Run lists jobs of the server, or of the database where none runs.
func (c *jobListCommand) Run(ctx context.Context, s *app.Session) error {
	return s.Ask(ctx, app.NeedJobs, func(from *app.Client) error {
		query := url.Values{"limit": {strconv.Itoa(min(max(c.N, 1), mostJobsListed))}}
		if len(c.State) > 0 {
			query.Set("state", strings.Join(c.State, ","))
		}
		var list view.List[view.Job]
		body, err := from.Get(ctx, "/v1/jobs", query, &list)
		if err != nil {
			return err
		}
		if c.JSON {
			_, err := s.Out.Write(body)
			return err
		}
		if len(list.Items) == 0 {
			_, _ = fmt.Fprintln(s.Err, "quarry: there are no such jobs")
			return nil
		}
		table := present.Columns{Head: []string{"ID", "KIND", "STATE", "CREATED", "ATTEMPTS", "WHY"}}
		for _, job := range list.Items {
			refused, first, why := 0, "", ""
			for _, d := range job.Documents {
				if d.Rejection != nil {
					refused++
					first = cmp.Or(first, d.Path+": "+d.Rejection.Reason)
				}
			}
			switch {
			case job.Error != nil:
				why = job.Error.Code + ": " + present.Printable(job.Error.Detail)
			case refused > 0:
				why = fmt.Sprintf("rejected %d of %d documents, the first %s",
					refused, len(job.Documents)+job.MoreDocuments, present.Printable(first))
			}
			created := job.CreatedAt.UTC().Format(time.RFC3339)
			table.Add([]string{job.ID, job.Kind, job.State, created, strconv.Itoa(job.Attempts), why})
		}
		return table.Print(s.Out)
	})
}

// mostJobsListed is how many the API answers at a time.
const mostJobsListed = 100

type jobShowCommand struct {
	ID string `arg:"" help:"The job's id, as quarry jobs shows it."`
}

// Run prints one job.
func (c *jobShowCommand) Run(ctx context.Context, s *app.Session) error {
	return s.Ask(ctx, app.NeedJobs, func(from *app.Client) error {
		var job view.Job
		body, err := from.Get(ctx, "/v1/jobs/"+url.PathEscape(c.ID), nil, &job)
		if err == nil {
			_, err = s.Out.Write(body)
		}
		return err
	})
}

type jobRetryCommand struct {
	ID []string `arg:"" help:"The jobs' ids, as quarry jobs shows them."`
}

// Run has jobs tried again.
func (c *jobRetryCommand) Run(ctx context.Context, s *app.Session) error {
	return eachJob(ctx, s, c.ID, func(from *app.Client, id string) (view.Job, error) {
		return from.Order(ctx, "/v1/jobs/"+url.PathEscape(id)+"/retry", nil)
	})
}

type jobDropCommand struct {
	ID []string `arg:"" help:"The jobs' ids, as quarry jobs shows them."`
}

// Run drops jobs.
func (c *jobDropCommand) Run(ctx context.Context, s *app.Session) error {
	return eachJob(ctx, s, c.ID, func(from *app.Client, id string) (view.Job, error) {
		return from.Drop(ctx, "/v1/jobs/"+url.PathEscape(id))
	})
}

// eachJob does something with each job, and says what state it is in then. What cannot be
// done with one keeps none of the others from it.
func eachJob(
	ctx context.Context, s *app.Session, ids []string, do func(*app.Client, string) (view.Job, error),
) error {
	return s.Ask(ctx, app.NeedJobs, func(from *app.Client) error {
		var failed []error
		for _, id := range ids {
			job, err := do(from, id)
			if err != nil {
				failed = append(failed, fmt.Errorf("%s: %w", id, err))
				continue
			}
			if _, err := fmt.Fprintf(s.Out, "job %s is %s\n", job.ID, job.State); err != nil {
				return err
			}
		}
		if len(failed) == 0 {
			return nil
		}
		joined := errors.Join(failed...) // a command prints one message
		return quarry.Errorf(quarry.KindConflict, "%s", strings.ReplaceAll(joined.Error(), "\n", "; ")).
			Because(joined)
	})
}
