package formula_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/quarrykb/quarry/internal/formula"
)

// english knows as much of English as the cases need.
func english() formula.Words {
	is := func(all ...string) func(string) bool {
		return func(word string) bool { return slices.Contains(all, word) }
	}
	return formula.Words{
		Added: []string{"plus"}, Subtracted: []string{"minus"}, Multiplied: []string{"times", "multiplied by"},
		Divided: []string{"divided by", "over", "per"}, Squared: []string{"squared"}, Equating: []string{"is"},
		Ends: is("where", "for", "with", "in"), Empty: is("the", "of", "it", "takes", "number", "a"),
		Value: func(word string) (float64, bool) { return 6, word == "six" },
		Stems: func(s string) []string {
			return slices.DeleteFunc(strings.Fields(strings.ToLower(s)), func(word string) bool { return len(word) < 2 })
		},
	}
}

func TestAFormulaIsWhatItCalculates(t *testing.T) {
	t.Parallel()
	r := formula.NewReader(english())
	for _, tc := range []struct {
		reference, given string
		want             formula.Agreement
	}{
		{"$6 \\cdot L \\cdot H$ for $L$ layers and $H$ heads", "6LH", formula.Same},
		{"$6 \\cdot L \\cdot H$ for $L$ layers and $H$ heads", "six times heads times layers", formula.Same},
		{"$6 \\cdot L \\cdot H$ for $L$ layers and $H$ heads", "6 L / H", formula.Other},
		{"$6 \\cdot L \\cdot H$ for $L$ layers and $H$ heads", "6 × rows × heads", formula.Unclear},
		{"$6 \\cdot L \\cdot H$ for $L$ layers and $H$ heads", "6 L", formula.Unclear},
		{"$6 \\cdot L \\cdot H$ for $L$ layers and $H$ heads", "6 H", formula.Unclear},
		{"$6 \\cdot L \\cdot H$ for $L$ layers and $H$ heads", "heads times layers", formula.Unclear},
		{"$6 \\cdot L \\cdot H$ for $L$ layers and $H$ heads", "6 + H", formula.Other},
		{"$6 \\cdot L \\cdot H$ for $L$ layers and $H$ heads", "6 H H", formula.Other},
		{"`a + b + c`", "c + a", formula.Unclear},
		{"`a + b + c`", "c * a", formula.Other},
		{"$6 \\cdot L \\cdot H$ for $L$ layers and $H$ heads", "many", formula.None},
		{"`S / (n + 1)`", "S/(1+n)", formula.Same},
		{"`S / (n + 1)`", "(n + 1) / S", formula.Other},
		{"U = R * I", "I · R", formula.Same},
		{"Mass divided by volume.", "mass / volume", formula.Same},
		{"Mass divided by volume.", "volume / mass", formula.Other},
		{"$\\frac{a^2}{b}$", "a²/b", formula.Same},
		{"$\\min(w, 2 S)$", "min(S*2, w)", formula.Same},
		{"$\\min(w, 2 S)$", "max(S*2, w)", formula.Other},
		{"a - b - c", "a - (b + c)", formula.None}, // a reference in words alone begins with no formula
		{"`a - b - c`", "a - (b + c)", formula.Same},
		{"`a / b / c`", "a / (b / c)", formula.Other},
	} {
		if got, _ := r.Compare("What is it?", tc.reference, tc.given); got != tc.want {
			t.Errorf("%q for %q: %d, want %d", tc.given, tc.reference, got, tc.want)
		}
	}
}

func TestATextWithoutAFormulaBeginsWithNone(t *testing.T) {
	t.Parallel()
	r := formula.NewReader(english())
	for _, reference := range []string{"", "900 GB/s in total", "The harvest per area of a field.", "It runs from $5 to $10.", "`malloc`", strings.Repeat("(", 1000)} {
		if _, ok := r.Compare("What is it?", reference, "a / b"); ok {
			t.Errorf("%.40q begins with a formula", reference)
		}
	}
}

func TestNestedBracketsEnd(t *testing.T) {
	t.Parallel()
	r := formula.NewReader(english())
	for _, given := range []string{strings.Repeat("2 * (", 2000), strings.Repeat("a / ", 5000), strings.Repeat("-", 5000), strings.Repeat("x ", 5000)} {
		if got, _ := r.Compare("What is it?", "`a * b`", given); got == formula.Same {
			t.Errorf("%.20q is the formula", given)
		}
	}
}
