package compare_test

import (
	"cmp"
	"fmt"
	"slices"
	"testing"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/api/compare"
)

func TestWhatCountsFromNoZeroOrBelowItHasNoRatio(t *testing.T) {
	t.Parallel()
	cold := func(row compare.Comparison) bool {
		return row.Ratios[0] == nil && row.Ratios[1] == nil && !row.Comparable()
	}
	claims := []string{"bosk-a heat 90 °C", "karn-b heat 45 °C"}
	row := compared(t, compare.Request{}, claims...)[0]
	if want := "0 °C is not nothing, so that values in it have no ratio"; row.Reason != want || !cold(row) {
		t.Errorf("in °C: ratios %v, reason %q, want none and %q", row.Ratios, row.Reason, want)
	}
	if row := compared(t, compare.Request{Unit: "K"}, claims...)[0]; row.Ratios[1] == nil || !row.Comparable() {
		t.Errorf("in K: ratios %v, reason %q, want one", row.Ratios, row.Reason)
	}
	lexicon := ovens(t)
	below := []quarry.Spec{claim(t, lexicon, "bosk-a power 8 W"), claim(t, lexicon, "karn-b power 2 W")}
	for _, at := range []int{0, 1} {
		specs := slices.Clone(below)
		specs[at].Value.Bounds, specs[at].Normalized = quarry.Single(-3, "W"), quarry.Single(-3, "W")
		row := compare.Of(lexicon, compare.Request{Devices: []quarry.Device{below[0].Device.Device, below[1].Device.Device}}, specs)[0]
		if want := "values below 0 have no ratio (" + specs[at].Device.Name + ")"; row.Reason != want || row.Ratios[1] != nil {
			t.Errorf("below zero: ratios %v, reason %q, want %q", row.Ratios, row.Reason, want)
		}
	}
}

func TestDecibelsHaveNoRatio(t *testing.T) {
	t.Parallel()
	for _, unit := range []string{"dBA", "dB(A)"} {
		row := compared(t, compare.Request{}, "bosk-a noise 52 "+unit, "karn-b noise 49 "+unit)[0]
		if want := unit + " is a logarithmic unit, so that values in it have no ratio"; row.Reason != want || row.Ratios[1] != nil {
			t.Errorf("in %s: ratios %v, reason %q, want none and %q", unit, row.Ratios, row.Reason, want)
		}
	}
}

func TestWhatEveryDeviceIsStatedToReachOnOneBasisIsComparedByItself(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct{ claims, want []string }{
		"peak against peak": {
			[]string{"bosk-a heat 8 W basis=achievable", "bosk-a heat 9 W basis=peak", "karn-b heat 3 W basis=peak", "karn-b heat 2 W"},
			[]string{"peak 9 3", "not stated alike 8 2"},
		},
		"each of two": {
			[]string{"bosk-a heat 8 W basis=achievable", "bosk-a heat 9 W basis=peak", "karn-b heat 3 W basis=peak", "karn-b heat 2 W basis=achievable"},
			[]string{"peak 9 3", "achievable 8 2"},
		},
		"stated of one alone": {
			[]string{"bosk-a heat 9 W basis=peak", "karn-b heat 3 W"}, []string{"not stated alike 9 3"},
		},
		"stated of neither": {
			[]string{"bosk-a heat 9 W", "karn-b heat 3 W"}, []string{"unstated 9 3"},
		},
	} {
		var got []string
		for _, row := range compared(t, compare.Request{}, tc.claims...) {
			basis := cmp.Or(row.Conditions[quarry.AxisBasis], "not stated alike")
			got = append(got, fmt.Sprint(basis, " ", *row.Cells[0].Max, " ", *row.Cells[1].Max))
		}
		if !slices.Equal(tc.want, got) {
			t.Errorf("%s: rows %q, want %q", name, got, tc.want)
		}
	}
}

func TestPricesAreComparedInEachCurrencyByItself(t *testing.T) {
	t.Parallel()
	rows := compared(t, compare.Request{},
		"bosk-a price 500 USD currency=usd", "bosk-a price 400 EUR currency=eur",
		"karn-b price 250 EUR currency=eur", "karn-b price 100 USD currency=usd")
	var got []string
	for _, row := range rows {
		got = append(got, fmt.Sprintf("%s %s %v %q", row.Conditions["currency"], row.Unit, *row.Ratios[1], row.Reason))
	}
	want := []string{`usd USD 5 ""`, `eur EUR 1.6 ""`}
	if !slices.Equal(got, want) {
		t.Errorf("rows = %q, want %q", got, want)
	}
}
