package lookup

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/api/view"
	"github.com/quarrykb/quarry/cmd/quarry/app"
	"github.com/quarrykb/quarry/cmd/quarry/present"
	"github.com/quarrykb/quarry/internal/text"
)

// Compare is quarry compare.
type Compare struct {
	Devices []string `arg:"" name:"device" help:"Two to eight devices, by any of their names. A family means its SKUs too."`

	Attribute     []string `help:"Attributes, by any of their names, or number formats: tdp, fp16, 'fp8 throughput'; all that any of the devices has where none is named." placeholder:"ATTRIBUTE"`
	Precision     []string `help:"Number formats that the values are for, such as fp16." placeholder:"FORMAT"`
	Collection    []string `help:"Collections that the claims stand in." placeholder:"NAME"`
	MinConfidence *float64 `help:"Least confidence that the source states a claim so, from 0 to 1." placeholder:"0.9"`
	Unit          string   `help:"Unit to convert to, such as TB/s." placeholder:"UNIT"`
	JSON          bool     `help:"Print the API's answer."`
}

// Help says what the table shows.
func (*Compare) Help() string {
	return `A row is an attribute at one precision; a cell goes from the least to the greatest
value that is claimed. RATIO is the first device's greatest value ÷ the other's.
Where the claims do not mean the same (dense or sparse, a chip or a system), or
contradict each other, the row says so: its ratio may mean little.`
}

// Run asks the server beside it, or the database itself.
func (c *Compare) Run(ctx context.Context, s *app.Session) error {
	err := question[view.Comparison]{
		need: app.NeedStore, path: "/v1/specs/compare", json: c.JSON,
		query: parameters(map[string]string{"unit": c.Unit, "min_confidence": numeral(c.MinConfidence)},
			map[string][]string{
				"devices": c.Devices, "attributes": c.Attribute, "precision": c.Precision, "collection": c.Collection,
			}),
		show: func(compared view.Comparison) error {
			if len(compared.Rows) == 0 {
				return noClaim(c.asked(), "", compared.Notes)
			}
			return printComparison(s, compared, c.Unit != "")
		},
	}.ask(ctx, s)
	return hintAtLexicon(ctx, s, withWayOut(err, c.asked(), ""))
}

// asked is what claims are looked for of, in words.
func (c *Compare) asked() string {
	return text.OneLine(strings.Join(c.Devices, ", ") + " " + strings.Join(c.Attribute, ", "))
}

// printComparison aligns a column for each device. Two have a ratio; of more,
// each has its own beside its value. Where no unit was asked for, one claim alone
// stands there as its source has it, rather than rounded in another's unit.
func printComparison(s *app.Session, compared view.Comparison, asked bool) error {
	table := present.Columns{Head: []string{"ATTRIBUTE"}}
	for _, device := range compared.Devices {
		table.Head = append(table.Head, present.OneLine(device.Name))
	}
	table.Head = append(table.Head, "RATIO", "CONDITIONS")
	for _, row := range compared.Rows {
		cells := []string{row.Attribute.Name}
		for i := range row.Cells {
			cells = append(cells, comparedCell(valueWriter{s.Lexicon}, row, i, asked))
		}
		ratio := ""
		if row.Ratio != nil {
			ratio = rounded(*row.Ratio)
		}
		table.Add(append(cells, ratio, stated(row.Conditions)),
			append(reasonOf(row), notesOf(row, compared.Devices)...)...)
	}
	if err := table.Print(s.Out); err != nil {
		return err
	}
	return present.Notes(s.Out, compared.Notes)
}

// reasonOf says why a row is not comparable. That nothing is claimed of a device
// the empty cells say.
func reasonOf(row view.ComparisonRow) []string {
	filled := 0
	for _, cell := range row.Cells {
		filled += min(len(cell.Claims), 1)
	}
	if row.Reason == nil || filled < 2 {
		return nil
	}
	reason := *row.Reason
	if filled < len(row.Cells) {
		_, reason, _ = strings.Cut(reason, "; ")
	}
	if reason == "" {
		return nil
	}
	return []string{"not comparable: " + reason}
}

// mostRowNotes is how many notes stand below a row.
const mostRowNotes = 4

// notesOf returns what a reader should know of the claims of a row, each with the
// device that it is about.
func notesOf(row view.ComparisonRow, devices []view.DeviceRef) []string {
	var notes []string
	for i, cell := range row.Cells {
		for _, claim := range cell.Claims {
			for _, note := range claim.Notes {
				if said := devices[i].Name + ": " + note; !slices.Contains(notes, said) {
					notes = append(notes, said)
				}
			}
		}
	}
	if more := len(notes) - mostRowNotes; more > 0 {
		notes = append(notes[:mostRowNotes],
			fmt.Sprintf("and %d more notes: quarry spec DEVICE shows each beside its claim", more))
	}
	return notes
}

// comparedCell writes what is claimed of one device.
func comparedCell(values valueWriter, row view.ComparisonRow, i int, asked bool) string {
	cell := row.Cells[i]
	between := claimedBetween(row, cell)
	between.unit = values.counted(between.unit, between.low, between.high)
	text := between.String()
	sameUnit := func(v view.Value) bool { return v.Unit != nil && row.Unit != nil && *v.Unit == *row.Unit }
	switch {
	case len(cell.Claims) == 0:
		return "-"
	case text == "":
		return values.written(cell.Claims[0].Value)
	case !asked && len(cell.Claims) == 1 && between.rounds() && !sameUnit(cell.Claims[0].Value):
		text = values.written(cell.Claims[0].Value)
	}
	if i > 0 && len(row.Cells) > 2 && row.Ratios[i] != nil {
		return text + " (" + rounded(*row.Ratios[i]) + "×)"
	}
	return text
}

// claimedBetween is the interval of a cell, with the digits of the claim that has
// most.
func claimedBetween(row view.ComparisonRow, cell view.ComparisonCell) interval {
	between := interval{low: cell.Min, high: cell.Max, below: len(cell.Claims) > 0}
	if row.Unit != nil {
		between.unit = bareless(*row.Unit)
	}
	for _, claim := range cell.Claims {
		value := claim.Value
		between.below = between.below && value.Qualifier == string(quarry.LessThan)
		if value.Step != nil && unitOf(value) == between.unit && (between.step == 0 || *value.Step < between.step) {
			between.step = *value.Step
		}
	}
	return between
}
