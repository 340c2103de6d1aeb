package grading_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/ingest/derive/grading"
)

func TestDifficultyThatTheTextShowsBeatsTheMostFrequentOne(t *testing.T) {
	t.Parallel()
	e := evaluate(t, graded(t))
	if e.Verdict != grading.Better || e.ByGroup == nil || e.ByDocument != nil {
		t.Fatalf("verdict %q, by group %+v, by document %+v", e.Verdict, e.ByGroup, e.ByDocument)
	}
	v := e.ByGroup
	t.Logf("%+v", v)
	if v.Accuracy < v.Baseline+0.2 || v.P >= grading.MostLikely {
		t.Errorf("accuracy %.3f, baseline %.3f, p %.4f", v.Accuracy, v.Baseline, v.P)
	}
	if c := v.Confidence; c.Mean < v.Accuracy-0.1 || c.Mean > v.Accuracy+0.1 || c.Accuracy <= c.Baseline {
		t.Errorf("accuracy %.3f, and confidence %+v", v.Accuracy, c)
	}
	right := 0
	for _, difficulty := range quarry.Difficulties() {
		right += v.Confusion[difficulty][difficulty]
	}
	if float64(right)/float64(e.Examples) != v.Accuracy {
		t.Errorf("the diagonal of %v has %d of %d, the accuracy is %.3f", v.Confusion, right, e.Examples, v.Accuracy)
	}
}

// Of sets whose difficulties say nothing one in twenty passes by chance, so that
// more than two of twelve are an accident that hardly happens.
func TestDifficultyThatNothingShowsIsNotEstimated(t *testing.T) {
	t.Parallel()
	passed := 0
	const sets = 12
	for seed := range uint64(sets) {
		entries := graded(t)
		draw := rand.New(rand.NewPCG(seed, 7))
		draw.Shuffle(len(entries), func(i, j int) {
			entries[i].Grade, entries[j].Grade = entries[j].Grade, entries[i].Grade
		})
		if e := evaluate(t, entries); e.Verdict == grading.Better {
			t.Logf("set %d passes: %+v", seed, e.ByGroup)
			passed++
		}
	}
	if passed > 2 {
		t.Errorf("%d of %d sets without any sense pass", passed, sets)
	}
}

func TestTheOrderOfTheExamplesChangesNothing(t *testing.T) {
	t.Parallel()
	entries := graded(t)
	want := fmt.Sprintf("%+v", evaluate(t, entries).ByGroup)
	slices.Reverse(entries)
	if got := fmt.Sprintf("%+v", evaluate(t, entries).ByGroup); got != want {
		t.Errorf("reversed: %s\nbefore:   %s", got, want)
	}
}

func TestTooLittleIsSaid(t *testing.T) {
	t.Parallel()
	all := graded(t)
	estimated := slices.Clone(all)
	for i := range estimated {
		estimated[i].Grade.Source = quarry.DifficultyEstimated
	}
	same := slices.Clone(all)
	for i := range same {
		same[i].Grade = quarry.StatedGrade(quarry.Hard)
	}
	section := slices.Clone(all)
	for i := range section {
		section[i].Kind, section[i].Source.Heading = quarry.EntryFact, []string{"Basics"}
	}
	for name, tc := range map[string]struct {
		entries []quarry.Entry
		want    grading.Verdict
	}{
		"nothing is stated":         {nil, grading.TooFew},
		"29 examples":               {all[:29], grading.TooFew},
		"one difficulty":            {same, grading.OneDifficulty},
		"estimates are no examples": {estimated, grading.TooFew},
		"all below one heading":     {section, grading.TooFew},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if e := evaluate(t, tc.entries); e.Verdict != tc.want || e.ByGroup != nil {
				t.Errorf("verdict = %q with %+v, want %q", e.Verdict, e.ByGroup, tc.want)
			}
		})
	}
}

// Copies of a question would let a model remember what it should tell.
func TestNearCopiesAreOneGroup(t *testing.T) {
	t.Parallel()
	entries := graded(t)
	before := evaluate(t, entries).Groups
	for i := range 5 {
		entry := entries[i]
		entry.ID += "2"
		entry.Title = strings.Replace(entry.Title, "What is", "What exactly is", 1)
		entries = append(entries, entry)
	}
	if e := evaluate(t, entries); e.Groups != before {
		t.Errorf("with 5 near copies there are %d groups, without them %d", e.Groups, before)
	}
}

// A text that gives itself away within its document and nowhere else is of no use
// for others.
func TestWhatHoldsInOneDocumentOnlyIsNotBetter(t *testing.T) {
	t.Parallel()
	var entries []quarry.Entry
	words := strings.Fields("anchor barley candle dragon ember falcon garnet harbour island jasmine kettle lantern")
	for document := range 4 {
		for i := range 40 {
			hard := i % 2
			entry := entryOf(len(entries), quarry.Difficulties()[hard*2], fmt.Sprintf("%s %s %s",
				words[document*3+hard], words[(i*5+document)%12], words[(i*7+3)%12]), "x")
			entry.Source.DocumentID = quarry.DocumentID(fmt.Sprint("d_", document))
			entry.Kind, entry.Source.Heading = quarry.EntryFact, []string{strconv.Itoa(i)}
			entries = append(entries, entry)
		}
	}
	e := evaluate(t, entries)
	if e.ByGroup == nil || e.ByDocument == nil || e.Documents != 4 {
		t.Fatalf("by group %+v, by document %+v of %d documents", e.ByGroup, e.ByDocument, e.Documents)
	}
	if e.ByGroup.P >= grading.MostLikely || e.Verdict != grading.NotBetter {
		t.Errorf("by group %+v, by document %+v, verdict %q", e.ByGroup, e.ByDocument, e.Verdict)
	}
}

func TestSlopesAreThoseOfTheLoss(t *testing.T) {
	t.Parallel()
	two := slices.DeleteFunc(graded(t), func(e quarry.Entry) bool { return e.Grade.Difficulty == quarry.Medium })
	for name, entries := range map[string][]quarry.Entry{"three difficulties": graded(t), "two": two} {
		if worst := grading.WorstSlope(sampleOf(entries)); worst > 1e-5 {
			t.Errorf("%s: a slope is wrong by %g", name, worst)
		}
	}
}

func TestChanceIsExact(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		heads, throws int
		want          float64
	}{
		{0, 0, 1}, {0, 5, 1}, {5, 5, 1.0 / 32}, {4, 5, 6.0 / 32}, {8, 10, 56.0 / 1024},
	} {
		if got := grading.AtLeast(tc.heads, tc.throws); math.Abs(got-tc.want) > 1e-9 {
			t.Errorf("%d heads of %d: p = %g, want %g", tc.heads, tc.throws, got, tc.want)
		}
	}
}

func TestAnEvaluationEndsWithItsContext(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := grading.Evaluate(ctx, sampleOf(graded(t))); !errors.Is(err, context.Canceled) {
		t.Errorf("error = %v", err)
	}
}

func evaluate(t *testing.T, entries []quarry.Entry) grading.Evaluation {
	t.Helper()
	e, err := grading.Evaluate(t.Context(), sampleOf(entries))
	if err != nil {
		t.Fatalf("evaluate: %v", err)
	}
	return e
}

func sampleOf(entries []quarry.Entry) *grading.Sample {
	var sample grading.Sample
	for _, entry := range entries {
		sample.Add(entry)
	}
	return &sample
}

// graded reads the set of graded questions.
func graded(t *testing.T) []quarry.Entry {
	t.Helper()
	text, err := os.ReadFile("testdata/graded.txt")
	if err != nil {
		t.Fatalf("read: %v", err)
	}
	var entries []quarry.Entry
	for line := range strings.Lines(string(text)) {
		parts := strings.SplitN(strings.TrimSpace(line), "|", 3)
		entries = append(entries, entryOf(len(entries), quarry.Difficulty(parts[0]), parts[1], parts[2]))
	}
	return entries
}

func entryOf(number int, difficulty quarry.Difficulty, title, text string) quarry.Entry {
	return quarry.Entry{
		EntryRef: quarry.EntryRef{Kind: quarry.EntryQuestion, ID: quarry.EntryID(fmt.Sprintf("q_%04d", number))},
		Title:    title, Text: text, Grade: quarry.StatedGrade(difficulty), Style: quarry.StyleOpen, Answered: true,
		Source: quarry.Source{DocumentID: "d_1"},
	}
}
