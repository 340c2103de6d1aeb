package sqlite

import (
	"context"
	"database/sql"
	"errors"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/store/sqlite/db"
)

// StoredFile returns what is needed to tell whether documents have to be read again: of the
// one at a place, where there is one, and of those at the places below it, as the parts of
// one file have, in the order of their paths.
func (s *Store) StoredFile(ctx context.Context, collection, path string) ([]quarry.StoredDocument, error) {
	return s.stored(ctx, ofFile, collection, path)
}

const ofFile = `SELECT ` + storedColumns + ` FROM documents WHERE collection = ?1 AND path = ?2
	UNION ALL SELECT ` + storedColumns + ` FROM documents WHERE collection = ?1 AND path > ?2 || '/' AND path < ?2 || '0'
	ORDER BY path`

// StoredDocuments returns the documents of one collection that were found
// under one root, and those that came in a file below that root, by path. Where
// no collection is named, those of every one.
func (s *Store) StoredDocuments(ctx context.Context, collection, root string) ([]quarry.StoredDocument, error) {
	return s.stored(ctx, ofRoot, collection, root)
}

const ofRoot = `SELECT ` + storedColumns + ` FROM documents WHERE ?1 IN ('', collection) AND root = ?2
	UNION ALL SELECT ` + storedColumns + ` FROM documents WHERE ?1 IN ('', collection) AND root > ?2 || '/' AND root < ?2 || '0'
		AND put_before = path
	ORDER BY path`

func (s *Store) stored(ctx context.Context, query, collection, of string) ([]quarry.StoredDocument, error) {
	all, err := db.Collect(ctx, s.db.Reader, readStored, query, collection, of)
	return all, db.Wrap(db.Explain(err), "list stored documents of %q", of)
}

const storedColumns = "id, root, put_before, path, sha256, fingerprint"

func readStored(scan db.ScanFunc) (quarry.StoredDocument, error) {
	var stored quarry.StoredDocument
	err := scan(&stored.ID, &stored.Root, &stored.As, &stored.Path, &stored.SHA256, &stored.Fingerprint)
	return stored, err
}

// Places returns where documents stand, by collection and path, at most so many and
// without their ids, and the revision that they were read at. It reads nothing else of
// them.
func (s *Store) Places(ctx context.Context, most int) ([]quarry.Place, quarry.Sequence, error) {
	all, revision, err := db.Viewed(ctx, s.db, func(v *db.Snapshot) ([]quarry.Place, error) {
		read := db.Into(func(p *quarry.Place) []any { return []any{&p.Collection, &p.Path} })
		return db.Collect(ctx, v, read, "SELECT collection, path FROM documents ORDER BY collection, path LIMIT ?", most)
	})
	return all, revision, db.Wrap(err, "list where documents stand")
}

// Content returns a document's stored text, and the file's own bytes where the
// text is an extract of them, with the revision they were read at, or
// KindNotFound.
func (s *Store) Content(ctx context.Context, id quarry.DocumentID) (quarry.Content, quarry.Sequence, error) {
	const query = "SELECT (" + db.SelectRevision + `), c.text, c.original
		FROM documents d JOIN contents c ON c.document = d.number WHERE d.id = ?`
	var content quarry.Content
	var revision quarry.Sequence
	err := s.db.Reader.QueryRowContext(ctx, query, string(id)).Scan(&revision, &content.Text, &content.Original)
	if errors.Is(err, sql.ErrNoRows) {
		return content, 0, quarry.Errorf(quarry.KindNotFound, "there is no document %q", id)
	}
	return content, revision, db.Wrap(db.Explain(err), "read content of %q", id)
}

// Twin returns the path of another document of a collection that has the same
// bytes, the first by path, or "".
func (s *Store) Twin(ctx context.Context, collection, sha256, path string) (string, error) {
	var twin string
	err := s.db.Reader.QueryRowContext(ctx, selectTwin, sha256, collection, path).Scan(&twin)
	if errors.Is(err, sql.ErrNoRows) {
		return "", nil
	}
	return twin, db.Wrap(db.Explain(err), "look for the bytes of %q", path)
}

const selectTwin = `SELECT path FROM documents WHERE sha256 = ? AND collection = ? AND path <> ? ORDER BY path LIMIT 1`

// Fingerprints counts the documents by the fingerprint of what read them.
func (s *Store) Fingerprints(ctx context.Context) (map[string]int, error) {
	counts, err := db.Pairs[string, int](ctx, s.db.Reader, countFingerprints)
	return counts, db.Wrap(db.Explain(err), "count fingerprints")
}

const countFingerprints = `SELECT fingerprint, count(*) FROM documents GROUP BY fingerprint`
