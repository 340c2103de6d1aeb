// Package keys keeps the keys of the API in the database: none that was revoked comes back.
package keys

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/store/sqlite/db"
)

// Store keeps the keys of the API. It may be used by several goroutines at once.
type Store struct{ db *db.DB }

// New returns a store that keeps keys in a database.
func New(d *db.DB) *Store { return &Store{db: d} }

// Columns are the columns of a key.
const Columns = "id, name, scope, hash, created, expires, last_used, revoked"

const selectKeys = "SELECT " + Columns + " FROM keys"

// Key returns a key, revoked and expired ones too, or KindNotFound. It is read
// from the file each time: what another process revoked is revoked at once.
func (s *Store) Key(ctx context.Context, id quarry.KeyID) (quarry.Key, error) {
	return readKey(s.db.Reader.QueryRowContext(ctx, selectKeys+` WHERE id = ?`, string(id)), id)
}

func readKey(row *sql.Row, id quarry.KeyID) (quarry.Key, error) {
	key, err := Read(row.Scan)
	if errors.Is(err, sql.ErrNoRows) {
		return quarry.Key{}, quarry.Errorf(quarry.KindNotFound, "there is no key %q", id)
	}
	return key, db.Wrap(db.Explain(err), "read key %q", id)
}

// Keys returns all keys, the oldest first.
func (s *Store) Keys(ctx context.Context) ([]quarry.Key, error) {
	keys, err := db.Collect(ctx, s.db.Reader, Read, selectKeys+` ORDER BY created, id`)
	return keys, db.Wrap(db.Explain(err), "read keys")
}

// AddKey keeps a key. KindConflict where there is one of this id.
func (s *Store) AddKey(ctx context.Context, key quarry.Key) error {
	return s.db.UpdateDurably(ctx, func(tx *sql.Tx) error {
		const insert = "INSERT INTO keys (" + Columns + ") VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING"
		result, err := tx.ExecContext(ctx, insert, string(key.ID), key.Name, string(key.Scope), key.Hash[:],
			key.Created.UnixMicro(), orNever(key.Expires), orNever(key.LastUsed), orNever(key.Revoked))
		if err != nil {
			return fmt.Errorf("write key %q: %w", key.ID, err)
		}
		if added, err := result.RowsAffected(); err != nil || added == 0 {
			return errors.Join(quarry.Errorf(quarry.KindConflict, "there is a key %q already", key.ID), err)
		}
		return nil
	})
}

// RevokeKey ends a key at a moment and returns it: one that was revoked before
// stays as it is. KindNotFound where there is none. No power cut brings it back.
func (s *Store) RevokeKey(ctx context.Context, id quarry.KeyID, at time.Time) (quarry.Key, error) {
	var key quarry.Key
	err := s.db.UpdateDurably(ctx, func(tx *sql.Tx) error {
		const revoke = `UPDATE keys SET revoked = ? WHERE id = ? AND revoked IS NULL`
		if _, err := tx.ExecContext(ctx, revoke, at.UnixMicro(), string(id)); err != nil {
			return fmt.Errorf("revoke key %q: %w", id, err)
		}
		var err error
		key, err = readKey(tx.QueryRowContext(ctx, selectKeys+` WHERE id = ?`, string(id)), id)
		return err
	})
	return key, err
}

// NoteKeyUse writes down when keys were used last. Keys that there are not any
// more are passed over, and a use that is older than the one that is known.
func (s *Store) NoteKeyUse(ctx context.Context, used map[quarry.KeyID]time.Time) error {
	return s.db.UpdateAside(ctx, func(tx *sql.Tx) error {
		const note = `UPDATE keys SET last_used = max(coalesce(last_used, 0), ?) WHERE id = ?`
		for id, at := range used {
			if _, err := tx.ExecContext(ctx, note, at.UnixMicro(), string(id)); err != nil {
				return fmt.Errorf("note the use of key %q: %w", id, err)
			}
		}
		return nil
	})
}

func orNever(t time.Time) sql.NullInt64 {
	if t.IsZero() {
		return sql.NullInt64{}
	}
	return sql.NullInt64{Int64: t.UnixMicro(), Valid: true}
}

// Read reads the values of Columns.
func Read(scan db.ScanFunc) (quarry.Key, error) {
	var key quarry.Key
	var hash []byte
	var created int64
	var expires, used, revoked sql.NullInt64
	if err := scan(&key.ID, &key.Name, &key.Scope, &hash, &created, &expires, &used, &revoked); err != nil {
		return quarry.Key{}, err
	}
	if len(hash) != len(key.Hash) {
		return quarry.Key{}, quarry.Errorf(quarry.KindUnavailable, "the hash of key %q is damaged: revoke it", key.ID)
	}
	copy(key.Hash[:], hash)
	key.Created = time.UnixMicro(created).UTC()
	key.Expires, key.LastUsed, key.Revoked = moment(expires), moment(used), moment(revoked)
	return key, nil
}

func moment(at sql.NullInt64) time.Time {
	if !at.Valid {
		return time.Time{}
	}
	return time.UnixMicro(at.Int64).UTC()
}
