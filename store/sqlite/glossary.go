package sqlite

import (
	"context"
	"fmt"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/store/glossary"
)

// Glossary returns every term by name, as far as it is derived, and the revision
// of the entries that say so: one that was deleted says nothing any more. The
// terms are shared between callers, which do not change them.
func (s *Store) Glossary(ctx context.Context) ([]quarry.GlossaryTerm, quarry.Sequence, error) {
	var terms []quarry.GlossaryTerm
	var revision quarry.Sequence
	err := s.view(ctx, func(v *snapshot) error {
		var derived string
		const query = `SELECT coalesce(max(version || ' ' || cursor), '') FROM derivations WHERE name = ?`
		if err := v.QueryRowContext(ctx, query, ofGlossary).Scan(&derived); err != nil {
			return err
		}
		var err error
		revision = v.revision
		terms, err = remember(&s.memory, v.revision, "glossary "+derived, func() ([]quarry.GlossaryTerm, error) {
			return readGlossary(ctx, v)
		})
		return err
	})
	if err != nil {
		return nil, 0, fmt.Errorf("read the glossary: %w", err)
	}
	return terms, revision, nil
}

// readGlossary gathers what stands in the table of live entries, and then reads
// the whole sources of those few that are named.
func readGlossary(ctx context.Context, v *snapshot) ([]quarry.GlossaryTerm, error) {
	var found []quarry.AbbreviationIn
	for _, k := range entryReaders() {
		if !minedKind(k.kind()) {
			continue
		}
		some, err := collect(ctx, v, readAbbreviationIn, selectAbbreviations(k.kind()), string(k.kind()))
		if err != nil {
			return nil, err
		}
		found = append(found, some...)
	}
	terms := glossary.Of(found)
	return terms, fillSources(ctx, v, terms)
}

func selectAbbreviations(kind quarry.EntryKind) string {
	which := ""
	if kind == quarry.EntryQuestion {
		which = " AND " + isLeader
	}
	return `SELECT a.short, a.long, a.spelled, a.kind, a.id, d.sha256, d.collection, e.path, a.line_start, a.line_end
		FROM abbreviations a CROSS JOIN ` + string(kind) + `s e ON e.id = a.id CROSS JOIN documents d ON d.number = e.document
		WHERE a.kind = ?` + which
}

func readAbbreviationIn(scan scanFunc) (quarry.AbbreviationIn, error) {
	var a quarry.AbbreviationIn
	s := &a.Source
	err := scan(&a.Short, &a.Long, &a.Spelled, &a.Kind, &a.ID, &s.SHA256, &s.Collection, &s.Path, &a.LineStart, &a.LineEnd)
	return a, err
}

// fillSources reads the sources of the entries that expansions name.
func fillSources(ctx context.Context, v *snapshot, terms []quarry.GlossaryTerm) error {
	wanted := make(map[quarry.EntryKind][]quarry.EntryID)
	places := map[quarry.EntryRef][]*quarry.Source{}
	for i := range terms {
		for _, e := range terms[i].Expansions {
			for at, ref := range e.Entries {
				wanted[ref.Kind] = append(wanted[ref.Kind], ref.ID)
				places[ref] = append(places[ref], &e.Sources[at])
			}
		}
	}
	for _, k := range entryReaders() {
		items, err := readWanted(ctx, v, k, wanted[k.kind()])
		if err != nil {
			return err
		}
		for _, item := range items {
			fill(places, item.Entry())
		}
	}
	return nil
}

func fill(places map[quarry.EntryRef][]*quarry.Source, entry quarry.Entry) {
	for _, place := range places[entry.EntryRef] {
		*place = entry.Source
	}
}
