package main

import (
	"context"
	"log/slog"
	"path/filepath"
	"strings"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/cmd/quarry/datadir"
	"github.com/quarrykb/quarry/jobs"
)

// reindex makes everything anew, while what is there answers.
func (w writers) reindex(ctx context.Context, job quarry.Job, tell func(quarry.JobProgress)) (quarry.JobOutcome, error) {
	return w.opened.reindex(ctx, job.Order.Options, func(what string, entries func() int) *indexing {
		return &indexing{
			show: func(done, of int) { tell(quarry.JobProgress{Stage: what, Done: done, Total: of}) }, end: func() {}, entries: entries,
		}
	})
}

// backups returns what copies the database into the folder of backups. Who asks over the
// API names neither a folder nor a file nor a command.
func (f *backupFolder) backups() jobs.Runner {
	return func(ctx context.Context, _ quarry.Job, tell func(quarry.JobProgress)) (quarry.JobOutcome, error) {
		tell(quarry.JobProgress{Stage: "copying", Total: 1})
		name, held, err := f.makeBackup(ctx)
		if name == "" {
			return quarry.JobOutcome{}, f.withoutPaths(ctx, err)
		}
		tell(quarry.JobProgress{Stage: "copying", Done: 1, Total: 1})
		return quarry.JobOutcome{Result: quarry.JobResult{
			File: new(f.shown(name)), Bytes: new(held.Bytes), Documents: new(held.Documents), Revision: new(held.Revision),
		}}, nil
	}
}

// withoutPaths is an error as callers and strangers may read it: where something stands
// is in the log.
func (f *backupFolder) withoutPaths(ctx context.Context, err error) error {
	if err == nil || ctx.Err() != nil {
		return err
	}
	known := quarry.Explain(err)
	hidden := strings.NewReplacer(
		f.path+string(filepath.Separator), "the folder of backups: ", f.path, "the folder of backups", f.dir.Data, "the data directory",
	).Replace(known.Message)
	if hidden == known.Message {
		return err
	}
	f.dir.Log.WarnContext(ctx, "a backup was not made", slog.Any("error", err))
	return quarry.Errorf(known.Kind, "%s", hidden).WithCode(known.Code).Because(err)
}

// shown is how a caller is told of a backup: below the data directory by its path, and
// elsewhere by its name, for where that is concerns no other caller.
func (f *backupFolder) shown(name string) string {
	if f.path == f.dir.Backups() {
		return datadir.BackupsName + "/" + name
	}
	return name
}
