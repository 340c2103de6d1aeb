package main

import (
	"fmt"
	"io"
	"strconv"
	"text/tabwriter"
	"time"
)

// What each route is to keep.
const (
	leastThroughput = 0.5  // of the bare side's
	mostClosedTail  = 4    // times what a request takes on average in a closed loop
	mostOpenTail    = 10   // times the median over one connection
	mostGrowth      = 1.05 // of memory, from the third quarter to the end
	mostCrowded     = 5    // times the slowest of a hundred without the crowd
	mostReturned    = 1.1  // of memory, once the crowd is gone
)

// table shows one line for each promise.
type table struct{ to *tabwriter.Writer }

func newTable(out io.Writer) table {
	const padding = 2
	t := table{tabwriter.NewWriter(out, 0, 0, padding, ' ', 0)}
	_, _ = fmt.Fprintln(t.to, "route\twhat\tours\tbeside\tratio\ttarget\t")
	return t
}

func (t table) flush() error { return t.to.Flush() }

// add shows what came of a route.
func (t table) add(name string, r result) {
	ours, bare := rateOf(r.ours), rateOf(r.bare)
	t.row(name, "requests a second ÷ bare", perSecond(ours), perSecond(bare),
		promise{ours / bare, leastThroughput, true})
	if used, beside := costOf(r.ours), costOf(r.bare); used > 0 && beside > 0 {
		t.row(name, "processor time a request ÷ bare", brief(used), brief(beside), promise{
			ratio: ratio(used, beside),
		})
	}
	mean := time.Duration(float64(r.connections) / ours * float64(time.Second))
	tail := tailOf(r.ours)
	t.row(name, fmt.Sprintf("closed loop: p99 (bare: %s) ÷ (connections ÷ rate)", brief(tailOf(r.bare))),
		brief(tail), brief(mean), promise{ratio(tail, mean), mostClosedTail, false})
	median, late := quantile(r.alone, 50), quantile(r.open.took, 99)
	t.row(name, fmt.Sprintf("open loop at %s: p99 (bare: %s) ÷ p50 alone", perSecond(r.rate),
		brief(quantile(r.openBare.took, 99))), brief(late), brief(median),
		promise{ratio(late, median), mostOpenTail, false})
	before, after := r.grown()
	t.row(name, "memory: end ÷ third quarter", megabytes(after), megabytes(before),
		promise{after / before, mostGrowth, false})
	t.row(name, fmt.Sprintf("errors of %d requests (bare: of %d)", counted(r.ours, r.open),
		counted(r.bare, r.openBare)),
		strconv.Itoa(failures(r.ours, r.open)), strconv.Itoa(failures(r.bare, r.openBare)), promise{})
	_ = t.to.Flush() // flushed again at the end, which says what went wrong
}

// promise is a ratio and what it is to be.
type promise struct {
	ratio, target float64
	atLeast       bool
}

func (t table) row(name, what, ours, beside string, p promise) {
	ratio, target := "", ""
	if p.ratio > 0 {
		ratio = fmt.Sprintf("%.2f", p.ratio)
	}
	if p.target > 0 {
		target = fmt.Sprintf("≤ %g", p.target)
		met := p.ratio <= p.target
		if p.atLeast {
			target, met = fmt.Sprintf("≥ %g", p.target), p.ratio >= p.target
		}
		if met {
			target += " met"
		} else {
			target += " MISSED"
		}
	}
	_, _ = fmt.Fprintf(t.to, "%s\t%s\t%s\t%s\t%s\t%s\t\n", name, what, ours, beside, ratio, target)
}

// tailOf returns the median of the turns' slowest of a hundred.
func tailOf(turns []turn) time.Duration {
	tails := make([]time.Duration, 0, len(turns))
	for _, t := range turns {
		tails = append(tails, t.p99)
	}
	return median(tails)
}

// costOf returns how long a server had a processor for each request, on average.
func costOf(turns []turn) time.Duration {
	requests, used := 0, time.Duration(0)
	for _, t := range turns {
		requests, used = requests+t.requests, used+t.cpu
	}
	return used / time.Duration(max(1, requests))
}

// grown returns the mean memory of the third quarter of what was seen, and of the
// last tenth.
func (r result) grown() (float64, float64) {
	const quarters, tenth = 4, 10
	n := len(r.memory)
	if n < quarters {
		return 1, 1
	}
	return mean(r.memory[n*2/quarters : n*3/quarters]), mean(r.memory[n-max(1, n/tenth):])
}

func perSecond(rate float64) string          { return fmt.Sprintf("%.0f/s", rate) }
func megabytes(kilobytes float64) string     { return fmt.Sprintf("%.0f MB", kilobytes/1024) }
func brief(d time.Duration) string           { return fmt.Sprintf("%.2f ms", d.Seconds()*1000) }
func ratio(one, other time.Duration) float64 { return float64(one) / float64(max(1, other)) }
