// Package study keeps learners, their cards and their reviews in the database. It promises
// that no review is lost which was answered for, that a card's schedule is what its last review
// left, and that cards follow their questions when documents change.
package study

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/store/sqlite/db"
	"github.com/quarrykb/quarry/store/sqlite/entries"
)

// Store keeps how learners get on. It may be used by several goroutines at once.
type Store struct {
	db      *db.DB
	entries *entries.Store
}

// New returns a store that keeps what is studied of the questions of a database.
func New(d *db.DB, read *entries.Store) *Store { return &Store{db: d, entries: read} }

// LearnerColumns are the columns of a learner.
const LearnerColumns = "name, retention, new_per_day, reviews_per_day, timezone, day_begins"

// ReadLearner reads the values of LearnerColumns.
func ReadLearner(scan db.ScanFunc) (quarry.LearnerProfile, error) {
	var p quarry.LearnerProfile
	s := &p.Settings
	err := scan(&p.Name, &s.Retention, &s.NewPerDay, &s.ReviewsPerDay, &s.Timezone, &s.DayBegins)
	return p, err
}

func learnerValues(name quarry.Learner, s quarry.LearnerSettings) []any {
	return []any{string(name), s.Retention, s.NewPerDay, s.ReviewsPerDay, s.Timezone, s.DayBegins}
}

const selectProfiles = `SELECT ` + LearnerColumns + `,
	(SELECT count(*) FROM cards c WHERE c.learner = l.name),
	(SELECT count(*) FROM reviews r WHERE r.learner = l.name AND r.undone IS NULL),
	(SELECT max(at) FROM reviews r WHERE r.learner = l.name AND r.undone IS NULL) FROM learners l`

func readProfile(scan db.ScanFunc) (quarry.LearnerProfile, error) {
	var cards, reviews int
	var last sql.NullInt64
	p, err := ReadLearner(func(targets ...any) error { return scan(append(targets, &cards, &reviews, &last)...) })
	p.Cards, p.Reviews, p.LastReview = cards, reviews, moment(last)
	return p, err
}

// Learner returns a learner, or KindNotFound where nothing is stored of them.
func (s *Store) Learner(ctx context.Context, name quarry.Learner) (quarry.LearnerProfile, error) {
	return profileOf(ctx, s.db.Reader, name)
}

func profileOf(ctx context.Context, from db.Querier, name quarry.Learner) (quarry.LearnerProfile, error) {
	profile, err := readProfile(from.QueryRowContext(ctx, selectProfiles+` WHERE name = ?`, string(name)).Scan)
	if errors.Is(err, sql.ErrNoRows) {
		return profile, quarry.Errorf(quarry.KindNotFound, "there is no learner %q: one is there from the first review on", name).
			WithFixes("/v1/study/learners")
	}
	return profile, db.Wrap(db.Explain(err), "read learner %q", name)
}

// LearnerSettings returns how a learner learns: as all do, where nothing is stored of them.
func (s *Store) LearnerSettings(ctx context.Context, name quarry.Learner) (quarry.LearnerSettings, error) {
	const query = "SELECT " + LearnerColumns + " FROM learners WHERE name = ?"
	profile, err := ReadLearner(s.db.Reader.QueryRowContext(ctx, query, string(name)).Scan)
	if errors.Is(err, sql.ErrNoRows) {
		return quarry.DefaultLearnerSettings(), nil
	}
	return profile.Settings, db.Wrap(db.Explain(err), "read how learner %q learns", name)
}

// Learners lists the learners of whom anything is stored, by name.
func (s *Store) Learners(ctx context.Context) ([]quarry.LearnerProfile, error) {
	all, err := db.Collect(ctx, s.db.Reader, readProfile, selectProfiles+` ORDER BY name`)
	return all, db.Wrap(db.Explain(err), "list learners")
}

// SetLearner keeps how somebody wants to learn. No power cut takes that back.
func (s *Store) SetLearner(
	ctx context.Context, name quarry.Learner, settings quarry.LearnerSettings,
) (quarry.LearnerProfile, error) {
	var profile quarry.LearnerProfile
	err := s.db.UpdateDurably(ctx, func(tx *sql.Tx) error {
		const set = "INSERT OR IGNORE INTO learners (" + LearnerColumns + ") VALUES (?, ?, ?, ?, ?, ?)"
		const change = "UPDATE learners SET (" + LearnerColumns + ") = (?1, ?2, ?3, ?4, ?5, ?6) WHERE name = ?1"
		for _, statement := range []string{set, change} { // the row stays, to which others refer
			if _, err := tx.ExecContext(ctx, statement, learnerValues(name, settings)...); err != nil {
				return err
			}
		}
		var err error
		profile, err = profileOf(ctx, tx, name)
		return err
	})
	return profile, db.Wrap(err, "keep how learner %q learns", name)
}

// addLearner makes room for what is stored of a learner. Settings of one who is there stay.
func addLearner(ctx context.Context, tx *sql.Tx, name quarry.Learner, settings quarry.LearnerSettings) error {
	const add = "INSERT INTO learners (" + LearnerColumns + ") VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING"
	_, err := tx.ExecContext(ctx, add, learnerValues(name, settings)...)
	return db.Wrap(err, "add learner %q", name)
}

// DeleteLearner removes all that is stored of a learner, and returns what that was.
// KindNotFound where there is nothing. What sources said stays for who else has reviewed it.
func (s *Store) DeleteLearner(ctx context.Context, name quarry.Learner) (quarry.LearnerProfile, error) {
	var profile quarry.LearnerProfile
	err := s.db.UpdateDurably(ctx, func(tx *sql.Tx) error {
		var err error
		if profile, err = profileOf(ctx, tx, name); err != nil {
			return err
		}
		if _, err := tx.ExecContext(ctx, `DELETE FROM learners WHERE name = ?`, string(name)); err != nil {
			return err
		}
		const sweep = `DELETE FROM quotes WHERE hash NOT IN (SELECT quote FROM cards)
			AND hash NOT IN (SELECT coalesce(before ->> 'quote', '') FROM reviews)
			AND hash NOT IN (SELECT coalesce(after ->> 'quote', '') FROM reviews)`
		_, err = tx.ExecContext(ctx, sweep)
		return err
	})
	return profile, db.Wrap(err, "delete learner %q", name)
}

func moment(at sql.NullInt64) time.Time {
	if !at.Valid {
		return time.Time{}
	}
	return time.UnixMicro(at.Int64).UTC()
}

func orNever(t time.Time) sql.NullInt64 {
	if t.IsZero() {
		return sql.NullInt64{}
	}
	return sql.NullInt64{Int64: t.UnixMicro(), Valid: true}
}
