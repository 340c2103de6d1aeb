package api_test

import (
	"context"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/api"
	"github.com/quarrykb/quarry/api/view"
	"github.com/quarrykb/quarry/internal/lexicon"
)

func TestASpecIsShownAsWrittenAndNormalised(t *testing.T) {
	t.Parallel()
	got := decoded[view.Spec](t, newKit(t).get(t, "/v1/specs/s_aaaaaaaaaaaaaaaaaaaa"), http.StatusOK)
	wantDevice := view.DeviceMention{
		DeviceName: view.DeviceName{ID: "ember-k100", Name: "Ember K100"}, Written: "K100",
		DeviceSort: view.DeviceSort{Vendor: new("Ember"), Class: "system"},
	}
	if diff := cmp.Diff(wantDevice, got.Device); diff != "" {
		t.Errorf("device (-want +got):\n%s", diff)
	}
	wantValue := view.Value{Text: "3.5 kW", Min: new(3.5), Max: new(3.5), Unit: new("kW"), Step: new(0.1), Qualifier: "exact"}
	if diff := cmp.Diff(wantValue, got.Value); diff != "" {
		t.Errorf("value (-want +got):\n%s", diff)
	}
	if got.Confidence != 0.875 {
		t.Errorf("confidence = %v, want 0.875", got.Confidence)
	}
	if diff := cmp.Diff([]string{"less than a third of what such kilns draw"}, got.Notes); diff != "" {
		t.Errorf("notes (-want +got):\n%s", diff)
	}
	wantBase := view.Bounds{Min: new(3500.0), Max: new(3500.0), Unit: new("W")}
	if diff := cmp.Diff(wantBase, got.Normalized); diff != "" {
		t.Errorf("normalized (-want +got):\n%s", diff)
	}
	wantConditions := map[string]string{"precision": "none", "sparsity": "unstated", "per": "unstated", "basis": "unstated"}
	if diff := cmp.Diff(wantConditions, got.Conditions); diff != "" {
		t.Errorf("conditions (-want +got):\n%s", diff)
	}
}

func TestAnUnknownUnitIsNullWhenNormalised(t *testing.T) {
	t.Parallel()
	got := decoded[view.Spec](t, newKit(t).get(t, "/v1/specs/s_bbbbbbbbbbbbbbbbbbbb"), http.StatusOK)
	if diff := cmp.Diff(view.Bounds{}, got.Normalized); diff != "" {
		t.Errorf("normalized (-want +got):\n%s", diff)
	}
	if got.ConflictID == nil || !got.Attribute.Discovered || got.Attribute.ID != "x_loudness" {
		t.Errorf("spec = %+v, want a conflict and a discovered attribute", got)
	}
}

func TestAUnitConvertsTheBoundsAndLeavesTheText(t *testing.T) {
	t.Parallel()
	k := newKit(t)
	page := decoded[view.List[view.Spec]](t, k.get(t, "/v1/specs?unit=W"), http.StatusOK)
	want := view.Value{Text: "3.5 kW", Min: new(3500.0), Max: new(3500.0), Unit: new("W"), Step: new(100.0), Qualifier: "exact"}
	if diff := cmp.Diff(want, page.Items[0].Value); diff != "" {
		t.Errorf("value in W (-want +got):\n%s", diff)
	}
	if got := page.Items[1].Value; got.Unit == nil || *got.Unit != "bangs" {
		t.Errorf("a value that cannot be converted = %+v, want it as it is", got)
	}
	one := decoded[view.Spec](t, k.get(t, "/v1/specs/s_aaaaaaaaaaaaaaaaaaaa?unit=W"), http.StatusOK)
	if diff := cmp.Diff(want, one.Value); diff != "" {
		t.Errorf("the one value in W (-want +got):\n%s", diff)
	}
}

func TestSpecParametersThatMakeNoSenseAreRefused(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		path, field string
		fixes       []string
	}{
		"an unknown unit":        {"/v1/specs?unit=kw", "unit", []string{"kW"}},
		"a unit like none":       {"/v1/specs?unit=furlong", "unit", []string{"W", "l", "kg", "1"}},
		"a unit of no attribute": {"/v1/specs?unit=furlong&attribute=power", "unit", []string{"kW"}},
		"a unit of no spec":      {"/v1/specs/s_aaaaaaaaaaaaaaaaaaaa?unit=furlong", "unit", []string{"W", "l", "kg", "1"}},
		"a unit's other name":    {"/v1/specs?unit=Kilowats", "unit", []string{"kW"}},
		"an attribute's name":    {"/v1/specs?attribute=contnet", "attribute", []string{"content", "volume"}},
		"an id before a name":    {"/v1/specs?attribute=volme", "attribute", []string{"volume", "heat_output"}},
		"found in a document":    {"/v1/specs?attribute=loudnes", "attribute", []string{"x_loudness"}},
		"a part of a name":       {"/v1/specs?attribute=heat", "attribute", []string{"heat_output"}},
		"a basis":                {"/v1/specs?basis=peek", "basis", []string{"peak"}},
		"a unit of a discovery":  {"/v1/specs?unit=furlong&attribute=x_loudness", "unit", []string{"kW"}},
		"no unit of a discovery": {"/v1/specs?unit=kg&attribute=x_loudness", "unit", []string{"kW"}},
		"a unit of a device":     {"/v1/specs?unit=furlong&device=k100", "unit", []string{"kW"}},
		"a condition without":    {"/v1/specs?condition=mains", "condition", []string{}},
		"no axis":                {"/v1/specs?condition=$.a:b", "condition", []string{}},
		"an axis without a name": {"/v1/specs?condition=:b", "condition", []string{}},
		"min without unit":       {"/v1/specs?min=3", "unit", []string{}},
		"max without unit":       {"/v1/specs?max=3", "unit", []string{}},
		"no number":              {"/v1/specs?min=NaN&unit=W", "min", []string{}},
		"crossed bounds":         {"/v1/specs?min=4&max=3&unit=W", "min", []string{}},
		"beyond all numbers":     {"/v1/specs?min=1e308&unit=kW", "unit", []string{}},
		"another quantity":       {"/v1/specs?attribute=volume&unit=kW", "unit", []string{"l"}},
		"a unit of neither":      {"/v1/specs?attribute=power,volume&unit=kg", "unit", []string{"kW"}},
		"one of many quantities": {"/v1/specs?attribute=content&unit=W", "unit", []string{"l", "kg"}},
		"impossible conversion":  {"/v1/specs/s_aaaaaaaaaaaaaaaaaaaa?unit=l", "unit", []string{"kW"}},
		"a unit of its own":      {"/v1/specs/s_bbbbbbbbbbbbbbbbbbbb?unit=W", "unit", []string{}},
		"an unknown attribute":   {"/v1/specs?attribute=powr", "attribute", []string{"power"}},
		"an unknown sparsity":    {"/v1/specs?sparsity=dence", "sparsity", []string{"dense"}},
		"more than sure":         {"/v1/specs?min_confidence=2", "min_confidence", []string{"1"}},
		"less than nothing":      {"/v1/specs?min_confidence=-0.5", "min_confidence", []string{"0"}},
		"no confidence":          {"/v1/specs?min_confidence=NaN", "min_confidence", []string{}},
		"a word for confidence":  {"/v1/specs?min_confidence=x", "min_confidence", []string{}},
		"to compare":             {"/v1/specs/compare?devices=k100,k200&min_confidence=2", "min_confidence", []string{"1"}},
		"a word for conflict":    {"/v1/specs?conflict=1", "conflict", []string{"true", "false"}},
		"a parameter's slip":     {"/v1/specs?devise=K100", "devise", []string{"device"}},
		"an attribute's hole":    {"/v1/specs?attribute=power,", "attribute", []string{}},
		"fifty-one alternatives": {"/v1/specs?precision=a" + strings.Repeat(",a", 50), "precision", []string{}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := problem(t, newKit(t).get(t, tc.path), http.StatusBadRequest)
			if len(got.Errors) != 1 || got.Errors[0].Field != tc.field {
				t.Errorf("errors = %+v, want one about %q", got.Errors, tc.field)
			}
			if diff := cmp.Diff(tc.fixes, got.Fixes); diff != "" {
				t.Errorf("fixes (-want +got):\n%s", diff)
			}
		})
	}
}

func TestEverySpecFilterReachesTheStore(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		query string
		want  quarry.Filter
	}{
		"a device and its SKUs": {"device=k100", quarry.Filter{Devices: []quarry.DeviceID{"ember-k100", "ember-k100-mini"}}},
		"a discovered device":   {"device=brick%20oven", quarry.Filter{Devices: []quarry.DeviceID{"brick-oven"}}},
		"a part of its name":    {"device=OVEN", quarry.Filter{Devices: []quarry.DeviceID{"brick-oven"}}},
		"two devices":           {"device=K200,ashworth", quarry.Filter{Devices: []quarry.DeviceID{"ember-k200", "ashworth"}}},
		"attribute":             {"attribute=power", quarry.Filter{Attributes: []quarry.AttributeID{"power"}}},
		"discovered attribute":  {"attribute=x_loudness", quarry.Filter{Attributes: []quarry.AttributeID{"x_loudness"}}},
		"classes":               {"class=module,system", quarry.Filter{Classes: []quarry.DeviceClass{"module", "system"}}},
		"conflict":              {"conflict=true", quarry.Filter{Conflict: quarry.Yes}},
		"confidence":            {"min_confidence=0.9", quarry.Filter{MinConfidence: 0.9}},
		"any confidence":        {"min_confidence=0", quarry.Filter{}},
		"a value in its base":   {"min=2&max=4&unit=kW", quarry.Filter{Value: quarry.Bounds{Min: new(2000.0), Max: new(4000.0), Unit: "W"}}},
		"any of its quantities": {"attribute=content&min=5&unit=kg", quarry.Filter{
			Attributes: []quarry.AttributeID{"content"}, Value: quarry.Bounds{Min: new(5.0), Unit: "kg"},
		}},
		"a unit of one of two": {"attribute=power,volume&unit=W", quarry.Filter{Attributes: []quarry.AttributeID{"power", "volume"}}},
		"an open bound":        {"min=5&unit=W", quarry.Filter{Value: quarry.Bounds{Min: new(5.0), Unit: "W"}}},
		"conditions": {"precision=FP16&sparsity=dense,sparse", quarry.Filter{Conditions: map[quarry.Axis][]string{
			"precision": {"fp16"}, "sparsity": {"dense", "sparse"},
		}}},
		"further conditions": {"condition=mains:50hz,mains:60hz,fuel:peat", quarry.Filter{Conditions: map[quarry.Axis][]string{
			"mains": {"50hz", "60hz"}, "fuel": {"peat"},
		}}},
		"open conditions": {"per=Firing,kiln&basis=Estimated", quarry.Filter{Conditions: map[quarry.Axis][]string{
			"per": {"firing", "kiln"}, "basis": {"estimated"},
		}}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			k := newKit(t)
			if len(tc.want.Attributes) > 0 { // of hardware
				tc.want.NotClasses = []quarry.DeviceClass{quarry.ClassFormat}
			}
			decoded[view.List[view.Spec]](t, k.get(t, "/v1/specs?"+tc.query), http.StatusOK)
			if diff := cmp.Diff(tc.want, k.store.lastAsked(), cmpopts.EquateEmpty()); diff != "" {
				t.Errorf("the store was asked (-want +got):\n%s", diff)
			}
		})
	}
}

func TestAnUnknownDeviceIsNotedWithWhatMayBeMeant(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct{ asked, want string }{
		"a part":            {"200", `device "200" is not known; did you mean Ember K200?`},
		"of two, the other": {"mini,brick%20ovn", `device "brick ovn" is not known; did you mean Brick Oven?`},
		"a lexicon's part":  {"mini", `device "mini" is not known; did you mean Ember K100 Mini?`},
		"a beginning":       {"k10", `device "k10" is not known; did you mean Ember K100?`},
		"a slip":            {"ashwroth", `device "ashwroth" is not known; did you mean Ashworth?`},
		"another number":    {"k300", `device "k300" is not known`},
		"within a word":     {"worth", `device "worth" is not known`},
		"neither nor":       {"---", `device "---" is not known`},
		"a discovered slip": {"brick%20ovn", `device "brick ovn" is not known; did you mean Brick Oven?`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			page := decoded[view.List[view.Spec]](t, newKit(t).get(t, "/v1/specs?device="+tc.asked), http.StatusOK)
			if len(page.Notes) == 0 || page.Notes[len(page.Notes)-1] != tc.want {
				t.Errorf("notes = %q, want %q last", page.Notes, tc.want)
			}
		})
	}
}

func TestANameThatSeveralAttributesHaveMeansEachOfThem(t *testing.T) {
	t.Parallel()
	k := newKit(t)
	got := decoded[view.List[view.Spec]](t, k.get(t, "/v1/specs?attribute=Output"), http.StatusOK)
	if diff := cmp.Diff([]string{`"Output" is what several are called: power, volume`}, got.Notes); diff != "" {
		t.Errorf("notes (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]quarry.AttributeID{"power", "volume"}, k.store.lastAsked().Attributes); diff != "" {
		t.Errorf("attributes (-want +got):\n%s", diff)
	}
}

func TestAnOrderThatAListCannotHaveIsRefusedWithThoseItCan(t *testing.T) {
	t.Parallel()
	for target, want := range map[string][]string{
		"/v1/specs?sort=valeu":         {"-value", "value"},
		"/v1/questions?sort=difficult": {"-difficulty", "difficulty"},
		"/v1/questions?sort=value":     {"path", "difficulty", "-difficulty", "date", "-date"},
	} {
		if diff := cmp.Diff(want, problem(t, newKit(t).get(t, target), http.StatusBadRequest).Fixes); diff != "" {
			t.Errorf("%s: fixes (-want +got):\n%s", target, diff)
		}
	}
}

func TestAnAttributeGoesByItsNameWhereThatIsItsOwnAlone(t *testing.T) {
	t.Parallel()
	for word, want := range map[string]quarry.AttributeID{
		"Power": "power", "loudness": "x_loudness", "Loudness": "x_loudness", "Heat%20output": "heat_output",
		"X-Loudness": "", "Volume": "volume", "Content": "content",
	} {
		k := newKit(t)
		got := k.get(t, "/v1/specs?attribute="+word)
		if want == "" {
			problem(t, got, http.StatusBadRequest)
			continue
		}
		decoded[view.List[view.Spec]](t, got, http.StatusOK)
		if diff := cmp.Diff([]quarry.AttributeID{want}, k.store.lastAsked().Attributes); diff != "" {
			t.Errorf("%s (-want +got):\n%s", word, diff)
		}
	}
	format := problem(t, newKit(t).get(t, "/v1/specs?attribute=HB,power"), http.StatusBadRequest)
	if want := `"HB" states a condition, which of several attributes is asked for by precision=hb`; format.Errors[0].Message != want {
		t.Errorf("of a format: %q, want %q", format.Errors[0].Message, want)
	}
}

func TestTheClaimToTellFirstIsMarkedWhereADeviceIsAskedFor(t *testing.T) {
	t.Parallel()
	k := newKit(t)
	marked := func(query string) int {
		count := 0
		for _, one := range decoded[view.List[view.Spec]](t, k.get(t, "/v1/specs?view=full&"+query), http.StatusOK).Items {
			if one.Best {
				count++
			}
		}
		return count
	}
	if asked, all := marked("device=k100"), marked("limit=20"); asked == 0 || all != 0 {
		t.Errorf("%d claims of a device are marked, and %d of a list of all, want some and none", asked, all)
	}
	compared := decoded[view.Comparison](t, k.get(t, "/v1/specs/compare?view=full&devices=k100,k200"), http.StatusOK)
	for _, row := range compared.Rows {
		for _, cell := range row.Cells {
			if (cell.BestClaim == nil) != (len(cell.Claims) == 0) {
				t.Errorf("%s of %s: best claim %v of %d", row.Attribute.ID, cell.DeviceID, cell.BestClaim, len(cell.Claims))
			}
		}
	}
}

func TestAnAttributeMayStateACondition(t *testing.T) {
	t.Parallel()
	for query, want := range map[string]quarry.Filter{
		"attribute=HB":                    {Conditions: map[quarry.Axis][]string{"precision": {"hb"}}},
		"attribute=half%20brick%20power":  {Attributes: []quarry.AttributeID{"power"}, Conditions: map[quarry.Axis][]string{"precision": {"hb"}}},
		"attribute=hb%20output&unit=W":    {Attributes: []quarry.AttributeID{"power"}, Conditions: map[quarry.Axis][]string{"precision": {"hb"}}},
		"attribute=hb&precision=none":     {Conditions: map[quarry.Axis][]string{"precision": {"none"}}},
		"attribute=power&precision=split": {Attributes: []quarry.AttributeID{"power"}, Conditions: map[quarry.Axis][]string{"precision": {"hb"}}},
	} {
		k := newKit(t)
		decoded[view.List[view.Spec]](t, k.get(t, "/v1/specs?"+query), http.StatusOK)
		if len(want.Attributes) > 0 { // of hardware
			want.NotClasses = []quarry.DeviceClass{quarry.ClassFormat}
		}
		if diff := cmp.Diff(want, k.store.lastAsked(), cmpopts.EquateEmpty()); diff != "" {
			t.Errorf("%s: the store was asked (-want +got):\n%s", query, diff)
		}
	}
}

// newDrillKit holds what documents claim of a drill and a saw that no lexicon knows.
func newDrillKit(tb testing.TB) *kit {
	tb.Helper()
	k := newKit(tb)
	for _, claim := range []struct {
		device  quarry.DeviceID
		id      quarry.AttributeID
		written string
	}{
		{"orlo-drill", "x_heat_output", "Heat output (idle)"},
		{"orlo-drill", "x_hose_diameter_inner", "Hose diameter, inner"},
		{"orlo-drill", "power", "Rated input"},
		{"orlo-drill", "volume", "Tank"},
		{"orlo-saw", "power", "Heat output (idle)"},
	} {
		s := testSpecs(testLexicon(tb))[0]
		s.Device.Device = quarry.Device{ID: claim.device, Name: string(claim.device), Discovered: true}
		s.Attribute.Attribute, _ = testLexicon(tb).Attribute(claim.id)
		if s.Attribute.ID == "" {
			s.Attribute.Attribute = lexicon.DiscoveredAttribute(strings.ReplaceAll(string(claim.id[2:]), "_", " "))
		}
		s.Attribute.Written = claim.written
		k.store.specs = append(k.store.specs, s)
		k.store.devices = append(k.store.devices, quarry.DeviceCount{Device: s.Device.Device, Specs: 1})
	}
	return k
}

func TestWhatADeviceHasComesBeforeWhatTheLexiconCallsSo(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		device, asked string
		want          []quarry.AttributeID
	}{
		"its own id":                       {"orlo-drill", "power", []quarry.AttributeID{"power"}},
		"its own name, also the lexicon's": {"orlo-drill", "Heat output", []quarry.AttributeID{"x_heat_output"}},
		"in any case":                      {"orlo-drill", "heat OUTPUT", []quarry.AttributeID{"x_heat_output"}},
		"the lexicon's id":                 {"orlo-drill", "heat_output", []quarry.AttributeID{"x_heat_output"}},
		"the source's label":               {"orlo-drill", "rated input", []quarry.AttributeID{"power"}},
		"the source's label in brackets":   {"orlo-drill", "Heat output (idle)", []quarry.AttributeID{"x_heat_output"}},
		"another device's label for it":    {"orlo-saw", "heat output (idle)", []quarry.AttributeID{"power"}},
		"of each device what it has":       {"orlo-saw,orlo-drill", "heat output (idle)", []quarry.AttributeID{"power", "x_heat_output"}},
		"a name with a comma":              {"orlo-drill", `hose diameter\, inner`, []quarry.AttributeID{"x_hose_diameter_inner"}},
		"a part of a name":                 {"orlo-drill", "hose", []quarry.AttributeID{"x_hose_diameter_inner"}},
		"an alias, of what it has":         {"orlo-saw", "Output", []quarry.AttributeID{"power"}},
		"an alias of several":              {"orlo-drill", "Output", []quarry.AttributeID{"power", "volume"}},
		"that which the unit measures":     {"orlo-drill", "Output&unit=kW", []quarry.AttributeID{"power"}},
		"what it does not have":            {"orlo-saw", "Volume", []quarry.AttributeID{"volume"}},
		"a part that is an id":             {"orlo-drill", "efficiency", []quarry.AttributeID{"efficiency"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			k := newDrillKit(t)
			asked, more, _ := strings.Cut(tc.asked, "&")
			decoded[view.List[view.Spec]](t, k.get(t, "/v1/specs?device="+tc.device+"&attribute="+url.QueryEscape(asked)+"&"+more), http.StatusOK)
			if diff := cmp.Diff(tc.want, k.store.lastAsked().Attributes); diff != "" {
				t.Errorf("attributes (-want +got):\n%s", diff)
			}
		})
	}
	problem(t, newDrillKit(t).get(t, "/v1/specs?device=orlo-drill&attribute=diam"), http.StatusBadRequest)
}

// volumes holds claims of the volume only, whatever it is asked for.
type volumes struct{ *knowledge }

func (s volumes) Specs(ctx context.Context, f quarry.Filter, p quarry.PageRequest) (quarry.Page[quarry.Spec], error) {
	page, err := s.knowledge.Specs(ctx, f, p)
	if !slices.Contains(f.Attributes, "volume") {
		page.Items, page.Total, page.Next = nil, 0, nil
	}
	return page, err
}

func TestAnEmptyListNamesTheAttributesOfThatNameThatAreNotEmpty(t *testing.T) {
	t.Parallel()
	for query, want := range map[string][]string{
		"attribute=content":        {"nothing in content; in volume, which goes by that name too, there is (2)"},
		"attribute=content,volume": nil,
		"attribute=power":          nil,
	} {
		store := testKnowledge(t)
		k := newKit(t, func(c *api.Config) { c.Store = volumes{store} })
		page := decoded[view.List[view.Spec]](t, k.get(t, "/v1/specs?"+query), http.StatusOK)
		if diff := cmp.Diff(want, page.Notes); diff != "" {
			t.Errorf("%s: notes (-want +got):\n%s", query, diff)
		}
	}
}

func TestAnUnknownPrecisionIsNotedWithWhatMayBeMeant(t *testing.T) {
	t.Parallel()
	page := decoded[view.List[view.Spec]](t, newKit(t).get(t, "/v1/specs?precision=HC,half%20brick"), http.StatusOK)
	if diff := cmp.Diff([]string{`precision "hc" is not known; did you mean hb?`}, page.Notes); diff != "" {
		t.Errorf("notes (-want +got):\n%s", diff)
	}
}

func TestAnUnknownDeviceInAFilterIsNotedAndMatchesNothing(t *testing.T) {
	t.Parallel()
	k := newKit(t)
	page := decoded[view.List[view.Spec]](t, k.get(t, "/v1/specs?device=K300"), http.StatusOK)
	if diff := cmp.Diff([]string{`device "K300" is not known`}, page.Notes); diff != "" {
		t.Errorf("notes (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]quarry.DeviceID{"k300"}, k.store.lastAsked().Devices); diff != "" {
		t.Errorf("devices asked for (-want +got):\n%s", diff)
	}
}

func TestARatioIsAskedForInOnes(t *testing.T) {
	t.Parallel()
	decoded[view.List[view.Spec]](t, newKit(t).get(t, "/v1/specs?attribute=efficiency&unit=1&min=0.5"), http.StatusOK)
	if got := problem(t, newKit(t).get(t, "/v1/specs?attribute=volume&unit=1"), http.StatusBadRequest); got.Errors[0].Field != "unit" {
		t.Errorf("volumes in ones: %+v, want the unit refused", got.Errors)
	}
}

func TestAConditionThatCannotBeStatedIsNoted(t *testing.T) {
	t.Parallel()
	for condition, want := range map[string][]string{
		"fuel:peat":               nil,
		"fuel:unstated":           nil,
		"draught:3%20kg":          nil,
		"variant:with%20lid":      nil,
		"fule:peat":               {`condition axis "fule" is not known; did you mean fuel?`},
		"fuel:paet":               {`condition "fuel:paet" is not known; did you mean peat?`},
		"fuel:peat,limit:nothing": nil,
	} {
		listed := decoded[view.List[view.Spec]](t, newKit(t).get(t, "/v1/specs?condition="+condition), http.StatusOK)
		if !slices.Equal(listed.Notes, want) {
			t.Errorf("%s: notes %q, want %q", condition, listed.Notes, want)
		}
		compared := decoded[view.Comparison](t, newKit(t).get(t, "/v1/specs/compare?devices=k100,k200&condition="+condition), http.StatusOK)
		if !slices.Equal(compared.Notes, want) {
			t.Errorf("%s, compared: notes %q, want %q", condition, compared.Notes, want)
		}
	}
}

func TestARefusedUnitNamesEachAttributeOnce(t *testing.T) {
	t.Parallel()
	got := problem(t, newKit(t).get(t, "/v1/specs?attribute=power,power&unit=l"), http.StatusBadRequest)
	if want := "unit: Power cannot be shown in l"; got.Detail != want {
		t.Errorf("detail = %q, want %q", got.Detail, want)
	}
}
