package lexicon_test

import (
	"testing"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/internal/lexicon"
)

func FuzzParse(f *testing.F) {
	for _, seed := range []string{
		"topics: [{id: other, name: Other}]\ndevices:\n  - {id: a-1, name: A 1, vendor: A, aliases: [x 1]}\n", "", "---\n", "devices:\n  - {id: a, name: A1, aliases: [x 1, 'y']}\n", "topics:\n  - id: a\n    name: A\n",
		"units:\n  - {symbol: q, kind: length, base: m, factor: 2}\n", "grades:\n  easy: [a]\n", "synonyms:\n  - [a, b]\n",
		"attributes:\n  - {id: a, name: A, kinds: [time]}\n", "a: &x [*x]\n", "? a\n: b\n", "a: |\n  b\n", "\"\\u12\"", "- - - -",
		"devices:\n- ~\n- {}\n", "grades: {easy: [1, 2.50, true, null]}\n", "%YAML 1.2\n---\n", "a: !!binary x\n",
		"topics: [{id: other, name: Other}]\nclasses: [kiln]\nunits:\n  - {symbol: m, kind: length, base: m, factor: 1}\n  - {symbol: ft, kind: length, base: m, factor: 381/1250}\nattributes:\n  - {id: a, name: A, kind: length, unit: m, classes: [kiln], ranges: [{classes: [kiln], when: {per: sm}, from: 1 ft, to: 2}]}\n",
		"conditions:\n  - {axis: a, value: b, denied: c, phrases: [d]}\n  - {axis: a, value: c, phrases: [e]}\n  - {axis: a, kind: date, phrases: ['@']}\n",
		"topics: [{id: other, name: Other}]\ndevices: [{id: m-4, name: M 4}]\nnamesakes: [Cortex M4]\nvariants: [Ti]\nname_labels: [Kiln]\n",
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		built, err := lexicon.ParseAlone(lexicon.File{Name: "fuzz.yaml", Data: data})
		if err != nil {
			if quarry.Explain(err).Kind == quarry.KindInternal {
				t.Fatalf("error that no caller may read: %v", err)
			}
			return
		}
		findsAll(t, built)
	})
}

// findsAll wants a lexicon to find by name whatever it lists by name.
func findsAll(t *testing.T, built *lexicon.Lexicon) {
	t.Helper()
	for _, label := range built.NameLabels() {
		if !built.IsNameLabel(label) {
			t.Fatalf("name label %q is not known as one", label)
		}
	}
	for _, device := range built.Devices() {
		if found, ok := built.FindDevice(device.Name); !ok || found.ID != device.ID {
			t.Fatalf("device %q is found by its name %q as %q", device.ID, device.Name, found.ID)
		}
	}
}
