package quantity

import (
	"iter"
	"math"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/quarrykb/quarry"
)

// ReadQuantity reads the quantity that a text begins with, after words such as
// "up to": a number, a product or a range, a qualifier, and a unit of the
// lexicon. The quantity's text is the text as written, up to the unit's end and
// the marks of footnotes behind it. A text that does not begin with a number is
// no quantity, nor is one whose number is part of something else: an
// alternative, a version, a date, a ratio of two. A ratio to one ("9.0:1") is a
// number.
func (s *System) ReadQuantity(text string) (quarry.Quantity, bool) {
	return s.ReadQuantityIn(DecimalPoint, text)
}

// ReadQuantityIn is ReadQuantity for a document that writes its numbers in a
// style.
func (s *System) ReadQuantityIn(style NumberStyle, text string) (quarry.Quantity, bool) {
	scanner := quantityScanner{system: s, style: style, text: strings.TrimSpace(text)}
	return scanner.read()
}

// ReadValue reads a text that is a quantity and nothing else, with what that comes to in the base
// unit, where there is one. A unit that is not known is a single word.
func (s *System) ReadValue(text string) (quarry.Quantity, quarry.Bounds, bool) {
	text = strings.TrimSpace(text)
	read, ok := s.ReadQuantity(text)
	unit := strings.TrimSpace(strings.TrimPrefix(text, read.Text))
	if !ok || unit != "" && (read.Unit != "" || strings.ContainsFunc(unit, unicode.IsSpace)) {
		return quarry.Quantity{}, quarry.Bounds{}, false
	}
	if unit != "" {
		read.Unit = unit
	}
	read.Text = text
	return read, s.Normalize(read.Bounds), read.Finite()
}

// ReadGrouped is ReadQuantityIn for a number whose thousands plain spaces part, "12 500
// €", which may be several numbers elsewhere. It returns false if no space does.
func (s *System) ReadGrouped(style NumberStyle, text string) (quarry.Quantity, bool) {
	scanner := quantityScanner{system: s, style: style, text: strings.TrimSpace(text), spaces: true}
	q, ok := scanner.read()
	if !ok || scanner.spaced == 0 || scanner.spaced > len(q.Text) {
		return quarry.Quantity{}, false
	}
	return q, true
}

type quantityScanner struct {
	system  *System
	style   NumberStyle
	kind    quarry.QuantityKind // what is looked for; "" for anything
	before  string              // what stands before the text
	text    string
	at      int
	formula int  // where the dollar sign stands that ends a formula; 0 outside of one
	pair    bool // whether "between" announces two numbers
	spaces  bool // whether plain spaces part thousands
	spaced  int  // where the last number ends whose thousands they part
	single  bool // whether a sign of multiplication ends a number
	listed  bool // whether a stroke does
	refused bool // whether the number is part of something that is no quantity

	doubtful rune // the decimal separator of the last digits, where it could group thousands as well
}

// read reads the quantity that the text begins with. A dollar sign opens a
// formula where another one closes it right behind the quantity, and is money
// everywhere else.
func (s *quantityScanner) read() (quarry.Quantity, bool) {
	outside := *s
	if s.opensFormula() {
		if q, ok := s.quantity(); ok && s.at > s.formula {
			return q, true
		}
		*s = outside
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
	if startsWithDigit(s.text[end+2:]) { // "$40 to $130"
		return false
	}
	s.at, s.formula = 1, end+1
	return true
}

func (s *quantityScanner) quantity() (quarry.Quantity, bool) {
	q, ok := s.item()
	return q, ok && !s.continues(q.Unit)
}

// item reads a quantity that stands here, whatever follows.
func (s *quantityScanner) item() (quarry.Quantity, bool) {
	start := s.at
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
		start = 0
	}
	q.Text = strings.TrimSpace(s.text[start:s.at])
	openBounds(&q)
	return q, !s.refused && q.Finite()
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

// back returns to where a reading began that found nothing, and says so: false.
func (s *quantityScanner) back(start int) bool {
	s.at = start
	return false
}

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

// FindQuantity finds the first quantity in a text that measures a kind, or that
// has any unit of the lexicon where no kind is given, and where it begins: its
// text stands there as it is written. A number without a unit is none, nor is
// half of a word or of a device's name: "RTX 4090" holds no 4090.
func (s *System) FindQuantity(style NumberStyle, text string, kind quarry.QuantityKind) (quarry.Quantity, int, bool) {
	text = strings.TrimRightFunc(text, unicode.IsSpace)
	for at := 0; at < len(text); {
		if begins(text, at) && !IsFactor(text[:at]) {
			scanner := quantityScanner{system: s, style: style, kind: kind, before: text[:at], text: text[at:]}
			if q, ok := scanner.read(); ok && s.measures(q, kind) && !s.isNamed(text[:at], q) {
				return q, at, true
			}
		}
		at = nextStart(text, at)
	}
	return quarry.Quantity{}, 0, false
}

// FindAll goes over the quantities of a text, each with where it begins and as
// FindQuantity finds it behind the one before.
func (s *System) FindAll(style NumberStyle, text string, kind quarry.QuantityKind) iter.Seq2[int, quarry.Quantity] {
	return func(yield func(int, quarry.Quantity) bool) {
		for at := 0; ; {
			q, start, ok := s.FindQuantity(style, text[at:], kind)
			if !ok || !yield(at+start, q) {
				return
			}
			at += start + len(q.Text)
		}
	}
}

func (s *System) measures(q quarry.Quantity, kind quarry.QuantityKind) bool {
	if kind == "" {
		_, ok := s.FindUnit(q.Unit)
		return ok && q.Unit != ""
	}
	_, ok := s.FindUnitOf(kind, q.Unit)
	return ok
}

// begins reports whether a quantity may begin here: at a digit, a sign or a
// word that stands behind nothing that it could be a part of.
func begins(text string, at int) bool {
	before, _ := utf8.DecodeLastRuneInString(text[:at])
	if at > 0 && (unicode.IsLetter(before) || unicode.IsNumber(before) || strings.ContainsRune("-–.,:/'’_^$~\\", before)) {
		if !strings.ContainsRune(",:/–", before) || isJoined(text, at) {
			return false
		}
	}
	first, _ := utf8.DecodeRuneInString(text[at:])
	return !unicode.IsSpace(first)
}

// isJoined reports whether a mark stands between two characters of one thing:
// "16:9", "and/or".
func isJoined(text string, at int) bool {
	_, size := utf8.DecodeLastRuneInString(text[:at])
	before, _ := utf8.DecodeLastRuneInString(text[:at-size])
	return at > size && !unicode.IsSpace(before)
}

// nextStart returns where the next word, number or mark begins.
func nextStart(text string, at int) int {
	first, size := utf8.DecodeRuneInString(text[at:])
	at += size
	if !unicode.IsLetter(first) && !unicode.IsNumber(first) {
		return at
	}
	for at < len(text) {
		r, size := utf8.DecodeRuneInString(text[at:])
		joins := strings.ContainsRune(".,'’", r) && startsWithDigit(text[at+size:])
		if !unicode.IsLetter(r) && !unicode.IsNumber(r) && !joins {
			break
		}
		at += size
	}
	return at
}

// isNamed reports whether a number that counts things belongs to the name
// before it: "an RTX 4090 GPU".
func (s *System) isNamed(before string, q quarry.Quantity) bool {
	const longest = 20
	_, counted := s.FindUnitOf(Count, q.Unit)
	if !counted || !startsWithDigit(q.Text) {
		return false
	}
	before = before[max(0, len(before)-longest):]
	words := strings.TrimRight(before, " -\u00a0")
	word := words[strings.LastIndexAny(words, " (|/,")+1:]
	const shortest = 2
	if len(word) < shortest || len(words) == len(before) {
		return false
	}
	for _, r := range word {
		if !unicode.IsUpper(r) {
			return false
		}
	}
	return true
}
