package doctor

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/cmd/quarry/datadir"
	"github.com/quarrykb/quarry/cmd/quarry/present"
	"github.com/quarrykb/quarry/search/bleveindex"
	"github.com/quarrykb/quarry/store/sqlite"
)

// The remedies.
const (
	restore    = "restore a backup (quarry restore FILE), or save what can be read (quarry salvage)"
	readAgain  = "have all documents read again (quarry reindex --extract); if it stays, the parser is at fault: please report it"
	lostBytes  = "restore a backup (quarry restore FILE), or have quarry salvage take the document out and ingest its file again"
	indexAgain = "nothing to do: the next serve, ingest or search builds the index anew"
)

// Examine examines a data directory: its database, its indexes, and what else is
// worth knowing. Show is told how many documents there are, and what it returns is called
// for each. What is wrong is on the chart; an error says that it could not be looked at.
func Examine(
	ctx context.Context, dir *datadir.Dir, store *sqlite.Store, on *Chart, show func(documents int) func(),
) error {
	d := doctor{Dir: dir, Examiner: Examiner{
		store: store, lexicon: dir.Lexicon, chart: on, show: show, rest: NoRest, Spans: true,
	}}
	d.say("data", "%s", d.Data)
	if server, ok := d.Server(); ok {
		d.say("server", "%s", server)
	}
	d.rights()
	for _, examine := range []func(context.Context) error{d.Everything, d.space, d.words, d.corrections, d.learners, d.jobs, d.search} {
		if err := examine(ctx); err != nil {
			return err
		}
	}
	return nil
}

// doctor examines what stands beside a database, too.
type doctor struct {
	*datadir.Dir
	Examiner
}

// rights tells who else may read what is stored: data directories of older versions let
// others in, and who has one may have meant it.
func (d *doctor) rights() {
	for _, made := range []struct {
		path string
		mode os.FileMode
	}{{d.Data, 0o700}, {d.Database(), 0o600}} {
		info, err := os.Stat(made.path)
		if err == nil && info.Mode().Perm()&^made.mode != 0 {
			d.say("rights", "others on this machine may open %s: chmod %o %s keeps it to you", made.path, made.mode,
				made.path)
		}
	}
}

// muchFree is how many bytes of what was deleted are worth a word.
const muchFree = 16 << 20

// space tells how much of the database is free, where that is much.
func (d *doctor) space(ctx context.Context) error {
	space, err := d.store.Space(ctx)
	if err != nil { // the examination has said so
		return ctx.Err()
	}
	if space.Free >= muchFree && space.Free >= space.Taken/4 {
		d.say("space", "%s of %s are left of what was deleted: they are used again, or quarry compact gives them back",
			present.Megabytes(space.Free), present.Megabytes(space.Taken))
	}
	return nil
}

// words tells whose documents were read with another lexicon than the one given.
func (d *doctor) words(ctx context.Context) error {
	counted, err := d.CountLexicons(ctx, d.store)
	if err != nil { // the examination has said so
		return ctx.Err()
	}
	if counted.OtherOwn > 0 {
		d.say("lexicon", "%d documents were read with a lexicon of your own that is not given now: "+
			"an ingest without it reads them anew", counted.OtherOwn)
	}
	return nil
}

// corrections tells how many corrections there are, and how many of them have lapsed: nothing
// comes of what a person has said there, and nobody sees that elsewhere.
func (d *doctor) corrections(ctx context.Context) error {
	all, err := d.store.Corrections(ctx, quarry.CorrectionFilter{}, quarry.PageRequest{Limit: 1})
	lapsed, lapsedErr := d.store.Corrections(ctx, quarry.CorrectionFilter{Lapsed: quarry.Yes}, quarry.PageRequest{Limit: 1})
	switch {
	case errors.Join(err, lapsedErr) != nil: // the examination has said so
		return ctx.Err()
	case lapsed.Total > 0:
		d.say("said", "%d of %d corrections have lapsed, as their entries are gone or were read from other bytes: "+
			"quarry corrections --lapsed shows them", lapsed.Total, all.Total)
	case all.Total > 0:
		d.say("said", "%d corrections stand", all.Total)
	}
	return nil
}

// learners tells who learns, and how many of their cards wait for a question that is not stored.
func (d *doctor) learners(ctx context.Context) error {
	all, err := d.store.Learners(ctx)
	waiting, waitingErr := d.store.WaitingCards(ctx)
	if errors.Join(err, waitingErr) != nil { // the examination has said so
		return ctx.Err()
	}
	cards, reviews := 0, 0
	for _, learner := range all {
		cards, reviews = cards+learner.Cards, reviews+learner.Reviews
	}
	if len(all) > 0 {
		d.say("study", "%d learners have %d cards and %d reviews", len(all), cards, reviews)
	}
	if waiting > 0 {
		d.say("study", "%d cards wait for questions that are not stored: they are asked again once their documents are there", waiting)
	}
	return nil
}

// jobs tells of jobs that wait for something, or were given up: what was handed in with
// them is no document yet.
func (d *doctor) jobs(ctx context.Context) error {
	for _, of := range []struct {
		state quarry.JobState
		said  string
	}{
		{quarry.JobWaiting, "%d wait for something and are tried again: quarry jobs list says for what"},
		{
			quarry.JobGivenUp,
			"%d were given up, and what was handed in is kept: quarry jobs list, then quarry jobs retry or quarry jobs drop",
		},
	} {
		in := quarry.JobFilter{States: []quarry.JobState{of.state}}
		found, err := d.store.Jobs(ctx, in, quarry.PageRequest{Limit: 1})
		if err != nil { // the examination has said so
			return ctx.Err()
		}
		if found.Total > 0 {
			d.say("jobs", of.said, found.Total)
			d.chart.later = cmp.Or(d.chart.later, "jobs wait or were given up")
		}
	}
	return nil
}

// search checks the index, unless another process has it.
func (d *doctor) search(ctx context.Context) error {
	if _, ok := d.Server(); ok {
		d.say("index", "in use by the server; ask its /readyz")
		return nil
	}
	held, err := d.Acquire(ctx, "doctor")
	if err != nil {
		d.say("index", "not checked: %v", err)
		return nil
	}
	defer func() { _ = held.Release() }()
	index, err := bleveindex.Open(ctx, d.Index(), bleveindex.Options{Log: d.Log, Lexicon: d.Lexicon})
	if err != nil {
		d.damaged(err)
		return nil
	}
	defer func() { _ = index.Close() }()
	if err := d.indexState(ctx, index); err != nil {
		d.damaged(err)
	}
	return ctx.Err()
}

func (d *doctor) damaged(err error) {
	d.chart.complain(Finding{
		Check: "index", Problem: err.Error(), Remedy: "delete the folder " + d.Index() + ": it is built anew",
	})
}

// indexState looks how far the index has read, and whether it holds what it
// has read.
func (d *doctor) indexState(ctx context.Context, index *bleveindex.Index) error {
	if damage := index.Damage(ctx); damage != "" {
		d.chart.complain(Finding{Check: "index", Problem: damage, Remedy: indexAgain})
		return nil
	}
	if reason := index.Stale(ctx); reason != "" {
		d.say("index", "will be built anew by the next serve, ingest or search: %s", reason)
		return nil
	}
	cursor, err := index.Cursor(ctx)
	revision, revisionErr := d.store.Revision(ctx)
	goesOn, sessionErr := d.store.Continues(ctx, index.Session(ctx), cursor)
	if err := errors.Join(err, revisionErr, sessionErr); err != nil {
		return err
	}
	if cursor == 0 && revision > 0 && !goesOn { // bleve goes back to what it can still read
		d.chart.complain(Finding{
			Check: "index", Problem: "the index has lost what it had read: its files are damaged", Remedy: indexAgain,
		})
		return nil
	}
	if !goesOn {
		d.say("index", "will be built anew by the next serve, ingest or search: it has read what the database does not hold")
		return nil
	}
	d.say("index", "has read %d of %d changes", cursor, revision)
	if cursor < revision {
		d.say("index", "the next serve, ingest or search reads the rest")
		return nil
	}
	return d.inStep(ctx, index)
}

// inStep looks whether an index that has read everything holds the entries of
// the database and no others.
func (d *doctor) inStep(ctx context.Context, index *bleveindex.Index) error {
	var after quarry.EntryRef
	live, missing := 0, 0
	for {
		entries, err := d.store.ScanEntries(ctx, after, pageSize)
		if err != nil {
			return err
		}
		if len(entries) == 0 {
			break
		}
		refs := make([]quarry.EntryRef, 0, len(entries))
		for _, entry := range entries {
			refs = append(refs, entry.EntryRef)
		}
		absent, err := index.Missing(ctx, refs)
		if err != nil {
			return err
		}
		live, missing, after = live+len(refs), missing+len(absent), refs[len(refs)-1]
	}
	held, err := index.Count(ctx)
	if surplus := held - (live - missing); err == nil && missing+surplus > 0 {
		d.damaged(fmt.Errorf("%d entries are missing in it, and %d are in it that are not stored", missing,
			surplus))
	}
	return err
}
