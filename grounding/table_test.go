package grounding_test

import (
	"fmt"
	"strings"
	"testing"
)

func TestATableIsCutAroundTheRowThatIsAskedFor(t *testing.T) {
	t.Parallel()
	var table strings.Builder
	table.WriteString("What kilns draw, as their makers say.\n\n| Kiln | Draw |\n|---|---|\n")
	for i := range 60 {
		fmt.Fprintf(&table, "| Oven %d | %d kW of heat and some more of it |\n", i, i)
	}
	table.WriteString("| Ember K100 | 7.7 kW |\n| Ember K200 | 9 kW |\n\nThat is all.")
	l := asking(0.9, "k100", "draw")
	l.passage(table.String())
	l.passage(strings.Repeat("Another kiln draws less than most of its kind. ", 30))
	g := l.ground(t, "what does the K100 draw", 400)
	if len(g.Passages) == 0 || !g.Passages[0].Cut {
		t.Fatalf("passages = %q, want one that is cut", texts(g))
	}
	text := g.Passages[0].Text
	for _, want := range []string{"as their makers say", "| Kiln | Draw |\n|---|---|\n", "[…]\n| Ember K100 | 7.7 kW |\n"} {
		if !strings.Contains(text, want) {
			t.Errorf("the passage lacks %q:\n%s", want, text)
		}
	}
	if strings.Contains(text, "Oven 7") || g.Passages[0].Tokens != count(t, text) {
		t.Errorf("%d tokens:\n%s", g.Passages[0].Tokens, text)
	}
	if g := l.ground(t, "what does the K100 draw", 8000); g.Passages[0].Cut {
		t.Errorf("a table that has room is cut:\n%s", g.Passages[0].Text)
	}
}

// Half of a row may say of one thing what is said of another, and half of a head hides
// where the rows begin.
func TestARowIsQuotedWholeOrNotAtAll(t *testing.T) {
	t.Parallel()
	row := func(first, last string) string {
		return "| " + first + strings.Repeat(" and some more words about it", 20) + " | " + last
	}
	wanted := row("Ember K100", "draws 7.7 kW in all")
	head := row("Kiln", "Draw") + "\n|---|---\n"
	l := asking(0.9, "k100", "draws")
	l.passage(head + row("Oven", "9 kW") + "\n" + wanted + "\nas their makers say. " + strings.Repeat("Who fires clay pays for heat. ", 60))
	g := l.ground(t, "what the K100 draws", 900)
	if len(g.Passages) != 1 || !g.Passages[0].Cut {
		t.Fatalf("passages = %q, want one that is cut", texts(g))
	}
	if text := g.Passages[0].Text; !strings.Contains(text, "\n"+head) || !strings.Contains(text, "\n"+wanted+"\n") || strings.Contains(text, "Oven") {
		t.Errorf("want the whole head and the whole row of the K100, and no other one:\n%s", text)
	}
}
