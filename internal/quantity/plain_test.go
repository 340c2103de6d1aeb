package quantity_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/quarrykb/quarry/internal/quantity"
)

// A number by itself is read the same way as one with something behind it.
func TestAPlainNumberIsReadLikeOneWithAUnit(t *testing.T) {
	t.Parallel()
	system, err := quantity.New([]quantity.Unit{{Symbol: "furlong", Kind: "length", Base: "furlong", Factor: 1}}, quantity.Wording{})
	if err != nil {
		t.Fatal(err)
	}
	rapid.Check(t, func(t *rapid.T) {
		style := rapid.SampledFrom([]quantity.NumberStyle{quantity.DecimalPoint, quantity.DecimalComma}).Draw(t, "style")
		number := rapid.StringMatching(`(0|[1-9][0-9]{0,7})([.,][0-9]{1,6})?`).Draw(t, "number")
		bare, ok := system.ReadQuantityIn(style, number)
		measured, measuredOK := system.ReadQuantityIn(style, number+" furlong")
		if ok != measuredOK {
			t.Fatalf("%q is a number: %t; with a unit: %t", number, ok, measuredOK)
		}
		measured.Text, measured.Unit = bare.Text, ""
		if diff := cmp.Diff(measured, bare); ok && diff != "" {
			t.Fatalf("%q (-with a unit +bare):\n%s", number, diff)
		}
	})
}

// A cell that holds nothing but a number and its unit is read the same way as one
// that goes on.
func TestAPlainQuantityIsReadLikeOneThatGoesOn(t *testing.T) {
	t.Parallel()
	system := measures(t)
	var units []string
	for _, unit := range system.Units() {
		units = append(append(units, unit.Symbol), unit.Aliases...)
	}
	rapid.Check(t, func(t *rapid.T) {
		style := rapid.SampledFrom([]quantity.NumberStyle{quantity.DecimalPoint, quantity.DecimalComma}).Draw(t, "style")
		number := rapid.StringMatching(`[0-9]{1,6}([.,][0-9]{0,4}){0,2}`).Draw(t, "number")
		gap := rapid.SampledFrom([]string{"", " ", "  ", "-"}).Draw(t, "gap")
		text := number + gap + rapid.SampledFrom(units).Draw(t, "unit")
		plain, ok := system.ReadQuantityIn(style, text)
		scanned, scannedOK := system.ReadQuantityIn(style, text+" ;")
		if ok != scannedOK {
			t.Fatalf("%q is a quantity: %t; where the text goes on: %t", text, ok, scannedOK)
		}
		if diff := cmp.Diff(scanned, plain); ok && diff != "" {
			t.Fatalf("%q (-goes on +plain):\n%s", text, diff)
		}
	})
}
