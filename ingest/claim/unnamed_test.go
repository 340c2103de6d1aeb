package claim_test

import (
	"strings"
	"testing"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/ingest/claim"
	terms "github.com/quarrykb/quarry/internal/lexicon"
)

func TestATableOfNamesThatAreNotTakenForThingsSaysSo(t *testing.T) {
	t.Parallel()
	builtIn, err := terms.Default()
	if err != nil {
		t.Fatal(err)
	}
	for name, test := range map[string]struct {
		rows [][]string
		want string
	}{
		"one column of weights":      {[][]string{{"Blower", "Weight"}, {"Corvid 8", "2 kg"}, {"Corvid 10", "3 kg"}}, `2 rows under "Blower"`},
		"… and one in unknown units": {[][]string{{"Blower", "Weight", "Noise"}, {"Corvid 8", "2 kg", "3.1 sone"}, {"Corvid 10", "3 kg", "2.8 sone"}}, `2 rows under "Blower"`},
		"people":                     {[][]string{{"Player", "Weight"}, {"Ada 8", "62 kg"}, {"Grace 10", "71 kg"}}, ""},
		"names without a number":     {[][]string{{"Fruit", "Weight"}, {"Pear", "0.2 kg"}, {"Apple", "0.1 kg"}}, ""},
		"things":                     {[][]string{{"Model", "Weight"}, {"Corvid 8", "2 kg"}, {"Corvid 10", "3 kg"}}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			grid := claim.Grid{Header: cells(test.rows[0])}
			for _, row := range test.rows[1:] {
				grid.Rows = append(grid.Rows, cells(row))
			}
			warnings := strings.Join(claim.NewReader(builtIn).Grid(grid).Warnings, "; ")
			if test.want == "" && warnings != "" || !strings.Contains(warnings, test.want) {
				t.Errorf("it warns %q, want %q", warnings, test.want)
			}
		})
	}
}

func cells(texts []string) []claim.Cell {
	made := make([]claim.Cell, len(texts))
	for i, text := range texts {
		made[i] = claim.Cell{Text: text, Span: quarry.Span{ByteStart: i, ByteEnd: i + 1, LineStart: 1, LineEnd: 1}}
	}
	return made
}
