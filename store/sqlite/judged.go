package sqlite

import (
	"slices"
	"sync"

	"github.com/quarrykb/quarry"
)

// mostJudged bounds the memory of what was judged, at some 10 MB.
const mostJudged = 100_000

// judged remembers what a derivation has judged since it was at the feed's end
// for the last time. A claim is judged by all specs that make it, so that a
// later step need not judge it again for changes that were there already: many
// documents that speak of the same things would cost the square of their number.
// Of long groups it caches the verdict, as of the cursor.
type judged struct {
	mu       sync.Mutex
	version  string
	cursor   quarry.Sequence
	at       map[string]quarry.Sequence // of the store, by claim
	verdicts map[string]*cachedVerdict  // by claim
	least    int                        // claims of a group whose verdict is cached
}

// nowhere is no cursor that a derivation comes to.
const nowhere quarry.Sequence = -1

// pick returns those of some claims that have to be judged for a change: not ""
// and not what was judged by all that is stored since.
func (j *judged) pick(changed quarry.Sequence, claims ...string) []string {
	j.mu.Lock()
	defer j.mu.Unlock()
	var picked []string
	for _, claim := range claims {
		if claim != "" && j.at[claim] < changed {
			picked = append(picked, claim)
		}
	}
	return picked
}

// cached returns the verdict on a group, nil where the group has to be walked.
func (j *judged) cached(claim string) *cachedVerdict {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.verdicts[claim]
}

// begin forgets what another version has judged, or a judge that came to another
// cursor.
func (j *judged) begin(version string, cursor quarry.Sequence) {
	j.mu.Lock()
	defer j.mu.Unlock()
	if version != j.version || cursor != j.cursor {
		j.verdicts = nil
	}
	if version != j.version {
		j.version, j.at = version, nil
	}
	j.cursor = nowhere // until this step is done
}

// note takes what a committed step has judged.
func (j *judged) note(step *derivation) {
	j.mu.Lock()
	defer j.mu.Unlock()
	if step.version != j.version {
		return
	}
	j.cursor = step.derived.Cursor
	j.noteClaims(step)
	for claim, cached := range step.verdicts {
		delete(j.verdicts, claim)
		if cached == nil || cached.walked < j.least {
			continue
		}
		if j.verdicts == nil || len(j.verdicts) >= mostCached {
			j.verdicts = map[string]*cachedVerdict{}
		}
		j.verdicts[claim] = cached
	}
}

// noteClaims notes what was judged by all claims that there are. At the feed's
// end it forgets all: what changes from then on is new.
func (j *judged) noteClaims(step *derivation) {
	if step.end {
		j.at = nil
		return
	}
	if j.at == nil || len(j.at)+len(step.claims) > mostJudged {
		j.at = make(map[string]quarry.Sequence, len(step.claims))
	}
	for _, claim := range step.claims {
		if !slices.Contains(step.resumed, claim) {
			j.at[claim] = step.stored
		}
	}
}
