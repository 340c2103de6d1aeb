package lexicon_test

import (
	"testing"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/ingest/lexicon"
)

func FuzzParse(f *testing.F) {
	for _, seed := range []string{
		"topics: [{id: other, name: Other}]\ndevices:\n  - {id: a-1, name: A 1, vendor: A, aliases: [x 1]}\n", "", "---\n", "devices:\n  - {id: a, name: A1, aliases: [x 1, 'y']}\n", "topics:\n  - id: a\n    name: A\n",
		"units:\n  - {symbol: q, kind: length, base: m, factor: 2}\n", "grades:\n  easy: [a]\n", "synonyms:\n  - [a, b]\n",
		"attributes:\n  - {id: a, name: A, kinds: [time]}\n", "a: &x [*x]\n", "? a\n: b\n", "a: |\n  b\n", "\"\\u12\"", "- - - -",
		"devices:\n- ~\n- {}\n", "grades: {easy: [1, 2.50, true, null]}\n", "%YAML 1.2\n---\n", "a: !!binary x\n",
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
		for _, device := range built.Devices() {
			if found, ok := built.FindDevice(device.Name); !ok || found.ID != device.ID {
				t.Fatalf("device %q is found by its name %q as %q", device.ID, device.Name, found.ID)
			}
		}
	})
}
