package main

import (
	"context"
	"slices"
	"time"
)

// figure is one comparison of Quarry with a peer.
type figure struct {
	name   string
	ours   string        // what Quarry does, in words
	peer   string        // what the peer does
	target float64       // what ours ÷ peer may be at most; 0 where nothing is promised
	least  float64       // what it has to be at least, where more is better
	tail   bool          // whether the slowest of a hundred are shown, too
	unit   time.Duration // in which both times are shown
	called string        // the unit's name where what is measured is no time; "" where it is

	// open makes both sides. The folder is the run's: figures that need the same
	// data find it there.
	open func(ctx context.Context, dir string) (contest, error)
}

// tailed is the line of a figure's slowest, of which nothing is promised.
func (f figure) tailed() figure {
	return figure{name: f.name + ", p99", unit: f.unit, called: f.called}
}

// misses reports whether a ratio is not what was promised.
func (f figure) misses(ratio float64) bool {
	return f.target > 0 && ratio > f.target || f.least > 0 && ratio < f.least
}

// contest is a figure that is ready to be measured.
type contest struct {
	ours, peer side
	each       int  // times that a round measures each side
	anew       bool // every piece of work begins in an empty folder, so that no round warms up
	close      func() error
}

// side does the i-th piece of work once and says how long it took, without what
// it had to prepare. Both sides get the same i, and no i comes twice.
type side func(ctx context.Context, i int) (time.Duration, error)

// timed is a side that has nothing to prepare.
func timed(work func(ctx context.Context, i int) error) side {
	return func(ctx context.Context, i int) (time.Duration, error) {
		began := time.Now()
		err := work(ctx, i)
		return time.Since(began), err
	}
}

// scale is how much is ingested and searched by the figures of which the size
// matters.
type scale struct {
	documents, entries int
	notes              []int // one after the other
}

// figures lists all there are, in the order of the table.
func figures(s scale) []figure {
	all := slices.Concat(ingestFigures(s), []figure{typingFigure(), preparingFigure()}, hostileFigures(),
		claimFigures(), []figure{
			drawFigure(), filteredDrawFigure(), firstDrawFigure(),
			questionOverLoopback(), newQuestionOverLoopback(), questionInProcess(), newQuestionInProcess(),
			searchFigure(), highlightFigure(), loopbackFigure(), checkFigure(), contextFigure(),
		})
	for _, count := range s.notes {
		all = append(all, searchingFigures(count)...)
	}
	return all
}

// searchingFigures measure searches of so many notes and vectors. What is
// promised is promised of promisedNotes; only recall is the same for any number.
func searchingFigures(count int) []figure {
	all := slices.Concat(rankingFigures(count), scanningFigures(count), []figure{
		hybridFigure(count), trainingFigure(count),
	})
	for i := range all {
		if count != promisedNotes {
			all[i].target = 0
		}
	}
	return all
}

// promisedNotes is the number of notes and vectors that targets are for.
const promisedNotes = 100_000
