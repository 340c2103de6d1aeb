package sqlite

import (
	"context"
	"database/sql"
	"fmt"

	"github.com/quarrykb/quarry"
)

const embeddingColumns = "number, embedder, dim, model, trained, changed, cursor, session, serving"

// Embeddings returns all generations of vectors, the oldest first.
func (s *Store) Embeddings(ctx context.Context) ([]quarry.Embedding, error) {
	all, err := collect(ctx, s.reader.db, readEmbedding, "SELECT "+embeddingColumns+" FROM embeddings ORDER BY number")
	if err != nil {
		return nil, fmt.Errorf("list embeddings: %w", explain(err))
	}
	return all, nil
}

func readEmbedding(scan scanFunc) (quarry.Embedding, error) {
	var e quarry.Embedding
	err := scan(&e.Number, &e.Embedder, &e.Dim, &e.Model, &e.Trained, &e.Changed, &e.Cursor, &e.Session, &e.Serving)
	return e, err
}

// BeginEmbedding begins a generation without vectors that does not serve yet,
// and returns its number, which is higher than that of every other.
func (s *Store) BeginEmbedding(ctx context.Context, e quarry.Embedding) (int64, error) {
	const insert = `INSERT INTO embeddings (` + embeddingColumns + `)
		VALUES ((SELECT coalesce(max(number), 0) + 1 FROM embeddings), ?, ?, ?, ?, ?, ?, ?, 0) RETURNING number`
	var number int64
	err := s.update(ctx, func(tx *sql.Tx) error {
		return tx.QueryRowContext(ctx, insert,
			e.Embedder, e.Dim, append([]byte{}, e.Model...), e.Trained, e.Changed, int64(e.Cursor), e.Session).Scan(&number)
	})
	if err != nil {
		return 0, fmt.Errorf("begin an embedding: %w", err)
	}
	return number, nil
}

// ServeEmbedding makes a generation the one that serves, and the others ones that
// do not. One that is not there is KindNotFound.
func (s *Store) ServeEmbedding(ctx context.Context, number int64) error {
	err := s.updateAside(ctx, func(tx *sql.Tx) error {
		if err := embeddingThere(ctx, tx, number); err != nil {
			return err
		}
		_, err := tx.ExecContext(ctx, `UPDATE embeddings SET serving = (number = ?) WHERE serving <> (number = ?)`, number, number)
		return err
	})
	if err != nil {
		return fmt.Errorf("let embedding %d serve: %w", number, err)
	}
	return nil
}

// mostDropped is how many vectors one transaction deletes: no other writer
// waits for more.
const mostDropped = 2000

// DropEmbedding deletes a generation and its vectors, in many short transactions.
// One that is not there is dropped already.
func (s *Store) DropEmbedding(ctx context.Context, number int64) error {
	for left := int64(1); left > 0; {
		err := s.updateAside(ctx, func(tx *sql.Tx) error {
			var err error
			left, err = dropSome(ctx, tx, number)
			return err
		})
		if err != nil {
			return fmt.Errorf("drop embedding %d: %w", number, err)
		}
	}
	return nil
}

// dropSome deletes some vectors, or the generation once it has none. It returns
// how many it deleted.
func dropSome(ctx context.Context, tx *sql.Tx, number int64) (int64, error) {
	const some = `DELETE FROM vectors WHERE embedding = ?1 AND (kind, id) IN
		(SELECT kind, id FROM vectors WHERE embedding = ?1 ORDER BY kind, id LIMIT ?2)`
	deleted, err := tx.ExecContext(ctx, some, number, mostDropped)
	if err != nil {
		return 0, err
	}
	left, err := deleted.RowsAffected()
	if err != nil || left > 0 {
		return left, err
	}
	_, err = tx.ExecContext(ctx, `DELETE FROM embeddings WHERE number = ?`, number)
	return 0, err
}

func embeddingThere(ctx context.Context, tx *sql.Tx, number int64) error {
	var known bool
	const query = `SELECT EXISTS (SELECT 1 FROM embeddings WHERE number = ?)`
	if err := tx.QueryRowContext(ctx, query, number).Scan(&known); err != nil {
		return err
	}
	if !known {
		return quarry.Errorf(quarry.KindNotFound, "there is no embedding %d", number)
	}
	return nil
}
