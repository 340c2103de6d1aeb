package check

import (
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/internal/quantity"
)

// number is a number in a text and what it counts or measures.
type number struct {
	quarry.Quantity

	kind   quarry.QuantityKind // "" for what is only counted
	noun   string              // stem of the word that it counts; "" where nobody says
	clause int
	at     int  // where it begins
	denied bool // "not 32"
	worded bool // written in words
}

// longestNumber is how many bytes a number with its unit and qualifiers has.
const longestNumber = 64

// quantity reads the number that begins there, in digits or in words.
func (s *scanner) quantity(at, end int) bool {
	if s.numbers >= mostNumbers {
		return false
	}
	window := s.text[at:min(end, at+longestNumber)]
	for len(window) > 0 && !utf8.ValidString(window) {
		window = window[:len(window)-1]
	}
	if isLetter(window[0]) && !isQualifier(firstWord(window)) {
		return s.worded(at, window)
	}
	q, ok := s.inDigits(window)
	if !ok || s.inName(at, len(q.Text)) || !endsThere(window, len(q.Text)) || s.inFormula(at, at+len(q.Text)) || !strings.HasPrefix(window, q.Text) {
		return false
	}
	if share, ok := s.shareOf(q, at, end); ok {
		q = share
	}
	s.addNumber(at, at+len(q.Text), number{Quantity: q})
	return true
}

// inDigits reads the number in digits that a text begins with.
func (s *scanner) inDigits(window string) (quarry.Quantity, bool) {
	q, ok := s.lexicon.ReadQuantityIn(quantity.DecimalPoint, window)
	for _, parting := range []string{" or ", " and ", ", "} {
		if before, _, several := strings.Cut(window, parting); !ok && several { // "32 or 64" is no number, but two
			q, ok = s.lexicon.ReadQuantityIn(quantity.DecimalPoint, before)
		}
	}
	if !ok && hasDecimalComma(window) {
		q, ok = s.lexicon.ReadQuantityIn(quantity.DecimalComma, window)
		ok = ok && q.Unit != ""
	}
	return q, ok
}

// hasDecimalComma reports whether a number has a comma before one or two digits: "1,2 TB/s".
func hasDecimalComma(text string) bool {
	const most = 2
	before, behind, ok := strings.Cut(text, ",")
	digits := len(behind) - len(strings.TrimLeft(behind, "0123456789"))
	return ok && digits > 0 && digits <= most && before != "" && strings.Trim(before, "0123456789") == ""
}

// inName reports whether a number belongs to the name of a model, as in "Llama 3 8B": a
// letter follows it without a space, and a name with a number or with a hyphen stands
// before it.
func (s *scanner) inName(at, length int) bool {
	written := s.text[at : at+length]
	if digits := strings.TrimRight(written, "bB"); len(digits) != length-1 || !isDigit(digits[len(digits)-1]) || len(s.tokens) == 0 || at == 0 {
		return false
	}
	last := s.tokens[len(s.tokens)-1]
	if last.end != at-1 || last.kind != numberToken && last.kind != wordToken {
		return false
	}
	if s.text[at-1] == '-' || last.kind == wordToken && s.text[last.start] >= 'A' && s.text[last.start] <= 'Z' {
		return true
	}
	const two = 2
	if len(s.tokens) < two || strings.Trim(s.text[last.start:last.end], "0123456789.") != "" {
		return false
	}
	name := s.tokens[len(s.tokens)-two]
	return name.kind == wordToken && name.end == last.start-1
}

// shareOf reads a quantity of something for a quantity of the same kind as the share that
// it is: "20 g per kg" are 2 %.
func (s *scanner) shareOf(q quarry.Quantity, at, end int) (quarry.Quantity, bool) {
	const whole = 100
	text, rest := q.Text, s.text[min(end, at+len(q.Text)):min(end, at+2*longestNumber)]
	for len(rest) > 0 && !utf8.ValidString(rest) {
		rest = rest[:len(rest)-1]
	}
	if before, behind, ok := strings.Cut(q.Text, " per "); ok { // the unit was read with it
		text, rest = before, " per "+behind+rest
	}
	length := 0
	for _, word := range []string{" per ", " for each ", " for every ", " to each ", " to every "} {
		if strings.HasPrefix(rest, word) {
			length = len(word)
		}
	}
	if length == 0 {
		return q, false
	}
	part, _ := s.lexicon.ReadQuantityIn(quantity.DecimalPoint, text)
	of, written := s.measureAt(rest[length:])
	one, known := s.lexicon.FindUnit(part.Unit)
	other, also := s.lexicon.FindUnit(of.Unit)
	if !known || !also || one.Kind != other.Kind || one.Kind == countKind || one.Offset != 0 {
		return q, false
	}
	percent := middle(s.lexicon.Normalize(part.Bounds)) / middle(s.lexicon.Normalize(of.Bounds)) * whole
	return quarry.Quantity{
		Bounds: quarry.Single(percent, "%"), Text: s.text[at : at+len(text)+length+written], Qualifier: part.Qualifier,
	}, true
}

// measureAt reads a quantity, or a unit that stands for one of it, and returns how many
// bytes it has.
func (s *scanner) measureAt(text string) (quarry.Quantity, int) {
	if len(text) > 0 && isDigit(text[0]) {
		q, _ := s.lexicon.ReadQuantityIn(quantity.DecimalPoint, text)
		return q, len(q.Text)
	}
	word := text
	if end := strings.IndexFunc(text, func(r rune) bool { return !unicode.IsLetter(r) }); end >= 0 {
		word = text[:end]
	}
	q, _ := s.lexicon.ReadQuantityIn(quantity.DecimalPoint, "1 "+word)
	return q, len(word)
}

// inFormula reports whether a number is a part of a formula: "2(n-1)", "S/2".
func (s *scanner) inFormula(start, end int) bool {
	if end < len(s.text) && s.text[end] == '(' {
		return true
	}
	return start > 1 && strings.IndexByte("/^", s.text[start-1]) >= 0 && isLetter(s.text[start-2])
}

// addNumber takes a number in, and forgets what units of no meaning here say: what
// is counted is no other kind of number for it.
func (s *scanner) addNumber(start, end int, n number) {
	s.numbers++
	n.at = start
	if unit, ok := s.lexicon.FindUnit(n.Unit); ok && n.Unit != "" {
		n.kind = unit.Kind
		if unit.Kind == countKind {
			n.kind = ""
			n.Bounds = unit.Normalize(n.Bounds)
			n.Step *= unit.Factor
			n.noun = nounOf(unit)
			n.Unit = ""
		}
	}
	s.tokens = append(s.tokens, token{kind: numberToken, start: start, end: end, number: n, code: s.code, head: s.head})
}

// nounOf returns what a unit of things counts; "" for a million of anything.
func nounOf(unit quantity.Unit) string {
	if unit.Factor != 1 || unit.Symbol == "1" {
		return ""
	}
	return strings.ToLower(unit.Symbol)
}

const countKind = "count"

// endsThere reports whether no word goes on behind a number.
func endsThere(window string, at int) bool {
	next, _ := utf8.DecodeRuneInString(window[at:])
	return at > 0 && (at == len(window) || !unicode.IsLetter(next) && !unicode.IsDigit(next))
}

func firstWord(text string) string {
	end := strings.IndexFunc(text, func(r rune) bool { return !unicode.IsLetter(r) })
	if end < 0 {
		end = len(text)
	}
	return strings.ToLower(text[:end])
}

// isQualifier reports whether a word may say how a number behind it is meant.
func isQualifier(word string) bool {
	return slices.Contains([]string{
		"about", "approximately", "around", "roughly", "nearly", "almost", "circa", "up", "at", "more", "less", "fewer",
		"over", "under", "above", "below", "between", "exactly", "maximum", "minimum", "max", "min", "some",
	}, word)
}

// worded reads a number in words, with its unit: "eighty gigabytes".
func (s *scanner) worded(at int, window string) bool {
	if value, length := part(window); length > 0 {
		q := quarry.Quantity{Bounds: quarry.Single(value, ""), Text: window[:length], Qualifier: quarry.Exact, Step: partStep}
		s.addNumber(at, at+length, number{Quantity: q, worded: true})
		return true
	}
	value, length := wordedNumber(window)
	if length == 0 {
		return false
	}
	digits := strconv.Itoa(value)
	written := digits + window[length:]
	q, ok := s.lexicon.ReadQuantityIn(quantity.DecimalPoint, written)
	if !ok || len(q.Text) < len(digits) || !endsThere(written, len(q.Text)) {
		q = quarry.Quantity{Bounds: quarry.Single(float64(value), ""), Text: digits, Qualifier: quarry.Exact, Step: 1}
	}
	if unit, ok := s.lexicon.FindUnit(q.Unit); value == 1 && (!ok || unit.Kind == countKind) { // "the one that", "one thread at a time"
		return false
	}
	length += len(q.Text) - len(digits)
	q.Text = window[:length]
	s.addNumber(at, at+length, number{Quantity: q, worded: true})
	return true
}

// negative reads a number behind the word for its sign: "minus 5 V". Behind another
// number or a letter of a formula the word subtracts.
func (s *scanner) negative(at, end int) bool {
	window := strings.ToValidUTF8(s.text[at:min(end, at+longestNumber)], "")
	word := firstWord(window)
	if word != "minus" && word != "negative" || s.numbers >= mostNumbers || s.subtracts(at) {
		return false
	}
	behind := strings.TrimLeft(window[len(word):], " ")
	written := behind
	if value, length := wordedNumber(behind); length > 0 {
		written = strconv.Itoa(value) + behind[length:]
	}
	if written == "" || !isDigit(written[0]) {
		return false
	}
	written = "-" + written
	q, ok := s.lexicon.ReadQuantityIn(quantity.DecimalPoint, written)
	if !ok || !endsThere(written, len(q.Text)) || !strings.HasPrefix(written, q.Text) {
		return false
	}
	length := len(window) - (len(written) - len(q.Text))
	q.Text = window[:length]
	s.addNumber(at, at+length, number{Quantity: q})
	return true
}

// subtracts reports whether what stands right before a place is a number or a letter.
func (s *scanner) subtracts(at int) bool {
	if len(s.tokens) == 0 {
		return false
	}
	last := s.tokens[len(s.tokens)-1]
	return at-last.end <= 1 && (last.kind == numberToken || last.kind == formulaToken || last.kind == wordToken && last.end-last.start == 1)
}

// partStep is how exactly a part in words is meant.
const partStep = 0.01

// part reads a part in words, and how many bytes it has: "half", "a third", "two
// thirds".
func part(text string) (float64, int) {
	for _, one := range []struct {
		words string
		value float64
	}{
		{"half", 1.0 / 2},
		{"one half", 1.0 / 2},
		{"a half", 1.0 / 2},
		{"a third", 1.0 / 3},
		{"one third", 1.0 / 3},
		{"one-third", 1.0 / 3},
		{"two thirds", 2.0 / 3},
		{"two-thirds", 2.0 / 3},
		{"a quarter", 1.0 / 4},
		{"one quarter", 1.0 / 4},
		{"three quarters", 3.0 / 4},
		{"three-quarters", 3.0 / 4},
		{"a tenth", 1.0 / 10},
		{"one tenth", 1.0 / 10},
		{"twice", 2},
		{"double", 2},
	} {
		if len(text) >= len(one.words) && strings.EqualFold(text[:len(one.words)], one.words) && endsThere(text, len(one.words)) {
			return one.value, len(one.words)
		}
	}
	return 0, 0
}

// wordedNumber reads the number in words that a text begins with, and how many bytes
// it has: "thirty-two", "two hundred".
func wordedNumber(text string) (int, int) {
	total, current, length := 0, 0, 0
	for at := 0; at < len(text); {
		word := firstWord(text[at:])
		value, known := numberWord(word)
		if !known || !continues(current, value) {
			break
		}
		switch {
		case value == hundred:
			current *= value
		case value > hundred:
			total, current = total+current*value, 0
		default:
			current += value
		}
		length = at + len(word)
		at = length
		if at < len(text) && (text[at] == ' ' || text[at] == '-') {
			at++
		}
	}
	return total + current, length
}

const hundred = 100

// continues reports whether a number in words may go on with another one: "thirty" with
// "two", "two" with "hundred".
func continues(number, next int) bool {
	const ten = 10
	if next >= hundred {
		return number > 0
	}
	return number%hundred == 0 || number%ten == 0 && next < ten && number%hundred >= 2*ten
}

func numberWord(word string) (int, bool) {
	const tens, tenth = 18, 10
	list := []string{
		"one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve", "thirteen",
		"fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen",
		"twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety",
	}
	switch at := slices.Index(list, word); {
	case at > tens:
		return (at - tens + 1) * tenth, true
	case at >= 0:
		return at + 1, true
	}
	switch word {
	case "hundred":
		return 100, true
	case "thousand":
		return 1000, true
	case "million":
		return 1_000_000, true
	}
	return 0, false
}
