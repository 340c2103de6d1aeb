package quantity_test

import (
	"fmt"
	"math"
	"strconv"
	"testing"

	"pgregory.net/rapid"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/internal/quantity"
)

// scales returns units that are awkward to convert: with factors
// that no binary or decimal number holds, and with offsets.
func scales(tb testing.TB) *quantity.System {
	tb.Helper()
	system, err := quantity.New([]quantity.Unit{
		{Symbol: "thousand", Kind: "count", Base: "1", Factor: 1e3, Aliases: []string{"K"}},
		{Symbol: "K", Kind: "temperature", Base: "K", Factor: 1},
		{Symbol: "°C", Kind: "temperature", Base: "K", Factor: 1, Offset: 273.15},
		{Symbol: "°F", Kind: "temperature", Base: "K", Factor: 5.0 / 9, Offset: 45967.0 / 180},
		{Symbol: "m/s", Kind: "speed", Base: "m/s", Factor: 1},
		{Symbol: "km/h", Kind: "speed", Base: "m/s", Factor: 5.0 / 18},
		{Symbol: "mph", Kind: "speed", Base: "m/s", Factor: 0.44704},
		{Symbol: "kn", Kind: "speed", Base: "m/s", Factor: 463.0 / 900},
		{Symbol: "kg", Kind: "mass", Base: "kg", Factor: 1},
		{Symbol: "Da", Kind: "mass", Base: "kg", Factor: 1.6605390689252e-27},
		{Symbol: "lb", Kind: "mass", Base: "kg", Factor: 0.45359237},
		{Symbol: "B", Kind: "data", Base: "B", Factor: 1},
		{Symbol: "GB", Kind: "data", Base: "B", Factor: 1e9},
		{Symbol: "TiB", Kind: "data", Base: "B", Factor: 1 << 40},
		{Symbol: "1", Kind: "count", Base: "1", Factor: 1},
		{Symbol: "B/s", Kind: "data_rate", Base: "B/s", Factor: 1},
		{Symbol: "GB/s", Kind: "data_rate", Base: "B/s", Factor: 1e9},
		{Symbol: "bit/s", Kind: "bit_rate", Base: "bit/s", Factor: 1},
		{Symbol: "Tb/s", Kind: "bit_rate", Base: "bit/s", Factor: 1e12},
		{Symbol: "bit", Kind: "bits", Base: "bit", Factor: 1},
	}, quantity.Wording{})
	if err != nil {
		tb.Fatal(err)
	}
	return system
}

func TestANumberIsConvertedAsAPersonWould(t *testing.T) {
	t.Parallel()
	system := scales(t)
	for _, c := range []struct {
		value float64
		from  string
		want  float64
		to    string
	}{
		{1.979, "GB", 1979000000, "B"},
		{36, "km/h", 10, "m/s"},
		{100, "km/h", 27.77777777777778, "m/s"},
		{60, "mph", 96.56064, "km/h"},
		{10, "kn", 18.52, "km/h"},
		{25, "°C", 298.15, "K"},
		{-40, "°C", -40, "°F"},
		{98.6, "°F", 37, "°C"},
		{0, "K", -459.67, "°F"},
		{-273.15, "°C", 0, "K"},
		{0, "°F", 255.37222222222223, "K"},
		{2, "lb", 0.90718474, "kg"},
		{24, "TiB", 26388279066624, "B"},
		{0, "lb", 0, "kg"},
		{3, "thousand", 3000, "1"},
		{0.1 + 0.2, "lb", 0.136077711, "kg"},
		{1e300, "lb", 4.5359237e299, "kg"},
		{5e-324, "kg", 5e-324, "kg"},
	} {
		got, err := system.Convert(quarry.Single(c.value, c.from), c.to)
		if err != nil || *got.Min != c.want || *got.Max != c.want || got.Unit != c.to {
			t.Errorf("%v %s = %s %s, %v; want %v %s", c.value, c.from, show(got.Min), got.Unit, err, c.want, c.to)
		}
	}
}

func TestASymbolIsItsOwnUnitsAndASpellingIsTheKinds(t *testing.T) {
	t.Parallel()
	system := scales(t)
	if got := system.Normalize(quarry.Single(300, "K")); *got.Min != 300 || got.Unit != "K" {
		t.Errorf("300 K = %v %s, want 300 kelvins", *got.Min, got.Unit)
	}
	for text, unit := range map[string]string{"300 K": "K", "128K": "thousand", "64 K registers": "thousand"} {
		if got, ok := system.ReadQuantity(text); !ok || got.Unit != unit {
			t.Errorf("the unit of %q = %q, %t; want %q", text, got.Unit, ok, unit)
		}
	}
	if _, err := system.Convert(quarry.Single(1, "thousand"), "K"); err == nil {
		t.Error("a thousand became kelvins")
	}
}

func TestThereAndBackIsTheSameNumber(t *testing.T) {
	t.Parallel()
	system := scales(t)
	rapid.Check(t, func(t *rapid.T) {
		from := rapid.SampledFrom(system.Units()).Draw(t, "from")
		to := rapid.SampledFrom(system.Units()).Filter(func(u quantity.Unit) bool { return u.Base == from.Base }).Draw(t, "to")
		digits := rapid.Int64Range(-999_999_999_999, 999_999_999_999).Draw(t, "digits")
		power := rapid.IntRange(-40, 40).Draw(t, "power")
		if from.Kind == "temperature" { // its digits count from those of the offset
			power = rapid.IntRange(-9, -9).Draw(t, "power of a temperature")
		}
		value, err := strconv.ParseFloat(fmt.Sprintf("%de%d", digits, power), 64)
		if err != nil {
			t.Fatal(err)
		}
		there, err := system.Convert(quarry.Single(value, from.Symbol), to.Symbol)
		if err != nil {
			t.Fatal(err)
		}
		back, err := system.Convert(there, from.Symbol)
		if err != nil || *back.Min != value || *back.Max != value {
			t.Fatalf("%v %s went to %v %s and came back as %v", value, from.Symbol, *there.Min, to.Symbol, *back.Min)
		}
	})
}

func TestWhatCannotBeConvertedIsNoNumberOfAnotherKind(t *testing.T) {
	t.Parallel()
	system := scales(t)
	for from, to := range map[string]string{"kg": "B", "K": "1", "ells": "kg", "lb": "ells"} {
		if got, err := system.Convert(quarry.Single(1, from), to); !quarry.IsKind(err, quarry.KindInvalid) {
			t.Errorf("1 %s became %s %s, %v", from, show(got.Min), to, err)
		}
	}
	if got := system.Normalize(quarry.Single(1, "ells")); !got.Empty() || got.Unit != "" {
		t.Errorf("an unknown unit was normalised to %s %q", show(got.Min), got.Unit)
	}
	for _, value := range []float64{math.Inf(1), math.MaxFloat64, -math.MaxFloat64} {
		if got, err := system.Convert(quarry.Single(value, "lb"), "Da"); !quarry.IsKind(err, quarry.KindInvalid) {
			t.Errorf("%v lb became %s Da, %v", value, show(got.Min), err)
		}
	}
}

func TestWhatAUnitMakesTooLargeHasNoBaseValue(t *testing.T) {
	t.Parallel()
	system := scales(t)
	large := quarry.Bounds{Min: new(1.0), Max: new(1e305), Unit: "TiB"}
	for _, bounds := range []quarry.Bounds{quarry.Single(1e305, "TiB"), quarry.Single(-1e305, "TiB"), large} {
		if got := system.Normalize(bounds); !got.Empty() || got.Unit != "" {
			t.Errorf("%s TiB = %s to %s %s", show(bounds.Max), show(got.Min), show(got.Max), got.Unit)
		}
	}
	of := func(value, step float64, unit string) quarry.Spec {
		bounds := quarry.Single(value, unit)
		return quarry.Spec{Value: quarry.Quantity{Bounds: bounds, Step: step}, Normalized: quarry.Single(value, "B")}
	}
	for _, spec := range []quarry.Spec{of(1e305, 1, "TiB"), of(1, 1e305, "TiB")} {
		if got, err := system.ValueIn(spec, "B"); !quarry.IsKind(err, quarry.KindInvalid) {
			t.Errorf("%s TiB = %s B, %v", show(spec.Value.Min), show(got.Min), err)
		}
	}
}

func BenchmarkNormalize(b *testing.B) {
	system := scales(b)
	for _, unit := range []string{"kg", "GB", "TiB", "km/h", "°F"} {
		b.Run(unit, func(b *testing.B) {
			bounds := quarry.Single(1.979, unit)
			b.ReportAllocs()
			for b.Loop() {
				system.Normalize(bounds)
			}
		})
	}
}

func BenchmarkReadQuantity(b *testing.B) {
	system := measures(b)
	for _, text := range []string{
		"80 GB", "1,979 TFLOPS (sparse)", "up to 192 GB", "40W-130W", "2 × 48 GB", "New York", "$249",
		"A sentence that begins with no number at all",
	} {
		b.Run(text, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				system.ReadQuantity(text)
			}
		})
	}
}

// A byte is eight bits where data flows; a width in bits is no amount of bytes.
func TestRatesOfDataConvertBetweenBitsAndBytes(t *testing.T) {
	t.Parallel()
	system := scales(t)
	for _, c := range []struct {
		value    float64
		from, to string
		want     float64
	}{{900, "GB/s", "Tb/s", 7.2}, {7.2, "Tb/s", "GB/s", 900}, {1, "bit/s", "B/s", 0.125}, {1, "B/s", "bit/s", 8}} {
		got, err := system.Convert(quarry.Single(c.value, c.from), c.to)
		if err != nil || *got.Min != c.want || got.Unit != c.to {
			t.Errorf("%g %s = %v %s (%v), want %g %s", c.value, c.from, got.Min, got.Unit, err, c.want, c.to)
		}
	}
	for _, pair := range [][2]string{{"bit", "B"}, {"B", "bit"}, {"bit/s", "bit"}, {"B", "B/s"}} {
		if got, err := system.Convert(quarry.Single(8, pair[0]), pair[1]); err == nil {
			t.Errorf("8 %s = %v %s, want no conversion", pair[0], got.Min, pair[1])
		}
	}
}
