// Package jobs keeps jobs in the database, each with what came of it, and no power cut
// takes back what a caller was told of one.
package jobs

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/store/sqlite/db"
)

// Store keeps jobs, and the keys of the requests that they come from. It may be used by
// several goroutines at once.
type Store struct{ db *db.DB }

// New returns a store that keeps jobs in a database.
func New(d *db.DB) *Store { return &Store{db: d} }

// Columns are the columns of a job.
const Columns = "id, kind, state, attempts, crashes, created_at, started_at, finished_at, task, outcome, error_code, error"

// AddJob stores a job, and the key of the request that it comes from where there
// is one. Where a request of the same key was stored at or behind keyedSince, that
// one's job is returned and nothing is stored; a request that asked for something
// else is KindConflict (idempotency_key_reused). Even a power cut leaves a job there that
// AddJob returned.
func (s *Store) AddJob(ctx context.Context, job quarry.Job, key quarry.JobKey, keyedSince time.Time) (quarry.Job, error) {
	values, err := rowOf(job)
	if err != nil {
		return quarry.Job{}, err
	}
	known := quarry.Job{}
	err = s.db.UpdateDurably(ctx, func(tx *sql.Tx) error {
		if known, err = keyedJob(ctx, tx, key, keyedSince); err != nil || known.ID != "" {
			return err
		}
		inserted, err := tx.ExecContext(ctx, "INSERT INTO jobs ("+Columns+") VALUES ("+db.Marks(Columns)+")", values...) //nolint:gosec // constants
		if err != nil || key.Key == "" {
			return err
		}
		number, err := inserted.LastInsertId()
		if err != nil {
			return err
		}
		_, err = tx.ExecContext(ctx, `INSERT INTO job_keys (key, request, job, created_at) VALUES (?, ?, ?, ?)`,
			key.Key, key.Request, number, job.CreatedAt.UnixMicro())
		return err
	})
	switch {
	case err != nil:
		return quarry.Job{}, fmt.Errorf("add job: %w", err)
	case known.ID != "":
		return known, nil
	}
	return job, nil
}

// KeyedJob returns the job of an earlier request of the same key that was stored at or
// behind since, or the zero job. A request that asked for something else is
// KindConflict (idempotency_key_reused).
func (s *Store) KeyedJob(ctx context.Context, key quarry.JobKey, since time.Time) (quarry.Job, error) {
	var known quarry.Job
	err := s.db.Update(ctx, func(tx *sql.Tx) error {
		var err error
		known, err = keyedJob(ctx, tx, key, since)
		return err
	})
	return known, db.Wrap(err, "look for the job of a key")
}

// keyedJob returns the job of an earlier request of the same key, or the zero job.
func keyedJob(ctx context.Context, tx *sql.Tx, key quarry.JobKey, since time.Time) (quarry.Job, error) {
	if key.Key == "" {
		return quarry.Job{}, nil
	}
	if _, err := tx.ExecContext(ctx, `DELETE FROM job_keys WHERE created_at < ?`, since.UnixMicro()); err != nil {
		return quarry.Job{}, err
	}
	var number int64
	var request string
	err := tx.QueryRowContext(ctx, `SELECT job, request FROM job_keys WHERE key = ?`, key.Key).Scan(&number, &request)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return quarry.Job{}, nil
	case err != nil:
		return quarry.Job{}, err
	case request != key.Request:
		return quarry.Job{}, quarry.Errorf(quarry.KindConflict,
			"this Idempotency-Key came with another request before: use a new key for a new request").
			WithCode("idempotency_key_reused")
	}
	return Read(tx.QueryRowContext(ctx, "SELECT "+Columns+" FROM jobs WHERE number = ?", number).Scan)
}

// SaveJob stores what has become of a job. One that is not stored is KindNotFound. Even a
// power cut leaves it so, and with it everything that the job wrote before.
func (s *Store) SaveJob(ctx context.Context, job quarry.Job) error {
	err := s.db.UpdateDurably(ctx, func(tx *sql.Tx) error { return saveJob(ctx, tx, job) })
	return db.Wrap(err, "save job %q", job.ID)
}

func saveJob(ctx context.Context, tx *sql.Tx, job quarry.Job) error {
	values, err := rowOf(job)
	if err != nil {
		return err
	}
	const set = "UPDATE jobs SET (" + Columns + ") = "
	done, err := tx.ExecContext(ctx, set+"("+db.Marks(Columns)+") WHERE id = ?", append(values, string(job.ID))...)
	if err != nil {
		return err
	}
	if changed, err := done.RowsAffected(); err != nil || changed == 0 {
		return errors.Join(err, noJob(job.ID))
	}
	return nil
}

func noJob(id quarry.JobID) error {
	return quarry.Errorf(quarry.KindNotFound, "there is no job %q: those that ended long ago are forgotten", id)
}

// Job returns one job, or KindNotFound.
func (s *Store) Job(ctx context.Context, id quarry.JobID) (quarry.Job, error) {
	job, err := Read(s.db.Reader.QueryRowContext(ctx, "SELECT "+Columns+" FROM jobs WHERE id = ?", string(id)).Scan)
	if errors.Is(err, sql.ErrNoRows) {
		return job, noJob(id)
	}
	return job, db.Wrap(db.Explain(err), "read job %q", id)
}

// AddAgain stores what has become of a job, behind all others: it is to be done once
// more. One that is not stored is KindNotFound. Even a power cut leaves it so.
func (s *Store) AddAgain(ctx context.Context, job quarry.Job) error {
	err := s.db.UpdateDurably(ctx, func(tx *sql.Tx) error {
		const last = `(SELECT max(number) + 1 FROM jobs)`
		if _, err := tx.ExecContext(ctx, `PRAGMA defer_foreign_keys = ON`); err != nil {
			return err
		}
		const keys = `UPDATE job_keys SET job = ` + last + ` WHERE job = (SELECT number FROM jobs WHERE id = ?)`
		if _, err := tx.ExecContext(ctx, keys, string(job.ID)); err != nil {
			return err
		}
		if _, err := tx.ExecContext(ctx, `UPDATE jobs SET number = `+last+` WHERE id = ?`, string(job.ID)); err != nil {
			return err
		}
		return saveJob(ctx, tx, job)
	})
	return db.Wrap(err, "add job %q again", job.ID)
}

// KeptJobs returns the jobs whose files are kept, in the order in which they are to be
// done: those that have not ended, and those that were given up.
func (s *Store) KeptJobs(ctx context.Context) ([]quarry.Job, error) {
	const query = "SELECT " + Columns + " FROM jobs WHERE state IN ('queued', 'running', 'waiting', 'given_up') ORDER BY number"
	jobs, err := db.Collect(ctx, s.db.Reader, Read, query)
	return jobs, db.Wrap(db.Explain(err), "list the jobs that are kept")
}

// Jobs returns a part of the jobs, the newest first. A position's line is the
// number of the job that the part before ended with.
func (s *Store) Jobs(ctx context.Context, f quarry.JobFilter, r quarry.PageRequest) (quarry.Page[quarry.Job], error) {
	var page quarry.Page[quarry.Job]
	const matching = ` FROM jobs WHERE (?1 = '[]' OR state IN (SELECT value FROM json_each(?1)))
		AND (?2 = '[]' OR kind IN (SELECT value FROM json_each(?2)))`
	states, kinds := db.JSONList(f.States), db.JSONList(f.Kinds)
	err := s.db.View(ctx, func(v *db.Snapshot) error {
		page.Revision = v.Revision
		if err := v.QueryRowContext(ctx, `SELECT count(*)`+matching, states, kinds).Scan(&page.Total); err != nil {
			return err
		}
		const query = "SELECT number, " + Columns + matching + " AND (?3 = 0 OR number < ?3) ORDER BY number DESC LIMIT ?4"
		var number int
		var err error
		page.Items, err = db.Collect(ctx, v, func(scan db.ScanFunc) (quarry.Job, error) {
			return Read(func(targets ...any) error { return scan(append([]any{&number}, targets...)...) })
		}, query, states, kinds, r.After.Line, r.Limit+1)
		if len(page.Items) > r.Limit {
			page.Items = page.Items[:r.Limit]
			page.Next = &quarry.Position{Line: number + 1} // the next one's own is below it
		}
		return err
	})
	return page, db.Wrap(err, "list jobs")
}

// ForgetJobs forgets the jobs that ended before a time, and of those that ended
// later all but the newest ones, so many. Their keys go with them. Jobs that were given
// up stay, with their files.
func (s *Store) ForgetJobs(ctx context.Context, before time.Time, most int) error {
	err := s.db.UpdateAside(ctx, func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, `DELETE FROM jobs WHERE state IN ('done', 'failed', 'cancelled') AND (finished_at < ?1 OR number <=
			coalesce((SELECT number FROM jobs WHERE state IN ('done', 'failed', 'cancelled') ORDER BY number DESC LIMIT 1 OFFSET ?2), 0))`,
			before.UnixMicro(), most)
		return err
	})
	return db.Wrap(err, "forget old jobs")
}
