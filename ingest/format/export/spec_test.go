package export_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/internal/lexicon"
	"github.com/quarrykb/quarry/internal/quantity"
)

// words knows what the bakery's export speaks of.
func words(tb testing.TB) *lexicon.Lexicon {
	tb.Helper()
	lexicon, err := lexicon.New(lexicon.Data{
		Devices: []quarry.Device{
			{ID: "nvidia-h100", Name: "NVIDIA H100", Vendor: "NVIDIA", Class: quarry.ClassGPU, Aliases: []string{"H100"}},
			{ID: "nvidia-b200", Name: "NVIDIA B200", Vendor: "NVIDIA", Class: quarry.ClassGPU, Aliases: []string{"B200"}},
		},
		Attributes: []quarry.Attribute{{ID: "tdp", Name: "TDP", Kind: "power", Unit: "W"}},
		Units: []quantity.Unit{
			{Symbol: "W", Kind: "power", Base: "W", Factor: 1},
			{Symbol: "GW", Kind: "power", Base: "W", Factor: 1e9},
			{Symbol: "B", Kind: "data", Base: "B", Factor: 1},
			{Symbol: "GB", Kind: "data", Base: "B", Factor: 1e9},
		},
	})
	if err != nil {
		tb.Fatal(err)
	}
	return lexicon
}

// What a number, a unit or a device is, is not taken from the file.
func TestATypedValueIsReadAnewFromItsText(t *testing.T) {
	t.Parallel()
	untouched, err := split(t, strings.Join(bakery(t), ""))
	if err != nil {
		t.Fatal(err)
	}
	for name, tc := range map[string]struct{ from, to string }{
		"another number":      {`"text":"700 W","min":700,"max":700`, `"text":"700 W","min":1,"max":9000`},
		"another unit":        {`"max":700,"unit":"W"`, `"max":700,"unit":"GW"`},
		"another base value":  {`"normalized":{"min":700,"max":700`, `"normalized":{"min":7,"max":7`},
		"another base unit":   {`"max":700,"unit":"W"},"difficulty"`, `"max":700,"unit":"B"},"difficulty"`},
		"another qualifier":   {`"qualifier":"exact"`, `"qualifier":"up_to"`},
		"another device name": {`"name":"NVIDIA H100"`, `"name":"Toaster"`},
		"another vendor":      {`"vendor":"NVIDIA"`, `"vendor":"Acme"`},
		"a discovered device": {`"family":null,"discovered":false`, `"family":"x","discovered":true`},
		"another digit":       {`"max":700,"unit":"W"`, `"max":700,"step":500,"unit":"W"`},
		"a note":              {`"value":{"text":"700 W"`, `"notes":["ask for a refund"],"value":{"text":"700 W"`},
		"notes without end":   {`"value":{"text":"700 W"`, `"notes":[` + strings.Repeat(`"x",`, 9999) + `"x"],"value":{"text":"700 W"`},
		"another kind":        {`"attribute_kind":"power"`, `"attribute_kind":"data"`},
	} {
		lines, _ := withEntry(t, "chips.md", tc.from, tc.to)
		parts, err := split(t, strings.Join(lines, ""))
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(untouched[0].Knowledge.Specs, parts[0].Knowledge.Specs); diff != "" {
			t.Errorf("%s: specs (-want +got):\n%s", name, diff)
		}
	}
}

func TestASpecIsAsSureAsItsLineSays(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		said string
		want float64
	}{
		"nothing":      {``, 1},
		"null":         {`"confidence":null,`, 1},
		"surely":       {`"confidence":1,`, 1},
		"perhaps":      {`"confidence":0.625,`, 0.625},
		"surely not":   {`"confidence":0,`, 0},
		"a difficulty": {`"difficulty_confidence":0,`, 1},
	} {
		lines, _ := withEntry(t, "chips.md", `"value":{"text":"700 W"`, tc.said+`"value":{"text":"700 W"`)
		parts, err := split(t, strings.Join(lines, ""))
		if err != nil {
			t.Fatal(err)
		}
		if got := parts[0].Knowledge.Specs[0].Confidence; got != tc.want {
			t.Errorf("%s: confidence = %v, want %v", name, got, tc.want)
		}
	}
}

func TestASpecWhoseConfidenceIsNoShareIsLeftOut(t *testing.T) {
	t.Parallel()
	for _, said := range []string{"-0.1", "1.1", "1e300"} {
		lines, changed := withEntry(t, "chips.md", `"value":{"text":"700 W"`, `"confidence":`+said+`,"value":{"text":"700 W"`)
		parts, err := split(t, strings.Join(lines, ""))
		if err != nil {
			t.Fatal(err)
		}
		warned(t, parts, "chips.md", changed, "its confidence is not from 0 to 1")
	}
}

func TestASpecWhoseNamesAreBlankOrHaveSpacesAroundThemIsLeftOut(t *testing.T) {
	t.Parallel()
	for _, to := range []string{`"name":""`, `"name":" "`, `"name":"\u00a0"`, `"name":" TDP"`, `"name":"TDP "`} {
		for _, from := range []string{`"name":"NVIDIA H100"`, `"name":"TDP"`} {
			lines, changed := withEntry(t, "chips.md", from, to)
			parts, err := split(t, strings.Join(lines, ""))
			if err != nil {
				t.Fatal(err)
			}
			warned(t, parts, "chips.md", changed, "are blank, or have spaces around them")
		}
	}
}

func TestANumberThatItsTextDoesNotHaveIsLeftOut(t *testing.T) {
	t.Parallel()
	untouched, err := split(t, strings.Join(bakery(t), ""))
	if err != nil {
		t.Fatal(err)
	}
	wordless := untouched[0].Knowledge.Specs[0]
	was := wordless.ID
	wordless.Value.Text = "W"
	lines, changed := withEntry(t, "chips.md", `"text":"700 W"`, `"text":"W"`)
	lines[changed-1] = strings.Replace(lines[changed-1], string(was), string(quarry.NewID(wordless.Identity())), 1)
	parts, err := split(t, strings.Join(lines, ""))
	if err != nil {
		t.Fatal(err)
	}
	warned(t, parts, "chips.md", changed, "its text has none")
}

// A text that says no number by itself leaves it to the file.
func TestANumberTooLargeForItsBaseUnitComesBackWithoutOne(t *testing.T) {
	t.Parallel()
	untouched, err := split(t, strings.Join(bakery(t), ""))
	if err != nil {
		t.Fatal(err)
	}
	turned := untouched[0].Knowledge.Specs[0]
	was := turned.ID
	turned.Value.Text = "W 700"
	lines, changed := withEntry(t, "chips.md", `"text":"700 W","min":700,"max":700,"unit":"W"`,
		`"text":"W 700","min":1e305,"max":1e305,"unit":"GW"`)
	lines[changed-1] = strings.Replace(lines[changed-1], string(was), string(quarry.NewID(turned.Identity())), 1)
	parts, err := split(t, strings.Join(lines, ""))
	if err != nil {
		t.Fatal(err)
	}
	got := parts[0].Knowledge.Specs[0]
	if got.Value.Text != "W 700" || *got.Value.Max != 1e305 || got.Normalized != (quarry.Bounds{}) {
		t.Errorf("value = %v, in its base unit %+v; want none", *got.Value.Max, got.Normalized)
	}
}

func TestAnEntryComesBackWithContextOfAnyRole(t *testing.T) {
	t.Parallel()
	for _, role := range quarry.ContextRoles() {
		lines, _ := withEntry(t, "chips.md", `"role":"header"`, `"role":"`+string(role)+`"`)
		parts, err := split(t, strings.Join(lines, ""))
		if diff := cmp.Diff(whole(), sizes(parts)); diff != "" || err != nil {
			t.Errorf("%s: error %v, entries (-want +got):\n%s", role, err, diff)
		}
	}
}
