package lexicon_test

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/quarrykb/quarry"
)

func TestAQuantityIsNormalisedToItsBaseUnit(t *testing.T) {
	t.Parallel()
	built := load(t)
	for name, c := range map[string]struct {
		value float64
		unit  string
		want  float64
		base  string
	}{
		"terabytes a second":         {3.35, "TB/s", 3.35e12, "B/s"},
		"written without a slash":    {8, "TBps", 8e12, "B/s"},
		"decimal gigabytes":          {80, "GB", 8e10, "B"},
		"binary gigabytes":           {24, "GiB", 25769803776, "B"},
		"kilobytes with a capital":   {128, "KB", 128000, "B"},
		"gigabits a second":          {400, "Gb/s", 4e11, "bit/s"},
		"another spelling of them":   {400, "Gbps", 4e11, "bit/s"},
		"and another":                {400, "Gbit/s", 4e11, "bit/s"},
		"terabits a second":          {51.2, "Tbps", 5.12e13, "bit/s"},
		"bits":                       {6144, "bits", 6144, "bit"},
		"teraflops":                  {1979, "TFLOPS", 1.979e15, "FLOP/s"},
		"petaflops":                  {4.5, "PFLOP/s", 4.5e15, "FLOP/s"},
		"tera operations":            {275, "TOPS", 2.75e14, "OP/s"},
		"efficiency":                 {26, "GFLOPS/W", 2.6e10, "FLOP/s/W"},
		"integer efficiency":         {4.2, "TOPS/Watt", 4.2e12, "OP/s/W"},
		"watts":                      {700, "W", 700, "W"},
		"milliwatts are no megawatt": {5, "mW", 0.005, "W"},
		"megahertz":                  {1607, "MHz", 1.607e9, "Hz"},
		"micro sign":                 {1, "\u00b5s", 1e-6, "s"},
		"Greek mu":                   {1, "\u03bcs", 1e-6, "s"},
		"nanometres":                 {4, "nm", 4e-9, "m"},
		"newton-metres":              {400, "Nm", 400, "N·m"},
		"square millimetres":         {814, "mm²", 8.14e-4, "m2"},
		"dollars":                    {249, "$", 249, "USD"},
		"billions":                   {208, "billion", 2.08e11, "1"},
		"percent":                    {50, "%", 0.5, "1"},
		"transfers":                  {14, "GT/s", 1.4e10, "T/s"},
		"degrees Celsius":            {25, "°C", 298.15, "K"},
		"degrees Fahrenheit":         {98.6, "°F", 310.15, "K"},
		"kelvins":                    {1811, "K", 1811, "K"},
		"kilometres an hour":         {36, "km/h", 10, "m/s"},
		"millilitres":                {250, "ml", 2.5e-4, "m3"},
		"pounds":                     {2, "lbs", 0.90718474, "kg"},
		"moles a litre":              {0.1, "mol/L", 100, "mol/m3"},
		"molar mass":                 {18.015, "g/mol", 0.018015, "kg/mol"},
		"Ethernet":                   {400, "GbE", 4e11, "bit/s"},
		"euros":                      {1299, "€", 1299, "EUR"},
		"thousands of euros":         {1.2, "k€", 1200, "EUR"},
		"tesla, not a trillion":      {1.5, "T", 1.5, "T"},
		"tokens a minute":            {600, "tokens/min", 10, "token/s"},
	} {
		got := built.Normalize(quarry.Single(c.value, c.unit))
		if got.Empty() || *got.Min != c.want || got.Unit != c.base {
			t.Errorf("%s: %v %s = %+v, want %v %s", name, c.value, c.unit, shown(got), c.want, c.base)
		}
	}
}

func TestEveryBaseUnitThatClientsRelyOnCanBeAskedFor(t *testing.T) {
	t.Parallel()
	built := load(t)
	for symbol, kind := range map[string]quarry.QuantityKind{
		"B": "data", "B/s": "data_rate", "bit": "bits", "bit/s": "bit_rate", "FLOP/s": "flops", "OP/s": "ops",
		"FLOP/s/W": "flops_per_watt", "OP/s/W": "ops_per_watt", "W": "power", "Hz": "frequency", "s": "time",
		"m": "length", "m2": "area", "USD": "currency", "1": "count",
	} {
		unit, ok := built.FindUnit(symbol)
		if !ok || unit.Kind != kind || unit.Base != symbol || unit.Factor != 1 {
			t.Errorf("unit %q = %+v, %t; want the base of %q", symbol, unit, ok, kind)
		}
	}
}

func TestBitsDoNotConvertToBytesNorOperationsToFLOPS(t *testing.T) {
	t.Parallel()
	built := load(t)
	for from, to := range map[string]string{
		"Gbit": "GB", "TOPS": "TFLOPS", "GT/s": "GHz", "EUR": "USD", "W": "Wh",
		"mpg": "L/100 km", "K": "1", "°C": "°", "mol": "mol/L",
	} {
		if got, err := built.Convert(quarry.Single(400, from), to); err == nil {
			t.Errorf("400 %s became %+v %s, want an error", from, shown(got), to)
		}
	}
	if _, err := built.Convert(quarry.Single(1, "GB"), "furlong"); !quarry.IsKind(err, quarry.KindInvalid) {
		t.Errorf("an unknown unit gave %v, want an error of kind invalid", err)
	}
}

func TestWhatIsCountedInDecibelsIsLogarithmic(t *testing.T) {
	t.Parallel()
	built := load(t)
	for spelling, want := range map[string]bool{"dB": true, "dB(A)": true, "dBm": true, "lm": false, "%": false} {
		if unit, known := built.FindUnit(spelling); !known || unit.Logarithmic != want {
			t.Errorf("%s: known %t, logarithmic %t; want %t", spelling, known, unit.Logarithmic, want)
		}
	}
}

func TestASpellingMayNameUnitsOfTwoKinds(t *testing.T) {
	t.Parallel()
	built := load(t)
	if got, _ := built.FindUnit("B"); got.Kind != "data" {
		t.Errorf("B alone is of kind %q, want data", got.Kind)
	}
	if got, ok := built.FindUnitOf("count", "B"); !ok || got.Factor != 1e9 {
		t.Errorf("B of a count = %+v, %t; want a billion", got, ok)
	}
	if got, ok := built.FindUnitOf("texel_rate", "GT/s"); !ok || got.Base != "texel/s" {
		t.Errorf("GT/s of texels = %+v, %t; want GTexel/s", got, ok)
	}
	if got, ok := built.FindUnitOf("power", "GB"); ok {
		t.Errorf("GB of power = %+v, want none", got)
	}
}

func TestConvertingThereAndBackChangesNothing(t *testing.T) {
	t.Parallel()
	built := load(t)
	rapid.Check(t, func(t *rapid.T) {
		from := rapid.SampledFrom(built.Units()).Draw(t, "from")
		to := rapid.SampledFrom(built.Units()).Draw(t, "to")
		value := float64(rapid.IntRange(-1_000_000_000_000, 1_000_000_000_000).Draw(t, "thousandths")) / 1000
		there, err := built.Convert(quarry.Single(value, from.Symbol), to.Symbol)
		if (err == nil) != (from.Base == to.Base) {
			t.Fatalf("%s to %s: error %v, want one exactly where the bases differ", from.Symbol, to.Symbol, err)
		}
		if err != nil {
			return
		}
		back, err := built.Convert(there, from.Symbol)
		if err != nil || *back.Min != value {
			t.Fatalf("%v %s went to %+v and came back as %+v, %v", value, from.Symbol, shown(there), shown(back), err)
		}
	})
}

func shown(b quarry.Bounds) []any {
	if b.Empty() {
		return []any{"empty"}
	}
	return []any{*b.Min, *b.Max, b.Unit}
}
