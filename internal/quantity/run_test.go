package quantity_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/quarrykb/quarry/internal/quantity"
)

func TestRunsArePartedByStrokesAndEndedByOneUnitOrNoun(t *testing.T) {
	t.Parallel()
	system := everyday(t)
	for text, want := range map[string]string{
		"at 12/24 V":                "12 V, 24 V",
		"3/5/7 frames":              "3, 5, 7",
		"1.5/2 kg (3/4/5 shelves)":  "1.5 kg, 2 kg; 3, 4, 5",
		"1/2.5 kg":                  "1 kg, 2.5 kg", // only lengths are written as one over them
		"3/4 kg":                    "",             // a fraction
		"3/5":                       "",             // of nothing
		"3/5 frames":                "",             // two without a unit may be a part of a whole
		"12/31/2026 V":              "",             // a date
		"a12/24 V":                  "",             // a name
		"12/24":                     "",
		strings.Repeat("1/", 1<<12): "",
	} {
		var runs []string
		for _, run := range system.FindRuns(quantity.DecimalPoint, text) {
			var parts []string
			for _, one := range run {
				parts = append(parts, strings.TrimSpace(fmt.Sprint(*one.Min, " ", one.Unit)))
				if got := text[one.Start:one.End]; got != one.Text {
					t.Errorf("%q: %q stands where %q is said to", text, got, one.Text)
				}
			}
			runs = append(runs, strings.Join(parts, ", "))
		}
		if got := strings.Join(runs, "; "); got != want {
			t.Errorf("%.40q: %q, want %q", text, got, want)
		}
	}
}
