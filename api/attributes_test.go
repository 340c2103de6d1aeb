package api_test

import (
	"net/http"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quarrykb/quarry/api/view"
)

func TestAttributesAreListedWithWhatTheyMeasure(t *testing.T) {
	t.Parallel()
	k := newKit(t)
	for query, want := range map[string][]string{
		"":                       {"content", "efficiency", "heat_output", "power", "volume", "x_loudness"},
		"?discovered=true":       {"x_loudness"},
		"?q=Output":              {"heat_output", "power", "volume"},
		"?q=out&discovered=true": {},
	} {
		got := decoded[view.List[view.Attribute]](t, k.get(t, "/v1/attributes"+query), http.StatusOK)
		ids := []string{}
		for _, attribute := range got.Items {
			ids = append(ids, attribute.ID)
		}
		if diff := cmp.Diff(want, ids); diff != "" {
			t.Errorf("%q (-want +got):\n%s", query, diff)
		}
	}
	power := decoded[view.List[view.Attribute]](t, k.get(t, "/v1/attributes?q=power"), http.StatusOK).Items[0]
	want := view.Attribute{
		ID: "power", Name: "Power", Kinds: []string{"power"}, Unit: new("W"), Classes: []string{},
		Aliases: []string{"Output", "Split"}, SpecsURL: "/v1/specs?attribute=power",
	}
	if diff := cmp.Diff(want, power); diff != "" {
		t.Errorf("power (-want +got):\n%s", diff)
	}
}

func TestUnitsAreListedByKind(t *testing.T) {
	t.Parallel()
	k := newKit(t)
	first := decoded[view.List[view.Unit]](t, k.get(t, "/v1/units?measures=power,mass&limit=2"), http.StatusOK)
	rest := decoded[view.List[view.Unit]](t, k.get(t, "/v1/units?measures=power,mass&limit=2&cursor="+*first.NextCursor), http.StatusOK)
	var got []string
	for _, unit := range append(first.Items, rest.Items...) {
		got = append(got, unit.Kind+" "+unit.Symbol)
	}
	if diff := cmp.Diff([]string{"mass kg", "power W", "power kW"}, got); diff != "" || first.Total != 3 {
		t.Errorf("units of %d (-want +got):\n%s", first.Total, diff)
	}
	if got := problem(t, k.get(t, "/v1/units?measures=powr"), http.StatusBadRequest); !cmp.Equal(got.Fixes, []string{"power"}) {
		t.Errorf("fixes = %q, want power", got.Fixes)
	}
}
