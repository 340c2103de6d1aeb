package storetest

import (
	"fmt"
	"slices"
	"testing"

	"github.com/quarrykb/quarry"
)

func drawTests() tests {
	return tests{
		"a draw hands out every question once":             drawOnce,
		"the same seed gives the same order":               sameSeed,
		"different seeds give different orders":            otherSeed,
		"pieces of any size make up one draw":              drawInPieces,
		"a draw may ask for more than there is":            drawTooMany,
		"a draw from an empty store is empty":              drawFromNothing,
		"a draw asks for at least one question":            drawNothing,
		"a cursor of another store is refused":             foreignCursor,
		"a filtered draw counts what it lets through":      filteredDraw,
		"few matches among many are drawn in the same way": fewMatches,
	}
}

// pool saves n questions, "0?" to "n-1?"; every tenth is hard.
func pool(t *testing.T, store Store, n int) {
	t.Helper()
	const each = 50
	for first := 0; first < n; first += each {
		draft := NewDraft(fmt.Sprintf("pool-%05d.md", first))
		for i := first; i < min(first+each, n); i++ {
			draft.Question(fmt.Sprintf("%d?", i), "Yes.", func(q *quarry.Question) {
				if i%10 == 0 {
					q.Grade = quarry.StatedGrade(quarry.Hard)
				}
			})
		}
		save(t, store, draft.Knowledge())
	}
}

// deal draws in pieces until nothing remains, and checks the count on the way.
func deal(t *testing.T, store Reader, request quarry.DrawRequest) []string {
	t.Helper()
	var texts []string
	left := -1
	for {
		draw, err := store.DrawQuestions(t.Context(), request)
		must(t, draw, err)
		for _, q := range draw.Questions {
			texts = append(texts, q.Text)
		}
		if left >= 0 && draw.Remaining != left-len(draw.Questions) {
			t.Fatalf("%d remain after %d of %d, want the difference", draw.Remaining, len(draw.Questions), left)
		}
		left = draw.Remaining
		if (draw.Next == nil) != (left == 0) {
			t.Fatalf("%d remain, and the cursor is %v", left, draw.Next)
		}
		if draw.Next == nil {
			return texts
		}
		request.After = *draw.Next
	}
}

func drawOnce(t *testing.T, store Store) {
	t.Helper()
	const n = 120
	pool(t, store, n)
	texts := deal(t, store, quarry.DrawRequest{Seed: 1, Count: 7})
	slices.Sort(texts)
	if got := len(slices.Compact(texts)); got != n {
		t.Errorf("%d different questions, want %d", got, n)
	}
}

func sameSeed(t *testing.T, store Store) {
	t.Helper()
	pool(t, store, 60)
	request := quarry.DrawRequest{Seed: 99, Count: 60}
	equal(t, "second draw", deal(t, store, request), deal(t, store, request))
}

func otherSeed(t *testing.T, store Store) {
	t.Helper()
	pool(t, store, 60)
	first := deal(t, store, quarry.DrawRequest{Seed: 1, Count: 60})
	second := deal(t, store, quarry.DrawRequest{Seed: 2, Count: 60})
	if slices.Equal(first, second) {
		t.Errorf("both seeds give %v", first)
	}
}

func drawInPieces(t *testing.T, store Store) {
	t.Helper()
	const n = 55
	pool(t, store, n)
	whole := deal(t, store, quarry.DrawRequest{Seed: 4, Count: n})
	for _, size := range []int{1, 2, 10, n - 1, n + 1} {
		equal(t, fmt.Sprintf("pieces of %d", size), deal(t, store, quarry.DrawRequest{Seed: 4, Count: size}), whole)
	}
}

func drawTooMany(t *testing.T, store Store) {
	t.Helper()
	pool(t, store, 3)
	draw, err := store.DrawQuestions(t.Context(), quarry.DrawRequest{Count: 50})
	must(t, draw, err)
	if len(draw.Questions) != 3 || draw.Remaining != 0 || draw.Next != nil {
		t.Errorf("draw = %d questions, %d remaining, cursor %v; want 3, 0, none",
			len(draw.Questions), draw.Remaining, draw.Next)
	}
	equal(t, "revision", draw.Revision, revisionOf(t, store))
}

func drawFromNothing(t *testing.T, store Store) {
	t.Helper()
	draw, err := store.DrawQuestions(t.Context(), quarry.DrawRequest{Seed: 1, Count: 5})
	equal(t, "draw", must(t, draw, err), quarry.Draw{})
}

func drawNothing(t *testing.T, store Store) {
	t.Helper()
	_, err := store.DrawQuestions(t.Context(), quarry.DrawRequest{Seed: 1})
	is(t, "count 0", err, quarry.KindInvalid)
}

func foreignCursor(t *testing.T, store Store) {
	t.Helper()
	pool(t, store, 10)
	at := revisionOf(t, store)
	for name, cursor := range map[string]quarry.DrawCursor{
		"more slots than there are": {SlotLimit: 11, At: at},
		"a place beyond the end":    {SlotLimit: 10, Position: 11, At: at},
		"more drawn than there are": {SlotLimit: 10, Drawn: 11, At: at},
		"less than nothing drawn":   {SlotLimit: 10, Drawn: -1, At: at},
		"as many as can be written": {SlotLimit: 1 << 63, Position: 1 << 63, At: at},
	} {
		_, err := store.DrawQuestions(t.Context(), quarry.DrawRequest{Count: 1, After: cursor})
		is(t, name, err, quarry.KindInvalid)
	}
}

func filteredDraw(t *testing.T, store Store) {
	t.Helper()
	pool(t, store, 100)
	hard := quarry.Filter{Difficulties: []quarry.Difficulty{quarry.Hard}}
	draw, err := store.DrawQuestions(t.Context(), quarry.DrawRequest{Filter: hard, Seed: 3, Count: 4})
	must(t, draw, err)
	equal(t, "counts", []int{len(draw.Questions), draw.Remaining}, []int{4, 6})
	for _, q := range draw.Questions {
		equal(t, "difficulty", q.Grade.Difficulty, quarry.Hard)
	}
}

// fewMatches: a filter leaves questions out, it never changes their order.
func fewMatches(t *testing.T, store Store) {
	t.Helper()
	pool(t, store, 400)
	hard := quarry.Filter{Difficulties: []quarry.Difficulty{quarry.Hard}}
	var want []string
	draw, err := store.DrawQuestions(t.Context(), quarry.DrawRequest{Seed: 8, Count: 400})
	for _, q := range must(t, draw, err).Questions {
		if q.Grade.Difficulty == quarry.Hard {
			want = append(want, q.Text)
		}
	}
	for _, size := range []int{1, 3, 40} {
		equal(t, fmt.Sprintf("pieces of %d", size),
			deal(t, store, quarry.DrawRequest{Filter: hard, Seed: 8, Count: size}), want)
	}
}
