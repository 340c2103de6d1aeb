package answer_test

import (
	"testing"

	"github.com/quarrykb/quarry"
)

// judged says of each answer what it is called.
func judged(t *testing.T, q quarry.Question, want map[string][]quarry.AnswerVerdict) {
	t.Helper()
	j := judge(t)
	for given, allowed := range want {
		got := j.Judge(q, given)
		right := false
		for _, verdict := range allowed {
			right = right || got.Verdict == verdict
		}
		if !right {
			t.Errorf("%q to %q is %s (%s, %.2f: %s), want %v", given, q.Answer, got.Verdict, got.Reason, got.Coverage, got.Explanation, allowed)
		}
	}
}

// The verdicts that an answer may have, where it is right, in part, wrong, or that cannot be
// tell.
func right() []quarry.AnswerVerdict { return []quarry.AnswerVerdict{quarry.VerdictCorrect} }
func part() []quarry.AnswerVerdict  { return []quarry.AnswerVerdict{quarry.VerdictPartly} }
func wrong() []quarry.AnswerVerdict { return []quarry.AnswerVerdict{quarry.VerdictIncorrect} }
func notRight() []quarry.AnswerVerdict {
	return []quarry.AnswerVerdict{quarry.VerdictIncorrect, quarry.VerdictPartly, quarry.VerdictUnsure}
}

func TestEachOfSeveralNumbersBelongsToItsThing(t *testing.T) {
	t.Parallel()
	strings := open("How many strings has a violin and how many a lute?", "A violin has 4 strings, a lute 15.")
	judged(t, strings, map[string][]quarry.AnswerVerdict{
		"The lute has 15 and the violin 4": right(),
		"4 for the violin, 15 for a lute":  right(),
		"violin: 4, lute: 15":              right(),
		"violin and lute have 4 and 15":    right(),
		"4 and 15":                         right(),
		"4, 15":                            right(),
		"The lute has 4 and the violin 15": wrong(),
		"15 for the violin, 4 for a lute":  wrong(),
		"violin: 15, lute: 4":              wrong(),
		"15 and 4":                         wrong(),
		"A lute has 4":                     wrong(),
		"A violin has 4 strings":           part(),
		"A lute has 15":                    part(),
		"4":                                part(),
	})
	one := open("How many strings has a violin?", "4. A lute has 15, a viola 4.")
	judged(t, one, map[string][]quarry.AnswerVerdict{"4": right(), "15": wrong()})
}

func TestWhatFollowedOneThingFollowedNoOther(t *testing.T) {
	t.Parallel()
	q := open("Which ships replaced which, and what did they draw?", "Heron 7 replaced Heron 5 (15 kW), Tern 3 replaced Tern 2 (6 kW).")
	judged(t, q, map[string][]quarry.AnswerVerdict{
		"Heron 7 replaced Heron 5 (15 kW), Tern 3 replaced Tern 2 (6 kW)": right(),
		"Heron 7 replaced Heron 5 (6 kW), Tern 3 replaced Tern 2 (15 kW)": notRight(),
		"Heron 7 replaced Tern 2 (15 kW), Tern 3 replaced Heron 5 (6 kW)": notRight(),
		"Heron 7 replaced Tern 2, Tern 3 replaced Heron 5":                notRight(),
	})
}
