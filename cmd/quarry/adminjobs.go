package main

import (
	"context"
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/quarrykb/quarry"
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

// backupFolder is where backups go that are asked for over the API: who asks names
// neither a folder nor a file.
func (s *session) backupFolder() string { return filepath.Join(s.data, "backups") }

// keptBackups is how many of them are kept: who may ask may not fill the disk.
const keptBackups = 7

// The name of a backup, around its time.
const (
	backupBegin = "quarry-"
	backupEnd   = ".db"
)

// backups returns what copies the database into the folder of backups, and removes the
// oldest of them. A copy is made also where an old one stays: that is only logged.
func (s *session) backups() jobs.Runner {
	return func(ctx context.Context, _ quarry.Job, tell func(quarry.JobProgress)) (quarry.JobOutcome, error) {
		if err := s.disk.MakeFolder(s.backupFolder()); err != nil {
			return quarry.JobOutcome{}, cannotWrite(s.backupFolder(), err)
		}
		tell(quarry.JobProgress{Stage: "copying", Total: 1})
		name := s.newBackupName(time.Now())
		held, err := s.copyWhole(ctx, s.database(), filepath.Join(s.backupFolder(), name))
		if err != nil {
			return quarry.JobOutcome{}, err
		}
		tell(quarry.JobProgress{Stage: "copying", Done: 1, Total: 1})
		if err := s.sweepBackups(name); err != nil {
			s.log.WarnContext(ctx, "old backups are left", slog.Any("error", err))
		}
		return quarry.JobOutcome{Result: quarry.JobResult{
			File: new("backups/" + name), Bytes: new(held.Bytes), Documents: new(held.Documents), Revision: new(held.Revision),
		}}, nil
	}
}

// backupMoment is how the time of a backup is written in its name. Several may be
// asked for in a second.
const backupMoment = "20060102T150405.000Z"

// newBackupName returns a name that no backup has.
func (s *session) newBackupName(now time.Time) string {
	moment := now.UTC().Format(backupMoment)
	name := backupBegin + moment + backupEnd
	for n := 2; exists(filepath.Join(s.backupFolder(), name)); n++ {
		name = backupBegin + moment + "-" + strconv.Itoa(n) + backupEnd
	}
	return name
}

// sweepBackups removes the oldest backups, and what copies have left that were killed.
// Only names that newBackupName makes are looked at: all others are somebody's own.
func (s *session) sweepBackups(newest string) error {
	moments, err := s.namesBehind(filepath.Join(s.backupFolder(), backupBegin))
	if err != nil {
		return err
	}
	left, err := s.namesBehind(filepath.Join(s.backupFolder(), "."+backupBegin))
	if err != nil {
		return err
	}
	moments = slices.DeleteFunc(moments, func(m string) bool { return !isBackup(m) || backupBegin+m == newest })
	slices.SortFunc(moments, func(a, b string) int { return strings.Compare(inTime(a), inTime(b)) })
	var gone []string
	for _, moment := range moments[:max(0, len(moments)-(keptBackups-1))] {
		gone = append(gone, backupBegin+moment)
	}
	for _, name := range left {
		if moment, _, copied := strings.Cut(name, backupEnd+"-"); copied && isBackup(moment+backupEnd) {
			gone = append(gone, "."+backupBegin+name)
		}
	}
	return s.removeBackups(gone)
}

// removeBackups removes those that it can. Somebody else may have removed one meanwhile.
func (s *session) removeBackups(names []string) error {
	var failed []error
	for _, name := range names {
		file := filepath.Join(s.backupFolder(), name)
		if err := s.disk.Remove(file); err != nil && !errors.Is(err, os.ErrNotExist) {
			failed = append(failed, cannotWrite(file, err))
		}
	}
	return errors.Join(failed...)
}

// isBackup reports whether a name, behind what all begin with, is one that
// newBackupName makes.
func isBackup(name string) bool {
	moment, whole := strings.CutSuffix(name, backupEnd)
	moment, number, numbered := strings.Cut(moment, "-")
	if _, err := time.Parse(backupMoment, moment); err != nil || !whole {
		return false
	}
	n, err := strconv.Atoi(number)
	return !numbered || (err == nil && n > 1 && strconv.Itoa(n) == number)
}

// inTime is a moment by which backups are sorted: of two of one second the first has
// no number.
func inTime(moment string) string { return strings.TrimSuffix(moment, backupEnd) }
