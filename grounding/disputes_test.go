package grounding_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/internal/lexicon"
)

// manyPassages puts so many passages of different lengths into a library that the room
// ends within one of them.
func (l *library) manyPassages(many int) {
	for i := range many {
		l.passage(strings.Repeat(fmt.Sprintf("The K100 has a power of its own, number %d of those that were seen in the year %d. ", i, 1900+i), 1+i%5) + "So it is")
	}
}

func TestWhatIsAskedForIsToldToDisagreeInAnyRoom(t *testing.T) {
	t.Parallel()
	l := asking(0.9, "power")
	l.disagreeing(1)
	for i := range l.entries.Conflicts[0].Claims {
		l.entries.Conflicts[0].Claims[i].Source.Path = "notes/of/those/who/fire/kilns/claims.md"
	}
	l.manyPassages(60)
	for budget := 300; budget < 4000; budget += 29 {
		g := l.ground(t, "power of the K100", budget)
		if len(g.Conflicts) != 1 || !strings.Contains(g.Prompt, "100 W (notes/of/those/who/fire/kilns/claims.md, line 1) [") {
			t.Errorf("%d tokens: %d conflicts", budget, len(g.Conflicts))
		}
		if g.PromptTokens > budget {
			t.Errorf("%d tokens: the prompt has %d", budget, g.PromptTokens)
		}
	}
}

func TestOnlyDevicesThatAreAskedForAreToldToDisagree(t *testing.T) {
	t.Parallel()
	l := asking(0.9, "power")
	l.disagreeing(1)
	l.passage("The K200 has a power of 9 kW.")
	if g := l.ground(t, "power of the K200", 1500); len(g.Conflicts) != 0 {
		t.Errorf("%d conflicts of the K100 where the K200 is asked for", len(g.Conflicts))
	}
}

func TestEveryPlaceOfADisagreementHasANumber(t *testing.T) {
	t.Parallel()
	l := asking(0.9, "power", "fired")
	l.disagreeing(1)
	l.entries.Conflicts[0].Claims[1].Source = place("elsewhere.md", 7)
	l.passage("The K100 is fired, and has power.")
	g := l.ground(t, "power of the K100 when fired", 1500)
	if len(g.Beside) != 1 || g.Beside[0].N != len(g.Passages)+1 || g.Beside[0].Source.Path != "elsewhere.md" || g.Beside[0].Kind != quarry.EntrySpec {
		t.Fatalf("beside the %d passages: %+v, want the place that none of them shows", len(g.Passages), g.Beside)
	}
	if want := fmt.Sprintf("200 W (elsewhere.md, line 7) [%d]", g.Beside[0].N); !strings.Contains(g.Prompt, want) {
		t.Errorf("the prompt lacks %q:\n%s", want, g.Prompt)
	}
}

func TestADiscoveredDeviceIsAskedForLikeAnother(t *testing.T) {
	t.Parallel()
	for _, query := range []string{"How hot is the Kestrel K1?", "kestrel k1 heat", "the heat of a kestrel-k1"} {
		l := asking(0.9, wordsOf(query)...)
		l.disagreeing(1)
		kestrel, _ := lexicon.DiscoveredDevice("Kestrel K1")
		conflict := &l.entries.Conflicts[0]
		conflict.Device, conflict.Attribute, conflict.Conditions = kestrel, quarry.Attribute{ID: "heat", Name: "Heat"}, quarry.NewConditions()
		for i := range conflict.Claims {
			claim := &conflict.Claims[i]
			claim.Device, claim.Attribute, claim.Conditions = quarry.DeviceMention{Device: kestrel}, quarry.AttributeMention{Attribute: conflict.Attribute}, conflict.Conditions
		}
		l.entries.Claims = conflict.Claims
		l.entries.Devices = []quarry.Device{kestrel}
		l.passage("The Kestrel K1 is a kiln, and the K100 is another one with heat.")
		g := l.ground(t, query, 600)
		if len(g.Conflicts) != 1 || g.Passages[0].Text != "Kestrel K1, Heat: 100 W" {
			t.Errorf("%q: %d conflicts, passages %q; want the one that is asked for, and its claims first", query, len(g.Conflicts), texts(g))
		}
		if !slices.Contains(l.asked.Names, "kestrel-k1") || !slices.Contains(l.asked.Attributes, "heat") {
			t.Errorf("%q: asked for %+v, want the heat of what may be a device", query, l.asked)
		}
	}
}

func TestADeviceThatIsNamedByAnotherNameIsNotAskedFor(t *testing.T) {
	t.Parallel()
	l := asking(0.9, "heat")
	l.disagreeing(1)
	short, _ := lexicon.DiscoveredDevice("Kestrel K1")
	longer, _ := lexicon.DiscoveredDevice("Kestrel K1 Pro")
	l.entries.Devices = []quarry.Device{short, longer}
	conflict := &l.entries.Conflicts[0]
	conflict.Device, conflict.Attribute, conflict.Conditions = short, quarry.Attribute{ID: "heat", Name: "Heat"}, quarry.NewConditions()
	l.passage("The Kestrel K1 has a heat of 9 W.")
	if g := l.ground(t, "heat of the Kestrel K1 Pro", 600); len(g.Conflicts) != 0 {
		t.Errorf("%d conflicts of the shorter name", len(g.Conflicts))
	}
}

// wordsOf splits a query as an index does.
func wordsOf(query string) []string {
	return strings.FieldsFunc(strings.ToLower(query), func(r rune) bool { return strings.ContainsRune(" -?", r) })
}
