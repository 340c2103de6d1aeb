package grounding_test

import (
	"strings"
	"testing"

	"github.com/quarrykb/quarry"
)

func TestTheSearchSaysWhetherPassagesAnswer(t *testing.T) {
	t.Parallel()
	l := asking(0.4, "clay")
	l.found.Answerable, l.found.Reason = quarry.AnswerablePartly, "The kiln is missing."
	l.passage("Clay is grey.")
	g := l.ground(t, "clay and kiln", 600)
	if g.Answerable != quarry.AnswerablePartly || g.Confidence != 0.4 || g.Reason != "The kiln is missing." || !strings.Contains(g.Prompt, "only a part") {
		t.Errorf("%s (%.2f) because %q, want what the search said:\n%s", g.Answerable, g.Confidence, g.Reason, g.Prompt)
	}
}

func TestWhatIsRefusedKeepsItsNearestPassages(t *testing.T) {
	t.Parallel()
	l := asking(0.05, "!mongolia", "capital")
	l.found.Answerable, l.found.Reason = quarry.AnswerableNo, "No source mentions “mongolia”."
	l.passage("A capital stands on a column.")
	l.passage("Clay is fired in a kiln.")
	g := l.ground(t, "capital of Mongolia", 600)
	if got := texts(g); len(got) != 2 || !strings.Contains(got[0], "column") || g.Reason != l.found.Reason {
		t.Errorf("passages = %q because %q, want both, the nearest first", got, g.Reason)
	}
	if !strings.Contains(g.Prompt, "do not seem to answer") || !strings.Contains(g.Prompt, "Question: capital of Mongolia") {
		t.Errorf("the prompt does not say so:\n%s", g.Prompt)
	}
}

func TestWithoutRoomForAPassageNothingIsAnswered(t *testing.T) {
	t.Parallel()
	l := asking(0.9, "clay")
	l.passage(strings.Repeat("x", 4000))
	g := l.ground(t, "clay", 50)
	if g.Answerable != quarry.AnswerableNo || g.Confidence != 0 || g.Reason != "No passage that answers it has room in 50 tokens." {
		t.Errorf("%s (%.2f) because %q with %q", g.Answerable, g.Confidence, g.Reason, texts(g))
	}
}

func TestAGroundingNamesEnginesThatDidNotAnswer(t *testing.T) {
	t.Parallel()
	l := asking(0.9, "clay")
	l.found.Degraded, l.found.CorrectedQuery = []string{"vector"}, "clay"
	l.passage("Clay is fired in a kiln.")
	g := l.ground(t, "clai", 600)
	if len(g.Degraded) != 1 || g.Degraded[0] != "vector" || g.CorrectedQuery != "clay" {
		t.Errorf("degraded = %q, corrected %q", g.Degraded, g.CorrectedQuery)
	}
}
