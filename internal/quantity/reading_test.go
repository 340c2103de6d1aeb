package quantity_test

import (
	"strings"
	"testing"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/internal/quantity"
)

// everyday returns a system of units that people use in answers.
func everyday(t *testing.T) *quantity.System {
	t.Helper()
	system, err := quantity.New([]quantity.Unit{
		{Symbol: "kg", Kind: "mass", Base: "kg", Factor: 1, Aliases: []string{"kilogram"}},
		{Symbol: "g", Kind: "mass", Base: "kg", Factor: 1e-3},
		{Symbol: "V", Kind: "voltage", Base: "V", Factor: 1, Aliases: []string{"volts"}},
		{Symbol: "°C", Kind: "temperature", Base: "K", Factor: 1, Offset: 273.15},
		{Symbol: "TB/s", Kind: "data_rate", Base: "B/s", Factor: 1e12, Aliases: []string{"terabytes per second"}},
		{Symbol: "GB", Kind: "data", Base: "B", Factor: 1e9, Aliases: []string{"gigabytes", "gb"}},
		{Symbol: "TB", Kind: "data", Base: "B", Factor: 1e12, Aliases: []string{"terabyte", "terabytes"}},
		{Symbol: "s", Kind: "time", Base: "s", Factor: 1, Aliases: []string{"second"}},
		{Symbol: "thread", Kind: "count", Base: "1", Factor: 1, Aliases: []string{"threads"}},
		{Symbol: "million", Kind: "count", Base: "1", Factor: 1e6, Aliases: []string{"M"}},
		{Symbol: "compute unit", Kind: "count", Base: "1", Factor: 1, Aliases: []string{"compute units"}},
		{Symbol: "%", Kind: "ratio", Base: "1", Factor: 0.01},
		{Symbol: "EUR", Kind: "currency", Base: "EUR", Factor: 1, Aliases: []string{"€"}},
	}, wording())
	if err != nil {
		t.Fatal(err)
	}
	return system
}

// wanted is what is read of a text: the value, its unit and how it is written.
type wanted struct {
	value      float64
	unit, text string
}

func compare(t *testing.T, text string, q quarry.Quantity, ok bool, want wanted) {
	t.Helper()
	switch {
	case ok != (want.text != ""):
		t.Errorf("%q: read %t as %q", text, ok, q.Text)
	case ok && (q.Text != want.text || q.Unit != want.unit || q.Middle() != want.value):
		t.Errorf("%q: read %v %q as %q, want %v", text, q.Middle(), q.Unit, q.Text, want)
	}
}

func TestANumberInAnAnswerIsReadAsPeopleWriteIt(t *testing.T) {
	t.Parallel()
	system, words := everyday(t), numerals(t, "en", "de")
	for text, want := range map[string]wanted{
		"80 GB of memory":               {80, "GB", "80 GB"},
		"32 or 64":                      {32, "", "32"},
		"32 GB and 64 GB":               {32, "GB", "32 GB"},
		"1,2 TB/s":                      {1.2, "TB/s", "1,2 TB/s"},
		"1,234 things":                  {1234, "", "1,234"},
		"1,23":                          {},
		"20 g per kg":                   {2, "%", "20 g per kg"},
		"20 g pro kg":                   {2, "%", "20 g pro kg"},
		"10 g for every 2 kg":           {0.5, "%", "10 g for every 2 kg"},
		"1 g per kilogram, so":          {0.1, "%", "1 g per kilogram"},
		"20 g per 0 kg":                 {20, "g", "20 g"},
		"20 g per second":               {20, "g per second", "20 g per second"},
		"2 terabytes per second":        {2, "TB/s", "2 terabytes per second"},
		"20 °C per °C":                  {20, "°C per °C", "20 °C per °C"},
		"5 threads per thread":          {5, "thread", "5 threads"},
		"12abc":                         {},
		"1.2.3":                         {},
		"GB":                            {},
		"":                              {},
		"7 " + strings.Repeat("ä", 200): {7, "", "7"},
	} {
		q, ok := system.ReadLoose(words, text)
		compare(t, text, q, ok, want)
	}
}

func TestANumberInWordsHasItsUnit(t *testing.T) {
	t.Parallel()
	system, words := everyday(t), numerals(t, "en", "de")
	for text, want := range map[string]wanted{
		"eighty gigabytes of it":  {80, "GB", "eighty gigabytes"},
		"thirty-two threads":      {32, "thread", "thirty-two threads"},
		"two hundred":             {200, "", "two hundred"},
		"zweiunddreißig GB":       {32, "GB", "zweiunddreißig GB"},
		"one TB":                  {1, "TB", "one TB"},
		"one thread at a time":    {},
		"the one that":            {},
		"one that":                {},
		"half a terabyte":         {0.5, "", "half"},
		"two thirds":              {2.0 / 3, "", "two thirds"},
		"minus 5 V":               {-5, "V", "minus 5 V"},
		"Minus  five volts there": {-5, "V", "Minus  five volts"},
		"negative twenty":         {-20, "", "negative twenty"},
		"minus that":              {},
		"80 GB":                   {},
		"":                        {},
	} {
		q, ok := system.ReadWorded(words, text)
		compare(t, text, q, ok, want)
	}
}

func TestAPartInWordsIsNoExactNumber(t *testing.T) {
	t.Parallel()
	system, words := everyday(t), numerals(t, "en")
	if q, _ := system.ReadWorded(words, "a third"); q.Step != 0.01 || q.Qualifier != quarry.Exact {
		t.Errorf("a third has the step %v and is %s", q.Step, q.Qualifier)
	}
	if q, _ := system.ReadWorded(words, "twelve"); q.Step != 1 {
		t.Errorf("twelve has the step %v", q.Step)
	}
}

func TestSpacesMayPartThousands(t *testing.T) {
	t.Parallel()
	system := everyday(t)
	for text, want := range map[string]wanted{
		"12 500 €":     {12500, "EUR", "12 500 €"},
		"16 896":       {16896, "", "16 896"},
		"1 234 567 GB": {1234567, "GB", "1 234 567 GB"},
		"12 500 GB 3":  {12500, "GB", "12 500 GB"},
		"12 50":        {},
		"1234 567":     {},
		"X1 234":       {},
		"2.5 123":      {},
		"80 GB":        {},
		"12500":        {},
	} {
		q, ok := system.ReadGrouped(quantity.DecimalPoint, text)
		compare(t, text, q, ok, want)
	}
}

func TestAllQuantitiesOfATextAreFound(t *testing.T) {
	t.Parallel()
	system := everyday(t)
	const text = "From 8 threads to 80 GB at 5 V, not 7 of them, up to 2 TB/s"
	for kind, want := range map[quarry.QuantityKind]string{"": "From 8 threads|80 GB|5 V|up to 2 TB/s|", "data": "80 GB|", "mass": ""} {
		var found strings.Builder
		for start, q := range system.FindAll(quantity.DecimalPoint, text, kind) {
			found.WriteString(text[start:start+len(q.Text)] + "|")
		}
		if got := found.String(); got != want {
			t.Errorf("of kind %q: %q, want %q", kind, got, want)
		}
	}
}

func TestAFactorOfATitleIsReadInWordsAndInPowers(t *testing.T) {
	t.Parallel()
	system := everyday(t)
	for word, want := range map[string]float64{
		"million": 1e6, "M": 0, "×1000": 1e3, "×1,000": 1e3, "·100": 100, "1000": 0, "×10": 0, "10^6": 1e6, "×10^24": 1e24, "10⁻³": 1e-3,
		"10**6": 1e6, "10^{6}": 1e6, "10<sup>6</sup>": 1e6, "1e6": 1e6, "1E-6": 1e-6, "2^20": 1 << 20, "2²⁰": 1 << 20, "2^3": 0, "2^99": 0,
		"10^100": 0, "10^0": 0, "10^x": 0, "GB": 0, "": 0,
	} {
		if got := system.Times(word); got != want {
			t.Errorf("Times(%q) = %v, want %v", word, got, want)
		}
	}
}

func TestAUnitIsFoundInAnyCase(t *testing.T) {
	t.Parallel()
	system := everyday(t)
	for spelling, want := range map[string]string{"gb": "GB", "KILOGRAM": "kg", "mb": ""} {
		units := system.FindFold(spelling)
		if len(units) > 1 || want == "" && len(units) > 0 || want != "" && (len(units) == 0 || units[0].Symbol != want) {
			t.Errorf("FindFold(%q) = %v, want %q", spelling, units, want)
		}
	}
}
