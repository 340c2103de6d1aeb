package sqlite_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/store/sqlite"
	"github.com/quarrykb/quarry/store/storetest"
)

// However many questions ask the same, who leads is found by one step along an
// index, and what is written of them are the one that led and the one that does.
func TestASaveTouchesTwoOfManyQuestionsThatAskTheSame(t *testing.T) {
	t.Parallel()
	store := openEmpty(t)
	askMany(t, store, 4, 500)
	before, err := store.Revision(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	better := storetest.NewDraft("z.md").Question("Why?", "So.", asksWhy).Knowledge()
	difference, err := store.SaveDocument(t.Context(), better)
	if err != nil || len(difference.Merged) != 1 {
		t.Errorf("merged = %v (%v), want the one that led", difference.Merged, err)
	}
	changes, err := store.ChangesAfter(t.Context(), before, 100)
	if err != nil || len(changes) != 3 {
		t.Errorf("changes = %v (%v), want the document, the one that led and the one that leads", changes, err)
	}
	plan, err := store.LeaderPlan(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	got := strings.Join(plan, "\n")
	if !strings.Contains(got, "q USING COVERING INDEX questions_asking (asks=?)") || strings.Contains(got, "TEMP B-TREE") {
		t.Errorf("plan:\n%s\nwant a search in questions_asking without sorting", got)
	}
}

func asksWhy(q *quarry.Question) { q.Asks = "why" }

func askMany(t *testing.T, store *sqlite.Store, documents, each int) {
	t.Helper()
	for d := range documents {
		draft := storetest.NewDraft(fmt.Sprintf("m-%d.md", d))
		for i := range each {
			draft.Question(fmt.Sprintf("Why %d?", i), "", asksWhy)
		}
		if _, err := store.SaveDocument(t.Context(), draft.Knowledge()); err != nil {
			t.Fatal(err)
		}
	}
}
