package compare_test

import (
	"fmt"
	"maps"
	"slices"
	"testing"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/api/compare"
)

// paired says what the ratio of a row of two devices is of, and what stands in for it.
func paired(row compare.Comparison) string {
	show := func(p *compare.Pair) string {
		if p == nil {
			return "none"
		}
		return fmt.Sprintf("%v %s/%s %v", p.Ratio, number(p.First), number(p.Other), p.OneSided)
	}
	return show(row.Pairs[1]) + ", nearest " + show(row.Nearest[1])
}

// number writes the least value of a claim.
func number(s quarry.Spec) string { return fmt.Sprint(*s.Value.Min, " ", s.Value.Unit) }

func TestClaimsOfEqualConditionsAreHeldAgainstEachOther(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		claims []string
		want   string
	}{
		"dense against dense": {
			[]string{"bosk-a heat 20 W sparsity=sparse", "bosk-a heat 10 W sparsity=dense", "karn-b heat 16 W sparsity=dense"},
			"0.625 10 W/16 W [], nearest none",
		},
		"dense before sparse": {
			[]string{"bosk-a heat 20 W sparsity=sparse", "bosk-a heat 9 W sparsity=dense", "karn-b heat 10 W sparsity=sparse", "karn-b heat 3 W sparsity=dense"},
			"3 9 W/3 W [], nearest none",
		},
		"stated before unstated": {
			[]string{"bosk-a heat 20 W", "bosk-a heat 10 W sparsity=dense", "karn-b heat 8 W", "karn-b heat 5 W sparsity=dense"},
			"2 10 W/5 W [], nearest none",
		},
		"stated of one alone": {
			[]string{"bosk-a heat 20 W sparsity=sparse", "karn-b heat 5 W"}, "4 20 W/5 W [sparsity], nearest none",
		},
		"stated otherwise": {
			[]string{"bosk-a heat 20 W sparsity=sparse", "karn-b heat 5 W sparsity=dense"}, "none, nearest none",
		},
		"what is twice a dense one is taken for sparse": {
			[]string{"bosk-a heat 20 FLOPS", "bosk-a heat 10 FLOPS sparsity=dense", "karn-b heat 5 FLOPS sparsity=dense", "karn-b heat 4 FLOPS clock=boost"},
			"2 10 FLOPS/5 FLOPS [], nearest none",
		},
		"also where the other says nothing": {
			[]string{"bosk-a heat 20 FLOPS", "bosk-a heat 10 FLOPS sparsity=dense", "karn-b heat 5 FLOPS"},
			"2 10 FLOPS/5 FLOPS [sparsity], nearest none",
		},
		"the value that most documents of one state": {
			[]string{"bosk-a heat 9 W doc=a", "bosk-a heat 8 W doc=b", "bosk-a heat 8 W doc=c", "karn-b heat 2 W"}, "4 8 W/2 W [], nearest none",
		},
	} {
		rows := compared(t, compare.Request{}, tc.claims...)
		if got := paired(rows[0]); got != tc.want {
			t.Errorf("%s: %s, want %s", name, got, tc.want)
		}
		if pair, cells := rows[0].Pairs[1], rows[0].Cells; pair != nil && (!leads(cells[0], pair.First) || !leads(cells[1], pair.Other)) {
			t.Errorf("%s: the cells do not lead with what the ratio is of", name)
		}
	}
}

// leads reports whether a cell leads with a claim.
func leads(cell compare.Cell, claim quarry.Spec) bool {
	return cell.Best != nil && number(*cell.Best) == number(claim) && maps.Equal(cell.Best.Conditions, claim.Conditions)
}

func TestOneClaimOfTheFirstDeviceIsHeldAgainstAllOthers(t *testing.T) {
	t.Parallel()
	lexicon := ovens(t)
	var devices []quarry.Device
	for _, id := range []quarry.DeviceID{"bosk-a", "karn-b", "dov-c"} {
		device, _ := lexicon.Device(id)
		devices = append(devices, device)
	}
	row := compared(t, compare.Request{Devices: devices},
		"bosk-a heat 20 W sparsity=sparse", "bosk-a heat 12 W sparsity=dense",
		"karn-b heat 6 W sparsity=dense", "karn-b heat 10 W sparsity=sparse", "dov-c heat 5 W sparsity=sparse")[0]
	if got := []float64{row.Pairs[1].Values[0], *row.Ratios[1], *row.Ratios[2]}; !slices.Equal(got, []float64{20, 2, 4}) {
		t.Errorf("of and ratios to Karn B and Dov C = %v, want 20, 2 and 4: dense ones cannot be held against both", got)
	}
	row = compared(t, compare.Request{Devices: devices},
		"bosk-a heat 20 W sparsity=sparse", "bosk-a heat 12 W sparsity=dense", "karn-b heat 6 W sparsity=dense", "dov-c heat 5 W sparsity=sparse")[0]
	near := row.Nearest[2]
	if *row.Ratios[1] != 2 || row.Ratios[2] != nil || near == nil || near.Ratio != 4 || row.Comparable() {
		t.Errorf("ratios %v, nearest %+v, reason %q, want 2, none and 4 nearby", row.Ratios, near, row.Reason)
	}
}

func TestWhereConditionsDifferTheNearestPairOfAnotherRowIsNamed(t *testing.T) {
	t.Parallel()
	rows := compared(t, compare.Request{},
		"bosk-a heat 20 W precision=fp16 sparsity=sparse", "karn-b heat 5 W precision=fp16 sparsity=dense",
		"bosk-a heat 40 W precision=fp8 sparsity=dense", "karn-b heat 10 W precision=fp8 sparsity=dense",
		"bosk-a heat 90 W precision=int8 sparsity=sparse", "karn-b heat 30 W precision=int8 sparsity=sparse")
	var got []string
	for _, row := range rows {
		got = append(got, row.Conditions[quarry.AxisPrecision]+": "+paired(row))
	}
	want := []string{
		"fp16: none, nearest 3 90 W/30 W []", // sparse as the first of the missing pair
		"fp8: 4 40 W/10 W [], nearest none",
		"int8: 3 90 W/30 W [], nearest none",
	}
	if !slices.Equal(got, want) {
		t.Errorf("rows = %q, want %q", got, want)
	}
}

func TestNumbersOfPartsAreNotThoseOfTheWhole(t *testing.T) {
	t.Parallel()
	rows := compared(t, compare.Request{},
		"bosk-a heat 2 W per=tile", "bosk-a heat 90 W", "karn-b heat 30 W", "karn-b heat 1 W per=tile")
	var got []string
	for _, row := range rows {
		got = append(got, fmt.Sprintf("%s %v–%v of %v: %s", row.Conditions[quarry.AxisPer], *row.Cells[0].Min, *row.Cells[0].Max, *row.Cells[1].Max, paired(row)))
	}
	want := []string{"unstated 90–90 of 30: 3 90 W/30 W [], nearest none", "tile 2–2 of 1: 2 2 W/1 W [], nearest none"}
	if !slices.Equal(got, want) {
		t.Errorf("rows = %q, want %q", got, want)
	}
}

func TestTheBestClaimIsToldFirst(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		claims []string // the best one first
	}{
		"of the whole":              {[]string{"bosk-a heat 90 W", "bosk-a heat 2 W per=tile doc=b", "bosk-a heat 2 W per=tile doc=c"}},
		"one that is dense":         {[]string{"bosk-a-gas heat 8 W sparsity=dense", "bosk-a heat 16 W sparsity=sparse"}},
		"of the device itself":      {[]string{"bosk-a heat 8 W", "bosk-a-gas heat 9 W clock=boost"}},
		"that more documents state": {[]string{"bosk-a heat 8 W doc=b", "bosk-a heat 8 W doc=c", "bosk-a heat 9 W doc=d clock=boost"}},
		"with more stated":          {[]string{"bosk-a heat 9 W clock=boost basis=peak", "bosk-a heat 8 W"}},
		"no estimate":               {[]string{"bosk-a heat 9 W", "bosk-a heat 8 W basis=estimated"}},
		"a number and no bound":     {[]string{"bosk-a heat 9 W", "bosk-a heat ≥8 W"}},
		"the newer one":             {[]string{"bosk-a heat 9 W as_of=2024", "bosk-a heat 8 W as_of=2022"}},
	} {
		for turn := range tc.claims {
			order := append(slices.Clone(tc.claims[turn:]), tc.claims[:turn]...)
			cell := compared(t, compare.Request{}, order...)[0].Cells[0]
			if want := number(claim(t, ovens(t), tc.claims[0])); cell.Best == nil || number(*cell.Best) != want {
				t.Errorf("%s, in the order %q: the best is not %s", name, order, want)
			}
		}
	}
}

func TestWhatAPersonPrefersIsTheBestWhateverItIs(t *testing.T) {
	t.Parallel()
	lexicon := ovens(t)
	claims := []quarry.Spec{claim(t, lexicon, "bosk-a heat 90 W"), claim(t, lexicon, "bosk-a heat 2 W per=tile basis=estimated")}
	claims[1].Preferred = true
	if best, _ := compare.Best(lexicon, "bosk-a", claims); !best.Preferred {
		t.Errorf("the best claim is %s, want the preferred one", number(best))
	}
	if _, found := compare.Best(lexicon, "bosk-a", nil); found {
		t.Error("of no claim there is a best one")
	}
}

func TestThePairedValuesAreInTheUnitOfTheRow(t *testing.T) {
	t.Parallel()
	rows := compared(t, compare.Request{Unit: "kW"}, "bosk-a heat 2000 W", "karn-b heat 1 kW")
	pair := rows[0].Pairs[1]
	if pair == nil || pair.Values != [2]float64{2, 1} || pair.Unit != "kW" {
		t.Errorf("pair = %+v, want 2 and 1 kW", pair)
	}
}
