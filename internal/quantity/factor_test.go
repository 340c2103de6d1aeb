package quantity_test

import (
	"slices"
	"testing"

	"github.com/quarrykb/quarry/internal/quantity"
)

func TestAProductIsCutIntoItsFactors(t *testing.T) {
	t.Parallel()
	for text, want := range map[string][]string{
		"2 × 48 GB":            {"2", "48 GB"},
		"2x48 GB":              {"2", "48 GB"},
		"up to 8 × 80 GB":      {"8", "80 GB"},
		"2 × 132 = 264":        {"2", "132"},
		`2 \times 3 \cdot 4`:   {"2", "3", "4"},
		"4 ✕ 5 ⋅ 6 * 7":        {"4", "5", "6", "7"},
		"6.5 × 10⁴":            nil,
		"6.5 × 10^4":           nil,
		"6.5 * 10**4":          nil,
		"6.5 × 10<sup>4</sup>": nil,
		"3 × 10 GB":            {"3", "10 GB"},
		"48 GB":                nil,
		"2 xylophones":         {"2 xylophones"},
		"80 °C":                {"80 °C"},
	} {
		if got := quantity.FactorsOf(text); !slices.Equal(got, want) {
			t.Errorf("FactorsOf(%q) = %q, want %q", text, got, want)
		}
	}
}

func TestAnExponentIsReadHoweverItIsMarked(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]struct {
		exponent int
		written  string
	}{
		"^38 kg":           {38, "^38"},
		"^-3":              {-3, "^-3"},
		"^−3":              {-3, "^−3"},
		"^+3":              {3, "^+3"},
		"^{-3} m":          {-3, "^{-3}"},
		"**6":              {6, "**6"},
		"**{6}":            {6, "**{6}"},
		"<sup>24</sup> kg": {24, "<sup>24</sup>"},
		"³⁸ kg":            {38, "³⁸"},
		"⁻¹⁴":              {-14, "⁻¹⁴"},
		"⁺⁶":               {6, "⁺⁶"},
		"²⁻³":              {2, "²"},
		"⁻":                {0, ""},
		"^{6":              {0, ""},
		"<sup>24":          {0, ""},
		"^n":               {0, ""},
		"** GB":            {0, ""},
		"^123456":          {0, ""},
		"⁰¹²³⁴⁵":           {0, ""},
		"24":               {0, ""},
		"":                 {0, ""},
	} {
		if exponent, length := quantity.Exponent(text); exponent != want.exponent || text[:length] != want.written {
			t.Errorf("Exponent(%q) = %d of %q, want %d of %q", text, exponent, text[:length], want.exponent, want.written)
		}
	}
}
