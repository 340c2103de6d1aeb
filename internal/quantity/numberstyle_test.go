package quantity_test

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/internal/quantity"
)

func TestADocumentShowsHowItWritesItsNumbers(t *testing.T) {
	t.Parallel()
	system := measures(t)
	for name, c := range map[string]struct {
		text string
		want quantity.NumberStyle
	}{
		"nothing":                    {"", quantity.DecimalPoint},
		"no separator":               {"80 GB and 700 W", quantity.DecimalPoint},
		"English":                    {"It moves 3.35 TB/s, has 1,979 TFLOPS and costs $1,299.50.", quantity.DecimalPoint},
		"thousands alone":            {"| FP8 | 1,979 |\n| FP16 | 3,958 |", quantity.DecimalPoint},
		"decimals of three digits":   {"| 3.352 | 1.979 |", quantity.DecimalPoint},
		"German":                     {"Der Speicher schafft 3,35 TB/s und kostet 1.299,00 €.", quantity.DecimalComma},
		"German with versions":       {"PCIe 5.0 und CUDA 12.4 liefern 63,5 GB/s bei 12,5 W.", quantity.DecimalComma},
		"French":                     {"| Masse | 1 234,5 kg |\n| Puissance | 110,3 kW |", quantity.DecimalComma},
		"Spanish without units":      {"| Cilindrada | 1,6 |\n| Consumo | 5,4 |\n| Peso | 1.204 |", quantity.DecimalComma},
		"a share":                    {"Das sind 12,5 %.", quantity.DecimalComma},
		"less than one":              {"0,125 kg Mehl", quantity.DecimalComma},
		"millions with points":       {"Auflage 1.234.567", quantity.DecimalComma},
		"an index list":              {"Threads 0,1 and 2,3 of (4,5) share [6,7].", quantity.DecimalPoint},
		"a list of more":             {"Steps 1,2,3,4 and 10,20,30.", quantity.DecimalPoint},
		"versions and dates":         {"Version 1.5.2 of 12.03.2024 at 10.0.0.1", quantity.DecimalPoint},
		"code":                       {"```\nf(1,5); g = 2,75\nh 3,25 W\n```\nIt takes 2.5 s.", quantity.DecimalPoint},
		"a fence that does not end":  {"```\n3,25 W", quantity.DecimalComma},
		"an English stray":           {"Chapters 3,12 and 4,15 cover 3.5 GHz and 1.25 V at 2.2 A.", quantity.DecimalPoint},
		"round sums":                 {"Das Haus kostet 250.000 €, PCIe 5.0 hat es nicht.", quantity.DecimalPoint},
		"round sums alone":           {"Das Haus kostet 250.000 €.", quantity.DecimalComma},
		"signs before round sums":    {"Das Haus kostet € 250.000.", quantity.DecimalComma},
		"signs before sums":          {"Der Herd ist mit €1.299 und der Ofen mit CHF 1.859 nicht billig.", quantity.DecimalComma},
		"signs before prices":        {"Der Strom kostet €1.299 pro Jahr und der Ofen mit €1.859/h nicht viel.", quantity.DecimalPoint},
		"sums and one decimal":       {"Für 1.299 € wiegt es 12,5 kg.", quantity.DecimalComma},
		"sums alone":                 {"1.299 EUR or 1.859 EUR", quantity.DecimalPoint},
		"sums beside a point":        {"1.859 EUR for 1.5 kg", quantity.DecimalPoint},
		"prices per something":       {"1.000 USD per hour, 2.000 EUR/h", quantity.DecimalPoint},
		"both in one number decides": {"1.299,00 and 3.5 and 4.5", quantity.DecimalComma},
	} {
		if got := system.NumberStyleOf([]byte(c.text)); got != c.want {
			t.Errorf("%s: style = %d, want %d", name, got, c.want)
		}
	}
}

// What reads in both styles shows nothing of a few numbers that stand together.
func TestFewNumbersShowTheStyleThatTheyCanOnlyBeReadIn(t *testing.T) {
	t.Parallel()
	for text, want := range map[string][2]bool{ // a decimal point, a decimal comma
		"":                    {false, false},
		"1.299 and 2,450":     {false, false},
		"12 kg":               {false, false},
		"12.5 kg":             {true, false},
		"12,5 kg":             {false, true},
		"0.125":               {true, false},
		"0,125":               {false, true},
		"1.299,50":            {false, true},
		"1,299.50 and 3,25 W": {true, true},
	} {
		points, commas := quantity.StylesShown([]byte(text))
		if got := [2]bool{points > 0, commas > 0}; got != want {
			t.Errorf("StylesShown(%q) = %d, %d; want %v", text, points, commas, want)
		}
	}
}

func TestADecimalCommaIsReadInADocumentThatUsesIt(t *testing.T) {
	t.Parallel()
	system := measures(t)
	for text, want := range map[string]float64{
		"3,35 GB/s": 3.35, "1.979 W": 1979, "1.299,00": 1299, "12 345,6 W": 12345.6, "16 896": 16896, "5.0 W": 5,
		"0.125 W": 0.125, "1,979 W": 1.979, "1,234,567": 1234567, "1.234.567": 1234567, "1,299.50": 1299.5, "0,5 W": 0.5,
		"bis zu 2,5 W": 2.5, "6,1×10⁻⁵ W": 6.1e-5, "etwa 1.000 W": 1000,
	} {
		got, ok := system.ReadQuantityIn(quantity.DecimalComma, text)
		if !ok || *got.Max != want || got.Text != text {
			t.Errorf("ReadQuantityIn(comma, %q) = %q %s, %t; want %v", text, got.Text, show(got.Max), ok, want)
		}
	}
	for _, text := range []string{"1.5.2", "12.03.2024", "1,2,3"} {
		if got, ok := system.ReadQuantityIn(quantity.DecimalComma, text); ok {
			t.Errorf("ReadQuantityIn(comma, %q) = %s, want none", text, show(got.Max))
		}
	}
}

// written is a number as a document could write it, and what it is.
type written struct {
	text        string
	value, step float64
}

// drawNumber writes a number with thousands separators or without, in a style.
func drawNumber(t *rapid.T, style quantity.NumberStyle, label string) written {
	separators, point := []string{"", ",", "'", "\u202f", "\u2009", "\u00a0"}, "."
	if style == quantity.DecimalComma {
		separators, point = []string{"", ".", "’", "\u202f", " "}, ","
	}
	whole := strconv.Itoa(rapid.IntRange(0, 1_000_000_000).Draw(t, label))
	decimals := ""
	if count := rapid.IntRange(0, 4).Draw(t, label+" decimals"); count > 0 {
		decimals = fmt.Sprintf("%0*d", count, rapid.IntRange(0, int(math.Pow10(count))-1).Draw(t, label+" part"))
	}
	value, err := strconv.ParseFloat(whole+"."+decimals, 64)
	if err != nil {
		t.Fatal(err)
	}
	w := written{grouped(whole, rapid.SampledFrom(separators).Draw(t, "separator")), value, math.Pow10(-len(decimals))}
	if decimals != "" {
		w.text += point + decimals
	}
	return w
}

func grouped(digits, separator string) string {
	const group = 3
	var text strings.Builder
	for i, digit := range digits {
		if i > 0 && (len(digits)-i)%group == 0 {
			text.WriteString(separator)
		}
		text.WriteRune(digit)
	}
	return text.String()
}

func TestAQuantityRenderedInAnyStyleReadsBack(t *testing.T) {
	t.Parallel()
	system := measures(t)
	rapid.Check(t, func(t *rapid.T) {
		style := rapid.SampledFrom([]quantity.NumberStyle{quantity.DecimalPoint, quantity.DecimalComma}).Draw(t, "style")
		number := drawNumber(t, style, "number")
		sign := rapid.SampledFrom([]string{"", "-", "−"}).Draw(t, "sign")
		before := rapid.SampledFrom([]string{"", "~", "up to ", "at least ", "< ", "± "}).Draw(t, "before")
		unit := rapid.SampledFrom([]string{"GB", "GB/s", "Gb/s", "TFLOPS", "W", "%", "million"}).Draw(t, "unit")
		text := before + sign + number.text + rapid.SampledFrom([]string{"", " ", "\u00a0"}).Draw(t, "gap") + unit
		got, ok := system.ReadQuantityIn(style, text)
		if !ok || got.Text != text || got.Unit != unit || got.Step != number.step {
			t.Fatalf("ReadQuantityIn(%d, %q) = %+v, %t; want step %v", style, text, got, ok, number.step)
		}
		if sign != "" && got.Qualifier != quarry.Range {
			number.value = -number.value
		}
		bound := got.Max
		if bound == nil {
			bound = got.Min
		}
		if *bound != number.value {
			t.Fatalf("ReadQuantityIn(%d, %q) = %v, want %v", style, text, *bound, number.value)
		}
		if !got.Rounded().Meets(got.Bounds) {
			t.Fatalf("%q stands for %+v, which does not hold it", text, got.Rounded())
		}
	})
}

func TestARangeRenderedInAnyStyleReadsBack(t *testing.T) {
	t.Parallel()
	system := measures(t)
	rapid.Check(t, func(t *rapid.T) {
		style := rapid.SampledFrom([]quantity.NumberStyle{quantity.DecimalPoint, quantity.DecimalComma}).Draw(t, "style")
		low, high := drawNumber(t, style, "low"), drawNumber(t, style, "high")
		if low.value > high.value {
			low, high = high, low
		}
		gap := rapid.SampledFrom([]string{"-", "–", " - ", " to ", "…", " – "}).Draw(t, "gap")
		first := rapid.SampledFrom([]string{"", "W", " W"}).Draw(t, "first unit")
		text := low.text + first + gap + high.text + " W"
		got, ok := system.ReadQuantityIn(style, text)
		if !ok || got.Qualifier != quarry.Range || got.Text != text || got.Unit != "W" {
			t.Fatalf("ReadQuantityIn(%d, %q) = %+v, %t", style, text, got, ok)
		}
		if *got.Min != low.value || *got.Max != high.value || got.Step != max(low.step, high.step) {
			t.Fatalf("ReadQuantityIn(%d, %q) = %v to %v by %v", style, text, *got.Min, *got.Max, got.Step)
		}
	})
}

func TestThreeDigitsOfASumAreAGroupInEitherStyle(t *testing.T) {
	t.Parallel()
	system := measures(t)
	for text, want := range map[string][2]float64{ // with a decimal point, with a decimal comma
		"~ $10,000":           {10000, 10000},
		"USD 2,299":           {2299, 2299},
		"2,299 USD":           {2299, 2299},
		"250.000 USD":         {250, 250000},
		"1.859 EUR":           {1.859, 1859},
		"2.125 USD per hour":  {2.125, 2125},
		"2,125 USD per hour":  {2125, 2.125},
		"$1,599.00":           {1599, 1599},
		"$0,125":              {0, 0.125},
		"$3.125":              {3.125, 3125},
		"$3,12":               {0, 3.12},
		"3.5 USD":             {3.5, 3.5},
		"$1.250 million":      {1.25e6, 1250e6},
		"10,000–20,000 USD":   {20000, 20000},
		"$10,000–20,000":      {20000, 20000},
		"10.000 - 20.000 USD": {20, 20000},
		"1,979 W":             {1979, 1.979},
		"1.979 W":             {1.979, 1979},
	} {
		for style, want := range map[quantity.NumberStyle]float64{quantity.DecimalPoint: want[0], quantity.DecimalComma: want[1]} {
			got, ok := system.ReadQuantityIn(style, text)
			if ok != (want != 0) || ok && *got.Max != want {
				t.Errorf("ReadQuantityIn(%d, %q) = %s, %t; want %v", style, text, show(got.Max), ok, want)
			}
		}
	}
	got, _ := system.ReadQuantityIn(quantity.DecimalComma, "10,000–20,000 USD")
	if got.Min == nil || *got.Min != 10000 || got.Step != 1 {
		t.Errorf("a range of sums = %s to the step %v, want from 10000 to the step 1", show(got.Min), got.Step)
	}
}
