package answer_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quarrykb/quarry"
)

// points returns the key points of an answer, and their places as they are written.
func points(t *testing.T, q quarry.Question) ([]string, []string) {
	t.Helper()
	var shown, written []string
	for _, p := range judge(t).Judge(q, q.Answer).Covered {
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
		"code in which a statement ends": {
			"Why does the loop never end?", "The counter is reset:\n\n```c\nint _n = 0;\nfor (;;) { _n = f(_n); }\n```\n\nSo `_n; n_` never grows.",
			[]string{"The counter is reset", "int _n = 0; for (;;) { _n = f(_n); }", "So _n; n_ never grows."},
			[]string{"The counter is reset", "int _n = 0;\nfor (;;) { _n = f(_n); }", "So `_n; n_` never grows."},
		},
		"a formula that begins with a command": {
			"Why is a disc measured so?", "$\\pi r^2$ sums up its rings.", []string{"$\\pi r^2$ sums up its rings."}, []string{"$\\pi r^2$ sums up its rings."},
		},
		"a count of what follows": {
			"Why is solder kept away?", "Two cautions. Heat ruins the cell. A bridge shorts it.",
			[]string{"Heat ruins the cell.", "A bridge shorts it."},
			[]string{"Heat ruins the cell.", "A bridge shorts it."},
		},
		"a link and a broken line": {
			"Why is the sky blue?", "Short waves are scattered [more\nstrongly](https://example.org/a_b). So blue reaches us.",
			[]string{"Short waves are scattered more strongly.", "So blue reaches us."},
			[]string{"Short waves are scattered [more\nstrongly](https://example.org/a_b).", "So blue reaches us."},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			shown, written := points(t, open(tc.text, tc.answer))
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
		"a table":     {"Why are herbs watered apart?", "| Herb | Soil |\n| --- | --- |\n| mint | wet |\n| thyme | dry |", []string{"Herb | Soil", "mint | wet", "thyme | dry"}},
	} {
		shown, _ := points(t, open(tc.text, tc.answer))
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

func TestOnlyWhatAnswersTheQuestionIsRequired(t *testing.T) {
	t.Parallel()
	pump := "It moves heat from a cold place to a warm one. It needs a compressor. Its efficiency is called COP."
	for question, want := range map[string]int{
		"What does a heat pump do?":                         1,
		"How does a heat pump work?":                        3,
		"What does a heat pump do and what does it need?":   3,
		"What is the difference to an electrical radiator?": 3,
	} {
		if got := judge(t).Judge(open(question, pump), ""); len(got.Missing) != want {
			t.Errorf("%s: %+v are required, want %d", question, got.Missing, want)
		}
	}
	list := open("What are the layers of the soil?", "- Humus on top.\n- Subsoil below.\n- Rock beneath all.")
	if got := judge(t).Judge(list, ""); len(got.Missing) != 3 {
		t.Errorf("%+v are required, want all items", got.Missing)
	}
}

func TestWhatARuleFoundIsCovered(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct{ question, answer, given, text string }{
		{"What is the area of a disc?", "$\\pi r^2$ with the radius $r$, as Archimedes showed by exhaustion. A coin has 4 cm².", "pi r^2", "$\\pi r^2$"},
		{"How long does the dye set?", "40 minutes, covered with a lid so that no moisture leaves the vat. Then it is rinsed.", "40 min", "40 minutes"},
	} {
		got := judge(t).Judge(open(tc.question, tc.answer), tc.given)
		if got.Verdict != quarry.VerdictCorrect || len(got.Covered) != 1 || !strings.HasPrefix(got.Covered[0].Text, tc.text) || got.Coverage != 1 {
			t.Errorf("%q is %s and covers %+v", tc.given, got.Verdict, got.Covered)
		}
	}
}
