package quarry

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// ReadQuantity reads the quantity that a text begins with, after words such as
// "up to": a number or a range, a qualifier, and a unit of the lexicon. The
// quantity's text is the text as written, up to the unit's end. A text that
// does not begin with a number is no quantity.
func (l *Lexicon) ReadQuantity(text string) (Quantity, bool) {
	s := quantityScanner{text: strings.TrimSpace(text)}
	q := Quantity{Qualifier: s.qualifier()}
	low, ok := s.number()
	if !ok {
		return Quantity{}, false
	}
	unit := s.unit(l)
	high, ranged := s.rangeEnd()
	if ranged {
		if further := s.unit(l); further != "" {
			unit = further
		}
		q.Qualifier, q.Bounds = Range, Bounds{Min: &low, Max: &high, Unit: unit}
	} else {
		q.Bounds = Single(low, unit)
		if s.take("+") {
			q.Qualifier = AtLeast
		}
	}
	if currency := s.currency; currency != "" {
		q.Unit = currency
	}
	s.take("*")
	q.Text = strings.TrimSpace(s.text[:s.at])
	q.openBounds()
	return q, !s.continues()
}

// openBounds opens the side that a qualifier leaves open.
func (q *Quantity) openBounds() {
	switch q.Qualifier {
	case AtLeast:
		q.Max = nil
	case LessThan:
		q.Min = nil
	case Exact, Approx, UpTo, Range:
	}
}

type quantityScanner struct {
	text     string
	at       int
	currency string
}

func (s *quantityScanner) rest() string { return s.text[s.at:] }

func (s *quantityScanner) space() {
	s.at = len(s.text) - len(strings.TrimLeftFunc(s.rest(), unicode.IsSpace))
}

func (s *quantityScanner) take(prefix string) bool {
	if len(s.rest()) < len(prefix) || !strings.EqualFold(s.rest()[:len(prefix)], prefix) {
		return false
	}
	s.at += len(prefix)
	return true
}

// qualifier reads the marks and words before a number.
func (s *quantityScanner) qualifier() Qualifier {
	for _, mark := range []struct {
		text string
		is   Qualifier
	}{
		{"up to ", UpTo},
		{"at least ", AtLeast},
		{"more than ", AtLeast},
		{"over ", AtLeast},
		{"less than ", LessThan},
		{"under ", LessThan},
		{"approximately ", Approx},
		{"approx. ", Approx},
		{"about ", Approx},
		{"around ", Approx},
		{"~", Approx},
		{"≈", Approx},
		{"≥", AtLeast},
		{">=", AtLeast},
		{">", AtLeast},
		{"≤", UpTo},
		{"<=", UpTo},
		{"<", LessThan},
	} {
		if s.take(mark.text) {
			s.space()
			return mark.is
		}
	}
	return Exact
}

// number reads one decimal number with thousands separators.
func (s *quantityScanner) number() (float64, bool) {
	start := s.at
	if s.take("$") {
		s.currency = "USD"
	}
	digits := s.digits()
	value, err := strconv.ParseFloat(digits, 64)
	if err != nil {
		s.at = start
		return 0, false
	}
	return value, true
}

// digits reads digits, dropping separators between groups of three.
func (s *quantityScanner) digits() string {
	var number strings.Builder
	for s.at < len(s.text) {
		r, size := utf8.DecodeRuneInString(s.rest())
		switch {
		case r >= '0' && r <= '9':
			number.WriteRune(r)
		case r == '.' && startsWithDigits(s.rest()[size:], 1) && !strings.Contains(number.String(), "."):
			number.WriteRune(r)
		case (r == ',' || r == '\u2009' || r == '\u202f' || r == '\u00a0') && number.Len() > 0 && groupOfThree(s.rest()[size:]):
		default:
			return number.String()
		}
		s.at += size
	}
	return number.String()
}

func startsWithDigits(text string, count int) bool {
	if len(text) < count {
		return false
	}
	for i := range count {
		if text[i] < '0' || text[i] > '9' {
			return false
		}
	}
	return true
}

func groupOfThree(text string) bool {
	return startsWithDigits(text, 3) && !startsWithDigits(text, 4)
}

// longestUnit is the most words that a unit's spelling has.
const longestUnit = 3

// unit reads the longest spelling of a unit that stands here.
func (s *quantityScanner) unit(l *Lexicon) string {
	start := s.at
	if s.currency != "" {
		return ""
	}
	s.space()
	fields := strings.Fields(s.rest())
	for words := min(len(fields), longestUnit); words > 0; words-- {
		spelled := strings.Join(fields[:words], " ")
		if !strings.HasPrefix(s.rest(), spelled) {
			continue
		}
		for _, cut := range []string{spelled, strings.TrimRight(spelled, ".,;:)*+]"), beforeRange(spelled)} {
			if unit, ok := l.FindUnit(cut); ok && cut != "" {
				s.at += len(cut)
				return unit.Symbol
			}
		}
	}
	s.at = start
	return ""
}

// beforeRange cuts "40W-130W" behind its first unit.
func beforeRange(spelled string) string {
	before, _, _ := strings.Cut(spelled, "-")
	before, _, _ = strings.Cut(before, "–")
	return before
}

// rangeEnd reads "-130" of "40-130".
func (s *quantityScanner) rangeEnd() (float64, bool) {
	start := s.at
	s.space()
	for _, dash := range []string{"-", "–", "—", "to "} {
		if !s.take(dash) {
			continue
		}
		s.space()
		if value, ok := s.number(); ok {
			return value, true
		}
		break
	}
	s.at = start
	return 0, false
}

// continues reports whether a letter or digit follows at once: "4th" and
// "1.3x" are no quantities, nor is the "3" of "3D".
func (s *quantityScanner) continues() bool {
	r, _ := utf8.DecodeRuneInString(s.rest())
	return unicode.IsLetter(r) || unicode.IsDigit(r) || r == '×'
}
