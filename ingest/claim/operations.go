package claim

import (
	"fmt"
	"strings"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/internal/quantity"
)

// The kinds of what a second of arithmetic is counted in.
const (
	kindOfFLOPS = "flops"
	kindOfOPS   = "ops"
)

// reading is a unit that numbers are read in instead of the one that is written.
type reading struct {
	unit quantity.Unit
	note string // why
}

// asFloating reads operations of a floating-point format as floating-point
// operations, so that they compare: "TOPS" of FP16 are TFLOPS. The value's text
// stays as it is written.
func (r *Reader) asFloating(counted quantity.Unit, precision quarry.DeviceID) (reading, bool) {
	if !strings.HasPrefix(string(counted.Kind), kindOfOPS) || !r.isFloating(precision) {
		return reading{}, false
	}
	kind := quarry.QuantityKind(strings.Replace(string(counted.Kind), kindOfOPS, kindOfFLOPS, 1))
	unit, ok := r.sameSize(kind, counted)
	format, _ := r.lexicon.Device(precision)
	return reading{unit, fmt.Sprintf("read as %s, as %s is a floating-point format", unit.Symbol, format.Name)}, ok
}

// sameSize returns the unit of a kind that is as large as another kind's.
func (r *Reader) sameSize(kind quarry.QuantityKind, as quantity.Unit) (quantity.Unit, bool) {
	for _, unit := range r.lexicon.Units() {
		if unit.Kind == kind && unit.Factor == as.Factor {
			return unit, true
		}
	}
	return quantity.Unit{}, false
}

// isFloating reports whether a number format is one of floating point, by what
// it or its family is called: FP16, BF16, TF32, E4M3.
func (r *Reader) isFloating(id quarry.DeviceID) bool {
	format, ok := r.lexicon.Device(id)
	if !ok || format.Class != quarry.ClassFormat {
		return false
	}
	name := strings.ToLower(strings.Join(append([]string{string(id), format.Name}, format.Aliases...), " "))
	return strings.Contains(name, "float") || strings.Contains(name, "fp") || strings.Contains(name, "e8m0")
}
