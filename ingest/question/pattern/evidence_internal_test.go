package pattern

import (
	"slices"
	"testing"
)

func TestTheModelTakesWhatItIsTold(t *testing.T) {
	t.Parallel()
	if got, want := newModel().Names(), Features(); !slices.Equal(got, want) {
		t.Errorf("the model takes %v, and is told %v", got, want)
	}
}
