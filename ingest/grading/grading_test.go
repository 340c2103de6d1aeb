package grading_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/ingest/grading"
	"github.com/quarrykb/quarry/internal/lexicon"
)

func grader(tb testing.TB) *grading.Grader {
	tb.Helper()
	words, err := lexicon.Load()
	if err != nil {
		tb.Fatal(err)
	}
	return grading.New(words)
}

// kitchen is a document with questions of all sorts, and a fact.
func kitchen() *quarry.Knowledge {
	k := &quarry.Knowledge{}
	for i, text := range []string{
		"What is a roux?", "Name a grain without gluten.", "Why does bread rise?", "How is stock cleared?",
		"A dough rises at 24 °C in 5 hours. Estimate how long it takes at 18 °C, and say which acids have more time to form in it.",
	} {
		q := quarry.Question{ID: quarry.QuestionID(fmt.Sprint("q_", i)), Text: text, Style: quarry.StyleOpen, Grade: quarry.NoGrade()}
		q.Answer = strings.Repeat("It is so because the water boils. ", 1+2*i)
		q.Source.ByteStart = 100 * i
		k.Questions = append(k.Questions, q)
	}
	k.Facts = []quarry.Fact{{ID: "f_0", Subject: "Bread", Statement: "Salt tightens the gluten network of dough and slows the yeast.", Grade: quarry.NoGrade()}}
	return k
}

func grades(k *quarry.Knowledge) map[string]quarry.Grade {
	all := map[string]quarry.Grade{}
	for _, q := range k.Questions {
		all[string(q.ID)] = q.Grade
	}
	for _, f := range k.Facts {
		all[string(f.ID)] = f.Grade
	}
	return all
}

func TestWhatNoSourceGradesIsEstimatedWithItsConfidence(t *testing.T) {
	t.Parallel()
	k := kitchen()
	k.Questions[1].Grade = quarry.StatedGrade(quarry.Hard)
	grader(t).Grade(k)
	for id, grade := range grades(k) {
		if id == "q_1" {
			if grade != quarry.StatedGrade(quarry.Hard) {
				t.Errorf("what is stated became %+v", grade)
			}
			continue
		}
		if grade.Source != quarry.DifficultyEstimated || !slices.Contains(quarry.Difficulties(), grade.Difficulty) ||
			grade.Confidence <= 0 || grade.Confidence >= 1 {
			t.Errorf("%s has the grade %+v", id, grade)
		}
	}
	if first, last := k.Questions[0].Grade.Difficulty, k.Questions[4].Grade.Difficulty; first != quarry.Easy || last == quarry.Easy {
		t.Errorf("a definition is %s and a calculation in steps is %s", first, last)
	}
}

func TestTheOrderInWhichEntriesComeChangesNoGrade(t *testing.T) {
	t.Parallel()
	g, forward, backward := grader(t), kitchen(), kitchen()
	slices.Reverse(backward.Questions)
	g.Grade(forward)
	g.Grade(backward)
	want := grades(forward)
	for id, grade := range grades(backward) {
		if grade != want[id] {
			t.Errorf("%s is %+v, and %+v where it comes in another order", id, want[id], grade)
		}
	}
}

// A fact is as hard as the question that it answers, whatever its own words say.
func TestAFactLeansOnTheQuestionThatItAnswers(t *testing.T) {
	t.Parallel()
	g := grader(t)
	for _, stated := range []quarry.Difficulty{quarry.Easy, quarry.Hard} {
		k := kitchen()
		k.Questions[2].Text = "What does salt do to the gluten network of a dough?"
		k.Questions[2].Answer = "It tightens the network and slows the yeast."
		k.Questions[2].Grade = quarry.StatedGrade(stated)
		g.Grade(k)
		got := k.Facts[0].Grade
		if got.Difficulty != stated || got.Source != quarry.DifficultyEstimated {
			t.Errorf("the question is stated to be %s, the fact is %+v", stated, got)
		}
		k.Facts[0].Grade = quarry.StatedGrade(quarry.Medium)
		for c, measured := range g.Estimates(k) {
			if c.ID == "f_0" && measured != got {
				t.Errorf("%+v is measured of the fact, and %+v is served", measured, got)
			}
		}
	}
}

// Words that a great many questions share do not tell which of them a fact answers, and to count
// them takes time that grows with the square of the document.
func TestAFactDoesNotLeanOnWordsThatAllQuestionsShare(t *testing.T) {
	t.Parallel()
	g, got := grader(t), map[quarry.Difficulty]quarry.Grade{}
	for _, stated := range []quarry.Difficulty{quarry.Easy, quarry.Hard} {
		k := kitchen()
		const many = 60
		for i := range many {
			q := quarry.Question{ID: quarry.QuestionID(fmt.Sprint("q_salt_", i)), Text: "What does salt do to the gluten network of a dough?"}
			q.Answer, q.Grade, q.Source.ByteStart = "It tightens the network and slows the yeast.", quarry.StatedGrade(stated), 1000+100*i
			k.Questions = append(k.Questions, q)
		}
		g.Grade(k)
		got[stated] = k.Facts[0].Grade
	}
	if got[quarry.Easy] != got[quarry.Hard] {
		t.Errorf("the fact is %+v among easy questions, and %+v among hard ones", got[quarry.Easy], got[quarry.Hard])
	}
}

func TestTheGradeIsTheOneOfLeastHarm(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		odds grading.Odds
		want quarry.Difficulty
	}{
		"sure":                            {grading.Odds{0.8, 0.15, 0.05}, quarry.Easy},
		"between two":                     {grading.Odds{0.05, 0.35, 0.6}, quarry.Hard},
		"either end is as likely":         {grading.Odds{0.45, 0.1, 0.45}, quarry.Medium},
		"likeliest, but with a far other": {grading.Odds{0.45, 0.3, 0.25}, quarry.Medium},
	} {
		if got := tc.odds.Grade().Difficulty; got != tc.want {
			t.Errorf("%s: %v is %s, want %s", name, tc.odds, got, tc.want)
		}
	}
}

func TestAModelOfOtherFeaturesIsRefused(t *testing.T) {
	t.Parallel()
	for _, model := range []string{`{}`, `[`, `{"above_easy":{"features":[{"name":"x"}]},"hard":{"features":[{"name":"x"}]}}`} {
		if _, err := grading.ReadModel([]byte(model)); err == nil {
			t.Errorf("%s is read", model)
		}
	}
}

func example(id string, words int, is, estimated quarry.Difficulty, confidence float64) grading.Example {
	e := grading.Example{Document: "a.md", Is: is}
	e.ID, e.Words = quarry.EntryID(id), words
	e.Estimated = quarry.Grade{Difficulty: estimated, Source: quarry.DifficultyEstimated, Confidence: confidence}
	return e
}

// The figures are counted by hand.
func TestEstimatesAreHeldAgainstGuessesThatKnowLess(t *testing.T) {
	t.Parallel()
	e := grading.Evaluate([]grading.Example{
		example("a", 1, quarry.Easy, quarry.Easy, 0.9),
		example("b", 9, quarry.Easy, quarry.Hard, 0.6),
		example("c", 5, quarry.Hard, quarry.Hard, 0.65),
		example("d", 7, quarry.Medium, quarry.Medium, 0.5),
		example("e", 8, quarry.Easy, quarry.Easy, 0.95),
	})
	if got, want := []float64{e.Accuracy, e.WithinOne, e.Majority.Accuracy, e.Length.Accuracy}, []float64{0.8, 0.8, 0.6, 0.2}; !near(got, want) {
		t.Errorf("accuracy, within one, majority and length = %v, want %v", got, want)
	}
	if e.Majority.Better != 2 || e.Majority.Worse != 1 || !near([]float64{e.Majority.P}, []float64{0.5}) {
		t.Errorf("against the majority %+v, want 2 better, 1 worse, p 1/2", e.Majority)
	}
	if e.Confusion[quarry.Easy][quarry.Hard] != 1 || e.Confusion[quarry.Hard][quarry.Easy] != 0 {
		t.Errorf("confusion %v", e.Confusion)
	}
	if len(e.Calibration) != 3 || e.Calibration[1].Examples != 2 || !near([]float64{e.Calibration[1].Accuracy}, []float64{0.5}) {
		t.Errorf("calibration %+v", e.Calibration)
	}
}

func near(got, want []float64) bool {
	return slices.EqualFunc(got, want, func(a, b float64) bool { return a-b < 1e-9 && b-a < 1e-9 })
}

func BenchmarkGrade(b *testing.B) {
	g, k := grader(b), kitchen()
	for b.Loop() {
		for i := range k.Questions {
			k.Questions[i].Grade = quarry.NoGrade()
		}
		g.Grade(k)
	}
}
