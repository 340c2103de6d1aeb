package api_test

import (
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/api/view"
	"github.com/quarrykb/quarry/internal/lexicon"
)

// newSheetsKit has two devices as data sheets name what they have.
func newSheetsKit(tb testing.TB) *kit {
	tb.Helper()
	k := newKit(tb)
	k.store.choosy, k.store.specs = true, nil
	for device, names := range map[string][]string{
		"Wexley T9":  {"Speed range", "Grip vibration, front", "Grip vibration, rear", "Weight of body", "Tank volume", "Reach", "Lift", "Reach, lift"},
		"Orlo HT 24": {"Tray capacity", "Bar length", "Power"},
		"Brix 9":     {"Torque"}, // of another document
	} {
		for _, name := range names {
			s := testSpecs(testLexicon(tb))[0]
			s.Device.Device, _ = lexicon.DiscoveredDevice(device)
			s.Attribute.Attribute, s.Attribute.Written = lexicon.DiscoveredAttribute(name), name
			if known, ours := testLexicon(tb).Attribute(quarry.AttributeID(strings.ToLower(name))); ours {
				s.Attribute.Attribute = known
			}
			if device == "Brix 9" {
				s.Source.DocumentID = "doc_of_others"
			}
			if s.Attribute.Discovered {
				k.store.attributes = append(k.store.attributes, s.Attribute.Attribute)
			}
			k.store.specs = append(k.store.specs, s)
		}
		of, _ := lexicon.DiscoveredDevice(device)
		k.store.devices = append(k.store.devices, quarry.DeviceCount{Device: of, Specs: len(names)})
	}
	return k
}

func specsOf(device, attribute string) string {
	return "/v1/specs?" + url.Values{"device": {device}, "attribute": {attribute}}.Encode()
}

func TestAnAttributeOfADeviceGoesByItsWordsInAnyOrderAndWithItsCommas(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		asked string
		want  []quarry.AttributeID
	}{
		"another order":                {"range speed", []quarry.AttributeID{"x_speed_range"}},
		"another order, of a comma":    {"front grip vibration", []quarry.AttributeID{"x_grip_vibration_front"}},
		"a comma":                      {"Grip vibration, front", []quarry.AttributeID{"x_grip_vibration_front"}},
		"a comma, in any case":         {"grip VIBRATION,FRONT", []quarry.AttributeID{"x_grip_vibration_front"}},
		"beside another one":           {"Grip vibration, rear,speed range", []quarry.AttributeID{"x_grip_vibration_rear", "x_speed_range"}},
		"two, which a third one lists": {"Reach, lift", []quarry.AttributeID{"x_lift", "x_reach"}},
		"two that share a part": {
			"Grip vibration, front,Grip vibration, rear", []quarry.AttributeID{"x_grip_vibration_front", "x_grip_vibration_rear"},
		},
		"one part alone is a list": {"Grip vibration,speed range", []quarry.AttributeID{
			"x_grip_vibration_front", "x_grip_vibration_rear", "x_speed_range",
		}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			k := newSheetsKit(t)
			decoded[view.List[view.Spec]](t, k.get(t, specsOf("Wexley T9", tc.asked)), http.StatusOK)
			got := k.store.lastAsked().Attributes
			slices.Sort(got)
			if diff := cmp.Diff(tc.want, got); diff != "" {
				t.Errorf("attributes (-want +got):\n%s", diff)
			}
		})
	}
}

func TestARefusedAttributeIsAnsweredWithOneThatTheDeviceHas(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		device, asked, detail string
		fixes                 []string
	}{
		"shares a word":            {"Wexley T9", "top speed", `attribute: "top speed" is not known`, []string{"x_speed_range"}},
		"shares most words":        {"Wexley T9", "rear grip strength", `attribute: "rear grip strength" is not known`, []string{"x_grip_vibration_rear", "x_grip_vibration_front"}},
		"a slip":                   {"Orlo HT 24", "bar lnegth", `attribute: "bar lnegth" is not known`, []string{"x_bar_length"}},
		"a slip of an alias":       {"Orlo HT 24", "outptu", `attribute: "outptu" is not known`, []string{"power"}},
		"only another one has it":  {"Wexley T9", "tray", `attribute: "tray" is not known; Orlo HT 24 has Tray capacity`, []string{}},
		"a slip, another's":        {"Wexley T9", "bar lnegth", `attribute: "bar lnegth" is not known; Orlo HT 24 has Bar length`, []string{}},
		"a comma, of another":      {"Orlo HT 24", "grip vibration front side", `attribute: "grip vibration front side" is not known; Wexley T9 has "Grip vibration, front"`, []string{}},
		"of no device in any way":  {"Orlo HT 24", "chimney", `attribute: "chimney" is not known`, []string{}},
		"of several devices any":   {"Wexley T9,Orlo HT 24", "tray length cover", `attribute: "tray length cover" is not known`, []string{"x_bar_length", "x_tray_capacity"}},
		"of a slip nobody has any": {"Wexley T9", "efficiensy", `attribute: "efficiensy" is not known`, []string{}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := problem(t, newSheetsKit(t).get(t, specsOf(tc.device, tc.asked)), http.StatusBadRequest)
			if diff := cmp.Diff(tc.fixes, got.Fixes); diff != "" || got.Detail != tc.detail {
				t.Errorf("detail %q, want %q; fixes (-want +got):\n%s", got.Detail, tc.detail, diff)
			}
		})
	}
}

func TestWhatADeviceDoesNotHaveIsNotedWithWhatToAskFor(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		device, asked string
		want          []string
	}{
		"it has it":           {"Orlo HT 24", "power", nil},
		"another one has it":  {"Wexley T9", "power", []string{"nothing is claimed in power; Orlo HT 24 has it"}},
		"nobody has it":       {"Wexley T9", "efficiency", nil},
		"of another document": {"Wexley T9", "torque", nil},
		"a discovered one":    {"Wexley T9", "tray capacity", []string{"nothing is claimed in tray capacity; Orlo HT 24 has it"}},
		"it has one like it":  {"Wexley T9", "volume", []string{"nothing is claimed in volume; did you mean Tank volume?"}},
		"by its id":           {"Orlo HT 24", "x_speed_range", []string{"nothing is claimed in x_speed_range; Wexley T9 has it"}},
		"a comma, of another": {"Orlo HT 24", `grip vibration\, front`, []string{`nothing is claimed in grip vibration, front; Wexley T9 has it`}},
		"two of them":         {"Orlo HT 24", "weight of body,volume", []string{"nothing is claimed in weight of body; Wexley T9 has it"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := decoded[view.List[view.Spec]](t, newSheetsKit(t).get(t, specsOf(tc.device, tc.asked)), http.StatusOK)
			if diff := cmp.Diff(tc.want, got.Notes); diff != "" {
				t.Errorf("notes (-want +got):\n%s", diff)
			}
		})
	}
}

func TestADeviceWhoseNameEndsWhatWasAskedIsOffered(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct{ asked, note string }{
		"a maker in front":          {"Acme Wexley T9", `device "Acme Wexley T9" is not known; did you mean Wexley T9?`},
		"a maker of several words":  {"Karn & Sons HT Orlo HT 24", `device "Karn & Sons HT Orlo HT 24" is not known; did you mean Orlo HT 24?`},
		"one of the lexicon's":      {"Acme K200", `device "Acme K200" is not known; did you mean Ember K200?`},
		"a part of the name only":   {"Acme HT 24", `device "Acme HT 24" is not known`},
		"a part of a word":          {"AcmeWexley T9", `device "AcmeWexley T9" is not known`},
		"more behind":               {"Acme Wexley T9 Pro", `device "Acme Wexley T9 Pro" is not known`},
		"a digit is no other digit": {"Acme Wexley T8", `device "Acme Wexley T8" is not known`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for _, attribute := range []string{"power", "what nobody has"} {
				got := decoded[view.List[view.Spec]](t, newSheetsKit(t).get(t, specsOf(tc.asked, attribute)), http.StatusOK)
				if diff := cmp.Diff([]string{tc.note}, got.Notes); diff != "" {
					t.Errorf("%s: notes (-want +got):\n%s", attribute, diff)
				}
			}
		})
	}
}
