package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/store/sqlite"
)

type restoreCommand struct {
	File  string `arg:"" optional:"" help:"Backup to put in place: a file, or the name of one in the folder backups of the data directory. With --list a folder." placeholder:"FILE"`
	To    string `help:"Write the backup, checked and brought up to date, to this file, and leave the data directory as it is." type:"path" placeholder:"NEW"`
	List  bool   `help:"List the backups in a folder (backups, in the data directory), and whether they are sound."`
	Force bool   `help:"Also where the data directory holds documents, or what cannot be read, which is kept beside; or replace the file that --to names."`
	JSON  bool   `help:"Print what was restored, or the list, as JSON."`
}

// Help says what becomes of what is there.
func (c *restoreCommand) Help() string {
	return "Stop the server first. The database that was there is kept beside it as quarry.db.before-TIME, which may be " +
		"deleted once it is not wanted back, or restored itself. Keys of the API are those of the backup from then on, also those that were revoked since, which are named. " +
		"Indexes are built anew by the next command that needs them."
}

// Run puts a copy of a backup in the database's place. Until the copy is complete,
// was read back and brought up to date, nothing of what is there is touched.
func (c *restoreCommand) Run(ctx context.Context, s *session) (err error) {
	if c.List {
		return c.list(ctx, s)
	}
	c.File = s.backupCalled(c.File)
	if err := c.mayRead(); err != nil {
		return err
	}
	if c.To != "" {
		return c.writeTo(ctx, s)
	}
	held, err := s.Acquire(ctx, "restore")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, held.Release()) }()
	if err := c.mayRestore(ctx, s); err != nil {
		return err
	}
	report, err := c.restore(ctx, s)
	if err != nil {
		return err
	}
	if c.JSON {
		return printJSON(s.out, report)
	}
	return c.text(s, report)
}

func (c *restoreCommand) text(s *session, r heldReport) error {
	lines := []string{fmt.Sprintf("%s now has %d documents with %d questions, %d facts, %d specs and %d passages, of %s",
		s.Data, r.Documents, r.Counts.Question, r.Counts.Fact, r.Counts.Spec, r.Counts.Passage, c.File)}
	if r.Kept != "" {
		lines = append(lines, "what was there before is kept as "+r.Kept)
	}
	if r.Uploads > 0 {
		lines = append(lines, fmt.Sprintf("%d uploads of jobs that the backup does not have are kept in %s", r.Uploads, r.KeptIn))
	}
	if len(r.ValidAgain) > 0 {
		lines = append(lines, fmt.Sprintf("%d keys that were revoked since are valid again: %s (quarry key revoke ends them)",
			len(r.ValidAgain), strings.Join(r.ValidAgain, ", ")))
	}
	_, err := fmt.Fprintf(s.out, "quarry: %s\n", strings.Join(lines, "\nquarry: "))
	return err
}

// mayRestore refuses to take the place of documents, unless that is meant.
func (c *restoreCommand) mayRestore(ctx context.Context, s *session) error {
	if err := s.MayBeAnother(c.File); err != nil {
		return err
	}
	there, err := sqlite.Examine(ctx, s.Database())
	switch {
	case c.Force || quarry.IsKind(err, quarry.KindNotFound):
		return nil
	case err != nil:
		return quarry.Errorf(quarry.KindConflict, "%s holds what cannot be read: %s. With --force it is kept beside, and restored over",
			s.Data, quarry.Explain(err).Message).Because(err)
	case there.Documents > 0:
		return quarry.Errorf(quarry.KindConflict, "%s holds %d documents: pass --force, and they are kept beside, or name another --data",
			s.Data, there.Documents)
	}
	return s.MayLoseUploads(ctx)
}

// restore copies the backup into the data directory, and then swaps. Until that is
// decided nothing is changed; behind it that is not said.
func (c *restoreCommand) restore(ctx context.Context, s *session) (heldReport, error) {
	swap := s.NewSwap(time.Now())
	var valid []string
	held, err := swap.Prepare(ctx, func(incoming string) (sqlite.Held, error) {
		held, err := c.take(ctx, s, incoming)
		if err == nil {
			valid = validAgain(ctx, s.Database(), incoming, time.Now())
		}
		return held, err
	})
	if err != nil && ctx.Err() != nil {
		return heldReport{}, &interruption{done: "nothing was changed"}
	}
	if err != nil {
		return heldReport{}, err
	}
	if err := swap.PutInPlace(ctx); err != nil {
		return heldReport{}, err
	}
	report := newHeldReport(s.Database(), held)
	report.ValidAgain = valid
	report.Kept, report.KeptUploads = swap.KeptFile(), swap.UploadsKept()
	return report, nil
}

// take copies the backup, and brings the copy up to date: what cannot be is refused
// before anything is touched.
func (c *restoreCommand) take(ctx context.Context, s *session, incoming string) (sqlite.Held, error) {
	if _, err := sqlite.Examine(ctx, c.File); err != nil {
		return sqlite.Held{}, c.unfit(ctx, err)
	}
	if _, err := sqlite.Copy(ctx, c.File, incoming); err != nil {
		return sqlite.Held{}, err
	}
	store, err := sqlite.Open(ctx, incoming, s.StoreOptions())
	if err != nil {
		return sqlite.Held{}, err
	}
	if err := errors.Join(endBackups(ctx, store, time.Now()), store.Close()); err != nil {
		return sqlite.Held{}, fmt.Errorf("bring the backup up to date: %w", err)
	}
	if err := sqlite.Alone(ctx, incoming); err != nil {
		return sqlite.Held{}, err
	}
	return sqlite.Examine(ctx, incoming)
}

// endBackups ends the backups that were under way when the database was copied: the
// copy itself, mostly. To make them again here would push older ones out.
func endBackups(ctx context.Context, store *sqlite.Store, now time.Time) error {
	open, err := store.KeptJobs(ctx)
	if err != nil {
		return err
	}
	for _, job := range open {
		if job.Order.Kind != quarry.JobBackup || job.State != quarry.JobRunning {
			continue
		}
		job.State, job.FinishedAt = quarry.JobFailed, now.UTC().Truncate(time.Microsecond)
		job.Failure = &quarry.JobFailure{Code: "restored", Detail: "the database was restored from a copy that was made meanwhile"}
		if err := store.SaveJob(ctx, job); err != nil {
			return err
		}
	}
	return nil
}

// unfit says of the backup what is said of a database elsewhere, whose remedy is a
// backup.
func (c *restoreCommand) unfit(ctx context.Context, err error) error {
	known := quarry.Explain(err)
	if ctx.Err() != nil || known.Kind == quarry.KindInternal {
		return err
	}
	why, _, _ := strings.Cut(known.Message, ": restore a backup")
	return quarry.Errorf(known.Kind, "%s cannot be restored: %s. Nothing was changed: name another backup", c.File, why).Because(err)
}

// mayRead refuses a file that is not there, or is none.
func (c *restoreCommand) mayRead() error {
	info, err := os.Stat(c.File)
	switch {
	case c.File == "":
		return quarry.Errorf(quarry.KindInvalid, "name a backup that quarry backup made; --list shows those of the server")
	case errors.Is(err, os.ErrNotExist):
		return quarry.Errorf(quarry.KindInvalid, "there is no file %s: name a backup that quarry backup made", c.File)
	case err != nil:
		return quarry.Errorf(quarry.KindInvalid, "%s cannot be read: name a backup that quarry backup made", c.File).Because(err)
	case info.IsDir():
		return quarry.Errorf(quarry.KindInvalid, "%s is a folder: name a backup that quarry backup made", c.File)
	}
	return nil
}
