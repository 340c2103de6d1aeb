package judged

import (
	"slices"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/internal/quantity"
)

// Judge tells which served specs are the judged ones.
type Judge struct{ units units }

// NewJudge returns a judge that converts by these units.
func NewJudge(system *quantity.System) *Judge {
	u := units{system, map[string][]quantity.Unit{}}
	for _, unit := range system.Units() {
		for _, spelling := range append([]string{unit.Symbol}, unit.Aliases...) {
			u.spelled[spelling] = append(u.spelled[spelling], unit)
		}
	}
	return &Judge{u}
}

// Reason is why a judged spec was missed.
type Reason string

// The reasons, each where nothing before it is one.
const (
	Found           Reason = ""               // it was not
	NothingNearby   Reason = "nothing nearby" // no spec was served of its line, or of those about it
	WrongUnit       Reason = "unit"           // one is all else but in another unit, or in none
	OtherValue      Reason = "value"          // none has its value
	OtherDevice     Reason = "device"         // those with its value are of other things
	AnotherProperty Reason = "attribute"      // those of its device with its value are of another attribute
)

// Reasons lists why specs are missed.
func Reasons() []Reason {
	return []Reason{NothingNearby, OtherValue, WrongUnit, OtherDevice, AnotherProperty}
}

// nearby is by how many lines the place of a spec may be off: it may stand in a title, a
// row that goes on, or the line above its value.
const nearby = 2

// standsAt reports whether a served spec's lines hold one, give or take some.
func standsAt(served *quarry.Spec, line, off int) bool {
	source := served.Source
	return source.LineStart-off <= line && line <= max(source.LineStart, source.LineEnd)+off
}

// matches returns which of the specs served of a sheet are a judged one, by index, and why
// none is.
func (j *Judge) matches(gold *Spec, served []quarry.Spec) ([]int, Reason) {
	var near []int
	for i := range served {
		if standsAt(&served[i], gold.Line, nearby) {
			near = append(near, i)
		}
	}
	some := func(of []int, is func(*quarry.Spec) bool) []int {
		return slices.DeleteFunc(slices.Clone(of), func(i int) bool { return !is(&served[i]) })
	}
	device := func(s *quarry.Spec) bool { return gold.isOf(s.Device) }
	attribute := func(s *quarry.Spec) bool { return gold.isNamed(s.Attribute) }
	valued := some(near, func(s *quarry.Spec) bool { return j.units.saysValue(gold, s) })
	ofDevice := some(valued, device)
	found := some(ofDevice, attribute)
	switch {
	case len(near) == 0:
		return nil, NothingNearby
	case len(valued) == 0 && len(some(some(some(near, gold.saysNumber), device), attribute)) > 0:
		return nil, WrongUnit
	case len(valued) == 0:
		return nil, OtherValue
	case len(ofDevice) == 0:
		return nil, OtherDevice
	case len(found) == 0:
		return nil, AnotherProperty
	}
	return found, Found
}

// isOn reports whether a served spec is one of the numbers of a line.
func (n *Number) isOn(served *quarry.Spec) bool {
	return standsAt(served, n.Line, 0) && slices.ContainsFunc(ends(served.Value.Min, served.Value.Max), func(is float64) bool {
		return slices.ContainsFunc(n.Values, func(value float64) bool { return isNear(is, value) })
	})
}
