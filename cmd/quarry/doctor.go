package main

import (
	"errors"
	"fmt"
	"os"

	"github.com/schollz/progressbar/v3"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/store/sqlite"
)

type doctorCommand struct {
	JSON bool `help:"Print the examination as JSON."`
}

// Run checks what is stored, and ends with exit code 1 where something is
// wrong. It writes nothing and may run beside a server.
func (c *doctorCommand) Run(s *session) (err error) {
	store, err := s.openStore(s.ctx, sqlite.OpenReadOnly)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, store.Close()) }()
	d := doctor{session: s, store: store, chart: c.newChart(s)}
	d.say("data", "%s", s.data)
	if server, ok := s.server(); ok {
		d.say("server", "%s", server)
	}
	d.rights()
	for _, examine := range []func() error{d.database, d.documents, d.words, d.conflicts, d.search, d.vectors} {
		if err := examine(); err != nil {
			return err
		}
	}
	return d.chart.close()
}

// doctor is the state of one examination.
type doctor struct {
	*session

	store   *sqlite.Store
	chart   *chart
	entries int
}

func (d *doctor) say(what, format string, args ...any) {
	d.chart.note(what, fmt.Sprintf(format, args...))
}

// The remedies.
const (
	restore    = "restore a backup (quarry restore FILE), or save what can be read (quarry salvage)"
	readAgain  = "have all documents read again (quarry reindex --extract); if it stays, the parser is at fault: please report it"
	lostBytes  = "restore a backup, or delete the document and ingest its file again"
	indexAgain = "nothing to do: the next serve, ingest or search builds the index anew"
)

func (d *doctor) database() error {
	err := d.store.Check(d.ctx)
	if err == nil {
		d.say("database", "sound")
		return d.space()
	}
	for _, fault := range faultsOf(err) {
		d.chart.complain(finding{Check: "database", Problem: fault.Error(), Remedy: restore})
	}
	return d.ctx.Err()
}

// muchFree is how many bytes of what was deleted are worth a word.
const muchFree = 16 << 20

// space tells how much of the database is free, where that is much.
func (d *doctor) space() error {
	space, err := d.store.Space(d.ctx)
	if err == nil && space.Free >= muchFree && space.Free >= space.Taken/4 {
		d.say("space", "%s of %s are left of what was deleted: they are used again, or quarry compact gives them back",
			megabytes(space.Free), megabytes(space.Taken))
	}
	return err
}

// rights tells who else may read what is stored: data directories of older versions let
// others in, and who has one may have meant it.
func (d *doctor) rights() {
	for _, made := range []struct {
		path string
		mode os.FileMode
	}{{d.data, 0o700}, {d.session.database(), 0o600}} {
		info, err := os.Stat(made.path)
		if err == nil && info.Mode().Perm()&^made.mode != 0 {
			d.say("rights", "others on this machine may open %s: chmod %o %s keeps it to you", made.path, made.mode, made.path)
		}
	}
}

// faultsOf takes joined errors apart.
func faultsOf(err error) []error {
	if joined, ok := err.(interface{ Unwrap() []error }); ok {
		return joined.Unwrap()
	}
	return []error{err}
}

// pageSize is how much is read at a time.
const pageSize = 500

// documents holds every entry of every document against the stored text. What
// cannot even be read is damage, and does not end the examination.
func (d *doctor) documents() error {
	documents := 0
	err := d.everyDocument(func(document quarry.Document) error {
		documents++
		return d.document(document)
	})
	if err != nil && d.ctx.Err() == nil {
		d.chart.complain(finding{Check: "database", Problem: "cannot be read: " + err.Error(), Remedy: restore})
	}
	d.say("spans", "%d entries of %d documents were held against the stored text", d.entries, documents)
	return d.ctx.Err()
}

func (d *doctor) everyDocument(do func(quarry.Document) error) error {
	page := quarry.PageRequest{Limit: pageSize}
	var show func()
	for {
		found, err := d.store.Documents(d.ctx, quarry.Filter{}, page)
		if err != nil {
			return err
		}
		if show == nil {
			show = d.progress(found.Total)
		}
		for _, document := range found.Items {
			if err := do(document); err != nil {
				return err
			}
			show()
		}
		if found.Next == nil {
			return nil
		}
		page.After = *found.Next
	}
}

// progress draws a bar on a terminal, and nothing anywhere else.
func (d *doctor) progress(documents int) func() {
	if documents < 2 || !isScreen(d.err) {
		return func() {}
	}
	bar := progressbar.NewOptions(documents,
		progressbar.OptionSetWriter(d.err), progressbar.OptionShowCount(), progressbar.OptionSetPredictTime(true),
		progressbar.OptionThrottle(barEvery), progressbar.OptionClearOnFinish(),
		progressbar.OptionSetDescription("examining documents"))
	return func() { _ = bar.Add(1) } // a terminal that went away is none of our business
}

// words tells whose documents were read with another lexicon than the one given.
func (d *doctor) words() error {
	counted, err := countLexicons(d.ctx, d.store, d.lexicon.Fingerprint())
	if err != nil {
		return err
	}
	if counted.otherOwn > 0 {
		d.say("lexicon", "%d documents were read with a lexicon of your own that is not given now: "+
			"an ingest without it reads them anew", counted.otherOwn)
	}
	return nil
}
