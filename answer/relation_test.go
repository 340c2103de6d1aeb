package answer_test

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
	render := open("What does rendering mean?", "Low heat over hours melts the fat.")
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
		"Fat melts over a low heat":                    {render, true},
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

func TestAShareBelongsToItsWhole(t *testing.T) {
	t.Parallel()
	j := judge(t)
	q := open("How much sugar goes into meringue?", "50 % of the weight of the whites.")
	for given, correct := range map[string]bool{
		"50 % of the whites":               true,
		"half":                             true,
		"50 % of the weight of the yolks":  false,
		"0.5 KB for each KB of the whites": true,
		"500 B per KB of the whites":       true,
		"100 B per 200 B of the whites":    true,
		"300 B per KB of the whites":       false,
	} {
		if got := j.Judge(q, given); (got.Verdict == quarry.VerdictCorrect) != correct {
			t.Errorf("%q is %s (%s), want correct: %t", given, got.Verdict, got.Explanation, correct)
		}
	}
}

func TestAStatementIsNotJudgedByWhatNeitherAffirmsNorDeniesIt(t *testing.T) {
	t.Parallel()
	j := judge(t)
	q := statement("True or false: an oven with three times the volume needs three times the heat for the same cake.",
		"False. Heat goes into the cake. Walls and door cost the rest of the heat, whatever the volume.")
	for given, want := range map[string]quarry.AnswerVerdict{
		"An oven with three times the volume needs three times the heat":         quarry.VerdictIncorrect,
		"An oven with three times the volume needs seven times the heat":         quarry.VerdictUnsure,
		"False, the heat goes into the cake":                                     quarry.VerdictCorrect,
		"An oven with three times the volume does not need three times the heat": quarry.VerdictCorrect,
	} {
		if got := j.Judge(q, given); got.Verdict != want {
			t.Errorf("%q is %s (%s), want %s", given, got.Verdict, got.Explanation, want)
		}
	}
	q = statement("True or false: a longer march needs more food.", "True. Energy is work over time.")
	if got := j.Judge(q, "the median time between two alarms"); got.Verdict == quarry.VerdictCorrect {
		t.Errorf("what is off the topic is %s", got.Verdict)
	}
}

func TestWhatIsPartlyRightSaysWhy(t *testing.T) {
	t.Parallel()
	j := judge(t)
	q := statement("True or false, and explain why: whales are fish.", "False. They breathe air and suckle their calves.")
	if got := j.Judge(q, "false"); got.Verdict != quarry.VerdictPartly || got.Explanation != "The verdict is right, and no reason is given." {
		t.Errorf("%s: %s", got.Verdict, got.Explanation)
	}
	q = open("Why do whales surface?", "To breathe air with lungs. They hold one breath for an hour, during which the heart slows and the blood keeps to the brain and the muscles.")
	if got := j.Judge(q, "Because fish chase whales with more muscles"); got.Verdict == quarry.VerdictPartly && len(got.Covered) == 0 {
		t.Errorf("%s: %s, with nothing covered", got.Verdict, got.Explanation)
	}
}

func TestARelationThatIsTurnedRoundIsNotCorrect(t *testing.T) {
	t.Parallel()
	j := judge(t)
	faster := open("How do the two compare, and which is newer?", "The H100 is faster than the B200.")
	depends := open("How do the linker and the compiler relate?", "The linker depends on the compiler.")
	uses := open("How do the linker and the compiler relate?", "The linker uses the output of the compiler.")
	order := open("In which order are the steps done?", "Fetch comes before decode.")
	plants := open("What do plants do?", "Plants use carbon dioxide and release oxygen.")
	force := open("What is force?", "Mass times acceleration.")
	roux := open("What is it made of?", "Flour and butter and milk.")
	for _, tc := range []struct {
		question quarry.Question
		given    string
		correct  bool
	}{
		{faster, "The H100 is quicker than the B200.", true},
		{faster, "The B200 is faster than the H100.", false},
		{faster, "The B200 is slower than the H100.", true},
		{faster, "The H100 is slower than the B200.", false},
		{faster, "The B200 is not slower than the H100.", false},
		{depends, "It is the compiler on which the linker depends", true},
		{depends, "The compiler depends on the linker.", false},
		{uses, "The output of the compiler is used by the linker.", true},
		{order, "Decode comes after fetch.", true},
		{order, "Decode comes before fetch.", false},
		{order, "Fetch comes after decode.", false},
		{plants, "Plants release oxygen and use carbon dioxide.", true},
		{plants, "Plants use oxygen and release carbon dioxide.", false},
		{force, "acceleration times mass", true},
		{roux, "milk and butter and flour", true},
	} {
		if got := j.Judge(tc.question, tc.given); (got.Verdict == quarry.VerdictCorrect) != tc.correct {
			t.Errorf("%q for %q is %s (%s), want correct: %t", tc.given, tc.question.Answer, got.Verdict, got.Reason, tc.correct)
		}
	}
	compared := open("How do the H100 and the B200 compare?", "The H100 is faster than the B200.")
	if got := j.Judge(compared, "The B200 is slower than the H100"); got.Verdict != quarry.VerdictUnsure {
		t.Errorf("the opposite said the other way round is %s (%s), want unsure", got.Verdict, got.Reason)
	}
}

func TestABareYesAnswersNoOtherQuestion(t *testing.T) {
	t.Parallel()
	j := judge(t)
	for _, tc := range []struct {
		question quarry.Question
		given    string
		verdict  quarry.AnswerVerdict
	}{
		{statement("What does a spoken contract need?", "True. Offer and acceptance."), "yes", quarry.VerdictUnsure},
		{open("Do threads share registers, and which memory do they share?", "No, they share shared memory."), "no", quarry.VerdictPartly},
		{open("Do threads share registers, and which memory do they share?", "No, they share shared memory."), "No, shared memory", quarry.VerdictCorrect},
		{open("Why is the sky blue?", "Short waves are scattered more."), "yes", quarry.VerdictIncorrect},
		{statement("What goes up must come down.", "False. Some things escape."), "no", quarry.VerdictCorrect},
		{open("Is a spoken contract binding?", "Yes. Most are."), "yes", quarry.VerdictCorrect},
	} {
		if got := j.Judge(tc.question, tc.given); got.Verdict != tc.verdict {
			t.Errorf("%q to %q is %s (%s), want %s", tc.given, tc.question.Text, got.Verdict, got.Reason, tc.verdict)
		}
	}
}
