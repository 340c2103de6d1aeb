package entries

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/store/sqlite/db"
)

// Store reads documents and what was extracted from them. It may be used by several
// goroutines at once.
type Store struct {
	db    *db.DB
	kept  db.Memory // of entries, by id
	short int       // the length up to which a list is short
}

// New returns a store that reads from a database.
func New(d *db.DB) *Store {
	return &Store{db: d, kept: db.Memory{Most: mostKept}, short: shortList}
}

// shortList is the length up to which a list is short: what matches is gathered and sorted,
// which takes a millisecond or two however much else is stored. Longer ones are walked along
// their index.
const shortList = 2000

// MostItems is how many items one call returns at most.
const MostItems = 10_000

// one reads a single item in a single statement, with the revision that it was
// read at.
func one[T any](ctx context.Context, s *Store, kind func() Kind[T], id string) (T, quarry.Sequence, error) {
	if item, at, ok := recall[T](s, id); ok {
		return item, at, nil
	}
	k := kind()
	k.Columns = "(" + db.SelectRevision + "), " + k.Columns
	var item T
	var revision quarry.Sequence
	err := s.db.LookUp(ctx, func(ctx context.Context, conn *sql.Conn) error {
		row := conn.QueryRowContext(ctx, k.selectNamed(), id)
		var err error
		item, err = k.Read(func(targets ...any) error {
			return row.Scan(append([]any{&revision}, targets...)...)
		})
		return err
	})
	if errors.Is(err, sql.ErrNoRows) {
		return oneHidden[T](ctx, s, k.Name, id)
	}
	if err != nil {
		return item, 0, fmt.Errorf("read %s %q: %w", k.Name, id, err)
	}
	s.keep(revision, item)
	return item, revision, nil
}

// oneHidden reads an item that a person has hidden.
func oneHidden[T any](ctx context.Context, s *Store, kind quarry.EntryKind, id string) (T, quarry.Sequence, error) {
	var is bool
	item, revision, err := db.Viewed(ctx, s.db, func(v *db.Snapshot) (T, error) {
		var item T
		var err error
		item, is, err = hidden[T](ctx, v, id)
		return item, err
	})
	if err == nil && !is {
		err = notFound(kind, quarry.EntryID(id))
	}
	return item, revision, err
}

// list reads a part of a list, its total and the revision of both.
func list[T any](ctx context.Context, s *Store, k Kind[T], f quarry.Filter, r quarry.PageRequest) (quarry.Page[T], error) {
	page, _, err := db.Viewed(ctx, s.db, func(v *db.Snapshot) (quarry.Page[T], error) {
		return ReadPage(ctx, s, v, k, k.Where(f), r)
	})
	return page, db.Wrap(err, "list %s entries", k.Name)
}

// ReadPage reads a part of what a condition holds for, its total and the revision of both.
// The total is kept for as long as nothing changes: a caller that turns pages asks for it
// again and again.
func ReadPage[T any](
	ctx context.Context, s *Store, v *db.Snapshot, k Kind[T], w Where, r quarry.PageRequest,
) (quarry.Page[T], error) {
	page := quarry.Page[T]{Revision: v.Revision}
	if r.Limit < 1 {
		return page, quarry.Errorf(quarry.KindInvalid, "a page has at least one item, not %d", r.Limit)
	}
	r.Limit = min(r.Limit, MostItems)
	var err error
	page.Total, err = db.Remember(&s.db.Memory, v.Revision, "count "+string(k.Name)+w.key(), func() (int, error) {
		var total int
		query := "SELECT count(*) FROM " + string(k.Name) + "s e WHERE " + w.Gather()
		err := v.QueryRowContext(ctx, query, w.Args...).Scan(&total)
		return total, err
	})
	if err != nil || page.Total == 0 {
		return page, err
	}
	if r.Sort.Key != "" {
		return k.readSorted(ctx, v, w, r, page)
	}
	query := k.selectWalk(w)
	if page.Total <= s.short {
		query = k.selectFew(w)
	}
	page.Items, err = db.Collect(ctx, v, k.Read, query, slices.Concat(w.Args, k.After(r.After), []any{r.Limit + 1})...)
	if err != nil || len(page.Items) <= r.Limit {
		return page, err
	}
	page.Items = page.Items[:r.Limit]
	next := k.Position(page.Items[r.Limit-1])
	page.Next = &next
	return page, nil
}

// selectWalk selects a page by walking along the index of the list's order,
// past what does not match.
func (k Kind[T]) selectWalk(w Where) string { return k.selectPage(w.Test(), k.Key) }

// selectFew selects a page of a list that is short, but whose items may be far
// apart: they are gathered first and sorted. The plus sign keeps SQLite from
// walking all the same.
func (k Kind[T]) selectFew(w Where) string { return k.selectPage(w.Gather(), "+"+k.Key) }

func (k Kind[T]) selectPage(condition, key string) string {
	return k.Select("WHERE " + condition + " AND (" + key + ") > (" + db.Marks(key) + ") ORDER BY " + key + " LIMIT ?")
}
