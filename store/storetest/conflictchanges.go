package storetest

import (
	"context"
	"math/rand/v2"
	"slices"
	"strconv"
	"testing"

	"golang.org/x/sync/errgroup"

	"github.com/quarrykb/quarry"
)

// someNotes returns documents whose claims are in many conflicts with each other.
func someNotes() []quarry.Knowledge {
	notes := make([]quarry.Knowledge, 0, 12)
	for i := range cap(notes) {
		draft := NewDraft("note-" + strconv.Itoa(i) + ".md")
		for device := range 4 {
			name := "press-" + strconv.Itoa(device)
			draft.Spec(name, "power", float64(i%(device+1)), "W").Spec(name, "speed", float64(i/(4+device)), "m/s")
		}
		notes = append(notes, draft.Knowledge())
	}
	return notes
}

func anyOrder(t *testing.T, store Store) {
	t.Helper()
	random := rand.New(rand.NewPCG(3, 4)) //nolint:gosec // orders, not secrets
	notes := someNotes()
	var want derivedState
	for round := range 4 {
		saveInOrder(t, store, notes, random)
		got := derivedOf(t, store)
		if round == 0 {
			want = got
		}
		equal(t, "conflicts in round "+strconv.Itoa(round), got, want)
		for _, note := range notes {
			remove(t, store, note.Document.Path)
		}
		derive(t, store)
		equal(t, "conflicts of nothing", derivedOf(t, store), derivedState{})
		random.Shuffle(len(notes), func(i, j int) { notes[i], notes[j] = notes[j], notes[i] })
	}
	if len(want.Conflicts) < 5 {
		t.Errorf("%d conflicts are too few to tell anything", len(want.Conflicts))
	}
}

// saveInOrder saves notes, derives now and then, and removes some in between
// that come back.
func saveInOrder(t *testing.T, store Store, notes []quarry.Knowledge, random *rand.Rand) {
	t.Helper()
	for i, note := range notes {
		save(t, store, note)
		if random.IntN(3) == 0 {
			derive(t, store)
		}
		if i%5 == 4 {
			remove(t, store, notes[i-1].Document.Path)
			save(t, store, notes[i-1])
		}
	}
	derive(t, store)
}

// claimsComeAndGo claims numbers and ranges of one thing, and takes some of them
// back. After each change the conflict is what judging everything anew comes to.
func claimsComeAndGo(t *testing.T, store Store) {
	t.Helper()
	random := rand.New(rand.NewPCG(5, 6)) //nolint:gosec // numbers, not secrets
	for range 80 {
		for range 1 + random.IntN(2) {
			draft := NewDraft("note-" + strconv.Itoa(random.IntN(9)) + ".md")
			for i := range random.IntN(3) {
				low := float64(1 + random.IntN(5))
				high := low + float64(random.IntN(2)*random.IntN(9))
				draft.Spec("press-1", "power", low, "W", func(s *quarry.Spec) {
					s.Value.Max, s.Value.Text = &high, "no. "+strconv.Itoa(2*random.IntN(3)+i)
				})
			}
			save(t, store, draft.Knowledge())
		}
		derive(t, store)
	}
}

func anotherVersion(t *testing.T, store Store) {
	t.Helper()
	powers(t, store, "a.md", 1)
	powers(t, store, "b.md", 1)
	powers(t, store, "c.md", 1, 2)
	derive(t, store)
	before := conflictsSaid(t, store, quarry.Filter{})
	save(t, store, NewDraft("d.md").Spec("press-2", "power", 1, "W").Spec("press-2", "power", 1, "W", func(s *quarry.Spec) {
		s.Value.Text = "one watt"
	}).Knowledge())
	derive(t, store)
	at, err := store.ConflictsDerived(t.Context(), "always/1")
	equal(t, "another version has read", must(t, at, err).Cursor, 0)
	var sum quarry.Derived
	for first := true; first || sum.Cursor < sum.Revision; first = false {
		next, err := store.DeriveConflicts(t.Context(), "always/1", 1, always)
		sum = sum.Plus(must(t, next, err))
		if len(conflictsSaid(t, store, quarry.Filter{})) < len(before) {
			t.Error("a conflict was not served while it was derived anew")
		}
	}
	equal(t, "of another version", sum.Added+sum.Changed, 2)
	derive(t, store)
	equal(t, "of the first again", conflictsSaid(t, store, quarry.Filter{}), before)
	_, err = store.DeriveConflicts(t.Context(), version, 0, strictly)
	is(t, "no claim", err, quarry.KindInvalid)
}

// inAmounts has a document claim an amount where it claimed a rate. Its spec keeps its
// id, as the text of the value stays.
func inAmounts(k quarry.Knowledge) quarry.Knowledge {
	k.Specs[0].Value.Unit, k.Specs[0].Normalized.Unit = "B", "B"
	return k
}

// One claim is judged in a step, and takes claims out of conflicts that no
// change is left to name.
func claimsAreLost(t *testing.T, store Store) {
	t.Helper()
	rate := func(path string, value float64) quarry.Knowledge {
		return NewDraft(path).Spec("bus", "rate", value, "B/s").Knowledge()
	}
	step := func() {
		for {
			next, err := store.DeriveConflicts(t.Context(), version, 1, strictly)
			if must(t, next, err); next.Cursor == next.Revision {
				well(t, store)
				return
			}
		}
	}
	save(t, store, rate("t.md", 1))
	save(t, store, rate("v.md", 1))
	save(t, store, rate("s.md", 5))
	step()
	equal(t, "rates", conflictsSaid(t, store, quarry.Filter{}), []string{"bus rate s.md=5 B/s t.md=1 B/s v.md=1 B/s"})
	save(t, store, inAmounts(rate("u.md", 7)))
	save(t, store, inAmounts(rate("s.md", 5)))
	step()
	equal(t, "amounts", conflictsSaid(t, store, quarry.Filter{}), []string{"bus rate s.md=5 B/s u.md=7 B/s"})
	save(t, store, rate("w.md", 2))
	save(t, store, rate("s.md", 5))
	step()
	equal(t, "rates again", conflictsSaid(t, store, quarry.Filter{}),
		[]string{"bus rate s.md=5 B/s t.md=1 B/s v.md=1 B/s w.md=2 B/s"})
}

func derivationGoesOn(t *testing.T, store Store) {
	t.Helper()
	for _, note := range someNotes()[:5] {
		save(t, store, note)
	}
	seen := conflictsSaid(t, store, quarry.Filter{})
	interrupted := 0
	for looks := 1; ; looks++ {
		before, err := store.ConflictsDerived(t.Context(), version)
		if must(t, before, err); before.Cursor == before.Revision {
			break
		}
		_, err = store.DeriveConflicts(NewInterrupted(looks%200+1), version, 1, strictly)
		after, readErr := store.ConflictsDerived(t.Context(), version)
		if must(t, after, readErr); err != nil && after == before {
			now := conflictsSaid(t, store, quarry.Filter{})
			equal(t, "conflicts after an interruption", now, seen)
			interrupted++
			continue
		}
		seen = conflictsSaid(t, store, quarry.Filter{})
	}
	well(t, store)
	if interrupted < 20 {
		t.Errorf("%d interruptions are too few to tell anything", interrupted)
	}
}

func derivedBesideWriters(t *testing.T, store Store) {
	t.Helper()
	writing, ctx := errgroup.WithContext(t.Context())
	for _, name := range []string{"first", "second"} {
		writing.Go(func() error { return rewritePowers(ctx, store, name) })
	}
	ended := make(chan error, 1)
	go func() { ended <- writing.Wait() }()
	for writers := true; writers; {
		select {
		case err := <-ended:
			writers = false
			if err != nil {
				t.Errorf("write: %v", err)
			}
		default:
			_, err := store.DeriveConflicts(t.Context(), version, 1, strictly)
			must(t, struct{}{}, err)
		}
	}
	derive(t, store)
}

// rewritePowers saves documents again and again, and claims something else each
// time.
func rewritePowers(ctx context.Context, store Store, name string) error {
	for i := range rewrites {
		watts := []float64{float64(i % 2), float64(10 + i%5)}
		if i%4 == 0 {
			watts = []float64{7}
		}
		if _, err := store.SaveDocument(ctx, powerNote(name+strconv.Itoa(i%3)+".md", watts...)); err != nil {
			return err
		}
	}
	return nil
}

// More specs make one claim than a page holds.
func manyClaims(t *testing.T, store Store) {
	t.Helper()
	const readings = 2300
	for _, path := range []string{"a.md", "b.md"} {
		draft := NewDraft(path)
		for i := range readings {
			draft.Spec("press-1", "power", float64(i+1), "W")
		}
		save(t, store, draft.Knowledge())
	}
	equal(t, "derived", derive(t, store).Added, 1)
	countsClaims(t, store, 2*readings)
	in, err := store.Specs(t.Context(), quarry.Filter{Conflict: quarry.Yes}, everything())
	equal(t, "claims", must(t, in, err).Total, 2*readings)
	remove(t, store, "b.md")
	equal(t, "half of them gone", derive(t, store).Changed, 1)
	powers(t, store, "a.md", 1)
	equal(t, "all but one gone", derive(t, store).Removed, 1)
}

func previewedConflicts(t *testing.T, store Store) {
	t.Helper()
	powers(t, store, "a.md", 1)
	powers(t, store, "b.md", 2)
	powers(t, store, "c.md", 5)
	derive(t, store)
	for _, c := range []struct {
		name string
		note quarry.Knowledge
	}{
		{"a document more", powerNote("d.md", 9)},
		{"a document that agrees with another", powerNote("e.md", 1)},
		{"a device more", NewDraft("f.md").Spec("press-2", "power", 1, "W").Spec("press-2", "power", 2, "W").Knowledge()},
		{"another number", powerNote("b.md", 3)},
		{"the same", powerNote("b.md", 3)},
		{"on another line", NewDraft("b.md").Fact("Press", "It stands.").Spec("press-1", "power", 3, "W").Knowledge()},
		{"the conflict of one document is solved", NewDraft("f.md").Spec("press-2", "power", 2, "W").Knowledge()},
	} {
		difference, err := store.PreviewDocument(t.Context(), c.note)
		gone, added := specsOf(must(t, difference, err), c.note)
		want, err := store.PreviewConflicts(t.Context(), gone, added, strictly)
		must(t, want, err)
		equal(t, c.name+": revision", want.Revision, revisionOf(t, store))
		save(t, store, c.note)
		got := derive(t, store)
		want.Cursor, want.Revision = got.Cursor, got.Revision
		equal(t, c.name, want, got)
	}
	specs := listAll(t.Context(), t, store.Specs)
	ids := make([]quarry.SpecID, 0, len(specs))
	for _, s := range specs {
		ids = append(ids, s.ID)
	}
	got, err := store.PreviewConflicts(t.Context(), ids, nil, strictly)
	equal(t, "everything gone", must(t, got, err), quarry.Derived{Revision: revisionOf(t, store), Removed: 1})
}

// specsOf returns the specs that a difference takes away and those that it adds.
func specsOf(d quarry.Difference, k quarry.Knowledge) ([]quarry.SpecID, []quarry.Spec) {
	var gone []quarry.SpecID
	for _, ref := range slices.Concat(d.Changed, d.Removed) {
		if ref.Kind == quarry.EntrySpec {
			gone = append(gone, quarry.SpecID(ref.ID))
		}
	}
	var added []quarry.Spec
	for _, s := range k.Specs {
		if ref := s.Entry().EntryRef; slices.Contains(d.Added, ref) || slices.Contains(d.Changed, ref) {
			added = append(added, s)
		}
	}
	return gone, added
}
