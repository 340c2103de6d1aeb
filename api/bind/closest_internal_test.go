package bind

import (
	"slices"
	"testing"

	"github.com/quarrykb/quarry/internal/lexicon"
)

func TestAUnitIsFoundByItsParts(t *testing.T) {
	t.Parallel()
	known, err := lexicon.Load()
	if err != nil {
		t.Fatal(err)
	}
	for spelling, want := range map[string]string{"terabytes/s": "TB/s", "Terabyte per second": "TB/s"} {
		if got := unitsLike(known, spelling); !slices.Equal(got, []string{want}) {
			t.Errorf("unitsLike(%q) = %q, want %q alone", spelling, got, want)
		}
	}
	for _, spelling := range []string{"terabyte", "terabyte/wish", "kg/TB"} {
		if unit, ok := unitOfParts(known, spelling); ok {
			t.Errorf("unitOfParts(%q) = %q", spelling, unit.Symbol)
		}
	}
}
