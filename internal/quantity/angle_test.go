package quantity_test

import (
	"math"
	"testing"

	"github.com/quarrykb/quarry/internal/quantity"
)

func TestMinutesAndSecondsBelongToTheirDegrees(t *testing.T) {
	t.Parallel()
	system, err := quantity.New([]quantity.Unit{
		{Symbol: "°", Kind: "angle", Base: "rad", Factor: math.Pi / 180},
		{Symbol: "ft", Kind: "length", Base: "m", Factor: 0.3048, Aliases: []string{"′"}},
		{Symbol: "inch", Kind: "length", Base: "m", Factor: 0.0254, Aliases: []string{"″"}},
	}, quantity.Wording{})
	if err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]float64{
		"30° 20′": 30 + 20.0/60, "48° 12′ 30″": 48 + 12.0/60 + 30.0/3600, `12°30'15"`: 12 + 30.0/60 + 15.0/3600, "-4° 30′": -4.5,
		"30°": 30, "30.5°": 30.5,
	} {
		got, ok := system.ReadQuantity(text)
		if !ok || got.Text != text || got.Unit != "°" || got.Min == nil || math.Abs(*got.Min-want) > 1e-6 {
			t.Errorf("%q is read as %+v, want %v°", text, got, want)
		}
	}
}
