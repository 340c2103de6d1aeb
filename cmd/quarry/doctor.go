package main

import (
	"cmp"
	"context"
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
func (c *doctorCommand) Run(ctx context.Context, s *session) (err error) {
	store, err := s.OpenStore(ctx, sqlite.OpenReadOnly)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, store.Close()) }()
	d := doctor{session: s, store: store, chart: c.newChart(s)}
	d.say("data", "%s", s.Data)
	if server, ok := s.Server(); ok {
		d.say("server", "%s", server)
	}
	d.rights()
	e := examiner{store: store, lexicon: s.Lexicon, chart: d.chart, show: d.progress, rest: noRest, spans: true}
	for _, examine := range []func(context.Context) error{e.everything, d.space, d.words, d.jobs, d.search} {
		if err := examine(ctx); err != nil {
			return err
		}
	}
	return d.chart.close()
}

// doctor is the state of one examination.
type doctor struct {
	*session

	store *sqlite.Store
	chart *chart
}

func (d *doctor) say(what, format string, args ...any) {
	d.chart.note(what, fmt.Sprintf(format, args...))
}

// The remedies.
const (
	restore    = "restore a backup (quarry restore FILE), or save what can be read (quarry salvage)"
	readAgain  = "have all documents read again (quarry reindex --extract); if it stays, the parser is at fault: please report it"
	lostBytes  = "restore a backup (quarry restore FILE), or have quarry salvage take the document out and ingest its file again"
	indexAgain = "nothing to do: the next serve, ingest or search builds the index anew"
)

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
			megabytes(space.Free), megabytes(space.Taken))
	}
	return nil
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
			d.say("rights", "others on this machine may open %s: chmod %o %s keeps it to you", made.path, made.mode, made.path)
		}
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

// jobs tells of jobs that wait for something, or were given up: what was handed in with
// them is no document yet.
func (d *doctor) jobs(ctx context.Context) error {
	for _, of := range []struct {
		state quarry.JobState
		said  string
	}{
		{quarry.JobWaiting, "%d wait for something and are tried again: quarry jobs list says for what"},
		{quarry.JobGivenUp, "%d were given up, and what was handed in is kept: quarry jobs list, then quarry jobs retry or quarry jobs drop"},
	} {
		found, err := d.store.Jobs(ctx, quarry.JobFilter{States: []quarry.JobState{of.state}}, quarry.PageRequest{Limit: 1})
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

// words tells whose documents were read with another lexicon than the one given.
func (d *doctor) words(ctx context.Context) error {
	counted, err := countLexicons(ctx, d.store, d.Lexicon.Fingerprint())
	if err != nil { // the examination has said so
		return ctx.Err()
	}
	if counted.otherOwn > 0 {
		d.say("lexicon", "%d documents were read with a lexicon of your own that is not given now: "+
			"an ingest without it reads them anew", counted.otherOwn)
	}
	return nil
}
