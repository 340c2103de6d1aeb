package quantity

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/quarrykb/quarry"
)

// qualifiers reads the marks and words before a number. Of several the first
// counts ("up to about 67"), unless it only says that the number is a typical
// one.
func (s *quantityScanner) qualifiers() quarry.Qualifier {
	found := quarry.Exact
	for range 2 {
		next, ok := s.qualifier()
		if !ok {
			break
		}
		if found == quarry.Exact {
			found = next
		}
		s.space()
	}
	return found
}

func (s *quantityScanner) qualifier() (quarry.Qualifier, bool) {
	first, _ := utf8.DecodeRuneInString(s.rest())
	if first >= '0' && first <= '9' {
		return quarry.Exact, false
	}
	if unicode.IsLetter(first) {
		return s.qualifierWords()
	}
	if s.isStruck() {
		return quarry.Exact, false
	}
	for _, mark := range []struct {
		text string
		is   quarry.Qualifier
	}{
		{"~", quarry.Approx},
		{"≈", quarry.Approx},
		{"∼", quarry.Approx},
		{"≃", quarry.Approx},
		{"≅", quarry.Approx},
		{"≥", quarry.AtLeast},
		{"⩾", quarry.AtLeast},
		{">=", quarry.AtLeast},
		{">", quarry.AtLeast},
		{"≤", quarry.UpTo},
		{"⩽", quarry.UpTo},
		{"<=", quarry.UpTo},
		{"<", quarry.LessThan},
		{`\approx`, quarry.Approx},
		{`\sim`, quarry.Approx},
		{`\geq`, quarry.AtLeast},
		{`\ge`, quarry.AtLeast},
		{`\gt`, quarry.AtLeast},
		{`\leq`, quarry.UpTo},
		{`\le`, quarry.UpTo},
		{`\lt`, quarry.LessThan},
	} {
		if s.take(mark.text) {
			return mark.is, true
		}
	}
	return quarry.Exact, false
}

// isStruck reports whether what stands here is struck out, or ends what is: "~~96
// GB~~" is not about 96 GB.
func (s *quantityScanner) isStruck() bool { return strings.HasPrefix(s.rest(), "~~") }

// qualifierWords reads the longest qualifier in words that stands here.
func (s *quantityScanner) qualifierWords() (quarry.Qualifier, bool) {
	known := &s.system.words
	rest, found := s.rest(), quarry.Exact
	start, end := s.at, 0
	for range known.mostWords {
		length, space := untilSpace(rest[end:min(len(rest), end+known.longestWord+len(".")+1)])
		if length < 1 || space == 0 {
			break
		}
		words := strings.TrimRight(strings.ToLower(rest[:end+length]), ".:")
		if is, ok := known.before[words]; ok {
			s.at, found, s.pair = start+end+length, is, known.between[words]
		}
		end += length + space
	}
	return found, s.at > start
}

// untilSpace returns how many bytes stand before the first space of a text, and
// how many the space has; 0 where there is none.
func untilSpace(text string) (int, int) {
	const unbreakable = "\u00a0"
	for i := range len(text) {
		if text[i] == ' ' {
			return i, 1
		}
		if text[i] == unbreakable[0] && strings.HasPrefix(text[i:], unbreakable) {
			return i, len(unbreakable)
		}
	}
	return len(text), 0
}

// behind reads what qualifies a number from behind: "2,500+", "16 GB or more",
// "450 W max.", "(approx.)".
func (s *quantityScanner) behind() quarry.Qualifier {
	start := s.at
	if s.take("+") {
		if startsWithDigits(strings.TrimLeft(s.rest(), " "), 1) { // a sum
			s.refused = true
		}
		return quarry.AtLeast
	}
	s.space()
	end := ""
	if s.take("(") {
		end = ")"
	}
	from := s.at
	for _, one := range s.system.words.behind {
		if s.take(one.words) && s.closes(end) {
			return one.is
		}
		s.at = from
	}
	s.at = start
	return quarry.Exact
}

// closes reports whether a word ends here, and the bracket that it stands in.
func (s *quantityScanner) closes(bracket string) bool {
	s.take(".")
	next, _ := utf8.DecodeRuneInString(s.rest())
	return s.take(bracket) && !unicode.IsLetter(next) && !unicode.IsDigit(next)
}
