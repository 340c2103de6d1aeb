package quantity_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/internal/quantity"
)

// sheets returns a system of units of data sheets.
func sheets(t *testing.T) *quantity.System {
	t.Helper()
	words := wording()
	words.Sides, words.Crossed = []string{"w", "h", "d", "width", "height"}, []string{"by"}
	words.Behind[quarry.Exact] = []string{"typ"}
	system, err := quantity.New([]quantity.Unit{
		{Symbol: "m", Kind: "length", Base: "m", Factor: 1},
		{Symbol: "mm", Kind: "length", Base: "m", Factor: 1e-3},
		{Symbol: "cm", Kind: "length", Base: "m", Factor: 1e-2},
		{Symbol: "inch", Kind: "length", Base: "m", Factor: 0.0254, Aliases: []string{"in."}},
		{Symbol: "ft", Kind: "length", Base: "m", Factor: 0.3048},
		{Symbol: "s", Kind: "time", Base: "s", Factor: 1},
		{Symbol: "W", Kind: "power", Base: "W", Factor: 1},
		{Symbol: "V", Kind: "voltage", Base: "V", Factor: 1},
		{Symbol: "Hz", Kind: "frequency", Base: "Hz", Factor: 1},
		{Symbol: "GB", Kind: "data", Base: "B", Factor: 1e9},
		{Symbol: "TB", Kind: "data", Base: "B", Factor: 1e12},
		{Symbol: "pixel", Kind: "pixels", Base: "pixel", Factor: 1, Aliases: []string{"px", "pixels"}},
		{Symbol: "dpi", Kind: "resolution", Base: "dpi", Factor: 1},
		{Symbol: "°", Kind: "angle", Base: "rad", Factor: 0.017453292519943295},
		{Symbol: "x", Kind: "ratio", Base: "1", Factor: 1, Aliases: []string{"×"}},
		{Symbol: "°F", Kind: "temperature", Base: "K", Factor: 5.0 / 9, Aliases: []string{"F"}},
		{Symbol: "f/", Kind: "f_number", Base: "f/", Factor: 1, Before: true, Aliases: []string{"F"}},
		{Symbol: "ISO", Kind: "film_speed", Base: "ISO", Factor: 1, Before: true},
	}, words)
	if err != nil {
		t.Fatal(err)
	}
	return system
}

func TestTheSidesOfASizeAreRead(t *testing.T) {
	t.Parallel()
	system := sheets(t)
	for text, want := range map[string]string{
		"120 × 80 × 25 mm":                        "120 mm|80 mm|25 mm",
		"120x80x25mm":                             "120 mm|80 mm|25 mm",
		"120 mm x 80 mm x 25 mm":                  "120 mm|80 mm|25 mm",
		"W 120 × H 80 × D 25 mm":                  "W 120 mm|H 80 mm|D 25 mm",
		"120 (W) x 80 (H) x 25 (D) mm":            "W 120 mm|H 80 mm|D 25 mm",
		"120 W × 80 H × 25 D mm":                  "W 120 mm|H 80 mm|D 25 mm",
		"120 mm (Width) x 80 mm (Height)":         "Width 120 mm|Height 80 mm",
		"Ø 30 × 120 mm":                           "Ø 30 mm| 120 mm",
		`11.7" x 8.3"`:                            "11.7 inch|8.3 inch",
		"10' x 12'":                               "10 ft|12 ft",
		"10 mm x 2 cm":                            "10 mm|2 cm",
		"1920 × 1080":                             "1920|1080",
		"1920x1080 px":                            "1920 pixel|1080 pixel",
		"1920×1080 pixels @ 60 Hz":                "1920 pixel|1080 pixel",
		"600 x 600 dpi":                           "600 dpi|600 dpi",
		"87° × 58°":                               "87 °|58 °",
		"160 by 120 cm":                           "160 cm|120 cm",
		"2 x 75 mm":                               "2 mm|75 mm",
		"W: 120 × H: 80":                          "W 120|H 80",
		"8.5 × 11":                                "8.5|11",
		"about 120 x 80 mm (4.7 x 3.1 in.), grey": "120 mm|80 mm",
	} {
		sides, ok := system.ReadSides(quantity.DecimalPoint, text)
		if got := shownSides(t, text, sides); !ok || got != strings.ReplaceAll(want, "| ", "|") {
			t.Errorf("%q has the sides %q, %t; want %q", text, got, ok, want)
		}
	}
	if sides, ok := system.ReadSides(quantity.DecimalComma, "2,5 × 3,1 m"); !ok || sides[0].Middle() != 2.5 || sides[1].Text != "3,1 m" {
		t.Errorf("with commas: %v, %t", sides, ok)
	}
}

// shownSides prints sides, and wants their texts to stand in the whole one in their order.
func shownSides(t *testing.T, text string, sides []quantity.Side) string {
	t.Helper()
	shown, at := make([]string, len(sides)), 0
	for i, side := range sides {
		shown[i] = strings.TrimSpace(fmt.Sprintf("%s %v %s", side.Name, side.Middle(), side.Unit))
		found := strings.Index(text[at:], side.Text)
		if side.Text == "" || found < 0 {
			t.Errorf("%q: the side %q is no piece of it", text, side.Text)
			continue
		}
		at += found + len(side.Text)
	}
	return strings.Join(shown, "|")
}

func TestAProductIsNoSize(t *testing.T) {
	t.Parallel()
	system := sheets(t)
	for _, text := range []string{
		"2 × 48 GB", "4 x 10 W", "8x PCIe", "2 x 75 mm fans", "2 × 1638.4", "2 × 132 = 264", "30x zoom", "120 mm", "2 x 90°", "1 × 10^3 mm",
		"RTX 4090 x 2", "5 mm x 2 V", "120 × 80 × 25 × 4 × 3 mm", "x 80 mm", "-5 × 80 mm", "",
	} {
		if sides, ok := system.ReadSides(quantity.DecimalPoint, text); ok {
			t.Errorf("%q has the sides %v", text, sides)
		}
	}
}

func TestAListOfQuantitiesIsRead(t *testing.T) {
	t.Parallel()
	system := sheets(t)
	for text, want := range map[string]string{
		"128/256/512 GB": "128 GB|256 GB|512 GB", "512 GB, 1 TB": "512 GB|1 TB", "512GB/1TB": "512GB GB|1TB TB", "64, 80 or 96 GB": "64 GB|80 GB|96 GB",
		"64, 80, or 96 GB": "64 GB|80 GB|96 GB", "50 / 60 Hz (auto)": "50 Hz|60 Hz", "1/2 TB": "1 TB|2 TB", "f/1.8, f/2.4": "f/1.8 f/|f/2.4 f/",
		"±2/±4 V": "±2 V|±4 V", "8–12, 16–20 Hz": "8–12 Hz|16–20 Hz", "24 V and 48 V": "24 V V|48 V V",
		"24/7": "", "1/2 inch": "", "1/125 s": "", "230 V / 50 Hz": "", "24, 25": "", "5 V": "", "16:9": "", "2024/03/01": "", "V/W": "", "5 V, ok": "", "2x, 3x": "", "": "",
	} {
		list, ok := system.ReadList(quantity.DecimalPoint, text)
		var shown []string
		for _, q := range list {
			shown = append(shown, strings.TrimSuffix(q.Text, " "+q.Unit)+" "+q.Unit)
		}
		got, want := strings.Join(shown, "|"), strings.NewReplacer("24 V V", "24 V", "48 V V", "48 V").Replace(want)
		if ok != (want != "") || got != want {
			t.Errorf("%q lists %q, %t; want %q", text, got, ok, want)
		}
	}
}

func TestTheFormsOfDataSheetsAreRead(t *testing.T) {
	t.Parallel()
	system := sheets(t)
	for text, want := range map[string]string{
		"f/2.8":           "f/2.8: 2.8 to 2.8 f/",
		"f/1.8-16":        "f/1.8-16: 1.8 to 16 f/",
		"F2.8 (W)":        "F2.8: 2.8 to 2.8 f/",
		"ISO 100–51200":   "ISO 100–51200: 100 to 51200 ISO",
		"ISO 125":         "ISO 125: 125 to 125 ISO",
		"1/8000 s":        "1/8000 s: 0.000125 to 0.000125 s",
		"1/4000–30 s":     "1/4000–30 s: 0.00025 to 30 s",
		"30–1/8000 s":     "30–1/8000 s: 0.000125 to 30 s",
		"3.3 V typ.":      "3.3 V typ.: 3.3 to 3.3 V",
		`1/2" thread`:     `1/2": 0.5 to 0.5 inch`,
		`5'6" tall`:       `5'6": 5.5 to 5.5 ft`,
		`27" monitor`:     `27": 27 to 27 inch`,
		"5 ft 6 in (big)": "5 ft 6 in: 5.5 to 5.5 ft",
		"600 x 600 dpi":   "", "87° × 58°": "", "ISO 9001": "", "ISO 14000": "", "F2": "", "f/x": "", "1/8000": "", "1/8000 V": "", "IP67": "", "M8": "",
		"5'": "5: 5 to 5 ", "ISO9": "", "1:1000": "",
	} {
		got, ok := system.ReadQuantity(text)
		line := ""
		if ok {
			line = fmt.Sprintf("%s: %s to %s %s", got.Text, show(got.Min), show(got.Max), got.Unit)
		}
		if line != want {
			t.Errorf("ReadQuantity(%q) = %q, want %q", text, line, want)
		}
	}
}

func TestAMarkThatClosesAQuotationIsNoInch(t *testing.T) {
	t.Parallel()
	system := sheets(t)
	for text, want := range map[string]string{
		`they said "about 27" and left`: "", `a 27" screen and a 24" one`: `27"|24"`, "“size 27” and": "", `"big" 5" disks`: `5"`,
	} {
		var found []string
		for _, q := range system.FindAll(quantity.DecimalPoint, text, "") {
			found = append(found, q.Text)
		}
		if got := strings.Join(found, "|"); got != want {
			t.Errorf("in %q: %q, want %q", text, got, want)
		}
	}
}
