package api_test

import (
	"net/http"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/api/view"
)

func TestAConflictIsShownWithAllThatIsClaimed(t *testing.T) {
	t.Parallel()
	got := decoded[view.Conflict](t, newKit(t).get(t, "/v1/conflicts/c_aaaaaaaaaaaaaaaaaaaa"), http.StatusOK)
	want := view.Conflict{
		ID: "c_aaaaaaaaaaaaaaaaaaaa", Kind: "conflict",
		Device:     view.DeviceRef{DeviceName: view.DeviceName{ID: "ember-k100", Name: "Ember K100"}, DeviceSort: view.DeviceSort{Vendor: new("Ember"), Class: "system"}},
		Attribute:  view.AttributeRef{ID: "x_loudness", Name: "Loudness", Discovered: true},
		Conditions: map[string]string{"precision": "none", "sparsity": "unstated", "per": "unstated", "basis": "unstated"},
		Unit:       new("bangs"), ClaimCount: 2, Ratio: new(2.0), Hint: new("one may count both doors"),
	}
	if diff := cmp.Diff(want, got, cmpopts.IgnoreFields(view.Conflict{}, "Claims", "Related")); diff != "" {
		t.Errorf("conflict (-want +got):\n%s", diff)
	}
	ids := func(specs []view.Spec) []string {
		var all []string
		for _, spec := range specs {
			all = append(all, spec.ID)
		}
		return all
	}
	if diff := cmp.Diff([]string{"s_bbbbbbbbbbbbbbbbbbbb", "s_cccccccccccccccccccc"}, ids(got.Claims)); diff != "" {
		t.Errorf("claims (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]string{"s_aaaaaaaaaaaaaaaaaaaa"}, ids(got.Related)); diff != "" {
		t.Errorf("related (-want +got):\n%s", diff)
	}
}

func TestWhatAConflictLacksIsNull(t *testing.T) {
	t.Parallel()
	got := decoded[view.Conflict](t, newKit(t).get(t, "/v1/conflicts/c_bbbbbbbbbbbbbbbbbbbb"), http.StatusOK)
	if got.ClaimCount != 1200 || len(got.Claims) != 2 {
		t.Errorf("%d of %d claims shown, want 2 of 1200", len(got.Claims), got.ClaimCount)
	}
	if got.Ratio != nil || got.Hint != nil || got.Unit != nil || got.Related == nil || len(got.Related) != 0 {
		t.Errorf("conflict = %+v, want neither ratio, hint nor unit, and nothing related", got)
	}
}

func TestConflictsAreReadPageByPage(t *testing.T) {
	t.Parallel()
	k := newKit(t)
	k.store.place = "ember-k100"
	first := decoded[view.List[view.Conflict]](t, k.get(t, "/v1/conflicts?limit=1&device=k100"), http.StatusOK)
	if first.Total != 2 || len(first.Items) != 1 || first.NextCursor == nil {
		t.Fatalf("first page = %+v, want one of two and a cursor", first)
	}
	second := decoded[view.List[view.Conflict]](t,
		k.get(t, "/v1/conflicts?limit=1&device=k100&cursor="+*first.NextCursor), http.StatusOK)
	if len(second.Items) != 1 || second.Items[0].ID == first.Items[0].ID || second.NextCursor != nil {
		t.Errorf("second page = %+v, want the other one and no cursor", second)
	}
	got := problem(t, k.get(t, "/v1/conflicts?device=k200&cursor="+*first.NextCursor), http.StatusBadRequest)
	if got.Code != "cursor_invalid" {
		t.Errorf("with another filter: code = %q, want cursor_invalid", got.Code)
	}
}

func withPrecision(words ...string) quarry.Filter {
	return quarry.Filter{Conditions: map[quarry.Axis][]string{quarry.AxisPrecision: words}}
}

func TestEveryConflictFilterReachesTheStore(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		query string
		want  quarry.Filter
		notes int
	}{
		"device":            {"device=k100", quarry.Filter{Devices: []quarry.DeviceID{"ember-k100", "ember-k100-mini"}}, 0},
		"attribute":         {"attribute=power,x_loudness", quarry.Filter{Attributes: []quarry.AttributeID{"power", "x_loudness"}}, 0},
		"document":          {"document=notes/kiln.md", quarry.Filter{Documents: []string{"notes/kiln.md"}}, 0},
		"collection":        {"collection=main", quarry.Filter{Collections: []string{"main"}}, 0},
		"precision":         {"precision=Half%20brick,none", withPrecision("hb", "none"), 0},
		"no precision":      {"precision=hc", withPrecision("hc"), 1},
		"an unknown device": {"device=k300", quarry.Filter{Devices: []quarry.DeviceID{"k300"}}, 1},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			k := newKit(t)
			page := decoded[view.List[view.Conflict]](t, k.get(t, "/v1/conflicts?"+tc.query), http.StatusOK)
			if diff := cmp.Diff(tc.want, k.store.lastAsked(), cmpopts.EquateEmpty()); diff != "" || len(page.Notes) != tc.notes {
				t.Errorf("notes = %q, the store was asked (-want +got):\n%s", page.Notes, diff)
			}
		})
	}
	unknown := problem(t, newKit(t).get(t, "/v1/conflicts?attribute=powr"), http.StatusBadRequest)
	if diff := cmp.Diff([]string{"power"}, unknown.Fixes); diff != "" {
		t.Errorf("fixes (-want +got):\n%s", diff)
	}
	problem(t, newKit(t).get(t, "/v1/conflicts?basis=peak"), http.StatusBadRequest)
	problem(t, newKit(t).get(t, "/v1/conflicts/c_nope"), http.StatusNotFound)
}
