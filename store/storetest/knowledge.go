package storetest

import (
	"context"
	"fmt"
	"sync"
	"testing"

	"github.com/quarrykb/quarry"
)

func knowledgeTests() tests {
	return tests{
		"a document is handed out whole":                   handedOutWhole,
		"documents are handed out in the order of a list":  handedOutInOrder,
		"what is handed out is what a filter lets through": handedOutFiltered,
		"an empty document is handed out too":              handedOutEmpty,
		"what is handed out is of one moment":              handedOutOfOneMoment,
		"handing out needs a limit":                        handedOutLimit,
	}
}

// handOut turns the pages of everything that a filter lets through.
func handOut(t *testing.T, store Library, f quarry.Filter, limit int) []quarry.Knowledge {
	t.Helper()
	var all []quarry.Knowledge
	for request := (quarry.PageRequest{Limit: limit}); ; {
		page, err := store.Knowledge(t.Context(), f, request)
		all = append(all, must(t, page, err).Items...)
		if page.Next == nil {
			return all
		}
		request.After = *page.Next
	}
}

func handedOutWhole(t *testing.T, store Store) {
	t.Helper()
	k := Mixed("notes/a.md")
	k.Document.TextOf, k.Document.SHA256 = quarry.TextOfExtract, "0123"
	for _, source := range sourcesOf(k) {
		source.SHA256 = "0123"
	}
	k.Content.Original = []byte("\x00\xff")
	save(t, store, k)
	page, err := store.Knowledge(t.Context(), quarry.Filter{}, everything())
	equal(t, "knowledge", must(t, page, err).Items, []quarry.Knowledge{k})
	equal(t, "revision", page.Revision, revisionOf(t, store))
	equal(t, "total", page.Total, 1)
}

func handedOutInOrder(t *testing.T, store Store) {
	t.Helper()
	other := NewDraft("b.md").In("other").Passage("The other one.").Knowledge()
	want := []quarry.Knowledge{Mixed("a.md"), Mixed("b.md"), other, Mixed("c.md")}
	if want[1].Document.ID > other.Document.ID {
		want[1], want[2] = want[2], want[1]
	}
	for _, at := range []int{2, 0, 3, 1} {
		save(t, store, want[at])
	}
	for limit := 1; limit <= len(want)+1; limit++ {
		equal(t, fmt.Sprintf("pages of %d", limit), handOut(t, store, quarry.Filter{}, limit), want)
	}
}

func handedOutFiltered(t *testing.T, store Store) {
	t.Helper()
	hard := NewDraft("hard.md").
		Question("Why?", "So.", func(q *quarry.Question) { q.Grade = quarry.StatedGrade(quarry.Hard) }).
		Question("When?", "").Passage("Words.").Knowledge()
	for _, k := range []quarry.Knowledge{Mixed("a.md"), hard, NewDraft("z.md").In("other").Passage("Last.").Knowledge()} {
		save(t, store, k)
	}
	for name, tc := range map[string]struct {
		filter quarry.Filter
		want   map[string]int // entries by path
	}{
		"by nothing":    {quarry.Filter{}, map[string]int{"a.md": 5, "hard.md": 3, "z.md": 1}},
		"by grade":      {quarry.Filter{Difficulties: []quarry.Difficulty{quarry.Hard}}, map[string]int{"hard.md": 1}},
		"by kind":       {quarry.Filter{Kinds: []quarry.EntryKind{quarry.EntryPassage}}, map[string]int{"a.md": 1, "hard.md": 1, "z.md": 1}},
		"by being open": {quarry.Filter{Answered: quarry.No}, map[string]int{"a.md": 1, "hard.md": 1}},
		"by collection": {quarry.Filter{Collections: []string{"other"}}, map[string]int{"z.md": 1}},
		"by path":       {quarry.Filter{Documents: []string{"hard.md"}}, map[string]int{"hard.md": 3}},
		"by id and kind": {
			quarry.Filter{Documents: []string{string(hard.Document.ID)}, Kinds: []quarry.EntryKind{quarry.EntryFact}}, map[string]int{},
		},
	} {
		for _, limit := range []int{1, 2, 9} {
			got := map[string]int{}
			for _, k := range handOut(t, store, tc.filter, limit) {
				got[k.Document.Path] = k.Size()
			}
			equal(t, fmt.Sprintf("%s, pages of %d", name, limit), got, tc.want)
		}
	}
}

func handedOutEmpty(t *testing.T, store Store) {
	t.Helper()
	k := NewDraft("blank.md").Knowledge()
	save(t, store, k)
	equal(t, "knowledge", handOut(t, store, quarry.Filter{}, 1), []quarry.Knowledge{k})
	equal(t, "questions of it", handOut(t, store, quarry.Filter{Answered: quarry.Yes}, 1), nil)
}

// handedOutOfOneMoment replaces a document again and again while it is read: a
// text and entries of two states never come together.
func handedOutOfOneMoment(t *testing.T, store Store) {
	t.Helper()
	const times = 30
	state := func(n int) quarry.Knowledge {
		draft := NewDraft("a.md")
		for i := range 1 + n%4 {
			draft.Passage(fmt.Sprintf("State %d says %d.", n, i))
		}
		return draft.Knowledge()
	}
	save(t, store, state(0))
	ctx, stop := context.WithCancel(t.Context())
	var writer sync.WaitGroup
	var fault error
	writer.Go(func() {
		defer stop()
		for n := 1; n <= times && fault == nil; n++ {
			_, fault = store.SaveDocument(t.Context(), state(n))
		}
	})
	for ctx.Err() == nil {
		for _, k := range handOut(t, store, quarry.Filter{}, 1) {
			standsInItsText(t, k)
		}
	}
	writer.Wait()
	if fault != nil {
		t.Errorf("save: %v", fault)
	}
}

func standsInItsText(t *testing.T, k quarry.Knowledge) {
	t.Helper()
	for _, p := range k.Passages {
		span := p.Source.Span
		if span.ByteEnd > len(k.Content.Text) || string(k.Content.Text[span.ByteStart:span.ByteEnd]) != p.Text {
			t.Errorf("%q does not stand in the text %q", p.Text, k.Content.Text)
		}
	}
}

func handedOutLimit(t *testing.T, store Store) {
	t.Helper()
	_, err := store.Knowledge(t.Context(), quarry.Filter{}, quarry.PageRequest{})
	is(t, "a page of nothing", err, quarry.KindInvalid)
}
