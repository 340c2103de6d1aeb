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
	k := entryKind[quarry.Fact](quarry.EntryFact, "e.subject, e.statement, e.citations")
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
	f.ID, f.Topics, f.Grade, f.Source = quarry.FactID(e.id), e.topics, e.grade, e.source
	f.Citations, err = citationsOf(citations)
	return f, err
}

const factColumns = entryColumns + ", subject_folded, subject, statement, citations"

func factRow(f quarry.Fact) Row {
	ref := quarry.EntryRef{Kind: quarry.EntryFact, ID: quarry.EntryID(f.ID)}
	return Row{EntryRef: ref, Values: append(
		entryValues(ref.ID, f.Grade, f.Topics, f.Source),
		strings.ToLower(f.Subject), f.Subject, f.Statement, jsonCitations(f.Citations),
	)}
}

// storedCitation is a citation as it stands in the database.
type storedCitation struct {
	URL   string `json:"url"`
	Label string `json:"label"`
}

func jsonCitations(citations []quarry.Citation) string {
	stored := make([]storedCitation, len(citations))
	for i, c := range citations {
		stored[i] = storedCitation(c)
	}
	return db.JSONList(stored)
}

func citationsOf(text string) ([]quarry.Citation, error) {
	stored, err := db.Listed[storedCitation](text)
	var citations []quarry.Citation
	for _, c := range stored {
		citations = append(citations, quarry.Citation(c))
	}
	return citations, err
}
