package derive_test

import (
	"cmp"
	"context"
	"fmt"
	"log/slog"
	"maps"
	"math/rand/v2"
	"slices"
	"strconv"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/ingest/derive"
)

// library is a desk on which an entry answers the questions that it shares most words
// with: its numbers. How well it does depends on nothing else that is stored.
type library struct {
	*desk

	words map[quarry.EntryRef][]int
}

func newLibrary() *library {
	return &library{desk: newDesk(0), words: map[quarry.EntryRef][]int{}}
}

// share returns which share of the first words are among the others.
func share(of, among []int) float64 {
	held := 0
	for _, word := range of {
		if slices.Contains(among, word) {
			held++
		}
	}
	return float64(held) / float64(len(of))
}

// nearest puts references into the order of a score, those of a score of 0 left out.
func nearest(refs []quarry.EntryRef, score func(quarry.EntryRef) float64) []quarry.EntryRef {
	scores := make(map[quarry.EntryRef]float64, len(refs))
	for _, ref := range refs {
		scores[ref] = score(ref)
	}
	refs = slices.DeleteFunc(refs, func(ref quarry.EntryRef) bool { return scores[ref] == 0 })
	slices.SortFunc(refs, func(a, b quarry.EntryRef) int {
		return cmp.Or(cmp.Compare(scores[b], scores[a]), cmp.Compare(a.ID, b.ID))
	})
	return refs
}

func (l *library) Answers(_ context.Context, q quarry.Question, most int) (quarry.Found, error) {
	l.asked++
	l.onAsk()
	score := func(ref quarry.EntryRef) float64 { return share(l.words[refOf(q)], l.words[ref]) }
	var found quarry.Found
	for _, ref := range nearest(slices.Collect(maps.Keys(l.entries)), score) {
		hit := quarry.Hit{Score: score(ref)}
		hit.EntryRef = ref
		found.Hits = append(found.Hits, hit)
	}
	if found.Hits = found.Hits[:min(most, len(found.Hits))]; len(found.Hits) > 0 {
		found.Confidence = found.Hits[0].Score
	}
	return found, l.failing
}

func (l *library) AnsweredBy(_ context.Context, by quarry.Entry, most int) ([]quarry.EntryRef, error) {
	var open []quarry.EntryRef
	for _, q := range l.open {
		open = append(open, refOf(q))
	}
	open = nearest(open, func(ref quarry.EntryRef) float64 { return share(l.words[ref], l.words[by.EntryRef]) })
	return open[:min(most, len(open))], nil
}

// set makes an entry of words: a fact, an answered question or an open one, or lets it go.
func (l *library) set(ref quarry.EntryRef, words []int, answered bool) {
	l.words[ref] = words
	delete(l.entries, ref)
	l.open = slices.DeleteFunc(l.open, func(q quarry.Question) bool { return refOf(q) == ref })
	switch {
	case len(words) == 0:
		delete(l.words, ref)
	case ref.Kind == quarry.EntryFact || answered:
		l.entries[ref] = quarry.Entry{EntryRef: ref, Answered: answered}
		delete(l.linked, quarry.QuestionID(ref.ID))
	default:
		l.open = append(l.open, quarry.Question{ID: quarry.QuestionID(ref.ID)})
		slices.SortFunc(l.open, func(a, b quarry.Question) int { return cmp.Compare(a.ID, b.ID) })
	}
	l.put(ref)
	l.found = l.revision
}

// anything sets an entry that chance chooses.
func (l *library) anything(random *rand.Rand, questions int) {
	ref := quarry.EntryRef{Kind: quarry.EntryFact, ID: quarry.EntryID(fmt.Sprintf("f_%d", random.IntN(questions/2)))}
	if random.IntN(2) == 0 {
		ref = quarry.EntryRef{Kind: quarry.EntryQuestion, ID: quarry.EntryID(fmt.Sprintf("q_%05d", random.IntN(questions)))}
	}
	words := make([]int, 3)
	for i := range words {
		words[i] = random.IntN(questions / 4)
	}
	switch random.IntN(4) {
	case 0:
		l.set(ref, nil, false)
	case 1:
		l.set(ref, words, ref.Kind == quarry.EntryQuestion)
	default:
		l.set(ref, words, false)
	}
}

// anew returns the links of one who asks every question, gaps left out.
func (l *library) anew(t *testing.T) map[quarry.QuestionID][]quarry.BestAnswer {
	t.Helper()
	fresh := &library{desk: newDesk(0), words: l.words}
	fresh.open, fresh.entries = l.open, l.entries
	if _, err := linksOf(fresh).CatchUp(t.Context()); err != nil {
		t.Fatal(err)
	}
	return fresh.known()
}

func (l *library) known() map[quarry.QuestionID][]quarry.BestAnswer {
	known := maps.Clone(l.linked)
	maps.DeleteFunc(known, func(_ quarry.QuestionID, best []quarry.BestAnswer) bool { return len(best) == 0 })
	for id := range known {
		if !slices.ContainsFunc(l.open, func(q quarry.Question) bool { return q.ID == id }) {
			delete(known, id)
		}
	}
	return known
}

func linksOf(l *library) *derive.Links {
	return derive.NewLinks(l, l, derive.Patience{}, 0, slog.New(slog.DiscardHandler))
}

func TestWhateverChangesLinksAreThoseOfWhoAsksEverything(t *testing.T) {
	t.Parallel()
	for seed := range uint64(3) {
		t.Run(strconv.FormatUint(seed, 10), func(t *testing.T) {
			t.Parallel()
			changeAtRandom(t, rand.New(rand.NewPCG(seed, 1)))
		})
	}
}

// changeAtRandom changes a library again and again, and fails where what is linked behind
// a change is not what asking every question comes to.
func changeAtRandom(t *testing.T, random *rand.Rand) {
	t.Helper()
	const questions = 400
	l := newLibrary()
	links := linksOf(l)
	for round := range 20 {
		changes := 1 + random.IntN(6)
		if round == 0 {
			changes = 4 * questions
		}
		for range changes {
			l.anything(random, questions)
		}
		askedBehind(t, l, links, func() {})
		sameAsAnew(t, l)
	}
	if len(l.open) < 100 || len(l.known()) < 20 {
		t.Errorf("%d questions, %d linked: there is nothing to compare", len(l.open), len(l.known()))
	}
}

func sameAsAnew(t *testing.T, l *library) {
	t.Helper()
	if diff := gocmp.Diff(l.anew(t), l.known()); diff != "" {
		t.Fatalf("links (-of who asks everything +these):\n%s", diff)
	}
}

// alike returns a library of so many open questions that share two words of three.
func alike(t *testing.T, questions int) (*library, *derive.Links) {
	t.Helper()
	l := newLibrary()
	for n := range questions {
		q := quarry.Question{ID: quarry.QuestionID(fmt.Sprintf("q_%05d", n))}
		l.open, l.words[refOf(q)] = append(l.open, q), []int{-1, -2, n}
	}
	links := linksOf(l)
	if _, err := links.CatchUp(t.Context()); err != nil || l.asked != questions {
		t.Fatalf("at first %d were asked, %v; want all %d", l.asked, err, questions)
	}
	return l, links
}

// askedBehind returns how many questions are asked behind a change.
func askedBehind(t *testing.T, l *library, links *derive.Links, change func()) int {
	t.Helper()
	l.found, l.asked = l.revision, 0
	change()
	if _, err := links.CatchUp(t.Context()); err != nil {
		t.Fatal(err)
	}
	return l.asked
}

func TestAChangeAsksAsManyQuestionsHoweverManyThereAre(t *testing.T) {
	t.Parallel()
	fact := quarry.EntryRef{Kind: quarry.EntryFact, ID: "f_more"}
	var few [3]int
	for _, questions := range []int{100, 1000, 8000} {
		l, links := alike(t, questions)
		got := [3]int{
			askedBehind(t, l, links, func() { l.set(fact, []int{-1, 50}, false) }),    // answers one
			askedBehind(t, l, links, func() { l.set(fact, []int{-1, -3}, false) }),    // answers none
			askedBehind(t, l, links, func() { l.set(refOf(l.open[70]), nil, false) }), // a question goes
		}
		if questions == 100 {
			few = got
		}
		for i := range got {
			if got[i] == 0 || got[i] > 2*few[i] {
				t.Errorf("of %d questions %v are asked behind changes, of 100 %v", questions, got, few)
			}
		}
	}
}

func TestWhatAnswersManyQuestionsIsFoundByAllOfThem(t *testing.T) {
	t.Parallel()
	l, links := alike(t, 1000)
	fact := quarry.EntryRef{Kind: quarry.EntryFact, ID: "f_all"}
	askedBehind(t, l, links, func() { l.set(fact, []int{-1, -2}, false) })
	if got := len(l.known()); got != 1000 {
		t.Errorf("%d of 1000 questions are linked to what answers all of them", got)
	}
	l.found = l.revision
	askedBehind(t, l, links, func() { l.set(fact, nil, false) })
	if got := len(l.known()); got != 0 {
		t.Errorf("%d questions are linked to what is gone", got)
	}
}

func TestWhatAnswersSomeQuestionsIsHeldAgainstFurtherOnes(t *testing.T) {
	t.Parallel()
	l, links := alike(t, 1000)
	for _, q := range l.open[500:580] {
		l.words[refOf(q)][1] = -7
	}
	asked := askedBehind(t, l, links, func() { l.set(quarry.EntryRef{Kind: quarry.EntryFact, ID: "f_some"}, []int{-1, -7}, false) })
	if got := len(l.known()); got != 80 || asked > 200 {
		t.Errorf("%d questions were asked and %d linked to what answers 80 of 1000", asked, got)
	}
}

func TestOthersAreAskedInTurnBehindChanges(t *testing.T) {
	t.Parallel()
	l, links := alike(t, 300)
	unrelated := func(facts int) func() {
		return func() {
			for n := range facts {
				l.set(quarry.EntryRef{Kind: quarry.EntryFact, ID: quarry.EntryID(fmt.Sprintf("f_%d", n))}, []int{-10 - n}, false)
			}
		}
	}
	var lasts []quarry.QuestionID
	for range 6 {
		if got := askedBehind(t, l, links, unrelated(1)); got != 64 && got != 64+44 {
			t.Errorf("%d were asked in turn, want 64, or the last 44 besides", got)
		}
		lasts = append(lasts, l.last)
		links = linksOf(l) // as after a restart
	}
	want := []quarry.QuestionID{"q_00063", "q_00127", "q_00191", "q_00255", "q_00063", "q_00127"}
	if diff := gocmp.Diff(want, lasts); diff != "" {
		t.Errorf("the last of each turn (-want +got):\n%s", diff)
	}
	if got := askedBehind(t, l, links, unrelated(200)); got < 200 {
		t.Errorf("behind 200 changes that concern none %d questions were asked, want as many", got)
	}
}

func TestManyChangesAreReadInOnePass(t *testing.T) {
	t.Parallel()
	l, links := alike(t, 200)
	got := askedBehind(t, l, links, func() {
		for n := range 2500 {
			l.set(quarry.EntryRef{Kind: quarry.EntryFact, ID: quarry.EntryID(fmt.Sprintf("f_%d", n))}, []int{-1 - n%50*10, n}, false)
		}
	})
	if got != 200 {
		t.Errorf("behind 2500 changes %d questions were asked, want each of 200 once", got)
	}
	sameAsAnew(t, l)
}

func TestAPassThatWasCutOffBeginsAgainWhereItBegan(t *testing.T) {
	t.Parallel()
	for cut := 1; cut < 66; cut += 16 {
		l, links := alike(t, 300)
		l.found, l.asked = l.revision, 0
		for n := range 3 {
			l.set(quarry.EntryRef{Kind: quarry.EntryFact, ID: quarry.EntryID(fmt.Sprintf("f_%d", n))}, []int{-1, 250 + n}, false)
		}
		l.onAsk = func() {
			if l.asked == cut {
				l.failing = context.Canceled
			}
		}
		if _, err := links.CatchUp(t.Context()); err == nil {
			t.Fatalf("cut off behind %d questions: no error", cut)
		}
		l.failing, l.onAsk = nil, func() {}
		askedBehind(t, l, linksOf(l), func() {})
		sameAsAnew(t, l)
		if len(l.known()) != 3 {
			t.Errorf("cut off behind %d questions, %d are linked, want 3", cut, len(l.known()))
		}
	}
}
