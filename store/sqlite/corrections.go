package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"slices"
	"time"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/store/sqlite/db"
	"github.com/quarrykb/quarry/store/sqlite/entries"
)

// Correct keeps what a person says of an entry, in the place of what was said before by the
// same action, and writes the entry and the feed accordingly, in one transaction that a power
// cut leaves whole. Of the specs that claim the same the one that is preferred last is. It
// returns the correction with what the source says. KindNotFound where there is no such
// entry, KindInvalid where that cannot be said of it.
func (s *Store) Correct(ctx context.Context, c quarry.Correction) (quarry.Correction, error) {
	if err := c.Validate(); err != nil {
		return c, err
	}
	if c.At.IsZero() {
		c.At = s.db.Now()
	}
	c.At, c.Lapsed = c.At.UTC().Truncate(time.Microsecond), false
	err := s.db.UpdateDurably(ctx, func(tx *sql.Tx) error {
		if c.Action == quarry.ActionPrefer {
			if err := s.preferNoOther(ctx, tx, c.ID); err != nil {
				return err
			}
		}
		id, err := documentWith(ctx, tx, c.EntryRef)
		if err != nil {
			return err
		}
		return s.amend(ctx, tx, id, func(k quarry.Knowledge) ([]quarry.Correction, error) {
			entry, known := byID(k)[c.ID]
			if !known || entry.Entry().Kind != c.Kind {
				return nil, errNoEntry(c.EntryRef)
			}
			c = c.Of(entry)
			c.Bytes = quarry.SpanHash(k.Content.Text, entry.Entry().Source.Span)
			return append(without(k.Corrections, c.EntryRef, c.Action), c), nil
		})
	})
	return c, db.Wrap(err, "correct %q", c.ID)
}

// Withdraw takes back what a person said of an entry, by one action or, where that is "", by
// every: the entry is again what its source says. It returns what was taken back;
// KindNotFound where there is nothing of it.
func (s *Store) Withdraw(ctx context.Context, ref quarry.EntryRef, action quarry.Action) ([]quarry.Correction, error) {
	var gone []quarry.Correction
	err := s.db.UpdateDurably(ctx, func(tx *sql.Tx) error {
		rows, err := entries.CorrectionRows(ctx, tx, "id = ?1 AND kind = ?2 AND ?3 IN ('', action)",
			string(ref.ID), string(ref.Kind), string(action))
		if err == nil && len(rows) == 0 {
			err = quarry.Errorf(quarry.KindNotFound, "%q has no such correction", ref.ID)
		}
		if err != nil {
			return err
		}
		for _, row := range rows {
			c, err := row.Read()
			if err != nil {
				return err
			}
			gone = append(gone, c)
		}
		return s.withdraw(ctx, tx, rows, action)
	})
	return gone, db.Wrap(err, "withdraw what was said of %q", ref.ID)
}

// withdraw takes corrections back, also where their document is there no more: those of the
// same entry and action as some rows, or of any action.
func (s *Store) withdraw(ctx context.Context, tx *sql.Tx, rows []entries.CorrectionRow, action quarry.Action) error {
	for _, row := range rows {
		err := s.amend(ctx, tx, quarry.DocumentID(row.Document), func(k quarry.Knowledge) ([]quarry.Correction, error) {
			return without(k.Corrections, row.EntryRef, action), nil
		})
		if quarry.IsKind(err, quarry.KindNotFound) {
			const forget = `DELETE FROM corrections WHERE document = ? AND id = ? AND action = ?`
			_, err = tx.ExecContext(ctx, forget, row.Document, string(row.ID), row.Action)
		}
		if err != nil {
			return db.Wrap(err, "take back what was said of %q", row.ID)
		}
	}
	return nil
}

// preferNoOther takes back that another spec of the same claim is preferred.
func (s *Store) preferNoOther(ctx context.Context, tx *sql.Tx, id quarry.EntryID) error {
	rows, err := preferred(ctx, tx, id)
	if err != nil {
		return err
	}
	others := slices.DeleteFunc(rows, func(row entries.CorrectionRow) bool { return row.ID == id })
	return s.withdraw(ctx, tx, others, quarry.ActionPrefer)
}

// preferLast takes back that specs are preferred which claim the same as another one that was
// preferred later: a correction comes back with its bytes, or with an export, when there may
// be a newer one.
func (s *Store) preferLast(ctx context.Context, tx *sql.Tx, saved []entries.CorrectionRow) error {
	for _, of := range saved {
		if of.Action != string(quarry.ActionPrefer) || of.Lapsed {
			continue
		}
		rows, err := preferred(ctx, tx, of.ID)
		if err != nil {
			return err
		}
		last, latest := 0, time.Time{}
		for i, row := range rows {
			c, err := row.Read()
			if err != nil {
				return err
			}
			if c.At.After(latest) {
				last, latest = i, c.At
			}
		}
		if len(rows) > 1 {
			err = s.withdraw(ctx, tx, slices.Delete(rows, last, last+1), quarry.ActionPrefer)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// preferred returns that specs of the same claim as one are preferred, itself and those that are
// hidden among them.
func preferred(ctx context.Context, tx *sql.Tx, id quarry.EntryID) ([]entries.CorrectionRow, error) {
	claim, err := entries.ClaimNamed(ctx, tx, id)
	if err != nil || claim == "" {
		return nil, err
	}
	const mayBeSame = `action = 'prefer' AND lapsed = 0 AND coalesce((SELECT claim FROM specs s WHERE s.id = corrections.id), ?1) = ?1`
	rows, err := entries.CorrectionRows(ctx, tx, mayBeSame, claim)
	var same []entries.CorrectionRow
	for _, row := range rows {
		of, claimErr := entries.ClaimNamed(ctx, tx, row.ID)
		err = errors.Join(err, claimErr)
		if of == claim {
			same = append(same, row)
		}
	}
	return same, err
}

// KeepCorrections keeps what people said of entries of documents that are not stored, in the
// place of what is kept of these by the same actions. It has lapsed until its document is
// saved, which finds out whether it stands.
func (s *Store) KeepCorrections(ctx context.Context, all []quarry.Correction) error {
	err := s.db.Update(ctx, func(tx *sql.Tx) error {
		const keep = "INSERT OR REPLACE INTO corrections (" + entries.CorrectionColumns + ") VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"
		for _, c := range all {
			c.Lapsed = true
			row, err := entries.RowOfCorrection(c, nil)
			if err != nil {
				return err
			}
			if _, err := tx.ExecContext(ctx, keep, row.Values()...); err != nil {
				return db.Wrap(err, "write the correction of %q", c.ID)
			}
		}
		return nil
	})
	return db.Wrap(err, "keep corrections")
}

// amend writes a document's entries anew, with other corrections.
func (s *Store) amend(
	ctx context.Context, tx *sql.Tx, id quarry.DocumentID,
	change func(quarry.Knowledge) ([]quarry.Correction, error),
) error {
	k, err := entries.KnowledgeOf(ctx, tx, id)
	if err != nil {
		return err
	}
	stored, err := entries.CorrectionRows(ctx, tx, "document = ?", string(id))
	if err != nil {
		return err
	}
	if k.Corrections, err = change(k); err != nil {
		return err
	}
	next, err := prepare(k)
	if err != nil {
		return err
	}
	was, err := readPast(ctx, tx, id)
	if err != nil {
		return err
	}
	p, err := planAmended(ctx, tx, was, next, stored)
	if err != nil {
		return err
	}
	return s.apply(ctx, tx, p)
}

// documentWith returns the document that an entry stands in, be it hidden.
func documentWith(ctx context.Context, tx *sql.Tx, ref quarry.EntryRef) (quarry.DocumentID, error) {
	if !slices.Contains(quarry.EntryKinds(), ref.Kind) {
		return "", errNoEntry(ref)
	}
	query := "SELECT d.id FROM " + string(ref.Kind) + "s e JOIN documents d ON d.number = e.document WHERE e.id = ?1" +
		" UNION ALL SELECT document FROM corrections WHERE id = ?1 AND lapsed = 0 LIMIT 1"
	var id quarry.DocumentID
	err := tx.QueryRowContext(ctx, query, string(ref.ID)).Scan(&id)
	if errors.Is(err, sql.ErrNoRows) {
		err = errNoEntry(ref)
	}
	return id, err
}

func errNoEntry(ref quarry.EntryRef) error {
	return quarry.Errorf(quarry.KindNotFound, "there is no %s %q", ref.Kind, ref.ID)
}

// without returns corrections without those of an entry by an action, or by any.
func without(all []quarry.Correction, ref quarry.EntryRef, action quarry.Action) []quarry.Correction {
	return slices.DeleteFunc(slices.Clone(all), func(c quarry.Correction) bool {
		return c.EntryRef == ref && (action == "" || c.Action == action)
	})
}

// byID returns the entries of a document.
func byID(k quarry.Knowledge) map[quarry.EntryID]quarry.Claimant {
	all := make(map[quarry.EntryID]quarry.Claimant, k.Size())
	for _, q := range k.Questions {
		all[quarry.EntryID(q.ID)] = q
	}
	for _, f := range k.Facts {
		all[quarry.EntryID(f.ID)] = f
	}
	for _, s := range k.Specs {
		all[quarry.EntryID(s.ID)] = s
	}
	for _, p := range k.Passages {
		all[quarry.EntryID(p.ID)] = p
	}
	return all
}

// planCorrected plans what saving a document takes, with the corrections that are stored of
// it and those that come with it: of two of one action the later counts.
func planCorrected(
	ctx context.Context, tx db.Querier, was past, next future, stored []entries.CorrectionRow,
) (plan, error) {
	all := slices.Clone(next.knowledge.Corrections)
	for _, row := range stored {
		c, err := row.Read()
		if err != nil {
			return plan{}, err
		}
		same := func(other quarry.Correction) bool { return other.EntryRef == c.EntryRef && other.Action == c.Action }
		if at := slices.IndexFunc(all, same); at < 0 {
			all = append(all, c)
		} else if !all[at].At.After(c.At) {
			all[at] = c
		}
	}
	next.knowledge.Corrections = all
	return planAmended(ctx, tx, was, next, stored)
}

// planAmended plans what it takes to make a document what its text and its corrections say,
// where others are stored.
func planAmended(
	ctx context.Context, tx db.Querier, was past, next future, stored []entries.CorrectionRow,
) (plan, error) {
	var touched map[quarry.EntryID]bool
	var rows []entries.CorrectionRow
	if len(stored)+len(next.knowledge.Corrections) > 0 {
		var err error
		if rows, err = next.correct(); err != nil {
			return plan{}, err
		}
		touched = differing(stored, rows)
	}
	p := compare(was, next, touched)
	if len(touched) > 0 {
		p.corrections = &rows
	}
	return p, p.settle(ctx, tx)
}

// correct finds out which corrections stand, and makes the rows what these say.
func (f *future) correct() ([]entries.CorrectionRow, error) {
	k := f.knowledge
	known := byID(k)
	k.Corrections = standing(k, known)
	rows := make([]entries.CorrectionRow, 0, len(k.Corrections))
	for _, c := range k.Corrections {
		d, entry := k.Document, known[c.ID]
		if c.Lapsed {
			entry = nil
		}
		c.Place = quarry.Place{DocumentID: d.ID, Collection: d.Collection, Path: d.Path}
		row, err := entries.RowOfCorrection(c, entry)
		if err != nil {
			return nil, err
		}
		rows = append(rows, row)
	}
	var err error
	f.rows, err = entries.RowsOf(entries.Corrected(k))
	return rows, err
}

// standing tells which corrections stand: those whose entries are there with the same bytes.
// One whose entry is gone is of the one entry of its kind that has these bytes now, where
// there is one alone, and nobody has said the same of that.
func standing(k quarry.Knowledge, known map[quarry.EntryID]quarry.Claimant) []quarry.Correction {
	type place struct {
		kind  quarry.EntryKind
		bytes string
	}
	with := map[place][]quarry.Claimant{}
	placeOf := func(entry quarry.Claimant) place {
		e := entry.Entry()
		return place{e.Kind, quarry.SpanHash(k.Content.Text, e.Source.Span)}
	}
	type key struct {
		quarry.EntryRef
		quarry.Action
	}
	taken := map[key]bool{}
	for _, c := range k.Corrections {
		taken[key{c.EntryRef, c.Action}] = true
	}
	for _, entry := range known {
		with[placeOf(entry)] = append(with[placeOf(entry)], entry)
	}
	all := slices.Clone(k.Corrections)
	for i, c := range all {
		entry, there := known[c.ID]
		if alike := with[place{c.Kind, c.Bytes}]; !there && len(alike) == 1 {
			now := key{alike[0].Entry().EntryRef, c.Action}
			if there = !taken[now]; there {
				entry, taken[now] = alike[0], true
			}
		}
		all[i].Lapsed = !there || placeOf(entry) != place{c.Kind, c.Bytes}
		if !all[i].Lapsed {
			all[i] = all[i].Of(entry)
		}
	}
	return all
}

// differing names the entries of which something else is said than before.
func differing(before, now []entries.CorrectionRow) map[quarry.EntryID]bool {
	differ := map[quarry.EntryID]bool{}
	for _, pair := range [][2][]entries.CorrectionRow{{before, now}, {now, before}} {
		for _, row := range pair[0] {
			if !slices.Contains(pair[1], row) {
				differ[row.ID] = true
			}
		}
	}
	return differ
}

// writeCorrections writes the document's corrections, where they are others.
func (p plan) writeCorrections(ctx context.Context, tx *sql.Tx) error {
	if p.corrections == nil {
		return nil
	}
	if _, err := tx.ExecContext(ctx, `DELETE FROM corrections WHERE document = ?`, p.was.id); err != nil {
		return db.Wrap(err, "delete corrections")
	}
	const insert = "INSERT INTO corrections (" + entries.CorrectionColumns + ") VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"
	for _, row := range *p.corrections {
		if _, err := tx.ExecContext(ctx, insert, row.Values()...); err != nil {
			return db.Wrap(err, "write the correction of %q", row.ID)
		}
	}
	return nil
}
