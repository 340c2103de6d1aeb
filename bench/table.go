package main

import (
	"cmp"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"
	"time"
)

// table shows results as they come in.
type table struct {
	out    *tabwriter.Writer
	missed int
}

func newTable(out io.Writer) *table {
	t := &table{out: tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)}
	t.line("figure", "ours", "peer", "ratio", "rounds", "target", "")
	return t
}

func (t *table) line(cells ...string) {
	for _, cell := range cells {
		_, _ = fmt.Fprintf(t.out, "%s\t", cell)
	}
	_, _ = fmt.Fprintln(t.out)
}

// add shows what a figure came to.
func (t *table) add(f figure, r result) {
	ratio, target, verdict := fmt.Sprintf("%.2f", r.ratio), "-", "met"
	switch {
	case f.target > 0:
		target = fmt.Sprintf("≤ %.1f", f.target)
	case f.least > 0:
		ratio, target = fmt.Sprintf("%.3f", r.ratio), fmt.Sprintf("≥ %.3f", f.least)
	default:
		verdict = ""
	}
	if f.misses(r.ratio) {
		verdict = "MISSED"
		t.missed++
	}
	t.line(f.name, f.shown(r.ours), f.shown(r.peer), ratio, fmt.Sprintf("%.2f–%.2f", r.low, r.high), target,
		verdict)
}

func (t *table) flush() error { return t.out.Flush() }

// shown writes what a side came to in a figure's unit.
func (f figure) shown(came time.Duration) string {
	return fmt.Sprintf("%.1f %s", float64(came)/float64(f.unit),
		cmp.Or(f.called, strings.TrimPrefix(f.unit.String(), "1")))
}
