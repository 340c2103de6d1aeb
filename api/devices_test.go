package api_test

import (
	"net/http"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/api"
)

func deviceIDs(page api.List[api.DeviceView]) []string {
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
			got := decoded[api.DeviceDetailView](t, k.get(t, "/v1/devices/"+name), http.StatusOK)
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
	got := decoded[api.DeviceDetailView](t, newKit(t).get(t, "/v1/devices/Brick%20Oven"), http.StatusOK)
	if got.ID != "brick-oven" || !got.Discovered || got.Vendor != nil {
		t.Errorf("device = %+v, want the discovered brick-oven without a vendor", got.DeviceView)
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
		"all, by id":             {"", []string{"ashworth", "brick-oven", "ember-k100", "ember-k100-mini", "ember-k200"}},
		"an alias first":         {"?q=k100", []string{"ember-k100", "ember-k100-mini"}},
		"a part":                 {"?q=ember", []string{"ember-k100", "ember-k100-mini", "ember-k200"}},
		"a slip":                 {"?q=ashwroth", []string{"ashworth"}},
		"a slip before a number": {"?q=embr%20k200", []string{"ember-k200"}},
		"another number":         {"?q=k300", []string{}},
		"a number cut short":     {"?q=k10", []string{}},
		"vendor":                 {"?vendor=EMBER", []string{"ember-k100", "ember-k100-mini", "ember-k200"}},
		"class":                  {"?class=module,unknown", []string{"brick-oven", "ember-k100-mini"}},
		"all together":           {"?vendor=ember&class=system&q=k200", []string{"ember-k200"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			page := decoded[api.List[api.DeviceView]](t, newKit(t).get(t, "/v1/devices"+tc.query), http.StatusOK)
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
	page := decoded[api.List[api.DeviceView]](t, newKit(t).get(t, "/v1/devices?q=k100"), http.StatusOK)
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
		page := decoded[api.List[api.DeviceView]](t, k.get(t, target), http.StatusOK)
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

func TestTopicsAreTheTaxonomyWithCounts(t *testing.T) {
	t.Parallel()
	page := decoded[api.List[api.TopicView]](t, newKit(t).get(t, "/v1/topics"), http.StatusOK)
	want := []api.TopicView{
		{ID: "firing", Name: "Firing"},
		{ID: "heat", Name: "Heat", Parent: new("firing"), Counts: api.TopicCountsView{
			Question: api.DifficultyCountsView{Easy: 3, None: 2}, Spec: api.DifficultyCountsView{Hard: 1},
		}},
		{ID: "glaze", Name: "Glaze"},
		{ID: "other", Name: "other", Counts: api.TopicCountsView{Passage: api.DifficultyCountsView{None: 1}}},
	}
	if diff := cmp.Diff(want, page.Items); diff != "" {
		t.Errorf("topics (-want +got):\n%s", diff)
	}
}
