package answer_test

import (
	"strings"
	"testing"

	"github.com/quarrykb/quarry"
)

func TestADenialOfAnotherThingContradictsNothing(t *testing.T) {
	t.Parallel()
	ducks := open("Why do ducks keep dry?", "Ducks grease their feathers with oil: water runs off and the down stays warm.")
	const ofAnother = "Ducks grease their feathers with oil so water runs off; cormorants do not grease feathers, so water does not run off."
	judged(t, ducks, map[string][]quarry.AnswerVerdict{
		ofAnother: right(),
		"Ducks do not grease their feathers with oil, so water runs off": notRight(),
		"Wet feathers do not run off water":                              notRight(),
		"The water does not run off":                                     wrong(),
	})
}

func TestADeniedPointIsNotCovered(t *testing.T) {
	t.Parallel()
	q := open("Why are beans soaked?", "Skins swell. They cook in half the time and burst less often.")
	got := judge(t).Judge(q, "They cook in half the time and luckily never swell in pans")
	for _, p := range got.Covered {
		if strings.Contains(p.Text, "swell") {
			t.Errorf("%s: %q is covered", got.Verdict, p.Text)
		}
	}
}
