package quarry_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/quarrykb/quarry"
)

// A number by itself is read the same way as one with something behind it.
func TestAPlainNumberIsReadLikeOneWithAUnit(t *testing.T) {
	t.Parallel()
	lexicon, err := quarry.NewLexicon(quarry.LexiconData{
		Units: []quarry.Unit{{Symbol: "furlong", Kind: "length", Base: "furlong", Factor: 1}},
	})
	if err != nil {
		t.Fatal(err)
	}
	rapid.Check(t, func(t *rapid.T) {
		style := rapid.SampledFrom([]quarry.NumberStyle{quarry.DecimalPoint, quarry.DecimalComma}).Draw(t, "style")
		number := rapid.StringMatching(`(0|[1-9][0-9]{0,7})([.,][0-9]{1,6})?`).Draw(t, "number")
		bare, ok := lexicon.ReadQuantityIn(style, number)
		measured, measuredOK := lexicon.ReadQuantityIn(style, number+" furlong")
		if ok != measuredOK {
			t.Fatalf("%q is a number: %t; with a unit: %t", number, ok, measuredOK)
		}
		measured.Text, measured.Unit = bare.Text, ""
		if diff := cmp.Diff(measured, bare); ok && diff != "" {
			t.Fatalf("%q (-with a unit +bare):\n%s", number, diff)
		}
	})
}
