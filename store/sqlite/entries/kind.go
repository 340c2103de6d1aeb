package entries

import (
	"cmp"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/store/sqlite/db"
)

// Kind says how one kind of item is read.
type Kind[T any] struct {
	Name     quarry.EntryKind
	From     string // the table as e, and what it is joined with
	Columns  string // that Read scans
	Key      string // what lists are sorted by: path, line and id, as an index has them
	Read     func(scan db.ScanFunc) (T, error)
	Where    func(quarry.Filter) Where
	Position func(T) quarry.Position
	After    func(quarry.Position) []any // the values of Key

	live  string // holds for what others than its document know of; "" for everything
	named string // holds for what an id names
}

// Select selects items by what stands behind the tables.
func (k Kind[T]) Select(rest string) string {
	return "SELECT " + k.Columns + " FROM " + k.From + " " + rest
}

func (k Kind[T]) kind() quarry.EntryKind { return k.Name }

// selectWanted selects the items whose column is in a JSON list, in its order.
func (k Kind[T]) selectWanted(column string) string {
	return "SELECT " + k.Columns + " FROM json_each(?) wanted CROSS JOIN " + k.From +
		" WHERE " + column + " = wanted.value" + k.alive() + " ORDER BY wanted.key"
}

// selectNamed selects the item that an id names.
func (k Kind[T]) selectNamed() string { return k.Select("WHERE " + cmp.Or(k.named, "e.id = ?")) }

// selectBehind selects items behind an id, by id.
func (k Kind[T]) selectBehind() string {
	return k.Select("WHERE e.id > ?" + k.alive() + " ORDER BY e.id LIMIT ?")
}

func (k Kind[T]) alive() string {
	if k.live == "" {
		return ""
	}
	return " AND " + k.live
}

// readEntry reads an item of a kind that is one of entries.
func (k Kind[T]) readEntry(scan db.ScanFunc) (quarry.Claimant, error) {
	item, err := k.Read(scan)
	entry, _ := any(item).(quarry.Claimant)
	return entry, err
}

// reader reads entries of one kind, whichever it is.
type reader interface {
	kind() quarry.EntryKind
	selectWanted(column string) string
	selectNamed() string
	selectBehind() string
	readEntry(scan db.ScanFunc) (quarry.Claimant, error)
}

// readers returns the kinds in the order of quarry.EntryKinds, as an index keeps them.
func readers() []reader { return []reader{barely(), Facts(), Specs(), Passages()} }

// entryKind is what the kinds of entry have in common; columns are the kind's
// own.
func entryKind[T quarry.Claimant](name quarry.EntryKind, graded grading, columns string) Kind[T] {
	return Kind[T]{
		Name: name,
		Position: func(item T) quarry.Position {
			entry := item.Entry()
			return quarry.Position{Path: entry.Source.Path, Line: entry.Source.LineStart, ID: entry.ID}
		},
		// CROSS JOIN keeps the entry outside and the document inside: the order of
		// a list is an index of the entries.
		From:    string(name) + "s e CROSS JOIN documents d ON d.number = e.document",
		Columns: sharedColumns + graded.columns() + ", " + correctedOf("e.id") + ", " + columns,
		Key:     "e.path, e.line_start, e.id",
		After:   func(p quarry.Position) []any { return []any{p.Path, p.Line, string(p.ID)} },
	}
}

const sharedColumns = "e.id, d.id, d.collection, e.path, d.title, d.sha256, " +
	"e.line_start, e.line_end, e.byte_start, e.byte_end, e.heading, e.context, e.topics, "

// shared receives sharedColumns and the grade.
type shared struct {
	id     string
	topics []quarry.TopicID
	grade  quarry.Grade
	source quarry.Source

	corrected []quarry.Correction
}

// scan reads a row, first the shared columns and then the kind's own, and the JSON in it.
func (e *shared) scan(scan db.ScanFunc, own ...any) error {
	var heading, context, topics, corrected string
	s := &e.source
	err := scan(append([]any{
		&e.id, &s.DocumentID, &s.Collection, &s.Path, &s.Title, &s.SHA256,
		&s.LineStart, &s.LineEnd, &s.ByteStart, &s.ByteEnd, &heading, &context, &topics,
		&e.grade.Difficulty, &e.grade.Source, &e.grade.Confidence, &corrected,
	}, own...)...)
	if err != nil {
		return err
	}
	if e.corrected, err = correctedFrom(corrected); err != nil {
		return err
	}
	if s.Heading, err = db.ListOf[string](heading); err != nil {
		return err
	}
	if s.Context, err = contextOf(context); err != nil {
		return err
	}
	e.topics, err = db.ListOf[quarry.TopicID](topics)
	return err
}
