package conflicts

import (
	"cmp"
	"context"
	"reflect"
	"slices"
	"sync"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/store/sqlite/db"
)

// What is remembered: so many claims that were judged, which take some 10 MB, and the
// verdicts on so many groups.
const (
	mostJudged = 100_000
	mostCached = 1000
)

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

// note takes what a committed step has judged: the verdicts on long groups, and the claims
// that were judged by all there are. At the feed's end it forgets these: what changes from
// then on is new.
func (j *judged) note(step *derivation, longGroup int) {
	j.mu.Lock()
	defer j.mu.Unlock()
	if step.version != j.version {
		return
	}
	j.cursor = step.derived.Cursor
	for claim, cached := range step.verdicts {
		delete(j.verdicts, claim)
		if cached == nil || cached.walked < longGroup {
			continue
		}
		if j.verdicts == nil || len(j.verdicts) >= mostCached {
			j.verdicts = map[string]*cachedVerdict{}
		}
		j.verdicts[claim] = cached
	}
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

// forget forgets what was judged.
func (j *judged) forget() {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.at, j.verdicts, j.cursor = nil, nil, nowhere
}

// cachedVerdict is what is kept of a long group once it was judged. As long as its
// core is there, a claim more or less is judged by the core alone: a log of a
// hundred thousand readings is not walked for each further one. It is kept in
// memory, and missing after a start: then the group is walked once.
type cachedVerdict struct {
	core    []quarry.Spec
	outside int // claims that agree with all others, at most
	walked  int // claims that it was judged by
}

// resume judges a claim by its cached verdict and by the specs that changed. It
// reports whether that is enough to know: otherwise the group has to be walked.
func (d *derivation) resume(ctx context.Context, v *db.Snapshot, claim string) (judgement, bool, error) {
	var found judgement
	cached := d.store.judged.cached(claim)
	changed, known := d.specs[claim]
	if !known || cached == nil || len(cached.core) == 0 {
		return found, false, nil
	}
	stored, err := readStoredConflicts(ctx, v, []string{claim})
	if err != nil {
		return found, false, err
	}
	found.was = stored[claim]
	core, err := readNamed(ctx, v, claim, idsOf(cached.core))
	told := slices.SortedFunc(slices.Values(cached.core), func(a, b quarry.Spec) int { return cmp.Compare(a.ID, b.ID) })
	if err != nil || !slices.EqualFunc(core, told, isStill) {
		return found, false, err
	}
	fresh, err := readNamed(ctx, v, claim, changed)
	if err != nil {
		return found, false, err
	}
	if found.left, err = readGoneOf(ctx, v, claim, changed); err != nil {
		return found, false, err
	}
	return found, found.resume(claim, *cached, fresh, d.judge), nil
}

// resume judges claims that are new by a cached verdict, and reports whether that
// tells all: what else is in the conflict stays there, and nothing else comes in.
func (j *judgement) resume(claim string, cached cachedVerdict, fresh []claimant, judge Judge) bool {
	old := idsOf(cached.core)
	specs := slices.Clone(cached.core)
	for _, c := range fresh {
		if !slices.Contains(old, c.spec.ID) {
			specs = append(specs, c.spec)
		}
	}
	verdict := judge(slices.Values(specs))
	widened := slices.ContainsFunc(verdict.Core, func(s quarry.Spec) bool { return !slices.Contains(old, s.ID) })
	disagree := verdict.Disagrees != nil
	if disagree && widened && cached.outside > 0 || disagree != (j.was.id != "") {
		return false
	}
	if widened {
		cached.core = verdict.Core
	}
	j.finds(claim, verdict)
	for _, c := range fresh {
		if !disagree || !verdict.Disagrees(c.spec) {
			cached.outside++
		}
		j.settle(c, verdict)
	}
	j.claims = 0
	if disagree {
		j.claims = j.was.claims + len(j.joined) - len(j.left)
	}
	j.cached = &cached
	return true
}

// readNamed reads those of some specs that make a claim, by id.
func readNamed(ctx context.Context, from db.Querier, claim string, ids []quarry.SpecID) ([]claimant, error) {
	const query = `SELECT ` + claimantColumns + `
		WHERE e.id IN (SELECT value FROM json_each(?)) AND +e.claim = ? ORDER BY e.id`
	return collectClaimants(ctx, from, query, db.JSONList(ids), claim)
}

func idsOf(specs []quarry.Spec) []quarry.SpecID {
	ids := make([]quarry.SpecID, 0, len(specs))
	for _, s := range specs {
		ids = append(ids, s.ID)
	}
	return ids
}

// isStill reports whether a claim is what a judge was told of it.
func isStill(c claimant, told quarry.Spec) bool {
	now := c.spec
	return now.ID == told.ID && now.Attribute.Kind == told.Attribute.Kind &&
		now.Value.Qualifier == told.Value.Qualifier && now.Value.Step == told.Value.Step &&
		reflect.DeepEqual(now.Value.Bounds, told.Value.Bounds) && reflect.DeepEqual(now.Normalized, told.Normalized)
}
