package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
)

// Twin returns the path of another document of a collection that has the same
// bytes, the first by path, or "".
func (s *Store) Twin(ctx context.Context, collection, sha256, path string) (string, error) {
	const query = `SELECT path FROM documents WHERE sha256 = ? AND collection = ? AND path <> ? ORDER BY path LIMIT 1`
	var twin string
	err := s.reader.db.QueryRowContext(ctx, query, sha256, collection, path).Scan(&twin)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return "", fmt.Errorf("look for the bytes of %q: %w", path, explain(err))
	}
	return twin, nil
}

// Fingerprints counts the documents by the fingerprint of what read them.
func (s *Store) Fingerprints(ctx context.Context) (map[string]int, error) {
	rows, err := s.reader.db.QueryContext(ctx, `SELECT fingerprint, count(*) FROM documents GROUP BY fingerprint`)
	if err != nil {
		return nil, fmt.Errorf("count fingerprints: %w", explain(err))
	}
	counts := map[string]int{}
	_, err = collect(rows, func(scan scanFunc) (struct{}, error) {
		var fingerprint string
		var documents int
		err := scan(&fingerprint, &documents)
		counts[fingerprint] = documents
		return struct{}{}, err
	})
	if err != nil {
		return nil, fmt.Errorf("count fingerprints: %w", explain(err))
	}
	return counts, nil
}
