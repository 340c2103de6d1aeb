package sqlite

import (
	"context"

	"github.com/quarrykb/quarry"
)

// Passages lists the passages that a filter lets through, by path, line and
// id, with their exact number.
func (s *Store) Passages(
	ctx context.Context, f quarry.Filter, r quarry.PageRequest,
) (quarry.Page[quarry.Passage], error) {
	return list(ctx, s, passages(), f, r)
}

// Passage returns one passage and the revision it was read at, or
// KindNotFound.
func (s *Store) Passage(ctx context.Context, id quarry.PassageID) (quarry.Passage, quarry.Sequence, error) {
	return one(ctx, s, passages, string(id))
}

func passages() kindOf[quarry.Passage] {
	k := entryKind[quarry.Passage](quarry.EntryPassage, "e.text")
	k.read = readPassage
	k.where = wherePassage
	return k
}

func readPassage(scan scanFunc) (quarry.Passage, error) {
	var e shared
	var p quarry.Passage
	topics, err := e.scan(scan, &p.Text)
	p.ID, p.Topics, p.Grade, p.Source = quarry.PassageID(e.id), topics, e.grade, e.source
	return p, err
}

const passageColumns = entryColumns + ", text"

func passageRow(p quarry.Passage) row {
	ref := quarry.EntryRef{Kind: quarry.EntryPassage, ID: quarry.EntryID(p.ID)}
	return row{EntryRef: ref, values: append(entryValues(ref.ID, p.Grade, p.Topics, p.Source), p.Text)}
}
