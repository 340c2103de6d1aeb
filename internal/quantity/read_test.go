package quantity_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/internal/quantity"
)

// measures returns a system of a few units, two of which share a spelling.
func measures(tb testing.TB) *quantity.System {
	tb.Helper()
	system, err := quantity.New([]quantity.Unit{
		{Symbol: "GB", Kind: "data", Base: "B", Factor: 1e9},
		{Symbol: "GB/s", Kind: "data_rate", Base: "B/s", Factor: 1e9, Aliases: []string{"GBps"}},
		{Symbol: "Gb/s", Kind: "bit_rate", Base: "bit/s", Factor: 1e9, Aliases: []string{"Gbps"}},
		{Symbol: "TFLOPS", Kind: "flops", Base: "FLOP/s", Factor: 1e12},
		{Symbol: "W", Kind: "power", Base: "W", Factor: 1, Aliases: []string{"watts"}},
		{Symbol: "µs", Kind: "time", Base: "s", Factor: 1e-6, Aliases: []string{"μs"}},
		{Symbol: "g", Kind: "mass", Base: "kg", Factor: 1e-3},
		{Symbol: "m2", Kind: "area", Base: "m2", Factor: 1, Aliases: []string{"m²"}},
		{Symbol: "USD", Kind: "currency", Base: "USD", Factor: 1, Aliases: []string{"$"}},
		{Symbol: "EUR", Kind: "currency_eur", Base: "EUR", Factor: 1, Aliases: []string{"€"}},
		{Symbol: "CHF", Kind: "currency_chf", Base: "CHF", Factor: 1},
		{Symbol: "million", Kind: "count", Base: "1", Factor: 1e6, Aliases: []string{"M"}},
		{Symbol: "billion transistors", Kind: "count", Base: "1", Factor: 1e9},
		{Symbol: "%", Kind: "ratio", Base: "1", Factor: 0.01},
		{Symbol: "x", Kind: "ratio", Base: "1", Factor: 1, Aliases: []string{"×", "times"}},
	}, wording())
	if err != nil {
		tb.Fatal(err)
	}
	return system
}

// wording returns a few of the words that stand around numbers.
func wording() quantity.Wording {
	return quantity.Wording{
		Before: map[quarry.Qualifier][]string{
			quarry.UpTo: {"up to", "bis zu", "at most"}, quarry.AtLeast: {"at least", "over", "from"}, quarry.LessThan: {"less than"},
			quarry.Approx: {"about", "etwa"}, quarry.Exact: {"typically"},
		},
		Behind:  map[quarry.Qualifier][]string{quarry.UpTo: {"max"}, quarry.AtLeast: {"or more", "min"}},
		Between: []string{"between"}, Until: []string{"to"}, Pairing: []string{"and", "or", "und"}, Per: []string{"per", "pro"},
		Dates: []string{"march"}, Points: []string{"the", "is", "and", "for"}, Commas: []string{"der", "das", "und", "ist", "mit", "für", "nicht"},
	}
}

func TestAQuantityIsReadAsItIsWritten(t *testing.T) {
	t.Parallel()
	system, open := measures(t), math.NaN()
	for text, want := range map[string]struct {
		text      string
		qualifier quarry.Qualifier
		low, high float64
		unit      string
	}{
		"80 GB":                          {"80 GB", quarry.Exact, 80, 80, "GB"},
		"80GB of HBM":                    {"80GB", quarry.Exact, 80, 80, "GB"},
		"1,979 TFLOPS (sparse)":          {"1,979 TFLOPS", quarry.Exact, 1979, 1979, "TFLOPS"},
		"12\u202f345 W":                  {"12\u202f345 W", quarry.Exact, 12345, 12345, "W"},
		"2 m² of dough":                  {"2 m²", quarry.Exact, 2, 2, "m2"},
		"3.35 GB/s.":                     {"3.35 GB/s", quarry.Exact, 3.35, 3.35, "GB/s"},
		"50 Gbps":                        {"50 Gbps", quarry.Exact, 50, 50, "Gb/s"},
		"208 billion transistors":        {"208 billion transistors", quarry.Exact, 208, 208, "billion transistors"},
		"~67 TFLOPS":                     {"~67 TFLOPS", quarry.Approx, 67, 67, "TFLOPS"},
		"≈ 12 W":                         {"≈ 12 W", quarry.Approx, 12, 12, "W"},
		"about 250 g":                    {"about 250 g", quarry.Approx, 250, 250, "g"},
		"Up to 192 GB":                   {"Up to 192 GB", quarry.UpTo, 192, 192, "GB"},
		"≤ 5 W":                          {"≤ 5 W", quarry.UpTo, 5, 5, "W"},
		"2,500+":                         {"2,500+", quarry.AtLeast, 2500, open, ""},
		"> 4 W":                          {"> 4 W", quarry.AtLeast, 4, open, "W"},
		"<1 μs":                          {"<1 μs", quarry.LessThan, open, 1, "µs"},
		"40W-130W":                       {"40W-130W", quarry.Range, 40, 130, "W"},
		"1–2 μs":                         {"1–2 μs", quarry.Range, 1, 2, "µs"},
		"40 to 130 W":                    {"40 to 130 W", quarry.Range, 40, 130, "W"},
		"~4,000*":                        {"~4,000*", quarry.Approx, 4000, 4000, ""},
		"$30,000 (list)":                 {"$30,000", quarry.Exact, 30000, 30000, "USD"},
		"12 %":                           {"12 %", quarry.Exact, 12, 12, "%"},
		"2.25x as fast":                  {"2.25x", quarry.Exact, 2.25, 2.25, "x"},
		"3.40 × 10^38":                   {"3.40 × 10^38", quarry.Exact, 3.4e38, 3.4e38, ""},
		"3.40 × 10³⁸":                    {"3.40 × 10³⁸", quarry.Exact, 3.4e38, 3.4e38, ""},
		"6.1×10⁻⁵ W":                     {"6.1×10⁻⁵ W", quarry.Exact, 6.1e-5, 6.1e-5, "W"},
		"6.1 x 10^-5 W":                  {"6.1 x 10^-5 W", quarry.Exact, 6.1e-5, 6.1e-5, "W"},
		"6·10^{23}":                      {"6·10^{23}", quarry.Exact, 6e23, 6e23, ""},
		"10^12 TFLOPS":                   {"10^12 TFLOPS", quarry.Exact, 1e12, 1e12, "TFLOPS"},
		"10⁹":                            {"10⁹", quarry.Exact, 1e9, 1e9, ""},
		"1.5e9 W":                        {"1.5e9 W", quarry.Exact, 1.5e9, 1.5e9, "W"},
		"1 × 10^3 to 2 × 10^3 W":         {"1 × 10^3 to 2 × 10^3 W", quarry.Range, 1000, 2000, "W"},
		"  80 GB  ":                      {"80 GB", quarry.Exact, 80, 80, "GB"},
		"80 GB 5120 bits wide":           {"80 GB", quarry.Exact, 80, 80, "GB"},
		"80 GB, 5120 bits wide":          {"80 GB", quarry.Exact, 80, 80, "GB"},
		"1'000 W":                        {"1'000 W", quarry.Exact, 1000, 1000, "W"},
		"2 × 48 GB":                      {"2 × 48 GB", quarry.Exact, 96, 96, "GB"},
		"2 x 48GB of memory":             {"2 x 48GB", quarry.Exact, 96, 96, "GB"},
		"2x48 GB":                        {"2x48 GB", quarry.Exact, 96, 96, "GB"},
		"8*80 GB":                        {"8*80 GB", quarry.Exact, 640, 640, "GB"},
		"2 × 132 = 264":                  {"2 × 132 = 264", quarry.Exact, 264, 264, ""},
		"2 × 1638.4":                     {"2 × 1638.4", quarry.Exact, 3276.8, 3276.8, ""},
		`$3.4 \times 10^{38}$`:           {`$3.4 \times 10^{38}$`, quarry.Exact, 3.4e38, 3.4e38, ""},
		"$5$":                            {"$5$", quarry.Exact, 5, 5, ""},
		"$3 million":                     {"$3 million", quarry.Exact, 3e6, 3e6, "USD"},
		"$3M":                            {"$3M", quarry.Exact, 3e6, 3e6, "USD"},
		"100 ± 5 W":                      {"100 ± 5 W", quarry.Range, 95, 105, "W"},
		"200 W ± 10 %":                   {"200 W ± 10 %", quarry.Range, 180, 220, "W"},
		"-40 W +/- 2 W":                  {"-40 W +/- 2 W", quarry.Range, -42, -38, "W"},
		"80 GB ± 2 W":                    {"80 GB ± 2 W", quarry.Exact, 80, 80, "GB"},
		"±3.4 × 10³⁸":                    {"±3.4 × 10³⁸", quarry.Range, -3.4e38, 3.4e38, ""},
		"0.5 W" + strings.Repeat(" ", 9): {"0.5 W", quarry.Exact, 0.5, 0.5, "W"},
	} {
		t.Run(text, func(t *testing.T) {
			t.Parallel()
			got, ok := system.ReadQuantity(text)
			if !ok {
				t.Fatalf("ReadQuantity(%q) found no quantity", text)
			}
			if got.Text != want.text || got.Qualifier != want.qualifier || got.Unit != want.unit {
				t.Errorf("got %q, %s, unit %q; want %q, %s, unit %q",
					got.Text, got.Qualifier, got.Unit, want.text, want.qualifier, want.unit)
			}
			if show(got.Min) != fmt.Sprint(want.low) || show(got.Max) != fmt.Sprint(want.high) {
				t.Errorf("bounds = %s to %s, want %v to %v", show(got.Min), show(got.Max), want.low, want.high)
			}
		})
	}
}

// show prints a bound, an open one like the NaN that stands for it above.
func show(bound *float64) string {
	if bound == nil {
		return "NaN"
	}
	return fmt.Sprint(*bound)
}

func TestANumberThatIsPartOfSomethingElseIsNoQuantity(t *testing.T) {
	t.Parallel()
	system := measures(t)
	for name, text := range map[string]string{
		"nothing":                   "",
		"a word":                    "New",
		"not available":             "N/A",
		"a question mark":           "?",
		"not a number":              "nan",
		"infinity":                  "Infinity",
		"hexadecimal":               "0x1F",
		"a dash":                    "-",
		"an ordinal":                "4th generation",
		"a name":                    "3D stacking",
		"a version":                 "1.5.2",
		"a ratio of two":            "16:9",
		"a sparsity pattern":        "2:4",
		"a date":                    "2024/03/01",
		"a decimal comma":           "12,34 W",
		"a power of two":            "2^16",
		"a square":                  "5² cells",
		"a power that is not one":   "10^x",
		"a power beyond all":        "1 × 10^999",
		"a space between thousands": "1 979 TFLOPS",
		"two alternatives":          "64 or 80 GB",
		"alternatives with units":   "64 GB or 80 GB",
		"alternatives with a slash": "64/80 GB",
		"a slash apart":             "64 GB / 80 GB",
		"money by the hour":         "$2 per hour",
		"money by the hour, short":  "$2/h",
		"no digit behind the words": "up to many",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if got, ok := system.ReadQuantity(text); ok {
				t.Errorf("ReadQuantity(%q) = %q, %s to %s %s; want none",
					text, got.Text, show(got.Min), show(got.Max), got.Unit)
			}
		})
	}
}

func TestAQuantityOfAnyNumberAndUnitReadsBack(t *testing.T) {
	t.Parallel()
	system := measures(t)
	units := []string{"", "GB", "GB/s", "Gb/s", "TFLOPS", "W", "%", "million"}
	rapid.Check(t, func(t *rapid.T) {
		number := rapid.Float64Range(0, 1e15).Draw(t, "number")
		unit := rapid.SampledFrom(units).Draw(t, "unit")
		text := strings.TrimSpace(fmt.Sprintf("%g %s", number, unit))
		got, ok := system.ReadQuantity(text)
		if !ok || got.Text != text || got.Unit != unit || *got.Min != number || *got.Max != number {
			t.Fatalf("ReadQuantity(%q) = %+v, %t; want %v %q", text, got, ok, number, unit)
		}
	})
}

func FuzzReadQuantity(f *testing.F) {
	system := measures(f)
	for _, seed := range []string{
		"80 GB", "~67 TFLOPS", "40W-130W", "3.40 × 10³⁸", "6·10^{-23", "$3 million", "10^", "1e", "≥", "1,2,3", "2 × ", "2 × 132 = 264", "1 1/2 W", "5 V ± 2 %", "between 4 and 5 W", `$5\,\text{GB}$`, "US$2.5/h",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if got, ok := system.ReadQuantity(text); ok {
			checkQuantity(t, text, got)
		}
	})
}

func checkQuantity(t *testing.T, text string, got quarry.Quantity) {
	t.Helper()
	if got.Text == "" || !strings.HasPrefix(strings.TrimSpace(text), got.Text) {
		t.Errorf("the quantity %q of %q is not what the text begins with", got.Text, text)
	}
	if got.Empty() {
		t.Errorf("a quantity without a number in %q", text)
	}
	for _, bound := range []*float64{got.Min, got.Max} {
		if bound != nil && (math.IsNaN(*bound) || math.IsInf(*bound, 0)) {
			t.Errorf("a bound of %v in %q", *bound, text)
		}
	}
}

func TestANumberBeyondAllNumbersIsNoQuantity(t *testing.T) {
	t.Parallel()
	system := measures(t)
	for _, text := range []string{
		"1e999 GB", "1e200 × 1e200 GB", "2 × 1e308 GB", "1e305 million g", "$1e305 million", "1e200 × 1e200 = 5 GB",
		"-1e308 × 10 GB - 5 GB", "±1e200 × 1e200 W", "1e200 × 1e200 × 0 W",
	} {
		if got, ok := system.ReadQuantity(text); ok && !got.Finite() || ok && *got.Max == 5 {
			t.Errorf("%q was read as %s to %s", text, show(got.Min), show(got.Max))
		}
	}
}

func TestARatioToOneIsANumber(t *testing.T) {
	t.Parallel()
	system := measures(t)
	for text, want := range map[string]float64{"9.0:1": 9, "10.5 : 1": 10.5, "3.42:1 (manual)": 3.42, "8:1, as stated": 8} {
		got, ok := system.ReadQuantity(text)
		if !ok || *got.Min != want || got.Unit != "" {
			t.Errorf("ReadQuantity(%q) = %s %q, %t; want %v", text, show(got.Min), got.Unit, ok, want)
		}
	}
	for _, text := range []string{"16:9", "9:10", "9:1:1", "9:1.5", "8: 1 GPU", "8 : 1 GPU", "12:1a", "2:4"} {
		if got, ok := system.ReadQuantity(text); ok && got.Text != "8" {
			t.Errorf("ReadQuantity(%q) = %q, want none", text, got.Text)
		}
	}
}
