package entries

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/store/sqlite/db"
)

// CorrectionRow is a correction as it is stored, with the entry as its document has it.
type CorrectionRow struct {
	quarry.EntryRef

	Action     string
	Document   string
	Path       string
	Line       int
	Lapsed     bool
	Correction string // JSON
	Original   string // JSON; "" where it is not known
}

// CorrectionColumns are the columns of a CorrectionRow.
const CorrectionColumns = "id, action, kind, document, path, line, lapsed, correction, original"

// RowOfCorrection brings a correction into stored form; original is nil where the document
// has no such entry.
func RowOfCorrection(c quarry.Correction, original quarry.Claimant) (CorrectionRow, error) {
	row := CorrectionRow{
		EntryRef: c.EntryRef, Action: string(c.Action), Document: string(c.DocumentID), Path: c.Path, Line: c.Line, Lapsed: c.Lapsed,
	}
	c.Lapsed = false // as the column says
	said, err := json.Marshal(c)
	if err == nil && original != nil {
		var entry []byte
		entry, err = json.Marshal(extracted(original))
		row.Original = string(entry)
	}
	row.Correction = string(said)
	return row, db.Wrap(err, "write the correction of %q", c.ID)
}

// Values are the values of CorrectionColumns.
func (r CorrectionRow) Values() []any {
	return []any{string(r.ID), r.Action, string(r.Kind), r.Document, r.Path, r.Line, r.Lapsed, r.Correction, r.Original}
}

// extracted returns an entry without what is worked out of all documents.
func extracted(entry quarry.Claimant) quarry.Claimant {
	switch e := entry.(type) {
	case quarry.Question:
		e.CanonicalID, e.AnswerState, e.Variants, e.BestAnswers, e.Corrected = "", "", nil, nil, nil
		return e
	case quarry.Fact:
		e.Corrected = nil
		return e
	case quarry.Spec:
		e.ConflictID, e.Corrected, e.Preferred = "", nil, false
		return e
	case quarry.Passage:
		e.Corrected = nil
		return e
	}
	return entry
}

// Read returns the correction.
func (r CorrectionRow) Read() (quarry.Correction, error) {
	c := quarry.Correction{}
	err := json.Unmarshal([]byte(r.Correction), &c)
	c.Lapsed = r.Lapsed
	return c, db.Wrap(err, "read the correction of %q", r.ID)
}

// original returns the entry as its document has it.
func (r CorrectionRow) original() (quarry.Claimant, error) {
	var entry quarry.Claimant
	var err error
	switch r.Kind {
	case quarry.EntryQuestion:
		var q quarry.Question
		err = json.Unmarshal([]byte(r.Original), &q)
		q.CanonicalID, q.AnswerState = q.ID, stateOf(q)
		entry = q
	case quarry.EntryFact:
		entry, err = decoded[quarry.Fact](r.Original)
	case quarry.EntrySpec:
		entry, err = decoded[quarry.Spec](r.Original)
	case quarry.EntryPassage:
		entry, err = decoded[quarry.Passage](r.Original)
	case quarry.EntryDocument, quarry.EntryConflict, quarry.EntryGenerated:
		err = errors.New("it is of a kind that has no corrections")
	}
	return entry, db.Wrap(err, "read %q as its document has it", r.ID)
}

func decoded[T any](text string) (T, error) {
	var entry T
	return entry, json.Unmarshal([]byte(text), &entry)
}

// ReadCorrectionRow reads a row of CorrectionColumns.
func ReadCorrectionRow(scan db.ScanFunc) (CorrectionRow, error) {
	var r CorrectionRow
	err := scan(&r.ID, &r.Action, &r.Kind, &r.Document, &r.Path, &r.Line, &r.Lapsed, &r.Correction, &r.Original)
	return r, err
}

// CorrectionRows returns the corrections for which a condition holds, in the order of their
// keys.
func CorrectionRows(ctx context.Context, from db.Querier, where string, args ...any) ([]CorrectionRow, error) {
	query := "SELECT " + CorrectionColumns + " FROM corrections WHERE " + where + " ORDER BY path, line, id, action"
	rows, err := db.Collect(ctx, from, ReadCorrectionRow, query, args...)
	return rows, db.Wrap(err, "read corrections")
}

// correctedOf selects the corrections that stand of the entry with an id, as JSON.
func correctedOf(id string) string {
	return `(SELECT json_group_array(json(c.correction)) FROM corrections c WHERE c.id = ` + id + ` AND c.lapsed = 0)`
}

// correctedFrom reads what correctedOf selects.
func correctedFrom(text string) ([]quarry.Correction, error) {
	all, err := db.Listed[quarry.Correction](text)
	return inOrder(all), err
}

// inOrder sorts corrections of one entry in the order of their actions.
func inOrder(all []quarry.Correction) []quarry.Correction {
	if len(all) == 0 {
		return nil
	}
	order := quarry.Actions()
	slices.SortFunc(all, func(a, b quarry.Correction) int {
		return cmp.Compare(slices.Index(order, a.Action), slices.Index(order, b.Action))
	})
	return all
}

// Corrected returns the knowledge as its corrections have it, without what is hidden.
func Corrected(k quarry.Knowledge) quarry.Knowledge {
	of := map[quarry.EntryID][]quarry.Correction{}
	for _, c := range k.Corrections {
		if !c.Lapsed {
			of[c.ID] = append(of[c.ID], c)
		}
	}
	if len(of) == 0 {
		return k
	}
	k.Questions = correctAll(k.Questions, of, quarry.Correction.Question)
	k.Facts = correctAll(k.Facts, of, quarry.Correction.Fact)
	k.Specs = correctAll(k.Specs, of, quarry.Correction.Spec)
	k.Passages = correctAll(k.Passages, of, quarry.Correction.Passage)
	return k
}

func correctAll[T quarry.Claimant](
	all []T, of map[quarry.EntryID][]quarry.Correction, correct func(quarry.Correction, T) T,
) []T {
	kept := make([]T, 0, len(all))
	for _, entry := range all {
		corrections := of[entry.Entry().ID]
		for _, c := range corrections {
			entry = correct(c, entry)
		}
		if !isHidden(corrections) {
			kept = append(kept, entry)
		}
	}
	return kept
}

func isHidden(corrections []quarry.Correction) bool {
	return slices.ContainsFunc(corrections, func(c quarry.Correction) bool { return c.Action == quarry.ActionHide })
}

// hidden returns an entry that is hidden, as its other corrections have it.
func hidden[T any](ctx context.Context, from db.Querier, id string) (T, bool, error) {
	var none T
	const andHidden = `EXISTS (SELECT 1 FROM corrections h WHERE h.id = corrections.id AND h.action = 'hide' AND h.lapsed = 0)`
	rows, err := CorrectionRows(ctx, from, `id = ? AND lapsed = 0 AND `+andHidden, id)
	if err != nil || len(rows) == 0 {
		return none, false, err
	}
	entry, err := rows[0].original()
	if err != nil {
		return none, false, err
	}
	var all []quarry.Correction
	for _, row := range rows {
		c, err := row.Read()
		if err != nil {
			return none, false, err
		}
		all = append(all, c)
	}
	item, ok := correctedBy(entry, inOrder(all)).(T)
	return item, ok, nil
}

// ClaimNamed returns what a spec claims that may be hidden, as ClaimOf does; "" where there is no
// such spec.
func ClaimNamed(ctx context.Context, from db.Querier, id quarry.EntryID) (string, error) {
	claims, err := db.Collect(ctx, from, db.ReadValue[string], `SELECT claim FROM specs WHERE id = ?`, string(id))
	if err != nil || len(claims) > 0 {
		return strings.Join(claims, ""), db.Wrap(err, "read what %q claims", id)
	}
	spec, _, err := hidden[quarry.Spec](ctx, from, string(id))
	return ClaimOf(spec), err
}

// correctedBy returns an entry as corrections have it.
func correctedBy(entry quarry.Claimant, all []quarry.Correction) quarry.Claimant {
	for _, c := range all {
		switch e := entry.(type) {
		case quarry.Question:
			e.Corrected = all
			entry = c.Question(e)
		case quarry.Fact:
			e.Corrected = all
			entry = c.Fact(e)
		case quarry.Spec:
			e.Corrected = all
			entry = c.Spec(e)
		case quarry.Passage:
			e.Corrected = all
			entry = c.Passage(e)
		}
	}
	return entry
}

// uncorrect gives a document's entries back what its text says, with those that are hidden
// where a filter asks for nothing, and their corrections beside them.
func uncorrect(ctx context.Context, from db.Querier, f quarry.Filter, k *quarry.Knowledge) error {
	rows, err := CorrectionRows(ctx, from, "document = ?", string(k.Document.ID))
	if err != nil {
		return err
	}
	known := map[quarry.EntryID]bool{}
	for _, ref := range k.Refs() {
		known[ref.ID] = true
	}
	for _, row := range rows {
		c, err := row.Read()
		if err != nil {
			return err
		}
		if !known[c.ID] && asksEntries(f) {
			continue
		}
		k.Corrections = append(k.Corrections, c)
		if c.Lapsed {
			continue
		}
		entry, err := row.original()
		if err != nil {
			return err
		}
		switch e := entry.(type) {
		case quarry.Question:
			place(&k.Questions, e, func(to *quarry.Question, was quarry.Question) {
				to.CanonicalID, to.BestAnswers = was.CanonicalID, was.BestAnswers
				to.AnswerState = stateOf(*to)
			})
		case quarry.Fact:
			place(&k.Facts, e, nil)
		case quarry.Spec:
			place(&k.Specs, e, func(to *quarry.Spec, was quarry.Spec) { to.ConflictID = was.ConflictID })
		case quarry.Passage:
			place(&k.Passages, e, nil)
		}
	}
	return nil
}

// place puts an entry in the place of the one with its id, of which it keeps something, or
// where it belongs in the order of lines and ids.
func place[T quarry.Claimant](all *[]T, entry T, keep func(to *T, was T)) {
	id := entry.Entry().ID
	at := slices.IndexFunc(*all, func(other T) bool { return other.Entry().ID == id })
	if at < 0 {
		*all = append(*all, entry)
		slices.SortStableFunc(*all, func(a, b T) int {
			x, y := a.Entry(), b.Entry()
			return cmp.Or(cmp.Compare(x.Source.LineStart, y.Source.LineStart), cmp.Compare(x.ID, y.ID))
		})
		return
	}
	if keep != nil {
		keep(&entry, (*all)[at])
	}
	(*all)[at] = entry
}

// KnowledgeOf returns a document with all that its text says and its corrections beside it,
// or KindNotFound.
func KnowledgeOf(ctx context.Context, from db.Querier, id quarry.DocumentID) (quarry.Knowledge, error) {
	kind := documents()
	found, err := db.Collect(ctx, from, kind.Read, kind.selectNamed(), string(id))
	if err == nil && len(found) == 0 {
		err = quarry.Errorf(quarry.KindNotFound, "there is no document %q", id)
	}
	if err != nil {
		return quarry.Knowledge{}, err
	}
	k := quarry.Knowledge{Document: found[0]}
	return k, fillKnowledge(ctx, from, quarry.Filter{}, &k)
}

// sourced returns claims with the words of their sources in the place of corrected ones.
func sourced(ctx context.Context, from db.Querier, claims []quarry.Claim) ([]quarry.Claim, error) {
	ids := make([]quarry.EntryID, len(claims))
	for i, claim := range claims {
		ids[i] = claim.ID
	}
	rows, err := CorrectionRows(ctx, from, `lapsed = 0 AND id IN (SELECT value FROM json_each(?))`, db.JSONList(ids))
	if err != nil {
		return nil, err
	}
	for _, row := range rows {
		entry, err := row.original()
		if err != nil {
			return nil, err
		}
		for i := range claims {
			if claims[i].ID == row.ID {
				claims[i] = quarry.ClaimOf(entry)
				claims[i].Corrected = true
			}
		}
	}
	return claims, nil
}

// What selects corrections by kinds, entry and whether they have lapsed, and a page of them behind
// a position.
const (
	correctionsWanted = ` FROM corrections WHERE (?1 = '[]' OR kind IN (SELECT value FROM json_each(?1)))
		AND (?2 = '' OR id = ?2) AND (?3 = 0 OR lapsed = (?3 = 1))`
	selectCorrections = "SELECT " + CorrectionColumns + correctionsWanted +
		` AND (path, line, id || ' ' || action) > (?4, ?5, ?6) ORDER BY path, line, id, action LIMIT ?7`
)

// Corrections lists corrections, by the path and line of their entries, of some kinds and of
// one entry where these are named, and of those that stand or that have lapsed where that is
// asked.
func (s *Store) Corrections(
	ctx context.Context, f quarry.CorrectionFilter, r quarry.PageRequest,
) (quarry.Page[quarry.Correction], error) {
	page, _, err := db.Viewed(ctx, s.db, func(v *db.Snapshot) (quarry.Page[quarry.Correction], error) {
		page := quarry.Page[quarry.Correction]{Revision: v.Revision}
		args := []any{db.JSONList(f.Kinds), string(f.Entry), int(f.Lapsed)}
		err := v.QueryRowContext(ctx, "SELECT count(*)"+correctionsWanted, args...).Scan(&page.Total)
		if err != nil {
			return page, err
		}
		rows, err := db.Collect(ctx, v, ReadCorrectionRow, selectCorrections,
			append(args, r.After.Path, r.After.Line, string(r.After.ID), r.Limit+1)...)
		if len(rows) > r.Limit {
			rows = rows[:r.Limit]
			last := rows[r.Limit-1]
			page.Next = &quarry.Position{Path: last.Path, Line: last.Line, ID: last.ID + quarry.EntryID(" "+last.Action)}
		}
		for _, row := range rows {
			c, readErr := row.Read()
			err = errors.Join(err, readErr)
			page.Items = append(page.Items, c)
		}
		return page, err
	})
	return page, db.Wrap(err, "list corrections")
}
