package entries

import (
	"context"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/store/sqlite/db"
)

// Passages lists the passages that a filter lets through, by path, line and
// id, with their exact number.
func (s *Store) Passages(
	ctx context.Context, f quarry.Filter, r quarry.PageRequest,
) (quarry.Page[quarry.Passage], error) {
	return list(ctx, s, Passages(), f, r)
}

// Passage returns one passage and the revision it was read at, or
// KindNotFound.
func (s *Store) Passage(ctx context.Context, id quarry.PassageID) (quarry.Passage, quarry.Sequence, error) {
	return one(ctx, s, Passages, string(id))
}

// Passages are the passages, whole.
func Passages() Kind[quarry.Passage] {
	k := entryKind[quarry.Passage](quarry.EntryPassage, ownGrade(), "e.text")
	k.Read = readPassage
	k.Where = wherePassage
	return k
}

func readPassage(scan db.ScanFunc) (quarry.Passage, error) {
	var e shared
	var p quarry.Passage
	err := e.scan(scan, &p.Text)
	p.ID, p.Topics, p.Grade, p.Source, p.Corrected = quarry.PassageID(e.id), e.topics, e.grade, e.source, e.corrected
	return p, err
}

const passageColumns = entryColumns + ", text"

func passageRow(p quarry.Passage) Row {
	ref := quarry.EntryRef{Kind: quarry.EntryPassage, ID: quarry.EntryID(p.ID)}
	return Row{EntryRef: ref, Values: append(entryValues(ref.ID, p.Grade, p.Topics, p.Source), p.Text)}
}
