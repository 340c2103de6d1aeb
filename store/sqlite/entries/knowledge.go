package entries

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/store/sqlite/db"
)

// Knowledge lists documents, by path and id, with their contents and those of
// their entries that a filter lets through, by line and id. A filter that asks
// something of entries leaves out a document without such an entry: a page may
// then have fewer items than its limit, or none, and still have a next one. A
// page is of one moment, and its total counts the documents before any is left
// out. A caller that turns pages holds nothing open between them: what changes
// meanwhile shows in their revisions. Entries are as their texts have them, those that are
// hidden among them where no entries are asked for, with their corrections beside them.
func (s *Store) Knowledge(
	ctx context.Context, f quarry.Filter, r quarry.PageRequest,
) (quarry.Page[quarry.Knowledge], error) {
	page, _, err := db.Viewed(ctx, s.db, func(v *db.Snapshot) (quarry.Page[quarry.Knowledge], error) {
		return ReadKnowledge(ctx, s, v, f, r)
	})
	return page, db.Wrap(err, "list knowledge")
}

// ReadKnowledge is Knowledge within a snapshot.
func ReadKnowledge(
	ctx context.Context, s *Store, v *db.Snapshot, f quarry.Filter, r quarry.PageRequest,
) (quarry.Page[quarry.Knowledge], error) {
	of := whereDocument(quarry.Filter{Documents: f.Documents, Collections: f.Collections})
	found, err := ReadPage(ctx, s, v, documents(), of, r)
	page := quarry.Page[quarry.Knowledge]{Total: found.Total, Next: found.Next, Revision: found.Revision}
	for _, document := range found.Items {
		if err != nil {
			return page, err
		}
		k := quarry.Knowledge{Document: document}
		if err = fillKnowledge(ctx, v, f, &k); k.Size() > 0 || !asksEntries(f) {
			page.Items = append(page.Items, k)
		}
	}
	return page, err
}

// asksEntries reports whether a filter asks for more than a place.
func asksEntries(f quarry.Filter) bool {
	shared := len(f.Kinds) + len(f.Topics) + len(f.Difficulties) + len(f.DifficultySources)
	return shared > 0 || f.MinGrade > 0 || asksQuestion(f) || asksFact(f) || asksSpec(f)
}

// fillKnowledge reads what belongs to a document.
func fillKnowledge(ctx context.Context, v db.Querier, f quarry.Filter, k *quarry.Knowledge) error {
	const query = `SELECT d.number, c.text, c.original FROM documents d JOIN contents c ON c.document = d.number WHERE d.id = ?`
	var number int64
	err := v.QueryRowContext(ctx, query, string(k.Document.ID)).Scan(&number, &k.Content.Text, &k.Content.Original)
	if errors.Is(err, sql.ErrNoRows) {
		return quarry.Errorf(quarry.KindNotFound, "the text of %q is not stored", k.Document.ID)
	}
	if err != nil {
		return fmt.Errorf("read content of %q: %w", k.Document.ID, err)
	}
	for _, read := range []func() error{
		func() error { return entriesOf(ctx, v, occurrences(), f, number, &k.Questions) },
		func() error { return entriesOf(ctx, v, Facts(), f, number, &k.Facts) },
		func() error { return entriesOf(ctx, v, Specs(), f, number, &k.Specs) },
		func() error { return entriesOf(ctx, v, Passages(), f, number, &k.Passages) },
	} {
		if err := read(); err != nil {
			return err
		}
	}
	return uncorrect(ctx, v, f, k)
}

// entriesOf reads the entries of one kind that a document has and a filter lets
// through.
func entriesOf[T any](
	ctx context.Context, v db.Querier, k Kind[T], f quarry.Filter, document int64, into *[]T,
) error {
	w := k.Where(f)
	query := k.Select("WHERE " + w.Test() + " AND e.document = ? ORDER BY +e.line_start, e.id")
	var err error
	*into, err = db.Collect(ctx, v, k.Read, query, append(w.Args, document)...)
	return db.Wrap(err, "read %s entries", k.Name)
}
