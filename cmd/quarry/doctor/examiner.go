package doctor

import (
	"context"
	"errors"
	"fmt"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/ingest/derive"
	"github.com/quarrykb/quarry/internal/lexicon"
	"github.com/quarrykb/quarry/search/vectorindex"
	"github.com/quarrykb/quarry/store/sqlite"
)

// Examiner holds what a database says against itself. The doctor, every backup and the
// checks of a running server look at the same things, and find the same.
type Examiner struct {
	store   *sqlite.Store
	lexicon *lexicon.Lexicon
	chart   *Chart
	show    func(documents int) func()  // is told how many documents there are; what it returns is called for each
	rest    func(context.Context) error // is called between two documents; its error ends the examination
	Spans   bool                        // whether entries are held against the text: where they fail, a parser may be at fault
	entries int

	otherText map[string]bool // documents whose stored text is another one: what is said of their entries follows from that
}

// NoRest goes on at once, for as long as ctx lasts.
func NoRest(ctx context.Context) error { return ctx.Err() }

// Everything examines all that is in a database. What is damaged is a finding. It returns
// an error where it was interrupted, or could not look (unread).
func (e *Examiner) Everything(ctx context.Context) error {
	for _, examine := range []func(context.Context) error{e.database, e.documents, e.conflicts, e.vectors} {
		if err := examine(ctx); err != nil {
			return err
		}
	}
	return nil
}

// Written examines what was read from documents, and leaves out what is derived from that
// and follows every change: beside a writer it may just be on its way.
func (e *Examiner) Written(ctx context.Context) error {
	if err := e.database(ctx); err != nil {
		return err
	}
	return e.documents(ctx)
}

func (e *Examiner) say(what, format string, args ...any) {
	e.chart.note(what, fmt.Sprintf(format, args...))
}

func (e *Examiner) database(ctx context.Context) error {
	err := e.store.Check(ctx)
	if err == nil {
		e.say("database", "sound")
		return nil
	}
	if ctx.Err() != nil {
		return ctx.Err()
	}
	faults := []error{err}
	if joined, ok := err.(interface{ Unwrap() []error }); ok {
		faults = joined.Unwrap()
	}
	said, unseen := map[string]bool{}, error(nil)
	for _, fault := range faults {
		problem := fault.Error()
		switch {
		case IsUnread(fault):
			unseen = errors.Join(unseen, fault)
		case !said[problem]: // many probes may stumble over one page
			e.chart.complain(Finding{Check: "database", Problem: problem, Remedy: restore})
			said[problem] = true
		}
	}
	return unseen
}

// pageSize is how much is read at a time.
const pageSize = 500

// documents holds every text against its hashes, and every entry of every document
// against the stored text. Rows that cannot be made sense of are damage, and do not end
// the examination.
func (e *Examiner) documents(ctx context.Context) error {
	documents := 0
	e.otherText = map[string]bool{}
	err := e.store.CheckTexts(ctx, func(f sqlite.TextFault) {
		e.otherText[string(f.Document)] = true
		e.chart.complain(Finding{
			Check: "documents", Document: string(f.Document), Path: f.Path, Problem: f.Problem, Remedy: lostBytes,
		})
	}, e.rest)
	var shown func()
	for page := (quarry.PageRequest{Limit: pageSize}); err == nil; {
		var found quarry.Page[quarry.Document]
		if found, err = e.store.Documents(ctx, quarry.Filter{}, page); err != nil {
			break
		}
		if shown == nil {
			shown = e.show(found.Total)
		}
		for _, document := range found.Items {
			documents++
			if err = errors.Join(e.document(ctx, document), e.rest(ctx)); err != nil {
				break
			}
			shown()
		}
		if found.Next == nil {
			break
		}
		page.After = *found.Next
	}
	if err := e.orDamage(ctx, "database", "cannot be read", err); err != nil {
		return err
	}
	if e.Spans {
		e.say("spans", "%d entries of %d documents were held against the stored text", e.entries, documents)
	}
	return ctx.Err()
}

// orDamage makes a finding of an error, and returns those that are none.
func (e *Examiner) orDamage(ctx context.Context, check, cannot string, err error) error {
	if err == nil || ctx.Err() != nil {
		return ctx.Err()
	}
	if IsUnread(err) {
		return err
	}
	e.chart.complain(Finding{Check: check, Problem: cannot + ": " + err.Error(), Remedy: restore})
	return nil
}

// mostWrong is how many conflicts a finding names.
const mostWrong = 5

// conflicts judges every claim anew, and compares with what is derived.
func (e *Examiner) conflicts(ctx context.Context) error {
	judge := derive.NewJudge(e.lexicon)
	wrong, at, err := e.store.RejudgeConflicts(ctx, judge.Version(), judge.Detect)
	switch {
	case err != nil:
		return e.orDamage(ctx, "conflicts", "cannot be judged", err)
	case at.Cursor == 0 && at.Revision > 0:
		e.say("conflicts",
			"the next serve, ingest or search derives them: they are not, or with another lexicon than the one given now")
		return nil
	case at.Cursor < at.Revision:
		e.say("conflicts", "derived from %d of %d changes; the next serve, ingest or search goes on", at.Cursor,
			at.Revision)
		return nil
	case len(wrong) > 0:
		named := wrong[:min(len(wrong), mostWrong)]
		e.chart.complain(Finding{
			Check: "conflicts", Remedy: restore,
			Problem: fmt.Sprintf("%d are not what the claims say, such as %v", len(wrong), named),
		})
		return nil
	}
	page, err := e.store.Conflicts(ctx, quarry.Filter{}, quarry.PageRequest{Limit: 1})
	if err != nil {
		return e.orDamage(ctx, "conflicts", "cannot be read", err)
	}
	e.say("conflicts", "%d, and every claim judged anew says the same", page.Total)
	return nil
}

const vectorsAgain = "start quarry serve: it makes what is amiss anew"

// vectors says whose vectors answer, and how far they have read, and holds those
// that have read everything against the entries.
func (e *Examiner) vectors(ctx context.Context) error {
	all, err := e.store.Embeddings(ctx)
	revision, revisionErr := e.store.Revision(ctx)
	if err := errors.Join(err, revisionErr); err != nil {
		return e.orDamage(ctx, "vectors", "cannot be read", err)
	}
	for _, of := range all {
		if of.Serving {
			e.say("vectors", "of %s, which has read %d of %d changes", of.Embedder, of.Cursor, revision)
			e.lackVectors(revision-of.Cursor, revision)
			return e.heldAgainstEntries(ctx, of, revision)
		}
	}
	e.say("vectors", "are made by the next serve, ingest or search")
	e.lackVectors(revision, revision)
	return nil
}

// lackVectors qualifies the verdict where changes have no vectors yet.
func (e *Examiner) lackVectors(lag, revision quarry.Sequence) {
	if lag > 0 {
		e.chart.later = fmt.Sprintf("%d of %d changes have no vectors yet: searches go by words until then", lag,
			revision)
	}
}

// heldAgainstEntries complains of entries without a vector of their text, and of
// vectors of what is no entry, unless something was changing.
func (e *Examiner) heldAgainstEntries(
	ctx context.Context, of quarry.Embedding, revision quarry.Sequence,
) error {
	if of.Cursor != revision {
		return nil
	}
	found, err := vectorindex.Examine(ctx, e.store, of, e.store)
	if err != nil {
		return e.orDamage(ctx, "vectors", "cannot be read", err)
	}
	if now, err := e.store.Revision(ctx); err != nil || now != revision {
		return err
	}
	if amiss := found.Missing + found.Outdated + found.Surplus; amiss > 0 {
		e.chart.complain(Finding{
			Check: "vectors", Remedy: vectorsAgain,
			Problem: fmt.Sprintf("of %d entries %d have no vector and %d one of another text, and %d vectors are of no entry",
				found.Entries, found.Missing, found.Outdated, found.Surplus),
		})
	}
	return nil
}
