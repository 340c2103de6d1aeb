package lexicon_test

import "testing"

func TestWhoAsksForAUnitMayWriteItAsATextMayNot(t *testing.T) {
	t.Parallel()
	built := load(t)
	for spelling, want := range map[string]string{
		"in": "inch", `"`: "inch", "'": "ft", "inches": "inches", "mm": "mm", "K": "K", "furlong": "furlong", "": "",
	} {
		if got := built.AskedUnit(spelling); got != want {
			t.Errorf("AskedUnit(%q) = %q, want %q", spelling, got, want)
		}
	}
	for _, spelling := range []string{"in", `"`, "'"} {
		if unit, known := built.FindUnit(spelling); known {
			t.Errorf("a text means %s by %q", unit.Symbol, spelling)
		}
	}
}
