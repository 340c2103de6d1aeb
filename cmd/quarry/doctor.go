package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/search/bleveindex"
	"github.com/quarrykb/quarry/store/sqlite"
)

type doctorCommand struct{}

// Run checks what is stored, and ends with exit code 1 where something is
// wrong.
func (c *doctorCommand) Run(s *session) (err error) {
	store, err := sqlite.OpenReadOnly(s.ctx, s.database(), sqlite.Options{Log: s.log, Now: time.Now})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, store.Close()) }()
	d := doctor{session: s, store: store}
	d.say("data", "%s", s.data)
	if server, ok := s.server(); ok {
		d.say("server", "%s", server)
	}
	d.database()
	if err := d.documents(); err != nil {
		return err
	}
	d.search()
	if d.ill > 0 {
		_, _ = fmt.Fprintf(s.out, "problems found: %d\n", d.ill)
		return &exitError{code: exitCouldNot}
	}
	_, err = fmt.Fprintln(s.out, "all is well")
	return err
}

// doctor is the state of one examination.
type doctor struct {
	*session

	store *sqlite.Store
	ill   int
}

func (d *doctor) say(what, format string, args ...any) {
	_, _ = fmt.Fprintf(d.out, "%-10s %s\n", what, printable(fmt.Sprintf(format, args...)))
}

// complain says what is wrong and what to do.
func (d *doctor) complain(what, remedy, format string, args ...any) {
	d.ill++
	d.say(what, "WRONG: %s", fmt.Sprintf(format, args...))
	d.say("", "%s", remedy)
}

func (d *doctor) database() {
	if err := d.store.Check(d.ctx); err != nil {
		d.complain("database", "restore a backup, or delete the data directory and ingest again", "%v", err)
		return
	}
	d.say("database", "sound")
}

// pageSize is how much is read at a time.
const pageSize = 500

// documents holds every entry of every document against the stored text.
func (d *doctor) documents() error {
	documents, entries := 0, 0
	page := quarry.PageRequest{Limit: pageSize}
	for {
		found, err := d.store.Documents(d.ctx, quarry.Filter{}, page)
		if err != nil {
			return err
		}
		for _, document := range found.Items {
			checked, err := d.document(document)
			if err != nil {
				return err
			}
			documents, entries = documents+1, entries+checked
		}
		if found.Next == nil {
			d.say("spans", "%d entries of %d documents were held against the stored text", entries, documents)
			return nil
		}
		page.After = *found.Next
	}
}

func (d *doctor) document(document quarry.Document) (int, error) {
	content, _, err := d.store.Content(d.ctx, document.ID)
	if err != nil {
		return 0, err
	}
	if document.Report.Coverage < 1 {
		d.say("coverage", "%s: %.3f; lines that nothing accounts for: %v",
			document.Path, document.Report.Coverage, document.Report.Unaccounted)
	}
	verifier := quarry.NewVerifier(content.Text, document.TextSHA256)
	checked := 0
	check := func(id quarry.EntryID, source quarry.Source, claims []string) {
		checked++
		if v := verifier.Verify(source, claims...); !v.Verified {
			d.complain("spans", "ingest the document again; if it stays, the parser is at fault: please report it",
				"%s at %s:%d is not what the text says %v", id, document.Path, source.LineStart, v.MissingWords)
		}
	}
	return checked, d.entries(document, check)
}

type checkFunc func(id quarry.EntryID, source quarry.Source, claims []string)

// entries checks a document's entries of all kinds.
func (d *doctor) entries(document quarry.Document, check checkFunc) error {
	return errors.Join(
		every(d.ctx, document, d.store.Questions, func(q quarry.Question) {
			check(quarry.EntryID(q.ID), q.Source, q.Claims())
		}),
		every(d.ctx, document, d.store.Facts, func(f quarry.Fact) {
			check(quarry.EntryID(f.ID), f.Source, f.Claims())
		}),
		every(d.ctx, document, d.store.Specs, func(s quarry.Spec) {
			check(quarry.EntryID(s.ID), s.Source, s.Claims())
		}),
		every(d.ctx, document, d.store.Passages, func(p quarry.Passage) {
			check(quarry.EntryID(p.ID), p.Source, p.Claims())
		}),
	)
}

// every walks a list to its end.
func every[T any](
	ctx context.Context, document quarry.Document,
	list func(context.Context, quarry.Filter, quarry.PageRequest) (quarry.Page[T], error), do func(T),
) error {
	page := quarry.PageRequest{Limit: pageSize}
	for {
		found, err := list(ctx, quarry.Filter{Documents: []string{string(document.ID)}}, page)
		if err != nil {
			return err
		}
		for _, item := range found.Items {
			do(item)
		}
		if found.Next == nil {
			return nil
		}
		page.After = *found.Next
	}
}

// search checks the index, unless another process has it.
func (d *doctor) search() {
	if _, ok := d.server(); ok {
		d.say("index", "in use by the server; ask its /readyz")
		return
	}
	held, err := d.acquire(d.ctx, "doctor")
	if err != nil {
		d.say("index", "not checked: %v", err)
		return
	}
	defer func() { _ = held.release() }()
	index, err := bleveindex.Open(d.ctx, d.index(), bleveindex.Options{Log: d.log})
	if err != nil {
		d.complain("index", "delete the folder "+d.index()+": it is built anew", "%v", err)
		return
	}
	defer func() { _ = index.Close() }()
	d.indexState(index)
}

func (d *doctor) indexState(index *bleveindex.Index) {
	if reason := index.Stale(d.ctx); reason != "" {
		d.say("index", "will be built anew by the next serve, ingest or search: %s", reason)
		return
	}
	cursor, err := index.Cursor(d.ctx)
	revision, revisionErr := d.store.Revision(d.ctx)
	goesOn, sessionErr := d.store.Continues(d.ctx, index.Session(d.ctx), cursor)
	if err := errors.Join(err, revisionErr, sessionErr); err != nil {
		d.complain("index", "delete the folder "+d.index()+": it is built anew", "%v", err)
		return
	}
	if !goesOn {
		d.say("index", "will be built anew by the next serve, ingest or search: it has read what the database does not hold")
		return
	}
	d.say("index", "has read %d of %d changes", cursor, revision)
}
