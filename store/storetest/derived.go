package storetest

import (
	"context"
	"iter"
	"strings"
	"testing"

	"github.com/quarrykb/quarry"
)

// Deriver derives conflicts, a glossary and links.
type Deriver interface {
	Glossarist
	Linker

	DeriveConflicts(ctx context.Context, version string, most int, judge judgeFunc) (quarry.Derived, error)
	ConflictsDerived(ctx context.Context, version string) (quarry.Derived, error)
	PreviewConflicts(ctx context.Context, gone []quarry.SpecID, added []quarry.Spec, judge judgeFunc) (quarry.Derived, error)
	RejudgeConflicts(ctx context.Context, version string, judge judgeFunc) ([]quarry.ConflictID, quarry.Derived, error)
}

// ConflictReader reads conflicts, and claims that are compared.
type ConflictReader interface {
	Conflicts(ctx context.Context, f quarry.Filter, r quarry.PageRequest) (quarry.Page[quarry.Conflict], error)
	ConflictHeads(ctx context.Context, f quarry.Filter, r quarry.PageRequest) (quarry.Page[quarry.Conflict], error)
	Conflict(ctx context.Context, id quarry.ConflictID) (quarry.Conflict, quarry.Sequence, error)
	ClaimsOf(ctx context.Context, devices []quarry.DeviceID, attributes []quarry.AttributeID) ([]quarry.Spec, quarry.Sequence, error)
}

type judgeFunc = func(claims iter.Seq[quarry.Spec]) quarry.Verdict

// strictly finds claims in conflict whose ranges do not meet; a claim of an open
// bound agrees with everybody.
func strictly(claims iter.Seq[quarry.Spec]) quarry.Verdict {
	lowest, highest := ends(claims)
	if lowest.ID == "" {
		return quarry.Verdict{}
	}
	least, most := *lowest.Value.Max, *highest.Value.Min
	if least >= most {
		return quarry.Verdict{}
	}
	verdict := quarry.Verdict{Conflict: quarry.ConflictOver(lowest)}
	verdict.Conflict.Ratio, verdict.Conflict.Hint = new(most/least), "not the same"
	verdict.Disagrees = func(s quarry.Spec) bool {
		return numbered(s) && (*s.Value.Min > least || *s.Value.Max < most)
	}
	return verdict
}

// ends returns the claims of the least upper end and of the greatest lower one.
func ends(claims iter.Seq[quarry.Spec]) (quarry.Spec, quarry.Spec) {
	var lowest, highest quarry.Spec
	for claim := range claims {
		if !numbered(claim) {
			continue
		}
		if lowest.ID == "" || *claim.Value.Max < *lowest.Value.Max {
			lowest = claim
		}
		if highest.ID == "" || *claim.Value.Min > *highest.Value.Min {
			highest = claim
		}
	}
	return lowest, highest
}

func numbered(s quarry.Spec) bool { return s.Value.Min != nil && s.Value.Max != nil }

// always finds everything in conflict.
func always(claims iter.Seq[quarry.Spec]) quarry.Verdict {
	verdict := quarry.Verdict{Disagrees: func(quarry.Spec) bool { return true }}
	for claim := range claims {
		verdict.Conflict = quarry.ConflictOver(claim)
	}
	return verdict
}

// version is that of strictly.
const version = "strictly/1"

// derive reads the feed to its end, a claim or some at a time.
func derive(t *testing.T, store Store) quarry.Derived {
	t.Helper()
	var sum quarry.Derived
	for range 1000 {
		next, err := store.DeriveConflicts(t.Context(), version, 2, strictly)
		sum = sum.Plus(must(t, next, err))
		if sum.Cursor == sum.Revision {
			equal(t, "revision", sum.Revision, revisionOf(t, store))
			well(t, store)
			return sum
		}
	}
	t.Fatal("the end of the feed is never reached")
	return sum
}

// well fails unless judging everything anew comes to the same.
func well(t *testing.T, store Store) {
	t.Helper()
	wrong, at, err := store.RejudgeConflicts(t.Context(), version, strictly)
	if err != nil || len(wrong) > 0 || at.Cursor != at.Revision {
		t.Errorf("judged anew, %v are others (derived up to %d of %d, %v)", wrong, at.Cursor, at.Revision, err)
	}
}

// derivedState is what readers see of the conflicts.
type derivedState struct {
	Conflicts []quarry.Conflict
	Specs     []quarry.Spec
}

func derivedOf(t *testing.T, store Store) derivedState {
	t.Helper()
	page, err := store.Conflicts(t.Context(), quarry.Filter{}, everything())
	state := derivedState{Conflicts: must(t, page, err).Items, Specs: listAll(t.Context(), t, store.Specs)}
	for i, conflict := range state.Conflicts {
		whole, _, err := store.Conflict(t.Context(), conflict.ID)
		state.Conflicts[i] = must(t, whole, err)
	}
	return state
}

// said names a conflict by what is claimed in it.
func said(c quarry.Conflict) string {
	words := []string{string(c.Device.ID), string(c.Attribute.ID)}
	for _, claim := range c.Claims {
		words = append(words, claim.Source.Path+"="+claim.Value.Text)
	}
	return strings.Join(words, " ")
}

// conflictsSaid lists what is claimed in the conflicts that a filter lets
// through.
func conflictsSaid(t *testing.T, store Store, f quarry.Filter) []string {
	t.Helper()
	page, err := store.Conflicts(t.Context(), f, everything())
	var all []string
	for _, c := range must(t, page, err).Items {
		all = append(all, said(c))
	}
	equal(t, "total", page.Total, len(all))
	return all
}

func derivedTests() tests {
	return tests{
		"claims that disagree are in conflict once it is derived":   conflictIsDerived,
		"a conflict has the claims that disagree, and related ones": conflictHasClaims,
		"engines and rates of bits and bytes are judged together":   judgedTogether,
		"conflicts are listed by device and filtered by claim":      conflictLists,
		"specs are filtered by conflict":                            specsInConflict,
		"a conflict follows its claims":                             conflictFollows,
		"a deletion is seen before it is derived":                   deletionIsSeen,
		"any order of documents comes to the same conflicts":        anyOrder,
		"claims come and go in any order":                           claimsComeAndGo,
		"another version derives anew":                              anotherVersion,
		"a conflict that loses a claim to another is judged":        claimsAreLost,
		"an interrupted derivation goes on":                         derivationGoesOn,
		"conflicts are derived while two write":                     derivedBesideWriters,
		"the feed tells of conflicts":                               feedTellsConflicts,
		"many claims of one thing are judged as one":                manyClaims,
		"a preview says what deriving would":                        previewedConflicts,
		"claims of devices are read at once":                        claimsOfDevices,
		"a claim without a number is in no conflict":                numberlessClaims,
	}
}

// powers saves a document that claims powers of press-1.
func powers(t *testing.T, store Store, path string, watts ...float64) {
	t.Helper()
	save(t, store, powerNote(path, watts...))
}

func powerNote(path string, watts ...float64) quarry.Knowledge {
	draft := NewDraft(path)
	for _, w := range watts {
		draft.Spec("press-1", "power", w, "W")
	}
	return draft.Knowledge()
}

func conflictIsDerived(t *testing.T, store Store) {
	t.Helper()
	powers(t, store, "a.md", 700)
	powers(t, store, "b.md", 350)
	powers(t, store, "c.md", 700)
	equal(t, "before", conflictsSaid(t, store, quarry.Filter{}), nil)
	got := derive(t, store)
	equal(t, "derived", got, quarry.Derived{Cursor: got.Revision, Revision: got.Revision, Added: 1})
	equal(t, "conflicts", conflictsSaid(t, store, quarry.Filter{}), []string{"press-1 power a.md=700 W b.md=350 W c.md=700 W"})
	page, err := store.Conflicts(t.Context(), quarry.Filter{}, everything())
	conflict := must(t, page, err).Items[0]
	equal(t, "ratio", conflict.Ratio, new(2.0))
	equal(t, "hint", conflict.Hint, "not the same")
	equal(t, "name", conflict.Device.Name, "The press-1")
	equal(t, "id", conflict.ID, quarry.ConflictID(quarry.NewID(conflict.Identity())))
	for _, claim := range conflict.Claims {
		spec, _, err := store.Spec(t.Context(), claim.ID)
		equal(t, "a claim as a spec", must(t, spec, err), claim)
		equal(t, "its conflict", spec.ConflictID, conflict.ID)
	}
	before := revisionOf(t, store)
	again, err := store.DeriveConflicts(t.Context(), version, 2, strictly)
	equal(t, "derived again", must(t, again, err), quarry.Derived{Cursor: before, Revision: before})
}

func conflictFollows(t *testing.T, store Store) {
	t.Helper()
	powers(t, store, "a.md", 1)
	powers(t, store, "b.md", 2)
	derive(t, store)
	before := derivedOf(t, store).Conflicts[0].ID
	powers(t, store, "c.md", 3)
	equal(t, "a claim more", derive(t, store).Changed, 1)
	powers(t, store, "b.md", 2)
	equal(t, "the same again", derive(t, store).Changed, 0)
	moved := NewDraft("c.md").Fact("Press", "It stands.").Spec("press-1", "power", 3, "W").Knowledge()
	save(t, store, moved)
	equal(t, "a claim on another line", derive(t, store).Changed, 0)
	equal(t, "conflicts", conflictsSaid(t, store, quarry.Filter{}), []string{"press-1 power a.md=1 W b.md=2 W c.md=3 W"})
	equal(t, "the id", derivedOf(t, store).Conflicts[0].ID, before)
	powers(t, store, "b.md", 1)
	powers(t, store, "c.md", 1)
	equal(t, "agreed", derive(t, store).Removed, 1)
	equal(t, "conflicts afterwards", conflictsSaid(t, store, quarry.Filter{}), nil)
	// A claim that comes to be about something else leaves one conflict for another.
	powers(t, store, "b.md", 2)
	save(t, store, NewDraft("d.md").Spec("press-1", "power", 9, "Hz").Knowledge())
	derive(t, store)
	inHertz := powerNote("b.md", 2)
	inHertz.Specs[0].Value.Unit, inHertz.Specs[0].Normalized.Unit = "Hz", "Hz"
	save(t, store, inHertz)
	equal(t, "another unit", derive(t, store), quarry.Derived{Cursor: revisionOf(t, store), Revision: revisionOf(t, store), Added: 1, Removed: 1})
	equal(t, "the new one", conflictsSaid(t, store, quarry.Filter{}), []string{"press-1 power b.md=2 W d.md=9 Hz"})
}

func deletionIsSeen(t *testing.T, store Store) {
	t.Helper()
	powers(t, store, "a.md", 1)
	powers(t, store, "b.md", 2)
	powers(t, store, "c.md", 3)
	derive(t, store)
	id := derivedOf(t, store).Conflicts[0].ID
	remove(t, store, "c.md")
	equal(t, "one of three is gone", conflictsSaid(t, store, quarry.Filter{}), []string{"press-1 power a.md=1 W b.md=2 W"})
	remove(t, store, "b.md")
	equal(t, "two are gone", conflictsSaid(t, store, quarry.Filter{}), nil)
	_, _, err := store.Conflict(t.Context(), id)
	is(t, "the conflict", err, quarry.KindNotFound)
	equal(t, "the last claim", listAll(t.Context(), t, store.Specs)[0].ConflictID, "")
	in, err := store.Specs(t.Context(), quarry.Filter{Conflict: quarry.Yes}, everything())
	equal(t, "specs in conflict", must(t, in, err).Total, 0)
	equal(t, "derived", derive(t, store).Removed, 1)
	remove(t, store, "a.md")
	equal(t, "and nothing is left", derive(t, store).Removed, 0)
}

func numberlessClaims(t *testing.T, store Store) {
	t.Helper()
	open := func(s *quarry.Spec) { s.Value.Min, s.Value.Max = nil, nil }
	save(t, store, NewDraft("a.md").Spec("press-1", "power", 1, "W").Spec("press-1", "power", 2, "W", open).Knowledge())
	equal(t, "derived", derive(t, store).Added, 0)
	got, err := store.DeriveConflicts(t.Context(), "always/1", 10, always)
	equal(t, "none to disagree with", must(t, got, err).Added, 0)
}
