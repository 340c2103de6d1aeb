package grounding_test

import (
	"strings"
	"testing"

	"github.com/quarrykb/quarry"
)

func TestWhetherAQueryIsAnsweredIsReadOffThePassages(t *testing.T) {
	t.Parallel()
	const text = "Clay is fired in a kiln at a thousand degrees. The K100 draws 3 kW of power. The Ember K100 2 is broken. The K100 has heat and cores."
	for name, tc := range map[string]struct {
		query      string
		words      []string
		answerable quarry.Answerable
		reason     string
	}{
		"all that is asked for is there":            {"clay fired", []string{"clay", "fired"}, quarry.AnswerableYes, "all that is asked for"},
		"other forms of a word are the word":        {"firing clays", []string{"clays", "fire"}, quarry.AnswerableYes, "all"},
		"a synonym is the word":                     {"oven degrees", []string{"oven", "degrees"}, quarry.AnswerableYes, "all"},
		"words that no source has":                  {"clay with helm", []string{"clay", "!helm", "!kubernetes"}, quarry.AnswerableNo, "No source mentions “helm” or “kubernetes”."},
		"a device that no passage speaks of":        {"clay in the K200", []string{"clay", "k200"}, quarry.AnswerableNo, "Nothing that was found speaks of Ember K200."},
		"one of two devices":                        {"power of K100 and K200", []string{"power"}, quarry.AnswerablePartly, "Nothing that was found speaks of Ember K200."},
		"an unlisted attribute":                     {"price of the K100", []string{"price"}, quarry.AnswerableNo, "Nothing that was found states the price of Ember K100."},
		"an attribute that has no number beside it": {"how much heat has the K100", []string{"heat"}, quarry.AnswerableNo, "Nothing that was found states the heat of Ember K100."},
		"an attribute that no such device has":      {"how many cores has the K100", []string{"cores"}, quarry.AnswerableNo, "Nothing that was found states the cores of Ember K100."},
		"another number format":                     {"K100 FP16 power", []string{"power"}, quarry.AnswerableNo, "Nothing that was found states the FP16 power of Ember K100."},
		"the foremost of all":                       {"which system has the most kilns", []string{"kiln"}, quarry.AnswerablePartly, "one among all"},
		"a superlative of something else":           {"the hottest kiln of a system", []string{"kiln"}, quarry.AnswerableYes, "all"},
		"an attribute that a passage speaks of":     {"power of the K100 when fired", []string{"power", "fired"}, quarry.AnswerableYes, "all"},
		"another model behind the name":             {"K100 7 power", []string{"power"}, quarry.AnswerableNo, "Nothing that was found speaks of K100 7."},
		"a quantity behind the name":                {"K100 80 kilns", []string{"kiln"}, quarry.AnswerableYes, "all"},
		"the state of something of one's own":       {"is my kiln fired", []string{"kiln", "fired"}, quarry.AnswerablePartly, "one's own"},
		"something of one's own in an open one":     {"why is my kiln fired", []string{"kiln", "fired"}, quarry.AnswerableYes, "all"},
		"words that only other entries have":        {"clay and glaze and paint", []string{"clay", "glaze", "paint"}, quarry.AnswerablePartly, "does not mention “glaze” or “paint”"},
		"a word is missing among many":              {"clay kiln degrees fired now", []string{"clay", "kiln", "degrees", "fired", "thousand", "now"}, quarry.AnswerableYes, "all that is asked for but “now”"},
		"a query of small words asks for nothing":   {"what is it", []string{"what"}, quarry.AnswerableYes, "all"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			l := asking(0.9, tc.words...)
			l.passage(text)
			g := l.ground(t, tc.query, 600)
			if g.Answerable != tc.answerable || !strings.Contains(g.Reason, tc.reason) {
				t.Errorf("%q: %s (%.2f) because %q, want %s because %q", tc.query, g.Answerable, g.Confidence, g.Reason, tc.answerable, tc.reason)
			}
		})
	}
}

// What is told of one device, or of none, is no answer about another.
func TestWhatIsAskedOfADeviceIsToldOfIt(t *testing.T) {
	t.Parallel()
	for of, want := range map[string]quarry.Answerable{"K100": quarry.AnswerablePartly, "K200": quarry.AnswerableYes} {
		l := asking(0.9, "long", "clay", "fired")
		l.passage("The " + of + " has to be fired for long until clay is hard.")
		l.passage("The K200 stands in the yard.")
		got := l.ground(t, "how long is clay fired in the K200", 600)
		if got.Answerable != want || want == quarry.AnswerablePartly && got.Reason != "What was found of Ember K200 tells little of what is asked for." {
			t.Errorf("told of the %s: %s because %q, want %s", of, got.Answerable, got.Reason, want)
		}
	}
}

func TestNothingFoundIsNoGround(t *testing.T) {
	t.Parallel()
	l := asking(0, "!mongolia", "capital")
	g := l.ground(t, "capital of Mongolia", 600)
	if g.Answerable != quarry.AnswerableNo || g.Reason != "No source mentions “mongolia”." || len(g.Passages) != 0 {
		t.Errorf("grounding = %+v, want nothing and why", g)
	}
	if !strings.Contains(g.Prompt, "do not seem to answer") || !strings.Contains(g.Prompt, "Question: capital of Mongolia") {
		t.Errorf("the prompt does not say so:\n%s", g.Prompt)
	}
}

func TestWhatHasNothingOfAQueryIsNoGround(t *testing.T) {
	t.Parallel()
	l := asking(0.05, "!mongolia", "capital")
	l.passage("Clay is fired in a kiln.")
	l.passage("A capital stands on a column.")
	got := texts(l.ground(t, "capital of Mongolia", 600))
	if len(got) != 1 || !strings.Contains(got[0], "column") {
		t.Errorf("passages = %q, want the one that has a word of the query", got)
	}
}

func TestASearchByMeaningAloneIsJudgedByThePassages(t *testing.T) {
	t.Parallel()
	l := asking(0, "clay")
	l.found.Words, l.found.Answerable, l.found.Mode = nil, "", quarry.ModeSemantic
	l.passage("Clay is fired in a kiln.")
	if g := l.ground(t, "clay kiln", 600); g.Answerable != quarry.AnswerableYes {
		t.Errorf("answerable = %s (%.2f), want yes: %s", g.Answerable, g.Confidence, g.Reason)
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
