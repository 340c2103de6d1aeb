package app

import (
	"context"
	"errors"
	"io"
	"runtime"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/cmd/quarry/present"
	"github.com/quarrykb/quarry/feed"
	"github.com/quarrykb/quarry/ingest"
	"github.com/quarrykb/quarry/store/sqlite"
)

// follower is what follows the changes, and tells how far it is.
type follower interface {
	Run(ctx context.Context) error
	Notify()
	Tell(tell func(feed.Step))
	Await(ctx context.Context, reached func() bool) error
	State(ctx context.Context) quarry.FollowerState
}

// followers returns all that follow the changes.
func (b *App) followers() []follower {
	return []follower{b.conflicts, b.glossary, b.Follower, b.Vectors, b.Links}
}

// Follow follows the changes until ctx ends.
func (b *App) Follow(ctx context.Context) error {
	group, ctx := errgroup.WithContext(ctx)
	for _, by := range b.followers() {
		group.Go(func() error { return by.Run(ctx) })
	}
	return group.Wait()
}

// notify tells everybody who follows the changes that there are some.
func (b *App) notify() {
	for _, by := range b.followers() {
		by.Notify()
	}
}

// CatchUp lets everything that follows the changes come to their end. Answers are
// looked for last, in what the others have read.
func (b *App) CatchUp(ctx context.Context) error {
	if err := b.ReadChanges(ctx); err != nil {
		return err
	}
	return b.link(ctx)
}

// ReadChanges lets everything catch up that answers are looked for in.
func (b *App) ReadChanges(ctx context.Context) error {
	_, err := b.readChanges(ctx, unshown, b.Follower.CatchUp, b.Vectors.CatchUp)
	return err
}

// readChanges lets everything catch up that answers are looked for in, and shows how far it is:
// the indexes of words and of meaning in their two ways, to follow or to be built anew. Conflicts
// go first, for the indexes also read that they changed. It returns what became of them. Where
// one cannot catch up the others do all the same.
func (b *App) readChanges(
	ctx context.Context, show displays, words, meaning func(context.Context) error,
) (quarry.Derived, error) {
	var derived quarry.Derived
	var failed error
	entries := func() int { return b.entries(ctx) }
	for _, part := range []struct {
		what string
		by   follower
		do   func() error
	}{
		{"judging", b.conflicts, func() error {
			var err error
			derived, err = b.conflicts.CatchUp(ctx)
			return err
		}},
		{"abbreviations", b.glossary, func() error { return b.glossary.CatchUp(ctx) }},
		{"indexing", b.Follower, func() error { return words(ctx) }},
		{"embedding", b.Vectors, func() error { return vectorsOrLater(meaning(ctx)) }},
	} {
		failed = errors.Join(failed, show(part.what, entries).while(part.by, part.do))
		if ctx.Err() != nil {
			break
		}
	}
	return derived, failed
}

// vectorsOrLater passes over an embedder that cannot be reached now: what it is
// missed for is said with every answer, and it is asked again.
func vectorsOrLater(err error) error {
	if quarry.IsKind(err, quarry.KindUnavailable) {
		return nil
	}
	return err
}

// Derived is what a run made of what is worked out from all documents.
type Derived struct {
	Conflicts *ConflictsReport `json:"conflicts"` // null where it is not known
	Answers   *answersReport   `json:"answers"`   // null where it is not known
	Vectors   *vectorsReport   `json:"vectors"`   // null where all are made, or it is not known
}

// ConflictsReport is what a run made of the conflicts between claims.
type ConflictsReport struct {
	Added   int `json:"added"`
	Changed int `json:"changed"`
	Removed int `json:"removed"`
	Total   int `json:"total"` // that there are now
}

// answersReport counts the questions without an answer of their own.
type answersReport struct {
	Likely int `json:"likely"` // answered elsewhere, as it seems
	Gaps   int `json:"gaps"`   // not at all
	Behind int `json:"behind"` // changes that were not looked at for answers yet
}

// vectorsReport counts changes of what is stored that no vectors were made of: the
// embedder does not answer.
type vectorsReport struct {
	Waiting int `json:"waiting"`
	Of      int `json:"of"` // all changes
}

// displays returns what shows how far a part of a catch-up is. Entries says how many
// are stored, where that is asked.
type displays func(what string, entries func() int) *Indexing

// unshown shows nothing, and leaves alone whom the followers tell how far they are.
func unshown(string, func() int) *Indexing { return nil }

// DisplaysOn shows them on a stream: a bar on a terminal where progress is "auto", lines now and
// then where it is "plain", and otherwise nothing.
func DisplaysOn(out io.Writer, progress string) displays {
	return func(what string, entries func() int) *Indexing {
		return &Indexing{Steps: present.NewSteps(out, progress, what), Entries: entries}
	}
}

// Indexing shows how far a follower has caught up. An index that is built anew
// takes in every entry.
type Indexing struct {
	present.Steps

	Entries func() int // that are stored
	stored  int        // what entries said; 0 until it was asked for
}

// step takes what a follower tells.
func (i *Indexing) step(s feed.Step) {
	if s.Of == 0 {
		if i.stored == 0 {
			i.stored = i.Entries()
		}
		s.Of = max(i.stored, s.Done)
	}
	i.Show(s.Done, s.Of)
}

// while does a part of a work, and shows how far who does it is; nil shows nothing.
func (i *Indexing) while(by follower, do func() error) error {
	if i == nil {
		return do()
	}
	by.Tell(i.step)
	err := do()
	by.Tell(func(feed.Step) {})
	i.End()
	return err
}

// CatchUpShown lets everything catch up that follows the changes, and shows how far
// it is.
func (b *App) CatchUpShown(ctx context.Context, show displays) (Derived, error) {
	var report Derived
	derived, err := b.readChanges(ctx, show, b.Follower.CatchUp, b.Vectors.CatchUp)
	if err == nil {
		err = b.linkShown(ctx, show)
	}
	if err != nil {
		return report, err
	}
	behind, err := b.Store.LinksBehind(ctx)
	if err != nil {
		return report, err
	}
	report.Answers = &answersReport{
		Likely: b.count(ctx, quarry.Filter{AnswerStates: []quarry.AnswerState{quarry.AnswerLikely}}),
		Gaps:   b.count(ctx, quarry.Filter{AnswerStates: []quarry.AnswerState{quarry.AnswerGap}}),
		Behind: behind,
	}
	revision, err := b.Store.Revision(ctx)
	if err != nil {
		return report, err
	}
	if lag := revision - b.Vectors.State(ctx).Cursor; lag > 0 {
		report.Vectors = &vectorsReport{Waiting: int(lag), Of: int(revision)}
	}
	report.Conflicts, err = CountConflicts(ctx, b.Store, derived)
	return report, err
}

// CountConflicts reports what became of the conflicts, and how many are stored.
func CountConflicts(
	ctx context.Context, store *sqlite.Store, derived quarry.Derived,
) (*ConflictsReport, error) {
	page, err := store.Conflicts(ctx, quarry.Filter{}, quarry.PageRequest{Limit: 1})
	if err != nil {
		return nil, err
	}
	return &ConflictsReport{
		Added: derived.Added, Changed: derived.Changed, Removed: derived.Removed, Total: page.Total,
	}, nil
}

// linkShown looks for what answers the questions without an answer, and shows how far it is.
func (b *App) linkShown(ctx context.Context, show displays) error {
	open := func() int { return b.count(ctx, quarry.Filter{Answered: quarry.No}) }
	return show("linking", open).while(b.Links, func() error { return b.link(ctx) })
}

// count returns how many questions a filter lets through, 0 where that cannot be
// told: only what is shown lacks it.
func (b *App) count(ctx context.Context, f quarry.Filter) int {
	page, err := b.Store.Questions(ctx, f, quarry.PageRequest{Limit: 1})
	if err != nil {
		return 0
	}
	return page.Total
}

// Entries returns how many entries are stored, 0 where that cannot be told: only
// what is shown lacks it.
func (b *App) entries(ctx context.Context) int {
	stats, err := b.Store.Stats(ctx)
	if err != nil {
		return 0
	}
	return total(stats.Counts)
}

// stageReading is the stage in which documents are read again.
const stageReading = "reading"

// Reindex makes everything anew that is worked out of the entries. What is stored now is in the
// outcome.
func (b *App) Reindex(ctx context.Context, show displays) (quarry.JobOutcome, error) {
	return b.redone(ctx, quarry.JobOutcome{}, b.rebuild(ctx, show))
}

// Reextract makes everything anew from the stored bytes on. What became another document, or
// cannot be read any more, is in the outcome, too.
func (b *App) Reextract(ctx context.Context, show displays) (quarry.JobOutcome, error) {
	outcome, err := b.ReadAgain(ctx, show)
	if err == nil {
		err = b.rebuild(ctx, show)
	}
	return b.redone(ctx, outcome, err)
}

// redone says what is stored once something was made anew, or could not be.
func (b *App) redone(ctx context.Context, outcome quarry.JobOutcome, err error) (quarry.JobOutcome, error) {
	stats, statsErr := b.Store.Stats(ctx)
	if statsErr != nil {
		return outcome, errors.Join(err, statsErr)
	}
	conflicts, countErr := CountConflicts(ctx, b.Store, quarry.Derived{})
	if countErr != nil {
		return outcome, errors.Join(err, countErr)
	}
	outcome.Result.Documents = new(stats.Documents)
	outcome.Result.Entries = new(total(stats.Counts))
	outcome.Result.Conflicts = new(conflicts.Total)
	return outcome, err
}

// total is how many entries there are of all kinds.
func total(c quarry.Counts) int { return c.Question + c.Fact + c.Spec + c.Passage }

// ReadAgain reads every document again from its stored bytes.
func (b *App) ReadAgain(ctx context.Context, show displays) (quarry.JobOutcome, error) {
	var outcome quarry.JobOutcome
	shown, total, done := show(stageReading, nil), 0, 0
	defer shown.End()
	run := ingest.Run{
		Pipeline: b.pipeline, Library: b.Store, Writer: stillStored{b}, Workers: max(1, runtime.NumCPU()/2),
		Observe: func(o ingest.Outcome) {
			if o.Status != ingest.Unchanged {
				add(&outcome, o, nil)
			}
			done++
			shown.Show(done, total)
		},
	}
	summary, err := run.Again(ctx, b.Store, func(documents int) {
		total = documents
		shown.Show(done, total)
	})
	outcome.Result.ReadAgain = new(done)
	outcome.Result.Changed = new(summary.Documents[ingest.Changed])
	outcome.Result.Refused = new(summary.Documents[ingest.Rejected])
	return outcome, err
}

// stillStored saves what was read again of a document, as long as that is the one
// that is stored.
type stillStored struct{ *App }

// SaveDocument saves it, or refuses what moved on.
func (w stillStored) SaveDocument(ctx context.Context, k quarry.Knowledge) (quarry.Difference, error) {
	return w.Store.SaveDocumentAgain(ctx, k)
}

// DeleteDocument deletes nothing: reading again removes no document.
func (stillStored) DeleteDocument(context.Context, quarry.DocumentID) (quarry.Difference, error) {
	return quarry.Difference{}, quarry.Errorf(quarry.KindUnsupported, "reading again removes no document")
}

// rebuild makes everything anew that is worked out of the entries: what is derived, the
// indexes, the vectors. What is there answers until then.
func (b *App) rebuild(ctx context.Context, show displays) error {
	// What is derived begins anew while nothing is being derived.
	err := b.conflicts.Alone(ctx, func() error {
		return b.glossary.Alone(ctx, func() error {
			return b.Links.Alone(ctx, func() error { return b.Store.DeriveAgain(ctx) })
		})
	})
	if err != nil {
		return err
	}
	if _, err := b.readChanges(ctx, show, b.Follower.Rebuild, b.Vectors.Rebuild); err != nil {
		return err
	}
	return b.linkShown(ctx, show)
}

// What a job waits for once its documents are stored. Of few entries it waits until
// searches find them, ahead of what others have changed before, and then only a moment for
// everything else. To learn vectors anew from a large corpus takes minutes, and to embed one
// elsewhere hours: those that come after the job cannot wait for that.
const (
	fewEntries      = 1000
	fewPatience     = 100 * time.Millisecond
	vectorsPatience = 2 * time.Minute
)

// followed waits until everything has followed that answers are made of, as far as the job
// waits for it. What answers open questions is looked for later.
func (b *App) followed(ctx context.Context, job quarry.Job, changed []quarry.EntryRef) error {
	defer b.Links.Notify()
	revision, err := b.Store.Revision(ctx)
	if err != nil {
		return err
	}
	if job.Attempts > 1 || len(changed) > fewEntries || b.Follower.Hurry(ctx, changed) != nil {
		return b.await(ctx, revision)
	}
	patience, cancel := context.WithTimeout(ctx, fewPatience)
	defer cancel()
	if err := b.await(patience, revision); patience.Err() == nil {
		return err
	}
	return ctx.Err()
}

// await waits until what was changed up to a revision is judged, indexed and learnt from.
func (b *App) await(ctx context.Context, revision quarry.Sequence) error {
	err := reach(ctx, b.conflicts, revision)
	if err == nil {
		err = reach(ctx, b.glossary, revision)
	}
	if err == nil {
		revision, err = b.Store.Revision(ctx) // with what was judged
	}
	if err == nil {
		err = reach(ctx, b.Follower, revision)
	}
	if err != nil {
		return err
	}
	patience, cancel := context.WithTimeout(ctx, vectorsPatience)
	defer cancel()
	err = vectorsOrLater(reach(patience, b.Vectors, revision))
	if patience.Err() != nil {
		return ctx.Err()
	}
	return err
}

// reach waits until a follower has come to a change, or waits itself for a service outside.
func reach(ctx context.Context, by follower, revision quarry.Sequence) error {
	return by.Await(ctx, func() bool {
		state := by.State(ctx)
		return state.Cursor >= revision || state.Waiting
	})
}
