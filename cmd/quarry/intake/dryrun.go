package intake

import (
	"context"
	"slices"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/cmd/quarry/app"
	"github.com/quarrykb/quarry/ingest/derive"
	"github.com/quarrykb/quarry/internal/lexicon"
	"github.com/quarrykb/quarry/store/sqlite"
)

// dryRun is what a run writes to that writes nothing. It tells what would change, and
// remembers what the store would have by then of the documents that the run came by before.
type dryRun struct {
	app.DryWriter

	asked map[string]bool       // what earlier documents of the run ask, and nothing that is stored
	seen  map[contentKey]string // the first path that came with some bytes

	// The claims that would be gone, and new; more where there are more than are noted.
	judge *derive.Judge
	gone  []quarry.SpecID
	added []quarry.Spec
	more  bool
}

// How much of a dry run is remembered, so that memory does not grow with the number of
// documents. What would be merged with further questions, or has the bytes of further
// documents, goes unsaid, and so do the conflicts that more claims make.
const (
	mostAsked = 200_000
	mostSeen  = 100_000
	mostNoted = 200_000
)

// contentKey names bytes within a collection.
type contentKey struct{ collection, sha256 string }

func newDryRun(store *sqlite.Store, lexicon *lexicon.Lexicon) *dryRun {
	return &dryRun{
		DryWriter: app.DryWriter{Store: store}, asked: map[string]bool{}, seen: map[contentKey]string{},
		judge: derive.NewJudge(lexicon),
	}
}

// SaveDocument tells what saving would change, and merge with what came before.
func (d *dryRun) SaveDocument(ctx context.Context, k quarry.Knowledge) (quarry.Difference, error) {
	difference, err := d.DryWriter.SaveDocument(ctx, k)
	if err == nil {
		err = d.merge(ctx, k, &difference)
	}
	d.note(difference, k.Specs)
	return difference, err
}

// DeleteDocument tells what would be gone.
func (d *dryRun) DeleteDocument(ctx context.Context, id quarry.DocumentID) (quarry.Difference, error) {
	difference, err := d.DryWriter.DeleteDocument(ctx, id)
	d.note(difference, nil)
	return difference, err
}

// firstWith returns the path of the first document of the run with the bytes of another one,
// "" for none.
func (d *dryRun) firstWith(document quarry.Document) string {
	key := contentKey{document.Collection, document.SHA256}
	first, ok := d.seen[key]
	switch {
	case ok && first != document.Path:
		return first
	case len(d.seen) < mostSeen:
		d.seen[key] = document.Path
	}
	return ""
}

// merge tells which questions would be merged with those of earlier documents: the store
// knows of what is stored alone.
func (d *dryRun) merge(ctx context.Context, k quarry.Knowledge, difference *quarry.Difference) error {
	merged, added, own := refSet(difference.Merged), refSet(difference.Added), refSet(k.Refs())
	stored := map[string]bool{} // what the stored questions ask that one of the document's would stand for
	for ref := range merged {
		if own[ref] {
			continue
		}
		q, _, err := d.Store.Question(ctx, quarry.QuestionID(ref.ID))
		if err != nil {
			return err
		}
		stored[q.Asks] = true
	}
	for _, q := range k.Questions {
		ref := q.Entry().EntryRef
		switch {
		case q.Asks == "" || stored[q.Asks] || !added[ref] || merged[ref]:
		case d.asked[q.Asks]:
			difference.Merged = append(difference.Merged, ref)
		case len(d.asked) < mostAsked:
			d.asked[q.Asks] = true
		}
	}
	return nil
}

func refSet(refs []quarry.EntryRef) map[quarry.EntryRef]bool {
	set := make(map[quarry.EntryRef]bool, len(refs))
	for _, ref := range refs {
		set[ref] = true
	}
	return set
}

// note notes the claims of a document that would be others.
func (d *dryRun) note(difference quarry.Difference, next []quarry.Spec) {
	if d.more = d.more || len(d.gone)+len(d.added)+len(next) > mostNoted; d.more {
		d.gone, d.added = nil, nil
		return
	}
	others := refSet(slices.Concat(difference.Added, difference.Changed, difference.Removed))
	for _, ref := range slices.Concat(difference.Changed, difference.Removed) {
		if ref.Kind == quarry.EntrySpec {
			d.gone = append(d.gone, quarry.SpecID(ref.ID))
		}
	}
	for _, s := range next {
		if others[quarry.EntryRef{Kind: quarry.EntrySpec, ID: quarry.EntryID(s.ID)}] {
			d.added = append(d.added, quarry.Spec{ // what a judge looks at, and no more
				ID: s.ID, Conditions: s.Conditions, Value: s.Value, Normalized: s.Normalized,
				Device:    quarry.DeviceMention{Device: s.Device.Device},
				Attribute: quarry.AttributeMention{Attribute: s.Attribute.Attribute},
			})
		}
	}
}

// catchUp tells what would become of the conflicts, where that can be known.
func (d *dryRun) catchUp(ctx context.Context) (app.Derived, error) {
	if d.more {
		return app.Derived{}, nil
	}
	derived, err := d.Store.PreviewConflicts(ctx, d.gone, d.added, d.judge.Detect)
	if err != nil {
		return app.Derived{}, err
	}
	report, err := app.CountConflicts(ctx, d.Store, derived)
	if err == nil {
		report.Total += derived.Added - derived.Removed
	}
	return app.Derived{Conflicts: report}, err
}
