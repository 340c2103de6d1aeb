package claim_test

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quarrykb/quarry/ingest/claim"
	shipped "github.com/quarrykb/quarry/internal/lexicon"
)

// A number that stands alone in its style is read, or is noted: none is dropped
// without a word.
func TestANumberInAnotherStyleIsReadOrNoted(t *testing.T) {
	t.Parallel()
	words, err := shipped.Load()
	if err != nil {
		t.Fatal(err)
	}
	const comma, mark = "may have a decimal comma, or be several numbers", "may have decimals or thousands behind its mark, and the others there are written in both ways"
	reader := claim.NewReader(words)
	for name, tc := range map[string]struct {
		rows   [][]claim.Cell // the first is the header
		want   []string
		unread []string
	}{
		"one decimal comma": {
			[][]claim.Cell{row("Device", "TDP (W)", "Memory (GB)"), row("Umbra X1", "350", "48"), row("Umbra X2", "700", "141,5")},
			[]string{"350: 350 W", "48: 48 GB", "700: 700 W", "141,5: 141.5 GB"},
			nil,
		},
		"one decimal comma beside points of another title": {
			[][]claim.Cell{row("", "Umbra X1", "Umbra X2"), row("TDP", "350.5 W", "700.5 W"), row("Memory", "48 GB", "141,5 GB")},
			[]string{"350.5 W: 350.5 W", "700.5 W: 700.5 W", "48 GB: 48 GB", "141,5 GB: 141.5 GB"},
			nil,
		},
		"a comma among points": {
			[][]claim.Cell{row("", "Umbra X1", "Umbra X2"), row("TDP", "350 W", "700 W"), row("Memory", "48.5 GB", "141,5 GB")},
			[]string{"350 W: 350 W", "700 W: 700 W", "48.5 GB: 48.5 GB"},
			[]string{`"141,5 GB" under "Memory" was not read: it ` + comma},
		},
		"a comma in what is counted": {
			[][]claim.Cell{row("Device", "TDP (W)", "Cores"), row("Umbra X1", "350", "48"), row("Umbra X2", "700", "14,16")},
			[]string{"350: 350 W", "48: 48 ", "700: 700 W"},
			[]string{`"14,16" under "Cores" was not read: it ` + comma},
		},
		"thousands or decimals": {
			[][]claim.Cell{row("", "Umbra X1", "Umbra X2", "Umbra X3"), row("TDP", "350 W", "700 W", "900 W"), row("Mass (kg)", "12.5", "12,5", "1,299")},
			[]string{"350 W: 350 W", "700 W: 700 W", "900 W: 900 W", "12.5: 12.5 kg"},
			[]string{`"12,5" under "Mass (kg)" was not read: it ` + comma, `"1,299" under "Mass (kg)" was not read: it ` + mark},
		},
		"a sum with a space": {
			[][]claim.Cell{row("", "Umbra X1", "Umbra X2"), row("TDP", "350 W", "700 W"), row("Price", "12 500 €", "$19.9k")},
			[]string{"350 W: 350 W", "700 W: 700 W", "12 500 €: 12500 EUR", "$19.9k: 19900 USD"},
			nil,
		},
		"a space in another number": {
			[][]claim.Cell{row("", "Umbra X1", "Umbra X2"), row("TDP", "350 W", "700 W"), row("Memory", "20 500 MB", "48 GB")},
			[]string{"350 W: 350 W", "700 W: 700 W", "48 GB: 48 GB"},
			[]string{`"20 500 MB" under "Memory" was not read: it may be one number or several`},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			found := reader.Grid(claim.Grid{Header: tc.rows[0], Rows: tc.rows[1:]})
			got, unread := numbersOf(found), linesOf(tc.unread)
			if diff := cmp.Diff(tc.want, got); diff != "" {
				t.Errorf("numbers (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(unread, found.Unread); diff != "" {
				t.Errorf("unread (-want +got):\n%s", diff)
			}
		})
	}
}

// numbersOf returns the numbers that were read, each as it is written and as it is meant.
func numbersOf(found claim.Found) []string {
	var all []string
	for _, spec := range found.Specs {
		all = append(all, fmt.Sprintf("%s: %v %s", spec.Value.Text, *spec.Value.Min, spec.Value.Unit))
	}
	return all
}

// linesOf returns warnings of the first line.
func linesOf(warnings []string) []string {
	var all []string
	for _, warning := range warnings {
		all = append(all, "line 1: "+warning)
	}
	return all
}
