package quantity

import (
	"slices"
	"strings"
)

// foldedUnits returns units by their spellings in lower case.
func foldedUnits(units []Unit) map[string][]Unit {
	folded := map[string][]Unit{}
	for _, unit := range units {
		for _, spelled := range append([]string{unit.Symbol}, unit.Aliases...) {
			key := strings.ToLower(spelled)
			if !slices.ContainsFunc(folded[key], func(u Unit) bool { return u.Symbol == unit.Symbol }) {
				folded[key] = append(folded[key], unit)
			}
		}
	}
	return folded
}

// FindFold returns the units that are spelled so in any case: of "gb" those of bytes and
// of bits.
func (l *System) FindFold(spelling string) []Unit { return l.folded()[strings.ToLower(spelling)] }

// FindParts returns the unit whose parts are spelled so: TB/s of "terabytes/s" and of
// "terabytes per s".
func (l *System) FindParts(spelling string) (Unit, bool) {
	parts := strings.Split(strings.ReplaceAll(strings.ToLower(spelling), " per ", "/"), "/")
	if len(parts) == 1 {
		return Unit{}, false
	}
	for i, part := range parts {
		unit, known := l.FindUnit(strings.TrimSpace(part))
		if !known {
			return Unit{}, false
		}
		parts[i] = unit.Symbol
	}
	return l.FindUnit(strings.Join(parts, "/"))
}

// Plural returns a unit as it stands behind several: "compute units". A unit without
// such a spelling, as symbols are, stays as it is.
func (l *System) Plural(unit string) string {
	const shortestWord = 4
	known, ok := l.FindUnit(unit)
	several, same := l.FindUnit(unit + "s")
	if len(unit) < shortestWord || !ok || !same || several.Symbol != known.Symbol || several.Kind != known.Kind {
		return unit
	}
	return unit + "s"
}
