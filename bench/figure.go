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
	unit   time.Duration // in which both times are shown
	called string        // the unit's name where what is measured is no time; "" where it is

	// open makes both sides. The folder is the run's: figures that need the same
	// data find it there.
	open func(ctx context.Context, dir string) (contest, error)
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

// scale is how much is ingested by the figures of which the size matters.
type scale struct{ documents, entries int }

// figures lists all there are, in the order of the table.
func figures(s scale) []figure {
	return slices.Concat(ingestFigures(s), []figure{typingFigure(), preparingFigure()}, hostileFigures(), claimFigures(), []figure{
		drawFigure(), filteredDrawFigure(), firstDrawFigure(),
		questionOverLoopback(), newQuestionOverLoopback(), questionInProcess(), newQuestionInProcess(),
		searchFigure(), highlightFigure(),
	})
}
