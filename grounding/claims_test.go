package grounding_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/quarrykb/quarry"
)

// claimOf makes a claim of a kiln, in a disagreement of its own where it has an id.
func claimOf(n int, value float64, precision, conflict string) quarry.Spec {
	conditions := quarry.NewConditions()
	conditions[quarry.AxisPrecision] = precision
	return quarry.Spec{
		ID:         quarry.SpecID(fmt.Sprintf("s_%d", n)),
		Device:     quarry.DeviceMention{Device: quarry.Device{ID: "ember-k100", Name: "Ember K100"}, Written: "K100"},
		Attribute:  quarry.AttributeMention{Attribute: quarry.Attribute{ID: "power", Name: "Power"}, Written: "Power"},
		Conditions: conditions, Value: quarry.Quantity{Text: fmt.Sprint(value), Bounds: quarry.Single(value, "W")},
		Normalized: quarry.Single(value, "W"), ConflictID: quarry.ConflictID(conflict), Source: place("claims.md", n),
	}
}

// disagreeing adds so many disagreements, each under conditions of its own.
func (l *library) disagreeing(many int) {
	for i := range many {
		id, precision := fmt.Sprintf("c_%d", i), fmt.Sprintf("fp%d", i)
		one, other := claimOf(2*i+1, float64(100+i), precision, id), claimOf(2*i+2, float64(200+i), precision, id)
		l.entries.Claims = append(l.entries.Claims, one, other)
		l.entries.Conflicts = append(l.entries.Conflicts, quarry.Conflict{
			ID: quarry.ConflictID(id), Device: one.Device.Device, Attribute: one.Attribute.Attribute,
			Conditions: one.Conditions, Claims: []quarry.Spec{one, other, one},
		})
	}
}

func TestWhatSourcesDisagreeOnLeavesRoomForPassages(t *testing.T) {
	t.Parallel()
	l := asking(0.9, "power")
	l.disagreeing(10)
	l.passage("The K100 draws a power of 3 kW.")
	for _, budget := range []int{100, 150, 300, 600, 1500} {
		g := l.ground(t, "power of the K100", budget)
		if len(g.Passages) == 0 || g.Answerable != quarry.AnswerableYes {
			t.Errorf("%d tokens: %s with %d passages", budget, g.Answerable, len(g.Passages))
		}
		if budget >= 300 && g.PromptTokens > budget {
			t.Errorf("%d tokens: the prompt has %d", budget, g.PromptTokens)
		}
		if told := strings.Count(g.Prompt, " against "); told != len(g.Conflicts) || told > 4 || budget >= 600 && told == 0 {
			t.Errorf("%d tokens: %d disagreements in the prompt, %d beside it; want as many, a few", budget, told, len(g.Conflicts))
		}
	}
}

func TestADisagreementIsToldWithConditionsAndUnits(t *testing.T) {
	t.Parallel()
	l := asking(0.9, "power")
	one, other := claimOf(1, 3350, "bf16", "c_1"), claimOf(2, 2000, "bf16", "c_1")
	same := claimOf(3, 3350, "bf16", "c_1")
	same.Value.Text = "3.35 kW"
	l.entries.Claims = []quarry.Spec{one, other, same}
	l.entries.Conflicts = []quarry.Conflict{{
		ID: "c_1", Device: one.Device.Device, Attribute: one.Attribute.Attribute, Conditions: one.Conditions, Claims: []quarry.Spec{one, other, same},
	}}
	l.passage("The K100 draws power.")
	g := l.ground(t, "power of the K100", 1500)
	_, line, _ := strings.Cut(g.Prompt, "The sources disagree:\n")
	line, _, _ = strings.Cut(line, "\n")
	for _, want := range []string{"(precision bf16): 3350 W (", "; claims.md, line 3", " against 2000 W ("} {
		if !strings.Contains(line, want) {
			t.Errorf("the line lacks %q: %s", want, line)
		}
	}
	if strings.Count(line, " against ") != 1 {
		t.Errorf("equal values are told apart: %s", line)
	}
}

func TestADisagreementThatWasNotAskedForIsNotTold(t *testing.T) {
	t.Parallel()
	l := asking(0.9, "power")
	l.disagreeing(1)
	l.entries.Specs, l.entries.Claims = l.entries.Claims, nil
	l.passage("The K100 has a price.")
	l.entries.Passages[0].Source.Span = quarry.Span{ByteEnd: 1000, LineStart: 1, LineEnd: 9}
	l.entries.Passages[0].Source.DocumentID = "d_claims.md"
	if g := l.ground(t, "price of the K100", 600); len(g.Conflicts) != 0 {
		t.Errorf("%d conflicts of claims in the lines of a passage that was asked for another one", len(g.Conflicts))
	}
}

func TestALookUpBeginsWithWhatIsClaimed(t *testing.T) {
	t.Parallel()
	for name, query := range map[string]string{
		"by a name of the attribute": "power of the K100", "by a verb of having": "How much power does the K100 draw?",
		"by the unit": "How many watts does the K100 use?", "under a condition": "K100 FP16 power",
	} {
		l := asking(0.9, strings.Fields(strings.ToLower(strings.Trim(query, "?")))...)
		l.passage("Another kiln has power, too, and so have many.")
		l.entries.Claims = []quarry.Spec{claimOf(1, 8, "fp8", ""), claimOf(2, 16, "fp16", "")}
		g := l.ground(t, query, 600)
		want := "Ember K100, Power: 8 W (precision fp8)"
		if name == "under a condition" {
			want = "Ember K100, Power: 16 W (precision fp16)"
		}
		if len(g.Passages) == 0 || g.Passages[0].Text != want || g.Answerable != quarry.AnswerableYes {
			t.Errorf("%s: %s with %q, want %q first", name, g.Answerable, texts(g), want)
		}
	}
}

func TestEachDeviceOfALookUpHasItsTurn(t *testing.T) {
	t.Parallel()
	l := asking(0.9, "power")
	for i := range 4 {
		l.entries.Claims = append(l.entries.Claims, claimOf(i, float64(i), "none", ""))
	}
	other := claimOf(9, 9, "none", "")
	other.Device = quarry.DeviceMention{Device: quarry.Device{ID: "ember-k200", Name: "Ember K200"}, Written: "K200"}
	l.entries.Claims = append(l.entries.Claims, other)
	l.passage("The K100 and the K200 have power.")
	got := texts(l.ground(t, "power of K100 and K200", 600))
	if len(got) < 2 || got[1] != "Ember K200, Power: 9 W" {
		t.Errorf("passages = %q, want one of each device first", got)
	}
}
