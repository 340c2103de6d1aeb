package sqlite

import (
	"context"
	"database/sql"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"math"

	"github.com/quarrykb/quarry"
)

// ApplyVectors puts and deletes vectors of a generation, and notes its cursor,
// session and changed texts, all in one transaction. Unknown references are
// passed over; a generation that is not there is KindNotFound.
func (s *Store) ApplyVectors(ctx context.Context, e quarry.Embedding, puts []quarry.Vector, deletes []quarry.EntryRef) error {
	err := s.updateAside(ctx, func(tx *sql.Tx) error {
		if err := embeddingThere(ctx, tx, e.Number); err != nil {
			return err
		}
		if err := deleteVectors(ctx, tx, e.Number, deletes); err != nil {
			return err
		}
		if err := putVectors(ctx, tx, e.Number, puts); err != nil {
			return err
		}
		_, err := tx.ExecContext(ctx, `UPDATE embeddings SET cursor = ?, session = ?, changed = ? WHERE number = ?`,
			int64(e.Cursor), e.Session, e.Changed, e.Number)
		return err
	})
	if err != nil {
		return fmt.Errorf("write %d vectors: %w", len(puts), err)
	}
	return nil
}

func putVectors(ctx context.Context, tx *sql.Tx, number int64, puts []quarry.Vector) error {
	if len(puts) == 0 {
		return nil
	}
	insert, err := tx.PrepareContext(ctx,
		`INSERT OR REPLACE INTO vectors (embedding, kind, id, vector, about) VALUES (?, ?, ?, ?, ?)`)
	if err != nil {
		return err
	}
	defer func() { _ = insert.Close() }() // it ends with the transaction
	for _, v := range puts {
		_, err := insert.ExecContext(ctx, number, string(v.Kind), string(v.ID), bytesOf(v.Values), append([]byte{}, v.About...))
		if err != nil {
			return err
		}
	}
	return nil
}

func deleteVectors(ctx context.Context, tx *sql.Tx, number int64, deletes []quarry.EntryRef) error {
	if len(deletes) == 0 {
		return nil
	}
	list, err := jsonRefs(deletes)
	if err != nil {
		return err
	}
	const remove = `DELETE FROM vectors WHERE embedding = ? AND (kind, id) IN
		(SELECT value ->> 0, value ->> 1 FROM json_each(?))`
	_, err = tx.ExecContext(ctx, remove, number, list)
	return err
}

// jsonRefs writes references as one argument.
func jsonRefs(refs []quarry.EntryRef) (string, error) {
	pairs := make([][2]string, len(refs))
	for i, ref := range refs {
		pairs[i] = [2]string{string(ref.Kind), string(ref.ID)}
	}
	list, err := json.Marshal(pairs)
	return string(list), err
}

// ScanVectors returns the vectors of a generation behind a reference, in the
// order of their references, at most so many.
func (s *Store) ScanVectors(ctx context.Context, number int64, after quarry.EntryRef, most int) ([]quarry.Vector, error) {
	const query = `SELECT kind, id, vector, about FROM vectors
		WHERE embedding = ? AND (kind, id) > (?, ?) ORDER BY kind, id LIMIT ?`
	found, err := readVectors(ctx, s.reader.db, query, number, string(after.Kind), string(after.ID), most)
	if err != nil {
		return nil, fmt.Errorf("scan vectors after %q: %w", after.ID, err)
	}
	return found, nil
}

// Vectors returns those vectors of a generation that are there, in any order.
func (s *Store) Vectors(ctx context.Context, number int64, refs []quarry.EntryRef) ([]quarry.Vector, error) {
	list, err := jsonRefs(refs)
	if err != nil {
		return nil, fmt.Errorf("read %d vectors: %w", len(refs), err)
	}
	const query = `SELECT v.kind, v.id, v.vector, v.about FROM json_each(?2) r CROSS JOIN vectors v
		WHERE v.embedding = ?1 AND v.kind = r.value ->> 0 AND v.id = r.value ->> 1`
	var found []quarry.Vector
	err = s.lookUp(ctx, func(ctx context.Context, conn *sql.Conn) error {
		found, err = readVectors(ctx, conn, query, number, list)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("read %d vectors: %w", len(refs), err)
	}
	return found, nil
}

func readVectors(ctx context.Context, from querier, query string, args ...any) ([]quarry.Vector, error) {
	found, err := collect(ctx, from, readVector, query, args...)
	return found, explain(err)
}

func readVector(scan scanFunc) (quarry.Vector, error) {
	var v quarry.Vector
	var values sql.RawBytes
	if err := scan(&v.Kind, &v.ID, &values, &v.About); err != nil {
		return v, err
	}
	var err error
	v.Values, err = floatsOf(values)
	return v, err
}

const bytesOfFloat = 4

// bytesOf writes numbers as a row keeps them.
func bytesOf(values []float32) []byte {
	written := make([]byte, 0, len(values)*bytesOfFloat)
	for _, x := range values {
		written = binary.LittleEndian.AppendUint32(written, math.Float32bits(x))
	}
	return written
}

// floatsOf reads what bytesOf wrote.
func floatsOf(written []byte) ([]float32, error) {
	if len(written)%bytesOfFloat != 0 {
		return nil, quarry.Errorf(quarry.KindUnavailable, "a stored vector is damaged")
	}
	if len(written) == 0 {
		return nil, nil
	}
	values := make([]float32, len(written)/bytesOfFloat)
	for i := range values {
		values[i] = math.Float32frombits(binary.LittleEndian.Uint32(written[i*bytesOfFloat:]))
	}
	return values, nil
}
