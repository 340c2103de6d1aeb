package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"

	"github.com/quarrykb/quarry/bench/generate"
)

// rankingMemoryFigure is the most memory of its own that a process takes which
// answers queries: pages of mapped files are not counted.
func rankingMemoryFigure(count int, peer rankers) figure {
	return memoryWhile(count, peer.name, figure{
		name: fmt.Sprintf("memory matching in %d notes, %s", count, peer.name),
		ours: "the most anonymous memory of a process that asks the lexical index " + strconv.Itoa(matchQueries) +
			" queries",
		peer: "the same with " + peer.says,
	}, ownRankers().name)
}

// scanMemoryFigure is the same of vectors.
func scanMemoryFigure(count int, ours, peer scanners) figure {
	return memoryWhile(count, peer.name, figure{
		name: fmt.Sprintf("memory scanning %d × %d, %s beside %s", count, scannedDim, ours.name, peer.name),
		ours: "the most anonymous memory of a process that opens and asks " + ours.says,
		peer: "the same with " + peer.says,
	}, ours.name)
}

// memoryWhile completes a figure of two processes. What they hold is filled
// before.
func memoryWhile(count int, peer string, f figure, ours string) figure {
	f.unit, f.called = 1000, "MB"
	f.open = func(ctx context.Context, dir string) (contest, error) {
		for _, name := range []string{ours, peer} {
			if err := use(ctx, dir, name, count, 0); err != nil {
				return contest{}, err
			}
		}
		asking := func(name string) side {
			return peakWhile("--ask", name, "--asked", strconv.Itoa(count), "--in", dir)
		}
		return contest{
			ours: asking(ours), peer: asking(peer), each: 1, anew: true, close: func() error { return nil },
		}, nil
	}
	return f
}

// printAsked asks something by its name and prints the most kilobytes that this
// process had of its own meanwhile.
func printAsked(ctx context.Context, out io.Writer, dir, name string, count int) error {
	return printPeak(ctx, out, func(ctx context.Context) error {
		return use(ctx, dir, name, count, matchQueries)
	})
}

// use asks a ranker or a scanner so many queries, by its name.
func use(ctx context.Context, dir, name string, count, queries int) error {
	for _, r := range append(rankingPeers(), ownRankers()) {
		if r.name == name {
			return r.use(ctx, dir, count, queries)
		}
	}
	for _, s := range append(vecScanners(exactForm()), exactScanners(), narrowScanners()) {
		if s.name == name {
			return s.use(ctx, dir, count, queries)
		}
	}
	return fmt.Errorf("nothing is called %q", name)
}

// use opens a ranker, filling it where that is still to be done, and asks it so
// many queries.
func (r rankers) use(ctx context.Context, dir string, count, queries int) error {
	opened, err := r.openFilled(ctx, dir, count)
	if err != nil {
		return err
	}
	for _, words := range generate.NoteQueries(seed, queries, count) {
		err = errors.Join(err, askRanker(ctx, opened, words, matchAny))
	}
	return errors.Join(err, opened.close())
}

// use does the same with a scanner.
func (s scanners) use(ctx context.Context, dir string, count, queries int) error {
	opened, err := s.openFilled(ctx, dir, count)
	if err != nil {
		return err
	}
	for query := range queries {
		_, asked := opened.nearest(ctx, query)
		err = errors.Join(err, asked)
	}
	return errors.Join(err, opened.close())
}
