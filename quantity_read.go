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
// does not begin with a number is no quantity, nor is one whose number is part
// of something else: a product, an alternative, a version, a ratio of two.
func (l *Lexicon) ReadQuantity(text string) (Quantity, bool) { return l.ReadQuantityIn(DecimalPoint, text) }

// ReadQuantityIn is ReadQuantity for a document that writes its numbers in a
// style.
func (l *Lexicon) ReadQuantityIn(style NumberStyle, text string) (Quantity, bool) {
	_ = style
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
	if s.currency != "" {
		q.Unit = s.currency
	}
	s.take("*")
	q.Text = strings.TrimSpace(s.text[:s.at])
	q.openBounds()
	return q, !s.continues(l, q.Unit)
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

// number reads one decimal number with thousands separators, and the power of
// ten that it may be multiplied by.
func (s *quantityScanner) number() (float64, bool) {
	start := s.at
	if s.take("$") {
		s.currency = "USD"
	}
	value, err := strconv.ParseFloat(s.power(s.digits()), 64)
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
	fields := firstFields(s.rest(), longestUnit)
	for words := len(fields); words > 0; words-- {
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

func firstFields(text string, most int) []string {
	var fields []string
	for field := range strings.FieldsSeq(text) {
		if fields = append(fields, field); len(fields) == most {
			break
		}
	}
	return fields
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

// continues reports whether what follows makes the number part of something
// else.
func (s *quantityScanner) continues(l *Lexicon, unit string) bool {
	rest := s.rest()
	next, size := utf8.DecodeRuneInString(rest)
	switch {
	case rest == "":
		return false
	case unicode.IsLetter(next) || unicode.IsDigit(next) || strings.ContainsRune(`×^\$`, next): // "4th", "2^16"
		return true
	case unicode.IsNumber(next) && unit == "": // "5²"
		return true
	case strings.ContainsRune(".,:/'’", next) && startsWithDigits(rest[size:], 1): // "1.5.2", "16:9"
		return true
	case s.currency != "" && s.perOrTimes(l): // "$2 per hour", "$3 million"
		return true
	}
	return s.anotherNumber(unit)
}

// anotherNumber reports whether a second number stands right behind: "1 979",
// "2 × 48 GB", "64 or 80 GB". Behind a unit it is another matter: "80 GB
// 5120-bit".
func (s *quantityScanner) anotherNumber(unit string) bool {
	rest := strings.TrimLeftFunc(s.rest(), unicode.IsSpace)
	if startsWithDigits(rest, 1) {
		return unit == "" || unit == "x"
	}
	if strings.HasPrefix(rest, `\`) { // LaTeX goes on
		return true
	}
	for _, alternative := range []string{"or ", "/", "× ", "x "} {
		further, ok := strings.CutPrefix(rest, alternative)
		if ok && startsWithDigits(strings.TrimSpace(further), 1) {
			return true
		}
	}
	return false
}

// perOrTimes reports whether the sum of money is one of many, or many times
// what it says.
func (s *quantityScanner) perOrTimes(l *Lexicon) bool {
	rest := strings.TrimSpace(s.rest())
	if strings.HasPrefix(rest, "/") || strings.HasPrefix(rest, "per ") {
		return true
	}
	word, _, _ := strings.Cut(rest, " ")
	unit, ok := l.FindUnitOf("count", strings.TrimRight(word, ".,;)"))
	return ok && unit.Factor > 1
}
