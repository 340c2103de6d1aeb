package storetest

import (
	"cmp"
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/quarrykb/quarry"
)

// drawKeepsPlaces: of questions that ask the same one is drawn, whichever leads
// when it comes, and none a second time when another one leads later.
func drawKeepsPlaces(t *testing.T, store Store) {
	t.Helper()
	const n = 40
	draft := NewDraft("m.md")
	for i := range n {
		draft.Question(fmt.Sprintf("%d?", i), "", asks(fmt.Sprintf("k%d", i)))
	}
	save(t, store, draft.Knowledge())
	request := quarry.DrawRequest{Seed: 5, Count: n / 2}
	draw, err := store.DrawQuestions(t.Context(), request)
	drawn := map[string]int{}
	for _, q := range must(t, draw, err).Questions {
		drawn[q.Asks]++
	}
	better := NewDraft("z.md")
	for i := range n {
		better.Question(fmt.Sprintf("Is it %d?", i), "Yes.", asks(fmt.Sprintf("k%d", i)))
	}
	save(t, store, better.Knowledge())
	request.After, request.Count = *draw.Next, n
	rest, err := store.DrawQuestions(t.Context(), request)
	for _, q := range must(t, rest, err).Questions {
		drawn[q.Asks]++
		if q.Source.Path != "z.md" || len(q.Variants) != 1 {
			t.Errorf("%q of %s with %d variants is drawn, want the one that leads now", q.Text, q.Source.Path, len(q.Variants))
		}
	}
	for key, times := range drawn {
		if times != 1 {
			t.Errorf("%s is drawn %d times", key, times)
		}
	}
	equal(t, "drawn", len(drawn), n)
}

// A model is the questions that are stored, by document.
type model map[string][]quarry.Question

// anyOrderOfAsking makes any changes, and holds what the store says of them
// against what is worked out from nothing.
func anyOrderOfAsking(t *testing.T, store Store) {
	t.Helper()
	paths := []string{"a.md", "b.md", "c.md", "d.md"}
	stored := model{}
	rapid.Check(t, func(r *rapid.T) {
		for range rapid.IntRange(1, 6).Draw(r, "changes") {
			path := rapid.SampledFrom(paths).Draw(r, "path")
			if _, there := stored[path]; there && rapid.IntRange(0, 2).Draw(r, "goes") == 0 {
				remove(t, store, path)
				delete(stored, path)
				continue
			}
			k := drawnQuestions(r, path)
			preview, err := store.PreviewDocument(t.Context(), k)
			if err != nil {
				r.Fatal(err)
			}
			equal(t, "difference", save(t, store, k), preview)
			stored[path] = k.Questions
		}
		stored.holds(t, store)
		if t.Failed() {
			r.Fatal("what is stored is not what was saved")
		}
	})
}

func drawnQuestions(r *rapid.T, path string) quarry.Knowledge {
	draft := NewDraft(path)
	for i := range rapid.IntRange(0, 4).Draw(r, "questions") {
		answer := rapid.SampledFrom([]string{"", "Yes."}).Draw(r, "answer")
		key := rapid.SampledFrom([]string{"", "k", "l", "m"}).Draw(r, "key")
		draft.Question(fmt.Sprintf("%s %d?", path, i), answer, asks(key, func(q *quarry.Question) {
			if rapid.Bool().Draw(r, "stated") {
				hard(q)
			}
		}))
	}
	return draft.Knowledge()
}

// leaders works out which questions lead, with their variants.
func (m model) leaders() []quarry.Question {
	var lead []quarry.Question
	groups := map[string][]quarry.Question{}
	for _, questions := range m {
		for _, q := range questions {
			if q.Asks == "" {
				lead = append(lead, q)
			} else {
				groups[q.Asks] = append(groups[q.Asks], q)
			}
		}
	}
	for _, group := range groups {
		slices.SortFunc(group, func(a, b quarry.Question) int { return cmp.Or(cmp.Compare(rank(b), rank(a)), inOrder(a, b)) })
		first := group[0]
		rest := group[1:]
		slices.SortFunc(rest, inOrder)
		for _, q := range rest {
			first.Variants = append(first.Variants, variant(q))
			if first.Grade.Source != quarry.DifficultyStated && q.Grade.Source == quarry.DifficultyStated {
				first.Grade = q.Grade
			}
		}
		lead = append(lead, first)
	}
	slices.SortFunc(lead, inOrder)
	return lead
}

func rank(q quarry.Question) int {
	rank := 0
	if q.Answered {
		rank += 2
	}
	if q.Grade.Source == quarry.DifficultyStated {
		rank++
	}
	return rank
}

func inOrder(a, b quarry.Question) int {
	return cmp.Or(cmp.Compare(a.Source.Path, b.Source.Path),
		cmp.Compare(a.Source.LineStart, b.Source.LineStart), cmp.Compare(a.ID, b.ID))
}

func (m model) holds(t *testing.T, store Store) {
	t.Helper()
	want := m.leaders()
	equal(t, "leaders", listAll(t.Context(), t, store.Questions), want)
	var known []quarry.EntryRef
	for _, q := range want {
		known = append(known, q.Entry().EntryRef)
	}
	equal(t, "feed", liveQuestions(t, store), setOf(known))
	draw, err := store.DrawQuestions(t.Context(), quarry.DrawRequest{Count: 100})
	equal(t, "drawn", len(must(t, draw, err).Questions), len(want))
	if err := store.Check(t.Context()); err != nil {
		t.Errorf("the store is damaged: %v", err)
	}
}
