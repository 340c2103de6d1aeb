package entries

import (
	"context"
	"strings"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/store/sqlite/db"
)

// Facts lists the facts that a filter lets through, by path, line and id, with
// their exact number.
func (s *Store) Facts(ctx context.Context, f quarry.Filter, r quarry.PageRequest) (quarry.Page[quarry.Fact], error) {
	return list(ctx, s, Facts(), f, r)
}

// Fact returns one fact and the revision it was read at, or KindNotFound.
func (s *Store) Fact(ctx context.Context, id quarry.FactID) (quarry.Fact, quarry.Sequence, error) {
	return one(ctx, s, Facts, string(id))
}

// Facts are the facts, whole.
func Facts() Kind[quarry.Fact] {
	k := entryKind[quarry.Fact](quarry.EntryFact, ownGrade(), "e.subject, e.statement, e.citations")
	k.Read = readFact
	k.Where = whereFact
	return k
}

func readFact(scan db.ScanFunc) (quarry.Fact, error) {
	var e shared
	var f quarry.Fact
	var citations string
	err := e.scan(scan, &f.Subject, &f.Statement, &citations)
	if err != nil {
		return f, err
	}
	f.ID, f.Topics, f.Grade, f.Source, f.Corrected = quarry.FactID(e.id), e.topics, e.grade, e.source, e.corrected
	stored, err := db.Listed[storedCitation](citations)
	for _, c := range stored {
		f.Citations = append(f.Citations, quarry.Citation(c))
	}
	return f, err
}

const factColumns = entryColumns + ", subject_folded, subject, statement, citations"

func factRow(f quarry.Fact) Row {
	ref := quarry.EntryRef{Kind: quarry.EntryFact, ID: quarry.EntryID(f.ID)}
	citations := make([]storedCitation, len(f.Citations))
	for i, c := range f.Citations {
		citations[i] = storedCitation(c)
	}
	return Row{EntryRef: ref, Values: append(
		entryValues(ref.ID, f.Grade, f.Topics, f.Source),
		strings.ToLower(f.Subject), f.Subject, f.Statement, db.JSONList(citations),
	)}
}

// storedCitation is a citation as it stands in the database.
type storedCitation struct {
	URL   string `json:"url"`
	Label string `json:"label"`
}
