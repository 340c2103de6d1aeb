package intake

import (
	"context"
	"iter"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/cmd/quarry/app"
	"github.com/quarrykb/quarry/ingest"
	"github.com/quarrykb/quarry/ingest/derive"
	"github.com/quarrykb/quarry/internal/lexicon"
)

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

func newDryClaims(writer ingest.Writer, over conflictStock, lexicon *lexicon.Lexicon) *dryClaims {
	return &dryClaims{Writer: writer, over: over, judge: derive.NewJudge(lexicon)}
}

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
			d.added = append(d.added, bare(s))
		}
	}
}

// bare is what a judge looks at of a spec.
func bare(s quarry.Spec) quarry.Spec {
	return quarry.Spec{
		ID: s.ID, Conditions: s.Conditions, Value: s.Value, Normalized: s.Normalized,
		Device: quarry.DeviceMention{Device: s.Device.Device}, Attribute: quarry.AttributeMention{Attribute: s.Attribute.Attribute},
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
