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
	var twin string
	err := s.reader.db.QueryRowContext(ctx, selectTwin, sha256, collection, path).Scan(&twin)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return "", fmt.Errorf("look for the bytes of %q: %w", path, explain(err))
	}
	return twin, nil
}

const selectTwin = `SELECT path FROM documents WHERE sha256 = ? AND collection = ? AND path <> ? ORDER BY path LIMIT 1`

// Fingerprints counts the documents by the fingerprint of what read them.
func (s *Store) Fingerprints(ctx context.Context) (map[string]int, error) {
	counts := map[string]int{}
	err := each(ctx, s.reader.db, func(scan scanFunc) error {
		var fingerprint string
		var documents int
		err := scan(&fingerprint, &documents)
		counts[fingerprint] = documents
		return err
	}, countFingerprints)
	if err != nil {
		return nil, fmt.Errorf("count fingerprints: %w", explain(err))
	}
	return counts, nil
}

const countFingerprints = `SELECT fingerprint, count(*) FROM documents GROUP BY fingerprint`
