package pattern

import (
	"slices"
	"testing"

	"github.com/quarrykb/quarry/internal/fit"
)

func TestTheModelTakesWhatItIsTold(t *testing.T) {
	t.Parallel()
	if got, want := fit.Embedded(modelData).Names(), Features(); !slices.Equal(got, want) {
		t.Errorf("the model takes %v, and is told %v", got, want)
	}
}
