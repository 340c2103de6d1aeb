package main

import (
	"testing"

	"github.com/quarrykb/quarry/api"
)

func TestAValueIsPrintedAsWrittenAndInTheUnitThatIsAskedFor(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		value api.ValueView
		unit  string
		want  string
	}{
		"as written":           {api.ValueView{Text: "3,350 GB/s", Unit: new("GB/s")}, "", "3,350 GB/s"},
		"unit in the header":   {api.ValueView{Text: "3,350", Unit: new("GB/s")}, "", "3,350 GB/s"},
		"a sign for a unit":    {api.ValueView{Text: "$249", Unit: new("$")}, "", "$249"},
		"no unit":              {api.ValueView{Text: "16,896"}, "", "16,896"},
		"a bare count":         {api.ValueView{Text: "132", Unit: new("1")}, "", "132"},
		"a count, converted":   {api.ValueView{Text: "0.5 million", Min: new(5e5), Max: new(5e5), Unit: new("1")}, "1", "500000 (written 0.5 million)"},
		"converted":            {api.ValueView{Text: "3,350 GB/s", Min: new(3.35), Max: new(3.35), Unit: new("TB/s")}, "TB/s", "3.35 TB/s (written 3,350 GB/s)"},
		"in that unit already": {api.ValueView{Text: "3.35 TB/s", Min: new(3.35), Max: new(3.35), Unit: new("TB/s")}, "TB/s", "3.35 TB/s"},
		"of another kind":      {api.ValueView{Text: "700 W", Min: new(700.0), Max: new(700.0), Unit: new("W")}, "TB/s", "700 W"},
		"a range":              {api.ValueView{Text: "40W-130W", Min: new(0.04), Max: new(0.13), Unit: new("kW")}, "kW", "0.04–0.13 kW (written 40W-130W)"},
		"open at the top":      {api.ValueView{Text: "2,500+", Min: new(2500.0), Unit: new("W")}, "W", "≥ 2500 W (written 2,500+)"},
		"open at the bottom":   {api.ValueView{Text: "<1 μs", Max: new(1e-9), Unit: new("s")}, "s", "≤ 1e-09 s (written <1 μs)"},
		"of very many digits":  {api.ValueView{Text: "1.979 EFLOPS", Min: new(1.979e18), Max: new(1.979e18), Unit: new("FLOP/s")}, "FLOP/s", "1.979e+18 FLOP/s (written 1.979 EFLOPS)"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if got := converted(tc.value, tc.unit); got != tc.want {
				t.Errorf("printed %q, want %q", got, tc.want)
			}
		})
	}
}

func TestARatioHasTheDigitsThatMatter(t *testing.T) {
	t.Parallel()
	for ratio, want := range map[float64]string{1.5094339622642: "1.51", 2: "2", 0.0441: "0.0441", 1000: "1000", 12345.6: "12346", 0: "0"} {
		if got := rounded(ratio); got != want {
			t.Errorf("rounded(%v) = %q, want %q", ratio, got, want)
		}
	}
}
