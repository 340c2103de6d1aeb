package claim

import (
	"strconv"
	"strings"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/internal/quantity"
)

// noteProduct notes that a value is what factors come to: "8 × 80 GB" may be of
// one device or of eight.
func noteProduct(spec *quarry.Spec) {
	if factors := quantity.FactorsOf(spec.Value.Text); len(factors) > 1 && !isCountOf(factors[0], spec.Value) {
		spec.Notes = append(spec.Notes, "a product: "+strings.Join(factors, " times "))
	}
}

// isCountOf reports whether a value is a factor of its own text.
func isCountOf(factor string, value quarry.Quantity) bool {
	count, err := strconv.ParseFloat(strings.ReplaceAll(factor, ",", ""), 64)
	return err == nil && value.Min != nil && value.Max != nil && *value.Min == count && *value.Max == count
}
