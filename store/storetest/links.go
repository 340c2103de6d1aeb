package storetest

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"github.com/quarrykb/quarry"
)

// Linker links questions without an answer to what answers them.
type Linker interface {
	LinksDerived(ctx context.Context, version string) (quarry.Derived, quarry.QuestionID, error)
	OpenAmong(ctx context.Context, refs []quarry.EntryRef) ([]quarry.Question, error)
	OpenQuestions(ctx context.Context, after quarry.QuestionID, most int) ([]quarry.Question, error)
	LinkAnswers(ctx context.Context, linked []quarry.LinkedQuestion) (quarry.Derived, error)
	EndLinks(ctx context.Context, version string, cursor quarry.Sequence, last quarry.QuestionID) error
}

func linkTests() tests {
	return tests{
		"open questions are those that lead and have no answer":  linksOpen,
		"a linked question shows what answers it":                linksShow,
		"lists and draws tell linked questions from gaps":        linksFilter,
		"an answer that is gone answers nothing":                 linksOfTheLiving,
		"open questions are found by what they are linked to":    linksAmong,
		"linking the same again writes nothing":                  linksRest,
		"links come and go with the feed":                        linksFeed,
		"a question that was answered is linked no more":         linksOfTheOpen,
		"the variants of a linked question are linked":           linksOfVariants,
		"links are derived up to the last change about an entry": linksCursor,
		"what is written between two steps is told":              linksDisturbed,
		"an interrupted step links nothing":                      linksInterrupted,
	}
}

const linksVersion = "links/1"

// answered returns what answers a question, each by so much less than the one
// before.
func answered(k quarry.Knowledge, entries ...quarry.Entry) quarry.LinkedQuestion {
	linked := quarry.LinkedQuestion{ID: k.Questions[0].ID}
	for i, e := range entries {
		linked.BestAnswers = append(linked.BestAnswers, quarry.BestAnswer{
			EntryRef: e.EntryRef, Score: 0.9 / float64(i+1), Title: e.Title, Snippet: "it is <mark>" + string(e.Kind) + "</mark>",
		})
	}
	return linked
}

// link links a question and returns what that changed.
func link(t *testing.T, store Store, linked ...quarry.LinkedQuestion) quarry.Derived {
	t.Helper()
	derived, err := store.LinkAnswers(t.Context(), linked)
	return must(t, derived, err)
}

// firing is a question without an answer, and notes that answer it in every kind.
func firing(t *testing.T, store Store) (quarry.Knowledge, quarry.Knowledge) {
	t.Helper()
	asks := NewDraft("asks.md").Question("How hot is a kiln?", "").Knowledge()
	notes := NewDraft("notes.md").Question("How hot does a kiln get?", "1,300 °C.").Fact("Kiln", "A kiln is hot.").
		Passage("Kilns are very hot.").Knowledge()
	save(t, store, asks)
	save(t, store, notes)
	return asks, notes
}

func answering(k quarry.Knowledge) []quarry.Entry {
	return []quarry.Entry{k.Passages[0].Entry(), k.Questions[0].Entry(), k.Facts[0].Entry()}
}

func linksOpen(t *testing.T, store Store) {
	t.Helper()
	k := NewDraft("a.md").Question("What is rye?", "A cereal.").Question("What is spelt?", "").
		Question("What is bran?", "").Question("What's bran?", "").Question("What is malt?", "").
		Question("What's malt?", "Sprouted grain.").Knowledge()
	for i, asks := range []string{"rye", "spelt", "bran", "bran", "malt", "malt"} {
		k.Questions[i].Asks = asks
	}
	save(t, store, k)
	var texts []string
	for after := quarry.QuestionID(""); ; {
		open, err := store.OpenQuestions(t.Context(), after, 1)
		if len(must(t, open, err)) == 0 {
			break
		}
		texts, after = append(texts, open[0].Text), open[0].ID
	}
	equal(t, "number of open questions", len(texts), 2)
	equal(t, "open", map[string]bool{texts[0]: true, texts[1]: true}, map[string]bool{"What is spelt?": true, "What is bran?": true})
	_, err := store.OpenQuestions(t.Context(), "", 0)
	is(t, "none at a time", err, quarry.KindInvalid)
}

func linksAmong(t *testing.T, store Store) {
	t.Helper()
	asks, notes := firing(t, store)
	more := NewDraft("more.md").Question("What is bran?", "").Question("What is rye?", "A cereal.").Knowledge()
	save(t, store, more)
	link(t, store, answered(asks, answering(notes)...))
	among := func(what string, refs []quarry.EntryRef, want ...quarry.QuestionID) {
		t.Helper()
		open, err := store.OpenAmong(t.Context(), refs)
		got := make([]quarry.QuestionID, len(must(t, open, err)))
		for i, q := range open {
			got[i] = q.ID
		}
		slices.Sort(want)
		equal(t, what, got, append([]quarry.QuestionID{}, want...))
	}
	kiln, bran, rye := asks.Questions[0], more.Questions[0], more.Questions[1]
	among("nothing", nil)
	among("an open question", []quarry.EntryRef{bran.Entry().EntryRef}, bran.ID)
	among("an answered one", []quarry.EntryRef{rye.Entry().EntryRef})
	for _, e := range answering(notes) {
		among("what answers one: "+string(e.Kind), []quarry.EntryRef{e.EntryRef, bran.Entry().EntryRef}, kiln.ID, bran.ID)
	}
	if _, err := store.DeleteDocument(t.Context(), notes.Document.ID); err != nil {
		t.Fatal(err)
	}
	among("what is gone", []quarry.EntryRef{notes.Facts[0].Entry().EntryRef, answering(notes)[0].EntryRef}, kiln.ID)
}

func linksShow(t *testing.T, store Store) {
	t.Helper()
	asks, notes := firing(t, store)
	linked := answered(asks, answering(notes)...)
	derived := link(t, store, linked)
	equal(t, "added", derived.Added, 1)
	want := asks.Questions[0]
	want.AnswerState, want.BestAnswers = quarry.AnswerLikely, linked.BestAnswers
	want.BestAnswers[2].Score = 0.3
	got, revision, err := store.Question(t.Context(), want.ID)
	equal(t, "question", must(t, got, err), want)
	equal(t, "revision", revision, derived.Revision)
	equal(t, "listed", listAll(t.Context(), t, store.Questions)[0], want)
	page, err := store.Knowledge(t.Context(), quarry.Filter{Documents: []string{string(asks.Document.ID)}}, everything())
	equal(t, "in its document", must(t, page, err).Items[0].Questions[0], want)
}

func linksFilter(t *testing.T, store Store) {
	t.Helper()
	asks, notes := firing(t, store)
	save(t, store, NewDraft("more.md").Question("Who was first?", "").Knowledge())
	link(t, store, answered(asks, answering(notes)...))
	for state, want := range map[quarry.AnswerState]string{
		quarry.AnswerOwn: "How hot does a kiln get?", quarry.AnswerLikely: "How hot is a kiln?", quarry.AnswerGap: "Who was first?",
	} {
		f := quarry.Filter{AnswerStates: []quarry.AnswerState{state}}
		page, err := store.Questions(t.Context(), f, everything())
		equal(t, "total of "+string(state), must(t, page, err).Total, 1)
		equal(t, string(state), page.Items[0].Text, want)
		draw, err := store.DrawQuestions(t.Context(), quarry.DrawRequest{Filter: f, Count: 5, Seed: 1})
		equal(t, "drawn "+string(state), must(t, draw, err).Questions[0].Text, want)
		equal(t, "drawn number "+string(state), len(draw.Questions), 1)
	}
}

func linksOfTheLiving(t *testing.T, store Store) {
	t.Helper()
	asks, notes := firing(t, store)
	other := NewDraft("other.md").Fact("Kiln", "Kilns are ovens.").Knowledge()
	save(t, store, other)
	link(t, store, answered(asks, append(answering(notes), other.Facts[0].Entry())...))
	bare := NewDraft("notes.md").Question("How hot does a kiln get?", "").Fact("Kiln", "A kiln is hot.").Knowledge()
	save(t, store, bare)
	got, _, err := store.Question(t.Context(), asks.Questions[0].ID)
	equal(t, "answers", len(must(t, got, err).BestAnswers), 2)
	equal(t, "first answer", got.BestAnswers[0].ID, quarry.EntryID(notes.Facts[0].ID))
	for _, k := range []quarry.Knowledge{bare, other} {
		if _, err := store.DeleteDocument(t.Context(), k.Document.ID); err != nil {
			t.Fatal(err)
		}
	}
	got, _, err = store.Question(t.Context(), asks.Questions[0].ID)
	equal(t, "state", must(t, got, err).AnswerState, quarry.AnswerGap)
	equal(t, "no answers", got.BestAnswers, nil)
	page, err := store.Questions(t.Context(), quarry.Filter{AnswerStates: []quarry.AnswerState{quarry.AnswerLikely}}, everything())
	equal(t, "likely", must(t, page, err).Total, 0)
}

func linksRest(t *testing.T, store Store) {
	t.Helper()
	asks, notes := firing(t, store)
	linked := answered(asks, answering(notes)...)
	linked.BestAnswers[0].Score = 2.0 / 3
	linked.BestAnswers[1].Title = "half a letter \xc3 and \x00 nothing"
	first := link(t, store, linked)
	equal(t, "again", link(t, store, linked), quarry.Derived{Cursor: first.Revision, Revision: first.Revision})
	equal(t, "revision", revisionOf(t, store), first.Revision)
}

func linksFeed(t *testing.T, store Store) {
	t.Helper()
	asks, notes := firing(t, store)
	before := revisionOf(t, store)
	put := func(what string, linked quarry.LinkedQuestion, want quarry.Derived) {
		t.Helper()
		want.Cursor, want.Revision = before, before+1
		equal(t, what, link(t, store, linked), want)
		changes, err := store.ChangesAfter(t.Context(), before, 10)
		equal(t, what+": changes", len(must(t, changes, err)), 1)
		equal(t, what+": changed", changes[0].EntryRef, asks.Questions[0].Entry().EntryRef)
		equal(t, what+": op", changes[0].Op, quarry.OpPut)
		before++
	}
	put("added", answered(asks, answering(notes)...), quarry.Derived{Added: 1})
	put("changed", answered(asks, notes.Facts[0].Entry()), quarry.Derived{Changed: 1})
	put("removed", answered(asks), quarry.Derived{Removed: 1})
}

func linksOfTheOpen(t *testing.T, store Store) {
	t.Helper()
	asks, notes := firing(t, store)
	linked := answered(asks, answering(notes)...)
	link(t, store, linked)
	now := NewDraft("asks.md").Question("How hot is a kiln?", "Very.").Knowledge()
	save(t, store, now)
	got, _, err := store.Question(t.Context(), now.Questions[0].ID)
	equal(t, "state", must(t, got, err).AnswerState, quarry.AnswerOwn)
	equal(t, "answers", got.BestAnswers, nil)
	before := revisionOf(t, store)
	equal(t, "linked", link(t, store, linked), quarry.Derived{Cursor: before, Revision: before})
	if err := store.EndLinks(t.Context(), linksVersion, before, ""); err != nil {
		t.Fatal(err)
	}
	save(t, store, asks)
	got, _, err = store.Question(t.Context(), now.Questions[0].ID)
	equal(t, "forgotten", must(t, got, err).AnswerState, quarry.AnswerGap)
}

func linksOfVariants(t *testing.T, store Store) {
	t.Helper()
	asks, notes := firing(t, store)
	asks.Questions[0].Asks = "heat of kilns"
	save(t, store, asks)
	again := NewDraft("later.md").Question("What heat has a kiln?", "").Knowledge()
	again.Questions[0].Asks = "heat of kilns"
	save(t, store, again)
	link(t, store, answered(asks, answering(notes)...))
	page, err := store.Knowledge(t.Context(), quarry.Filter{Documents: []string{string(again.Document.ID)}}, everything())
	variant := must(t, page, err).Items[0].Questions[0]
	equal(t, "state of a variant", variant.AnswerState, quarry.AnswerLikely)
	equal(t, "answers of a variant", len(variant.BestAnswers), 3)
}

func linksCursor(t *testing.T, store Store) {
	t.Helper()
	derivedAt := func(what, version string, behind bool) {
		t.Helper()
		at, _, err := store.LinksDerived(t.Context(), version)
		equal(t, what+": revision", must(t, at, err).Revision, revisionOf(t, store))
		equal(t, what+": behind", at.Cursor < at.Revision, behind)
	}
	derivedAt("of nothing", linksVersion, false)
	firing(t, store)
	derivedAt("at first", linksVersion, true)
	if err := store.EndLinks(t.Context(), linksVersion, revisionOf(t, store), "q_last"); err != nil {
		t.Fatal(err)
	}
	derivedAt("at the end", linksVersion, false)
	_, last, err := store.LinksDerived(t.Context(), linksVersion)
	equal(t, "last in turn", must(t, last, err), "q_last")
	derivedAt("of another version", "links/2", true)
	if _, err := store.DeleteDocument(t.Context(), NewDraft("notes.md").Knowledge().Document.ID); err != nil {
		t.Fatal(err)
	}
	derivedAt("behind a deletion", linksVersion, true)
	if err := store.EndLinks(t.Context(), linksVersion, revisionOf(t, store), "q_last"); err != nil {
		t.Fatal(err)
	}
	save(t, store, NewDraft("empty.md").Knowledge())
	derivedAt("behind an empty document", linksVersion, false)
}

func linksDisturbed(t *testing.T, store Store) {
	t.Helper()
	asks, notes := firing(t, store)
	first := link(t, store, answered(asks, answering(notes)...))
	save(t, store, NewDraft("between.md").Fact("Glaze", "Glaze melts.").Knowledge())
	second := link(t, store, answered(asks))
	if second.Cursor <= first.Revision {
		t.Errorf("the second step began at %d, want it behind %d: another process wrote", second.Cursor, first.Revision)
	}
}

func linksInterrupted(t *testing.T, store Store) {
	t.Helper()
	asks, notes := firing(t, store)
	before := revisionOf(t, store)
	linked := []quarry.LinkedQuestion{answered(asks, answering(notes)...)}
	for looks := 1; looks < 1000; looks++ {
		_, err := store.LinkAnswers(NewInterrupted(looks), linked)
		revision := revisionOf(t, store)
		got, _, readErr := store.Question(t.Context(), asks.Questions[0].ID)
		equal(t, fmt.Sprintf("linked after %d looks", looks), len(must(t, got, readErr).BestAnswers) > 0, revision > before)
		if err == nil || revision > before {
			break
		}
	}
	equal(t, "revision", revisionOf(t, store), before+1)
}
