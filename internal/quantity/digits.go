package quantity

import (
	"strings"
	"unicode/utf8"

	"github.com/quarrykb/quarry/internal/text"
)

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
		s.at = start
		return "", false
	}
	if found.count == 1 {
		return found.groups[0], true
	}
	number, ok := found.joined(s.style)
	if !ok {
		s.at = start
	}
	if last := found.separators[0]; found.count == 2 && found.endsInDecimals(s.style) && found.grouped(found.count, last) {
		s.doubtful = last
	}
	return number, ok
}

func (s *quantityScanner) groups() (digitGroups, bool) {
	var found digitGroups
	for {
		from := s.at
		for s.at < len(s.text) && text.IsDigit(s.text[s.at]) {
			s.at++
		}
		found.groups[found.count] = s.text[from:s.at]
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
		if startsWithDigits(behind, 1) {
			return r, size
		}
	case '\'', '’', '\u2009', '\u202f', '\u00a0', '\u2007', '\u2008':
		if groupOfThree(behind) {
			return r, size
		}
	case ' ':
		if s.style == DecimalComma && groupOfThree(behind) {
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

func startsWithDigits(written string, count int) bool {
	if len(written) < count {
		return false
	}
	for i := range count {
		if !text.IsDigit(written[i]) {
			return false
		}
	}
	return true
}

func groupOfThree(text string) bool {
	return startsWithDigits(text, 3) && !startsWithDigits(text, 4)
}
