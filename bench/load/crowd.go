package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"sync"
	"time"
)

// crowdName is what the scenario is called among the routes.
const crowdName = "crowd"

// What the crowd is: exports that are taken slowly, connections on which nothing is
// asked, and a reindex that begins anew when it has ended. Beside it small requests
// begin at constant rates.
const (
	slowReaders     = 200
	idleConnections = 4000
	searchRate      = 20 // a second
	writeRate       = 2
)

// crowded is what small requests came to without the crowd and beside it.
type crowded struct {
	quiet, loud phase
	before      size // of the server, without the crowd
	most        int  // kilobytes of it, while the crowd was there
	after       size
	settling    time.Duration // from the end of the crowd until after
	reindexed   int
	errors      []error // of the crowd itself
}

// phase is what small requests came to for some time.
type phase struct{ search, write opened }

// crowd asks searches and writes small documents for some time, the same again beside a
// crowd, and waits for the memory to return.
func (c *commandLine) crowd(ctx context.Context, s *server, key string, searches []asked) (crowded, error) {
	var r crowded
	if err := raiseFiles(idleConnections + slowReaders + mostUnderWay); err != nil {
		return r, err
	}
	if _, err := alone(ctx, s.url, searches, warming); err != nil {
		return r, err
	}
	own := writer{base: s.url, client: newClient(mostUnderWay), key: key}
	r.quiet = c.small(ctx, own, searches, "quiet")
	var err error
	if r.before, err = sizeOf(ctx, s); err != nil {
		return r, err
	}
	watch := newWatch(ctx, s.pid)
	around, err := gather(ctx, own, idleConnections, slowReaders)
	if err == nil {
		r.loud = c.small(ctx, own, searches, "loud")
	}
	r.errors, r.reindexed = around.leave()
	r.most = slices.Max(append(watch.end(), 0))
	if err != nil {
		return r, err
	}
	r.after, r.settling, err = s.returned(ctx, r.before)
	return r, err
}

// small asks and writes for some time.
func (c *commandLine) small(ctx context.Context, own writer, searches []asked, name string) phase {
	var p phase
	var group sync.WaitGroup
	group.Go(func() { p.search = openLoop(ctx, own.base, searches, searchRate, c.Duration) })
	group.Go(func() {
		p.write = arrive(ctx, writeRate, c.Duration, func(ctx context.Context, number int64) error {
			return own.put(ctx, name, number)
		})
	})
	group.Wait()
	return p
}

// crowdAlone makes the data, starts a server and crowds it.
func (c *commandLine) crowdAlone(ctx context.Context, out io.Writer, dir, binary string) error {
	data := filepath.Join(dir, crowdName)
	if err := os.CopyFS(data, os.DirFS(filepath.Join(dir, "ours"))); err != nil {
		return fmt.Errorf("copy the data for the crowd: %w", err)
	}
	key, err := makeKey(ctx, binary, data)
	if err != nil {
		return err
	}
	quarry, err := start(ctx, data+".log", binary, "--data", data, "serve", "--no-starter", "--addr",
		c.Host+":0")
	if err != nil {
		return err
	}
	err = quarry.settled(ctx)
	var known samples
	if err == nil {
		known, err = readSamples(ctx, quarry.url)
	}
	if err == nil {
		_, _ = fmt.Fprintf(out,
			"%d searches and %d small documents a second for %v, without and with %d slow exports, %d idle connections and a reindex\n\n",
			searchRate, writeRate, c.Duration, slowReaders, idleConnections)
		var came crowded
		came, err = c.crowd(ctx, quarry, key, searches(known))
		shown := newTable(out)
		shown.addCrowded(came)
		err = errors.Join(err, came.failure(), shown.flush())
	}
	return errors.Join(err, quarry.stop())
}

// failure returns what was not answered.
func (r crowded) failure() error {
	failed := r.quiet.search.failed + r.quiet.write.failed + r.loud.search.failed + r.loud.write.failed +
		len(r.errors)
	if failed == 0 {
		return nil
	}
	const few = 3
	all := slices.Concat(r.quiet.search.errors, r.quiet.write.errors, r.loud.search.errors, r.loud.write.errors,
		r.errors)
	return errors.Join(append(all[:min(few, len(all))], fmt.Errorf("%s: %d failures", crowdName, failed))...)
}

// addCrowded shows what came of the crowd, beside the time without it.
func (t table) addCrowded(r crowded) {
	const name = crowdName
	for _, row := range []struct {
		what        string
		loud, quiet opened
	}{
		{"search", r.loud.search, r.quiet.search},
		{"small write, until its job is done", r.loud.write, r.quiet.write},
	} {
		for _, percent := range []int{50, 99} {
			loud, quiet := quantile(row.loud.took, percent), quantile(row.quiet.took, percent)
			p := promise{ratio: ratio(loud, quiet)}
			if percent == 99 {
				p.target = mostCrowded
			}
			t.row(name, fmt.Sprintf("%s: p%d ÷ quiet (%d)", row.what, percent, len(row.loud.took)), brief(loud),
				brief(quiet), p)
		}
	}
	t.row(name, "memory of the process, "+r.settling.Round(time.Second).String()+" after ÷ before",
		megabytes(float64(r.after.process)), megabytes(float64(r.before.process)),
		promise{ratio: float64(r.after.process) / float64(max(1, r.before.process)), target: mostReturned})
	t.row(name, "live heap after ÷ before", megabytes(float64(r.after.live)), megabytes(float64(r.before.live)),
		promise{ratio: float64(r.after.live) / float64(max(1, r.before.live)), target: mostReturned})
	t.row(name, "memory of the process at most ÷ before", megabytes(float64(r.most)),
		megabytes(float64(r.before.process)),
		promise{ratio: float64(r.most) / float64(max(1, r.before.process))})
	t.row(name, "reindexes; failures of the crowd", strconv.Itoa(r.reindexed), strconv.Itoa(len(r.errors)),
		promise{})
	t.row(name, "errors of small requests", strconv.Itoa(r.loud.search.failed+r.loud.write.failed),
		strconv.Itoa(r.quiet.search.failed+r.quiet.write.failed), promise{})
}
