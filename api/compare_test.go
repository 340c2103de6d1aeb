package api_test

import (
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/api/view"
	"github.com/quarrykb/quarry/internal/lexicon"
)

// newComparedKit holds claims of the power of two kilns, and of the volume of
// the second.
func newComparedKit(tb testing.TB) *kit {
	tb.Helper()
	k := newKit(tb)
	lexicon := testLexicon(tb)
	claimed := func(id quarry.SpecID, device quarry.DeviceID, value quarry.Quantity) quarry.Spec {
		s := testSpecs(lexicon)[0]
		s.ID, s.Value, s.Normalized = id, value, lexicon.Normalize(value.Bounds)
		s.Device.Device, _ = lexicon.Device(device)
		return s
	}
	volume := claimed("s_2", "ember-k200", quarry.Quantity{Bounds: quarry.Single(90, "l"), Text: "90 l", Qualifier: quarry.Approx})
	volume.Attribute.Attribute, _ = lexicon.Attribute("volume")
	k.store.specs = append(k.store.specs,
		claimed("s_1", "ember-k200", quarry.Quantity{Bounds: quarry.Single(7000, "W"), Text: "7,000 W", Qualifier: quarry.UpTo, Step: 1}),
		volume,
	)
	return k
}

func TestAComparisonIsShownInTheUnitThatIsAskedFor(t *testing.T) {
	t.Parallel()
	k := newComparedKit(t)
	got := decoded[view.Comparison](t, k.get(t, "/v1/specs/compare?devices=K200,k100&unit=kW"), http.StatusOK)
	if len(got.Devices) != 2 || got.Devices[0].ID != "ember-k200" || got.Devices[1].Name != "Ember K100" {
		t.Errorf("devices = %+v, want the K200 and the K100", got.Devices)
	}
	var rows []string
	for _, row := range got.Rows {
		rows = append(rows, fmt.Sprintf("%s %s comparable %t", row.Attribute.ID, row.Conditions["precision"], row.Comparable))
	}
	want := []string{"power none comparable true", "volume none comparable false", "x_loudness none comparable false"}
	if diff := cmp.Diff(want, rows); diff != "" {
		t.Fatalf("rows (-want +got):\n%s", diff)
	}
	power := got.Rows[0]
	if diff := cmp.Diff([]*float64{new(1.0), new(2.0)}, power.Ratios); diff != "" || *power.Ratio != 2 || *power.Unit != "kW" {
		t.Errorf("ratio = %v in %v, ratios (-want +got):\n%s", power.Ratio, power.Unit, diff)
	}
	if volume := got.Rows[1]; *volume.Unit != "l" || volume.Ratio != nil || volume.Ratios[0] == nil || volume.Ratios[1] != nil {
		t.Errorf("volume = %+v, want it in l and without a ratio", volume)
	}
	if loud := got.Rows[2]; !strings.Contains(*loud.Reason, "sources disagree on Ember K100") || !loud.Cells[1].Conflict {
		t.Errorf("loudness = %+v, want a conflict that is named", loud)
	}
}

func TestTheClaimsOfACellAreShownInTheUnitAndAsWritten(t *testing.T) {
	t.Parallel()
	k := newComparedKit(t)
	got := decoded[view.Comparison](t, k.get(t, "/v1/specs/compare?devices=K200,k100&attributes=power&unit=kW"), http.StatusOK)
	cell := got.Rows[0].Cells[0]
	if cell.DeviceID != "ember-k200" || cell.Min != nil || *cell.Max != 7 || cell.Conflict || len(cell.Claims) != 1 {
		t.Errorf("cell = %+v, want up to 7 kW of one claim", cell)
	}
	wantValue := view.Value{
		Text: "7,000 W", Min: new(7.0), Max: new(7.0), Unit: new("kW"), Step: new(0.001), Qualifier: "up_to",
	}
	if diff := cmp.Diff(wantValue, cell.Claims[0].Value); diff != "" {
		t.Errorf("claim (-want +got):\n%s", diff)
	}
}

func TestAUnitConvertsTheRowsThatCanBeShownInIt(t *testing.T) {
	t.Parallel()
	k := newComparedKit(t)
	got := decoded[view.Comparison](t, k.get(t, "/v1/specs/compare?devices=K200,k100&attributes=volume,power&unit=kW"), http.StatusOK)
	var units []string
	for _, row := range got.Rows {
		units = append(units, row.Attribute.ID+" in "+*row.Unit)
	}
	if diff := cmp.Diff([]string{"power in kW", "volume in l"}, units); diff != "" {
		t.Errorf("rows (-want +got):\n%s", diff)
	}
}

func TestMoreThanTwoDevicesHaveRatiosAndNoRatio(t *testing.T) {
	t.Parallel()
	k := newComparedKit(t)
	got := decoded[view.Comparison](t, k.get(t, "/v1/specs/compare?devices=k100,k200,Brick%20Oven&attributes=power"), http.StatusOK)
	want := []*float64{new(1.0), new(0.5), nil}
	row := got.Rows[0]
	if diff := cmp.Diff(want, row.Ratios); diff != "" || row.Ratio != nil {
		t.Errorf("ratio = %v, ratios (-want +got):\n%s", row.Ratio, diff)
	}
	if row.Comparable || *row.Reason != "nothing is claimed of Brick Oven" {
		t.Errorf("reason = %q (comparable %t), want the one without a claim named", *row.Reason, row.Comparable)
	}
	if got := k.store.lastAsked().Devices; !cmp.Equal(got, []quarry.DeviceID{"brick-oven", "ember-k100", "ember-k100-mini", "ember-k200"}) {
		t.Errorf("the store was asked for %q, want all three and the SKU", got)
	}
}

func TestAComparisonLeavesOutWhatIsNotSureEnough(t *testing.T) {
	t.Parallel()
	k := newComparedKit(t)
	for i := range k.store.specs {
		if k.store.specs[i].ID == "s_1" {
			k.store.specs[i].Confidence = 0.4
		}
	}
	for query, want := range map[string]string{
		"min_confidence=0.4": "power of 2, volume of 1, x_loudness of 1",
		"min_confidence=0.5": "power of 1, volume of 1, x_loudness of 1",
		"min_confidence=1":   "",
	} {
		got := decoded[view.Comparison](t, k.get(t, "/v1/specs/compare?devices=K200,k100&"+query), http.StatusOK)
		if got := claimsOf(got); got != want {
			t.Errorf("%s: claims = %q, want %q", query, got, want)
		}
	}
}

// claimsOf says how many claims a comparison has of each attribute.
func claimsOf(comparison view.Comparison) string {
	counts := map[string]int{}
	for _, row := range comparison.Rows {
		for _, cell := range row.Cells {
			counts[row.Attribute.ID] += len(cell.Claims)
		}
	}
	var rows []string
	for _, id := range slices.Sorted(maps.Keys(counts)) {
		rows = append(rows, fmt.Sprintf("%s of %d", id, counts[id]))
	}
	return strings.Join(rows, ", ")
}

func TestComparisonsThatMakeNoSenseAreRefused(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		query  string
		status int
		field  string
		fixes  []string
	}{
		"one device":             {"devices=k100", http.StatusBadRequest, "devices", []string{}},
		"no device":              {"attributes=power", http.StatusBadRequest, "devices", []string{}},
		"nine devices":           {"devices=a,b,c,d,e,f,g,h,i", http.StatusBadRequest, "devices", []string{}},
		"one twice":              {"devices=k100,Ember%20K100", http.StatusBadRequest, "devices", []string{}},
		"an unknown attribute":   {"devices=k100,k200&attributes=powr", http.StatusBadRequest, "attributes", []string{"power"}},
		"an unknown unit":        {"devices=k100,k200&unit=kg2", http.StatusBadRequest, "unit", []string{"kg"}},
		"a unit of another kind": {"devices=k100,k200&attributes=volume&unit=kW", http.StatusBadRequest, "unit", []string{"l"}},
		"an unknown device":      {"devices=k100,ashwort", http.StatusNotFound, "", []string{"ashworth"}},
		"a part of a name":       {"devices=k100,200", http.StatusNotFound, "", []string{"ember-k200"}},
		"another number":         {"devices=k100,k300", http.StatusNotFound, "", []string{}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := problem(t, newComparedKit(t).get(t, "/v1/specs/compare?"+tc.query), tc.status)
			if tc.field != "" && (len(got.Errors) != 1 || got.Errors[0].Field != tc.field) {
				t.Errorf("errors = %+v, want one about %q", got.Errors, tc.field)
			}
			if diff := cmp.Diff(tc.fixes, got.Fixes); diff != "" {
				t.Errorf("fixes (-want +got):\n%s", diff)
			}
		})
	}
}

func TestAComparisonShowsNoMoreThanCanBeRead(t *testing.T) {
	t.Parallel()
	k := newComparedKit(t)
	power := k.store.specs[0]
	for range 60 {
		k.store.specs = append(k.store.specs, power)
	}
	for i := range 300 {
		spec := power
		spec.Attribute.Attribute = lexicon.DiscoveredAttribute(fmt.Sprintf("Flue %03d", i))
		k.store.specs = append(k.store.specs, spec)
	}
	got := decoded[view.Comparison](t, k.get(t, "/v1/specs/compare?devices=k100,k200"), http.StatusOK)
	want := []string{
		"the first 200 of 303 rows; name attributes to see the others",
		"a cell shows 50 claims at most; /v1/specs lists the others",
	}
	if diff := cmp.Diff(want, got.Notes); diff != "" || len(got.Rows) != 200 || len(got.Rows[0].Cells[0].Claims) != 50 {
		t.Errorf("%d rows, notes (-want +got):\n%s", len(got.Rows), diff)
	}
}

func TestAComparisonOfTooMuchSaysSo(t *testing.T) {
	t.Parallel()
	k := newComparedKit(t)
	k.store.fault = quarry.Errorf(quarry.KindTooLarge, "more than that: name attributes")
	if got := problem(t, k.get(t, "/v1/specs/compare?devices=k100,k200"), http.StatusRequestEntityTooLarge); got.Code != "too_large" {
		t.Errorf("code = %q, want too_large", got.Code)
	}
}

func TestANumberFormatComparesWhatIsClaimedAtIt(t *testing.T) {
	t.Parallel()
	for query, want := range map[string][]string{
		"attributes=HB":                   {"power hb"},
		"attributes=split":                {"power hb"},
		"attributes=split%20power":        {"power hb"},
		"attributes=half%20brick%20power": {"power hb"},
		"attributes=hb%20volume":          {},
		"attributes=hb,volume":            {"volume none", "power hb"},
		"attributes=hb%20output":          {"power hb"},
		"precision=HB":                    {"power hb"},
		"sparsity=sparse":                 {},
		"attributes=loudness":             {"x_loudness none"},
	} {
		k := newComparedKit(t)
		formatted := k.store.specs[0]
		formatted.Conditions = quarry.NewConditions()
		formatted.Conditions[quarry.AxisPrecision] = "hb"
		k.store.specs = append(k.store.specs, formatted)
		got := decoded[view.Comparison](t, k.get(t, "/v1/specs/compare?devices=k100,k200&"+query), http.StatusOK)
		rows := []string{}
		for _, row := range got.Rows {
			rows = append(rows, row.Attribute.ID+" "+row.Conditions["precision"])
		}
		if diff := cmp.Diff(want, rows); diff != "" {
			t.Errorf("%s: rows (-want +got):\n%s", query, diff)
		}
	}
	noted := decoded[view.Comparison](t, newComparedKit(t).get(t, "/v1/specs/compare?devices=k100,k200&precision=hc"), http.StatusOK)
	if diff := cmp.Diff([]string{`precision "hc" is not known; did you mean hb?`}, noted.Notes); diff != "" {
		t.Errorf("notes (-want +got):\n%s", diff)
	}
	problem(t, newComparedKit(t).get(t, "/v1/specs/compare?devices=k100,k200&attributes=hb%20chimney"), http.StatusBadRequest)
}

func TestAComparisonSaysInWhatNothingIsClaimed(t *testing.T) {
	t.Parallel()
	for query, want := range map[string][]string{
		"attributes=content&sparsity=sparse": {"nothing in volume; in heat_output, which goes by that name too, there is (1)"},
		"attributes=power,volume":            nil,
		"attributes=content&precision=hb":    {"nothing is claimed in content"},
		"attributes=power,efficiency":        {"nothing is claimed in efficiency"},
		"attributes=half%20brick%20power":    {"nothing is claimed in half brick power"},
		"attributes=power,hb,volume":         {"nothing is claimed in hb"},
		"attributes=power&sparsity=unstated": nil,
	} {
		k := newComparedKit(t)
		k.store.choosy = true
		formatted := k.store.specs[0]
		formatted.Attribute.Attribute, _ = testLexicon(t).Attribute("heat_output")
		formatted.Conditions = quarry.Conditions{quarry.AxisSparsity: "sparse"}
		k.store.specs = append(k.store.specs, formatted)
		got := decoded[view.Comparison](t, k.get(t, "/v1/specs/compare?devices=k100,k200&"+query), http.StatusOK)
		if diff := cmp.Diff(want, got.Notes); diff != "" {
			t.Errorf("%s: notes (-want +got):\n%s", query, diff)
		}
	}
}

func TestAComparisonIsNarrowedToCollections(t *testing.T) {
	t.Parallel()
	k := newComparedKit(t)
	elsewhere := k.store.specs[0]
	elsewhere.Device.Device, _ = testLexicon(t).Device("ember-k200")
	elsewhere.Source.Collection = "elsewhere"
	k.store.specs = append(k.store.specs, elsewhere)
	for query, want := range map[string]int{"": 2, "&collection=elsewhere": 1, "&collection=" + k.store.specs[0].Source.Collection: 1} {
		got := decoded[view.Comparison](t, k.get(t, "/v1/specs/compare?devices=k200,k100&attributes=power"+query), http.StatusOK)
		if claims := got.Rows[0].Cells[0].Claims; len(claims) != want {
			t.Errorf("%q: %d claims of the K200, want %d", query, len(claims), want)
		}
	}
}
