package compare_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/api/compare"
	"github.com/quarrykb/quarry/internal/lexicon"
	"github.com/quarrykb/quarry/internal/quantity"
)

// ovens is a lexicon of things that are compared here.
func ovens(tb testing.TB) *lexicon.Lexicon {
	tb.Helper()
	words, err := lexicon.Load()
	if err != nil {
		tb.Fatal(err)
	}
	lexicon, err := lexicon.New(lexicon.Data{
		Cues: words.Data().Cues,
		Devices: []quarry.Device{
			{ID: "bosk-a", Name: "Bosk A"},
			{ID: "bosk-a-gas", Name: "Bosk A Gas", Family: "bosk-a"},
			{ID: "bosk-a-coal", Name: "Bosk A Coal", Family: "bosk-a"},
			{ID: "karn-b", Name: "Karn B"},
			{ID: "dov-c", Name: "Dov C"},
		},
		Attributes: []quarry.Attribute{{ID: "power", Name: "Power"}, {ID: "heat", Name: "Heat"}},
		Units: []quantity.Unit{
			{Symbol: "W", Kind: "power", Base: "W", Factor: 1},
			{Symbol: "kW", Kind: "power", Base: "W", Factor: 1000},
			{Symbol: "FLOPS", Kind: quantity.FLOPS, Base: "FLOP/s", Factor: 1},
			{Symbol: "K", Kind: "temperature", Base: "K", Factor: 1},
			{Symbol: "°C", Kind: "temperature", Base: "K", Factor: 1, Offset: 273.15},
			{Symbol: "dBA", Kind: "sound_level", Base: "dBA", Factor: 1, Aliases: []string{"dB(A)"}, Logarithmic: true},
			{Symbol: "B", Kind: "data", Base: "B", Factor: 1},
			{Symbol: "1", Kind: "count", Base: "1", Factor: 1},
			{Symbol: "million", Kind: "count", Base: "1", Factor: 1e6},
			{Symbol: "billion", Kind: "count", Base: "1", Factor: 1e9, Aliases: []string{"B"}},
		},
	})
	if err != nil {
		tb.Fatal(err)
	}
	return lexicon
}

// claim reads "device attribute value unit axis=value …"; a value may be a
// range with "..", open on one side, and "!" marks a conflict. "≤", "<" and "≥"
// before a number are its qualifier, and leave its bounds alone. "doc=a" is its document.
func claim(tb testing.TB, known *lexicon.Lexicon, text string) quarry.Spec {
	tb.Helper()
	words := strings.Fields(text)
	device, _ := known.Device(quarry.DeviceID(words[0]))
	attribute, ok := known.Attribute(quarry.AttributeID(words[1]))
	if !ok {
		attribute = lexicon.DiscoveredAttribute(strings.TrimPrefix(words[1], "x_"))
	}
	s := quarry.Spec{
		Device:    quarry.DeviceMention{Device: device},
		Attribute: quarry.AttributeMention{Attribute: attribute}, Conditions: quarry.NewConditions(),
	}
	qualifier, value := quarry.Exact, words[2]
	for mark, meant := range map[string]quarry.Qualifier{"≤": quarry.UpTo, "<": quarry.LessThan, "≥": quarry.AtLeast} {
		if bare, marked := strings.CutPrefix(value, mark); marked {
			qualifier, value = meant, bare
		}
	}
	value, isConflict := strings.CutSuffix(value, "!")
	if isConflict {
		s.ConflictID = "c_1"
	}
	s.Value = quarry.Quantity{Bounds: quarry.Bounds{Unit: words[3]}, Qualifier: qualifier}
	switch words[3] {
	case "-":
		s.Value.Unit, s.Value.Text = "", value
	case "1":
		s.Value.Text = value
	}
	low, high, isRange := strings.Cut(value, "..")
	if !isRange {
		high = low
	}
	s.Value.Min, s.Value.Max = bound(tb, low), bound(tb, high)
	s.Normalized = known.Normalize(s.Value.Bounds)
	for _, pair := range words[4:] {
		axis, value, _ := strings.Cut(pair, "=")
		if axis == "doc" {
			s.Source.SHA256 = value
			continue
		}
		s.Conditions[quarry.Axis(axis)] = value
	}
	return s
}

func bound(tb testing.TB, digits string) *float64 {
	tb.Helper()
	if digits == "" {
		return nil
	}
	number := 0.0
	for _, digit := range digits {
		number = 10*number + float64(digit-'0')
	}
	return &number
}

func compared(tb testing.TB, request compare.Request, claims ...string) []compare.Comparison {
	tb.Helper()
	lexicon := ovens(tb)
	if len(request.Devices) == 0 {
		a, _ := lexicon.Device("bosk-a")
		b, _ := lexicon.Device("karn-b")
		request.Devices = []quarry.Device{a, b}
	}
	var specs []quarry.Spec
	for _, text := range claims {
		specs = append(specs, claim(tb, lexicon, text))
	}
	return compare.Of(lexicon, request, specs)
}

func TestARatioBeyondAllNumbersIsNone(t *testing.T) {
	t.Parallel()
	lexicon := ovens(t)
	a, b := claim(t, lexicon, "bosk-a power 8 W"), claim(t, lexicon, "karn-b power 2 W")
	for spec, watts := range map[*quarry.Spec]float64{&a: 1e300, &b: 1e-300} {
		spec.Value.Bounds, spec.Normalized = quarry.Single(watts, "W"), quarry.Single(watts, "W")
	}
	devices := []quarry.Device{a.Device.Device, b.Device.Device}
	row := compare.Of(lexicon, compare.Request{Devices: devices}, []quarry.Spec{a, b})[0]
	if row.Ratios[0] == nil || *row.Ratios[0] != 1 || row.Ratios[1] != nil {
		t.Errorf("ratios = %v, want 1 and none", row.Ratios)
	}
}

func TestAComparisonSaysWhyNumbersCannotBeHeldAgainstEachOther(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		claims []string
		reason string
		ratio  float64 // of the first to the second; 0 for none
	}{
		"alike": {
			[]string{"bosk-a power 8 kW", "karn-b power 2 kW"}, "", 4,
		},
		"in two units": {
			[]string{"bosk-a power 8 kW", "karn-b power 2000 W"}, "", 4,
		},
		"agreeing claims": {
			[]string{"bosk-a power 8 kW", "bosk-a power 8000 W", "karn-b power 2 kW"}, "", 4,
		},
		"one is empty": {
			[]string{"bosk-a power 8 kW"}, "nothing is claimed of Karn B", 0,
		},
		"stated and unstated": {
			[]string{"bosk-a power 8 kW sparsity=sparse", "karn-b power 2 kW"},
			"the claims differ in sparsity (Bosk A: sparse; Karn B: unstated)", 4,
		},
		"an open axis of one": {
			[]string{"bosk-a power 8 kW clock=boost", "karn-b power 2 kW"},
			"the claims differ in clock (Bosk A: boost; Karn B: unstated)", 4,
		},
		"both ways in one cell": {
			[]string{"bosk-a power 8 kW per=tile", "bosk-a power 4 kW per=system", "karn-b power 2 kW per=tile"},
			"", 4,
		},
		"two axes": {
			[]string{"bosk-a power 8 kW per=tile basis=peak", "karn-b power 2 kW"},
			"the claims differ in basis (Bosk A: peak; Karn B: unstated); the claims differ in per (Bosk A: tile; Karn B: unstated)", 4,
		},
		"a conflict": {
			[]string{"bosk-a power 9! kW", "bosk-a power 8! kW", "karn-b power 3 kW"}, "sources disagree on Bosk A", 3,
		},
		"a bound at the top": {
			[]string{"bosk-a power ..8 kW", "karn-b power 2..4 kW"}, "", 2,
		},
		"a bound at the bottom": {
			[]string{"bosk-a power 8.. kW", "karn-b power 2 kW"}, "of Bosk A only a least value is claimed", 0,
		},
		"a bound beside a number": {
			[]string{"bosk-a power 4.. kW", "bosk-a power 8 kW", "karn-b power 2 kW"}, "", 4,
		},
		"a bound above all numbers": {
			[]string{"bosk-a power 9.. kW", "bosk-a power 8 kW", "karn-b power 2 kW"},
			"of Bosk A a least value above all others is claimed too", 4,
		},
		"at least": {
			[]string{"bosk-a power ≥8 kW", "karn-b power 2 kW"}, "of Bosk A only a least value is claimed", 0,
		},
		"up to": {
			[]string{"bosk-a power ≤8 kW", "karn-b power 2 kW"}, "", 4,
		},
		"less than": {
			[]string{"bosk-a power <8 kW", "karn-b power 2 kW"}, "the greatest value of Bosk A is a bound that it is said to stay below", 4,
		},
		"less than, and a number": {
			[]string{"bosk-a power <8 kW", "bosk-a power 8 kW", "karn-b power 2 kW"}, "", 4,
		},
		"zero": {
			[]string{"bosk-a power 8 kW", "karn-b power 0 kW"}, "", 0,
		},
		"other units": {
			[]string{"bosk-a power 8 kW", "karn-b power 2 -"},
			"of Karn B there are claims in no unit, which cannot be converted to kW", 0,
		},
		"an unlisted unit": {
			[]string{"bosk-a power 8 logs", "karn-b power 2 logs"}, "", 4,
		},
		"SKUs that differ": {
			[]string{"bosk-a-gas power 8 kW", "bosk-a-coal power 4 kW", "karn-b power 2 kW"},
			"Bosk A Gas stands for Bosk A, although others differ (Bosk A Coal)", 4,
		},
		"SKUs that agree": {
			[]string{"bosk-a-gas power 8 kW", "bosk-a-coal power 8000 W", "karn-b power 2 kW"}, "", 4,
		},
		"one SKU alone": {
			[]string{"bosk-a-gas power 8 kW", "bosk-a-gas power 8000 W", "karn-b power 2 kW"},
			"all claims of Bosk A are of Bosk A Gas", 4,
		},
		"a SKU that reaches more than its family": {
			[]string{"bosk-a-gas power ≤8 kW", "bosk-a power 4 kW", "karn-b power 2 kW"},
			"Bosk A stands for devices that differ (Bosk A Gas)", 2,
		},
		"a SKU that reaches what its family has": {
			[]string{"bosk-a-gas power ≤8 kW", "bosk-a power 8 kW", "karn-b power 2 kW"}, "", 4,
		},
		"SKUs of which one is said to have less too": {
			[]string{"bosk-a-gas power ≤8 kW", "bosk-a-gas power 4 kW", "bosk-a-coal power 4 kW", "karn-b power 2 kW"}, "", 2,
		},
		"a SKU beside its family": {
			[]string{"bosk-a-gas power 8 kW", "bosk-a power 8 kW", "karn-b power 2 kW"}, "", 4,
		},
		"an axis of a document's own": {
			[]string{"bosk-a power 8 kW fuel=peat", "karn-b power 2 kW fuel=coke"},
			"the claims differ in fuel (Bosk A: peat; Karn B: coke); there is no ratio of Bosk A to Karn B, as peat is not coke", 0,
		},
		"an axis of a document's own that is shared": {
			[]string{"bosk-a power 8 kW fuel=peat", "karn-b power 2 kW fuel=peat"}, "", 4,
		},
		"years": {
			[]string{"bosk-a x_release 2024 -", "karn-b x_release 2025 -"}, "years are not measured against each other", 0,
		},
		"years that a lexicon has": {
			[]string{"bosk-a release_year 2024 1", "karn-b release_year 2025 1"}, "years are not measured against each other", 0,
		},
		"numbers that could be years": {
			[]string{"bosk-a x_tiles 2048 -", "karn-b x_tiles 1024 -"}, "", 2,
		},
		"how long something takes to be released": {
			[]string{"bosk-a x_release 2000 W", "karn-b x_release 1000 W"}, "", 2,
		},
		"SKUs of which no source says the same": {
			[]string{"bosk-a-gas power 8 kW per=tile", "bosk-a-coal power 4 kW per=tile", "karn-b power 2 kW per=tile"},
			"Bosk A Gas stands for Bosk A, although others differ (Bosk A Coal)", 4,
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			row := compared(t, compare.Request{}, tc.claims...)[0]
			if row.Reason != tc.reason || row.Comparable() != (tc.reason == "") {
				t.Errorf("reason = %q (comparable %t), want %q", row.Reason, row.Comparable(), tc.reason)
			}
			var want *float64
			if tc.ratio != 0 {
				want = &tc.ratio
			}
			if diff := cmp.Diff(want, row.Ratios[1], cmpopts.EquateApprox(1e-9, 0)); diff != "" {
				t.Errorf("ratio (-want +got):\n%s", diff)
			}
		})
	}
}

func TestAmongSeveralDevicesThoseWithoutAClaimAreNamed(t *testing.T) {
	t.Parallel()
	lexicon := ovens(t)
	var devices []quarry.Device
	for _, id := range []quarry.DeviceID{"bosk-a-gas", "karn-b", "dov-c"} {
		device, _ := lexicon.Device(id)
		devices = append(devices, device)
	}
	rows := compared(t, compare.Request{Devices: devices}, "bosk-a-gas power 8 kW", "dov-c power 2 kW")
	if got, want := rows[0].Reason, "nothing is claimed of Karn B"; got != want || rows[0].Comparable() {
		t.Errorf("reason = %q (comparable %t), want %q", got, rows[0].Comparable(), want)
	}
	if diff := cmp.Diff([]*float64{new(1.0), nil, new(4.0)}, rows[0].Ratios); diff != "" {
		t.Errorf("ratios (-want +got):\n%s", diff)
	}
}

func TestTheBoundsOfACellHoldAllItsClaims(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		unit   string
		claims []string
		want   quarry.Bounds
	}{
		"one":                    {"", []string{"bosk-a power 8 kW"}, quarry.Single(8, "kW")},
		"the first one's unit":   {"", []string{"bosk-a power 8000 W", "bosk-a power 9 kW"}, quarry.Bounds{Min: new(8000.0), Max: new(9000.0), Unit: "W"}},
		"the unit asked for":     {"W", []string{"bosk-a power 8 kW"}, quarry.Single(8000, "W")},
		"a unit that cannot be":  {"billion", []string{"bosk-a power 8 kW"}, quarry.Single(8, "kW")},
		"open at the top":        {"", []string{"bosk-a power 8.. kW", "bosk-a power 9.. kW"}, quarry.Bounds{Min: new(8.0), Unit: "kW"}},
		"one open at the top":    {"", []string{"bosk-a power 4.. kW", "bosk-a power 8 kW", "bosk-a power 64 kW"}, quarry.Bounds{Min: new(4.0), Max: new(64.0), Unit: "kW"}},
		"open at the bottom":     {"", []string{"bosk-a power 9 kW", "bosk-a power ..8 kW"}, quarry.Bounds{Max: new(9.0), Unit: "kW"}},
		"open at both":           {"", []string{"bosk-a power 9.. kW", "bosk-a power ..8 kW"}, quarry.Bounds{Max: new(8.0), Unit: "kW"}},
		"up to":                  {"", []string{"bosk-a power ≤8 kW"}, quarry.Bounds{Max: new(8.0), Unit: "kW"}},
		"up to beside as much":   {"", []string{"bosk-a power ≤8 kW", "bosk-a power 8 kW"}, quarry.Single(8, "kW")},
		"up to beside more":      {"", []string{"bosk-a power ≤8 kW", "bosk-a power 9 kW"}, quarry.Bounds{Max: new(9.0), Unit: "kW"}},
		"at least":               {"", []string{"bosk-a power ≥8 kW"}, quarry.Bounds{Min: new(8.0), Unit: "kW"}},
		"at least beside more":   {"", []string{"bosk-a power ≥8 kW", "bosk-a power 9000 W"}, quarry.Bounds{Min: new(8.0), Max: new(9.0), Unit: "kW"}},
		"less than, converted":   {"W", []string{"bosk-a power <8 kW"}, quarry.Bounds{Max: new(8000.0), Unit: "W"}},
		"what is no number":      {"", []string{"bosk-a power .. kW", "bosk-a power 8 kW"}, quarry.Single(8, "kW")},
		"the unit of most":       {"", []string{"bosk-a power 8 kW", "bosk-a power 8 million", "karn-b power 7 million"}, quarry.Single(8, "million")},
		"the asked one of two":   {"kW", []string{"bosk-a power 8 kW", "bosk-a power 8 million", "karn-b power 7 million"}, quarry.Single(8, "kW")},
		"no unit":                {"", []string{"bosk-a power 8 -"}, quarry.Single(8, "")},
		"a unit that is unknown": {"", []string{"bosk-a power 8 logs"}, quarry.Single(8, "logs")},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			rows := compared(t, compare.Request{Unit: tc.unit}, tc.claims...)
			if diff := cmp.Diff(tc.want, rows[0].Cells[0].Bounds, cmpopts.EquateApprox(1e-12, 0)); diff != "" {
				t.Errorf("bounds (-want +got):\n%s", diff)
			}
			if got := rows[0].Unit; got != tc.want.Unit {
				t.Errorf("unit of the row = %q, want %q", got, tc.want.Unit)
			}
		})
	}
}

func TestAUnitOfSeveralMeaningsIsComparedAsTheClaimReadsIt(t *testing.T) {
	t.Parallel()
	lexicon := ovens(t)
	bytes := claim(t, lexicon, "bosk-a heat 3 B")
	billions := claim(t, lexicon, "bosk-a heat 3 B")
	billions.Normalized = quarry.Single(3e9, "1")
	billions.Value.Step = 1
	for unit, tc := range map[string]struct {
		spec quarry.Spec
		want quarry.Quantity
	}{
		"B":       {bytes, quarry.Quantity{Bounds: quarry.Single(3, "B"), Qualifier: quarry.Exact}},
		"million": {billions, quarry.Quantity{Bounds: quarry.Single(3000, "million"), Qualifier: quarry.Exact, Step: 1000}},
		"1":       {billions, quarry.Quantity{Bounds: quarry.Single(3e9, "1"), Qualifier: quarry.Exact, Step: 1e9}},
	} {
		got, err := lexicon.ValueIn(tc.spec, unit)
		if diff := cmp.Diff(tc.want, got); diff != "" || err != nil {
			t.Errorf("in %s: %v (-want +got):\n%s", unit, err, diff)
		}
	}
	for unit, spec := range map[string]quarry.Spec{"kW": billions, "furlong": bytes, "W": claim(t, lexicon, "bosk-a heat 3 logs")} {
		if got, err := lexicon.ValueIn(spec, unit); !quarry.IsKind(err, quarry.KindInvalid) {
			t.Errorf("in %s: %v, %v, want it refused", unit, got, err)
		}
	}
}

func TestComparisonsGoByPrecisionAndThoseThatAllFillComeFirst(t *testing.T) {
	t.Parallel()
	claims := []string{
		"karn-b x_smoke 1 W", "bosk-a x_smoke 2 W",
		"bosk-a power 8 kW precision=fp16", "bosk-a power 9 kW precision=fp8", "karn-b power 2 kW precision=fp8",
		"karn-b heat 5 W", "bosk-a heat 7 W",
	}
	names := func(rows []compare.Comparison) []string {
		var all []string
		for _, row := range rows {
			all = append(all, string(row.Attribute.ID)+" "+row.Conditions[quarry.AxisPrecision])
		}
		return all
	}
	want := []string{"power fp8", "heat none", "x_smoke none", "power fp16"}
	if diff := cmp.Diff(want, names(compared(t, compare.Request{}, claims...))); diff != "" {
		t.Errorf("rows (-want +got):\n%s", diff)
	}
	wanted := []quarry.AttributeID{"x_smoke", "heat", "power"}
	want = []string{"x_smoke none", "heat none", "power fp8", "power fp16"}
	if diff := cmp.Diff(want, names(compared(t, compare.Request{Attributes: wanted}, claims...))); diff != "" {
		t.Errorf("rows as asked for (-want +got):\n%s", diff)
	}
}

func TestADeviceIsComparedWithItsSKUsAndNoOthers(t *testing.T) {
	t.Parallel()
	lexicon := ovens(t)
	gas, _ := lexicon.Device("bosk-a-gas")
	family, _ := lexicon.Device("bosk-a")
	rows := compared(t, compare.Request{Devices: []quarry.Device{gas, family}},
		"bosk-a-gas power 8 kW", "bosk-a-coal power 4 kW", "dov-c power 1 kW")
	if got := []int{len(rows[0].Cells[0].Claims), len(rows[0].Cells[1].Claims)}; !cmp.Equal(got, []int{1, 2}) {
		t.Errorf("claims in the cells of SKU and family = %v, want 1 and 2", got)
	}
	if rows := compared(t, compare.Request{}, "dov-c power 1 kW"); len(rows) != 0 {
		t.Errorf("%d rows of a device that is not compared", len(rows))
	}
}

func TestConditionsThatAllClaimsShareStandInTheRow(t *testing.T) {
	t.Parallel()
	row := compared(t, compare.Request{},
		"bosk-a power 8 kW per=tile clock=boost", "karn-b power 2 kW per=tile basis=peak clock=boost")[0]
	want := quarry.Conditions{"precision": "none", "sparsity": "unstated", "per": "tile", "clock": "boost"}
	if diff := cmp.Diff(want, row.Conditions); diff != "" {
		t.Errorf("conditions (-want +got):\n%s", diff)
	}
}

func TestAReasonStaysReadable(t *testing.T) {
	t.Parallel()
	claims := []string{"karn-b power 2 kW", "bosk-a power 2 kW"}
	for i := range 3000 {
		claims = append(claims, "bosk-a power 8 log"+strings.Repeat("s", i%100))
	}
	if got := compared(t, compare.Request{}, claims...)[0].Reason; len(got) > 300 || !strings.Contains(got, "and 92 more") {
		t.Errorf("reason of %d bytes: %.400s", len(got), got)
	}
}
