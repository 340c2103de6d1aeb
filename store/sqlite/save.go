package sqlite

import (
	"context"
	"database/sql"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/store/sqlite/db"
)

// SaveDocument stores a document and everything that was extracted from it, in
// one transaction, in place of what it had before, and returns what that
// changed of its entries. Entries that are the same in every stored column are
// left alone and get no row in the feed; saving the same knowledge twice
// changes nothing. A place that another root held is taken over. A document
// without id, collection or path, or with two entries of one id, is
// KindInvalid; a place or an entry id that belongs to a document of another id
// is KindConflict.
func (s *Store) SaveDocument(ctx context.Context, k quarry.Knowledge) (quarry.Difference, error) {
	return s.saveOver(ctx, k, func(past) error { return nil })
}

// SaveDocumentAgain is SaveDocument for what was read again from a document's stored
// bytes. Where others are stored by now, it is KindNotFound.
func (s *Store) SaveDocumentAgain(ctx context.Context, k quarry.Knowledge) (quarry.Difference, error) {
	return s.saveOver(ctx, k, func(was past) error {
		if was.text.SHA256 == k.Document.SHA256 {
			return nil
		}
		return quarry.Errorf(quarry.KindNotFound, "%q is another document by now", k.Document.Path)
	})
}

// saveOver saves a document in the place of what may be replaced.
func (s *Store) saveOver(ctx context.Context, k quarry.Knowledge, may func(past) error) (quarry.Difference, error) {
	next, err := prepare(k)
	if err != nil {
		return quarry.Difference{}, err
	}
	if next.document.IngestedAt.IsZero() {
		next.document.IngestedAt = s.db.Now()
	}
	var p plan
	err = s.db.Update(ctx, func(tx *sql.Tx) error {
		if p, err = planSave(ctx, tx, next, may); err != nil {
			return err
		}
		return s.apply(ctx, tx, p)
	})
	return p.difference(), db.Wrap(err, "save document %q", k.Document.Path)
}

// PreviewDocument returns what SaveDocument would change, and writes nothing.
func (s *Store) PreviewDocument(ctx context.Context, k quarry.Knowledge) (quarry.Difference, error) {
	next, err := prepare(k)
	if err != nil {
		return quarry.Difference{}, err
	}
	p, _, err := db.Viewed(ctx, s.db, func(v *db.Snapshot) (plan, error) {
		return planSave(ctx, v.Tx, next, func(past) error { return nil })
	})
	return p.difference(), db.Wrap(err, "preview document %q", k.Document.Path)
}

// DeleteDocument removes a document and everything that came from it, in one
// transaction, and leaves tombstones in the feed. An id that is not stored is
// KindNotFound.
func (s *Store) DeleteDocument(ctx context.Context, id quarry.DocumentID) (quarry.Difference, error) {
	var p plan
	err := s.db.Update(ctx, func(tx *sql.Tx) error {
		var err error
		if p, err = planDelete(ctx, tx, id); err != nil {
			return err
		}
		return s.remove(ctx, tx, p)
	})
	return p.difference(), db.Wrap(err, "delete document %q", id)
}

// PreviewDelete returns what DeleteDocument would remove, and writes nothing.
func (s *Store) PreviewDelete(ctx context.Context, id quarry.DocumentID) (quarry.Difference, error) {
	p, _, err := db.Viewed(ctx, s.db, func(v *db.Snapshot) (plan, error) { return planDelete(ctx, v.Tx, id) })
	return p.difference(), db.Wrap(err, "preview deletion of %q", id)
}
