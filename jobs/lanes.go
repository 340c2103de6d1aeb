package jobs

import (
	"slices"
	"strings"
	"time"

	"github.com/quarrykb/quarry"
)

// Jobs run side by side in lanes, so that what is done in a moment never waits for what
// takes minutes. The long lane has the kinds that read everything, and large files, one of
// each kind at a time: two of them would only take each other's time. All others are short;
// one that turns out to take long leaves its place in the short lane to the next. However
// many of these there are, one short job goes on beside them. A job that has stored all, and
// waits until it is indexed, is in no lane.
const (
	shortAtOnce = 2
	lateAtOnce  = 8                      // jobs that have left the short lane
	shortTime   = 500 * time.Millisecond // after which a job leaves it
	shortBytes  = 1 << 20                // of the files of a short job
)

// lane is where a job runs.
type lane uint8

const (
	laneShort lane = iota
	laneLong
	laneLate // begun as a short one
	laneNone // it takes no other job's time any more
)

// laneOf returns the lane that a job begins in.
func laneOf(order quarry.JobOrder) lane {
	var bytes int64
	for _, file := range order.Files {
		bytes += file.Bytes
	}
	if bytes > shortBytes || order.Kind == quarry.JobReindex || order.Kind == quarry.JobBackup {
		return laneLong
	}
	return laneShort
}

// take takes the first job that does not wait, that need not come behind another one, and
// whose lane has room.
func (d *Desk) take() *liveJob {
	d.mu.Lock()
	defer d.mu.Unlock()
	for i, open := range d.queue {
		if open.phase != phaseReady {
			continue
		}
		begins := laneOf(open.job.Order)
		behind := slices.ContainsFunc(d.queue[:i], func(earlier *liveJob) bool {
			return follows(open.job.Order, earlier.job.Order)
		})
		if behind || !d.hasRoom(begins, open.job.Order.Kind) {
			continue
		}
		open.phase, open.lane = phaseTaken, begins
		return open
	}
	return nil
}

// hasRoom reports whether a lane has room for a job of some kind. The desk's mutex is held.
func (d *Desk) hasRoom(in lane, kind quarry.JobKind) bool {
	short, late := 0, 0
	for _, open := range d.queue {
		switch {
		case open.phase != phaseTaken:
		case open.lane == laneShort:
			short++
		case open.lane == laneLate:
			late++
		case open.lane == laneLong && in == laneLong && open.job.Order.Kind == kind:
			return false
		}
	}
	return in == laneLong || short == 0 || short < shortAtOnce && late < lateAtOnce
}

// leaveShort lets the next job into the short lane in the place of one that takes long.
func (d *Desk) leaveShort(open *liveJob) {
	d.mu.Lock()
	if open.phase == phaseTaken && open.lane == laneShort {
		open.lane = laneLate
	}
	d.mu.Unlock()
	d.look()
}

// follows reports whether a job has to come behind an earlier one that is not done: both
// write or remove documents, and one names a document that is the other's, or below it, or
// may be any. Neither a reindex nor a backup has to: they take what is there.
func follows(later, earlier quarry.JobOrder) bool {
	ours, theirs := namedBy(later), namedBy(earlier)
	if ours.any || theirs.any {
		return ours.some() && theirs.some()
	}
	return slices.ContainsFunc(ours.places, func(one quarry.JobPlace) bool {
		return slices.ContainsFunc(theirs.places, func(other quarry.JobPlace) bool {
			return one.Collection == other.Collection && (isBelow(one.Path, other.Path) || isBelow(other.Path, one.Path))
		})
	})
}

// named is what an order names of what is stored.
type named struct {
	places []quarry.JobPlace
	any    bool // it may name every place
}

func (n named) some() bool { return n.any || len(n.places) > 0 }

func namedBy(order quarry.JobOrder) named {
	var n named
	for _, file := range order.Files {
		n.places = append(n.places, quarry.JobPlace{Collection: file.Collection, Path: file.Path})
		n.any = n.any || file.Carries
	}
	if order.Kind == quarry.JobDelete {
		n.places = append(n.places, order.Place)
		n.any = order.Place == quarry.JobPlace{}
	}
	return n
}

// isBelow reports whether a path is another one, or below it.
func isBelow(path, above string) bool {
	return path == above || strings.HasPrefix(path, above+"/")
}
