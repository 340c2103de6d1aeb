package storetest

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/quarrykb/quarry"
)

// Corrector keeps what people say of entries beside their sources.
type Corrector interface {
	Correct(ctx context.Context, c quarry.Correction) (quarry.Correction, error)
	Withdraw(ctx context.Context, ref quarry.EntryRef, action quarry.Action) ([]quarry.Correction, error)
	Corrections(ctx context.Context, f quarry.CorrectionFilter, r quarry.PageRequest) (quarry.Page[quarry.Correction], error)
}

func correctionTests() tests {
	return tests{
		"a corrected entry says what it was and is itself again": correctsAndWithdraws,
		"what is corrected is news to the feed":                  correctionIsNews,
		"a correction is refused that cannot be":                 correctionRefused,
		"the later correction by an action counts":               laterCounts,
		"no reader finds what is hidden":                         nobodyFindsHidden,
		"what is hidden is read by its id":                       hiddenIsRead,
		"every reader of a store knows of hidden entries":        knowsAllReaders,
		"a correction stands while the bytes do":                 standsWithBytes,
		"a correction goes with bytes that get another id":       goesWithBytes,
		"a correction outlives its document":                     outlivesDocument,
		"one of those that claim the same is preferred":          prefersOne,
		"the one that is preferred last is, whatever comes back": prefersLast,
		"a hidden spec is one of those that claim the same":      prefersOneOfHidden,
		"a hidden question leaves the lead to another":           leavesLead,
		"a grade of a variant is the leader's if it has none":    gradesVariant,
		"knowledge has the corrections beside what texts say":    knowledgeHasBoth,
		"evidence is of what sources say":                        evidenceIsSourced,
		"corrections are listed in pages":                        correctionsListed,
		"an interrupted correction leaves the old state or the new": func(t *testing.T, store Store) {
			t.Helper()
			k := Mixed("a.md")
			save(t, store, k)
			interruptEverywhere(t, store, func(ctx context.Context) error {
				_, err := store.Correct(ctx, reworded(k))
				return err
			})
			interruptEverywhere(t, store, func(ctx context.Context) error {
				_, err := store.Withdraw(ctx, reworded(k).EntryRef, "")
				return err
			})
			equal(t, "questions", StateOf(t.Context(), t, store).Questions[0].Answer, k.Questions[0].Answer)
		},
	}
}

const corrector = "maya"

func correctionOf(entry quarry.Claimant, action quarry.Action, set quarry.Wording) quarry.Correction {
	return quarry.Correction{EntryRef: entry.Entry().EntryRef, Action: action, Set: set, By: corrector, Note: "seen"}
}

// reworded corrects the answer of the first question.
func reworded(k quarry.Knowledge) quarry.Correction {
	answer := "Little."
	return correctionOf(k.Questions[0], quarry.ActionCorrect, quarry.Wording{Answer: &answer})
}

func correct(t *testing.T, store Store, c quarry.Correction) quarry.Correction {
	t.Helper()
	made, err := store.Correct(t.Context(), c)
	return must(t, made, err)
}

func correctsAndWithdraws(t *testing.T, store Store) {
	t.Helper()
	k := Mixed("a.md")
	save(t, store, k)
	before := StateOf(t.Context(), t, store)
	value := quarry.Quantity{Bounds: quarry.Single(600, "W"), Text: "600 W", Qualifier: quarry.Exact}
	made := []quarry.Correction{
		correct(t, store, reworded(k)),
		correct(t, store, correctionOf(k.Facts[0], quarry.ActionCorrect, quarry.Wording{Statement: "It is vellum."})),
		correct(t, store, correctionOf(k.Specs[0], quarry.ActionCorrect, quarry.Wording{
			Value: &value, Normalized: value.Bounds, Conditions: quarry.Conditions{quarry.AxisBasis: "peak"}, //nolint:exhaustive // those that are named
		})),
		correct(t, store, correctionOf(k.Passages[0], quarry.ActionCorrect, quarry.Wording{Text: "Another passage."})),
		correct(t, store, correctionOf(k.Facts[0], quarry.ActionGrade, quarry.Wording{Difficulty: quarry.Hard})),
	}
	q, _, err := store.Question(t.Context(), k.Questions[0].ID)
	must(t, q, err)
	equal(t, "answer", q.Answer, "Little.")
	equal(t, "what it was", *q.Corrected[0].Was.Answer, k.Questions[0].Answer)
	equal(t, "by whom", q.Corrected, made[:1])
	f, _, err := store.Fact(t.Context(), k.Facts[0].ID)
	must(t, f, err)
	equal(t, "statement", f.Statement, "It is vellum.")
	equal(t, "grade", f.Grade, quarry.StatedGrade(quarry.Hard))
	equal(t, "what it was", []string{f.Corrected[0].Was.Statement, string(f.Corrected[1].Was.Difficulty)}, []string{k.Facts[0].Statement, ""})
	s, _, err := store.Spec(t.Context(), k.Specs[0].ID)
	must(t, s, err)
	equal(t, "value", []string{s.Value.Text, s.Conditions[quarry.AxisBasis]}, []string{"600 W", "peak"})
	equal(t, "what it was", s.Corrected[0].Was.Value.Text, k.Specs[0].Value.Text)
	p, _, err := store.Passage(t.Context(), k.Passages[0].ID)
	equal(t, "passage", must(t, p, err).Text, "Another passage.")
	equal(t, "saving it again", save(t, store, k), quarry.Difference{})
	for _, c := range made {
		gone, err := store.Withdraw(t.Context(), c.EntryRef, c.Action)
		equal(t, "withdrawn", must(t, gone, err), []quarry.Correction{c})
	}
	after := StateOf(t.Context(), t, store)
	after.Changes, before.Changes, after.Stats.Revision = nil, nil, before.Stats.Revision
	equal(t, "state", after, before)
	_, err = store.Withdraw(t.Context(), made[0].EntryRef, "")
	is(t, "withdrawing it once more", err, quarry.KindNotFound)
}

func correctionIsNews(t *testing.T, store Store) {
	t.Helper()
	k := Mixed("a.md")
	save(t, store, k)
	ref := k.Facts[0].Entry().EntryRef
	for _, step := range []struct {
		do func() error
		op quarry.Op
	}{
		{func() error {
			_, err := store.Correct(t.Context(), correctionOf(k.Facts[0], quarry.ActionGrade, quarry.Wording{Difficulty: quarry.Easy}))
			return err
		}, quarry.OpPut},
		{func() error {
			_, err := store.Correct(t.Context(), correctionOf(k.Facts[0], quarry.ActionHide, quarry.Wording{}))
			return err
		}, quarry.OpDelete},
		{func() error { _, err := store.Withdraw(t.Context(), ref, quarry.ActionHide); return err }, quarry.OpPut},
		{func() error { _, err := store.Withdraw(t.Context(), ref, ""); return err }, quarry.OpPut},
	} {
		before := revisionOf(t, store)
		if err := step.do(); err != nil {
			t.Fatal(err)
		}
		changes, err := store.ChangesAfter(t.Context(), before, 10)
		changes = must(t, changes, err)
		if len(changes) != 1 || changes[0].EntryRef != ref || changes[0].Op != step.op {
			t.Errorf("changes = %+v, want one %s of %s", changes, step.op, ref.ID)
		}
	}
}

func correctionRefused(t *testing.T, store Store) {
	t.Helper()
	k := Mixed("a.md")
	save(t, store, k)
	before := StateOf(t.Context(), t, store)
	unknown := reworded(k)
	unknown.ID = "q_none"
	other := correctionOf(k.Facts[0], quarry.ActionCorrect, quarry.Wording{Text: "No."})
	for name, tc := range map[string]struct {
		c    quarry.Correction
		kind quarry.Kind
	}{
		"of no entry":            {unknown, quarry.KindNotFound},
		"of another kind":        {quarry.Correction{EntryRef: quarry.EntryRef{Kind: quarry.EntryFact, ID: unknown.ID}, Action: quarry.ActionHide}, quarry.KindNotFound},
		"of a document":          {quarry.Correction{EntryRef: quarry.EntryRef{Kind: quarry.EntryDocument, ID: quarry.EntryID(k.Document.ID)}, Action: quarry.ActionHide}, quarry.KindNotFound},
		"with another's words":   {other, quarry.KindInvalid},
		"of nothing":             {correctionOf(k.Facts[0], quarry.ActionCorrect, quarry.Wording{}), quarry.KindInvalid},
		"by no action":           {correctionOf(k.Facts[0], "praise", quarry.Wording{}), quarry.KindInvalid},
		"without a grade":        {correctionOf(k.Facts[0], quarry.ActionGrade, quarry.Wording{}), quarry.KindInvalid},
		"that prefers a fact":    {correctionOf(k.Facts[0], quarry.ActionPrefer, quarry.Wording{}), quarry.KindInvalid},
		"that hides with words":  {correctionOf(k.Facts[0], quarry.ActionHide, quarry.Wording{Subject: "It"}), quarry.KindInvalid},
		"with a blank statement": {correctionOf(k.Facts[0], quarry.ActionCorrect, quarry.Wording{Statement: " "}), quarry.KindInvalid},
		"with one choice":        {correctionOf(k.Questions[0], quarry.ActionCorrect, quarry.Wording{Choices: []string{"One"}}), quarry.KindInvalid},
	} {
		_, err := store.Correct(t.Context(), tc.c)
		is(t, "a correction "+name, err, tc.kind)
	}
	equal(t, "state", StateOf(t.Context(), t, store), before)
}

func laterCounts(t *testing.T, store Store) {
	t.Helper()
	k := Mixed("a.md")
	save(t, store, k)
	correct(t, store, correctionOf(k.Facts[0], quarry.ActionCorrect, quarry.Wording{Subject: "Vellum"}))
	correct(t, store, correctionOf(k.Facts[0], quarry.ActionCorrect, quarry.Wording{Statement: "It is vellum."}))
	f, _, err := store.Fact(t.Context(), k.Facts[0].ID)
	equal(t, "fact", []string{must(t, f, err).Subject, f.Statement}, []string{k.Facts[0].Subject, "It is vellum."})
	equal(t, "corrections", len(f.Corrected), 1)
	stored := storedCorrections(t, store)
	old, late := stored[0], stored[0]
	old.At, old.Set.Statement = old.At.Add(-time.Hour), "Old."
	late.At, late.Set.Statement = late.At.Add(time.Hour), "Late."
	for _, tc := range []struct {
		came quarry.Correction
		want string
	}{{old, "It is vellum."}, {late, "Late."}} {
		k.Corrections = []quarry.Correction{tc.came}
		save(t, store, k)
		f, _, err := store.Fact(t.Context(), k.Facts[0].ID)
		equal(t, "statement", must(t, f, err).Statement, tc.want)
	}
}

func storedCorrections(t *testing.T, store Store) []quarry.Correction {
	t.Helper()
	page, err := store.Corrections(t.Context(), quarry.CorrectionFilter{}, everything())
	return must(t, page, err).Items
}

func hiddenIsRead(t *testing.T, store Store) {
	t.Helper()
	k := Mixed("a.md")
	save(t, store, k)
	correct(t, store, reworded(k))
	hide := correct(t, store, correctionOf(k.Questions[0], quarry.ActionHide, quarry.Wording{}))
	q, _, err := store.Question(t.Context(), k.Questions[0].ID)
	must(t, q, err)
	equal(t, "answer", q.Answer, "Little.")
	equal(t, "last correction", q.Corrected[1], hide)
	_, _, err = store.Fact(t.Context(), quarry.FactID(q.ID))
	is(t, "a fact of this id", err, quarry.KindNotFound)
	evidence, err := store.Evidence(t.Context(), q.Entry().EntryRef)
	equal(t, "words of the source", must(t, evidence, err).Claims[0].Words, k.Questions[0].Claims())
}

// standsWithBytes saves editions of a document, in which a fact moves, gets other bytes, goes
// and comes back.
func standsWithBytes(t *testing.T, store Store) {
	t.Helper()
	first := NewDraft("a.md").Fact("Ink", "Ink is wet.").Knowledge()
	save(t, store, first)
	c := correct(t, store, correctionOf(first.Facts[0], quarry.ActionCorrect, quarry.Wording{Subject: "Wet ink"}))
	other := func(f *quarry.Fact) { f.Source.ByteEnd -= 4 }
	for name, tc := range map[string]struct {
		k      quarry.Knowledge
		lapsed bool
	}{
		"moved":      {NewDraft("a.md").Passage("A new first line.").Fact("Ink", "Ink is wet.").Knowledge(), false},
		"other span": {NewDraft("a.md").Fact("Ink", "Ink is wet.", other).Knowledge(), true},
		"gone":       {NewDraft("a.md").Fact("Paper", "Paper is dry.").Knowledge(), true},
	} {
		save(t, store, tc.k)
		stored := storedCorrections(t, store)
		equal(t, name+": corrections", []any{len(stored), stored[0].Lapsed, stored[0].Set}, []any{1, tc.lapsed, c.Set})
		facts := listAll(t.Context(), t, store.Facts)
		equal(t, name+": corrected", facts[0].Subject == "Wet ink", !tc.lapsed)
		lapsed, err := store.Corrections(t.Context(), quarry.CorrectionFilter{Lapsed: quarry.Yes}, everything())
		equal(t, name+": lapsed", must(t, lapsed, err).Total == 1, tc.lapsed)
		save(t, store, first)
		f, _, err := store.Fact(t.Context(), first.Facts[0].ID)
		equal(t, name+": when the bytes are back", must(t, f, err).Corrected, []quarry.Correction{c})
	}
}

// goesWithBytes reads the same bytes as a fact of another subject, which is another id, and as
// two of them.
func goesWithBytes(t *testing.T, store Store) {
	t.Helper()
	first := NewDraft("a.md").Fact("Ink", "Ink is wet.").Knowledge()
	save(t, store, first)
	correct(t, store, correctionOf(first.Facts[0], quarry.ActionGrade, quarry.Wording{Difficulty: quarry.Hard}))
	second := NewDraft("a.md").Fact("All ink", "Ink is wet.").Knowledge()
	save(t, store, second)
	f, _, err := store.Fact(t.Context(), second.Facts[0].ID)
	equal(t, "grade", must(t, f, err).Grade, quarry.StatedGrade(quarry.Hard))
	save(t, store, NewDraft("a.md").Fact("Red ink", "Ink is wet.").Fact("Blue ink", "Ink is wet.").Knowledge())
	equal(t, "lapsed where it could be of two", storedCorrections(t, store)[0].Lapsed, true)
}

func outlivesDocument(t *testing.T, store Store) {
	t.Helper()
	k := Mixed("a.md")
	save(t, store, k)
	correct(t, store, reworded(k))
	correct(t, store, correctionOf(k.Facts[0], quarry.ActionHide, quarry.Wording{}))
	for range 2 {
		gone, err := store.DeleteDocument(t.Context(), k.Document.ID)
		must(t, gone, err)
		for _, c := range storedCorrections(t, store) {
			equal(t, "lapsed", c.Lapsed, true)
		}
		_, _, err = store.Fact(t.Context(), k.Facts[0].ID)
		is(t, "a hidden fact of no document", err, quarry.KindNotFound)
		save(t, store, k)
		q, _, err := store.Question(t.Context(), k.Questions[0].ID)
		equal(t, "answer", must(t, q, err).Answer, "Little.")
		equal(t, "facts", len(listAll(t.Context(), t, store.Facts)), 0)
	}
	gone, err := store.DeleteDocument(t.Context(), k.Document.ID)
	must(t, gone, err)
	_, err = store.Correct(t.Context(), reworded(k))
	is(t, "correcting what is gone", err, quarry.KindNotFound)
	taken, err := store.Withdraw(t.Context(), reworded(k).EntryRef, "")
	equal(t, "withdrawn", len(must(t, taken, err)), 1)
	equal(t, "left", len(storedCorrections(t, store)), 1)
}

func prefersOne(t *testing.T, store Store) {
	t.Helper()
	a := NewDraft("a.md").Spec("press-1", "power", 700, "W").Knowledge()
	b := NewDraft("b.md").Spec("press-1", "power", 650, "W").Spec("press-2", "power", 650, "W").Knowledge()
	save(t, store, a)
	save(t, store, b)
	derive(t, store)
	preferred := func() []quarry.SpecID {
		derive(t, store)
		var ids []quarry.SpecID
		for _, s := range listAll(t.Context(), t, store.Specs) {
			if s.Preferred {
				ids = append(ids, s.ID)
			}
		}
		equal(t, "conflicts", len(listAll(t.Context(), t, store.Conflicts)), 1)
		return ids
	}
	for _, s := range []quarry.Spec{b.Specs[1], a.Specs[0], b.Specs[0]} {
		correct(t, store, correctionOf(s, quarry.ActionPrefer, quarry.Wording{}))
	}
	equal(t, "preferred", preferred(), []quarry.SpecID{b.Specs[0].ID, b.Specs[1].ID})
	save(t, store, b)
	equal(t, "preferred when read again", preferred(), []quarry.SpecID{b.Specs[0].ID, b.Specs[1].ID})
}

// prefersLast lets a preference lapse, prefers another spec, and brings the bytes of the first
// one back; and then saves what says that the first one was preferred later still.
func prefersLast(t *testing.T, store Store) {
	t.Helper()
	a := NewDraft("a.md").Spec("press-1", "power", 700, "W").Knowledge()
	b := NewDraft("b.md").Spec("press-1", "power", 650, "W").Knowledge()
	save(t, store, a)
	save(t, store, b)
	preferred := func() []quarry.SpecID {
		var ids []quarry.SpecID
		for _, s := range listAll(t.Context(), t, store.Specs) {
			if s.Preferred {
				ids = append(ids, s.ID)
			}
		}
		return ids
	}
	first := correctionOf(a.Specs[0], quarry.ActionPrefer, quarry.Wording{})
	first.At = time.Date(2024, 6, 1, 12, 0, 0, 0, time.UTC)
	first = correct(t, store, first)
	save(t, store, NewDraft("a.md").Passage("Nothing of it.").Knowledge())
	second := correctionOf(b.Specs[0], quarry.ActionPrefer, quarry.Wording{})
	second.At = first.At.Add(time.Hour)
	correct(t, store, second)
	save(t, store, a)
	equal(t, "preferred when the bytes are back", preferred(), []quarry.SpecID{b.Specs[0].ID})
	equal(t, "corrections", len(storedCorrections(t, store)), 1)
	first.At = second.At.Add(time.Hour)
	a.Corrections = []quarry.Correction{first}
	save(t, store, a)
	equal(t, "preferred by what is saved later", preferred(), []quarry.SpecID{a.Specs[0].ID})
}

// prefersOneOfHidden prefers a spec beside a hidden one that is preferred, and the other way round.
func prefersOneOfHidden(t *testing.T, store Store) {
	t.Helper()
	a := NewDraft("a.md").Spec("press-1", "power", 700, "W").Knowledge()
	b := NewDraft("b.md").Spec("press-1", "power", 650, "W").Spec("press-2", "power", 650, "W").Knowledge()
	save(t, store, a)
	save(t, store, b)
	preferred := func() []quarry.EntryID {
		var ids []quarry.EntryID
		for _, c := range storedCorrections(t, store) {
			if c.Action == quarry.ActionPrefer {
				ids = append(ids, c.ID)
			}
		}
		return ids
	}
	hidden, shown, other := a.Specs[0], b.Specs[0], b.Specs[1]
	for _, s := range []quarry.Spec{other, hidden} {
		correct(t, store, correctionOf(s, quarry.ActionPrefer, quarry.Wording{}))
	}
	correct(t, store, correctionOf(hidden, quarry.ActionHide, quarry.Wording{}))
	correct(t, store, correctionOf(other, quarry.ActionHide, quarry.Wording{}))
	for _, s := range []quarry.Spec{shown, hidden} {
		correct(t, store, correctionOf(s, quarry.ActionPrefer, quarry.Wording{}))
		want := []quarry.EntryID{s.Entry().ID, other.Entry().ID}
		equal(t, "preferred", preferred(), want)
	}
	gone, err := store.Withdraw(t.Context(), hidden.Entry().EntryRef, quarry.ActionHide)
	must(t, gone, err)
	equal(t, "preferred when it is no longer hidden", preferred(), []quarry.EntryID{hidden.Entry().ID, other.Entry().ID})
}

func leavesLead(t *testing.T, store Store) {
	t.Helper()
	same := func(q *quarry.Question) { q.Asks = "same" }
	a := NewDraft("a.md").Question("What is ink?", "Wet.", same).Knowledge()
	b := NewDraft("b.md").Question("What's ink?", "A liquid.", same).Knowledge()
	save(t, store, a)
	save(t, store, b)
	leads := func() []quarry.QuestionID {
		var ids []quarry.QuestionID
		for _, q := range listAll(t.Context(), t, store.Questions) {
			ids = append(ids, q.ID)
		}
		return ids
	}
	equal(t, "at first", leads(), []quarry.QuestionID{a.Questions[0].ID})
	correct(t, store, correctionOf(a.Questions[0], quarry.ActionHide, quarry.Wording{}))
	equal(t, "where it is hidden", leads(), []quarry.QuestionID{b.Questions[0].ID})
	gone, err := store.Withdraw(t.Context(), a.Questions[0].Entry().EntryRef, "")
	must(t, gone, err)
	equal(t, "afterwards", leads(), []quarry.QuestionID{a.Questions[0].ID})
}

func gradesVariant(t *testing.T, store Store) {
	t.Helper()
	same := func(q *quarry.Question) { q.Asks = "same" }
	a := NewDraft("a.md").Question("What is ink?", "Wet.", same).Knowledge()
	b := NewDraft("b.md").Question("What's ink?", "", same).Knowledge()
	save(t, store, a)
	save(t, store, b)
	c := correct(t, store, correctionOf(b.Questions[0], quarry.ActionGrade, quarry.Wording{Difficulty: quarry.Hard}))
	q, _, err := store.Question(t.Context(), a.Questions[0].ID)
	must(t, q, err)
	equal(t, "grade of the one that leads", q.Grade, quarry.StatedGrade(quarry.Hard))
	equal(t, "what is said of the one that leads", len(q.Corrected), 0)
	equal(t, "grade of the variant", q.Variants[0].Grade, quarry.StatedGrade(quarry.Hard))
	equal(t, "what is said of it", q.Variants[0].Corrected, []quarry.Correction{c})
}

func knowledgeHasBoth(t *testing.T, store Store) {
	t.Helper()
	k := Mixed("a.md")
	save(t, store, k)
	want := []quarry.Correction{
		correct(t, store, reworded(k)),
		correct(t, store, correctionOf(k.Facts[0], quarry.ActionHide, quarry.Wording{})),
	}
	page, err := store.Knowledge(t.Context(), quarry.Filter{}, everything())
	got := must(t, page, err).Items[0]
	equal(t, "corrections", got.Corrections, want)
	equal(t, "saving it", save(t, store, got), quarry.Difference{})
	got.Corrections = nil
	equal(t, "knowledge", got, k)
	equal(t, "preview of the same", save(t, store, k), quarry.Difference{})
	filtered, err := store.Knowledge(t.Context(), quarry.Filter{Kinds: []quarry.EntryKind{quarry.EntryQuestion}}, everything())
	only := must(t, filtered, err).Items[0]
	equal(t, "knowledge of questions", []int{len(only.Facts), len(only.Corrections)}, []int{0, 1})
}

func evidenceIsSourced(t *testing.T, store Store) {
	t.Helper()
	k := Mixed("a.md")
	save(t, store, k)
	correct(t, store, reworded(k))
	evidence, err := store.Evidence(t.Context(), k.Questions[0].Entry().EntryRef)
	want := k.Questions[0].Occurrences()
	want[0].Corrected = true
	equal(t, "claims", must(t, evidence, err).Claims, want)
}

func correctionsListed(t *testing.T, store Store) {
	t.Helper()
	var want []string
	for n := range 3 {
		k := Mixed(fmt.Sprintf("%d.md", n))
		save(t, store, k)
		for _, c := range []quarry.Correction{
			correctionOf(k.Facts[0], quarry.ActionHide, quarry.Wording{}),
			correctionOf(k.Facts[0], quarry.ActionGrade, quarry.Wording{Difficulty: quarry.Easy}),
		} {
			correct(t, store, c)
		}
		want = append(want, k.Document.Path+" grade", k.Document.Path+" hide")
	}
	for limit := 1; limit <= len(want)+1; limit++ {
		var got []string
		request := quarry.PageRequest{Limit: limit}
		for {
			page, err := store.Corrections(t.Context(), quarry.CorrectionFilter{Kinds: []quarry.EntryKind{quarry.EntryFact}}, request)
			equal(t, "total", must(t, page, err).Total, len(want))
			for _, c := range page.Items {
				got = append(got, c.Path+" "+string(c.Action))
			}
			if page.Next == nil {
				break
			}
			request.After = *page.Next
		}
		equal(t, fmt.Sprintf("pages of %d", limit), got, want)
	}
	none, err := store.Corrections(t.Context(), quarry.CorrectionFilter{Kinds: []quarry.EntryKind{quarry.EntrySpec}}, everything())
	equal(t, "of specs", must(t, none, err).Total, 0)
}
