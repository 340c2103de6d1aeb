package check_test

import (
	"testing"

	"github.com/quarrykb/quarry"
)

func statement(text, answer string) quarry.Question {
	return quarry.Question{Text: text, Answer: answer, Answered: true, Style: quarry.StyleTrueFalse}
}

func TestTheSidesOfARatioAreOrdered(t *testing.T) {
	t.Parallel()
	j := judge(t)
	density := open("What is density?", "The mass of a body divided by its volume.")
	gearing := open("What is the gearing of a company?", "The ratio of its loans to its own capital.")
	yield := open("What is the yield of a field?", "The harvest per area.")
	for given, tc := range map[string]struct {
		question quarry.Question
		correct  bool
	}{
		"The mass divided by the volume of a body":     {density, true},
		"mass over volume":                             {density, true},
		"You divide the mass by the volume":            {density, true},
		"The volume of a body divided by its mass":     {density, false},
		"The volume over the mass":                     {density, false},
		"You divide the volume by the mass of a body":  {density, false},
		"The ratio of the loans to the own capital":    {gearing, true},
		"The loans divided by the own capital":         {gearing, true},
		"The ratio of the own capital to the loans":    {gearing, false},
		"The harvest per area":                         {yield, true},
		"The area per harvest":                         {yield, false},
		"The harvest divided by the area of the field": {yield, true},
	} {
		if got := j.Judge(tc.question, given); (got.Verdict == quarry.VerdictCorrect) != tc.correct {
			t.Errorf("%q is %s (%s), want correct: %t", given, got.Verdict, got.Reason, tc.correct)
		}
	}
}

func TestANumberBelongsToWhatItIsSaidOf(t *testing.T) {
	t.Parallel()
	j := judge(t)
	q := open("How do Saturn and Mars differ?", "Saturn has 146 moons and an ocean of gas. Mars has the 2 moons Phobos and Deimos, and dust.")
	if got := j.Judge(q, "Mars has 146 moons and dust, Saturn has 2 moons and gas"); got.Verdict != quarry.VerdictIncorrect {
		t.Errorf("swapped moons are %s (%s), want incorrect", got.Verdict, got.Reason)
	}
	if got := j.Judge(q, "Mars has 2 moons and dust, Saturn has 146 moons and an ocean of gas"); got.Verdict != quarry.VerdictCorrect {
		t.Errorf("the right moons are %s (%s), want correct", got.Verdict, got.Reason)
	}
}

func TestWhatIsFreeCostsNothing(t *testing.T) {
	t.Parallel()
	j := judge(t)
	q := open("Why do farmers sow clover?", "Nitrogen costs nothing, since its roots keep bacteria that bind it.")
	for _, given := range []string{"They get nitrogen for free, since the roots keep bacteria that bind it", "The nitrogen is free, since the roots hold bacteria which bind it"} {
		if got := j.Judge(q, given); got.Verdict != quarry.VerdictCorrect {
			t.Errorf("%q is %s (%s), want correct", given, got.Verdict, got.Explanation)
		}
	}
	if got := j.Judge(q, "Nitrogen does not cost nothing: the roots do not keep bacteria that bind it"); got.Verdict == quarry.VerdictCorrect {
		t.Errorf("what is denied is %s", got.Verdict)
	}
}

func TestNumbersOfDifferentDimensionsAreNotHeldAgainstEachOther(t *testing.T) {
	t.Parallel()
	got := judge(t).Judge(open("How many feeds has the oven?", "Two, of which each carries half."), "500 W")
	if got.Verdict != quarry.VerdictIncorrect || got.Explanation != "A number is not that of the reference answer." {
		t.Errorf("%s: %s", got.Verdict, got.Explanation)
	}
}
