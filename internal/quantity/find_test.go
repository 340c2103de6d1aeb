package quantity_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/internal/quantity"
)

func TestAQuantityIsFoundInsideAPhrase(t *testing.T) {
	t.Parallel()
	system := measures(t)
	for name, c := range map[string]struct {
		text string
		kind quarry.QuantityKind
		want string
	}{
		"behind a name":           {"HBM3e up to 192GB", "data", "up to 192GB"},
		"the first of its kind":   {"192GB HBM3 (5.3GB/s bandwidth)", "data", "192GB"},
		"in brackets":             {"192GB HBM3 (5.3GB/s bandwidth)", "data_rate", "5.3GB/s"},
		"any kind":                {"Furnace 4 takes ~40W", "", "~40W"},
		"behind a code":           {"ACME 4 W", "power", "4 W"},
		"not a number of a name":  {"RTX 4090 W-series with 24 GB", "data", "24 GB"},
		"not half of a word":      {"H100 W", "power", ""},
		"not behind a hyphen":     {"GPT-4 W", "power", ""},
		"not half of a number":    {"1.2.34 W and 5 W", "power", "5 W"},
		"not half of a ratio":     {"16:9 W and 5 W", "power", "5 W"},
		"not without a unit":      {"4090", "power", ""},
		"another kind":            {"80 GB", "power", ""},
		"money":                   {"list price $249 today", "currency", "$249"},
		"a spelling of two kinds": {"208M in all", "count", "208M"},
		"a range":                 {"draws 40W-130W at rest", "power", "40W-130W"},
		"behind a comma":          {"GDDR6, 48 GB", "data", "48 GB"},
		"a sign":                  {"from H100: >4 GB/s", "data_rate", ">4 GB/s"},
		"white space at the end":  {"it has 4 GB   ", "data", "4 GB"},
		"an alternative":          {"64 or 80 GB, then 96 GB", "data", "80 GB"},
		"struck out":              {"~~96 GB~~ 48 GB ~~64 GB~~", "data", "48 GB"},
		"a product":               {"memory 2 × 48 GB", "data", "2 × 48 GB"},
		"no factor of another":    {"memory 1e200 × 1e200 GB, 267 × 111 mm", "data", ""},
	} {
		got, at, ok := system.FindQuantity(quantity.DecimalPoint, c.text, c.kind)
		if got.Text != c.want || ok != (c.want != "") || !strings.HasPrefix(c.text[at:], got.Text) {
			t.Errorf("%s: FindQuantity(%q, %q) = %q at %d, %t; want %q", name, c.text, c.kind, got.Text, at, ok, c.want)
		}
	}
}

// Time is not measured by a test: on a busy machine it says nothing.
func BenchmarkFindQuantityInHostileText(b *testing.B) {
	system := measures(b)
	for name, piece := range map[string]string{
		"digits": "1", "groups": "1,", "points": "1.", "products": "2 × ", "ranges": "1 - ", "words": "up to ",
		"spaces": "1        ", "powers": "10⁹", "exponents": "1e", "stars": "4*", "units": "4 GB/", "slashes": "1/2 ",
		"small digits": "⁹", "signs": "±", "dollars": "$1", "formulas": `$1 \times `, "brackets": "4 [", "tildes": "~",
		"results": "2 × 3 = ", "capitals": "A1 GB", "blanks": " ",
	} {
		for _, size := range []int{1 << 16, 1 << 19} {
			text := "1" + strings.Repeat(piece, size/len(piece))
			b.Run(fmt.Sprintf("%s/%d", name, size), func(b *testing.B) {
				b.SetBytes(int64(len(text)))
				for b.Loop() {
					system.FindQuantity(quantity.DecimalPoint, text, "power")
				}
			})
		}
	}
}

func FuzzFindQuantity(f *testing.F) {
	system := measures(f)
	for _, seed := range []string{"192GB HBM3 (5.3GB/s)", "RTX 4090", "$3$ W", "1,2 or 3", "64–80 GB", "≈ 4", "\xff4 W", "5\u00a0GB"} {
		f.Add(seed, "power")
	}
	f.Fuzz(func(t *testing.T, text, kind string) {
		for _, style := range []quantity.NumberStyle{quantity.DecimalPoint, quantity.DecimalComma} {
			got, at, ok := system.FindQuantity(style, text, quarry.QuantityKind(kind))
			if !ok {
				continue
			}
			checkQuantity(t, text[at:], got)
			if unit, known := system.FindUnit(got.Unit); kind != "" && (!known || string(unit.Kind) != kind) {
				t.Errorf("a quantity of %q in %q, looked for %q", unit.Kind, text, kind)
			}
		}
	})
}
