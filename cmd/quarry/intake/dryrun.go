package intake

import (
	"context"
	"iter"
	"maps"
	"slices"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/cmd/quarry/app"
	"github.com/quarrykb/quarry/ingest"
	"github.com/quarrykb/quarry/ingest/derive"
	"github.com/quarrykb/quarry/internal/lexicon"
)

// emptyLibrary stands for a database that is not there yet: everything would
// be new.
type emptyLibrary struct{ ingest.Empty }

// Question finds none.
func (emptyLibrary) Question(
	_ context.Context, id quarry.QuestionID,
) (quarry.Question, quarry.Sequence, error) {
	return quarry.Question{}, 0, quarry.Errorf(quarry.KindNotFound, "there is no question %q", id)
}

// Occurrences finds none.
func (emptyLibrary) Occurrences(context.Context, []quarry.EntryRef) ([]quarry.Entry, quarry.Sequence, error) {
	return nil, 0, nil
}

// Twin finds none.
func (emptyLibrary) Twin(context.Context, string, string, string) (string, error) { return "", nil }

// Fingerprints counts none.
func (emptyLibrary) Fingerprints(context.Context) (map[string]int, error) {
	return map[string]int{}, nil
}

// Conflicts finds none.
func (emptyLibrary) Conflicts(
	context.Context, quarry.Filter, quarry.PageRequest,
) (quarry.Page[quarry.Conflict], error) {
	return quarry.Page[quarry.Conflict]{}, nil
}

// PreviewConflicts tells of the conflicts among claims that would all be new.
func (emptyLibrary) PreviewConflicts(
	_ context.Context, _ []quarry.SpecID, added []quarry.Spec,
	judge func(iter.Seq[quarry.Spec]) quarry.Verdict,
) (quarry.Derived, error) {
	groups := map[quarry.ConflictID][]quarry.Spec{}
	for _, s := range added {
		id := quarry.ConflictOver(s).ID
		groups[id] = append(groups[id], s)
	}
	var derived quarry.Derived
	for group := range maps.Values(groups) {
		if judge(slices.Values(group)).Disagrees != nil {
			derived.Added++
		}
	}
	return derived, nil
}

// questionStock knows the questions that are stored.
type questionStock interface {
	Question(ctx context.Context, id quarry.QuestionID) (quarry.Question, quarry.Sequence, error)
}

// dryStock is what a dry run asks of what is stored.
type dryStock interface {
	stock
	questionStock
	conflictStock
}

// newDryClaims returns what a dry run over a stock writes to.
func newDryClaims(writer ingest.Writer, over dryStock, lexicon *lexicon.Lexicon) *dryClaims {
	asks := &dryAsks{Writer: writer, stock: over, asked: map[string]bool{}}
	return &dryClaims{Writer: asks, over: over, judge: derive.NewJudge(lexicon)}
}

// dryAsks tells what a dry run would merge: the store knows of what is stored, and
// not of the documents that the run came by before.
type dryAsks struct {
	ingest.Writer

	stock questionStock
	asked map[string]bool // what earlier documents of the run ask, and nothing that is stored
}

// mostAsked is how many questions of a dry run are remembered, so that memory does
// not grow with the number of documents. What would be merged with further ones
// goes unsaid.
const mostAsked = 200_000

// SaveDocument tells what saving would change, and merge with what came before.
func (d *dryAsks) SaveDocument(ctx context.Context, k quarry.Knowledge) (quarry.Difference, error) {
	difference, err := d.Writer.SaveDocument(ctx, k)
	if err != nil {
		return difference, err
	}
	merged := refSet(difference.Merged)
	stored, err := d.stored(ctx, merged, k)
	if err != nil {
		return difference, err
	}
	added := refSet(difference.Added)
	for _, q := range k.Questions {
		ref := q.Entry().EntryRef
		if q.Asks == "" || stored[q.Asks] || !added[ref] || merged[ref] {
			continue
		}
		if d.asked[q.Asks] {
			difference.Merged = append(difference.Merged, ref)
		} else if len(d.asked) < mostAsked {
			d.asked[q.Asks] = true
		}
	}
	return difference, nil
}

func refSet(refs []quarry.EntryRef) map[quarry.EntryRef]bool {
	set := make(map[quarry.EntryRef]bool, len(refs))
	for _, ref := range refs {
		set[ref] = true
	}
	return set
}

// stored returns what the stored questions ask that one of the document's would
// stand for.
func (d *dryAsks) stored(
	ctx context.Context, merged map[quarry.EntryRef]bool, k quarry.Knowledge,
) (map[string]bool, error) {
	own := refSet(k.Refs())
	asked := map[string]bool{}
	for ref := range merged {
		if own[ref] {
			continue
		}
		q, _, err := d.stock.Question(ctx, quarry.QuestionID(ref.ID))
		if err != nil {
			return nil, err
		}
		asked[q.Asks] = true
	}
	return asked, nil
}

// conflictStock knows the conflicts that are derived from what is stored, and
// tells what would become of them.
type conflictStock interface {
	Conflicts(ctx context.Context, f quarry.Filter, r quarry.PageRequest) (quarry.Page[quarry.Conflict], error)
	PreviewConflicts(ctx context.Context, gone []quarry.SpecID, added []quarry.Spec,
		judge func(iter.Seq[quarry.Spec]) quarry.Verdict) (quarry.Derived, error)
}

// dryClaims notes the claims that a dry run would take away and add, and tells
// of the conflicts that come of them.
type dryClaims struct {
	ingest.Writer

	over  conflictStock
	judge *derive.Judge
	gone  []quarry.SpecID
	added []quarry.Spec
	more  bool // there are more of them than are noted
}

// mostNoted is how many claims of a dry run are noted, so that memory does not
// grow with the number of documents. Of more of them it does not say what
// conflicts they make.
const mostNoted = 200_000

// SaveDocument notes the claims of a document that would be others.
func (d *dryClaims) SaveDocument(ctx context.Context, k quarry.Knowledge) (quarry.Difference, error) {
	difference, err := d.Writer.SaveDocument(ctx, k)
	d.note(difference, k.Specs)
	return difference, err
}

// DeleteDocument notes the claims that would be gone.
func (d *dryClaims) DeleteDocument(ctx context.Context, id quarry.DocumentID) (quarry.Difference, error) {
	difference, err := d.Writer.DeleteDocument(ctx, id)
	d.note(difference, nil)
	return difference, err
}

func (d *dryClaims) note(difference quarry.Difference, next []quarry.Spec) {
	if d.more = d.more || len(d.gone)+len(d.added)+len(next) > mostNoted; d.more {
		d.gone, d.added = nil, nil
		return
	}
	others := map[quarry.EntryID]bool{}
	for _, ref := range difference.Added {
		others[ref.ID] = true
	}
	for _, refs := range [][]quarry.EntryRef{difference.Changed, difference.Removed} {
		for _, ref := range refs {
			others[ref.ID] = true
			if ref.Kind == quarry.EntrySpec {
				d.gone = append(d.gone, quarry.SpecID(ref.ID))
			}
		}
	}
	for _, s := range next {
		if others[quarry.EntryID(s.ID)] {
			d.added = append(d.added, quarry.Spec{ // what a judge looks at, and no more
				ID: s.ID, Conditions: s.Conditions, Value: s.Value, Normalized: s.Normalized,
				Device:    quarry.DeviceMention{Device: s.Device.Device},
				Attribute: quarry.AttributeMention{Attribute: s.Attribute.Attribute},
			})
		}
	}
}

// catchUp tells what would become of the conflicts, where that can be known.
func (d *dryClaims) catchUp(ctx context.Context) (app.Derived, error) {
	if d.more {
		return app.Derived{}, nil
	}
	derived, err := d.over.PreviewConflicts(ctx, d.gone, d.added, d.judge.Detect)
	if err != nil {
		return app.Derived{}, err
	}
	report, err := app.CountConflicts(ctx, d.over, derived)
	if err == nil {
		report.Total += derived.Added - derived.Removed
	}
	return app.Derived{Conflicts: report}, err
}
