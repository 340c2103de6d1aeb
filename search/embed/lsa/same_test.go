package lsa_test

import (
	"bytes"
	"runtime"
	"testing"
)

// It is not parallel: it changes how many processors there are.
func TestAModelIsTheSameToTheLastBitOnAnyNumberOfProcessors(t *testing.T) { //nolint:paralleltest // As it says.
	all := generated(3_000)
	before := runtime.GOMAXPROCS(1)
	defer runtime.GOMAXPROCS(before)
	_, first := trained(t, all)
	for _, processors := range []int{2, 3} {
		runtime.GOMAXPROCS(processors)
		trainer, again := trained(t, all)
		if again.ID() != first.ID() || !bytes.Equal(again.Encode(), first.Encode()) {
			t.Errorf("on %d processors the model is %s, on one it is %s", processors, again.ID(), first.ID())
		}
		if len(trainer.Vector(7)) != first.Dim() {
			t.Errorf("a vector of %d numbers, want %d", len(trainer.Vector(7)), first.Dim())
		}
	}
}
