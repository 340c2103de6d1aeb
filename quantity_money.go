package quarry

import "strings"

// inMoney reads three digits behind a comma as a group, and not as decimals,
// where they are of a sum: nobody writes a tenth of a cent. Behind a point they
// are a group where the currency stands behind the sum, as those write it who
// group with points: "250.000 €", but "$3.125" of a document with a decimal point.
func (s *quantityScanner) inMoney(m *measure) {
	if m.doubtful == 0 || m.doubtful == '.' && m.paid {
		return
	}
	unit, ok := s.lexicon.FindUnit(m.unit)
	if !ok || !unit.isMoney() {
		return
	}
	const thousand = 1000
	m.numeral = m.scaled(thousand)
}

// isMoney reports whether a unit is a currency, and no price for anything nor a
// multiple.
func (u Unit) isMoney() bool {
	return strings.HasPrefix(string(u.Kind), currencyKind) && u.Factor == 1 && !strings.Contains(u.Symbol, "/")
}
