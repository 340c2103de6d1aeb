package sqlite

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"

	"github.com/quarrykb/quarry"
)

// kindOf says how one kind of item is read.
type kindOf[T any] struct {
	name     quarry.EntryKind
	live     string // holds for what others than its document know of; "" for everything
	named    string // holds for what an id names
	from     string // the table as e, and what it is joined with
	columns  string // that read scans
	key      string // what lists are sorted by: path, line and id, as an index has them
	read     func(scan scanFunc) (T, error)
	where    func(quarry.Filter) where
	position func(T) quarry.Position
	after    func(quarry.Position) []any // the values of key
	entrant  func(T) entrant             // nil for documents
	claims   func(T) []quarry.Claim      // nil for documents
}

func (k kindOf[T]) selectBy(condition string) string {
	return "SELECT (" + selectRevision + "), " + k.columns + " FROM " + k.from + " WHERE " + condition
}

func (k kindOf[T]) kind() quarry.EntryKind { return k.name }

// selectWanted selects the items whose column is in a JSON list, in its order.
func (k kindOf[T]) selectWanted(column string) string {
	return "SELECT " + k.columns + " FROM json_each(?) wanted CROSS JOIN " + k.from +
		" WHERE " + column + " = wanted.value" + k.alive() + " ORDER BY wanted.key"
}

// selectNamed selects the item that an id names.
func (k kindOf[T]) selectNamed() string {
	return "SELECT " + k.columns + " FROM " + k.from + " WHERE " + k.naming()
}

func (k kindOf[T]) naming() string { return cmp.Or(k.named, "e.id = ?") }

// selectBehind selects items behind an id, by id.
func (k kindOf[T]) selectBehind() string {
	return "SELECT " + k.columns + " FROM " + k.from + " WHERE e.id > ?" + k.alive() + " ORDER BY e.id LIMIT ?"
}

// selectAmong selects items whose ids a query selects, by id.
func (k kindOf[T]) selectAmong(ids string) string {
	return "SELECT " + k.columns + " FROM " + k.from + " WHERE e.id IN (" + ids + ")" + k.alive() + " ORDER BY e.id"
}

func (k kindOf[T]) alive() string {
	if k.live == "" {
		return ""
	}
	return " AND " + k.live
}

func (k kindOf[T]) readEntry(scan scanFunc) (entrant, error) {
	item, err := k.read(scan)
	if err != nil {
		return nil, err
	}
	return k.entrant(item), nil
}

func (k kindOf[T]) readClaims(scan scanFunc) ([]quarry.Claim, error) {
	item, err := k.read(scan)
	if err != nil {
		return nil, err
	}
	return k.claims(item), nil
}

// one reads a single item in a single statement, with the revision that it was
// read at.
func one[T any](ctx context.Context, s *Store, kind func() kindOf[T], id string) (T, quarry.Sequence, error) {
	if item, at, ok := recall[T](s, id); ok {
		return item, at, nil
	}
	k := kind()
	var item T
	var revision quarry.Sequence
	err := s.lookUp(ctx, func(ctx context.Context, conn *sql.Conn) error {
		row := conn.QueryRowContext(ctx, k.selectBy(k.naming()), id)
		var err error
		item, err = k.read(func(targets ...any) error {
			return row.Scan(append([]any{&revision}, targets...)...)
		})
		return err
	})
	if errors.Is(err, sql.ErrNoRows) {
		return item, 0, quarry.Errorf(quarry.KindNotFound, "there is no %s %q", k.name, id)
	}
	if err != nil {
		return item, 0, fmt.Errorf("read %s %q: %w", k.name, id, err)
	}
	s.keep(revision, item)
	return item, revision, nil
}

// list reads a part of a list, its total and the revision of both.
func list[T any](
	ctx context.Context, s *Store, k kindOf[T], f quarry.Filter, r quarry.PageRequest,
) (quarry.Page[T], error) {
	if r.Limit < 1 {
		return quarry.Page[T]{}, quarry.Errorf(quarry.KindInvalid, "a page has at least one item, not %d", r.Limit)
	}
	r.Limit = min(r.Limit, mostItems)
	page := quarry.Page[T]{}
	err := s.view(ctx, func(v *snapshot) error {
		var err error
		page, err = readPage(ctx, s, v, k, pageOf{where: k.where(f), request: r})
		return err
	})
	if err != nil {
		return quarry.Page[T]{}, fmt.Errorf("list %s entries: %w", k.name, err)
	}
	return page, nil
}

// mostItems is how many items one call returns at most.
const mostItems = 10_000

type pageOf struct {
	where   where
	request quarry.PageRequest
}

func readPage[T any](
	ctx context.Context, s *Store, v *snapshot, k kindOf[T], p pageOf,
) (quarry.Page[T], error) {
	page := quarry.Page[T]{Revision: v.revision}
	total, err := countOf(ctx, s, v, k, p.where)
	if err != nil {
		return page, err
	}
	page.Total = total
	if total == 0 {
		return page, nil
	}
	args := slices.Concat(p.where.args, k.after(p.request.After), []any{p.request.Limit + 1})
	query := k.selectWalk(p.where)
	if total <= s.worthGathering {
		query = k.selectFew(p.where)
	}
	page.Items, err = collect(ctx, v, k.read, query, args...)
	if err != nil || len(page.Items) <= p.request.Limit {
		return page, err
	}
	page.Items = page.Items[:p.request.Limit]
	next := k.position(page.Items[p.request.Limit-1])
	page.Next = &next
	return page, nil
}

// selectWalk selects a page by walking along the index of the list's order,
// past what does not match.
func (k kindOf[T]) selectWalk(w where) string { return k.selectPage(w.test(), k.key) }

// selectFew selects a page of a list that is short, but whose items may be far
// apart: they are gathered first and sorted. The plus sign keeps SQLite from
// walking all the same.
func (k kindOf[T]) selectFew(w where) string { return k.selectPage(w.gather(), "+"+k.key) }

func (k kindOf[T]) selectPage(condition, key string) string {
	return "SELECT " + k.columns + " FROM " + k.from + " WHERE " + condition +
		" AND (" + key + ") > (" + marks(key) + ") ORDER BY " + key + " LIMIT ?"
}

// worthGathering is the length up to which a list is short. To gather and sort
// that many takes a millisecond or two, however much else is stored.
const worthGathering = 2000

// countOf counts what a condition holds for. The count is kept for as long as
// nothing changes: a caller that turns pages asks for it again and again.
func countOf[T any](ctx context.Context, s *Store, v *snapshot, k kindOf[T], w where) (int, error) {
	return remember(&s.memory, v.revision, "count "+string(k.name)+w.key(), func() (int, error) {
		var total int
		query := "SELECT count(*) FROM " + string(k.name) + "s e WHERE " + w.gather()
		err := v.QueryRowContext(ctx, query, w.args...).Scan(&total)
		return total, err
	})
}

// entryKind is what the kinds of entry have in common; columns are the kind's
// own.
func entryKind[T quarry.Claimant](name quarry.EntryKind, columns string) kindOf[T] {
	return kindOf[T]{
		name:    name,
		entrant: func(item T) entrant { return item },
		claims:  func(item T) []quarry.Claim { return []quarry.Claim{quarry.ClaimOf(item)} },
		position: func(item T) quarry.Position {
			entry := item.Entry()
			return quarry.Position{Path: entry.Source.Path, Line: entry.Source.LineStart, ID: entry.ID}
		},
		// CROSS JOIN keeps the entry outside and the document inside: the order of
		// a list is an index of the entries.
		from:    string(name) + "s e CROSS JOIN documents d ON d.number = e.document",
		columns: sharedColumns + ", " + columns,
		key:     "e.path, e.line_start, e.id",
		after:   func(p quarry.Position) []any { return []any{p.Path, p.Line, string(p.ID)} },
	}
}

const sharedColumns = "e.id, d.id, d.collection, e.path, d.title, d.sha256, " +
	"e.line_start, e.line_end, e.byte_start, e.byte_end, e.heading, e.context, e.topics, " +
	"e.difficulty, e.difficulty_source, e.confidence"

// shared receives sharedColumns.
type shared struct {
	id         string
	heading    string
	context    string
	topics     string
	difficulty sql.NullString
	grade      quarry.Grade
	source     quarry.Source
}

// targets names what to scan into: first the shared columns, then the kind's.
func (e *shared) targets(own ...any) []any {
	s := &e.source
	return append([]any{
		&e.id, &s.DocumentID, &s.Collection, &s.Path, &s.Title, &s.SHA256,
		&s.LineStart, &s.LineEnd, &s.ByteStart, &s.ByteEnd, &e.heading, &e.context, &e.topics,
		&e.difficulty, &e.grade.Source, &e.grade.Confidence,
	}, own...)
}

// scan reads a row and the JSON in it, and returns the topics.
func (e *shared) scan(scan scanFunc, own ...any) ([]quarry.TopicID, error) {
	if err := scan(e.targets(own...)...); err != nil {
		return nil, err
	}
	e.grade.Difficulty = quarry.Difficulty(e.difficulty.String)
	var err error
	if e.source.Heading, err = listOf[string](e.heading); err != nil {
		return nil, err
	}
	if e.source.Context, err = contextOf(e.context); err != nil {
		return nil, err
	}
	return listOf[quarry.TopicID](e.topics)
}
