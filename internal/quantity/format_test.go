package quantity_test

import (
	"testing"

	"github.com/quarrykb/quarry/internal/quantity"
)

func TestANumberIsWrittenWithAllItsDigitsWhileTheyAreFew(t *testing.T) {
	t.Parallel()
	for value, want := range map[float64]string{
		0: "0", 3.35: "3.35", -1000000: "-1000000", 1e14: "100000000000000", 1e15: "1e+15", 1e-6: "0.000001", 2.5e-7: "2.5e-07",
	} {
		if got := quantity.Format(value); got != want {
			t.Errorf("Format(%v) = %q, want %q", value, got, want)
		}
	}
}
