package quantity

import (
	"math"
	"slices"
	"strings"
	"unicode"

	"github.com/quarrykb/quarry"
)

// ReadQuantity reads the quantity that a text begins with, after words such as
// "up to": a number, a product or a range, a qualifier, and a unit of the
// lexicon. The quantity's text is the text as written, up to the unit's end and
// the marks of footnotes behind it. A text that does not begin with a number is
// no quantity, nor is one whose number is part of something else: an
// alternative, a version, a date, a ratio of two. A ratio to one ("9.0:1") is a
// number.
func (l *System) ReadQuantity(text string) (quarry.Quantity, bool) {
	return l.ReadQuantityIn(DecimalPoint, text)
}

// ReadQuantityIn is ReadQuantity for a document that writes its numbers in a
// style.
func (l *System) ReadQuantityIn(style NumberStyle, text string) (quarry.Quantity, bool) {
	text = strings.TrimSpace(text)
	if plain, ok := l.plainQuantity(style, text); ok {
		return plain, true
	}
	s := quantityScanner{system: l, style: style, text: text}
	return s.read()
}

type quantityScanner struct {
	system  *System
	style   NumberStyle
	kind    quarry.QuantityKind // what is looked for; "" for anything
	text    string
	at      int
	formula int  // where the dollar sign stands that ends a formula; 0 outside of one
	pair    bool // whether "between" announces two numbers
	refused bool // whether the number is part of something that is no quantity

	doubtful rune // the decimal separator of the last digits, where it could group thousands as well
}

// read reads the quantity that the text begins with. A dollar sign opens a
// formula where another one closes it right behind the quantity, and is money
// everywhere else.
func (s *quantityScanner) read() (quarry.Quantity, bool) {
	if s.opensFormula() {
		if q, ok := s.quantity(); ok && s.at > s.formula {
			return q, true
		}
		s.at, s.formula, s.refused = 0, 0, false
	}
	return s.quantity()
}

// longestFormula is how many bytes of a formula may hold a quantity.
const longestFormula = 100

func (s *quantityScanner) opensFormula() bool {
	inside, ok := strings.CutPrefix(s.text[:min(len(s.text), longestFormula)], "$")
	end := strings.IndexByte(inside, '$')
	if !ok || end < 1 || inside[0] == ' ' || strings.IndexByte(" -–$,", inside[end-1]) >= 0 {
		return false
	}
	if startsWithDigits(s.text[end+2:], 1) { // "$40 to $130"
		return false
	}
	s.at, s.formula = 1, end+1
	return true
}

func (s *quantityScanner) quantity() (quarry.Quantity, bool) {
	q := quarry.Quantity{Qualifier: s.qualifiers()}
	around := s.takeAny("±", "+/-", "+/−", `\pm`)
	s.space()
	first, ok := s.measure()
	if !ok {
		return quarry.Quantity{}, false
	}
	if around {
		q.Bounds, q.Step, q.Qualifier = between(-math.Abs(first.value), math.Abs(first.value), first.unit), first.step, quarry.Range
	} else {
		s.extend(&q, first)
	}
	s.marks(q.Unit)
	if s.formula > 0 {
		s.space()
	}
	q.Text = strings.TrimSpace(s.text[:s.at])
	openBounds(&q)
	return q, !s.refused && q.Finite() && !s.continues(q.Unit)
}

// extend reads what may follow the first number and its unit: the other end of
// a range, or else a tolerance and a qualifier that stands behind.
func (s *quantityScanner) extend(q *quarry.Quantity, first measure) {
	if low, high, ranged := s.rangeEnd(first); ranged {
		q.Bounds, q.Step, q.Qualifier = between(low.value, high.value, high.unit), max(low.step, high.step), quarry.Range
		return
	}
	by, tolerated := s.tolerance(&first)
	q.Bounds, q.Step = quarry.Single(first.value, first.unit), first.step
	if tolerated {
		q.Bounds, q.Step, q.Qualifier = between(Tidy(first.value-by.value), Tidy(first.value+by.value), first.unit), max(first.step, by.step), quarry.Range
	}
	behind := s.behind()
	if first.more {
		behind = quarry.AtLeast
	}
	if q.Qualifier == quarry.Exact {
		q.Qualifier = behind
	}
}

func between(low, high float64, unit string) quarry.Bounds {
	return quarry.Bounds{Min: &low, Max: &high, Unit: unit}
}

// openBounds opens the side that a qualifier leaves open.
func openBounds(q *quarry.Quantity) {
	switch q.Qualifier {
	case quarry.AtLeast:
		q.Max = nil
	case quarry.LessThan:
		q.Min = nil
	case quarry.Exact, quarry.Approx, quarry.UpTo, quarry.Range:
	}
}

func (s *quantityScanner) rest() string { return s.text[s.at:] }

// space passes white space, and in a formula what stands for it there.
func (s *quantityScanner) space() {
	for {
		start := s.at
		s.at = len(s.text) - len(strings.TrimLeftFunc(s.rest(), unicode.IsSpace))
		if s.formula > 0 && s.at == s.formula {
			s.at++
		}
		s.takeAny(`\,`, `\;`, `\:`, `\!`, `\ `)
		if s.at == start {
			return
		}
	}
}

// take passes a prefix in capitals or not. Most prefixes do not stand here, which
// their first byte tells.
func (s *quantityScanner) take(prefix string) bool {
	const lower = 0x20
	end := s.at + len(prefix)
	if end > len(s.text) || len(prefix) > 0 && s.text[s.at]|lower != prefix[0]|lower {
		return false
	}
	if !strings.EqualFold(s.text[s.at:end], prefix) {
		return false
	}
	s.at = end
	return true
}

func (s *quantityScanner) takeAny(prefixes ...string) bool {
	return slices.ContainsFunc(prefixes, s.take)
}
