package sqlite

import (
	"sync"

	"github.com/quarrykb/quarry"
)

// mostJudged bounds the memory of what was judged, at some 10 MB.
const mostJudged = 100_000

// judged remembers what a derivation has judged since it was at the feed's end
// for the last time. A claim is judged by all specs that make it, so that a
// later step need not judge it again for changes that were there already: many
// documents that speak of the same things would cost the square of their number.
type judged struct {
	mu      sync.Mutex
	version string
	at      map[string]quarry.Sequence // of the store, by claim
}

// pick takes those of some claims that have to be judged for a change: not ""
// and not what was judged by all that is stored since.
func (j *judged) pick(into map[string]bool, changed quarry.Sequence, claims ...string) {
	j.mu.Lock()
	defer j.mu.Unlock()
	for _, claim := range claims {
		if claim != "" && j.at[claim] < changed {
			into[claim] = true
		}
	}
}

// begin forgets what another version has judged.
func (j *judged) begin(version string) {
	j.mu.Lock()
	defer j.mu.Unlock()
	if version != j.version {
		j.version, j.at = version, nil
	}
}

// note takes the claims that a committed step has judged at a sequence.
func (j *judged) note(version string, claims []string, at quarry.Sequence) {
	j.mu.Lock()
	defer j.mu.Unlock()
	if version != j.version {
		return
	}
	if j.at == nil || len(j.at)+len(claims) > mostJudged {
		j.at = make(map[string]quarry.Sequence, len(claims))
	}
	for _, claim := range claims {
		j.at[claim] = at
	}
}

// forget is called at the feed's end: what changes from then on is new.
func (j *judged) forget() {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.at = nil
}
