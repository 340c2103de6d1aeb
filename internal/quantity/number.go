package quantity

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/internal/text"
)

// numeral is a number as it is written.
type numeral struct {
	value    float64
	step     float64 // one unit of its last digit
	first    float64 // of a product, its first factor
	plain    bool    // digits and nothing else
	fraction bool    // "1/2"

	reciprocal bool // "1/125": a fraction in which times alone are written
	doubtful   rune // the decimal separator, where it could group thousands as well
}

// finite reports whether the number is not beyond all numbers.
func (n numeral) finite() bool { return quarry.IsFinite(n.value) && quarry.IsFinite(n.step) }

func (n numeral) scaled(by float64) numeral {
	n.value, n.step, n.plain = Tidy(n.value*by), Tidy(n.step*by), false
	n.doubtful = 0
	return n
}

// times multiplies two numbers. A whole number is a count and exact.
func (n numeral) times(other numeral) numeral {
	product := numeral{value: Tidy(n.value * other.value), step: Tidy(other.step * math.Abs(n.value)), first: n.first}
	if n.step < 1 {
		product.step = max(product.step, Tidy(n.step*math.Abs(other.value)))
	}
	if n.first == 0 {
		product.first = n.value
	}
	return product
}

// number reads one number: a sign, digits with their separators, the power of
// ten that they may be multiplied by, or a fraction.
func (s *quantityScanner) number() (numeral, bool) {
	start := s.at
	negative := s.takeAny("-", "−", "–")
	if !negative {
		s.take("+")
	}
	n, ok := s.unsigned()
	if !ok {
		return numeral{}, s.back(start)
	}
	if negative {
		n.value, n.plain = -n.value, false
	}
	return n, true
}

func (s *quantityScanner) unsigned() (numeral, bool) {
	if n, ok := s.vulgar(); ok {
		return n, true
	}
	start := s.at
	digits, ok := s.digits()
	if !ok {
		return numeral{}, false
	}
	plain := len(digits) == s.at-start && !strings.Contains(digits, ".")
	if n, raised := s.powerOfTwo(digits); raised {
		return n, !s.refused
	}
	digits, power, raised := s.power(digits)
	n, ok := numeralOf(digits, power)
	if power == 0 && !raised {
		n.doubtful = s.doubtful
	}
	if n.plain = plain && !raised; n.plain {
		s.mixed(&n)
	}
	return n, ok
}

// numeralOf returns the value of digits and a power of ten, and of the last of
// the digits.
func numeralOf(digits string, power int) (numeral, bool) {
	whole, decimals, _ := strings.Cut(digits, ".")
	value, err := strconv.ParseFloat(digits+"e"+strconv.Itoa(power), 64)
	if err != nil || value == 0 && strings.Trim(whole+decimals, "0") != "" { // beyond all numbers, or below
		return numeral{}, false
	}
	return numeral{value: value, step: powerOfTen(power - len(decimals))}, true
}

// exactPowers is up to which power of ten a float is exact.
const exactPowers = 22

func powerOfTen(power int) float64 {
	if power <= exactPowers && power >= -exactPowers {
		return math.Pow10(power)
	}
	value, err := strconv.ParseFloat("1e"+strconv.Itoa(power), 64)
	if err != nil {
		return 0
	}
	return value
}

// mixed adds the fraction of "1 ½" and "1 1/2", or reads "1/2".
func (s *quantityScanner) mixed(n *numeral) {
	start := s.at
	if over, ok := s.denominator(n.value); ok {
		*n = numeral{value: n.value / over, fraction: true, reciprocal: !isRuled(over)}
		return
	}
	s.take(" ")
	part, ok := s.vulgar()
	if !ok && s.at > start && startsWithDigit(s.rest()) {
		numerator := float64(s.rest()[0] - '0')
		s.at++
		over, divided := s.denominator(numerator)
		part, ok = numeral{value: numerator / over, fraction: true}, divided && isRuled(over)
	}
	if !ok {
		s.at = start
		return
	}
	*n = numeral{value: n.value + part.value, fraction: part.fraction}
}

// isRuled reports whether a ruler or a cook would divide by a number.
func isRuled(by float64) bool {
	return slices.Contains([]float64{2, 3, 4, 5, 6, 8, 10, 16, 32, 64}, by)
}

// denominator reads "/2" behind a numerator that makes a proper fraction with it, as a
// ruler or a cook would write one, or "/125" behind a one.
func (s *quantityScanner) denominator(numerator float64) (float64, bool) {
	start := s.at
	if s.listed || !s.takeAny("/", "⁄") {
		return 0, false
	}
	const longest = 5
	digits := s.rest()[:leadingDigits(s.rest())]
	s.at += len(digits)
	over := 0.0
	if len(digits) <= longest && !strings.HasPrefix(digits, "0") {
		over, _ = strconv.ParseFloat(digits, bitsOfFloat)
	}
	if !isRuled(over) && numerator != 1 {
		over = 0
	}
	common := math.Mod(numerator, 2) == 0 && math.Mod(over, 2) == 0
	if numerator < 1 || numerator >= over || common || strings.HasPrefix(s.rest(), "/") {
		return 0, s.back(start)
	}
	return over, true
}

// vulgar reads a fraction that is one character. Its compatibility form writes
// it out: "1⁄2".
func (s *quantityScanner) vulgar() (numeral, bool) {
	r, size := utf8.DecodeRuneInString(s.rest())
	if r < utf8.RuneSelf || !unicode.Is(unicode.No, r) {
		return numeral{}, false
	}
	over, under, ok := strings.Cut(norm.NFKD.String(string(r)), "⁄")
	numerator, err := strconv.ParseFloat(over, 64)
	denominator, wrong := strconv.ParseFloat(under, 64)
	if !ok || err != nil || wrong != nil {
		return numeral{}, false
	}
	s.at += size
	return numeral{value: numerator / denominator}, true
}

// mostGroups is how many groups of digits a number has.
const mostGroups = 12

// digitGroups is a number as it is written: groups of digits, and the separator
// behind each but the last.
type digitGroups struct {
	groups     [mostGroups]string
	separators [mostGroups]rune
	count      int
}

// digits reads digits with their separators and returns them with a decimal
// point and nothing else. A separator that could mean two things is read in the
// document's style; a number that is written in no known way is none.
func (s *quantityScanner) digits() (string, bool) {
	start := s.at
	s.doubtful = 0
	found, ok := s.groups()
	if !ok {
		return "", s.back(start)
	}
	if found.count == 1 {
		return found.groups[0], true
	}
	number, ok := found.joined(s.style)
	if !ok {
		return "", s.back(start)
	}
	if found.separators[0] == ' ' {
		s.spaced = s.at
	}
	if last := found.separators[0]; found.count == 2 && found.endsInDecimals(s.style) && found.grouped(found.count, last) {
		s.doubtful = last
	}
	return number, true
}

func (s *quantityScanner) groups() (digitGroups, bool) {
	var found digitGroups
	for {
		group := s.rest()[:leadingDigits(s.rest())]
		s.at += len(group)
		found.groups[found.count] = group
		found.count++
		separator, size := s.separator()
		if size == 0 {
			return found, found.groups[0] != "" || found.count > 1
		}
		if found.count == mostGroups {
			return found, false
		}
		found.separators[found.count-1] = separator
		s.at += size
	}
}

// separator returns the separator that stands here between two groups of
// digits, and its length; white space is one only before three digits.
func (s *quantityScanner) separator() (rune, int) {
	r, size := utf8.DecodeRuneInString(s.rest())
	behind := s.rest()[size:]
	switch r {
	case '.', ',', '_':
		if startsWithDigit(behind) {
			return r, size
		}
	case '\'', '’', '\u2009', '\u202f', '\u00a0', '\u2007', '\u2008':
		if groupOfThree(behind) {
			return r, size
		}
	case ' ':
		if (s.spaces || s.style == DecimalComma) && groupOfThree(behind) {
			return r, size
		}
	}
	return 0, 0
}

// joined puts the groups together.
func (g digitGroups) joined(style NumberStyle) (string, bool) {
	last := g.separators[g.count-2]
	if !g.endsInDecimals(style) {
		return strings.Join(g.groups[:g.count], ""), g.grouped(g.count, last)
	}
	whole := g.count - 1
	if whole > 1 && !g.grouped(whole, g.separators[0]) || g.separators[0] == last && whole > 1 {
		return "", false
	}
	return strings.Join(g.groups[:whole], "") + "." + g.groups[whole], true
}

// endsInDecimals reports whether the last separator is the decimal one: the
// style's own where it stands alone, either where another one groups, and a
// point that cannot group.
func (g digitGroups) endsInDecimals(style NumberStyle) bool {
	last := g.separators[g.count-2]
	if last != '.' && last != ',' {
		return false
	}
	if g.count > 2 {
		return g.separators[0] != last || style == DecimalPoint && last == '.'
	}
	if style == DecimalComma {
		return last == ',' || !g.grouped(g.count, last)
	}
	return last == '.'
}

// grouped reports whether the first groups are thousands: three digits each
// behind the first, or two each and three in the last, as in India.
func (g digitGroups) grouped(count int, separator rune) bool {
	const thousand = 3
	pair := len(g.groups[1])
	for i := 1; i < count; i++ {
		size := len(g.groups[i])
		last := i == count-1
		if g.separators[i-1] != separator || last && size != thousand || !last && size != pair {
			return false
		}
	}
	first := g.groups[0]
	lakh := pair == 2 && separator == ','
	return first != "" && len(first) <= pair && first[0] != '0' && (pair == thousand || lakh)
}

// leadingDigits returns how many digits a text begins with.
func leadingDigits(written string) int {
	count := 0
	for count < len(written) && text.IsDigit(written[count]) {
		count++
	}
	return count
}

func startsWithDigit(written string) bool { return written != "" && text.IsDigit(written[0]) }

func groupOfThree(text string) bool {
	const group = 3
	return leadingDigits(text[:min(len(text), group+1)]) == group
}

// Roman returns the value of a Roman number below 40, in small letters or in capitals,
// and 0 for anything else.
func Roman(letters string) int {
	const ten, mostTens = 10, 3
	folded := strings.ToLower(letters)
	if folded != letters && strings.ToUpper(letters) != letters {
		return 0
	}
	ones := strings.TrimLeft(folded, "x")
	tens := len(folded) - len(ones)
	if tens > mostTens {
		return 0
	}
	for i, one := range [...]string{"", "i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix"} {
		if ones == one {
			return ten*tens + i
		}
	}
	return 0
}

// OutOf reads a grade and the highest one, "4/5" and "4 out of 5", of a text that is
// nothing else. The grade is at least 1 and at most the highest.
func (n Numerals) OutOf(text string) (int, int, bool) {
	grade, rest := cutDigits(strings.TrimSpace(text))
	rest = strings.ToLower(strings.TrimSpace(rest))
	highest, rest := cutDigits(strings.TrimSpace(n.behindOutOf(rest)))
	number, err := strconv.Atoi(grade)
	of, wrong := strconv.Atoi(highest)
	if err != nil || wrong != nil || rest != "" || number < 1 || number > of {
		return 0, 0, false
	}
	return number, of, true
}

func cutDigits(text string) (string, string) {
	rest := strings.TrimLeft(text, "0123456789")
	return text[:len(text)-len(rest)], rest
}

// behindOutOf returns what stands behind the sign or the words between two grades, ""
// if there are none.
func (n Numerals) behindOutOf(text string) string {
	for _, stroke := range [...]string{"/", "⁄"} {
		if behind, ok := strings.CutPrefix(text, stroke); ok {
			return behind
		}
	}
	for _, words := range n.languages {
		for _, between := range words.OutOf {
			if behind, ok := strings.CutPrefix(text, between+" "); ok {
				return behind
			}
		}
	}
	return ""
}

// Format writes a number with all its digits, as long as a person can read them, and
// with a power of ten beyond that.
func Format(value float64) string {
	const least, most = 1e-6, 1e15
	if size := math.Abs(value); size != 0 && (size < least || size >= most) {
		return strconv.FormatFloat(value, 'g', -1, bitsOfFloat)
	}
	return strconv.FormatFloat(value, 'f', -1, bitsOfFloat)
}
