package phrase_test

import (
	"strings"
	"testing"
)

func TestCutTrailTakesOffWhatStandsBehindAQuestion(t *testing.T) {
	t.Parallel()
	reader := newReader(t)
	for line, want := range map[string]string{
		"How old are you? ______":            "How old are you?",
		"Describe a levain. [5 marks]":       "Describe a levain.",
		"Describe a levain. **(10 points)**": "Describe a levain.",
		"Was ist Roggen? (2 Punkte)":         "Was ist Roggen?",
		"**Describe a levain. (5 marks)**":   "Describe a levain.",
		"Describe [proofing](http://a.b)":    "Describe [proofing](http://a.b)",
		"[What is rye?](#rye)":               "[What is rye?](#rye)",
		"What does a[3] hold":                "What does a[3] hold",
		"What is an array (in C)":            "What is an array (in C)",
		"(   ) 3. Rye is a grass.":           "3. Rye is a grass.",
		"Rye is a grass.   [ ]   [ ]":        "Rye is a grass.",
		"Find f(2).":                         "Find f(2).",
		"Fill in: the sea is ____":           "Fill in: the sea is ____",
		"What is **rye**":                    "What is **rye**",
		"Find the roots of f.           5":   "Find the roots of f.",
		"Find the roots of f.     3 marks":   "Find the roots of f.",
		"Question 3      Mark 1 out of 2":    "Question 3",
		"How many are 3 + 5":                 "How many are 3 + 5",
		"In which year?      1914":           "In which year?      1914",
		"":                                   "",
	} {
		if got := reader.CutTrail(line); got != want {
			t.Errorf("CutTrail(%q) = %q, want %q", line, got, want)
		}
	}
}

func TestCutTrailStaysQuickOnALongLine(t *testing.T) {
	t.Parallel()
	reader := newReader(t)
	long := strings.Repeat("[x](", 1<<18) + ")"
	if got := reader.CutTrail(long); got != long {
		t.Error("something was cut")
	}
}
