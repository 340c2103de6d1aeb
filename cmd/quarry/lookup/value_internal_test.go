package lookup

import (
	"testing"

	"github.com/quarrykb/quarry/api/view"
	"github.com/quarrykb/quarry/internal/lexicon"
)

func TestAValueIsPrintedAsWrittenAndInTheUnitThatIsAskedFor(t *testing.T) {
	t.Parallel()
	known, err := lexicon.Load()
	if err != nil {
		t.Fatal(err)
	}
	value := func(text string, low, high float64, unit string) view.Value {
		return view.Value{Text: text, Min: &low, Max: &high, Unit: &unit}
	}
	stepped := func(v view.Value, step float64) view.Value {
		v.Step = &step
		return v
	}
	for name, tc := range map[string]struct {
		value view.Value
		unit  string
		want  string
	}{
		"as written":             {value("3,350 GB/s", 3350, 3350, "GB/s"), "", "3,350 GB/s"},
		"unit in the header":     {value("3,350", 3350, 3350, "GB/s"), "", "3,350 GB/s"},
		"dollars":                {value("$1,699", 1699, 1699, "USD"), "", "$1,699"},
		"euros":                  {value("€899", 899, 899, "EUR"), "", "€899"},
		"no unit":                {view.Value{Text: "16,896", Min: new(16896.0), Max: new(16896.0)}, "", "16,896"},
		"no number":              {view.Value{Text: "many"}, "", "many"},
		"a bare count":           {value("132", 132, 132, "1"), "", "132"},
		"an unknown unit":        {value("8 logs", 8, 8, "logs"), "", "8 logs"},
		"its header's":           {value("8", 8, 8, "logs"), "", "8 logs"},
		"a decimal comma":        {value("1.979,5", 1979.5, 1979.5, "W"), "", "1.979,5 W"},
		"a title's factor":       {value("0.330", 3.3e23, 3.3e23, "kg"), "", "3.3e+23 kg"},
		"a title's millions":     {value("4.2", 4.2e6, 4.2e6, "1"), "", "4200000"},
		"a title's bound":        {view.Value{Text: "12", Min: new(12.0), Unit: new("GB")}, "", "12 GB"},
		"a count, converted":     {value("0.5 million", 5e5, 5e5, "1"), "1", "500000 (written 0.5 million)"},
		"converted":              {value("3,350 GB/s", 3.35, 3.35, "TB/s"), "TB/s", "3.35 TB/s (written 3,350 GB/s)"},
		"converted from a title": {value("90", 0.09, 0.09, "EFLOPS"), "EFLOPS", "0.09 EFLOPS (written 90 PFLOPS)"},
		"of what is not written": {value("0.330", 3.3e26, 3.3e26, "g"), "g", "3.3e+26 g"},
		"in that unit already":   {value("3.35 TB/s", 3.35, 3.35, "TB/s"), "TB/s", "3.35 TB/s"},
		"of another kind":        {value("700 W", 700, 700, "W"), "TB/s", "700 W"},
		"a range":                {value("40W-130W", 0.04, 0.13, "kW"), "kW", "0.04–0.13 kW (written 40W-130W)"},
		"a cold range":           {value("-85 to -76 °F", -65, -60, "°C"), "°C", "-65 to -60 °C (written -85 to -76 °F)"},
		"open at the top":        {view.Value{Text: "2,500+", Min: new(2500.0), Unit: new("W")}, "W", "2,500+ W"},
		"open at the bottom":     {view.Value{Text: "<1 μs", Max: new(1e-6), Unit: new("s"), Qualifier: "less_than"}, "s", "< 0.000001 s (written <1 μs)"},
		"of very many digits":    {value("1.979 EFLOPS", 1.979e18, 1.979e18, "FLOP/s"), "FLOP/s", "1.979e+18 FLOP/s (written 1.979 EFLOPS)"},
		"of endless digits":      {stepped(value("10.9 kg", 24.030386574, 24.030386574, "lb"), 0.22), "lb", "24.03 lb (written 10.9 kg)"},
		"of a coarse step":       {stepped(value("8 TB/s", 7450.580596923828, 7450.580596923828, "GiB/s"), 931), "GiB/s", "7450.6 GiB/s (written 8 TB/s)"},
		"of a fine step":         {stepped(value("123,456,789 W", 123456.789, 123456.789, "kW"), 0.001), "kW", "123456.789 kW (written 123,456,789 W)"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if got := (valueWriter{known}).converted(tc.value, tc.unit); got != tc.want {
				t.Errorf("printed %q, want %q", got, tc.want)
			}
		})
	}
}

func TestARatioHasTheDigitsThatMatter(t *testing.T) {
	t.Parallel()
	for ratio, want := range map[float64]string{
		1.5094339622642: "1.51", 2: "2", 1: "1", 702.0 / 700: "1.003", 0.99999: "0.99999", 0.0441: "0.0441", 1000: "1000", 12345.6: "12346", 0: "0",
	} {
		if got := rounded(ratio); got != want {
			t.Errorf("rounded(%v) = %q, want %q", ratio, got, want)
		}
	}
}

func TestOnlyAWordHasAPlural(t *testing.T) {
	t.Parallel()
	known, err := lexicon.Load()
	if err != nil {
		t.Fatal(err)
	}
	for unit, want := range map[string]string{"compute unit": "compute units", "thread": "threads", "GB": "GB", "V": "V", "wish": "wish"} {
		two := 2.0
		if got := (valueWriter{known}).counted(unit, &two, &two); got != want {
			t.Errorf("two %q are %q, want %q", unit, got, want)
		}
	}
}
