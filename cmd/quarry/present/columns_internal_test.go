package present

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestColumnsAreAlignedAndThoseThatHoldNothingLeftOut(t *testing.T) {
	t.Parallel()
	table := Columns{Head: []string{"OVEN", "NOTE", "HEAT", "", "WHERE"}}
	table.Add([]string{"Bosk", "", "≈ 3 °C", "", "a.md:1-1"}, "below it")
	table.Add([]string{"Karn & Söhne", "", "12 °C", "cold", "b.md:20-21"})
	want := "" +
		"OVEN          HEAT          WHERE\n" +
		"Bosk          ≈ 3 °C        a.md:1-1\n" +
		"    below it\n" +
		"Karn & Söhne  12 °C   cold  b.md:20-21\n"
	var out strings.Builder
	if err := table.Print(&out); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, out.String()); diff != "" {
		t.Errorf("table (-want +got):\n%s", diff)
	}
}

func TestACellCannotBreakTheTableOrSteerTheTerminal(t *testing.T) {
	t.Parallel()
	table := Columns{Head: []string{"OVEN"}, Indent: "  "}
	table.Add([]string{"Bosk\nA\x1b[31m\t7\u202e"}, "one\ntwo")
	var out strings.Builder
	if err := table.Print(&out); err != nil {
		t.Fatal(err)
	}
	if want := "  OVEN\n  Bosk A[31m 7\n      one two\n"; out.String() != want {
		t.Errorf("table = %q, want %q", out.String(), want)
	}
}

func TestATextBelowARowIsBrokenBetweenWords(t *testing.T) {
	t.Parallel()
	table := Columns{Head: []string{"OVEN"}}
	table.Add([]string{"Bosk"}, strings.Repeat("coal ", 23)+"ashes and smoke")
	var out strings.Builder
	if err := table.Print(&out); err != nil {
		t.Fatal(err)
	}
	if want := "OVEN\nBosk\n    " + strings.Repeat("coal ", 23) + "ashes\n      and smoke\n"; out.String() != want {
		t.Errorf("table = %q, want %q", out.String(), want)
	}
}
