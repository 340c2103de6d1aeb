package quantity

import (
	"testing"

	"github.com/quarrykb/quarry"
)

func TestPricesAreMoneyToo(t *testing.T) {
	t.Parallel()
	for kind, want := range map[quarry.QuantityKind]bool{"currency": true, "currency_per_hour": true, "mass": false} {
		if isMoney(kind) != want {
			t.Errorf("isMoney(%q) is %t", kind, !want)
		}
	}
}
