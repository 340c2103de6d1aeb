package answer_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quarrykb/quarry"
)

// asked returns the required key points of an answer, and their places as they are
// written.
func asked(t *testing.T, q quarry.Question) ([]string, []string) {
	t.Helper()
	var shown, written []string
	for _, p := range judge(t).Judge(q, "no idea").Missing {
		shown, written = append(shown, p.Text), append(written, q.Answer[p.ByteStart:p.ByteEnd])
	}
	return shown, written
}

func TestAKeyPointIsShownWholeAndWithoutMarkup(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		text, answer   string
		shown, written []string
	}{
		"emphasis at its beginning": {
			"How do frogs and newts differ?", "- *Frogs*: no tail as adults.\n- *Newts*: a tail for life.",
			[]string{"Frogs: no tail as adults.", "Newts: a tail for life."},
			[]string{"*Frogs*: no tail as adults.", "*Newts*: a tail for life."},
		},
		"code with marks of its own": {
			"Why does it print twice?", "The operator `n ? a : b` is evaluated; then `log!` runs. It prints again.",
			[]string{"The operator n ? a : b is evaluated", "then log! runs.", "It prints again."},
			[]string{"The operator `n ? a : b` is evaluated", "then `log!` runs.", "It prints again."},
		},
		"a formula": {
			"How far does a stone fall?", "$s = g \\cdot t^2 / 2$, without air.",
			[]string{"$s = g \\cdot t^2 / 2$, without air."},
			[]string{"$s = g \\cdot t^2 / 2$, without air."},
		},
		"brackets with a semicolon": {
			"Why are roses pruned?", "To shape them (in spring; in autumn frost enters). It also feeds them.",
			[]string{"To shape them (in spring; in autumn frost enters).", "It also feeds them."},
			[]string{"To shape them (in spring; in autumn frost enters).", "It also feeds them."},
		},
		"a price": {
			"Why did bread riots begin?", "A loaf rose from $5 to $10. Wages did not.",
			[]string{"A loaf rose from $5 to $10.", "Wages did not."},
			[]string{"A loaf rose from $5 to $10.", "Wages did not."},
		},
		"a link and a broken line": {
			"Why is the sky blue?", "Short waves are scattered [more\nstrongly](https://example.org/a_b). So blue reaches us.",
			[]string{"Short waves are scattered more strongly.", "So blue reaches us."},
			[]string{"Short waves are scattered [more\nstrongly](https://example.org/a_b).", "So blue reaches us."},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			shown, written := asked(t, open(tc.text, tc.answer))
			if diff := cmp.Diff(tc.shown, shown); diff != "" {
				t.Errorf("shown:\n%s", diff)
			}
			if diff := cmp.Diff(tc.written, written); diff != "" {
				t.Errorf("written:\n%s", diff)
			}
		})
	}
}

func TestWhoSaysNothingIsToldWhatWasAskedFor(t *testing.T) {
	t.Parallel()
	q := open("How do frogs and newts differ?", "Frogs have no tail as adults. Newts keep theirs.")
	for _, given := range []string{"", "idk", "frogs and newts differ"} {
		got := judge(t).Judge(q, given)
		if got.Verdict != quarry.VerdictIncorrect || len(got.Missing) != 2 || len(got.Covered) > 0 {
			t.Errorf("%q is %s and misses %+v, want incorrect and both points", given, got.Verdict, got.Missing)
		}
		for _, p := range got.Missing {
			if !p.Required {
				t.Errorf("%q misses %+v, want only what is required", given, p)
			}
		}
	}
	if got := judge(t).Judge(open("What is a newt?", "TODO"), ""); len(got.Missing) > 0 {
		t.Errorf("a placeholder asks for %+v", got.Missing)
	}
}

func TestTheReferenceAnswerIsCorrectHoweverItsLinesAreBroken(t *testing.T) {
	t.Parallel()
	q := open("Which herbs like which soil?", "| Herb | Soil |\n| --- | --- |\n| mint | wet, not dry |\n| thyme | dry, not wet |\n\nNeither likes\nshade for 2\n1/2 days.")
	for _, given := range []string{q.Answer, strings.Join(strings.Fields(q.Answer), " ")} {
		got := judge(t).Judge(q, given)
		if got.Verdict != quarry.VerdictCorrect || got.Coverage != 1 || len(got.Missing) > 0 {
			t.Errorf("%q is %s, coverage %v, misses %+v", given, got.Verdict, got.Coverage, got.Missing)
		}
	}
}

func TestACorrectAnswerMissesNothingThatIsRequired(t *testing.T) {
	t.Parallel()
	q := quarry.Question{Text: "True or false: whales are fish.", Answer: "False. They breathe air and are mammals.", Answered: true, Style: quarry.StyleTrueFalse}
	got := judge(t).Judge(q, "false")
	if got.Verdict != quarry.VerdictCorrect || len(got.Missing) == 0 {
		t.Fatalf("%s, missing %+v: want correct, with the reason", got.Verdict, got.Missing)
	}
	for _, p := range got.Missing {
		if p.Required {
			t.Errorf("%q is missing and required of a correct answer", p.Text)
		}
	}
}

func TestAKeyPointIsCutAtNoUnitQuotationOrCell(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		text, answer string
		want         []string
	}{
		"a unit":      {"How much water runs?", "At most 2 MB/s: 6 rounds.", []string{"At most 2 MB/s: 6 rounds."}},
		"a quotation": {"Why is it late?", "Compare with \"Avg. delay of ferries\" on the board. Fog held it.", []string{"Compare with \"Avg. delay of ferries\" on the board.", "Fog held it."}},
		"numbered":    {"How are onions fried?", "1. Heat the pan.\n2. Add fat.\n  10. Wait.", []string{"Heat the pan.", "Add fat.", "Wait."}},
		"a table":     {"Why are herbs watered apart?", "| Herb | Soil |\n| --- | --- |\n| mint | wet |\n| thyme | dry |", []string{"mint | wet", "thyme | dry"}},
	} {
		shown, _ := asked(t, open(tc.text, tc.answer))
		if diff := cmp.Diff(tc.want, shown); diff != "" {
			t.Errorf("%s:\n%s", name, diff)
		}
	}
}

func TestKeyPointsStandInTheReferenceAnswer(t *testing.T) {
	t.Parallel()
	q := open("Why is bread kneaded?", "Two reasons:\n\n- It builds **gluten**.\n- It spreads the yeast (see above).\n")
	got := judge(t).Judge(q, "So that gluten is built")
	if len(got.Covered) != 1 || len(got.Missing) == 0 {
		t.Fatalf("covered %+v, missing %+v", got.Covered, got.Missing)
	}
	for _, p := range append(got.Covered, got.Missing...) {
		if place := strings.ReplaceAll(q.Answer[p.ByteStart:p.ByteEnd], "**", ""); place != p.Text {
			t.Errorf("%q stands at its place, want %q", place, p.Text)
		}
	}
	if !got.Covered[0].Required || !strings.Contains(got.Covered[0].Text, "gluten") {
		t.Errorf("covered = %+v", got.Covered)
	}
}
