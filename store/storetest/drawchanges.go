package storetest

import (
	"slices"
	"testing"

	"github.com/quarrykb/quarry"
)

func drawChangeTests() tests {
	return tests{
		"what is deleted during a draw is not drawn":          deletedDuringDraw,
		"what is added during a draw does not come":           addedDuringDraw,
		"a question that comes back takes its old place":      returnsToItsPlace,
		"what remains is exact after any change":              remainingIsExact,
		"an edited question keeps its place in a draw":        editedKeepsPlace,
		"a draw that begins after a deletion has no holes":    drawAfterDeletion,
		"the last question may be deleted before it is drawn": lastIsDeleted,
	}
}

func documentOf(t *testing.T, store Catalogue, path string) quarry.DocumentID {
	t.Helper()
	stored, err := store.StoredFile(t.Context(), quarry.DefaultCollection, path)
	return must(t, stored, err)[0].ID
}

func remove(t *testing.T, store Store, path string) {
	t.Helper()
	if _, err := store.DeleteDocument(t.Context(), documentOf(t, store, path)); err != nil {
		t.Fatal(err)
	}
}

// begin draws ten questions of a pool of a hundred and fifty.
func begin(t *testing.T, store Store) ([]string, quarry.DrawRequest) {
	t.Helper()
	pool(t, store, 150)
	request := quarry.DrawRequest{Seed: 11, Count: 10}
	draw, err := store.DrawQuestions(t.Context(), request)
	must(t, draw, err)
	var texts []string
	for _, q := range draw.Questions {
		texts = append(texts, q.Text)
	}
	request.After = *draw.Next
	return texts, request
}

func deletedDuringDraw(t *testing.T, store Store) {
	t.Helper()
	_, request := begin(t, store)
	whole := dealAll(t, store)
	remove(t, store, "pool-00050.md")
	rest := deal(t, store, request)
	want := slices.DeleteFunc(slices.Clone(whole[10:]), inPool(50))
	equal(t, "rest", rest, want)
}

// dealAll is the whole draw of the seed that begin uses.
func dealAll(t *testing.T, store Store) []string {
	t.Helper()
	return deal(t, store, quarry.DrawRequest{Seed: 11, Count: 1000})
}

// inPool reports whether a question is one of the fifty from first on.
func inPool(first int) func(string) bool {
	return func(text string) bool {
		number := 0
		for _, digit := range text[:len(text)-1] {
			number = 10*number + int(digit-'0')
		}
		return number >= first && number < first+50
	}
}

func addedDuringDraw(t *testing.T, store Store) {
	t.Helper()
	_, request := begin(t, store)
	whole := dealAll(t, store)
	save(t, store, NewDraft("later.md").Question("1000?", "").Question("1001?", "").Knowledge())
	equal(t, "rest", deal(t, store, request), whole[10:])
	if now := dealAll(t, store); !slices.Contains(now, "1000?") {
		t.Error("a new draw does not have the new question")
	}
}

func returnsToItsPlace(t *testing.T, store Store) {
	t.Helper()
	pool(t, store, 150)
	whole := dealAll(t, store)
	remove(t, store, "pool-00050.md")
	pool(t, store, 150)
	equal(t, "draw", dealAll(t, store), whole)
}

func remainingIsExact(t *testing.T, store Store) {
	t.Helper()
	drawn, request := begin(t, store)
	remove(t, store, "pool-00100.md")
	left := 100 - len(slices.DeleteFunc(slices.Clone(drawn), inPool(100)))
	draw, err := store.DrawQuestions(t.Context(), request)
	equal(t, "remaining", must(t, draw, err).Remaining, left-len(draw.Questions))
	request.After = *draw.Next
	request.Count = 1000
	rest, err := store.DrawQuestions(t.Context(), request)
	equal(t, "rest", len(must(t, rest, err).Questions), draw.Remaining)
}

func editedKeepsPlace(t *testing.T, store Store) {
	t.Helper()
	pool(t, store, 50)
	whole := dealAll(t, store)
	draft := NewDraft("pool-00000.md").Passage("A new first line moves everything.")
	for i := range whole {
		draft.Question(whole[i], "Edited.")
	}
	save(t, store, draft.Knowledge())
	equal(t, "draw", dealAll(t, store), whole)
}

func drawAfterDeletion(t *testing.T, store Store) {
	t.Helper()
	pool(t, store, 150)
	remove(t, store, "pool-00000.md")
	draw, err := store.DrawQuestions(t.Context(), quarry.DrawRequest{Seed: 2, Count: 20})
	must(t, draw, err)
	equal(t, "counts", []int{len(draw.Questions), draw.Remaining}, []int{20, 80})
}

func lastIsDeleted(t *testing.T, store Store) {
	t.Helper()
	save(t, store, NewDraft("a.md").Question("A?", "").Knowledge())
	save(t, store, NewDraft("b.md").Question("B?", "").Knowledge())
	request := quarry.DrawRequest{Seed: 1, Count: 1}
	draw, err := store.DrawQuestions(t.Context(), request)
	first := must(t, draw, err).Questions[0]
	request.After = *draw.Next
	remove(t, store, map[string]string{"A?": "b.md", "B?": "a.md"}[first.Text])
	draw, err = store.DrawQuestions(t.Context(), request)
	must(t, draw, err)
	if len(draw.Questions) != 0 || draw.Remaining != 0 || draw.Next != nil {
		t.Errorf("draw = %+v, want nothing and no cursor", draw)
	}
}
