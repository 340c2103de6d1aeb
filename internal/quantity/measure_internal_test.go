package quantity

import (
	"testing"

	"github.com/quarrykb/quarry"
)

func TestPricesAreMoneyToo(t *testing.T) {
	t.Parallel()
	for kind, want := range map[quarry.QuantityKind]bool{"currency": true, "currency_per_hour": true, "mass": false} {
		if IsMoney(kind) != want {
			t.Errorf("IsMoney(%q) is %t", kind, !want)
		}
	}
}
