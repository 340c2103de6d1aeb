package quantity

import (
	"slices"
	"strings"

	"github.com/quarrykb/quarry"
)

// inMoney reads three digits behind a comma as a group, and not as decimals,
// where they are of a sum: a tenth of a cent is not written. Prices for something
// have them: "2,125 USD per GPU hour". What a point is, the whole document says:
// "1.859 EUR" has decimals beside "1.5 kg".
func (s *quantityScanner) inMoney(m *measure) {
	if m.doubtful != ',' || !m.paid && s.isForSomething() {
		return
	}
	unit, ok := s.system.FindUnit(m.unit)
	if !ok || !unit.isCurrency() {
		return
	}
	const thousand = 1000
	m.numeral = m.scaled(thousand)
}

// isForSomething reports whether what stands next says what a price is for.
func (s *quantityScanner) isForSomething() bool {
	rest := strings.TrimLeft(s.rest(), " \u00a0")
	return strings.HasPrefix(rest, "/") || slices.ContainsFunc(s.system.words.per, func(per string) bool { return strings.HasPrefix(rest, per) })
}

// IsMoney reports whether a kind is one of sums, or of prices for something. Currencies
// do not convert into each other, so that each has a kind of its own.
func IsMoney(kind quarry.QuantityKind) bool { return strings.HasPrefix(string(kind), "currency") }

// isCurrency reports whether a unit is a currency, and no price for anything nor a
// multiple.
func (u Unit) isCurrency() bool {
	return IsMoney(u.Kind) && u.Factor == 1 && !strings.Contains(u.Symbol, "/")
}
