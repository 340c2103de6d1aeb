package fit_test

import (
	"encoding/json"
	"math"
	"strings"
	"testing"

	"github.com/quarrykb/quarry/internal/fit"
)

func near(a, b float64) bool { return math.Abs(a-b) < 1e-9 }

func TestAModelAddsItsWeightsAndItsTrees(t *testing.T) {
	t.Parallel()
	m, err := fit.Read([]byte(`{"features": [{"name": "a"}, {"name": "b"}], "start": 0.5, "weights": [2, 0],
		"trees": [[[1, 10, 1, 2], -1, [0, 3, 3, 4], 4, 8]]}`))
	if err != nil {
		t.Fatal(err)
	}
	for _, tc := range []struct {
		x    []float64
		want float64
	}{
		{[]float64{1, 9}, 0.5 + 2 - 1},
		{[]float64{1, 10}, 0.5 + 2 + 4},
		{[]float64{3, 11}, 0.5 + 6 + 8},
	} {
		if got := m.LogOdds(tc.x); !near(got, tc.want) {
			t.Errorf("%v has log odds %v, want %v", tc.x, got, tc.want)
		}
		if got, want := m.Probability(tc.x), 1/(1+math.Exp(-tc.want)); !near(got, want) {
			t.Errorf("%v has probability %v, want %v", tc.x, got, want)
		}
	}
}

func TestACalibrationIsInterpolated(t *testing.T) {
	t.Parallel()
	m, err := fit.Read([]byte(`{"features": [{"name": "a"}], "weights": [1],
		"calibration": [{"log_odds": -1, "probability": 0.1}, {"log_odds": 1, "probability": 0.5}, {"log_odds": 2, "probability": 0.5}]}`))
	if err != nil {
		t.Fatal(err)
	}
	for x, want := range map[float64]float64{-5: 0.1, -1: 0.1, 0: 0.3, 1: 0.5, 1.5: 0.5, 9: 0.5} {
		if got := m.Probability([]float64{x}); !near(got, want) {
			t.Errorf("%v is calibrated to %v, want %v", x, got, want)
		}
	}
}

func TestAModelIsWrittenAsItIsRead(t *testing.T) {
	t.Parallel()
	const written = `{"about":"three cases","features":[{"name":"a","cost":0.25}],"start":0,"trees":[[[0,0.5,1,2],-1.5,2]]}`
	m, err := fit.Read([]byte(written))
	if err != nil {
		t.Fatal(err)
	}
	if got, err := json.Marshal(m); err != nil || string(got) != written {
		t.Errorf("written as %s (%v), want %s", got, err, written)
	}
}

func TestWhatIsNoModelIsRefused(t *testing.T) {
	t.Parallel()
	for name, written := range map[string]string{
		"no JSON":                  "weights",
		"no features":              `{"start": 1}`,
		"too many features":        `{"features": [` + strings.Repeat(`{"name": "a"},`, fit.MostFeatures) + `{"name": "b"}]}`,
		"a weight for nothing":     `{"features": [{"name": "a"}], "weights": [1, 2]}`,
		"a tree without nodes":     `{"features": [{"name": "a"}], "trees": [[]]}`,
		"a feature too many":       `{"features": [{"name": "a"}], "trees": [[[1, 0, 1, 2], 0, 0]]}`,
		"a circle":                 `{"features": [{"name": "a"}], "trees": [[[0, 0, 1, 2], [0, 0, 1, 2], 0]]}`,
		"a child outside":          `{"features": [{"name": "a"}], "trees": [[[0, 0, 1, 3], 0, 0]]}`,
		"a node that is none":      `{"features": [{"name": "a"}], "trees": [["leaf"]]}`,
		"a calibration that falls": `{"features": [{"name": "a"}], "calibration": [{"log_odds": 0, "probability": 0.5}, {"log_odds": 1, "probability": 0.4}]}`,
	} {
		if _, err := fit.Read([]byte(written)); err == nil {
			t.Errorf("%s: read without an error", name)
		}
	}
}
