package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
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
	held, err := s.acquire(ctx, "restore")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, held.release()) }()
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
		s.data, r.Documents, r.Counts.Question, r.Counts.Fact, r.Counts.Spec, r.Counts.Passage, c.File)}
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
	if err := s.mayBeAnother(c.File); err != nil {
		return err
	}
	there, err := sqlite.Examine(ctx, s.database())
	switch {
	case c.Force || quarry.IsKind(err, quarry.KindNotFound):
		return nil
	case err != nil:
		return quarry.Errorf(quarry.KindConflict, "%s holds what cannot be read: %s. With --force it is kept beside, and restored over",
			s.data, quarry.Explain(err).Message).Because(err)
	case there.Documents > 0:
		return quarry.Errorf(quarry.KindConflict, "%s holds %d documents: pass --force, and they are kept beside, or name another --data",
			s.data, there.Documents)
	}
	return s.mayLoseUploads(ctx)
}

// restore copies the backup into the data directory, and then swaps. Until that is
// decided nothing is changed; behind it that is not said.
func (c *restoreCommand) restore(ctx context.Context, s *session) (heldReport, error) {
	swap := s.newSwap(time.Now())
	var valid []string
	held, err := s.prepare(ctx, swap, func(incoming string) (sqlite.Held, error) {
		held, err := c.take(ctx, s, incoming)
		if err == nil {
			valid = validAgain(ctx, s.database(), incoming, time.Now())
		}
		return held, err
	})
	if err != nil && ctx.Err() != nil {
		return heldReport{}, &interruption{done: "nothing was changed"}
	}
	if err != nil {
		return heldReport{}, err
	}
	if err := s.putInPlace(ctx, swap); err != nil {
		return heldReport{}, err
	}
	report := newHeldReport(s.database(), held)
	report.ValidAgain = valid
	report.Kept, report.keptUploads = swap.keptFile(), s.uploadsKept(swap)
	return report, nil
}

// putInPlace completes a swap that has begun, and drops the indexes of what was there.
func (s *session) putInPlace(ctx context.Context, w swap) error {
	if err := s.complete(ctx, w); err != nil {
		return decided(err)
	}
	if err := s.dropIndexes(); err != nil {
		return decided(err)
	}
	return nil
}

// decided says of what failed that it is no reason to think that all is as before.
func decided(err error) error {
	why := err.Error()
	if known := quarry.Explain(err); known.Kind != quarry.KindInternal {
		why = known.Message
	}
	return quarry.Errorf(quarry.KindUnavailable, "%s. It is decided all the same: the next command completes what is left of it", why).Because(err)
}

// prepare makes a database in the data directory and decides to swap, or leaves nothing
// of it there.
func (s *session) prepare(ctx context.Context, w swap, fill func(incoming string) (sqlite.Held, error)) (sqlite.Held, error) {
	incoming, err := s.incoming()
	if err != nil {
		return sqlite.Held{}, err
	}
	held, err := fill(incoming)
	if err == nil {
		err = w.begin(ctx, incoming)
	}
	if err != nil {
		return sqlite.Held{}, errors.Join(err, s.removeDatabase(incoming))
	}
	return held, nil
}

// incomingName begins the names of copies that are on their way.
const incomingName = ".quarry.db-incoming-"

// incoming makes an empty file in the data directory, and removes what restores
// that were killed have left of theirs.
func (s *session) incoming() (string, error) {
	left, err := s.namesBehind(filepath.Join(s.data, incomingName))
	if err != nil {
		return "", err
	}
	for _, name := range left {
		file := filepath.Join(s.data, incomingName+name)
		if err := s.disk.Remove(file); err != nil {
			return "", cannotWrite(file, err)
		}
	}
	file, err := s.disk.Create(s.data, incomingName+"*")
	if err != nil {
		return "", cannotWrite(s.data, err)
	}
	return file.Name(), file.Close()
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
	store, err := sqlite.Open(ctx, incoming, s.storeOptions())
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

// removeDatabase removes a database that is not open, with what may stand
// beside it.
func (s *session) removeDatabase(path string) error {
	var failed []error
	for _, file := range []string{path + logEnd, path + memoryEnd, path + journalEnd, path} {
		if err := s.disk.Remove(file); err != nil && !errors.Is(err, os.ErrNotExist) {
			failed = append(failed, err)
		}
	}
	return errors.Join(failed...)
}

// dropIndexes removes the indexes of another state. Were they left, the next command that opens
// them would notice.
func (s *session) dropIndexes() error {
	if err := os.RemoveAll(s.index()); err != nil {
		return cannotWrite(s.index(), err)
	}
	return nil
}
