package backup

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/cmd/quarry/datadir"
	"github.com/quarrykb/quarry/cmd/quarry/present"
	"github.com/quarrykb/quarry/store/sqlite"
)

// MayRestore refuses a file that is not there, or is none.
func MayRestore(file string) error {
	info, err := os.Stat(file)
	switch {
	case file == "":
		return quarry.Errorf(quarry.KindInvalid,
			"name a backup that quarry backup made; --list shows those of the server")
	case errors.Is(err, os.ErrNotExist):
		return quarry.Errorf(quarry.KindInvalid, "there is no file %s: name a backup that quarry backup made", file)
	case err != nil:
		return quarry.Errorf(quarry.KindInvalid, "%s cannot be read: name a backup that quarry backup made", file).
			Because(err)
	case info.IsDir():
		return quarry.Errorf(quarry.KindInvalid, "%s is a folder: name a backup that quarry backup made", file)
	}
	return nil
}

// MayBeReplaced refuses to take the place of documents.
func MayBeReplaced(ctx context.Context, d *datadir.Dir) error {
	there, err := sqlite.Examine(ctx, d.Database())
	switch {
	case quarry.IsKind(err, quarry.KindNotFound):
		return nil
	case err != nil:
		return quarry.Errorf(quarry.KindConflict,
			"%s holds what cannot be read: %s. With --force it is kept beside, and restored over",
			d.Data, quarry.Explain(err).Message).Because(err)
	case there.Documents > 0:
		return quarry.Errorf(quarry.KindConflict,
			"%s holds %d documents: pass --force, and they are kept beside, or name another --data",
			d.Data, there.Documents)
	}
	return d.MayLoseUploads(ctx)
}

// Restore copies a backup into the data directory, and then swaps. Until that is
// decided nothing is changed; behind it that is not said.
func Restore(ctx context.Context, d *datadir.Dir, file string) (Report, error) {
	swap := d.NewSwap(time.Now())
	var valid []string
	held, err := swap.Prepare(ctx, func(incoming string) (sqlite.Held, error) {
		held, err := Take(ctx, d, file, incoming)
		if err == nil {
			revoked, now := map[quarry.KeyID]bool{}, time.Now()
			for _, key := range keysOf(ctx, d.Database()) {
				revoked[key.ID] = key.State(now) == quarry.KeyRevoked
			}
			for _, key := range keysOf(ctx, incoming) {
				if revoked[key.ID] && key.State(now) == quarry.KeyValid {
					valid = append(valid, string(key.ID))
				}
			}
		}
		return held, err
	})
	if err != nil && ctx.Err() != nil {
		return Report{}, &present.InterruptedError{Done: "nothing was changed"}
	}
	if err == nil {
		err = swap.PutInPlace(ctx)
	}
	if err != nil {
		return Report{}, err
	}
	report := NewReport(d.Database(), held)
	report.ValidAgain, report.Kept = valid, swap.Kept()
	return report, nil
}

// Take copies a backup, and brings the copy up to date: what cannot be is refused
// before anything is touched.
func Take(ctx context.Context, d *datadir.Dir, file, incoming string) (sqlite.Held, error) {
	if _, err := sqlite.Examine(ctx, file); err != nil {
		known := quarry.Explain(err)
		if ctx.Err() != nil || known.Kind == quarry.KindInternal {
			return sqlite.Held{}, err
		}
		why := withoutRemedy(known.Message)
		return sqlite.Held{}, quarry.Errorf(known.Kind,
			"%s cannot be restored: %s. Nothing was changed: name another backup", file, why).Because(err)
	}
	if _, err := sqlite.Copy(ctx, file, incoming); err != nil {
		return sqlite.Held{}, err
	}
	store, err := sqlite.Open(ctx, incoming, d.StoreOptions())
	if err != nil {
		return sqlite.Held{}, err
	}
	// Backups that were under way when the database was copied end: the copy itself, mostly. To
	// make them again here would push older ones out.
	open, err := store.KeptJobs(ctx)
	for _, job := range open {
		if err != nil || job.Order.Kind != quarry.JobBackup || job.State != quarry.JobRunning {
			continue
		}
		job.State, job.FinishedAt = quarry.JobFailed, time.Now().UTC().Truncate(time.Microsecond)
		job.Failure = &quarry.JobFailure{
			Code: "restored", Detail: "the database was restored from a copy that was made meanwhile",
		}
		err = store.SaveJob(ctx, job)
	}
	if err := errors.Join(err, store.Close()); err != nil {
		return sqlite.Held{}, fmt.Errorf("bring the backup up to date: %w", err)
	}
	if err := sqlite.Alone(ctx, incoming); err != nil {
		return sqlite.Held{}, err
	}
	return sqlite.Examine(ctx, incoming)
}

// withoutRemedy is what is said of a database whose remedy is a backup, where it is said of
// a backup.
func withoutRemedy(message string) string {
	why, _, _ := strings.Cut(message, ": restore a backup")
	return why
}

// keysOf returns the keys of a database, none where it cannot be read any more. It does not open an
// empty file, beside which a log may stand that SQLite removes.
func keysOf(ctx context.Context, database string) []quarry.Key {
	if datadir.IsEmpty(database) {
		return nil
	}
	store, err := sqlite.OpenReadOnly(ctx, database, sqlite.Options{})
	if err != nil {
		return nil
	}
	keys, err := store.Keys(ctx)
	if errors.Join(err, store.Close()) != nil {
		return nil
	}
	return keys
}

// listed is a backup of a folder, in JSON.
type listed struct {
	File      string    `json:"file"` // below the data directory, unless another folder is listed
	Time      time.Time `json:"time"` // when it was made
	Bytes     int64     `json:"bytes"`
	Documents int       `json:"documents"`
	Sound     bool      `json:"sound"`
	Problem   string    `json:"problem,omitempty"`
}

// List reads the backups of the folder, the newest first, and says what each holds. Its
// paths begin with what the folder is shown as.
func (f *Folder) List(ctx context.Context, shown string) ([]listed, error) {
	found, err := f.past()
	if err != nil {
		return nil, err
	}
	all := []listed{}
	for _, b := range found {
		one := listed{File: filepath.ToSlash(filepath.Join(shown, b.Name)), Time: b.Moment}
		if info, err := os.Stat(filepath.Join(f.Path, b.Name)); err == nil {
			one.Bytes = info.Size()
		}
		held, err := sqlite.Examine(ctx, filepath.Join(f.Path, b.Name))
		if one.Documents, one.Sound = held.Documents, err == nil; err != nil {
			one.Problem = withoutRemedy(quarry.Explain(err).Message)
		}
		all = append(all, one)
	}
	return all, ctx.Err()
}
