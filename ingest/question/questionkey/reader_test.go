package questionkey_test

import (
	"strings"
	"testing"
	"time"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/ingest/question/questionkey"
	"github.com/quarrykb/quarry/internal/lexicon"
)

func reader(t *testing.T) *questionkey.Reader {
	t.Helper()
	words, err := lexicon.Load()
	if err != nil {
		t.Fatal(err)
	}
	return questionkey.NewReader(words)
}

func open(text string) quarry.Question {
	return quarry.Question{Text: text, Style: quarry.StyleOpen}
}

func TestQuestionsThatAskTheSameHaveOneKey(t *testing.T) {
	t.Parallel()
	r := reader(t)
	for _, p := range samePairs() {
		if a, b := r.Key(open(p.a)), r.Key(open(p.b)); a != b || a == "" {
			t.Errorf("%q and %q are not the same:\n\t%q\n\t%q", p.a, p.b, r.Canonical(open(p.a)), r.Canonical(open(p.b)))
		}
	}
}

func TestQuestionsThatAskOtherThingsHaveOtherKeys(t *testing.T) {
	t.Parallel()
	r := reader(t)
	for _, p := range otherPairs() {
		if a, b := r.Key(open(p.a)), r.Key(open(p.b)); a == b {
			t.Errorf("%q and %q are the same: %q", p.a, p.b, r.Canonical(open(p.a)))
		}
	}
}

// An easy question and a hard one of the same words would each be drawn by the grade of the
// other, whichever document states them and in whatever order they are read.
func TestQuestionsOfWhichDifferentGradesAreStatedAreNeverTheSame(t *testing.T) {
	t.Parallel()
	r := reader(t)
	graded := func(grade quarry.Grade, text string) quarry.Question {
		q := open(text)
		q.Grade = grade
		return q
	}
	keys := map[string]quarry.Difficulty{}
	for _, difficulty := range quarry.Difficulties() {
		key := r.Key(graded(quarry.StatedGrade(difficulty), "What is occupancy?"))
		if other, taken := keys[key]; taken || key == "" {
			t.Errorf("stated to be %s and %s it has one key, %q", other, difficulty, key)
		}
		keys[key] = difficulty
		if again := r.Key(graded(quarry.StatedGrade(difficulty), "Define occupancy.")); again != key {
			t.Errorf("stated to be %s, it is another question in other words", difficulty)
		}
	}
	easy := r.Key(graded(quarry.StatedGrade(quarry.Easy), "What is occupancy?"))
	guess := quarry.Grade{Difficulty: quarry.Hard, Source: quarry.DifficultyEstimated, Confidence: 0.9}
	for name, grade := range map[string]quarry.Grade{"no grade": quarry.NoGrade(), "an estimate": guess} {
		if key := r.Key(graded(grade, "What is occupancy?")); key != easy {
			t.Errorf("of %s it has the key %q, want that of an easy one, %q", name, key, easy)
		}
	}
}

func TestTheChoicesAreAskedToo(t *testing.T) {
	t.Parallel()
	r := reader(t)
	choice := func(text string, choices ...string) quarry.Question {
		return quarry.Question{Text: text, Style: quarry.StyleChoice, Choices: choices}
	}
	const which = "Which of the following is a noble gas?"
	first := choice(which, "Neon", "Iron", "Gold")
	for name, c := range map[string]struct {
		other quarry.Question
		same  bool
	}{
		"in another order":  {choice(which, "Gold", "Neon.", "iron"), true},
		"another choice":    {choice(which, "Neon", "Iron", "Lead"), false},
		"one choice less":   {choice(which, "Neon", "Iron"), false},
		"no choice":         {open("Which is a noble gas?"), false},
		"of other numbers":  {choice(which, "Neon 2", "Iron", "Gold"), false},
		"of the same right": {choice("Which of the following is true?", "A", "B"), false},
		"another statement": {choice("Which of the following is no noble gas?", "Neon", "Iron", "Gold"), false},
	} {
		if got := r.Key(first) == r.Key(c.other); got != c.same {
			t.Errorf("%s: same = %t, want %t: %q, %q", name, got, c.same, r.Canonical(first), r.Canonical(c.other))
		}
	}
}

func TestAStatementIsTrueOrFalseByItsWords(t *testing.T) {
	t.Parallel()
	r := reader(t)
	statement := func(text string) quarry.Question { return quarry.Question{Text: text, Style: quarry.StyleTrueFalse} }
	base := statement("True or false: A warp has 32 threads.")
	for text, same := range map[string]bool{
		"A warp has 32 threads. (True/False)":      true,
		"a warp has 32 threads":                    true,
		"True or false: A warp has 64 threads.":    false,
		"True or false: A warp has no 32 threads.": false,
		"True or false: A block has 32 threads.":   false,
	} {
		if got := r.Key(base) == r.Key(statement(text)); got != same {
			t.Errorf("%q: same = %t, want %t: %q, %q", text, got, same, r.Canonical(base), r.Canonical(statement(text)))
		}
	}
	if r.Key(base) == r.Key(open("Does a warp have 32 threads?")) {
		t.Error("a statement is the same as a question")
	}
}

func TestWhatPointsElsewhereAsksNothingComparable(t *testing.T) {
	t.Parallel()
	r := reader(t)
	for _, text := range []string{
		"", "?", "Why?", "What is it?", "What does this show?", "Explain your answer.", "What is the answer?", "Summary",
		"Which of the following is right?", "What is wrong with the code above?", "What does the figure show?",
		"Why does that matter?", "How?", "Give an example.", "What is the?",
	} {
		if got := r.Key(open(text)); got != "" {
			t.Errorf("%q asks %q, want nothing comparable", text, r.Canonical(open(text)))
		}
	}
}

func TestALongScenarioIsTheSameWordForWord(t *testing.T) {
	t.Parallel()
	r := reader(t)
	long := strings.Repeat("A baker in Lyon weighs flour and water. ", 200) + "What is the hydration?"
	if r.Key(open(long)) != r.Key(open(strings.ToUpper(long))) || r.Key(open(long)) == r.Key(open(long+" Why?")) {
		t.Error("a long question is not known by its words")
	}
}

func TestAKeyIsMadeInATimeThatTheLengthAllows(t *testing.T) {
	t.Parallel()
	r := reader(t)
	for _, piece := range []string{"of ", "and ", "H100 ", "3 GB ", "a, ", "((((", "-5", "x'", "1,000", "please ", "\u00a0", "é"} {
		began := time.Now()
		for range 10 {
			r.Key(open("What is " + strings.Repeat(piece, 3900/len(piece))))
		}
		if took := time.Since(began); took > 5*time.Second {
			t.Errorf("%q took %s", piece, took)
		}
	}
}

func FuzzKey(f *testing.F) {
	for _, p := range append(samePairs(), otherPairs()...) {
		f.Add(p.a)
		f.Add(p.b)
	}
	words, err := lexicon.Load()
	if err != nil {
		f.Fatal(err)
	}
	r := questionkey.NewReader(words)
	f.Fuzz(func(t *testing.T, text string) {
		if a, b := r.Key(open(text)), r.Key(open(text)); a != b {
			t.Errorf("two keys of %q", text)
		}
	})
}
