package answer_test

import (
	"strconv"
	"strings"
	"testing"

	"github.com/quarrykb/quarry"
)

func TestANumberMayHaveADecimalComma(t *testing.T) {
	t.Parallel()
	judged(t, open("What is the rate?", "1.2 TB/s"), map[string][]quarry.AnswerVerdict{
		"1,2 TB/s": right(),
		"1,3 TB/s": wrong(),
	})
	judged(t, open("How much power does it draw?", "1,000 W"), map[string][]quarry.AnswerVerdict{
		"a thousand W": right(), "a hundred W": wrong(),
	})
}

func TestTheNumberOfANameIsNoQuantity(t *testing.T) {
	t.Parallel()
	q := open("How much room does the model take?", "16 GB, for Ibex 3 8B.")
	judged(t, q, map[string][]quarry.AnswerVerdict{
		"ibex 3 8b takes 16 GB": right(),
		"Ibex-8B takes 16 GB":   right(),
		"Ibex 8B takes 8 GB":    notRight(),
		"ibex 3 8b":             notRight(),
	})
	if got := judge(t).Judge(q, "ibex 3 8b"); strings.Contains(got.Explanation, "8b") {
		t.Errorf("a name is explained as a number: %s", got.Explanation)
	}
	judged(t, open("How much is it?", "8 bytes"), map[string][]quarry.AnswerVerdict{"8B": right(), "it is 8B": right()})
}

// Where several numbers are asked for, no one of them decides, and one that is said of another
// thing is none that the model may call correct.
func TestSeveralNumbersAreRightOnlyOfTheirThings(t *testing.T) {
	t.Parallel()
	violin := open("How many strings has a violin and how many a lute?", "A violin has 4 strings, a lute 15.")
	judged(t, violin, map[string][]quarry.AnswerVerdict{
		"The lute has 15 and the violin 4": right(),
		"4 for the violin, 15 for a lute":  right(),
		"violin: 4, lute: 15":              right(),
		"violin and lute have 4 and 15":    right(),
		"4 and 15":                         right(),
		"The lute has 4 and the violin 15": notRight(),
		"15 for the violin, 4 for a lute":  notRight(),
		"violin: 15, lute: 4":              notRight(),
		"A lute has 4":                     notRight(),
		"A violin has 4 strings":           notRight(),
		"A lute has 15":                    notRight(),
		"4":                                notRight(),
	})
	judged(t, open("How many strings have violin and lute?", "A violin has 4 strings, a lute 15."), map[string][]quarry.AnswerVerdict{
		"lute 15, violin 4": right(),
		"violin 15, lute 4": notRight(),
		"4 and 15":          right(),
		"a lute has 15":     notRight(),
	})
	judged(t, open("Wie viele Flügel hat eine Biene und wie viele Beine eine Spinne?", "Eine Biene hat 4 Flügel, eine Spinne 8 Beine."), map[string][]quarry.AnswerVerdict{
		"4 Flügel und 8 Beine":                   right(),
		"8 Beine und 4 Flügel":                   right(),
		"Spinnen haben 8 Beine, Bienen 4 Flügel": notWrong(),
	})
	one := open("How many strings has a violin?", "4. A lute has 15, a viola 4.")
	judged(t, one, map[string][]quarry.AnswerVerdict{"4": right(), "15": notRight()})
}

// Who asks for a thing and a number is not answered by the number.
func TestANumberAnswersNoOtherQuestion(t *testing.T) {
	t.Parallel()
	retort := "A sealed vessel in which cans are heated under pressure. It takes 40 minutes."
	judged(t, open("What is a retort, and how much time does it take?", retort), map[string][]quarry.AnswerVerdict{
		"40 minutes": notRight(),
		"A sealed vessel in which cans are heated under pressure":                  notWrong(),
		"A sealed vessel in which cans are heated under pressure, for 40 minutes.": notWrong(),
	})
	judged(t, open("How much time does a retort take?", retort), map[string][]quarry.AnswerVerdict{"40 minutes": right(), "50 minutes": wrong()})
	judged(t, open("How many strings has a violin?", "A violin has 4 strings, a lute 15."), map[string][]quarry.AnswerVerdict{"15": notRight()})
}

// A calculation is shown by its result, and a number beside what counts the same.
func TestANumberIsShownBesideItsLike(t *testing.T) {
	t.Parallel()
	got := judge(t).Judge(open("How large is the garden?", "12 × 8.5 = 102, in steps."), "102")
	if len(got.Numbers) != 1 || got.Numbers[0].Expected.Text != "102" {
		t.Errorf("numbers = %+v, want the result", got.Numbers)
	}
	got = judge(t).Judge(open("How does a lute differ from a violin?", "A lute has 15 strings and 9 frets."), "A lute has 20 pegs and 15 strings.")
	if len(got.Numbers) != 2 || !got.Numbers[0].Agrees || got.Numbers[1].Given != nil {
		t.Errorf("numbers = %+v, want pegs beside nothing", got.Numbers)
	}
	got = judge(t).Judge(open("How warm is it?", "about 31 °C"), "31 °C")
	if len(got.Numbers) != 1 || len(strconv.FormatFloat(got.Numbers[0].Tolerance, 'g', -1, 64)) > 7 {
		t.Errorf("numbers = %+v, want a short tolerance", got.Numbers)
	}
}

// A count that only announces what follows is not what was asked for.
func TestACountThatAnnouncesAListDecidesNothing(t *testing.T) {
	t.Parallel()
	judged(t, open("Why is bread kneaded?", "Two reasons:\n\n- It builds gluten.\n- It spreads the yeast."), map[string][]quarry.AnswerVerdict{
		"It builds gluten and spreads the yeast": notWrong(),
		"two":                                    notRight(),
		"three reasons":                          notRight(),
	})
	judged(t, open("How many reasons are there?", "Two reasons: gluten and yeast."), map[string][]quarry.AnswerVerdict{"two": right(), "three": wrong()})
}

func TestNumbersOfDifferentDimensionsAreNotHeldAgainstEachOther(t *testing.T) {
	t.Parallel()
	got := judge(t).Judge(open("How many feeds has the oven?", "Two, of which each carries half."), "500 W")
	if got.Verdict != quarry.VerdictIncorrect || got.Explanation != "A number is not that of the reference answer." {
		t.Errorf("%s: %s", got.Verdict, got.Explanation)
	}
}

func TestAShareByMassIsNoneByVolume(t *testing.T) {
	t.Parallel()
	judged(t, open("How strong is the rum?", "40 vol%"), map[string][]quarry.AnswerVerdict{"40 vol%": right(), "40 wt%": wrong()})
}

func TestAShareIsANumberInAnyUnit(t *testing.T) {
	t.Parallel()
	judged(t, open("How much sugar goes into meringue?", "50 % of the weight of the whites."), map[string][]quarry.AnswerVerdict{
		"50 % of the whites":               right(),
		"half":                             right(),
		"0.5 KB for each KB of the whites": right(),
		"500 B per KB of the whites":       right(),
		"100 B per 200 B of the whites":    right(),
		"300 B per KB of the whites":       wrong(),
		"60 %":                             wrong(),
	})
}

// The dollars around a formula are no currency, and what is counted stands in the place of
// nothing that is measured.
func TestANumberIsHeldAgainstItsLikeAlone(t *testing.T) {
	t.Parallel()
	got := judge(t).Judge(open("How many values has the code?", "The codes of $+0$ and $-0$ differ: only $15$ values."), "zero has two codes, so 15 values are left")
	if len(got.Numbers) == 0 {
		t.Error("no number was looked at")
	}
	for _, n := range got.Numbers {
		if n.Expected.Unit != "" {
			t.Errorf("%q has the unit %q, want none", n.Expected.Text, n.Expected.Unit)
		}
	}
	got = judge(t).Judge(open("What takes the memory?", "Weights take 2 bytes per parameter, and the optimizer ~12 bytes."), "The weights take 2 bytes each, and the optimizer keeps two running averages.")
	if got.Reason == quarry.ReasonNumber {
		t.Errorf("two averages stand for 12 bytes: %s", got.Explanation)
	}
}
