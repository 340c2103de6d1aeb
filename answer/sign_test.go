package answer_test

import (
	"slices"
	"testing"

	"github.com/quarrykb/quarry"
)

func choice(answer string, choices ...string) quarry.Question {
	return quarry.Question{Text: "Which is it?", Choices: choices, Answer: answer, Answered: true, Style: quarry.StyleChoice}
}

func TestOptionsThatDifferInSignsAreToldApart(t *testing.T) {
	t.Parallel()
	j := judge(t)
	for _, pair := range [][2]string{
		{"x < y", "x > y"},
		{"-10 °C", "10 °C"},
		{"a <= b", "a >= b"},
		{"p == q", "p != q"},
		{"x ≤ y", "x ≥ y"},
		{"x = y", "x ≠ y"},
		{"a&lt;b", "a&gt;b"},
		{"<p>", "</p>"},
		{"a + b", "a - b"},
		{"C", "C++"},
		{"C#", "C++"},
		{"<", ">"},
		{"n!", "n"},
		{"Gb", "GB"},
		{"10^3 m", "10^-3 m"},
		{"`i++`", "`i--`"},
	} {
		for right, wrong := range map[string]string{pair[0]: pair[1], pair[1]: pair[0]} {
			checkPair(t, j, choice(right, pair[:]...), right, wrong)
			letters := []string{"A", "B"}
			at := slices.Index(pair[:], right)
			checkPair(t, j, choice(letters[at], pair[:]...), right, wrong)
			checkPair(t, j, choice(right, pair[:]...), letters[at], letters[1-at])
			checkPair(t, j, choice(letters[at]+") "+right, pair[:]...), letters[at]+") "+right, letters[1-at]+") "+wrong)
		}
	}
}

// checkPair reports an error unless the right answer is correct, and covered where it
// stands, and the wrong one is incorrect.
func checkPair(t *testing.T, j interface {
	Judge(q quarry.Question, given string) quarry.AnswerCheck
}, q quarry.Question, right, wrong string,
) {
	t.Helper()
	got := j.Judge(q, right)
	if got.Verdict != quarry.VerdictCorrect || len(got.Covered) != 1 {
		t.Errorf("%q among %q is %s (%s), want %q correct", right, q.Choices, got.Verdict, got.Reason, q.Answer)
	} else if text := got.Covered[0].Text; slices.Contains(q.Choices, right) && text != right {
		t.Errorf("%q among %q covers %q", right, q.Choices, text)
	}
	if got := j.Judge(q, wrong); got.Verdict != quarry.VerdictIncorrect || got.Reason != quarry.ReasonOption {
		t.Errorf("%q among %q is %s (%s), want %q correct", wrong, q.Choices, got.Verdict, got.Reason, q.Answer)
	}
}

func TestAnOptionIsFoundHoweverItsSignsAreWritten(t *testing.T) {
	t.Parallel()
	j := judge(t)
	for name, tc := range map[string]struct {
		question quarry.Question
		given    string
		verdict  quarry.AnswerVerdict
	}{
		"no blanks":                     {choice("x > y", "x < y", "x > y"), "x>y", quarry.VerdictCorrect},
		"another sign for the same":     {choice("x >= y", "x <= y", "x >= y"), "x ≥ y", quarry.VerdictCorrect},
		"the minus of typesetters":      {choice("-10 °C", "10 °C", "-10 °C"), "−10 °C", quarry.VerdictCorrect},
		"capitals":                      {choice("x > y", "x < y", "x > y"), "X  >  Y", quarry.VerdictCorrect},
		"words around it":               {choice("x > y", "x < y", "x > y"), "The answer is x > y.", quarry.VerdictCorrect},
		"marks around it":               {choice("x > y", "x < y", "x > y"), "**x > y**", quarry.VerdictCorrect},
		"the other one in a sentence":   {choice("x > y", "x < y", "x > y"), "It holds that x < y there", quarry.VerdictIncorrect},
		"no sign is neither":            {choice("x > y", "x < y", "x > y"), "x y", quarry.VerdictUnsure},
		"nor is a sign of no option":    {choice("x > y", "z > y", "x > y"), "x < y", quarry.VerdictUnsure},
		"capitals alone tell them":      {choice("GB", "Gb", "GB"), "gb", quarry.VerdictUnsure},
		"a hyphen is not asked for":     {choice("key-value", "key-value", "column"), "key value", quarry.VerdictCorrect},
		"nor is a slash":                {choice("TCP/IP", "TCP/IP", "UDP"), "tcp ip", quarry.VerdictCorrect},
		"nor is the mark of an item":    {choice("Yeast", "Yeast", "Steam"), "- yeast", quarry.VerdictCorrect},
		"an arrow points to an option":  {choice("Yeast", "Yeast", "Steam"), "-> yeast", quarry.VerdictCorrect},
		"a degree below zero is no one": {choice("-10 °C", "-10 °C", "20 °C"), "10 °C", quarry.VerdictUnsure},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if got := j.Judge(tc.question, tc.given); got.Verdict != tc.verdict {
				t.Errorf("%q is %s (%s), want %s", tc.given, got.Verdict, got.Reason, tc.verdict)
			}
		})
	}
}

func TestAGapTakesNoOtherSign(t *testing.T) {
	t.Parallel()
	j := judge(t)
	gap := func(answer string) quarry.Question {
		return quarry.Question{Text: "The condition is ____.", Answer: answer, Answered: true, Style: quarry.StyleCloze}
	}
	for _, tc := range []struct {
		answer, given string
		correct       bool
	}{
		{"a <= b", "a<=b", true},
		{"a <= b", "a ≤ b", true},
		{"a <= b", "a >= b", false},
		{"<=", "≤", true},
		{"<=", ">=", false},
		{"C++", "c++", true},
		{"C++", "C", false},
	} {
		if got := j.Judge(gap(tc.answer), tc.given); (got.Verdict == quarry.VerdictCorrect) != tc.correct || got.Reason == quarry.ReasonEmpty {
			t.Errorf("%q for %q is %s (%s), want correct: %t", tc.given, tc.answer, got.Verdict, got.Reason, tc.correct)
		}
	}
}

func TestASignSaysHowThingsRelate(t *testing.T) {
	t.Parallel()
	j := judge(t)
	greater := open("What must hold?", "x > y")
	asked := open("How do x and y relate?", "x > y")
	loop := open("When does the loop go on?", "As long as low <= high, since the interval is not empty.")
	equal := open("Which expression tests whether they are equal?", "`p == q`")
	sign := open("Which operator tests whether they differ?", "!=")
	faces := open("How many faces, edges and corners has a body?", "V - E + F = 2")
	law := open("What is the law?", "U = R * I")
	for _, tc := range []struct {
		question quarry.Question
		given    string
		want     []quarry.AnswerVerdict
	}{
		{greater, "x < y", notRight()},
		{greater, "x is less than y", notRight()},
		{greater, "y < x", notWrong()},
		{greater, "x>y", right()},
		{greater, "x is greater than y", notWrong()},
		{greater, "x >= y", notRight()},
		{greater, "x is greater than or equal to y", notRight()},
		{open("How do x and y relate?", "x >= y"), "x is greater than or equal to y", notWrong()},
		{asked, "y < x", notWrong()},
		{asked, "x < y", notRight()},
		{loop, "As long as low >= high, since the interval is not empty.", notRight()},
		{loop, "As long as low != high, since the interval is not empty.", notRight()},
		{loop, "While low ≤ high: the interval is not empty then.", notWrong()},
		{equal, "p == q", right()},
		{equal, "p != q", notRight()},
		{equal, "p = q", notRight()},
		{sign, "≠", right()},
		{sign, "==", wrong()},
		{faces, "V − E + F = 2", right()},
		{faces, "V + E - F = 2", wrong()},
		{law, "U = I * R", right()},
		{law, "U = I / R", wrong()},
		{open("What may one do with it?", "It allows read-write access."), "It allows read/write access.", right()},
	} {
		if got := j.Judge(tc.question, tc.given); !slices.Contains(tc.want, got.Verdict) {
			t.Errorf("%q for %q is %s (%s), want %s", tc.given, tc.question.Answer, got.Verdict, got.Reason, tc.want)
		}
	}
}

func TestANumberKeepsItsSign(t *testing.T) {
	t.Parallel()
	j := judge(t)
	for _, tc := range []struct {
		answer, given string
		correct       bool
	}{
		{"-5 °C", "5 °C", false},
		{"-5 °C", "−5 °C", true},
		{"-5 °C", "minus 5 °C", true},
		{"-5 °C", "Minus five °C", true},
		{"-5 °C", "T=-5 °C", true},
		{"-5 °C", "It is\n-5 °C", true},
		{"5 °C", "-5 °C", false},
		{"5 °C", "minus 5 °C", false},
		{"5 °C", "negative 5 °C", false},
		{"5 °C", "T=-5 °C", false},
		{"5 °C", "\"-5 °C\"", false},
		{"5 °C", "+5 °C", true},
		{"5", "10 minus 5, which is 5", true},
		{"5", "10-5=5", true},
		{"5", "n minus 5", true},
	} {
		if got := j.Judge(open("How much is it?", tc.answer), tc.given); (got.Verdict == quarry.VerdictCorrect) != tc.correct {
			t.Errorf("%q for %q is %s (%s), want correct: %t", tc.given, tc.answer, got.Verdict, got.Explanation, tc.correct)
		}
	}
}
