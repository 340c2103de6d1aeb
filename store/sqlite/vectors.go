package sqlite

import (
	"context"
	"database/sql"
	"encoding/binary"
	"fmt"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/store/sqlite/db"
)

const embeddingColumns = "number, embedder, dim, model, trained, changed, cursor, session, serving"

// Embeddings returns all generations of vectors, the oldest first.
func (s *Store) Embeddings(ctx context.Context) ([]quarry.Embedding, error) {
	read := db.Into(func(e *quarry.Embedding) []any {
		return []any{&e.Number, &e.Embedder, &e.Dim, &e.Model, &e.Trained, &e.Changed, &e.Cursor, &e.Session, &e.Serving}
	})
	all, err := db.Collect(ctx, s.db.Reader, read, "SELECT "+embeddingColumns+" FROM embeddings ORDER BY number")
	return all, db.Wrap(db.Explain(err), "list embeddings")
}

// BeginEmbedding begins a generation without vectors that does not serve yet,
// and returns its number, which is higher than that of every other.
func (s *Store) BeginEmbedding(ctx context.Context, e quarry.Embedding) (int64, error) {
	const insert = `INSERT INTO embeddings (` + embeddingColumns + `)
		VALUES ((SELECT coalesce(max(number), 0) + 1 FROM embeddings), ?, ?, ?, ?, ?, ?, ?, 0) RETURNING number`
	var number int64
	err := s.db.Update(ctx, func(tx *sql.Tx) error {
		return tx.QueryRowContext(ctx, insert,
			e.Embedder, e.Dim, append([]byte{}, e.Model...), e.Trained, e.Changed, int64(e.Cursor), e.Session).Scan(&number)
	})
	return number, db.Wrap(err, "begin an embedding")
}

// ServeEmbedding makes a generation the one that serves, and the others ones that
// do not. One that is not there is KindNotFound.
func (s *Store) ServeEmbedding(ctx context.Context, number int64) error {
	err := s.db.UpdateAside(ctx, func(tx *sql.Tx) error {
		if err := embeddingThere(ctx, tx, number); err != nil {
			return err
		}
		_, err := tx.ExecContext(ctx, `UPDATE embeddings SET serving = (number = ?) WHERE serving <> (number = ?)`, number, number)
		return err
	})
	return db.Wrap(err, "let embedding %d serve", number)
}

// mostDropped is how many vectors one transaction deletes: no other writer
// waits for more.
const mostDropped = 2000

// DropEmbedding deletes a generation and its vectors, in many short transactions.
// One that is not there is dropped already.
func (s *Store) DropEmbedding(ctx context.Context, number int64) error {
	const some = `DELETE FROM vectors WHERE embedding = ?1 AND (kind, id) IN
		(SELECT kind, id FROM vectors WHERE embedding = ?1 ORDER BY kind, id LIMIT ?2)`
	for left := int64(1); left > 0; {
		err := s.db.UpdateAside(ctx, func(tx *sql.Tx) error {
			deleted, err := tx.ExecContext(ctx, some, number, mostDropped)
			if err == nil {
				left, err = deleted.RowsAffected()
			}
			if err == nil && left == 0 {
				_, err = tx.ExecContext(ctx, `DELETE FROM embeddings WHERE number = ?`, number)
			}
			return err
		})
		if err != nil {
			return fmt.Errorf("drop embedding %d: %w", number, err)
		}
	}
	return nil
}

func embeddingThere(ctx context.Context, tx *sql.Tx, number int64) error {
	var known bool
	const query = `SELECT EXISTS (SELECT 1 FROM embeddings WHERE number = ?)`
	if err := tx.QueryRowContext(ctx, query, number).Scan(&known); err != nil {
		return err
	}
	if known {
		return nil
	}
	return quarry.Errorf(quarry.KindNotFound, "there is no embedding %d", number)
}

// ApplyVectors puts and deletes vectors of a generation, and notes its cursor,
// session and changed texts, all in one transaction. Unknown references are
// passed over; a generation that is not there is KindNotFound.
func (s *Store) ApplyVectors(ctx context.Context, e quarry.Embedding, puts []quarry.Vector, deletes []quarry.EntryRef) error {
	const remove = `DELETE FROM vectors WHERE embedding = ? AND (kind, id) IN
		(SELECT value ->> 0, value ->> 1 FROM json_each(?))`
	const insert = `INSERT OR REPLACE INTO vectors (embedding, kind, id, vector, about) VALUES (?, ?, ?, ?, ?)`
	const note = `UPDATE embeddings SET cursor = ?, session = ?, changed = ? WHERE number = ?`
	err := s.db.UpdateAside(ctx, func(tx *sql.Tx) error {
		if err := embeddingThere(ctx, tx, e.Number); err != nil {
			return err
		}
		if _, err := tx.ExecContext(ctx, remove, e.Number, jsonRefs(deletes)); err != nil {
			return err
		}
		for _, v := range puts {
			about := append([]byte{}, v.About...) // never NULL
			values, err := binary.Append([]byte{}, binary.LittleEndian, v.Values)
			if err == nil {
				_, err = tx.ExecContext(ctx, insert, e.Number, string(v.Kind), string(v.ID), values, about)
			}
			if err != nil {
				return err
			}
		}
		_, err := tx.ExecContext(ctx, note, int64(e.Cursor), e.Session, e.Changed, e.Number)
		return err
	})
	return db.Wrap(err, "write %d vectors", len(puts))
}

// jsonRefs writes references as one argument.
func jsonRefs(refs []quarry.EntryRef) string {
	pairs := make([][2]string, len(refs))
	for i, ref := range refs {
		pairs[i] = [2]string{string(ref.Kind), string(ref.ID)}
	}
	return db.JSONList(pairs)
}

// ScanVectors returns the vectors of a generation behind a reference, in the
// order of their references, at most so many.
func (s *Store) ScanVectors(ctx context.Context, number int64, after quarry.EntryRef, most int) ([]quarry.Vector, error) {
	const query = `SELECT kind, id, vector, about FROM vectors
		WHERE embedding = ? AND (kind, id) > (?, ?) ORDER BY kind, id LIMIT ?`
	found, err := db.Collect(ctx, s.db.Reader, readVector, query, number, string(after.Kind), string(after.ID), most)
	return found, db.Wrap(db.Explain(err), "scan vectors after %q", after.ID)
}

// Vectors returns those vectors of a generation that are there, in any order.
func (s *Store) Vectors(ctx context.Context, number int64, refs []quarry.EntryRef) ([]quarry.Vector, error) {
	const query = `SELECT v.kind, v.id, v.vector, v.about FROM json_each(?2) r CROSS JOIN vectors v
		WHERE v.embedding = ?1 AND v.kind = r.value ->> 0 AND v.id = r.value ->> 1`
	var found []quarry.Vector
	err := s.db.LookUp(ctx, func(ctx context.Context, conn *sql.Conn) error {
		var err error
		found, err = db.Collect(ctx, conn, readVector, query, number, jsonRefs(refs))
		return err
	})
	return found, db.Wrap(err, "read %d vectors", len(refs))
}

func readVector(scan db.ScanFunc) (quarry.Vector, error) {
	var v quarry.Vector
	var values sql.RawBytes
	if err := scan(&v.Kind, &v.ID, &values, &v.About); err != nil {
		return v, err
	}
	var err error
	v.Values, err = floatsOf(values)
	return v, err
}

// floatsOf reads numbers as a row keeps them.
func floatsOf(written []byte) ([]float32, error) {
	const bytesOfFloat = 4
	if len(written)%bytesOfFloat != 0 {
		return nil, quarry.Errorf(quarry.KindUnavailable, "a stored vector is damaged")
	}
	if len(written) == 0 {
		return nil, nil
	}
	values := make([]float32, len(written)/bytesOfFloat)
	_, err := binary.Decode(written, binary.LittleEndian, values)
	return values, err
}
