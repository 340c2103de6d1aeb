package quiz_test

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/quiz"
)

// library is what is stored: questions in the order of lists, and specs.
type library struct {
	quiz.Library

	revision  quarry.Sequence
	questions []quarry.Question
	specs     []quarry.Spec
}

func (l *library) Glossary(context.Context) ([]quarry.GlossaryTerm, quarry.Sequence, error) {
	return nil, l.revision, nil
}

func (*library) Facts(context.Context, quarry.Filter, quarry.PageRequest) (quarry.Page[quarry.Fact], error) {
	return quarry.Page[quarry.Fact]{}, nil
}

func (l *library) Specs(context.Context, quarry.Filter, quarry.PageRequest) (quarry.Page[quarry.Spec], error) {
	return quarry.Page[quarry.Spec]{Items: l.specs, Total: len(l.specs)}, nil
}

func (l *library) Questions(_ context.Context, _ quarry.Filter, r quarry.PageRequest) (quarry.Page[quarry.Question], error) {
	page := quarry.Page[quarry.Question]{Total: len(l.questions), Revision: l.revision}
	for _, q := range l.questions {
		at := quarry.Position{Path: q.Source.Path, Line: q.Source.LineStart, ID: quarry.EntryID(q.ID)}
		if cmp.Or(cmp.Compare(at.Path, r.After.Path), cmp.Compare(at.Line, r.After.Line), cmp.Compare(at.ID, r.After.ID)) <= 0 {
			continue
		}
		if len(page.Items) == r.Limit {
			last := page.Items[r.Limit-1]
			page.Next = &quarry.Position{Path: last.Source.Path, Line: last.Source.LineStart, ID: quarry.EntryID(last.ID)}
			return page, nil
		}
		page.Items = append(page.Items, q)
	}
	return page, nil
}

func (l *library) Question(_ context.Context, id quarry.QuestionID) (quarry.Question, quarry.Sequence, error) {
	for _, q := range l.questions {
		if q.ID == id {
			return q, l.revision, nil
		}
	}
	return quarry.Question{}, 0, quarry.Errorf(quarry.KindNotFound, "no question %q", id)
}

// DrawQuestions draws in the order of the list.
func (l *library) DrawQuestions(_ context.Context, r quarry.DrawRequest) (quarry.Draw, error) {
	from := min(int(r.After.Position), len(l.questions))
	to := min(from+r.Count, len(l.questions))
	draw := quarry.Draw{Questions: l.questions[from:to], Remaining: len(l.questions) - to, Revision: l.revision}
	if draw.Remaining > 0 {
		draw.Next = &quarry.DrawCursor{SlotLimit: 100, Position: uint64(to), Drawn: to, At: l.revision}
	}
	return draw, nil
}

func (l *library) Evidence(_ context.Context, ref quarry.EntryRef) (quarry.Evidence, error) {
	return quarry.Evidence{
		Claims: []quarry.Claim{{ID: ref.ID}}, Texts: map[quarry.DocumentID]quarry.StoredText{"d_cards": {SHA256: "aa"}},
	}, nil
}

func newLibrary(stored int) *library {
	l := &library{revision: 7, specs: cards()}
	for i := range stored {
		l.questions = append(l.questions, quarry.Question{
			ID: quarry.QuestionID(fmt.Sprintf("q_%03d", i)), Source: quarry.Source{Path: "asked.md", Span: quarry.Span{LineStart: 1 + i}},
		})
	}
	return l
}

func only() quarry.Filter    { return quarry.Filter{Generated: quarry.GeneratedOnly} }
func include() quarry.Filter { return quarry.Filter{Generated: quarry.GeneratedInclude} }

// deal draws all there is in pieces, and checks what is said to remain.
func deal(t *testing.T, store *quiz.Store, f quarry.Filter, seed uint64, piece int) []quarry.QuestionID {
	t.Helper()
	request := quarry.DrawRequest{Filter: f, Seed: seed, Count: piece}
	var ids []quarry.QuestionID
	left := -1
	for {
		draw, err := store.DrawQuestions(t.Context(), request)
		if err != nil {
			t.Fatal(err)
		}
		for _, q := range draw.Questions {
			ids = append(ids, q.ID)
		}
		if left >= 0 && draw.Remaining != left-len(draw.Questions) || (draw.Next == nil) != (draw.Remaining == 0) {
			t.Fatalf("%d remain of %d after %d more, next is %v", draw.Remaining, left, len(draw.Questions), draw.Next)
		}
		if left = draw.Remaining; draw.Next == nil {
			return ids
		}
		request.After = *draw.Next
	}
}

func TestADrawHasEveryQuestionOnceInTheOrderOfItsSeed(t *testing.T) {
	t.Parallel()
	const stored = 30
	store := quiz.NewStore(newLibrary(stored), newMaker(t))
	all, err := store.Questions(t.Context(), only(), quarry.PageRequest{Limit: 1000})
	if err != nil || all.Total < 10 || all.Total != len(all.Items) {
		t.Fatalf("%d of %d generated questions, error %v", len(all.Items), all.Total, err)
	}
	for name, want := range map[string]struct {
		filter quarry.Filter
		total  int
	}{
		"generated ones alone": {only(), all.Total},
		"both":                 {include(), all.Total + stored},
		"stored ones alone":    {quarry.Filter{}, stored},
		"the same, by name":    {quarry.Filter{Generated: quarry.GeneratedExclude}, stored},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			whole := deal(t, store, want.filter, 42, 1000)
			if unique := slices.Compact(slices.Sorted(slices.Values(whole))); len(whole) != want.total || len(unique) != want.total {
				t.Errorf("%d questions, %d different ones, want %d", len(whole), len(unique), want.total)
			}
			for _, piece := range []int{1, 3, 7, 50} {
				if diff := gocmp.Diff(whole, deal(t, store, want.filter, 42, piece)); diff != "" {
					t.Errorf("pieces of %d have another order:\n%s", piece, diff)
				}
			}
		})
	}
	if slices.Equal(deal(t, store, only(), 1, 50), deal(t, store, only(), 2, 50)) {
		t.Error("two seeds give the same order")
	}
	both := deal(t, store, include(), 3, 50)[:20]
	if made := slices.DeleteFunc(both, func(id quarry.QuestionID) bool { return id[0] == 'q' }); len(made) == 0 || len(made) == 20 {
		t.Errorf("%d of the first 20 are generated: the two are not mixed", len(made))
	}
}

func TestADrawGoesOnAfterAChange(t *testing.T) {
	t.Parallel()
	l := newLibrary(0)
	store := quiz.NewStore(l, newMaker(t))
	first, err := store.DrawQuestions(t.Context(), quarry.DrawRequest{Filter: only(), Seed: 5, Count: 4})
	if err != nil || first.Next == nil {
		t.Fatalf("draw: %v, next %v", err, first.Next)
	}
	before := deal(t, store, only(), 5, 100)
	l.specs, l.revision = append(l.specs, card("Yew", 64)), 8
	seen := map[quarry.QuestionID]bool{}
	for _, q := range first.Questions {
		seen[q.ID] = true
	}
	rest, err := store.DrawQuestions(t.Context(), quarry.DrawRequest{Filter: only(), Seed: 5, Count: 1000, After: *first.Next})
	if err != nil {
		t.Fatal(err)
	}
	for _, q := range rest.Questions {
		if seen[q.ID] {
			t.Errorf("%s comes twice", q.ID)
		}
		seen[q.ID] = true
	}
	for _, id := range before {
		if _, _, err := store.Question(t.Context(), id); err == nil && !seen[id] {
			t.Errorf("%s is still there and never came", id)
		}
	}
}

func TestAListHasBothInItsOrder(t *testing.T) {
	t.Parallel()
	store := quiz.NewStore(newLibrary(9), newMaker(t))
	var ids []quarry.QuestionID
	request := quarry.PageRequest{Limit: 4}
	var total int
	for {
		page, err := store.Questions(t.Context(), include(), request)
		if err != nil || len(page.Items) > request.Limit {
			t.Fatalf("%d items, error %v", len(page.Items), err)
		}
		for _, q := range page.Items {
			ids = append(ids, q.ID)
		}
		total = page.Total
		if page.Next == nil {
			break
		}
		request.After = *page.Next
	}
	if unique := slices.Compact(slices.Sorted(slices.Values(ids))); len(unique) != total || len(ids) != total || total < 15 {
		t.Errorf("%d items, %d different ones, want the total of %d", len(ids), len(unique), total)
	}
	if ids[0][0] != 'q' || ids[len(ids)-1][0] != 'g' {
		t.Errorf("from %s to %s: asked.md stands before cards.md", ids[0], ids[len(ids)-1])
	}
}

func TestGeneratedQuestionsAreListedByPathAlone(t *testing.T) {
	t.Parallel()
	store := quiz.NewStore(newLibrary(1), newMaker(t))
	byDate := quarry.PageRequest{Limit: 5, Sort: quarry.Sort{Key: quarry.SortDate}}
	if _, err := store.Questions(t.Context(), include(), byDate); !quarry.IsKind(err, quarry.KindInvalid) {
		t.Errorf("with generated ones: %v", err)
	}
	if _, err := store.Questions(t.Context(), quarry.Filter{}, byDate); err != nil {
		t.Errorf("without: %v", err)
	}
}

func TestAFilterNarrowsGeneratedQuestions(t *testing.T) {
	t.Parallel()
	store := quiz.NewStore(newLibrary(3), newMaker(t))
	for name, tc := range map[string]struct {
		narrow func(*quarry.Filter)
		some   bool
	}{
		"their topic":        {func(f *quarry.Filter) { f.Topics = []quarry.TopicID{"memory"} }, true},
		"another topic":      {func(f *quarry.Filter) { f.Topics = []quarry.TopicID{"networking"} }, false},
		"their style":        {func(f *quarry.Filter) { f.Styles = []quarry.Style{quarry.StyleChoice} }, true},
		"another style":      {func(f *quarry.Filter) { f.Styles = []quarry.Style{quarry.StyleOpen} }, false},
		"their document":     {func(f *quarry.Filter) { f.Documents = []string{"cards.md"} }, true},
		"its id":             {func(f *quarry.Filter) { f.Documents = []string{"d_cards"} }, true},
		"another document":   {func(f *quarry.Filter) { f.Documents = []string{"asked.md"} }, false},
		"another collection": {func(f *quarry.Filter) { f.Collections = []string{"old"} }, false},
		"a difficulty":       {func(f *quarry.Filter) { f.Difficulties = []quarry.Difficulty{quarry.Easy} }, false},
		"without an answer":  {func(f *quarry.Filter) { f.Answered = quarry.No }, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := only()
			tc.narrow(&f)
			page, err := store.Questions(t.Context(), f, quarry.PageRequest{Limit: 5})
			if err != nil || (page.Total > 0) != tc.some {
				t.Errorf("%d questions, error %v; want some: %t", page.Total, err, tc.some)
			}
		})
	}
}

func TestAGeneratedQuestionIsReadAndProvenByItsID(t *testing.T) {
	t.Parallel()
	store := quiz.NewStore(newLibrary(1), newMaker(t))
	page, err := store.Questions(t.Context(), only(), quarry.PageRequest{Limit: 1})
	if err != nil || len(page.Items) != 1 {
		t.Fatalf("%d questions, error %v", len(page.Items), err)
	}
	want := page.Items[0]
	got, revision, err := store.Question(t.Context(), want.ID)
	if diff := gocmp.Diff(want, got); err != nil || diff != "" || revision != 7 {
		t.Errorf("read at %d with error %v:\n%s", revision, err, diff)
	}
	proof, err := store.Evidence(t.Context(), quarry.EntryRef{Kind: quarry.EntryQuestion, ID: quarry.EntryID(want.ID)})
	if err != nil || proof.Claims[0].ID != want.Made.Proof.ID || len(proof.Claims) != 4 || proof.Texts["d_cards"].SHA256 != "aa" {
		t.Errorf("evidence %+v, error %v", proof, err)
	}
	if _, _, err := store.Question(t.Context(), "g_nothingismadeofthis1"); quarry.Explain(err).Kind != quarry.KindNotFound {
		t.Errorf("an id that nothing has: %v", err)
	}
	if _, _, err := store.Question(t.Context(), "q_000"); err != nil {
		t.Errorf("a stored question: %v", err)
	}
}

func TestWhatPeopleCorrectedProvesNothing(t *testing.T) {
	t.Parallel()
	l := newLibrary(0)
	for i := range l.specs {
		if l.specs[i].Device.Name == "Elm" {
			l.specs[i].Corrected = []quarry.Correction{{Action: quarry.ActionCorrect}}
		}
		if l.specs[i].Device.Name == "Fir" {
			l.specs[i].Corrected = []quarry.Correction{{Action: quarry.ActionGrade}}
		}
	}
	page, err := quiz.NewStore(l, newMaker(t)).Questions(t.Context(), only(), quarry.PageRequest{Limit: 1000})
	if err != nil {
		t.Fatal(err)
	}
	if got := about(page.Items, "Elm"); len(got) > 0 {
		t.Errorf("asked of a spec whose bytes say something else: %q", got)
	}
	if len(about(page.Items, "Fir")) == 0 {
		t.Error("nothing is asked of a spec that was graded alone")
	}
}

// slow is a library whose glossary comes when it is let out.
type slow struct {
	*library

	asked, out chan struct{}
}

func (l slow) Glossary(ctx context.Context) ([]quarry.GlossaryTerm, quarry.Sequence, error) {
	l.asked <- struct{}{}
	<-l.out
	return l.library.Glossary(ctx)
}

func TestWhoWaitsForQuestionsThatAreMadeForAnotherMayLeave(t *testing.T) {
	t.Parallel()
	l := slow{newLibrary(0), make(chan struct{}), make(chan struct{})}
	store := quiz.NewStore(l, newMaker(t))
	first := make(chan error)
	go func() {
		_, err := store.Questions(t.Context(), only(), quarry.PageRequest{Limit: 1})
		first <- err
	}()
	<-l.asked
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := store.Questions(ctx, only(), quarry.PageRequest{Limit: 1}); !errors.Is(err, context.Canceled) {
		t.Errorf("who is behind another one got the error %v", err)
	}
	close(l.out)
	if err := <-first; err != nil {
		t.Error(err)
	}
}
