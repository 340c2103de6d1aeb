package main

import (
	"context"
	"errors"
	"sync/atomic"
	"time"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/api"
	"github.com/quarrykb/quarry/cmd/quarry/backup"
	"github.com/quarrykb/quarry/cmd/quarry/doctor"
)

// backupChoice is where a server's backups go, which of them stay, and whether it makes
// some by itself.
type backupChoice struct {
	Every backup.Distance `help:"Make a backup so often, as a job of the server's, counted from the newest sound one in the folder." env:"QUARRY_BACKUP_EVERY" placeholder:"6h"`
	Keep  backup.Keep     `help:"Backups that stay in the folder: so many, or the newest of so many hours, days, weeks, months or years (7)." env:"QUARRY_BACKUP_KEEP" placeholder:"7d,4w"`
	To    string          `help:"Folder of backups, which may be on another disk (backups, in the data directory)." env:"QUARRY_BACKUP_TO" type:"path" placeholder:"DIR"`
	Then  string          `help:"Command that is run with the path of each backup, such as one that sends it elsewhere." env:"QUARRY_BACKUP_THEN" placeholder:"COMMAND"`
}

// mayServe refuses a folder that is none, and a command that is not there.
func (c backupChoice) mayServe() error {
	return errors.Join(backup.MayBeFolder(c.To), backup.MayRunThen(c.Then))
}

// serverBackups are the backups that a server makes by itself.
type serverBackups struct {
	folder *backup.Folder
	every  time.Duration // 0 for none
	desk   *desk
	failed atomic.Bool // whether the last one was not made
}

// run has backups made until ctx ends, as jobs behind those that came before them.
func (b *serverBackups) run(ctx context.Context) {
	if b.every == 0 {
		return
	}
	backup.Repeat{Every: b.every, Newest: b.folder.Newest, Do: b.makeOne, Now: time.Now}.Run(ctx)
}

// makeOne waits for a backup: for the one that waits or is being made already, if there is
// one. The desk has logged why one failed.
func (b *serverBackups) makeOne(ctx context.Context) error {
	job, err := b.submitted(ctx)
	for err == nil && !job.State.Ended() {
		changed := b.desk.Watch(job.ID)
		if job, err = b.desk.Job(ctx, job.ID); err != nil || job.State.Ended() || changed == nil {
			break
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-changed:
		}
	}
	if err == nil && job.State == quarry.JobCancelled {
		err = backup.DroppedError{}
	}
	if err == nil && job.Failure != nil {
		err = quarry.Errorf(quarry.KindUnavailable, "%s", job.Failure.Detail).WithCode(job.Failure.Code)
	}
	b.failed.Store(err != nil)
	return err
}

// submitted returns the job of a backup that is still to be made, or a new one.
func (b *serverBackups) submitted(ctx context.Context) (quarry.Job, error) {
	last, err := b.desk.Jobs(ctx, quarry.JobFilter{Kinds: []quarry.JobKind{quarry.JobBackup}}, quarry.PageRequest{Limit: 1})
	if err != nil {
		return quarry.Job{}, err
	}
	if len(last.Items) > 0 && !last.Items[0].State.Ended() {
		return last.Items[0], nil
	}
	return b.desk.Submit(ctx, quarry.JobOrder{Kind: quarry.JobBackup}, quarry.JobKey{})
}

// troubles says what /readyz tells of the database, its backups and jobs. Strangers may read it:
// what is damaged, and why something failed, stands in the log.
func troubles(w *doctor.Watch, b *serverBackups) func() api.Troubles {
	return func() api.Troubles {
		t := api.Troubles{Damaged: w.Damage() != ""}
		if b.failed.Load() {
			t.Notes = append(t.Notes, "the last backup was not made: the log says why")
		}
		if b.folder.Shrunken.Load() {
			t.Notes = append(t.Notes, "the last backup holds less than half the documents of one before it: the log says which")
		}
		if b.folder.Unsent.Load() {
			t.Notes = append(t.Notes, "the command behind the last backup failed: the log says why")
		}
		if waiting := b.desk.Trouble(); waiting != "" {
			t.Notes = append(t.Notes, waiting)
		}
		return t
	}
}
