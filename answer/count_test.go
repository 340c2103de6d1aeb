package answer_test

import (
	"testing"

	"github.com/quarrykb/quarry"
)

func TestAnotherCountOfTheSameThingIsWrong(t *testing.T) {
	t.Parallel()
	wheels := open("What does a tram carry?", "Two spare wheels per axle, in a box. Old trams had none.")
	judged(t, wheels, map[string][]quarry.AnswerVerdict{
		"two spare wheels per axle":       right(),
		"one of the two spare wheels":     {quarry.VerdictCorrect, quarry.VerdictPartly},
		"spare wheels for each axle":      {quarry.VerdictCorrect, quarry.VerdictPartly},
		"one spare wheel per axle":        wrong(),
		"a single spare wheel per axle":   wrong(),
		"three spare wheels per axle":     wrong(),
		"3 spare wheels in a box":         wrong(),
		"a box with one or two for trams": notRight(),
	})
	long := open("How does a bee find its way?", "It learns landmarks and steers by the sun, in three short flights around the hive.")
	judged(t, long, map[string][]quarry.AnswerVerdict{
		"It learns landmarks and steers by the sun, in four short flights around the hive": part(),
	})
}
