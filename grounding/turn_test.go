package grounding_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/quarrykb/quarry"
)

func TestEachOfSeveralDevicesHasAPassage(t *testing.T) {
	t.Parallel()
	l := asking(0.9, "fired")
	for i := range 9 {
		l.passage(strings.Repeat(fmt.Sprintf("The K100 is fired in way %d of all that there are. ", i), 4))
	}
	l.passage("The K200 is fired as well.")
	g := l.ground(t, "is the K100 fired as the K200 is", 500)
	if g.Answerable != quarry.AnswerableYes || !strings.Contains(strings.Join(texts(g), "\n"), "K200") {
		t.Errorf("%s (%s) with %q, want a passage of either", g.Answerable, g.Reason, texts(g))
	}
}

func TestADeviceThatNoPassageHasRoomForIsNamed(t *testing.T) {
	t.Parallel()
	l := asking(0.9, "fired")
	l.passage("The K100 is fired.")
	l.passage(strings.Repeat("The K100 is fired in many ways. ", 200) + "The K200 is fired as well.")
	g := l.ground(t, "is the K100 fired as the K200 is", 500)
	if want := "No passage speaks of Ember K200."; g.Answerable != quarry.AnswerablePartly || g.Reason != want || g.Confidence > 0.5 {
		t.Errorf("%s (%.2f): %s, want partly: %s", g.Answerable, g.Confidence, g.Reason, want)
	}
	if !strings.Contains(g.Prompt, "only a part") || g.PromptTokens > 500 {
		t.Errorf("%d tokens, of which none says so:\n%s", g.PromptTokens, g.Prompt)
	}
}
