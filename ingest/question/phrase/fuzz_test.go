package phrase_test

import (
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/quarrykb/quarry/ingest/ingesttest"
	"github.com/quarrykb/quarry/ingest/question/phrase"
)

// told returns the letters and digits of a text, each with how often it stands
// there.
func told(text string) map[rune]int {
	count := map[rune]int{}
	for _, r := range text {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			count[r]++
		}
	}
	return count
}

// within fails where a result has letters that its source has not.
func within(t *testing.T, what, source, result string) {
	t.Helper()
	have := told(source)
	for r, n := range told(result) {
		if have[r] < n {
			t.Fatalf("%s of %q = %q: %q is not of the source", what, source, result, r)
		}
	}
}

func FuzzLine(f *testing.F) {
	reader := newReader(f)
	for _, line := range []string{
		"### Q3 (Easy): What is rye?", "**[Hard] What is rye?** ★★☆", "What? — Level: Advanced", "[2/3] What? #hard", "<!-- easy -->",
		"**Medium** – What is rye? {.medium}", "(((((((", "**Q.1", "**Easy:", "🟢\ufe0f⭐", "A: ", "![Easy](x) What?", "_(Easy)", "Q1 (", "★ ",
		"Level: II", "Tags: #a #hard", "Question 3 [Medium]: **What?", "*a*: (easy)?", "What? **(hard", "<b>Level", "- - - [x] (1/3)", "：难度：",
		strings.Repeat("\x99", 440),
	} {
		f.Add(line)
	}
	f.Fuzz(func(t *testing.T, line string) {
		rest, grade, ok := reader.CutGrade(line)
		within(t, "CutGrade", line, rest)
		if ok != (grade != "") || (!ok && rest != line) {
			t.Errorf("CutGrade(%q) = %q, %q, %t", line, rest, grade, ok)
		}
		if again, second, _ := reader.CutGrade(line); again != rest || second != grade {
			t.Errorf("CutGrade(%q) = %q, %q, then %q, %q", line, rest, grade, again, second)
		}
		rest, _ = reader.CutQuestionLabel(line)
		within(t, "CutQuestionLabel", line, rest)
		rest, _ = reader.CutAnswer(line, false)
		within(t, "CutAnswer", line, rest)
		within(t, "Strip", line, reader.Strip(line))
		reader.GradeLine(line)
		reader.TitleGrade(line)
		reader.MetaLine(line)
		reader.Furniture(line)
		reader.IsPlaceholder(line)
		reader.IsAnswerLabel(line)
		reader.StyleOf(line, line, line)
		if reader.IsQuestion(line) && reader.Asking(line) == phrase.None {
			t.Errorf("%q is a question that does not ask", line)
		}
	})
}

func FuzzChoices(f *testing.F) {
	reader := newReader(f)
	for _, text := range []string{
		"Which?\nA) a\nB) b\nAnswer: B", "Which? (a) x (b) y\n", "What?\n- [x] a\n- [ ] b\n", "What?\n**A) a**\n*B. b\nAnswer: A and B",
		"?\n1) a\n2) b\n\nAnswer: 2", "?\nA、a\nB、b\n答案：B", "?\n① a\n② b\nAnswer: ①", "?\n<details><summary>Answer</summary>\nA\n</details>",
		"?\nA) \nB) \nAnswer:", "?\nA) A)A)\nB) B.\nAnswer: (((A", "?\n- a ✓\n- b ✗", "____\na) b\nb) c",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if !utf8.ValidString(text) { // no text comes this far that is not
			return
		}
		stem, below, _ := strings.Cut(text, "\n")
		all := strings.Split(below, "\n")
		for _, read := range []func(string, []string) (phrase.Choice, bool){reader.Choices, reader.Options} {
			if got, ok := read(stem, all); ok {
				checkChoice(t, got, text, len(all))
			}
		}
	})
}

// checkChoice holds a choice against the text that it was read from.
func checkChoice(t *testing.T, got phrase.Choice, text string, below int) {
	t.Helper()
	if len(got.Options) < 2 || len(got.Options) > 10 {
		t.Errorf("%d options", len(got.Options))
	}
	within(t, "the stem and the options", text, got.Stem+strings.Join(got.Texts(), " "))
	within(t, "the explanation", text, strings.Join(got.Explanation, " "))
	last := -1
	for _, used := range got.Used {
		if used <= last || used >= below {
			t.Fatalf("lines %d of %d", got.Used, below)
		}
		last = used
	}
}

func TestTheCostOfHostileLinesIsLinear(t *testing.T) { //nolint:paralleltest // others would be counted too
	reader := newReader(t)
	pieces := map[string]string{}
	for _, piece := range []string{"(", "[easy", "* ", "**", "# ", "> ", "★", "a: ", " - ", "<", "`", "A) ", "Q: ", "é", "- [ ] ", "_", "A, ", "<!--"} {
		pieces[piece] = piece
	}
	ingesttest.Linear(t, ingesttest.Repeated("", pieces), func(line []byte) { ask(reader, string(line)) })
	for name, piece := range pieces {
		pieces[name] = piece + "\n"
	}
	ingesttest.Linear(t, ingesttest.Repeated("", pieces), func(lines []byte) {
		all := strings.Split(string(lines), "\n")
		reader.Choices(all[0], all)
	})
}

// ask asks all there is to be asked of a line.
func ask(reader *phrase.Reader, line string) {
	reader.CutGrade(line)
	reader.GradeLine(line)
	reader.TagGrade(line)
	reader.TitleGrade(line)
	reader.MetaLine(line)
	reader.Asking(line)
	reader.IsPlaceholder(line)
	reader.StyleOf(line, line, line)
	reader.Choices("What?", []string{line, line})
	reader.CutAnswer(line, false)
}
