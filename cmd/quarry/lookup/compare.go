package lookup

import (
	"cmp"
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
	Devices []string `arg:"" name:"device" help:"Two to eight devices, by any of their names: rtx 4090 h100. A family means its SKUs too."`

	Attribute []string `help:"Attributes, by any of their names, or number formats: tdp, fp16, 'fp8 throughput'; all that any of the devices has where none is named." placeholder:"ATTRIBUTE"`

	Claims  `embed:""`
	Printed `embed:""`
}

// Help says what the table shows.
func (*Compare) Help() string {
	return `A row is an attribute at one precision; a cell has the claim that leads and, where
others say something else, from where to where they go. RATIO is the first device's
leading value ÷ the other's: of claims under the same conditions where there are such,
dense by dense where both are claimed. Where what is stated of both differs there is
none, and the nearest pair that has one stands below. Where what leads does not mean the
same (dense or sparse, a SKU or its family), or sources contradict each other, the row
says so: its ratio may mean little.`
}

// Run asks the server beside it, or the database itself. A name of several words that nobody
// quoted is put together where that leaves two devices.
func (c *Compare) Run(ctx context.Context, s *app.Session) error {
	err := s.Ask(ctx, app.NeedStore, func(from *app.Client) error {
		devices, err := together(ctx, c.Devices, newNames(s.Lexicon, from).isDevice)
		if err != nil {
			return err
		}
		if len(devices) > 1 {
			c.Devices = devices
		}
		return question[view.Comparison]{
			path: "/v1/specs/compare", json: c.JSON,
			query: c.of(c.parameters(map[string][]string{"devices": c.Devices, "attributes": c.Attribute})),
			show: func(compared view.Comparison) error {
				if len(compared.Rows) == 0 {
					return noClaim(c.asked(), "", compared.Notes)
				}
				return printComparison(s, compared, c.Unit != "")
			},
		}.askFrom(ctx, s, from)
	})
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
			append(append(reasonOf(row), pairsOf(row, compared.Devices)...), notesOf(row, compared.Devices)...)...)
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

// pairsOf says what the ratios of a row are of, as far as not all its claims state it, and
// what the nearest ones are where there are none.
func pairsOf(row view.ComparisonRow, devices []view.DeviceRef) []string {
	var said []string
	for _, pair := range row.Pairs {
		name := ""
		if at := slices.IndexFunc(devices, func(d view.DeviceRef) bool { return d.ID == pair.DeviceID }); at >= 0 && len(devices) > 2 {
			name = " to " + devices[at].Name
		}
		if pair.Nearest {
			said = append(said, fmt.Sprintf("nearest ratio%s: %s, of claims with %s", name, rounded(pair.Ratio), cmp.Or(stated(pair.Conditions), "nothing stated of both")))
		} else if more := stated(without(pair.Conditions, row.Conditions)); more != "" {
			said = append(said, fmt.Sprintf("the ratio%s is of claims with %s", name, more))
		}
	}
	return said
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
	if best := cell.BestClaim; best != nil && (between.low == nil || between.high == nil || *between.low != *between.high) && len(cell.Claims) > 1 {
		if own := values.written(best.Value); own != text {
			text = own + " (" + text + ")"
		}
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
