package labelled_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quarrykb/quarry/ingest"
	"github.com/quarrykb/quarry/ingest/doc"
	"github.com/quarrykb/quarry/ingest/format/jsonrecords"
	"github.com/quarrykb/quarry/ingest/format/markdown"
	"github.com/quarrykb/quarry/ingest/spec/labelled"
	"github.com/quarrykb/quarry/internal/lexicon"
)

// A value is shown as "layout: names / titles / labels = value", and behind it the limit that
// it is, and what may state its unit.
func TestEveryLayoutYieldsValuesUnderTheirLabels(t *testing.T) {
	t.Parallel()
	known := builtIn(t)
	for name, tc := range map[string]struct {
		text string
		want []string
	}{
		"a table of things in rows": {"# Lamps\n\n| Model | Weight (kg) | Power |\n|---|---|---|\n| Lumo 2 | 1.2 | 8 W |\n| Lumo 4 | 1.9 | 12 W |\n", []string{
			"grid: Lumo 2 / Lamps / Weight (kg) = 1.2", "grid: Lumo 2 / Lamps / Power = 8 W",
			"grid: Lumo 4 / Lamps / Weight (kg) = 1.9", "grid: Lumo 4 / Lamps / Power = 12 W",
		}},
		"a table of things in columns": {"# Lamps\n\n| Specification | Lumo 2 | Lumo 4 |\n|---|---|---|\n| Weight | 1.2 kg | 1.9 kg |\n| Power | 8 W | 12 W |\n", []string{
			"grid: Lumo 2 / Lamps / Weight = 1.2 kg, in Lumo 2", "grid: Lumo 4 / Lamps / Weight = 1.9 kg, in Lumo 4",
			"grid: Lumo 2 / Lamps / Power = 8 W, in Lumo 2", "grid: Lumo 4 / Lamps / Power = 12 W, in Lumo 4",
		}},
		"a column that numbers the rows": {"| No. | Model | Weight |\n|---|---|---|\n| 1 | Lumo 2 | 1.2 kg |\n| 2 | Lumo 4 | 1.9 kg |\n", []string{
			"grid: Lumo 2 / / Weight = 1.2 kg", "grid: Lumo 4 / / Weight = 1.9 kg",
		}},
		"a title with something beside it": {"# Lumo 2      desk lamp\n\n- Weight: 1.2 kg\n", []string{"keyed: / Lumo 2 / Weight = 1.2 kg"}},
		"a row of units": {"| Model | Weight | Power |\n|---|---|---|\n| | kg | W |\n| Lumo 2 | 1.2 | 8 |\n| Lumo 4 | 1.9 | 12 |\n", []string{
			"grid: Lumo 2 / / Weight = 1.2, in kg", "grid: Lumo 2 / / Power = 8, in W",
			"grid: Lumo 4 / / Weight = 1.9, in kg", "grid: Lumo 4 / / Power = 12, in W",
		}},
		"limits with a column of units": {"| Parameter | Min | Typ | Max | Unit |\n|---|---|---|---|---|\n| Supply voltage | 2.7 | 3.3 | 5.5 | V |\n| Current | | 1 | 2 | mA |\n", []string{
			"grid: / / Supply voltage = 2.7 to 5.5, in V", "grid: / / Supply voltage = 3.3, usual, in V",
			"grid: / / Current = 1, usual, in mA", "grid: / / Current = 2, most, in mA",
		}},
		"rows that are titles": {"| Property | Value |\n|---|---|\n| **Size** | |\n| Width | 90 mm |\n| **Mains** | |\n| Voltage | 230 V |\n", []string{
			"grid: / / Size > Width = 90 mm", "grid: / / Mains > Voltage = 230 V",
		}},
		"lines with keys": {"## Lumo 2\n\nWeight: 1.2 kg\nPower: 8 W\nColour: white\n", []string{
			"keyed: / Lumo 2 / Weight = 1.2 kg", "keyed: / Lumo 2 / Power = 8 W",
		}},
		"a label above its value": {"**Weight**\n1.2 kg\n\n**Power**\n8 W\n", []string{
			"phrase: / / Weight = 1.2 kg", "phrase: / / Power = 8 W",
		}},
		"lists in lists": {"- Lumo 2\n  - Weight: 1.2 kg\n  - Battery\n    - Capacity: 20 Wh\n", []string{
			"phrase: / / = Lumo 2", "keyed: / / Lumo 2 > Weight = 1.2 kg", "keyed: / / Lumo 2 > Battery > Capacity = 20 Wh",
		}},
		"a key that names the thing": {"- Model: Lumo 2\n- Weight: 1.2 kg\n", []string{
			"keyed: Lumo 2 / / Model = Lumo 2", "keyed: Lumo 2 / / Weight = 1.2 kg",
		}},
		"text in columns": {"```\nModel     Weight   Power\nLumo 2    1.2 kg   8 W\nLumo 4    1.9 kg   12 W\n```\n", []string{
			"grid: Lumo 2 / / Weight = 1.2 kg", "grid: Lumo 2 / / Power = 8 W",
			"grid: Lumo 4 / / Weight = 1.9 kg", "grid: Lumo 4 / / Power = 12 W",
		}},
		"sentences": {"The Lumo 2 weighs 1.2 kg. It is white. It draws\n8 W at most.\n", []string{
			"sentence: / / = The Lumo 2 weighs 1.2 kg.", "sentence: / / = It draws 8 W at most.",
		}},
		"records": {`[{"name": "Lumo Two", "weight_kg": 1.2, "power": {"value": 8, "unit": "W"}}, {"name": "Lumo Four", "weight_kg": 1.9}]`, []string{
			"record: Lumo Two / / weight kg = 1.2", "record: Lumo Two / / power = 8, in W", "record: Lumo Four / / weight kg = 1.9",
		}},
		"the ends of a range": {`{"model": "Lumo Two", "voltage": {"min": 9, "max": 32, "unit": "V"}}`, []string{
			"record: Lumo Two / / voltage = 9 to 32, in V",
		}},
		"records by their names": {`{"Lumo 2": {"weight": "1.2 kg", "power": "8 W"}, "Lumo 4": {"weight": "1.9 kg", "power": "12 W"}}`, []string{
			"record: Lumo 2 / / weight = 1.2 kg", "record: Lumo 2 / / power = 8 W",
			"record: Lumo 4 / / weight = 1.9 kg", "record: Lumo 4 / / power = 12 W",
		}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			text := ingest.NewText([]byte(tc.text))
			found := labelled.Read(tree(t, known, text), labelled.NewWords(known), known.NumberStyleOf(text.Bytes))
			var got []string
			for i := range found.Values {
				got = append(got, shown(&found.Values[i]))
			}
			if diff := cmp.Diff(tc.want, got); diff != "" {
				t.Errorf("values (-want +got):\n%s", diff)
			}
		})
	}
}

// Titles whose neighbours have the same labels below them each name one of several things.
func TestTitlesOverTheSameLabelsAreAlike(t *testing.T) {
	t.Parallel()
	known := builtIn(t)
	text := ingest.NewText([]byte("# Lamps\n\n## Desk\n\n- Weight: 1 kg\n- Power: 8 W\n\n## Floor\n\n- Weight: 3 kg\n- Power: 12 W\n\n## Remarks\n\n- Sold since: 2021\n"))
	found := labelled.Read(tree(t, known, text), labelled.NewWords(known), known.NumberStyleOf(text.Bytes))
	alike := map[string]bool{}
	for _, value := range found.Values {
		alike[value.Section.Title.Text] = value.Section.Alike
	}
	if diff := cmp.Diff(map[string]bool{"Desk": true, "Floor": true, "Remarks": false}, alike); diff != "" {
		t.Errorf("titles that are alike (-want +got):\n%s", diff)
	}
}

func TestAFootnoteIsKeptByItsMark(t *testing.T) {
	t.Parallel()
	for line, want := range map[string][2]string{
		"[^a]: at 25 °C": {"a", "at 25 °C"}, "* at 25 °C": {"*", "at 25 °C"}, "¹ at 25 °C": {"1", "at 25 °C"},
		"†: at 25 °C": {"†", "at 25 °C"}, "at 25 °C": {}, "[^a] at 25 °C": {}, "": {},
	} {
		if mark, said := labelled.Footnote(line); mark != want[0] || said != want[1] {
			t.Errorf("Footnote(%q) = %q, %q, want %q", line, mark, said, want)
		}
	}
}

func builtIn(tb testing.TB) *lexicon.Lexicon {
	tb.Helper()
	known, err := lexicon.Load()
	if err != nil {
		tb.Fatal(err)
	}
	return known
}

// tree returns the tree of a text, which is JSON or Markdown.
func tree(t *testing.T, known *lexicon.Lexicon, text *ingest.Text) doc.Document {
	t.Helper()
	var parser ingest.Parser = markdown.New(known)
	if strings.ContainsAny(text.Line(1)[:1], "[{") {
		parser = jsonrecords.New(known)
	}
	found, err := parser.Parse(t.Context(), text)
	if err != nil {
		t.Fatal(err)
	}
	return found.Tree
}

// shown returns a value on a line.
func shown(v *labelled.Value) string {
	var names, titles, labels, units []string
	for _, one := range v.Names {
		names = append(names, one.Text.Text)
	}
	for _, one := range v.Section.Path() {
		titles = append(titles, one.Title.Text)
	}
	for _, one := range v.Path {
		labels = append(labels, one.Text)
	}
	line := fmt.Sprintf("%s: %s / %s / %s = %s", [...]string{"grid", "record", "keyed", "phrase", "sentence"}[v.Layout],
		strings.Join(names, " > "), strings.Join(titles, " > "), strings.Join(labels, " > "), v.Raw.Text)
	if v.Until.Text != "" {
		line += " to " + v.Until.Text
	}
	line += [...]string{"", ", least", ", usual", ", most"}[v.Limit]
	for _, one := range append([]doc.Text{v.Unit}, v.Units...) {
		if one.Text != "" {
			units = append(units, ", in "+one.Text)
		}
	}
	return strings.Join(strings.Fields(line+strings.Join(units, "")), " ")
}
