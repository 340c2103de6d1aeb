package phrase_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/ingest/question/phrase"
)

// lines splits what stands below a stem.
func lines(text string) []string { return strings.Split(strings.Trim(text, "\n"), "\n") }

func TestOptionsAreReadInWhateverDress(t *testing.T) {
	t.Parallel()
	reader := newReader(t)
	for name, tc := range map[string]struct {
		stem   string // "Which is a grass?" where it is empty
		below  string
		texts  []string
		answer string
	}{
		"letters and a bracket":           {"", "A) Rye\nB) Basil\nC) Thyme\n\nAnswer: A", []string{"Rye", "Basil", "Thyme"}, "Rye"},
		"letters and a full stop":         {"", "a. rye\nb. basil\n\nAns: a", []string{"rye", "basil"}, "rye"},
		"letters in brackets":             {"", "(a) rye\n(b) basil\nAns: (b)", []string{"rye", "basil"}, "basil"},
		"letters in emphasis":             {"", "**A)** Rye\n**B)** Basil\n\n**Answer:** B", []string{"Rye", "Basil"}, "Basil"},
		"letters in a list":               {"", "- A. Rye\n- B. Basil\n\n**Answer: B**", []string{"Rye", "Basil"}, "Basil"},
		"a full stop in the list":         {"", "   A. Rye\n   B. Basil\n   C. Thyme\n\n   **Correct answer: C**", []string{"Rye", "Basil", "Thyme"}, "Thyme"},
		"boxes":                           {"", "- [ ] Basil\n- [x] Rye\n- [ ] Thyme", []string{"Basil", "Rye", "Thyme"}, "Rye"},
		"boxes with letters":              {"", "- [ ] A) Basil\n- [X] B) Rye", []string{"Basil", "Rye"}, "Rye"},
		"two boxes ticked":                {"", "- [x] Wheat\n- [x] Rye\n- [ ] Thyme", []string{"Wheat", "Rye", "Thyme"}, "Wheat\nRye"},
		"numbers":                         {"", "1) Rye\n2) Basil\n\nAnswer: 2", []string{"Rye", "Basil"}, "Basil"},
		"bullets":                         {"", "- Rye\n- Basil\n\nAnswer: Basil", []string{"Rye", "Basil"}, "Basil"},
		"bullets and a tick":              {"", "- Rye ✅\n- Basil\n- Thyme", []string{"Rye", "Basil", "Thyme"}, "Rye"},
		"one is bold":                     {"", "A) Basil\n**B) Rye**\nC) Thyme", []string{"Basil", "Rye", "Thyme"}, "Rye"},
		"the words of one are bold":       {"", "A) Basil\nB) **Rye**\nC) Thyme", []string{"Basil", "Rye", "Thyme"}, "Rye"},
		"one has a tick":                  {"", "A) Basil\nB) Rye ✓\nC) Thyme", []string{"Basil", "Rye", "Thyme"}, "Rye"},
		"one has a tick before it":        {"", "❌ A) Basil\n✅ B) Rye", []string{"Basil", "Rye"}, "Rye"},
		"ticks and crosses behind":        {"", "A) Basil ❌\nB) Rye ✔️\nC) Thyme ❌", []string{"Basil", "Rye", "Thyme"}, "Rye"},
		"one is said to be correct":       {"", "a) basil\nb) rye (correct)\nc) thyme", []string{"basil", "rye", "thyme"}, "rye"},
		"an arrow points at one":          {"", "a) basil\nb) rye <-- correct", []string{"basil", "rye"}, "rye"},
		"one has a star":                  {"", "A. Basil\n*B. Rye\nC. Thyme", []string{"Basil", "Rye", "Thyme"}, "Rye"},
		"the list is one of stars":        {"", "* A. Basil\n* B. Rye\n\nAnswer: B", []string{"Basil", "Rye"}, "Rye"},
		"all on one line":                 {"", "A) Rye  B) Basil  C) Thyme\nAnswer: A", []string{"Rye", "Basil", "Thyme"}, "Rye"},
		"two on a line":                   {"", "(a) rye   (b) basil\n(c) thyme (d) sage\nAns. (d)", []string{"rye", "basil", "thyme", "sage"}, "sage"},
		"over several lines":              {"", "A) Rye,\n   a grain\nB) Basil,\n   a herb\n\nAnswer: B", []string{"Rye,\na grain", "Basil,\na herb"}, "Basil,\na herb"},
		"empty lines between":             {"", "A) Rye\n\nB) Basil\n\nAnswer: B", []string{"Rye", "Basil"}, "Basil"},
		"several are right":               {"", "A) Rye\nB) Basil\nC) Wheat\n\nCorrect: A, C", []string{"Rye", "Basil", "Wheat"}, "Rye\nWheat"},
		"several, joined by a word":       {"", "A) Rye\nB) Basil\nC) Wheat\n\nAnswers: A and C", []string{"Rye", "Basil", "Wheat"}, "Rye\nWheat"},
		"the answer repeats the option":   {"", "A) Rye\nB) Basil\n\n**Correct answer: A) Rye**", []string{"Rye", "Basil"}, "Rye"},
		"the answer repeats and explains": {"", "A) Rye\nB) Basil\n\nAnswer: A. Rye – it is a grain.", []string{"Rye", "Basil"}, "Rye\n\nit is a grain."},
		"the answer explains":             {"", "A) Rye\nB) Basil\n\nAnswer: A) because it bears grain.", []string{"Rye", "Basil"}, "Rye\n\nbecause it bears grain."},
		"an explanation below": {
			"", "A) Rye\nB) Basil\n\nAnswer: A\nExplanation: It bears grain.\n\nBasil does not.",
			[]string{"Rye", "Basil"},
			"Rye\n\nExplanation: It bears grain.\n\nBasil does not.",
		},
		"the answer in a fold": {
			"", "A) Rye\nB) Basil\n\n<details>\n<summary>Answer</summary>\n\nA\n\nIt bears grain.\n\n</details>",
			[]string{"Rye", "Basil"},
			"Rye\n\nIt bears grain.",
		},
		"the answer below its heading": {"", "A) Rye\nB) Basil\n\n### Answer\n\nA", []string{"Rye", "Basil"}, "Rye"},
		"a sentence names the answer":  {"", "A) Rye\nB) Basil\n\nThe correct answer is B.", []string{"Rye", "Basil"}, "Basil"},
		"an article is no letter":      {"", "A) A dog\nB) A cat\n\nAnswer: A cat", []string{"A dog", "A cat"}, "A cat"},
		"the longer option is meant":   {"", "- Rye\n- Rye bread\n\nAnswer: Rye bread", []string{"Rye", "Rye bread"}, "Rye bread"},
		"asked to choose, no key":      {"Which of the following is a grass?", "a) rye\nb) basil", []string{"rye", "basil"}, ""},
		"a blank to fill, no key":      {"____ is a grass.", "a) rye\nb) basil", []string{"rye", "basil"}, ""},
		"German":                       {"Welche der folgenden ist ein Gras?", "A) Roggen\nB) Basilikum\n\nRichtige Antwort: A", []string{"Roggen", "Basilikum"}, "Roggen"},
		"Cyrillic letters":             {"", "А) рожь\nБ) базилик\n\nОтвет: Б", []string{"рожь", "базилик"}, "базилик"},
		"full width":                   {"", "A、黑麦\nB、罗勒\n\n答案：B", []string{"黑麦", "罗勒"}, "罗勒"},
		"code":                         {"", "A) `a == b`\nB) `a = b`\n\nAnswer: A", []string{"`a == b`", "`a = b`"}, "`a == b`"},
		"operators":                    {"", "A) ==\nB) !=\n\nAnswer: B", []string{"==", "!="}, "!="},
		"true and false":               {"", "A. True\nB. False\n\nAnswer: B", []string{"True", "False"}, "False"},

		"steps with letters":    {"How is it made?", "a) Mix the dough.\nb) Bake it.", nil, ""},
		"steps with numbers":    {"Which of the following is it?", "1. Mix the dough.\n2. Bake it.", nil, ""},
		"an initial":            {"", "A. Smith wrote it.\nB. Jones read it.", nil, ""},
		"one option":            {"", "A) Rye\n\nAnswer: A", nil, ""},
		"a gap in the letters":  {"", "A) Rye\nC) Basil\n\nAnswer: A", nil, ""},
		"an answer in prose":    {"", "It is rye.\n\nAnswer: rye", nil, ""},
		"an answer before them": {"", "Answer: both.\n\nA) Rye\nB) Basil", nil, ""},
		"nothing":               {"", "", nil, ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			stem := tc.stem
			if stem == "" {
				stem = "What is a grass?"
			}
			got, ok := reader.Choices(stem, lines(tc.below))
			if ok != (tc.texts != nil) || !slices.Equal(got.Texts(), tc.texts) && ok {
				t.Fatalf("options %q, %t; want %q", got.Texts(), ok, tc.texts)
			}
			if got.Answer() != tc.answer {
				t.Errorf("answer %q, want %q", got.Answer(), tc.answer)
			}
		})
	}
}

func TestAStemKeepsTheLinesAboveItsOptions(t *testing.T) {
	t.Parallel()
	reader := newReader(t)
	for name, tc := range map[string]struct{ stem, below, want string }{
		"code between": {"Which of these is printed?", "```\nprint(1)\n```\n\nA) 1\nB) 2", "Which of these is printed?\n```\nprint(1)\n```"},
		"neither":      {"Which of these is a grass?", "A) rye\nB) basil", "Which of these is a grass?"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if got, ok := reader.Choices(tc.stem, lines(tc.below)); !ok || got.Stem != tc.want {
				t.Errorf("stem %q, %t; want %q", got.Stem, ok, tc.want)
			}
		})
	}
}

func TestTheLinesOfOptionsAndTheirKeyAreNamed(t *testing.T) {
	t.Parallel()
	reader := newReader(t)
	got, ok := reader.Choices("What is a grass?", lines("Look closely.\nA) Rye\n   a grain\nB) Basil\n\nIt bears grain.\nAnswer: A\nSo it is."))
	if want := []int{1, 2, 3, 6}; !ok || !slices.Equal(got.Used, want) {
		t.Errorf("lines %d, %t; want %d", got.Used, ok, want)
	}
	if want := []string{"It bears grain.", "So it is."}; !slices.Equal(got.Explanation, want) {
		t.Errorf("explanation %q, want %q", got.Explanation, want)
	}
}

func TestTheShapeOfOptionsIsFoundWithoutAKey(t *testing.T) {
	t.Parallel()
	reader := newReader(t)
	if got, ok := reader.Options("What is a grass?", lines("A) Rye\nB) Basil")); !ok || got.Keyed() || len(got.Options) != 2 {
		t.Errorf("%+v, %t; want two options without a key", got, ok)
	}
	if _, ok := reader.Options("How is it made?", lines("1. Mix.\n2. Bake.")); ok {
		t.Error("numbered steps are options")
	}
}

func TestOptionsOpenInARowOrBelowEachOther(t *testing.T) {
	t.Parallel()
	reader := newReader(t)
	for _, tc := range []struct {
		line, next string
		want       bool
	}{
		{"A) Rye", "B) Basil", true},
		{"A) Rye   B) Basil", "", true},
		{"A、黑麦  B、罗勒", "", true},
		{"(a) Rye", "(b) Basil", true},
		{"A) Rye", "C) Basil", false},
		{"B) Rye", "C) Basil", false},
		{"A) Rye", "(B) Basil", false},
		{"1. Mix.", "2. Bake.", false},
		{"Rye", "Basil", false},
	} {
		if got := reader.OpensOptions(tc.line, tc.next); got != tc.want {
			t.Errorf("OpensOptions(%q, %q) = %t, want %t", tc.line, tc.next, got, tc.want)
		}
	}
}

func TestABlankIsOneToFill(t *testing.T) {
	t.Parallel()
	for line, want := range map[string]bool{
		"____ is a grass.": true, "Rye is a [...].": true, "Rye is a […].": true, "黑麦是（　）。": true, "Rye is a ........ .": true, "Rye is a _____": true, "Rye is a ___ and a ___.": true,
		"Rye is a grass": false, "__Rye__ is a grass": false, "snake_case": false, "": false,
	} {
		if got := phrase.HasBlank(line); got != want {
			t.Errorf("HasBlank(%q) = %t, want %t", line, got, want)
		}
	}
	reader := newReader(t)
	fills := func(question, answer string) bool { return reader.StyleOf(question, answer) == quarry.StyleCloze }
	if !fills("____ is a grass.", "Rye") || fills("____ is a grass.", "") || fills("What is a grass?", "Rye") ||
		fills("____ is a grass.", "Rye is what bakers in the north prefer to most of the others") {
		t.Error("a blank is filled by something short, and nothing else is")
	}
}
