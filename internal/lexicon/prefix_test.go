package lexicon_test

import (
	"testing"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/internal/lexicon"
)

func TestAPrefixMakesAUnitOfItsMultiple(t *testing.T) {
	t.Parallel()
	built, err := lexicon.Parse(lexicon.File{Name: "prefixes.yaml", Data: []byte(`
units:
  - {symbol: So, kind: loudness, base: So, factor: 1, prefixes: [µ, k], aliases: [sone, So HB]}
  - {symbol: kSo, aliases: [KSO]}
`)})
	if err != nil {
		t.Fatal(err)
	}
	for spelling, want := range map[string]float64{"kSo": 1000, "kilosone": 1000, "KSO": 1000, "kSo HB": 1000, "uSo": 1e-6, "μSo": 1e-6, "microsone": 1e-6} {
		if got := built.Normalize(quarry.Single(1, spelling)); got.Empty() || *got.Min != want || got.Unit != "So" {
			t.Errorf("1 %s = %v, want %v So", spelling, shown(got), want)
		}
	}
	if _, known := built.FindUnit("ksone"); known {
		t.Error("the sign of a prefix stands before a word")
	}
}

func TestAPrefixThatMakesNoUnitIsRefused(t *testing.T) {
	t.Parallel()
	for fault, entry := range map[string]string{
		"no prefix":          `{symbol: So, kind: loudness, base: So, factor: 1, prefixes: [q]}`,
		"no factor":          `{symbol: So, kind: loudness, prefixes: [k]}`,
		"a zero of its own":  `{symbol: So, kind: loudness, base: So, factor: 1, offset: 3, prefixes: [k]}`,
		"the same one twice": "{symbol: So, kind: loudness, base: So, factor: 1, prefixes: [k]}\n  - {symbol: kSo, aliases: [a]}\n  - {symbol: kSo, aliases: [b]}",
	} {
		_, err := lexicon.Parse(lexicon.File{Name: "prefixes.yaml", Data: []byte("units:\n  - " + entry)})
		if !quarry.IsKind(err, quarry.KindInvalid) {
			t.Errorf("%s: %v, want an error of kind invalid", fault, err)
		}
	}
}

// What stands in data sheets of other fields is a unit, in the spellings of their makers.
func TestTheUnitsOfOtherFieldsAreKnown(t *testing.T) {
	t.Parallel()
	built := load(t)
	for text, want := range map[string]string{
		"24 V DC": "V", "24 Vdc": "V", "230 V AC": "V", "1500 min-1": "rpm", "1500 U/min": "rpm", "60 ft-lbf": "lb-ft", "94 dB SPL": "dB SPL",
		"3 dBi": "dBi", "-38 dBV": "dBV", "-10 dBFS": "dBFS", "5 dpt": "dpt", "3 EV": "EV", "80 gsm": "g/m²", "30 pages/min": "page/min",
		"10 nV/√Hz": "nV/√Hz", "10 nV/rtHz": "nV/√Hz", "5 ppm/°C": "ppm/K", "20 V/µs": "V/µs", "0.5 A/W": "A/W", "3.8 mi/kWh": "mi/kWh",
		"24 AWG": "AWG", "46 cSt": "cSt", "100 SPS": "sample/s", "1 GS/s": "GSPS", "60 HRC": "HRC", "100 Stück": "piece", "36 Monate": "month",
		"300 gph": "gph", "95 % RH": "% RH", "12 Std.": "h", "700 Wh/l": "Wh/L", "10 GΩ": "GΩ", "3 fF": "fF", "0.5 kg·cm": "kgf·cm",
	} {
		if got, ok := built.ReadQuantity(text); !ok || got.Unit != want || got.Text != text {
			t.Errorf("%q is read as %q in %q, %t; want %q", text, got.Text, got.Unit, ok, want)
		}
	}
	for spelling, want := range map[string]string{"C": "C", "K": "K", "h": "h", "d": "d", "g": "g", "T": "T", "A": "A", "N": "N", "s": "s", "G": "", "U": "", "M": "million"} {
		if unit, _ := built.FindUnit(spelling); unit.Symbol != want {
			t.Errorf("%q is the unit %q, want %q", spelling, unit.Symbol, want)
		}
	}
}
