package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime"
	"slices"
	"strings"

	"github.com/alecthomas/kong"
)

type commandLine struct {
	Figures   []string `arg:"" optional:"" help:"Measure only figures whose name contains one of these words." placeholder:"WORD"`
	Rounds    int      `help:"Rounds that count." default:"5"`
	Documents int      `help:"Documents that the figures of ingest read." default:"1000"`
	Entries   int      `help:"Entries in the file of records that they read." default:"10000"`
	Notes     []int    `help:"Notes that are indexed and searched, and vectors that are scanned: each figure of searching comes once for each of these." default:"1000,100000"`
	PeakOf    string   `help:"Ingest this folder into a new base, print the most memory that it took in kB, and stop." hidden:"" placeholder:"DIR"`
	Ask       string   `help:"Open what has this name in a folder of figures, ask it, print the most memory that it took in kB, and stop." hidden:"" placeholder:"NAME"`
	Asked     int      `help:"How many entries it has." hidden:""`
	In        string   `help:"The folder." hidden:"" placeholder:"DIR"`
	Profile   string   `help:"Write a CPU profile to this file, both sides in it and the first figure's preparation not." placeholder:"FILE"`
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	var line commandLine
	kong.Parse(&line, kong.Name("bench"), kong.Description("Measure Quarry beside peers, as ratios in one run."))
	err := line.run(ctx, os.Stdout)
	stop()
	if err != nil {
		_, _ = fmt.Fprintf(os.Stderr, "bench: %v\n", err)
		os.Exit(1)
	}
}

// run measures what was asked for and prints the table. A missed target is no
// error: the machine may be busy, and the reader sees the spread.
func (c *commandLine) run(ctx context.Context, out io.Writer) error {
	switch {
	case c.PeakOf != "":
		return printIngested(ctx, out, c.PeakOf)
	case c.Ask != "":
		return printAsked(ctx, out, c.In, c.Ask, c.Asked)
	}
	chosen := c.chosen()
	if len(chosen) == 0 || c.Rounds < 1 || c.Documents < leastDocuments || c.Entries < 1 ||
		len(c.Notes) > 0 && slices.Min(c.Notes) < leastNotes {
		return fmt.Errorf("no figure is called %q, there are no rounds, or too few documents or notes",
			strings.Join(c.Figures, " "))
	}
	dir, err := os.MkdirTemp("", "quarry-bench-")
	if err != nil {
		return err
	}
	p := &profile{file: c.Profile}
	err = errors.Join(c.measure(ctx, out, chosen, run{dir: dir, rounds: c.Rounds, profile: p}), p.stop())
	return errors.Join(err, os.RemoveAll(dir))
}

func (c *commandLine) measure(ctx context.Context, out io.Writer, chosen []figure, r run) error {
	_, _ = fmt.Fprintf(out,
		"ours ÷ peer, medians of %d rounds, the sides taking turns; %s on %s/%s, %d cores\n\n",
		c.Rounds, runtime.Version(), runtime.GOOS, runtime.GOARCH, runtime.NumCPU())
	for _, f := range chosen {
		_, _ = fmt.Fprintf(out, "%s\n  ours: %s\n  peer: %s\n", f.name, f.ours, f.peer)
	}
	_, _ = fmt.Fprintln(out)
	shown := newTable(out)
	for _, f := range chosen {
		came, err := f.measure(ctx, r)
		if err != nil {
			return errors.Join(fmt.Errorf("%s: %w", f.name, err), shown.flush())
		}
		shown.add(f, came.result(median))
		if f.tail {
			shown.add(f.tailed(), came.result(slowest))
		}
	}
	return shown.flush()
}

// run is what figures are measured with.
type run struct {
	dir     string
	rounds  int
	profile *profile
}

// measure opens a figure, runs it and closes it.
func (f figure) measure(ctx context.Context, r run) (measured, error) {
	opened, err := f.open(ctx, r.dir)
	if err != nil {
		return nil, err
	}
	err = r.profile.start()
	if err != nil {
		return nil, errors.Join(err, opened.close())
	}
	came, err := opened.measure(ctx, r.rounds)
	return came, errors.Join(err, opened.close())
}

func (c *commandLine) chosen() []figure {
	all := figures(scale{documents: c.Documents, entries: c.Entries, notes: c.Notes})
	if len(c.Figures) == 0 {
		return all
	}
	var chosen []figure
	for _, f := range all {
		for _, word := range c.Figures {
			if strings.Contains(f.name, word) {
				chosen = append(chosen, f)
				break
			}
		}
	}
	return chosen
}
