package lexicon_test

import (
	"fmt"
	"testing"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/internal/quantity"
)

// bound prints one side of an interval.
func bound(b *float64) string {
	if b == nil {
		return "open"
	}
	return fmt.Sprint(*b)
}

func TestQuantitiesOfAllFieldsAreRead(t *testing.T) {
	t.Parallel()
	lexicon := load(t)
	for text, want := range map[string]string{
		"40W-130W":                       "40W-130W: range 40 to 130 W by 1",
		"1-2 μs":                         "1-2 μs: range 1 to 2 µs by 1",
		"from 40 to 130 W":               "from 40 to 130 W: range 40 to 130 W by 1",
		"between 40 and 130 W":           "between 40 and 130 W: range 40 to 130 W by 1",
		"900 MB - 1 GB":                  "900 MB - 1 GB: range 0.9 to 1 GB by 1",
		"-40 to +85 °C":                  "-40 to +85 °C: range -40 to 85 °C by 1",
		"−40 °C":                         "−40 °C: exact -40 to -40 °C by 1",
		"5 V ± 2 %":                      "5 V ± 2 %: range 4.9 to 5.1 V by 1",
		"100 ± 5 W":                      "100 ± 5 W: range 95 to 105 W by 1",
		"±6.55×10⁴":                      "±6.55×10⁴: range -65500 to 65500  by 100",
		"2 × 1638.4":                     "2 × 1638.4: exact 3276.8 to 3276.8  by 0.2",
		"8 × 80 GB = 640 GB":             "8 × 80 GB = 640 GB: exact 640 to 640 GB by 1",
		"128 ×2":                         "128 ×2: exact 256 to 256  by 128",
		"600 1/min":                      "600 1/min: exact 600 to 600 rpm by 1",
		"256x200GbE":                     "256x200GbE: exact 51200 to 51200 Gb/s by 256",
		"12\u2009345 W":                  "12\u2009345 W: exact 12345 to 12345 W by 1",
		"1,00,000 INR":                   "1,00,000 INR: exact 100000 to 100000 INR by 1",
		"CHF 1'000":                      "CHF 1'000: exact 1000 to 1000 CHF by 1",
		"€ 1.299,00":                     "€ 1.299,00: exact 1299 to 1299 EUR by 0.01",
		"US$249":                         "US$249: exact 249 to 249 USD by 1",
		"$30k–$40k":                      "$30k–$40k: range 30000 to 40000 USD by 1000",
		"$2.50/h":                        "$2.50/h: exact 2.5 to 2.5 USD/h by 0.01",
		"$0.5 per 1M tokens":             "$0.5 per 1M tokens: exact 0.5 to 0.5 USD/M tokens by 0.1",
		"€3 Mio.":                        "€3 Mio.: exact 3e+06 to 3e+06 EUR by 1e+06",
		"5 million USD":                  "5 million USD: exact 5e+06 to 5e+06 USD by 1e+06",
		"20 billion parameters":          "20 billion parameters: exact 20 to 20 billion parameters by 1",
		"1/2 cup of sugar":               "1/2 cup: exact 0.5 to 0.5 cup by 0",
		"1 ½ cups":                       "1 ½ cups: exact 1.5 to 1.5 cup by 0",
		"1 1/2 Cups":                     "1 1/2 Cups: exact 1.5 to 1.5 cup by 0",
		"2 h 30 min":                     "2 h 30 min: exact 2.5 to 2.5 h by 0.016666666666666666",
		"2.5 in (63.5 mm)":               "2.5 in: exact 2.5 to 2.5 inch by 0.1",
		"$989\\,\\text{TFLOPS}$ (dense)": "$989\\,\\text{TFLOPS}$: exact 989 to 989 TFLOPS by 1",
		"989 TFLOPS† (dense)":            "989 TFLOPS†: exact 989 to 989 TFLOPS by 1",
		"1,979² TFLOPS":                  "1,979² TFLOPS: exact 1979 to 1979 TFLOPS by 1",
		"141 GB[1]":                      "141 GB[1]: exact 141 to 141 GB by 1",
		"max. 450 W":                     "max. 450 W: up_to 450 to 450 W by 1",
		"450 W (max.)":                   "450 W (max.): up_to 450 to 450 W by 1",
		"no more than 5 W":               "no more than 5 W: up_to 5 to 5 W by 1",
		"up to ~67 TFLOPS":               "up to ~67 TFLOPS: up_to 67 to 67 TFLOPS by 1",
		"as much as 8TB/s":               "as much as 8TB/s: up_to 8 to 8 TB/s by 1",
		"min. 16 GB":                     "min. 16 GB: at_least 16 to open GB by 1",
		"16 GB or more":                  "16 GB or more: at_least 16 to open GB by 1",
		"45 Min.":                        "45 Min: exact 45 to 45 min by 1",
		"80+ GB":                         "80+ GB: at_least 80 to open GB by 1",
		"under 5 ms":                     "under 5 ms: less_than open to 5 ms by 1",
		"nearly 4 TB/s":                  "nearly 4 TB/s: approx 4 to 4 TB/s by 1",
		"ca. 5 W":                        "ca. 5 W: approx 5 to 5 W by 1",
		"8 Gbps/pin":                     "8 Gbps: exact 8 to 8 Gb/s by 1",
		"100 GB/s per link":              "100 GB/s: exact 100 to 100 GB/s by 1",
		"12 GB/day":                      "12 GB/day: exact 12 to 12 GB/day by 1",
		"5 W per kg":                     "5 W per kg: exact 5 to 5 W/kg by 1",
		"45 blorps":                      "45: exact 45 to 45  by 1",
		"230-V outlet":                   "230-V: exact 230 to 230 V by 1",
		"128K":                           "128K: exact 128 to 128 thousand by 1",
		"1,811 K":                        "1,811 K: exact 1811 to 1811 K by 1",
		"5.6 l/100 km":                   "5.6 l/100 km: exact 5.6 to 5.6 L/100 km by 0.1",
		"295 lb-ft @ 4,000 rpm":          "295 lb-ft: exact 295 to 295 lb-ft by 1",
		"700 WATTS":                      "700 WATTS: exact 700 to 700 W by 1",
		"700 W - 4 fans":                 "700 W: exact 700 to 700 W by 1",
		"80 GB – 3.35 TB/s":              "80 GB: exact 80 to 80 GB by 1",
	} {
		got, ok := lexicon.ReadQuantity(text)
		line := fmt.Sprintf("%s: %s %s to %s %s by %v", got.Text, got.Qualifier, bound(got.Min), bound(got.Max), got.Unit, got.Step)
		if !ok || line != want {
			t.Errorf("ReadQuantity(%q) = %s, %t; want %s", text, line, ok, want)
		}
	}
}

func TestWhatOnlyLooksLikeAQuantityIsNone(t *testing.T) {
	t.Parallel()
	lexicon := load(t)
	for _, text := range []string{
		"N/A", "?", "nan", "New", "-", "V", "Unknown", "Un\u00adknown", "TBD", "—", "64 or 80 GB", "64, 80 or 96 GB", "56 / 60",
		"2 4", "4 1", "0.9216 1.7408", "30 × 40", "1/2 TB", "16/32 GB", "64 and 80 GB", "3 GB + 2 GB", "7 nm / 5 nm", "2024-03-01", "2024-2025", "1999–2003",
		"03-2024", "15 March 2024", "12:30", "192.168.0.1", "1.5.2", "16:9", "1 : 10", "2:4", "4-way", "4th", "24/7",
		"10-20-30", "130-40 W", "120 × 80 mm", "1920 × 1080", "16×16 tile", "3 × 3 kernel", "2 × 3 = 9", "5²", "5 kg·m⁴", "0x1F",
		"1-A", "$2 per GPU", "1e400", "12V×2",
	} {
		if got, ok := lexicon.ReadQuantity(text); ok {
			t.Errorf("ReadQuantity(%q) = %q, %s to %s %s; want none", text, got.Text, bound(got.Min), bound(got.Max), got.Unit)
		}
	}
}

func TestTheKindThatIsLookedForDecidesASpelling(t *testing.T) {
	t.Parallel()
	lexicon := load(t)
	for _, c := range []struct {
		text string
		kind quarry.QuantityKind
		want string
	}{
		{"melts at 300K", "temperature", "300K K"},
		{"context of 300 K", "count", "300 K thousand"},
		{"a 0.1 M solution", "concentration", "0.1 M mol/L"},
		{"fill rate 584 GT/s", "texel_rate", "584 GT/s GTexel/s"},
		{"TSMC 4nm", "length", "4nm nm"},
		{"a model of 70B", "count", "70B billion"},
		{"192GB HBM3 (5.3TB/s bandwidth)", "data_rate", "5.3TB/s TB/s"},
		{"RTX 4090 GPU", "count", ""},
	} {
		got, _, ok := lexicon.FindQuantity(quantity.DecimalPoint, c.text, c.kind)
		if line := got.Text + " " + got.Unit; ok != (c.want != "") || ok && line != c.want {
			t.Errorf("FindQuantity(%q, %q) = %q, %t; want %q", c.text, c.kind, line, ok, c.want)
		}
	}
}
