package api_test

import (
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/api/view"
	"github.com/quarrykb/quarry/internal/lexicon"
)

func deviceIDs(page view.List[view.Device]) []string {
	ids := make([]string, 0, len(page.Items))
	for _, device := range page.Items {
		ids = append(ids, device.ID)
	}
	return ids
}

func TestADeviceIsFoundByEveryNameItHas(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"ember-k100", "K100", "k100", "ember%20k100", "Ember%20K100"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			k := newKit(t)
			got := decoded[view.DeviceDetail](t, k.get(t, "/v1/devices/"+name), http.StatusOK)
			if got.ID != "ember-k100" || len(got.Specs) != 2 || got.SpecCount != 2 {
				t.Errorf("device = %s with %d of %d specs, want ember-k100 with 2 of 2", got.ID, len(got.Specs), got.SpecCount)
			}
			want := []quarry.DeviceID{"ember-k100", "ember-k100-mini"}
			if diff := cmp.Diff(want, k.store.lastAsked().Devices); diff != "" {
				t.Errorf("specs of (-want +got):\n%s", diff)
			}
		})
	}
}

func TestADiscoveredDeviceIsFoundByItsName(t *testing.T) {
	t.Parallel()
	got := decoded[view.DeviceDetail](t, newKit(t).get(t, "/v1/devices/Brick%20Oven"), http.StatusOK)
	if got.ID != "brick-oven" || !got.Discovered || got.Vendor != nil {
		t.Errorf("device = %+v, want the discovered brick-oven without a vendor", got.Device)
	}
}

func TestAMisspeltDeviceInAPathIsNotFoundAndItsFixNamed(t *testing.T) {
	t.Parallel()
	got := problem(t, newKit(t).get(t, "/v1/devices/ashwort"), http.StatusNotFound)
	if diff := cmp.Diff([]string{"ashworth"}, got.Fixes); diff != "" {
		t.Errorf("fixes (-want +got):\n%s", diff)
	}
}

func TestDevicesAreListedByClosenessAndNeverByAnotherNumber(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		query string
		want  []string
	}{
		"all, by id":             {"", []string{"ashworth", "brick-oven", "ember-k100", "ember-k100-mini", "ember-k200", "hb"}},
		"an alias first":         {"?q=k100", []string{"ember-k100", "ember-k100-mini"}},
		"a part":                 {"?q=ember", []string{"ember-k100", "ember-k100-mini", "ember-k200"}},
		"other separators":       {"?q=k-100", []string{"ember-k100"}},
		"within a word":          {"?q=worth", []string{"ashworth"}},
		"a slip":                 {"?q=ashwroth", []string{"ashworth"}},
		"a slip before a number": {"?q=embr%20k200", []string{"ember-k200"}},
		"another number":         {"?q=k300", []string{}},
		"a number cut short":     {"?q=k10", []string{}},
		"vendor":                 {"?vendor=EMBER", []string{"ember-k100", "ember-k100-mini", "ember-k200"}},
		"class":                  {"?class=module,unknown", []string{"brick-oven", "ember-k100-mini"}},
		"of which one claims":    {"?claimed=true", []string{"brick-oven", "ember-k100", "ember-k100-mini"}},
		"of which none does":     {"?claimed=false&class=system", []string{"ashworth", "ember-k200"}},
		"all together":           {"?vendor=ember&class=system&q=k200", []string{"ember-k200"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			page := decoded[view.List[view.Device]](t, newKit(t).get(t, "/v1/devices"+tc.query), http.StatusOK)
			if diff := cmp.Diff(tc.want, deviceIDs(page)); diff != "" {
				t.Errorf("devices (-want +got):\n%s", diff)
			}
			if page.Total != len(tc.want) {
				t.Errorf("total = %d, want %d", page.Total, len(tc.want))
			}
		})
	}
}

func TestAFamilyCountsTheSpecsOfItsSKUs(t *testing.T) {
	t.Parallel()
	page := decoded[view.List[view.Device]](t, newKit(t).get(t, "/v1/devices?q=k100"), http.StatusOK)
	if got := page.Items[0].SpecCount; got != 3 {
		t.Errorf("spec_count of the family = %d, want 3", got)
	}
}

func TestDevicesAreReadPageByPage(t *testing.T) {
	t.Parallel()
	k := newKit(t)
	var ids []string
	target := "/v1/devices?q=ember&limit=2"
	for range 4 {
		page := decoded[view.List[view.Device]](t, k.get(t, target), http.StatusOK)
		ids = append(ids, deviceIDs(page)...)
		if page.NextCursor == nil {
			break
		}
		target = "/v1/devices?q=ember&limit=2&cursor=" + *page.NextCursor
	}
	if diff := cmp.Diff([]string{"ember-k100", "ember-k100-mini", "ember-k200"}, ids); diff != "" {
		t.Errorf("pages (-want +got):\n%s", diff)
	}
}

func TestTheClaimsOfADeviceComeGroupedByWhatTheyAreAbout(t *testing.T) {
	t.Parallel()
	got := decoded[view.DeviceDetail](t, newKit(t).get(t, "/v1/devices/k100"), http.StatusOK)
	type group struct {
		attribute        string
		specs, conflicts []string
	}
	var groups []group
	for _, of := range got.Attributes {
		g := group{attribute: of.Attribute.ID}
		for _, spec := range of.Specs {
			g.specs = append(g.specs, spec.ID)
		}
		for _, conflict := range of.Conflicts {
			g.conflicts = append(g.conflicts, conflict.URL)
		}
		groups = append(groups, g)
	}
	want := []group{ // a conflict over what the device has no claim of is left out
		{"x_loudness", []string{"s_bbbbbbbbbbbbbbbbbbbb"}, []string{"/v1/conflicts/c_aaaaaaaaaaaaaaaaaaaa"}},
		{"power", []string{"s_aaaaaaaaaaaaaaaaaaaa"}, nil},
	}
	if diff := cmp.Diff(want, groups, cmp.AllowUnexported(group{})); diff != "" {
		t.Errorf("groups (-want +got):\n%s", diff)
	}
}

func TestADeviceSaysHowManyConflictsThereAreAndWhereAllOfThemAre(t *testing.T) {
	t.Parallel()
	k := newKit(t)
	for range 300 {
		k.store.conflicts = append(k.store.conflicts, k.store.conflicts[0])
	}
	got := decoded[view.DeviceDetail](t, k.get(t, "/v1/devices/k100"), http.StatusOK)
	shown := 0
	for _, of := range got.Attributes {
		shown += len(of.Conflicts)
	}
	if got.ConflictCount != 302 || shown == 0 || shown > 200 || got.ConflictsURL != "/v1/conflicts?device=ember-k100" {
		t.Errorf("%d of %d conflicts shown, the others at %s; want some of 302", shown, got.ConflictCount, got.ConflictsURL)
	}
}

func TestANameThatIsBegunOrSlippedIsOfferedThatDevice(t *testing.T) {
	t.Parallel()
	for name, want := range map[string][]string{
		"k10": {"ember-k100"}, "ember%20k": {"ember-k100", "ember-k100-mini", "ember-k200"}, "k30": {}, "100": {"ember-k100", "ember-k100-mini"},
		"200": {"ember-k200"}, "---": {},
		"k1000": {"ember-k100"}, "ember%20k201": {"ember-k200"}, "k10o": {"ember-k100"},
	} {
		got := problem(t, newKit(t).get(t, "/v1/devices/"+name), http.StatusNotFound)
		if diff := cmp.Diff(want, got.Fixes); diff != "" {
			t.Errorf("%s: fixes (-want +got):\n%s", name, diff)
		}
	}
}

func TestAPartOfANameIsTakenForTheOneDiscoveredDeviceThatHasIt(t *testing.T) {
	t.Parallel()
	k := newKit(t)
	k.store.devices = append(k.store.devices,
		foundIn("Orlo CP-740 cordless pump"), foundIn("Orlo CP-750 cordless pump"), foundIn("Orlo CP-75 saw"), foundIn("Mini bar"),
		foundIn("N-40"), foundIn("X200"))
	taken := func(name, as string) []string {
		return []string{`"` + name + `" is taken for ` + as + ", the one device that has it in its name"}
	}
	for name, want := range map[string][]string{
		"CP-740":                    taken("CP-740", "Orlo CP-740 cordless pump"),
		"cp 740 Cordless":           taken("cp 740 Cordless", "Orlo CP-740 cordless pump"),
		"Orlo CP-740":               taken("Orlo CP-740", "Orlo CP-740 cordless pump"),
		"CP-75":                     taken("CP-75", "Orlo CP-75 saw"),
		"cp740":                     taken("cp740", "Orlo CP-740 cordless pump"),
		"Orlo CP-740 cordless pump": nil,
		"orlo cp740 cordless pump":  nil,
		"n40":                       nil,
		"x-200":                     nil,
		"k-100":                     nil,
		"cordless pump": {
			`device "cordless pump" is not known; did you mean Orlo CP-740 cordless pump, Orlo CP-750 cordless pump?`,
		},
		"CP-7": {`device "CP-7" is not known`},
		"mini": {`device "mini" is not known; did you mean Ember K100 Mini, Mini bar?`},
	} {
		listed := decoded[view.List[view.Spec]](t, k.get(t, "/v1/specs?device="+url.QueryEscape(name)), http.StatusOK)
		if diff := cmp.Diff(want, listed.Notes); diff != "" {
			t.Errorf("specs of %s: notes (-want +got):\n%s", name, diff)
		}
	}
	compared := decoded[view.Comparison](t, k.get(t, "/v1/specs/compare?devices=k100,CP-740"), http.StatusOK)
	if diff := cmp.Diff(taken("CP-740", "Orlo CP-740 cordless pump"), compared.Notes); diff != "" {
		t.Errorf("a comparison: notes (-want +got):\n%s", diff)
	}
	problem(t, k.get(t, "/v1/specs/compare?devices=k100,cordless%20pump"), http.StatusNotFound)
}

// Among many devices whose names go on from what is asked for, those that end
// with it are offered first, then those that do not cut its number.
func TestAmongManyNamesThoseThatAreMeantAreOffered(t *testing.T) {
	t.Parallel()
	k := newKit(t)
	for i := range 5_000 {
		k.store.devices = append(k.store.devices, foundIn(fmt.Sprintf("Lathe 1%04d", i)), foundIn(fmt.Sprintf("Amber 9 loom %d", i)))
	}
	k.store.devices = append(k.store.devices, foundIn("Lathe 1 b"), foundIn("Lathe 1 c"), foundIn("Lathe 1x"), foundIn("Little amber 9"), foundIn("Amber 9 lathe"))
	for name, want := range map[string][]string{
		"athe%201":          {"lathe-1-b", "lathe-1-c"},
		"lathe%201":         {"lathe-1-b", "lathe-1-c", "lathe-1x"},
		"lathe%2010":        {"lathe-10000", "lathe-10001", "lathe-10002"},
		"amber%209":         {"little-amber-9", "amber-9-lathe", "amber-9-loom-0"},
		"abmer%209%20lathe": {"amber-9-lathe"},
		"lathe%20104321":    {"lathe-10321", "lathe-10421", "lathe-10431"},
		"lathe%20777777":    {},
	} {
		got := problem(t, k.get(t, "/v1/devices/"+name), http.StatusNotFound)
		if diff := cmp.Diff(want, got.Fixes); diff != "" {
			t.Errorf("%s: fixes (-want +got):\n%s", name, diff)
		}
	}
}

// foundIn is a device that a document brought.
func foundIn(name string) quarry.DeviceCount {
	device, _ := lexicon.DiscoveredDevice(name)
	return quarry.DeviceCount{Device: device, Specs: 1}
}

func TestCountsOfDevicesAreThoseOfNowWhereNoNameChanged(t *testing.T) {
	t.Parallel()
	k := newKit(t)
	for _, want := range []int{2, 7} {
		k.store.devices[0].Specs = want
		k.store.revision.Add(1)
		page := decoded[view.List[view.Device]](t, k.get(t, "/v1/devices?q=k100&class=system"), http.StatusOK)
		if got := page.Items[0].SpecCount; got != want+1 {
			t.Errorf("spec_count = %d, want %d and that of the SKU", got, want)
		}
	}
}

func TestADiscoveredDeviceIsFoundAsSoonAsItIsThere(t *testing.T) {
	t.Parallel()
	k := newKit(t)
	problem(t, k.get(t, "/v1/devices/falcon9"), http.StatusNotFound)
	k.store.devices = append(k.store.devices, quarry.DeviceCount{Device: quarry.Device{ID: "falcon-9", Name: "Falcon 9", Discovered: true}})
	k.store.revision.Add(1)
	for _, name := range []string{"falcon9", "Falcon%209", "falcon-9"} {
		if got := decoded[view.DeviceDetail](t, k.get(t, "/v1/devices/"+name), http.StatusOK); got.ID != "falcon-9" {
			t.Errorf("%s is %s, want falcon-9", name, got.ID)
		}
	}
}

func TestTopicsAreTheTaxonomyWithCounts(t *testing.T) {
	t.Parallel()
	page := decoded[view.List[view.Topic]](t, newKit(t).get(t, "/v1/topics"), http.StatusOK)
	want := []view.Topic{
		{ID: "firing", Name: "Firing"},
		{ID: "heat", Name: "Heat", Parent: new("firing"), Counts: view.TopicCounts{
			Question: view.DifficultyCounts{Easy: 3, None: 2}, Spec: view.DifficultyCounts{Hard: 1},
		}},
		{ID: "kilns", Name: "Kilns", Counts: view.TopicCounts{Passage: view.DifficultyCounts{None: 1}}},
		{ID: "glaze", Name: "Glaze"}, // of which there is nothing
	}
	if diff := cmp.Diff(want, page.Items); diff != "" {
		t.Errorf("topics (-want +got):\n%s", diff)
	}
	first := decoded[view.List[view.Topic]](t, newKit(t).get(t, "/v1/topics?limit=3"), http.StatusOK)
	if first.NextCursor == nil {
		t.Fatal("three of four topics have no next page")
	}
	second := decoded[view.List[view.Topic]](t, newKit(t).get(t, "/v1/topics?limit=3&cursor="+*first.NextCursor), http.StatusOK)
	if diff := cmp.Diff(want, append(first.Items, second.Items...)); diff != "" {
		t.Errorf("topics by pages (-want +got):\n%s", diff)
	}
}

func TestAnUnknownTopicIsRefusedWithThoseThatAreLikeIt(t *testing.T) {
	t.Parallel()
	for topic, want := range map[string][]string{"haet": {"heat"}, "kilsn": {"kilns"}, "Glaze": {"glaze"}, "zzz": {}} {
		got := problem(t, newKit(t).get(t, "/v1/questions/random?topic="+topic), http.StatusBadRequest)
		if diff := cmp.Diff(want, got.Fixes); diff != "" {
			t.Errorf("%s: fixes (-want +got):\n%s", topic, diff)
		}
		if want := `topic: "` + topic + `" is not known: /v1/topics lists the topics`; got.Detail != want {
			t.Errorf("detail = %q, want %q", got.Detail, want)
		}
	}
}

func TestDevicesThatDocumentsBroughtAreTold(t *testing.T) {
	t.Parallel()
	k := newKit(t)
	for query, want := range map[string]bool{"true": true, "false": false} {
		got := decoded[view.List[view.Device]](t, k.get(t, "/v1/devices?limit=100&discovered="+query), http.StatusOK)
		if len(got.Items) == 0 || slices.ContainsFunc(got.Items, func(d view.Device) bool { return d.Discovered != want }) {
			t.Errorf("discovered=%s: %+v, want some, all of them so", query, got.Items)
		}
	}
}
