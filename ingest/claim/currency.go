package claim

import (
	"strings"

	"github.com/quarrykb/quarry"
)

// axisCurrency is the currency of a price: rates change, so prices in two of
// them neither disagree nor compare.
const axisCurrency quarry.Axis = "currency"

// currencyOf returns the currency that a claim's number is in, as conditions
// have it ("usd"); "" where it is no sum of money.
func (r *Reader) currencyOf(c *claimed) string {
	if kind := c.attribute.Kind; c.quantity.Unit == "" || kind != "" && !isMoney(kind) {
		return ""
	}
	unit, ok := r.lexicon.FindUnit(c.quantity.Unit)
	if !ok || !isMoney(unit.Kind) {
		return ""
	}
	code, _, _ := strings.Cut(unit.Base, "/")
	return strings.ToLower(code)
}

// isMoney reports whether a kind is one of sums, or of prices for something.
func isMoney(kind quarry.QuantityKind) bool { return strings.HasPrefix(string(kind), "currency") }
