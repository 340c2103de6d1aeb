package answer_test

import (
	"testing"

	"github.com/quarrykb/quarry"
)

func TestAFormulaIsWhatItCalculates(t *testing.T) {
	t.Parallel()
	wall := open("How many bricks does a wall take?", "$6 \\cdot L \\cdot H$ bricks for $L$ layers and $H$ heads: 2 inside, 4 outside. 10 × 20: $1.2 \\times 10^{3}$.")
	judged(t, wall, map[string][]quarry.AnswerVerdict{
		"6 L H":                        right(),
		"6LH":                          right(),
		"$6 L H$":                      right(),
		"6*H*L bricks":                 right(),
		"It takes 6 · L · H bricks":    right(),
		"six times layers times heads": right(),
		"6 × the number of heads × the number of layers": right(),
		"6 L H = 6 × 10 × 20":                            right(),
		"2 L H":                                          wrong(),
		"6 L / H":                                        wrong(),
		"6 L^2 H":                                        wrong(),
		"4 times heads times layers":                     wrong(),
		"6 L":                                            notRight(),
		"6":                                              notRight(),
		"1,200":                                          notRight(),
		"6 N × heads":                                    notRight(),
		"6 × rows × heads":                               notRight(),
	})
	share := open("How much sand does a plot get?", "`S / (n + 1)`: with $n$ plots one share is kept. 12 KB over 3: 3 KB.")
	judged(t, share, map[string][]quarry.AnswerVerdict{
		"S / (n + 1)":            right(),
		"S/(1+n)":                right(),
		"S over (plots + 1)":     right(),
		"(n + 1) / S":            wrong(),
		"S divided by n times 1": notRight(),
		"S / n":                  wrong(),
		"S (n + 1)":              wrong(),
	})
	span := open("How wide is a span?", "$\\min(w,\\ \\frac{k-1}{k} \\cdot S)$ with the width $w$.")
	judged(t, span, map[string][]quarry.AnswerVerdict{
		"min(w, S (k-1)/k)":       right(),
		"min(S * (k-1)/k, width)": right(),
		"max(w, S (k-1)/k)":       notRight(),
		"min(w, S k/(k-1))":       notRight(),
	})
}

func TestASignIsNoOtherSign(t *testing.T) {
	t.Parallel()
	rate := open("How long does a barrel last?", "wine / thirst of the guests that come. 60 KB at 3 KB: 20.")
	judged(t, rate, map[string][]quarry.AnswerVerdict{
		"wine / thirst":                  right(),
		"the wine divided by the thirst": right(),
		"thirst / wine":                  notRight(),
		"thirst divided by wine":         notRight(),
		"wine × thirst":                  notRight(),
	})
	work := open("What is under way?", "wagons in the tunnel = delay × traffic. 6 × 2: 12.")
	judged(t, work, map[string][]quarry.AnswerVerdict{
		"delay × traffic":                        right(),
		"traffic times delay":                    right(),
		"wagons in the tunnel = traffic * delay": right(),
		"delay / traffic":                        notRight(),
		"delay divided by traffic":               notRight(),
		"delay plus traffic":                     notRight(),
	})
	density := open("What is density?", "Mass divided by the volume filled.")
	judged(t, density, map[string][]quarry.AnswerVerdict{
		"the volume filled divided by mass": notRight(),
		"volume / mass":                     notRight(),
		"mass / volume":                     right(),
		"mass per volume":                   right(),
		"volume per mass":                   notRight(),
	})
}

// A ratio in words is a formula, whatever stands around its sides.
func TestTheSidesOfARatioAreOrdered(t *testing.T) {
	t.Parallel()
	judged(t, open("What is density?", "The mass of a body divided by its volume."), map[string][]quarry.AnswerVerdict{
		"The mass divided by the volume of a body":    right(),
		"mass over volume":                            right(),
		"You divide the mass by the volume":           notWrong(),
		"The volume of a body divided by its mass":    wrong(),
		"The volume over the mass":                    wrong(),
		"You divide the volume by the mass of a body": notRight(),
	})
	judged(t, open("What is force?", "Mass times acceleration."), map[string][]quarry.AnswerVerdict{
		"acceleration times mass":         right(),
		"mass divided by acceleration":    wrong(),
		"the mass times the acceleration": right(),
	})
	judged(t, open("What is the gearing of a company?", "The ratio of its loans to its own capital."), map[string][]quarry.AnswerVerdict{
		"The ratio of the loans to the own capital": notWrong(),
		"The ratio of the own capital to the loans": notRight(),
	})
	judged(t, open("What is the yield of a field?", "The harvest per area."), map[string][]quarry.AnswerVerdict{
		"The harvest per area": right(),
		"The area per harvest": notRight(),
	})
}
