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
